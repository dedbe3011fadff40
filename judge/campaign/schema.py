"""The JSON schema of a game's record, as published in docs/export.schema.json."""

from __future__ import annotations

from typing import Any

_HEX = {"type": "string", "pattern": "^[0-9a-f]*$"}
_HASH = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_TEXTS = {"type": "array", "items": {"type": "string"}}

_ACT = {
    "type": "object",
    "required": ["at", "step", "actor", "act"],
    "properties": {
        "at": {"type": "string"},
        "step": {"type": "integer"},
        "act": {"type": "string", "description": "`round fixed`: a round of the beacon was told, with what follows"},
        "actor": {"type": "string"},
        "window": {"type": "string", "description": "the window that the round is for; `setup`: the deal"},
        "closed": {"type": "integer", "description": "when that window closed, seconds of the epoch"},
        "round": {"type": "integer", "minimum": 1},
        "sets": {**_HASH, "description": "what the key of the step has of the orders, as its `dice` have it"},
        "orders": {
            "type": "object",
            "description": "by seat the hash of its sealed orders; of the deal that of the words",
        },
        "beacon": {"type": "object", "description": "the beacon of the round; of `beacon changed` the new one"},
    },
}
"""Rollbacks and the like have `from`, `to`, `seat` and `reason` as well."""
_STEP: dict[str, Any] = {
    "type": "object",
    "required": ["number", "kind", "window", "title", "made_at", "judge", "reason", "state_hash", "orders",
                 "events", "draws", "notices"],
    "additionalProperties": False,
    "properties": {
        "made": {"type": "integer", "minimum": 1, "description": "the how manieth step that was made"},
        "from": {"type": "integer", "minimum": 0, "description": "the step it was made from, by `made`; 0: none"},
        "branch": {"type": "integer", "minimum": 0},
        "acts": {"type": "array", "items": _ACT, "description": "those since the step made before, as in `acts`"},
        "closes": {"type": ["string", "null"], "description": "until when letters count for the window it opens"},
        "record": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "told": {"type": "object", "description": "the hash of all that each seat alone was told so far"},
        "number": {"type": "integer", "minimum": 0},
        "kind": {"enum": ["setup", "turn", "edit", "end"]},
        "window": {"type": ["string", "null"]},
        "title": {"type": "string"},
        "made_at": {"type": "string"},
        "judge": {"type": "string"},
        "reason": {"type": ["string", "null"]},
        "state_hash": {**_HASH, "type": ["string", "null"], "description": "once the game is over"},
        "state": {"type": "object"},
        "orders": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "required": ["hash"],
                "additionalProperties": False,
                "properties": {
                    "hash": _HEX,
                    "filled": {
                        "type": "integer",
                        "minimum": 0,
                        "description": "how many of them silence filled in; once the game is over",
                    },
                    "text": _TEXTS,
                    "sent": _TEXTS,
                    "source": _TEXTS,
                    "values": {"type": "array"},
                },
            },
        },
        "events": {"type": "array", "items": {"type": "object", "required": ["is"]}},
        "draws": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["label", "kind", "sides", "result", "sealed"],
                "additionalProperties": False,
                "properties": {
                    "label": {"type": "string"},
                    "kind": {"enum": ["roll", "shuffle"]},
                    "sides": {"type": "integer", "minimum": 0},
                    "result": {"type": "array", "items": {"type": "integer"}},
                    "sealed": {"type": "boolean"},
                },
            },
        },
        "dice": {
            "type": "object",
            "required": ["reel", "link", "open"],
            "additionalProperties": False,
            "properties": {
                "reel": {"type": "integer", "minimum": 0},
                "link": {"type": "integer", "minimum": 1},
                "open": _HASH,
                "sealed": _HASH,
                "words": _HASH,
                "orders": {**_HASH, "description": "the sets of orders, in whatever order of lines: part of the key"},
                "chain_commitment": _HASH,
                "beacon": {
                    "type": "object",
                    "required": ["closed", "round"],
                    "additionalProperties": False,
                    "properties": {
                        "closed": {"type": "integer", "description": "when the window closed, seconds of the epoch"},
                        "round": {"type": "integer", "minimum": 1},
                        "signature": _HEX,
                        "previous": {**_HEX, "description": "the signature before, where the scheme signs it as well"},
                        "randomness": _HASH,
                        "missing": {"const": True, "description": "it could not be had; the setting says: go on"},
                    },
                },
                "next": _HASH,
                "salt": _HASH,
            },
        },
        "notices": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["text", "told"],
                "properties": {
                    "text": {"type": "string"},
                    "told": {"oneOf": [{"type": "null"}, _TEXTS]},
                },
            },
        },
    },
}  # fmt: skip

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The record of a game kept by the Judge",
    "description": "Public while the game goes on; `full` with states, orders and secrets once it is over.",
    "type": "object",
    "required": ["format", "version", "judge", "full", "game", "players", "dice", "steps", "audit"],
    "additionalProperties": False,
    "properties": {
        "format": {"const": "judge-game"},
        "version": {"enum": [1, 2, 3, 4, 5], "description": "how its dice are drawn (docs/dice.md)"},
        "judge": {"type": "string", "description": "the version that wrote this file"},
        "full": {"type": "boolean"},
        "game": {
            "type": "object",
            "required": ["name", "kind", "map", "map_text", "options", "settings", "seats", "words", "status",
                         "outcome", "created_at"],
            "additionalProperties": False,
            "properties": {
                "name": {"type": "string"},
                "kind": {"type": "string", "description": "range-war, diplomacy …"},
                "map": {"type": "string"},
                "map_text": {"type": "string", "description": "the map file the game is played on, whole"},
                "options": {"type": "object"},
                "settings": {"type": "object"},
                "seats": _TEXTS,
                "words": {"type": "object", "additionalProperties": {"type": "string"}},
                "status": {"enum": ["forming", "running", "over"]},
                "outcome": {
                    "oneOf": [
                        {"type": "null"},
                        {
                            "type": "object",
                            "required": ["winners", "reason"],
                            "properties": {"winners": _TEXTS, "reason": {"type": "string"}},
                        },
                    ]
                },
                "created_at": {"type": "string"},
            },
        },
        "players": {"type": "object", "additionalProperties": {"type": "string"}},
        "statements": {
            "type": "object",
            "description": "what players said when it was over, by seat",
            "additionalProperties": {"type": "string"},
        },
        "dice": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["number", "length", "chains", "open_commitment", "sealed_commitment"],
                "additionalProperties": False,
                "properties": {
                    "number": {"type": "integer", "minimum": 0},
                    "length": {"type": "integer", "minimum": 1},
                    "chains": {"type": "integer", "minimum": 1},
                    "after": {"type": "integer", "minimum": 0, "description": "steps made when it was published"},
                    "open_commitment": _HASH,
                    "sealed_commitment": _HASH,
                    "open_secret": _HEX,
                    "sealed_secret": _HEX,
                },
            },
        },
        "steps": {
            "type": "array",
            "items": _STEP,
        },
        "undone": {
            "type": "array",
            "description": "every rollback that was published, with the steps that are in no line of play any more",
            "items": {
                "type": "object",
                "required": ["reel", "from", "to", "at", "reason", "steps"],
                "additionalProperties": False,
                "properties": {
                    "reel": {"type": "integer", "minimum": 1},
                    "from": {"type": "integer"},
                    "to": {"type": "integer"},
                    "at": {"type": "string"},
                    "reason": {"type": ["string", "null"]},
                    "steps": {"type": "array", "items": _STEP},
                },
            },
        },
        "words": {
            "type": "array",
            "description": "the words that players mixed in",
            "items": {
                "type": "object",
                "required": ["seat", "word"],
                "properties": {
                    "seat": {"type": "string"},
                    "word": {"type": "string"},
                },
            },
        },
        "beacon": {"type": ["object", "null"]},
        "acts": {
            "type": "array",
            "description": "what the game master did beside releasing, without what was in it; rounds and beacons told",
            "items": _ACT,
        },
        "audit": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["step", "actor", "act", "detail", "at"],
                "properties": {
                    "step": {"type": ["integer", "null"]},
                    "actor": {"type": "string"},
                    "act": {"type": "string"},
                    "detail": {"type": "object"},
                    "at": {"type": "string"},
                },
            },
        },
    },
}  # fmt: skip
