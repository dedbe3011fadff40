"""What a game master can have done on a page: the same acts as by command, under the same rights and on record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.campaign import correcting, ending, filling, pace
from judge.campaign.act import Act
from judge.campaign.deadlines import read_length
from judge.campaign.live import NotNow

Form = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Deed:
    """`right`: what campaign.yaml has to give for it; `asks`: a page first says what it would do."""

    right: str
    do: Callable[[Act, str, Form], object]
    asks: bool = False


def _reason(form: Form) -> str:
    reason = form.get("reason", "").strip()
    if not reason:
        raise NotNow("needs-a-reason")
    return reason


def _step(form: Form) -> int:
    said = form.get("step", "")
    if not (said.isascii() and said.isdigit() and len(said) < 9):
        raise NotNow("which-step")
    return int(said)


def _extend(act: Act, name: str, form: Form) -> object:
    return pace.extend(act, name, read_length(form.get("by", "")), _reason(form))


def _pause(act: Act, name: str, form: Form) -> None:
    pace.pause(act, name, _reason(form))


def _note(act: Act, name: str, form: Form) -> None:
    text = form.get("text", "").strip()
    if not text:
        raise NotNow("no-words")
    seat = form.get("seat", "")
    correcting.official_word(act, name, text, (seat,) if seat else ())


def _roll_back(act: Act, name: str, form: Form) -> object:
    return correcting.roll_back(act, name, _step(form), bool(form.get("keep")))


def _end(act: Act, name: str, form: Form) -> object:
    winners = tuple(form.get("winners", "").replace(",", " ").split())
    return ending.end(act, name, winners, _reason(form))


DEEDS: Mapping[str, Deed] = {
    "extend": Deed("clock", _extend),
    "pause": Deed("clock", _pause),
    "resume": Deed("clock", lambda act, name, form: pace.resume(act, name)),
    "note": Deed("words", _note),
    "rollback": Deed("correct", _roll_back, asks=True),
    "rollforward": Deed("correct", lambda act, name, form: correcting.roll_forward(act, name), asks=True),
    "let-go": Deed("correct", lambda act, name, form: correcting.let_go(act, name)),
    "drop": Deed("correct", lambda act, name, form: correcting.let_go(act, name, drop=True), asks=True),
    "unseat": Deed("seats", lambda act, name, form: filling.unseat(act, name, form.get("seat", "")), asks=True),
    "end": Deed("games", _end, asks=True),
}

FIELDS = ("by", "reason", "text", "seat", "step", "keep", "winners")
"""What the forms of deeds hold."""

__all__ = ["DEEDS", "FIELDS", "Deed"]
