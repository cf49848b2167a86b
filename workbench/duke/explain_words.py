"""What a refusal means in words, by ledger id; `{who}` is the acting tile, `{to}` where it would go.

The full text of each rule is in docs/rules.md; these sentences say what is wrong with one turn.
"""

from __future__ import annotations

from workbench.icons import IconType

REFUSED = {
    "A-0": "it leads to the same position as a turn that stands earlier in the list; only that one is kept",
    "TURN-1": "{who} has nothing that does this on the side now up",
    "MOVE-2": "the way of {who} to {to} is blocked",
    "MOVE-3": "{who} cannot end on {to}: an own tile or a Mountain is there",
    "JUMP-2": "{who} cannot jump onto {to}",
    "JUMP-3": "a Mountain lies on every way of this jump",
    "JSLIDE-2": "a Mountain stands on the square that the Jump Slide would leap",
    "FORT-2": "nobody jumps into the Fort on {to}",
    "STRIKE-1": "no enemy stands on {to}, so there is nothing to strike",
    "STRIKE-2": "a Mountain or a Fort stops the strike at {to}",
    "HAMMER-2": "a Mountain or a Fort stands between {who} and {to}",
    "NCAP-1": "this icon never captures, and a tile stands on {to}",
    "AREA-4": "the area effect would remove no tile that it needs",
    "AREA-5": "the area effect would remove the own Duke",
    "CMD-1": "there is no own tile on the first Command square",
    "CMD-2": "{to} cannot be entered by Command: an own tile, a Mountain or the Dragon is there",
    "CMD-3": "a frozen tile cannot be commanded",
    "CMD-5": "the enemy on {to} is frozen and cannot be captured",
    "ENH-V-7": "a tile with Redeploy cannot be commanded",
    "DREAD-2": "a tile in this turn is frozen by Dread: it cannot act, be moved or be captured",
    "DEF-2": "a Defense icon of the tile on {to} covers the straight way to it",
    "DEF-3": "Defense icons of the tile on {to} cover both ways to it",
    "GUARD-2": "afterwards the opponent could capture the own Duke",
    "GUARD-6": "a tile could be drawn that leaves the Duke open to capture wherever it is placed",
    "PLACE-2": "a new tile goes on an open square next to the own Duke, and {to} is none",
    "PLACE-4": "drawing needs a tile in the bag and an open square next to the own Duke",
    "PLACE-5": "no square next to the own Duke is open, and a tile could be drawn that has no other place",
    "ENH-I-1": "{who} has no Summon, or there is no own Duke on the board",
    "ENH-I-2": "Summon needs an open square next to the Duke, and {to} is none",
    "ENH-II-1": "Divination is used from the other side of a tile that has it",
    "ENH-II-2": "Divination needs a tile in the bag, an own Duke on the board, and a place for a tile of every hand",
    "ENH-II-3": "a hand could be drawn of which no tile has a safe place",
    "ENH-III-1": "Escape needs the ability, a payment next to the tile, and a start square of the own side",
    "ENH-III-2": "{to} holds an own tile, and the other start square does not",
    "ENH-III-3": "the escaping tile must change its square",
    "ENH-III-4": "{to} cannot be entered by an Escape, or the Duke would pay for it",
    "ENH-III-5": "a frozen tile neither escapes nor pays",
    "ENH-IV-1": "no captured enemy tile with Ransom is held",
    "ENH-IV-2": "the opponent holds no such tile with Escape",
    "ENH-V-1": "{who} has no Redeploy",
    "ENH-V-2": "Redeploy needs a tile in the bag and a place for it while {who} still stands",
    "LINK-1": "{who} is not linked to that tile",
    "LINK-2": "the Link tile must show its starting side, and this cannot follow in a chain",
    "LINK-3": "Link needs an own linked tile on the board",
    "LINK-6": "a Link tile calls from its other side",
    "LINK-7": "no linked tile can be found, or one could come that has no safe place",
    "NOICON-1": "only a blank side is simply flipped, and {who} shows icons",
    "NOICON-3": "{who} may divine or call instead, so it is not simply flipped",
    "DRAGON-6": "the Dragon is on {to}; only a Slide or Jump Slide that reaches it can push it",
    "DRAGON-9": "the Dragon cannot be shoved on from {to}",
    "DRAGON-10": "a facing (`s` or `o`) is chosen just where the Dragon's new square is free",
    "DRAGON-14": "an enraged Dragon cannot be entered or pushed",
    "DRAGON-15": "the Dragon is out of reach inside a Mountain or Fort",
    "GUARD-5": "no turn may remove the own Duke",
    "FLAG-3": "a held Flag goes to another own tile on an adjacent square",
    "FLAG-6": "a tile holds one Flag at most",
    "FLAG-7": "a Flag never comes into a Fort",
    "COUP-1": "a Flag is put on an open border square",
    "COUP-4": "the square of the opponent's Flag may not be entered or crossed",
    "COUP-6": "a Flag hops to an open square next to an own tile",
    "COUP-7": "without a Duke on the board nothing is drawn, placed or summoned",
    "TROPHY-1": "the Flag is put on an open square of the opponent's home edge",
    "TROPHY-3": "the square of the own Flag may not be entered",
    "RIDER-1": "Pikemen and rider are put on their own home edge",
    "RIDER-3": "a Pikeman on the far edge rests there for good: it cannot act, be moved or be captured",
    "SIEGE-2": "there is no pool tile to swap this one for",
    "SETUP-3": "the Duke starts on one of the two middle squares of the home edge",
    "SETUP-4": "the starting tiles stand on two squares next to the Duke",
    "DYNASTY-2": "no such tile is left in front of this owner",
    "CUSTOM-6": "a Duke is never redeployed, summoned or used as payment",
}


def legal_by_icon(icon: IconType) -> tuple[str, str]:
    """The rule that allows a turn by such an icon, and 'a Jump Slide' or 'a non-capture Move'."""
    words = " ".join(word if word == "non-capture" else word.capitalize() for word in icon.words.split())
    return icon.row.rule, f"{'an' if words[0] in 'AEIOU' else 'a'} {words}"
