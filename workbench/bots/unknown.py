"""What a bot may not know: before every look-ahead the bags are put in a known order and mixed by the bot's own luck.

So nothing of the hidden order can reach a decision, and the luck of a look-ahead is not the luck of the game.
"""

from __future__ import annotations

from workbench.duke.board.compile import Rules, State, jit
from workbench.duke.board.luck import LANE, below, mix, value

DREAM = 0x27D4EB2F  # purpose of the luck of look-aheads


@jit
def forget_order(R: Rules, s: State) -> None:
    """Both bags in the order of their types: all else is public (SETUP-10)."""
    for owner in range(2):
        n = s.nbag[owner]
        for i in range(1, n):
            tile_type = s.bag[owner, i]
            at = i
            while at > 0 and s.bag[owner, at - 1] > tile_type:
                s.bag[owner, at] = s.bag[owner, at - 1]
                at -= 1
            s.bag[owner, at] = tile_type


@jit
def dream_seed(s: State, owner: int) -> int:
    """Where the luck of the owner's present look-ahead comes from."""
    return value(s, owner, DREAM, s.choices[owner])


@jit
def dream(s: State, seed: int, number: int) -> None:
    """Give a copied game another luck: look-ahead `number` of a decision."""
    for stream in range(3):
        lane = mix(seed + stream * 0x3779FB9 & LANE)
        s.seed[stream, 0] = mix(lane ^ mix(number + 0x632BE59B & LANE))
        s.seed[stream, 1] = mix(lane + number * 0x1E3779B9 & LANE)
        s.count[stream] = 0
    s.scripted = 0


@jit
def mix_bag(s: State, owner: int, number: int) -> None:
    """Shuffle a bag by the look-ahead's luck."""
    for i in range(s.nbag[owner] - 1, 0, -1):
        mix_place(s, owner, number, i)


@jit
def mix_place(s: State, owner: int, number: int, i: int) -> None:
    """One step of the shuffle, from the top down: the tile that comes to lie at place `i`.

    Where tiles only leave the bag, one from the top at each draw, this is all of the shuffle that a draw needs.
    """
    j = below(s, owner, DREAM, number * 256 + i, i + 1)
    s.bag[owner, i], s.bag[owner, j] = s.bag[owner, j], s.bag[owner, i]
