r"""Text from files, made safe for where it goes: one function for each kind of output.

Tile sets, records and run folders may come from strangers. On a terminal their text cannot move the cursor or turn a
line around, in Markdown it stays text, and in a table it is no formula. HTML, SVG and PDF are escaped where they are
made.
"""

from __future__ import annotations

import re
from typing import Any

# Control characters (not the line break and the tab), marks that turn the direction of writing, invisible ones, and
# halves of characters. Joiners stay: whole scripts need them.
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
COLOUR = re.compile("\x1b\\[[0-9;]*m")
MARKDOWN = re.compile(r"[\\`*_{}\[\]<>#|~!&@]")
ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"}
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def for_terminal(text: str, colours: bool = False) -> str:
    r"""Hidden characters written out as \u202e, which is also how JSON writes them; `colours` may stay."""
    if text.isprintable() and text.isascii():
        return text
    if not colours:
        return HIDDEN.sub(_written_out, text)
    parts, painted = COLOUR.split(text), [*COLOUR.findall(text), ""]
    return "".join(HIDDEN.sub(_written_out, part) + colour for part, colour in zip(parts, painted, strict=True))


def _written_out(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def for_markdown(text: str) -> str:
    """Text that Markdown shows as it is: no mark-up, no HTML, no cell border, no link, no line break."""
    line = for_terminal(" ".join(text.split()))
    line = MARKDOWN.sub(lambda found: ENTITIES.get(found[0], "\\" + found[0]), line)
    return line.replace("://", "&#58;//").replace("www.", "www&#46;")


def for_markdown_code(text: str) -> str:
    """A line between backticks or in an indented block."""
    return for_terminal(" ".join(text.split())).replace("`", "´")


def for_markdown_fence(text: str) -> str:
    """Lines between fences, none of which ends the block."""
    return re.sub("`{3,}|~{3,}", "´´´", for_terminal(text))


def for_csv(cell: Any) -> Any:
    """A cell that a spreadsheet takes for text if it is text; numbers stay numbers."""
    if not isinstance(cell, str):
        return cell
    safe = for_terminal(cell)
    return f"'{safe}" if cell.startswith(FORMULAS) else safe
