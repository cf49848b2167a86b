#!/usr/bin/env bash
# Try the engine with the oldest and the newest Numba that pyproject.toml allows: compiled code is kept and renewed, an
# entry is optimised once, and games go as in plain Python. Everything else comes from the present environment.
#
#     tests/numba_range.sh [VERSION ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
range=$(sed -n 's/^ *"numba\(>=[0-9.]*,<[0-9.]*\)".*/\1/p' pyproject.toml)
low=${range#>=}
low=${low%%,*}

try() { # VERSION REQUIREMENT
    echo "=== Numba $1"
    python -m pip install --quiet --target "$folder/$1" "numba$2"
    PYTHONPATH="$folder/$1:tests" WORKBENCH_CACHE_DIR="$folder/$1/cache" python -m pytest -q -p no:cacheprovider \
        tests/duke/test_jit.py tests/duke/test_compile_once.py \
        "tests/duke/test_random_play.py::test_compiled_and_plain_games_are_the_same[base]"
}

if [ $# -gt 0 ]; then
    for version in "$@"; do try "$version" "==$version"; done
else
    try "$low" "==$low"
    try newest "$range"
fi
