"""Counter-based keyed randomness: (seed, game, army, purpose, ordinal) -> a value; no hidden state.

Hashing stays in 32-bit lanes inside int64, so that every product fits and the un-jitted run gives the same games.
"""

from __future__ import annotations

from workbench.duke.board.compile import State, jit
from workbench.duke.board.state import TAPE

LANE = 0xFFFFFFFF
BAG, CHOICE, EVENT = 0x2545F491, 0x3C6EF35F, 0x1B873593  # purposes
NEUTRAL = 2


@jit
def mix(lane: int) -> int:
    """A 32-bit finaliser: every input bit moves about half of the output bits."""
    lane = (lane ^ lane >> 16) * 0x21F0AAAD & LANE
    lane = (lane ^ lane >> 15) * 0x735A2D97 & LANE
    return lane ^ lane >> 15


@jit
def fold(lanes: int, number: int) -> int:
    """Mix a number into a pair of 31-bit lanes packed in one int64."""
    low = mix((lanes & LANE) + (number & LANE) & LANE)
    high = mix((lanes >> 31 & LANE) ^ low + 0x2545F491 & LANE)
    return (high & 0x7FFFFFFF) << 31 | low & 0x7FFFFFFF


@jit
def fold_mask(lanes: int, mask: int) -> int:
    """The same of a mask of squares, which is longer than a lane."""
    return fold(fold(lanes, mask), mask >> 31)


@jit
def beside(high: int, low: int, bits: int) -> int:
    """Two numbers in one, `low` in so many bits."""
    return high << bits | low


@jit
def seed_streams(s: State, seed: int, game: int, south_army: int) -> None:
    """Key the streams: an army keeps its luck when it changes seats."""
    for stream in range(3):
        army = stream if stream == NEUTRAL else stream ^ south_army
        lane = mix((seed & LANE) + 0x632BE59B & LANE)
        lane = mix(lane ^ (seed >> 32 & LANE) ^ army * 0x3779FB9 & LANE)
        s.seed[stream, 0] = mix(lane + (game & LANE) & LANE)
        s.seed[stream, 1] = mix(lane ^ mix((game >> 32 & LANE) + 0x4F1BBCDC & LANE) ^ (game & LANE))
        s.count[stream] = 0
    s.choices[0] = 0
    s.choices[1] = 0
    s.scripted = 0


@jit
def value(s: State, stream: int, purpose: int, ordinal: int) -> int:
    """The 32-bit value of a stream at (purpose, ordinal)."""
    return mix(s.seed[stream, 0] ^ mix(s.seed[stream, 1] + purpose + ordinal * 0x1E3779B9 & LANE))


@jit
def below(s: State, stream: int, purpose: int, ordinal: int, n: int) -> int:
    """A value in 0..n-1."""
    return value(s, stream, purpose, ordinal) * n >> 32


@jit
def decide(s: State, owner: int, attempt: int, n: int) -> int:
    """A value in 0..n-1 for the owner's present decision: attempts do not shift later decisions.

    Half the work of `value`, since a ply draws some candidates: an addition and an exclusive or by two keys of the
    game, and one mix of the sum.
    """
    ordinal = s.choices[owner] * 256 + attempt
    return mix(s.seed[owner, 0] ^ (s.seed[owner, 1] + CHOICE + ordinal * 0x1E3779B9 & LANE)) * n >> 32


@jit
def pick(s: State, stream: int, n: int) -> int:
    """One of n equal outcomes of a chance event: from the stream, or from the tape when the event is scripted."""
    if s.scripted:
        at = s.tape_at
        if at >= TAPE:
            return 0
        if at >= s.tape_len:
            s.tape[at] = 0
        s.radix[at] = n
        s.tape_at = at + 1
        return s.tape[at]
    s.count[stream] += 1
    return below(s, stream, EVENT, s.count[stream], n)
