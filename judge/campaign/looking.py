"""Looks that change nothing: the result of some orders, any report again, every act on record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from judge import report
from judge.adjudicator.codec import dump
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close
from judge.adjudicator.protocol import Seat
from judge.campaign import reports
from judge.campaign.act import Look
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NoGame, NotNow, load_game, seat_of
from judge.campaign.record import acts_told
from judge.campaign.remarks import Telling
from judge.campaign.seating import Sitting, is_masked, sittings
from judge.campaign.telling import OF
from judge.campaign.unnamed import is_hidden, masked
from judge.mail.hearing import Ear
from judge.report.build import Report
from judge.report.saying import Saying, worded
from judge.report.words import Words
from judge.store import notices


def unseen_drawn(live: Live, audience: Seat | None) -> Any:
    """The state with all that the audience cannot see drawn afresh, under dice that nobody else asks."""
    dice = KeyedDice.of(f"unseen: {live.name}/{live.need_window().key}/{audience or ''}")
    return live.game.redrawn(live.state, audience, dice)


def check_publishing(look: Look, name: str) -> None:
    """Refuse the public record of a game that goes on by the first dice scheme, if anything in it is hidden. Its hash
    of all orders has no salt, so a reader can try guesses until one fits."""
    live = load_game(look.connection, name)
    if live.scheme > 1 or live.window is None:
        return
    if dump(live.game.redrawn(live.state, None, KeyedDice.of("unseen"))) != dump(live.state):
        raise NotNow("record-tells-orders", game=live.name)


def what_if(look: Look, name: str, orders: Mapping[Seat, str], seat: str | None = None) -> Report:
    """Resolve tentative orders with dice of their own; nothing is stored and no real key is used.

    `seat`: only what it may see comes back.
    """
    live = load_game(look.connection, name)
    window = live.need_window()
    audience = seat_of(live.game, seat) if seat else None
    state = unseen_drawn(live, audience)
    sent: dict[Seat, Sequence[Any]] = {}
    said: list[Saying] = []
    words = Words(live.game, state)
    for who, text in orders.items():
        chosen = seat_of(live.game, who)
        ask = window.asks.get(chosen)
        if ask is None:
            said.append(Saying("answers/seat-not-asked", {"seat": live.seat_name(chosen), "window": window.title}))
            continue
        # Checked against the hands that were drawn, not the real ones: a refusal would tell of them.
        ear = Ear(live.game, state, chosen, ask.form, books_for(look, live, chosen))
        heard = ear.hear_text(text)
        told = Telling(ear, words, heard)
        sent[chosen] = heard.orders
        said += [
            Saying("answers/of-a-line", {"line": one.line, "why": one.sentence})
            for one in (*told.problems(), *told.warnings())
        ]
    return forecast(look, live, sent, audience, Saying("answers/what-if", {"window": window.title}), said)


def forecast(
    look: Look, live: Live, sent: Mapping[Seat, Sequence[Any]], audience: Seat | None, title: Saying,
    said: Sequence[Saying] = (),
) -> Report:  # fmt: skip
    """The report of the open window, if these were all orders, made from what the audience can know."""
    dice = KeyedDice.of(f"what if: {live.name}/{live.need_window().key}")
    state = unseen_drawn(live, audience)
    closed = close(live.game, state, sent, dice)
    notes = report.Notes(
        game_name=live.name, form=False, own_templates=look.config.own_templates,
        notices=tuple(worded(one, look.config.own_templates) for one in (Saying("answers/is-a-forecast"), *said)),
    )  # fmt: skip
    heading = worded(title, look.config.own_templates)
    return report.build(live.game, state, closed.step.state, closed.step.events, audience, notes, title=heading)


def report_again(look: Look, name: str, number: int | None = None, seat: str | None = None) -> Report:
    """Any report again."""
    live = load_game(look.connection, name)
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    chosen = seat_of(live.game, seat) if seat else None
    return reports.report_of(look, live, live.head if number is None else number, chosen)


def audit(look: Look, name: str | None) -> list[Mapping[str, Any]]:
    """Every act on record, oldest first; None: those that were about no game, or about one that was deleted.

    A game master who plays in the game reads no more than everybody may: hashes of orders, corrections and words to
    others tell what is hidden. Nobody reads who is who in an anonymous game: lists lie open on screens.
    """
    if name is None:
        return [{**row, "detail": json.loads(row["detail"])} for row in notices.acts(look.connection, None)]
    try:
        live = load_game(look.connection, name)
    except NoGame:
        # A deleted game's acts stay, and name that game.
        kept = audit(look, None)
        if all(one["detail"].get(OF) != name for one in kept):
            raise
        return [one for one in kept if one["detail"].get(OF) == name]
    sees = not is_hidden(live)
    return list(acts_told(look.connection, live, whole=sees, exact=sees, persons=not is_masked(live)))


def table(look: Look, name: str) -> list[Sitting]:
    """Everybody at a table; of an anonymous game, without names and addresses."""
    live = load_game(look.connection, name)
    return [masked(live, one) for one in sittings(look.connection, live.id)]
