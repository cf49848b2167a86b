"""The command line. Each command is a module; `app` finds them."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the program. Ctrl-C while it is still being loaded ends it as quietly as later."""
    try:
        from workbench.cli.app import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
