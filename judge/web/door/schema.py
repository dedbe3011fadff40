"""Everything that goes through the door, as one JSON schema: docs/door.schema.json is a copy of it."""

from __future__ import annotations

from typing import Any

from judge.report.media import facts

_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}
_NUMBER = {"type": "integer", "minimum": 0}
_MAYBE = {"type": ["string", "null"]}
_TEXTS = {"type": "array", "items": _TEXT}


def _of(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _list(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _of(name)}


def _said(about: dict[str, Any], description: str) -> dict[str, Any]:
    return {**about, "description": description}


def _object(about: str, /, *optional: str, **fields: Any) -> dict[str, Any]:
    """An object with exactly these fields, of which some may be missing."""
    return {
        "type": "object",
        "description": about,
        "required": [name for name in fields if name not in optional],
        "additionalProperties": False,
        "properties": fields,
    }


_WINDOW = _object(
    "The open window.",
    key=_said(_TEXT, "unique in the game's life"),
    title=_TEXT,
    kind=_TEXT,
    deadline=_said(_MAYBE, "in UTC; null while nobody can say"),
    held=_said(_FLAG, "the clock stands"),
    asked=_said(_FLAG, "this seat is asked"),
    form=_said(_MAYBE, "the order form: fill in the blanks (___) and send it as a letter"),
)
_ORDERS = _object(
    "What the seat has in for the open window.",
    lines=_TEXTS,
    silence=_said(_TEXTS, "what happens as well if nothing more comes"),
    answered=_FLAG,
    complete=_said(_FLAG, "the window waits for nothing more from this seat"),
    waiting=_said(_FLAG, "WAIT was said"),
    faults={"type": "array", "items": _object("A line that does not stand.", line=_TEXT, says=_TEXT)},
    kept=_said(_list("Kept"), "what was sent ahead for later windows"),
)
_TABLE = _object(
    "GET /api/table: the game as it stands for the seat.",
    format={"const": "judge-table"},
    version={"const": 1},
    campaign=_TEXT,
    game=_said(_TEXT, "which game is played: range-war, diplomacy …"),
    game_name=_said(_TEXT, "what the game master called it"),
    seat=_TEXT,
    seat_name=_TEXT,
    status=_said(_TEXT, "forming, confirming, running, over"),
    step=_said({"type": ["integer", "null"]}, "the newest step; null before the start"),
    window={"anyOf": [_of("Window"), {"type": "null"}]},
    orders={"anyOf": [_of("Orders"), {"type": "null"}]},
    view=_said({"type": ["object", "null"]}, "all that the seat may see of the table, in the game's own fields"),
)
_PATTERN = {"type": "object", "required": ["text"], "properties": {"text": _TEXT}}
_SUBJECT: dict[str, Any] = {
    "type": "object",
    "description": "A piece, a lot or a list to order. What is empty is left out.",
    "required": ["id", "said"],
    "properties": {
        "id": _TEXT,
        "said": _said(_TEXT, "what it is, as a code; `of`: the names that belong to it"),
        "of": _TEXTS,
        "space": _said(_TEXT, "where it stands on the map"),
        "choices": {
            "type": "array",
            "items": {
                "type": "object",
                "description": "An order that stands by itself: text is what a letter says.",
                "required": ["verb", "text"],
                "properties": {"verb": _TEXT, "text": _TEXT, "cost": {"type": "integer"}},
            },
        },
        "amount": _said(_PATTERN, "a sum: {n} in the text, at most `most`, on so many `rungs`"),
        "several": _said(_PATTERN, "some of a list: {list} in the text; `none` and `every` stand for none and all"),
        "route": _said(_PATTERN, "a road: {way} in the text, from `start`, at most so many steps"),
        "spot": _said(_PATTERN, "a point of a table: {x} and {y} in the text, in inches"),
        "free": _said(_TEXT, "a line to be filled in (___) in words of one's own"),
    },
}
_CHOICES = _object(
    "GET /api/choices: what the seat could order, as far as the game can list it, from what the seat sees.",
    "purse",
    "conditions",
    window=_TEXT,
    subjects=_list("Subject"),
    purse=_said({"type": "integer"}, "the cash that sums are counted down from"),
    conditions=_said({"type": "object"}, "how an order is made to hang on something, and on what"),
)
_LETTER = _object(
    "POST /api/letters: a letter, as it would stand in a mail.",
    "window",
    "id",
    text={"type": "string", "minLength": 1},
    window=_said(_TEXT, "the key of the window it is written for: a letter for one that is closed changes nothing"),
    id=_said(
        {"type": "string", "pattern": "^[A-Za-z0-9._-]{1,64}$"},
        "a word of the sender's own: the same words sent twice under the same id are one letter",
    ),
)
_REMARK = _object(
    "Something to be said of a line.",
    line=_said(_TEXT, "in the letter's own words"),
    says=_TEXT,
    number=_said(_NUMBER, "the line's number in the letter; 0: none"),
    fix=_said(_NUMBER, "FIX and this number take the suggestion; 0: there is none"),
    suggestion=_TEXT,
)
_SET = _object(
    "A seat's orders as they stand after the letter.",
    seat=_TEXT,
    window=_said(_TEXT, "its title"),
    orders=_TEXTS,
    silence=_TEXTS,
    complete=_FLAG,
    waiting=_FLAG,
    problems=_said(_list("Remark"), "what was not understood, or is not possible"),
    warnings=_list("Remark"),
    conditions=_TEXTS,
    kept=_list("Kept"),
    deadline=_said(_TEXT, "in words, in the game's zone"),
    receipt=_said(_NUMBER, "0: the letter changed nothing"),
    hash=_said(_TEXT, "of the set"),
)
_ANSWER = _object(
    "The answer to a letter.",
    verdict={"enum": ["OK", "WARNINGS", "ERRORS", "NOT READ"]},
    window=_said(_MAYBE, "the key of the open window"),
    number=_said(_TEXT, "the answer's own number: FIX 1 of NUMBER"),
    sets=_list("Set"),
    later={
        "type": "array",
        "items": _object(
            "Lines for a later window.",
            **{"for": _TEXT},
            lines=_TEXTS,
            problems=_list("Remark"),
            doubts=_list("Remark"),
        ),
    },
    not_done=_said(
        {"type": "array", "items": _object("A part of the letter.", line=_TEXT, code=_TEXT, says=_TEXT)},
        "what was refused or not read",
    ),
)
_MAIL = _object(
    "Something the seat was told: a mail, as its player gets it.",
    "step",
    "answer",
    "from",
    "to",
    number=_said({"type": "integer", "minimum": 1}, "counts up in this seat's list"),
    kind={"enum": ["receipt", "report", "closing", "press", "notice", "reminder", "talk"]},
    at=_said(_TEXT, "when it went, in UTC"),
    subject=_TEXT,
    text=_said(_TEXT, "in words; empty for a report, which GET /api/report brings"),
    step=_said({"type": "integer"}, "of a report"),
    answer=_of("Answer"),
    **{"from": _said(_TEXT, "of press: who signed it"), "to": _said(_TEXT, "of press: who reads it")},
)

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "The door for programs",
    "description": "What a program sends and gets that sits at a seat: see docs/door.md.",
    "anyOf": [_of(name) for name in ("Table", "Choices", "Report", "Letter", "Heard", "News", "Refused")],
    "$defs": {
        "Table": _TABLE,
        "Window": _WINDOW,
        "Orders": _ORDERS,
        "Kept": _object("What was sent ahead.", **{"for": _TEXT}, text=_TEXT),
        "Choices": _CHOICES,
        "Subject": _SUBJECT,
        # A report has a schema of its own, which is included here whole.
        "Report": {key: value for key, value in facts.SCHEMA.items() if key not in ("$schema", "$defs", "title")},
        **facts.SCHEMA["$defs"],
        "Letter": _LETTER,
        "Heard": _object("What POST /api/letters answers.", answer=_of("Answer"), text=_said(_TEXT, "in words")),
        "Answer": _ANSWER,
        "Set": _SET,
        "Remark": _REMARK,
        "News": _object(
            "GET /api/news?after=N&wait=SECONDS: what the seat was told behind number N.",
            news=_list("Mail"),
            next=_said(_NUMBER, "what to ask after next"),
        ),
        "Mail": _MAIL,
        "Refused": _object("Why nothing was done.", "says", error=_said(_TEXT, "a code"), says=_TEXT),
    },
}
__all__ = ["SCHEMA"]
