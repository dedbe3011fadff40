"""Common to all pages of a seat: the head, the answer to a letter, and how a form becomes one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from judge.campaign import due
from judge.campaign.act import Look
from judge.campaign.closes import closes
from judge.campaign.languages import language_of
from judge.campaign.live import Live
from judge.campaign.numbers import shown_number
from judge.mail.fetch import RawMail
from judge.report.blocks import Block, Heading
from judge.report.languages import worded_in
from judge.report.media.html import html_of, parts_of
from judge.serve.sheets import answer_of
from judge.web.front import Front, Place, Refused, form_of, front_of, place_of
from judge.web.letters import Answered, hand_in, letter_of, was_sent
from judge.web.pages import page
from judge.web.slips import is_ours, slip

Form = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Visit:
    """One look at a seat's pages: the person, and the game. `answered`, `form`: the letter just sent."""

    request: Request
    look: Look
    place: Place
    live: Live
    answered: Answered | None = None
    form: Form | None = None

    @property
    def front(self) -> Front:
        """The words and links that all pages share."""
        return front_of(self.request)

    @property
    def typed(self) -> Form:
        """The text of a form that was not taken as a whole: it is shown again."""
        return {} if self.form is None or self.answered is None or self.answered.stands else self.form


class Unsent(Exception):
    """The form holds no letter that can be handed in; `word` says why (templates/web/answer.html.j2)."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


@dataclass(frozen=True, slots=True)
class Written:
    """The letter from a form. `window`: its window; `had`: the receipt of the set it was written over, None if that
    does not matter."""

    text: str
    window: str = ""
    had: str | None = None


Shown = Callable[[Visit], Response]
Writer = Callable[[Visit, Form], Written]


def pages_at(path: str, show: Shown, write: Writer | None = None) -> tuple[Route, ...]:
    """The routes of one page: to look at it, and to send its form if it has one."""

    def look_at(request: Request) -> Response:
        with front_of(request).campaign.look() as look:
            return _shown(request, look, show, None, None)

    async def send(request: Request) -> Response:
        assert write is not None
        form = await form_of(request)
        front = front_of(request)

        def tell(look: Look, answered: Answered) -> Response:
            return _shown(request, look, show, answered, form)

        def prepared() -> RawMail | Response:
            with front.campaign.look() as look:
                letter = _prepared(request, look, write, form)
                return letter if isinstance(letter, RawMail) else tell(look, letter)

        letter = await run_in_threadpool(prepared)
        return letter if isinstance(letter, Response) else await hand_in(front, letter, tell)

    routes = (Route(path, look_at, methods=["GET"]),)
    return routes if write is None else (*routes, Route(path, send, methods=["POST"]))


def _prepared(request: Request, look: Look, write: Writer, form: Form) -> RawMail | Answered:
    """The letter from a form, or why there is none."""
    front = front_of(request)
    place, live = place_of(look, request)
    given = form.get("slip", "")
    if not is_ours(front.secret, about(place), given, front.now()):
        raise Refused(403, "no-slip")
    try:
        written = write(Visit(request, look, place, live, form=form), form)
    except Unsent as error:
        return Answered("unsent", error.word)
    letter = letter_of(front, place, written.text, written.window, given)
    if written.had not in (None, had(look, live, place)) and not was_sent(look.connection, letter):
        return Answered("unsent", "changed")
    return letter


def _shown(request: Request, look: Look, show: Shown, answered: Answered | None, form: Form | None) -> Response:
    front = front_of(request)
    try:
        place, live = place_of(look, request)
        if live.step is None:
            raise Refused(409, "not-begun")
        with reading(look, live, place):
            return show(Visit(request, look, place, live, answered, form))
    except Refused:
        if answered is None:
            raise
        # The letter ended the link, or the game.
        return page(request, "answered.html.j2", answer=answer_in(front, answered, form))


def reading(look: Look, live: Live, place: Place) -> AbstractContextManager[None]:
    """In the language of the reader, and by their clock."""
    settings = look.ledger.settings(place.player, live.id)
    return worded_in(language_of(settings, live, look.config), str(settings.get("zone") or ""))


def had(look: Look, live: Live, place: Place) -> str:
    """The mark of a seat's set: the receipt of its newest change."""
    row = look.ledger.docket_row(live, place.seat)
    return str(shown_number(look, live, row["receipt"] or 0) or "") if row is not None else ""


def about(place: Place) -> str:
    """The subject of the slips in a seat's forms."""
    return f"letter {place.row['id']}"


def home_of(visit: Visit) -> str:
    """The path of a seat's first page."""
    return f"{visit.front.web.path}/seat/{visit.place.link(visit.front.secret)}"


def told(blocks: Sequence[Block], top: int) -> dict[str, Markup]:
    """A report without its title, in three: the news, the part below the map, and the part that only a program reads.
    `top`: the level of the title that the page gives it."""
    parts = parts_of([one for one in blocks if not (isinstance(one, Heading) and one.level == 1)])
    return {
        name: Markup(html_of(part, inline=False, top=top))
        for name, part in zip(("news", "rest", "small"), parts, strict=True)
    }


def frame(visit: Visit, here: str) -> dict[str, Any]:
    """The facts for templates/web/seat-base.html.j2. `here`: the current page."""
    place, live, front = visit.place, visit.live, visit.front
    now = front.now()
    return {
        "here": here,
        "home": home_of(visit),
        "game": live.name,
        "kind": live.game.title,
        "seat": live.seat_name(place.seat),
        "sits": place.role != "player",
        "window": live.window,
        "deadline": due.said(live, now),
        "closes": closes(visit.look, live, now, place.seat) if live.window is not None else None,
        "slip": slip(front.secret, about(place), now),
        "bell": front.bell_key,
        "answer": answer_in(front, visit.answered, visit.form),
    }


def answer_in(front: Front, answered: Answered | None, form: Form | None) -> dict[str, Any] | None:
    """The answer to the letter just sent, in words; its lines are counted as in the form's field."""
    if answered is None:
        return None
    if answered.facts is None:
        return {"state": answered.state, "note": answered.note, "verdict": ""}
    facts = _as_typed(answered.facts) if form is not None and is_whole(form) else answered.facts
    title, blocks = answer_of(facts, front.campaign.config.own_templates, has_buttons=True)
    return {
        "state": "done", "verdict": answered.facts["verdict"], "title": title,
        "words": Markup(html_of(blocks, inline=False, top=2)),
        "fixes": int(answered.facts.get("fixes") or 0), "number": str(answered.facts.get("answer") or ""),
    }  # fmt: skip


def is_whole(form: Form) -> bool:
    """Whether a form holds a seat's whole set, so that its letter begins with a line of our own."""
    return bool(form.get("whole")) and not form.get("say") and not form.get("fix")


def _as_typed(facts: Mapping[str, Any]) -> dict[str, Any]:
    """An answer whose remarks count lines without the first."""

    def shifted(part: Mapping[str, Any]) -> dict[str, Any]:
        rows = {key: part[key] for key in ("problems", "warnings", "doubts") if key in part}
        return {
            **part,
            **{
                key: [[line, said, max(0, at - 1), *more] for line, said, at, *more in some]
                for key, some in rows.items()
            },
        }

    return {**facts, "parts": [shifted(part) for part in facts["parts"]]}


__all__ = ["Form", "Unsent", "Visit", "Written", "answer_in", "frame", "had", "home_of", "is_whole", "pages_at", "told"]
