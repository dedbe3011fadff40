"""The JSON schema of both sides of `judge batch`."""

from __future__ import annotations

from typing import Any

_UNIT = {"type": "string", "pattern": r"^\*?[AF] [A-Z][A-Z0-9]{2}(/[A-Z]{2})?$", "examples": ["A PAR", "F STP/NC"]}
_UNITS = {
    "type": "object",
    "description": "power (capitals) -> its units",
    "additionalProperties": {"type": "array", "items": _UNIT},
}
_CENTRES = {
    "type": "object",
    "description": "power -> its centres",
    "additionalProperties": {"type": "array", "items": {"type": "string", "pattern": "^[A-Z][A-Z0-9]{2}$"}},
}
_PHASE = {"type": "string", "pattern": "^([SF]-?[0-9]+[MR]|W-?[0-9]+A)$", "examples": ["S1901M", "F1901R", "W1901A"]}
_RETREATS = {
    "type": "object",
    "description": "dislodged unit -> places it may retreat to",
    "additionalProperties": {"type": "array", "items": {"type": "string"}},
}

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "judge batch: one JSON object a line",
    "$defs": {
        "input": {
            "type": "object",
            "required": ["phase", "units"],
            "properties": {
                "game": {"description": "anything; carried through"},
                "phase": _PHASE,
                "units": _UNITS,
                "centers": _CENTRES,
                "dislodged": _UNITS,
                "retreats": {**_RETREATS, "description": "missing: any vacant neighbour is open"},
                "orders": {
                    "type": "object",
                    "description": "power -> order texts",
                    "additionalProperties": {"type": "array", "items": {"type": "string"}},
                },
                "next_units": {**_UNITS, "description": "with --compare: what the archive says came next"},
                "next_dislodged": _UNITS,
                "next_centers": _CENTRES,
                "next_phase": {"type": "string"},
            },
            "additionalProperties": True,
        },
        "output": {
            "type": "object",
            "required": [
                "game", "phase", "next_phase", "units", "dislodged", "retreats", "destroyed", "centers", "results",
                "reasons",
            ],
            "properties": {
                "game": {},
                "phase": _PHASE,
                "next_phase": {"type": "string", "pattern": "^([SF]-?[0-9]+[MR]|W-?[0-9]+A|COMPLETED)$"},
                "units": _UNITS,
                "dislodged": _UNITS,
                "retreats": _RETREATS,
                "destroyed": {**_UNITS, "description": "units that left the board: nowhere to go, or lost in retreat"},
                "centers": _CENTRES,
                "results": {
                    "type": "object",
                    "description": "order text as given (with `POWER: ` before it when another power sent the same) -> "
                    "its result; `, dislodged` or `, destroyed` follows when that happened to the unit as well",
                    "additionalProperties": {
                        "type": "string",
                        "pattern": "^(succeeds|fails|cut|given|available|disrupted|stands|illegal|invalid)"
                        "(, (dislodged|destroyed))?$|^(dislodged|destroyed)$",
                    },
                },
                "reasons": {
                    "type": "object",
                    "description": "order text -> why it did not simply work: a code and its facts",
                    "additionalProperties": {
                        "type": "object",
                        "required": ["code"],
                        "properties": {"code": {"type": "string"}},
                    },
                },
            },
            "additionalProperties": True,
        },
        "error": {
            "type": "object",
            "required": ["error", "line"],
            "properties": {"error": {"type": "string"}, "line": {"type": "integer", "minimum": 1}},
            "additionalProperties": False,
        },
        "difference": {
            "type": "object",
            "description": "what --compare prints for each difference",
            "required": ["line", "game", "phase", "differs", "expected", "found", "edition"],
            "properties": {
                "line": {"type": "integer", "minimum": 1},
                "game": {},
                "phase": _PHASE,
                "differs": {"enum": ["next_units", "next_dislodged", "next_centers", "next_phase"]},
                "expected": {},
                "found": {},
                "edition": {"type": "string", "description": "another edition that explains it; none"},
            },
        },
    },
    "oneOf": [{"$ref": "#/$defs/input"}, {"$ref": "#/$defs/output"}, {"$ref": "#/$defs/error"}],
}  # fmt: skip
