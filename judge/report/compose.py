"""The composer of orders: the choices of each seat, as facts, and the part of a page with them.

A game's own `compose` module says what can be clicked. A game without one is composed from its order form: each line of
it is a subject that players write in their own words.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, cast

from markupsafe import Markup

from judge.adjudicator.protocol import AnyGame, Ask, Seat, Window
from judge.drawing.choices import Conditions, Sheet, Speech, Subject, from_line
from judge.drawing.kit import strong
from judge.grammar.shapes import Shapes
from judge.grammar.tables import tables_of
from judge.report.languages import called
from judge.report.pictures import colours, picture
from judge.report.words import environment
from judge.variants import part

SCRIPTS = ("compose-check.js", "compose.js", "compose-map.js")
"""The page's scripts, beside the data of its grammar (`syntax_file`)."""


class Composer(Protocol):
    """The interface of judge/variants/GAME/compose.py."""

    def subjects(self, game: Any, view: Any, seat: Seat, ask: Ask) -> Sequence[Subject]:
        """Everything this seat may order now."""
        ...

    def sheet(self, game: Any, view: Any) -> Sheet:
        """The table that orders are clicked on."""
        ...

    def speech(self, game: Any, view: Any) -> Speech:
        """How a line is recognised as one of the game's."""
        ...

    def purse(self, game: Any, view: Any, seat: Seat) -> int | None:
        """The cash that sums are counted down from, as far as this view shows it."""
        ...

    def conditions(self, game: Any, view: Any, seat: Seat, ask: Ask) -> Conditions:
        """The conditions that an order may have."""
        ...


@dataclass(frozen=True)
class Outlet:
    """Where composed orders go: a mail to `address` under `subject`, or, if `post` is set, a form of a page with
    `hidden` values of its own."""

    address: str = ""
    subject: str = ""
    _: KW_ONLY
    post: str = ""
    hidden: Mapping[str, str] = field(default_factory=dict)


def composer(key: str) -> Composer | None:
    """A game's composer, if it has one."""
    return cast(Composer | None, part(key, "compose"))


def subjects(game: AnyGame, view: object, seat: Seat, ask: Ask) -> tuple[Subject, ...]:
    """Everything a seat may order in the open window."""
    own = composer(game.key)
    if own is not None:
        return tuple(own.subjects(game, view, seat, ask))
    return tuple(from_line(number, line) for number, line in enumerate(ask.lines))


def samples(game: AnyGame, view: object, seat: Seat, ask: Ask) -> dict[str, str]:
    """An order of each kind that a seat may give now, by its verb; support and convoys of its own pieces, if it can."""
    found: dict[str, str] = {}
    asked = subjects(game, view, seat, ask)
    own = {one.space for one in asked if one.space}
    for is_own in (True, False):
        for choice in (choice for one in asked for choice in one.choices):
            if not is_own or len(choice.steps) < 2 or choice.steps[0] in own:
                found.setdefault(choice.verb, choice.text)
    return found


def seat_facts(game: AnyGame, view: object, seat: Seat, ask: Ask, sent: Sequence[str] = ()) -> dict[str, Any]:
    """The choices of one seat, by this view. `sent`: the lines that are in."""
    own = composer(game.key)
    made: dict[str, Any] = {
        "id": seat,
        "name": next(one.name for one in game.seats if one.id == seat),
        "subjects": [_plain(one) for one in subjects(game, view, seat, ask)],
        "sent": list(sent),
    }
    if own is not None:
        purse = own.purse(game, view, seat)
        made["conditions"] = _plain(own.conditions(game, view, seat, ask))
        if purse is not None:
            made["purse"] = purse
    return made


def facts(
    game: AnyGame, view: object, window: Window, outlet: Outlet, sent: Mapping[Seat, Sequence[str]] | None = None
) -> dict[str, Any]:
    """The facts for the page's scripts: all seats that are asked, as far as this view shows them; of a seat's own view,
    only that seat."""
    own = composer(game.key)
    asked = [
        seat.id for seat in game.seats if seat.id in window.asks and getattr(view, "seat", None) in (None, seat.id)
    ]
    return {
        "game": game.key,
        "key": window.key,
        "address": outlet.address,
        "subject": outlet.subject,
        "one": len(window.asks) == 1,
        "sheet": _named_here(_plain(own.sheet(game, view))) if own is not None else {},
        "speech": _plain(own.speech(game, view)) if own is not None else {},
        "colours": {one: strong(colour) for one, colour in colours(game, view).items()},
        "seats": [seat_facts(game, view, seat, window.asks[seat], (sent or {}).get(seat, ())) for seat in asked],
    }


def _named_here(sheet: dict[str, Any]) -> dict[str, Any]:
    """A table for clicking, with the names of its places in the reader's language."""
    names = {one: called(name) for one, name in sheet.get("names", {}).items()}
    return {**sheet, "names": names} if names else sheet


def page_part(
    game: AnyGame,
    view: object,
    window: Window,
    outlet: Outlet,
    *,
    sent: Mapping[Seat, Sequence[str]] | None = None,
    root: str = "..",
    own_templates: Path | None = None,
) -> Markup:
    """The composer as a part of a page: facts in, HTML out. `root`: the folder of SCRIPTS, style.css and `syntax_file`.

    It runs only script files, so that a strict policy of the page may forbid all else.
    """
    given = facts(game, view, window, outlet, sent)
    svg = picture(game, view)
    made = (
        environment(own_templates)
        .get_template("site/composer.html.j2")
        .render(
            map=Markup(svg), facts=as_script(given), outlet=outlet, seats=given["seats"], root=root,
            clicks=clicks(given), scripts=(syntax_file(game), *SCRIPTS),
        )
    )  # fmt: skip
    return Markup(made)


def clicks(given: Mapping[str, Any]) -> bool:
    """Whether any of these orders can be clicked on the map."""
    subjects = [one for seat in given["seats"] for one in seat["subjects"]]
    return any("space" in one or "spot" in one or any("steps" in c for c in one.get("choices", ())) for one in subjects)


def syntax_file(game: AnyGame) -> str:
    """The file of a game's grammar, as the page's check reads it."""
    return f"syntax-{game.key}.js"


def syntax_script(game: AnyGame, view: object) -> str:
    """A game's grammar, and that of commands, as tables in a script; nothing for a game without a composer."""
    own = composer(game.key)
    said: list[Any] = []
    if own is not None:
        speech = own.speech(game, view)
        said = [_tables(speech.grammar, speech.starts), _tables("letter.lark", ("start",))]
    return f"globalThis.judgeSyntax={json.dumps(said, ensure_ascii=False, separators=(',', ':'))};\n"


@cache
def _tables(grammar: str, starts: tuple[str, ...]) -> dict[str, Any]:
    return tables_of(Shapes(grammar, starts), starts)


def fragment(game: AnyGame, state: object, window: Window, seat: Seat, sent: Sequence[str] = ()) -> str:
    """The part of a seat's choices that only its link's fragment carries: the subjects that the public sees otherwise,
    the cash, the lines that are in. A browser sends a fragment nowhere."""
    ask = window.asks[seat]
    own, shown = (seat_facts(game, game.view(state, one), seat, ask, sent) for one in (seat, None))
    known = {one["id"]: one for one in shown["subjects"]}
    told = {
        "seat": seat,
        "key": window.key,
        "order": [one["id"] for one in own["subjects"]],
        "changed": [one for one in own["subjects"] if known.get(one["id"]) != one],
        "sent": own["sent"],
        **({"purse": own["purse"]} if "purse" in own else {}),
    }
    packed = zlib.compress(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode(), 9, wbits=-15)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def as_script(value: object) -> Markup:
    """Values as JSON that is safe inside a script element."""
    return Markup(json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("&", "\\u0026"))


def _plain(value: Any) -> Any:
    """Facts as plain JSON; empty ones are left out."""
    if is_dataclass(value):
        pairs = ((one.name, getattr(value, one.name), one.default) for one in fields(value))
        return {name: _plain(said) for name, said, usual in pairs if said not in (usual, (), "", None) and said != {}}
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    return round(value, 1) if isinstance(value, float) else value
