"""A report as JSON for other programs, in the form that docs/report.schema.json describes."""

from __future__ import annotations

import json
from typing import Any

from judge.adjudicator.codec import plain
from judge.report.build import Report

_SPANS = {"type": "array", "items": {"$ref": "#/$defs/Span"}}
_BLOCKS = {"type": "array", "items": {"$ref": "#/$defs/Block"}}
_WORDS = {"type": ["string", "null"]}


def _kind(name: str, **fields: Any) -> dict[str, Any]:
    """An object with its kind and exactly these fields."""
    return {
        "type": "object",
        "required": ["is", *fields],
        "additionalProperties": False,
        "properties": {"is": {"const": name}, **fields},
    }


SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "A report of the Judge, for one audience",
    "description": "What `judge report NAME --format json` prints: the words in blocks, and the events behind them.",
    "type": "object",
    "required": ["format", "version", "game", "game_name", "title", "seat", "window", "form", "blocks", "events"],
    "additionalProperties": False,
    "properties": {
        "format": {"const": "judge-report"},
        "version": {"const": 1},
        "game": {"type": "string", "description": "which game is played: range-war, diplomacy …"},
        "game_name": {"type": "string", "description": "what the game master called it"},
        "title": {"type": "string"},
        "seat": {**_WORDS, "description": "whose report it is; null is the public one"},
        "window": {**_WORDS, "description": "the key of the window that is open now; null when the game is over"},
        "form": {**_WORDS, "description": "the order form of this seat, when it is asked for orders"},
        "blocks": {**_BLOCKS, "description": "the report, from top to bottom"},
        "events": {
            "type": "array",
            "description": "what happened, as far as this audience is told, in order; `is` names the kind of event, "
            "the other fields are the game's own. A Verdict is what became of one order.",
            "items": {
                "type": "object",
                "required": ["is"],
                "properties": {"is": {"type": "string"}},
                "not": {"required": ["told"]},
            },
        },
    },
    "$defs": {
        "Span": _kind("Span", text={"type": "string"}, style={"enum": ["plain", "strong", "em", "code"]}),
        "Block": {
            "oneOf": [
                _kind("Heading", level={"type": "integer", "minimum": 1, "maximum": 6}, spans=_SPANS),
                _kind("Paragraph", spans=_SPANS),
                _kind(
                    "Bullets",
                    items={"type": "array", "items": _BLOCKS},
                    numbered={"type": "boolean"},
                    first={"type": "integer", "description": "the number of the first item, when they are numbered"},
                ),
                _kind(
                    "Grid",
                    head={"type": "array", "items": _SPANS},
                    align={"type": "array", "items": {"enum": ["left", "right", "center"]}},
                    rows={"type": "array", "items": {"type": "array", "items": _SPANS}},
                ),
                _kind("Verbatim", text={"type": "string"}, kind={"type": "string"}),
                _kind("Quote", blocks=_BLOCKS),
                _kind("Rule"),
            ]
        },
    },
}


def json_of(report: Report) -> str:
    """The report as JSON text."""
    return json.dumps(facts_of(report), ensure_ascii=False, indent=2) + "\n"


def facts_of(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "format": "judge-report",
        "version": 1,
        "game": report.game,
        "game_name": report.game_name,
        "title": report.title,
        "seat": report.seat,
        "window": report.window,
        "form": report.form,
        "blocks": [plain(block) for block in report.blocks],
        # The report does not say who else was told of an event.
        "events": [{key: value for key, value in plain(event).items() if key != "told"} for event in report.events],
    }
