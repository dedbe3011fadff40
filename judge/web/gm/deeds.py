"""The deeds of a game master on a page: the same acts as by command, under the same rights and on record."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from judge.campaign import correcting, ending, filling, founding, opponents, pace, pressing
from judge.campaign.act import Act
from judge.campaign.deadlines import read_length
from judge.campaign.live import NotNow, load_game
from judge.campaign.settings import as_setting
from judge.grammar.text import without_controls
from judge.serve.secrets import check_no_secret
from judge.store.base import stamp

Form = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Deed:
    """`right`: the right it needs in campaign.yaml; `asks`: a page first says what it would do."""

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


def _words(act: Act, form: Form) -> str:
    """The words of a form to tell; they hold no word that opens a seat."""
    text = without_controls(form.get("text", "").replace("\r\n", "\n")).strip()
    if not text:
        raise NotNow("no-words")
    check_no_secret(act.connection, text, act.config.masters)
    return text


def _start(act: Act, name: str, form: Form) -> object:
    return founding.start(act, name, bool(form.get("at-once")))


def _extend(act: Act, name: str, form: Form) -> object:
    return pace.extend(act, name, read_length(form.get("by", "")), _reason(form))


def _pause(act: Act, name: str, form: Form) -> None:
    pace.pause(act, name, _reason(form))


def _deadline(act: Act, name: str, form: Form) -> object:
    return pace.set_deadline(
        act, name, pace.time_in(load_game(act.connection, name), form.get("at", "")), _reason(form)
    )


def _set(act: Act, name: str, form: Form) -> object:
    key, value = form.get("key", "").strip().lower(), form.get("value", "").strip()
    if not value:
        raise NotNow("no-value", key=key)
    return pace.change_settings(act, name, {key: as_setting(value)})


def _note(act: Act, name: str, form: Form) -> None:
    seat = form.get("seat", "")
    correcting.official_word(act, name, _words(act, form), (seat,) if seat else ())


def _press(act: Act, name: str, form: Form) -> object:
    live = load_game(act.connection, name, lock=True)
    to, text = form.get("seat", "") or "all", _words(act, form)
    known_by = hashlib.sha256(f"{stamp(act.now)} {to} {text}".encode()).hexdigest()[:12]
    return pressing.write_to(act, live, to, text, known_by)


def _seat(act: Act, name: str, form: Form, instead: bool) -> None:
    """Give a seat to a person or to the program."""
    seat, person, strength = form.get("seat", ""), form.get("person", "").strip(), form.get("strength", "")
    if bool(person) == bool(strength):
        raise NotNow("person-or-program")
    if strength:
        opponents.put_at(act, name, seat, strength, instead=instead)
    else:
        (filling.replace if instead else filling.assign)(act, name, seat, person)


def _roll_back(act: Act, name: str, form: Form) -> object:
    return correcting.roll_back(act, name, _step(form), bool(form.get("keep")))


def _end(act: Act, name: str, form: Form) -> object:
    winners = tuple(form.get("winners", "").replace(",", " ").split())
    return ending.end(act, name, winners, _reason(form))


DEEDS: Mapping[str, Deed] = {
    "start": Deed("games", _start),
    "extend": Deed("clock", _extend),
    "deadline": Deed("clock", _deadline),
    "pause": Deed("clock", _pause),
    "resume": Deed("clock", lambda act, name, form: pace.resume(act, name)),
    "set": Deed("look", _set),
    "note": Deed("words", _note),
    "press": Deed("words", _press),
    "assign": Deed("seats", lambda act, name, form: _seat(act, name, form, False)),
    "replace": Deed("seats", lambda act, name, form: _seat(act, name, form, True), asks=True),
    "token": Deed("seats", lambda act, name, form: filling.renew_token(act, name, form.get("seat", "")), asks=True),
    "unseat": Deed("seats", lambda act, name, form: filling.unseat(act, name, form.get("seat", "")), asks=True),
    "rollback": Deed("correct", _roll_back, asks=True),
    "rollforward": Deed("correct", lambda act, name, form: correcting.roll_forward(act, name), asks=True),
    "let-go": Deed("correct", lambda act, name, form: correcting.let_go(act, name)),
    "drop": Deed("correct", lambda act, name, form: correcting.let_go(act, name, drop=True), asks=True),
    "end": Deed("games", _end, asks=True),
}

FIELDS = (
    "at", "at-once", "by", "key", "keep", "person", "reason", "seat", "step", "strength", "text", "value", "winners",
)  # fmt: skip
"""The fields of the forms of deeds."""

__all__ = ["DEEDS", "FIELDS", "Deed"]
