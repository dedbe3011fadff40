"""New games and their beginning: the row, the dice's commitments, the words mixed in, the first position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from judge import shelf
from judge.adjudicator.protocol import AnyGame, Option, Seat
from judge.campaign import chance, confirming, post, seating, turns
from judge.campaign.act import Act
from judge.campaign.config import FILE, Config
from judge.campaign.deadlines import length
from judge.campaign.live import Live, NotNow, game_on, load_game, seat_of, seats_taking_part
from judge.campaign.seat_draw import draw_seats
from judge.campaign.settings import KEYS, SHORTEST, as_setting, read_settings
from judge.campaign.telling import note, tell
from judge.campaign.tidying import check_free
from judge.grammar.document import Document
from judge.grammar.lexicon import nearest
from judge.grammar.options import complete_options, preset_named
from judge.report.saying import Saying
from judge.report.words import Words, listed
from judge.store import games
from judge.store.base import stamp
from judge.variants import GAMES


@dataclass(frozen=True, slots=True)
class Wanted:
    """The choices for a new game: another map than its own, rules, settings, the seats that play. `may_hurry`: whether
    its windows may close before anybody can read of them."""

    map_name: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    settings: Document | None = None
    seats: tuple[str, ...] = ()
    may_hurry: bool = True


def new_game(act: Act, name: str, key: str, wanted: Wanted = Wanted()) -> tuple[str, str]:
    """A new game; returns the dice commitments, open and sealed."""
    name = check_free(act, name)
    if key not in GAMES:
        raise shelf.not_known("game", key, GAMES)
    chosen = wanted.map_name or GAMES[key].default_map
    text = shelf.map_text(chosen, act.config.own_maps)
    game = game_on(key, text)
    wrong = game.lint()
    if wrong:
        words = Words(game)
        raise NotNow("map-cannot-be-played", map=chosen, why=" ".join(words.problem(one) for one in wrong[:3]))
    complete = complete_options(game, wanted.options)
    given = _settings(act.config, game, wanted.settings)
    if not wanted.may_hurry and _hurries(given, game) and not _hurries(act.config.defaults.value or {}, game):
        raise NotNow("game-hurries", least=length(SHORTEST))
    taking = [seat_of(game, one) for one in wanted.seats]
    number = games.add(
        act.connection,
        {
            "name": name,
            "game": key,
            "map_name": chosen,
            "map_text": text,
            "options": json.dumps(complete, sort_keys=True),
            "settings": json.dumps(given, sort_keys=True),
            "seats": json.dumps(taking),
            "status": "forming",
            "head": -1,
            "branch": 0,
            "revision": 0,
            "words": "{}",
            "dice": chance.SCHEME,
            "created_at": stamp(act.now),
        },
    )
    chance.new_pair(act.connection, number, 0, act.campaign.entropy)
    note(act, load_game(act.connection, name), "new game", {"game": key, "map": chosen})
    return chance.promised(act.connection, number)


def _settings(config: Config, game: AnyGame, settings: Document | None) -> dict[str, Any]:
    """The campaign's defaults and the game's own; every mistake is named."""
    if settings is not None:
        # A fault in an option of the command is not one of a line in campaign.yaml.
        read_settings(settings, game.kinds)
    given = {**(config.defaults.value or {}), **((settings.value if settings else None) or {})}
    read_settings(Document(given, config.defaults.lines, FILE, config.defaults.at), game.kinds)
    return given


def _hurries(settings: Mapping[str, Any], game: AnyGame) -> bool:
    return read_settings(Document(settings, name="settings"), game.kinds).hurries


def told_apart(
    config: Config, key: str, map_name: str | None, given: Mapping[str, object]
) -> tuple[dict[str, object], Document]:
    """`--set` pairs as rules of the game and settings of the table; the nearest of both for a key that is neither.

    `deadlines.movement=5d` sets one kind of window.
    """
    game = shelf.game(key, map_name, config.own_maps)
    known = {option.key: option for option in game.options}
    options: dict[str, object] = {}
    chosen: dict[str, Any] = {}
    for name, value in given.items():
        outer, _, inner = name.partition(".")
        if name in known and _fits(known[name], value, name in KEYS):
            options[name] = value
        elif outer in KEYS and inner:
            chosen.setdefault(outer, {})[inner] = value
        elif outer in KEYS:
            chosen[outer] = as_setting(value)
        else:
            near = nearest(name, [*known, *KEYS])
            raise NotNow("neither-rule-nor-setting", name=name, rules=game.title, near=near, key=key)
    return options, Document(chosen, name="--set")


def _fits(option: Option, value: object, is_setting: bool) -> bool:
    """Whether a value is the rule's: if a setting has the same key, a number of deadlines is, a length is not."""
    is_number = not option.values and not isinstance(option.default, bool)
    return not (is_setting and is_number) or isinstance(as_setting(value), int)


def of_preset(
    config: Config, key: str, map_name: str | None, preset: str | None
) -> tuple[str | None, dict[str, str | int | bool]]:
    """The map and the rules that a preset sets; none without a preset. A map that is named goes before its map."""
    if not preset:
        return map_name, {}
    chosen = preset_named(shelf.game(key, map_name, config.own_maps), preset)
    return map_name or chosen.map_name or None, dict(chosen.options)


def start(act: Act, name: str, now: bool = False) -> Live:
    """Begin, or first ask everybody whether they are there, where the table does that. `now`: do not wait for them."""
    live = load_game(act.connection, name, lock=True)
    if live.step is None and live.settings.confirm is not None and not now and confirming.missing(act, live):
        if live.row["status"] == confirming.CONFIRMING:
            gone = listed([one.name for one in confirming.missing(act, live)])
            raise NotNow("waits-for-here", game=live.name, gone=gone)
        return confirming.begin(act, live)
    return begin(act, name)


def begin(act: Act, name: str) -> Live:
    """Deal, place, open the first window, put the first reports into the outbox."""
    live = load_game(act.connection, name, lock=True)
    if live.step is not None:
        raise NotNow("begun-already", game=live.name)
    draw_seats(act, live)
    live = load_game(act.connection, name)
    taking = list(seats_taking_part(live)) or _seats_to_play(act, live)
    low, high = live.game.seat_range
    if not low <= len(taking) <= high:
        raise NotNow(
            "too-few-or-many",
            rules=live.game.title,
            low=low,
            high=high,
            game=live.name,
            taken=len(taking),
            seats=list(taking),
        )
    # A word of somebody who does not play is mixed into nothing.
    words = {seat: word for seat, word in live.words.items() if seat in taking}
    games.put(act.connection, live.id, seats=json.dumps(taking), words=json.dumps(words))
    live = load_game(act.connection, name)
    if live.settings.press_copy != "none":
        tell(act, live, Saying("notices/press-copied", {"every": live.settings.press_copy == "all"}))
    if live.settings.anonymous:
        tell(act, live, Saying("notices/anonymous"))
    live = turns.store_step(act, live, turns.work_out_setup(act, live), "setup")
    note(act, live, "start", {"seats": taking})
    post.put_reports(act, live)
    return live


def _seats_to_play(act: Act, live: Live) -> list[Seat]:
    """The seats with a player; all seats where every seat must be filled, or too few have players yet."""
    low, high = live.game.seat_range
    names = [seat.id for seat in live.game.seats]
    if low == high == len(names):
        return names
    sat = seating.known_names(act.ledger.sittings(live.id))
    return [seat for seat in names if seat in sat] if len(sat) >= low else names[:high]


def mix_in(act: Act, name: str, seat: str, word: str) -> None:
    """A player's own word for the dice, before the game begins."""
    live = load_game(act.connection, name, lock=True)
    if live.step is not None:
        raise NotNow("words-before-the-start", game=live.name)
    chosen = seat_of(live.game, seat)
    words = {**live.words, chosen: chance.word_of(word)}
    games.put(act.connection, live.id, words=json.dumps(words))
    note(act, live, "word given", {"seat": chosen})
