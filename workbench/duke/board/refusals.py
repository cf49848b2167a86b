"""Why a turn is refused: small integers that name ledger ids (0 = legal)."""

from __future__ import annotations

_IDS = (
    "",
    "A-0", "TURN-1", "MOVE-2", "MOVE-3", "JUMP-2", "JUMP-3", "SLIDE-1", "JSLIDE-2", "FORT-2", "STRIKE-1", "STRIKE-2",
    "HAMMER-2", "NCAP-1", "AREA-4", "AREA-5", "CMD-1", "CMD-2", "CMD-3", "CMD-5", "ENH-V-7", "DREAD-2", "DEF-2",
    "DEF-3", "GUARD-2", "GUARD-6", "PLACE-2", "PLACE-4", "ENH-I-1", "ENH-I-2", "ENH-II-1", "ENH-II-2", "ENH-II-3",
    "ENH-III-1", "ENH-III-2", "ENH-III-3", "ENH-III-4", "ENH-III-5", "ENH-IV-1", "ENH-IV-2", "ENH-V-1", "ENH-V-2",
    "LINK-1", "LINK-2", "LINK-3", "LINK-6", "LINK-7", "NOICON-1", "NOICON-3", "DRAGON-6", "DRAGON-9", "DRAGON-10",
    "DRAGON-14", "DRAGON-15", "GUARD-5", "FLAG-3", "FLAG-6", "FLAG-7", "COUP-4", "COUP-6", "COUP-7", "TROPHY-3",
    "RIDER-3", "SIEGE-2", "SETUP-3", "SETUP-4", "COUP-1", "TROPHY-1", "RIDER-1", "DYNASTY-2", "CUSTOM-6", "G-11",
    "LINK-4",
)  # fmt: skip
RULES = _IDS

(
    LEGAL,
    A_0, TURN_1, MOVE_2, MOVE_3, JUMP_2, JUMP_3, SLIDE_1, JSLIDE_2, FORT_2, STRIKE_1, STRIKE_2,
    HAMMER_2, NCAP_1, AREA_4, AREA_5, CMD_1, CMD_2, CMD_3, CMD_5, ENH_V_7, DREAD_2, DEF_2,
    DEF_3, GUARD_2, GUARD_6, PLACE_2, PLACE_4, ENH_I_1, ENH_I_2, ENH_II_1, ENH_II_2, ENH_II_3,
    ENH_III_1, ENH_III_2, ENH_III_3, ENH_III_4, ENH_III_5, ENH_IV_1, ENH_IV_2, ENH_V_1, ENH_V_2,
    LINK_1, LINK_2, LINK_3, LINK_6, LINK_7, NOICON_1, NOICON_3, DRAGON_6, DRAGON_9, DRAGON_10,
    DRAGON_14, DRAGON_15, GUARD_5, FLAG_3, FLAG_6, FLAG_7, COUP_4, COUP_6, COUP_7, TROPHY_3,
    RIDER_3, SIEGE_2, SETUP_3, SETUP_4, COUP_1, TROPHY_1, RIDER_1, DYNASTY_2, CUSTOM_6, G_11,
    LINK_4,
) = range(len(_IDS))  # fmt: skip
