"""Why a turn is refused: small integers that name ledger ids (0 = legal)."""

from __future__ import annotations

# The only list: a constant's name is the id that it stands for, with _ for -.
(
    LEGAL,
    A_0, TURN_1, MOVE_2, MOVE_3, JUMP_2, JUMP_3, JSLIDE_2, FORT_2, STRIKE_1, STRIKE_2, HAMMER_2, NCAP_1, AREA_4, AREA_5,
    CMD_1, CMD_2, CMD_3, CMD_5, ENH_V_7, DREAD_2, DEF_2, DEF_3, GUARD_2, GUARD_6, PLACE_2, PLACE_4, ENH_I_1, ENH_I_2,
    ENH_II_1, ENH_II_2, ENH_II_3, ENH_III_1, ENH_III_2, ENH_III_3, ENH_III_4, ENH_III_5, ENH_IV_1, ENH_IV_2, ENH_V_1,
    ENH_V_2, LINK_1, LINK_2, LINK_3, LINK_6, LINK_7, NOICON_1, NOICON_3, DRAGON_6, DRAGON_9, DRAGON_10, DRAGON_14,
    DRAGON_15, GUARD_5, FLAG_3, FLAG_6, FLAG_7, COUP_4, COUP_6, COUP_7, TROPHY_3, SIEGE_2, SETUP_3, SETUP_4, COUP_1,
    TROPHY_1, RIDER_1, DYNASTY_2, CUSTOM_6, PLACE_5, RIDER_3,
) = range(71)  # fmt: skip

_NAMES = [name for name, number in globals().items() if isinstance(number, int)]
RULE_IDS = ("", *(name.replace("_", "-") for name in _NAMES if name != "LEGAL"))
