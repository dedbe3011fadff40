"""Kinds of words that several readers of a line look for."""

from __future__ import annotations

LISTED = frozenset({"AND", "COMMA", "OR", "SLASH", "COLON", "ELSE", "THEN"})
"""Behind these a clause may go on with what the one before it said."""
PARTING = LISTED | {"SEMI", "STOP", "BUT", "CORRECT"}
ENDING = frozenset({"SEMI", "STOP"})
CONDITIONS = frozenset({"IF", "UNLESS"})
NAMES = frozenset({"PLACE", "SEAT", "HOME"})
KINDS = frozenset({"G", "H", "GH", "A", "F"})
ORDERING = frozenset(
    {"PLACE", "G", "H", "GH", "LPAR", "RPAR", "_IN", "WITH", "WITHOUT", "COMMA", "AND", "STOP"}
    | {"_TO", "HOLD", "_SUPPORT", "DRIVE", "_RETREAT", "DISBAND", "_REMOVE", "_BUILD"}
)
"""The words that orders are written out in."""
