"""Adjudication of files, without a campaign: a position, orders, a report, the next position."""

from __future__ import annotations

from dataclasses import dataclass

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close
from judge.adjudicator.protocol import AnyGame, Problem
from judge.campaign.live import NotNow
from judge.campaign.paste import split_orders
from judge.campaign.remarks import Telling
from judge.grammar.document import Document, DocumentError, dump
from judge.grammar.options import OptionError
from judge.grammar.seats import find_seat
from judge.mail.hearing import Ear
from judge.report.languages import ENGLISH, phrasebooks, worded_in
from judge.report.saying import Saying
from judge.report.words import Words
from judge.variants import GAMES


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """The result, and a sentence for every line that was refused."""

    report: str
    next_position: str
    refused: tuple[Saying | str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Choices for adjudicating a position: its game and board if it does not name them, and the reader."""

    game: str | None = None
    board: str | None = None
    seat: str | None = None
    medium: str = "text"
    language: str = ENGLISH
    """The language of orders, besides English, and of the report."""


def adjudicate(document: Document, orders: str, word: str, asked: Asked) -> Adjudicated:
    """Resolve one window of a position document; the dice are drawn from a word."""
    with worded_in(asked.language):
        return _adjudicated(document, orders, word, asked)


def _adjudicated(document: Document, orders: str, word: str, asked: Asked) -> Adjudicated:
    game, document = game_of(document, asked.game, asked.board)
    state = game.read_position(document)
    window = game.window(state)
    if window is None:
        raise NotNow("position-is-over", name=document.name)
    words = Words(game, state)
    audience = None
    if asked.seat is not None:
        found = find_seat(game.seats, asked.seat)
        if isinstance(found, Problem):
            raise NotNow("because", why=words.problem(found))
        audience = found
    books = phrasebooks(asked.language)
    refused: list[Saying | str] = []
    sent = {}
    for one, text in split_orders(game, orders).by_seat.items() if orders.strip() else ():
        ask = window.asks.get(one)
        if ask is None:
            refused.append(Saying("refusals/not-asked-line", {"seat": words.seat_name(one), "window": window.title}))
            continue
        ear = Ear(game, state, one, ask.form, books)
        heard = ear.hear_text(text)
        told = Telling(ear, words, heard)
        sent[one] = heard.orders
        remarks = told.problems()
        checked = game.check(state, one, heard.orders)
        remarks += [told.about(heard.orders[index], problem) for index, problem in sorted(checked.refused.items())]
        refused += [f'{one}: "{remark.line}": {remark.sentence}' for remark in remarks]
    closed = close(game, state, sent, KeyedDice.of(word))
    made = report.build(
        game, state, closed.step.state, closed.step.events, audience, report.Notes(game_name=game.key, form=False)
    )
    after = {
        "game": game.key,
        **({"map": asked.board} if asked.board else {}),
        **game.write_position(closed.step.state),
    }
    return Adjudicated(report.render(made, asked.medium), dump(after), tuple(refused))


def game_of(document: Document, key: str | None, map_name: str | None) -> tuple[AnyGame, Document]:
    """The game a position is of: as `game:` (and `map:`) in it say, as the caller says, or the only one that fits."""
    value = document.value
    if not isinstance(value, dict):
        raise document.error("a position document is a mapping")
    rest = {one: part for one, part in value.items() if one not in ("game", "map")}
    inner = Document(rest, document.lines, document.name, document.at)
    chosen = key or (str(value["game"]) if "game" in value else None)
    board = map_name or (str(value["map"]) if "map" in value else None)
    if chosen is not None:
        return shelf.game(chosen, board), inner
    fitting = []
    nearly: list[tuple[int, str, DocumentError]] = []
    for one in sorted(GAMES):
        game = shelf.game(one)
        try:
            game.read_position(inner)
        except DocumentError as error:
            nearly.append((len(error.complaints), game.title, error))
            continue
        except OptionError:
            continue
        fitting.append(game)
    if len(fitting) == 1:
        return fitting[0], inner
    if fitting:
        raise NotNow("position-fits-several", name=document.name, games=[game.key for game in fitting])
    if nearly:
        _, title, wrong = min(nearly, key=lambda one: one[:2])
        raise NotNow("position-names-no-game", name=document.name, rules=title, complaints=wrong)
    raise NotNow("position-fits-none", name=document.name)
