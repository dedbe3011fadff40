"""The door of the club: sign up, look on, take a seat over, stand by, make a game; and how reliable one is held to be.

A command that gives somebody a place is done when their address has confirmed it, by a word that goes there alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import cache
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import filling, founding, handing_over, people, reliability, reputation, seating, tournaments
from judge.campaign.chance import promised
from judge.campaign.live import Live, NoGame, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.telling import note, tell_gm
from judge.grammar.lexicon import Lexicon, nearest
from judge.grammar.seats import seats_of
from judge.grammar.text import sentences
from judge.grammar.wishes import SMALL_WORDS, Wishes, wishes
from judge.mail.language import Command
from judge.mail.proof import Grade
from judge.report.languages import own_names
from judge.report.saying import Saying
from judge.serve import talks
from judge.serve.commands.errand import Errand
from judge.serve.commands.waiting import keep_language, key_of, lay_by, waiting
from judge.serve.parts import Door, Fault, Met, Reputation
from judge.store import Row, club, cups, games
from judge.store import people as persons
from judge.store.base import moment, stamp
from judge.store.facts import remember
from judge.variants import GAMES


def join(errand: Errand) -> None:
    """Sign-up for an open game: what was asked for is carried out only when the address has confirmed it."""
    name, behind = _place(errand)
    if tournament_named(errand, name):
        _enter(errand, name, behind)
        return
    live = _game(errand, name)
    people.check_open(live)
    asked = _asked_for(errand, live, behind)
    _check_may_come(errand, live)
    wanted = [Seat(one) for one in asked.named[:5]]
    full = people.is_full(errand.act, live)
    _ask_to_confirm(errand, live.name, {"does": "join", "seats": wanted}, _names(live, wanted), full)


def _place(errand: Errand) -> tuple[str, str]:
    """The game or tournament that is named behind a command, and what else stands there.

    Where none is, but a kind of game of which one alone is open, that one; else the word that should have been a name.
    """
    words = errand.command.rest.split()
    bare = [word.strip(_SIGNS).lower() for word in words]
    names = games.names(errand.act.connection)
    there = [place for place, one in enumerate(bare) if one in names or tournament_named(errand, one)]
    several = list(dict.fromkeys(bare[place] for place in there))
    if len(several) > 1:
        raise NotNow("one-game-a-line", verb=errand.command.verb.upper(), names=several)
    if there:
        at = there[0]
        return bare[at], " ".join((*words[:at], *words[at + 1 :]))
    first, *others = sentences(errand.command.rest)
    kinds = wishes(first, _kinds())
    open_ones = [name for name, kind, status in games.listed(errand.act.connection)
                 if kind in kinds.named and status != "over"]  # fmt: skip
    if len(open_ones) == 1 and not kinds.other:
        talks.say_beside(errand.hand, others)
        return open_ones[0], f"WORD {kinds.word}" if kinds.word else ""
    if kinds.named:
        raise NoGame("name-one-of-them", rules=[GAMES[one].title for one in kinds.named], names=open_ones)
    return next((one for one in bare if one and one not in SMALL_WORDS), bare[0]), ""


_SIGNS = ".,;:!?()\"'"


@cache
def _kinds() -> Lexicon:
    """The kinds of games by their names."""
    return Lexicon("game", {key: (game.title,) for key, game in GAMES.items()})


def _asked_for(errand: Errand, live: Live, behind: str) -> Wishes:
    """The seats somebody would like, if that is clear; the game's word is looked at, and what else is said is named."""
    asked = wishes(own_names(behind), seats_of(live.game))
    _check_word(errand, live.name, asked.word)
    if asked.denies:
        raise NotNow("wishes-unclear", verb=errand.command.verb.upper(), game=live.name)
    if asked.other and not asked.named and not asked.is_prose:
        seat_of(live.game, asked.other)
    _name_the_rest(errand, asked)
    return asked


def _name_the_rest(errand: Errand, asked: Wishes) -> None:
    """Words behind a command that nothing was made of are named. Of a command that was found in a sentence the whole
    sentence is."""
    if asked.other and not errand.is_amid:
        errand.answer.worsen("WARNINGS")
        errand.answer.parts.append(Fault(asked.other, "not-heeded"))


def _check_word(errand: Errand, name: str, word: str) -> None:
    """A game or tournament with a word is for those who know it, whatever they would do there."""
    expected = errand.act.config.club.join_word(name)
    if expected and word.lower() != expected:
        verb = errand.command.verb.upper()
        raise NotNow("join-word", game=name, verb=verb, word=word)
    if word and not expected:
        errand.answer.worsen("WARNINGS")
        errand.answer.say("no-word-asked", game=name, word=word)


def tournament_named(errand: Errand, said: str) -> str:
    """The tournament of this name; "": there is none."""
    name = said.lower().strip(_SIGNS)
    return name if cups.is_there(errand.act.connection, name) else ""


def _enter(errand: Errand, cup: str, behind: str) -> None:
    """Somebody would like to play in a tournament."""
    asked = wishes(behind, Lexicon("seat", {}))
    if asked.other and not asked.is_prose:
        raise NotNow("join-tournament-alone", name=cup, text=asked.other)
    _check_word(errand, cup, asked.word)
    _name_the_rest(errand, asked)
    address = errand.writer.address
    tournaments.check_open(errand.act, cup, persons.of_address(errand.act.connection, address), address)
    _ask_to_confirm(errand, cup, {"does": "enter"})


def leave_tournament(errand: Errand) -> None:
    """Somebody plays in no further round of a tournament."""
    cup = tournament_named(errand, errand.command.rest)
    player = persons.of_address(errand.act.connection, errand.writer.address)
    if not tournaments.plays_in(errand.act, cup, player):
        raise NotNow("no-entrant", address=errand.writer.address, name=cup)
    if errand.writer.grade_as_person is Grade.BARE:
        _ask_to_confirm(errand, cup, {"does": "leave"})
    else:
        _leaves(errand, cup, {})


def observe(errand: Errand) -> None:
    """Somebody would like to read the public reports of a game."""
    name, behind = _place(errand)
    live = _game(errand, name)
    asked = wishes(behind, Lexicon("seat", {}))
    if asked.other and not asked.is_prose:
        raise NotNow("observe-alone", game=live.name, text=asked.other)
    _check_word(errand, live.name, asked.word)
    _name_the_rest(errand, asked)
    if live.settings.sign_up != "open" and live.step is None:
        people.check_open(live)
    if live.row["status"] == "over":
        raise NotNow("reports-on-the-site", game=live.name)
    if not errand.act.config.club.may_come(errand.writer.address):
        raise NotNow("no-sign-ups", campaign=errand.act.config.title, address=errand.writer.address)
    if any(errand.writer.address in one.addresses for one in errand.act.ledger.sittings(live.id)):
        raise NotNow("gets-its-reports", address=errand.writer.address, game=live.name)
    _ask_to_confirm(errand, live.name, {"does": "observe"})


def takeover(errand: Errand) -> bool:
    """Somebody would like a seat that is vacant. False: it is the game master's to give, and the answer says why."""
    name, behind = _place(errand)
    live = _game(errand, name)
    if live.step is None:
        join(errand)
        return True
    if live.window is None:
        raise NotNow("is-over", game=live.name)
    asked = wishes(own_names(behind), seats_of(live.game))
    if asked.denies:
        raise NotNow("wishes-unclear", verb="TAKEOVER", game=live.name)
    if asked.other and not asked.named and not asked.is_prose:
        seat_of(live.game, asked.other)
    if any(errand.writer.address in one.addresses and one.role in ("player", "sitter")
           for one in errand.act.ledger.sittings(live.id)):  # fmt: skip
        raise NotNow("has-a-seat", address=errand.writer.address, game=live.name)
    free = [Seat(row["seat"]) for row in club.vacant(errand.act.connection, live.id, stamp(errand.act.now))]
    wanted = [Seat(one) for one in asked.named]
    chosen = [seat for seat in free if not wanted or seat in wanted]
    if not chosen:
        if wanted and wanted[0] not in seats_taking_part(live):
            raise NotNow("takes-no-part", seat=live.seat_name(wanted[0]), game=live.name)
        _say(errand, "none-vacant", live, seats=_names(live, wanted), rules=live.game.key)
        return False
    own = [row for row in _open_offers(errand) if row["game"] == live.name and row["seat"] in chosen]
    if own and errand.writer.grade_as_person is not Grade.BARE:
        _accept(errand, own[0])
        return True
    if live.settings.sign_up != "open":
        _say(errand, "is-given", live, seats=_names(live, chosen))
        return False
    _check_word(errand, live.name, asked.word)
    _name_the_rest(errand, asked)
    _check_may_come(errand, live)
    handing_over.check_held_no_other(errand.act, live, chosen[0], errand.writer.address)
    _ask_to_confirm(errand, live.name, {"does": "takeover", "seats": chosen[:1]}, _names(live, chosen[:1]))
    return True


def confirm(errand: Errand, doers: Mapping[str, Callable[[Errand], None]]) -> None:
    """The address that asked says so once more: now it is done. An offered seat is taken by the same word."""
    code = errand.command.rest.split()[0]
    offer = handing_over.open_offer(errand.act, code, errand.writer.address)
    if offer is not None:
        _accept(errand, offer)
        return
    key = key_of(code)
    asked = waiting(errand.act, code, errand.writer.address)
    if not asked:
        raise NotNow("nothing-to-confirm")
    does = asked.get("does", "join")
    if does in doers:
        doers[does](replace(errand, command=Command(0, does, asked["rest"])))
    elif does in _OF_TOURNAMENTS:
        _OF_TOURNAMENTS[does](errand, asked["game"], asked)
    else:
        live = load_game(errand.act.connection, asked["game"], lock=True)
        errand.answer.live, errand.answer.game = live, live.name
        _CONFIRMED[does](errand, live, asked)
    keep_language(errand.act, errand.writer.address, asked)
    remember(errand.act.connection, key, "{}")


def _signed_up(errand: Errand, live: Live, asked: Mapping[str, Any]) -> None:
    address = errand.writer.address
    said = people.join(errand.act, live.name, _who(errand, asked), asked["seats"])
    substitute = people.is_substitute(errand.act, live, address)
    wishes = [live.seat_name(seat) for seat in asked["seats"]]
    called = persons.name_of_address(errand.act.connection, address) if live.settings.names == "shown" else ""
    told = {
        "said": said,
        "wishes": wishes,
        "called": called,
        "commitments": promised(errand.act.connection, live.id, live.scheme),
    }
    _say(errand, "substitute" if substitute else "signed-up", live, **told)
    tell_gm(
        errand.act,
        live,
        f"sign-up/{address}/{stamp(errand.act.now)}",
        Saying(
            "mails/signed-up",
            {
                "game": live.name,
                "address": address,
                "number": people.number_at(errand.act, live, address),
                "wishes": list(wishes),
                "outcome": said,
                "substitute": substitute,
                "places": max(0, people.places_left(errand.act, live)),
            },
        ),
    )


def _observes(errand: Errand, live: Live, asked: Mapping[str, Any]) -> None:
    address = errand.writer.address
    player = _player(errand, asked)
    filling.assign(errand.act, live.name, f"*{player}", address, "observer")
    _say(errand, "observes", live)
    tell_gm(
        errand.act,
        live,
        f"observes/{address}/{stamp(errand.act.now)}",
        Saying("mails/looks-on", {"game": live.name, "address": address}),
    )


def _takes_over(errand: Errand, live: Live, asked: Mapping[str, Any]) -> None:
    seat, address = Seat(asked["seats"][0]), errand.writer.address
    vacant = [row for row in club.vacant(errand.act.connection, live.id, stamp(errand.act.now)) if row["seat"] == seat]
    if not vacant:
        raise NotNow("free-no-more", seat=live.seat_name(seat), game=live.name)
    made = club.offers(errand.act.connection, live.id, seat, str(vacant[0]["since"]))
    player = _player(errand, asked)
    if any(row["state"] == "open" and row["player_id"] != player and moment(row["until"]) > errand.act.now
           for row in made):  # fmt: skip
        raise NotNow("on-offer-to-another", seat=live.seat_name(seat), game=live.name)
    waits = handing_over.take_over(errand.act, live, seat, player, address)
    _say(errand, "taken-over", live, seat_name=live.seat_name(seat), waits=waits)


def _enters(errand: Errand, cup: str, asked: Mapping[str, Any]) -> None:
    address, act = errand.writer.address, errand.act
    plan = tournaments.check_open(act, cup, persons.of_address(act.connection, address), address)
    tournaments.enter(act, cup, _who(errand, asked))
    errand.act.ledger.forget()
    called = persons.name_of_address(act.connection, address)
    _say(errand, "enters", None, cup=cup, rounds=plan.rounds, game_title=GAMES[plan.game].title, called=called)
    tell_gm(
        act,
        None,
        f"enters/{cup}/{address}/{stamp(act.now)}",
        Saying("mails/enters-tournament", {"name": cup, "address": address}),
    )


def _leaves(errand: Errand, cup: str, asked: Mapping[str, Any]) -> None:
    address, act = errand.writer.address, errand.act
    player = persons.of_address(act.connection, address)
    if player is None or not tournaments.withdraw(act, cup, player):
        raise NotNow("no-entrant", address=address, name=cup)
    _say(errand, "leaves", None, cup=cup)
    tell_gm(
        act,
        None,
        f"leaves/{cup}/{address}/{stamp(act.now)}",
        Saying("mails/leaves-tournament", {"name": cup, "address": address}),
    )


_OF_TOURNAMENTS: dict[str, Callable[[Errand, str, Mapping[str, Any]], None]] = {"enter": _enters, "leave": _leaves}

_CONFIRMED: dict[str, Callable[[Errand, Live, Mapping[str, Any]], None]] = {
    "join": _signed_up, "observe": _observes, "takeover": _takes_over,
}  # fmt: skip


def _accept(errand: Errand, offer: Row) -> None:
    live, seat, waits = handing_over.accept(errand.act, offer)
    errand.answer.live, errand.answer.game = live, live.name
    _say(errand, "taken-over", live, seat_name=live.seat_name(seat), waits=waits)


def _open_offers(errand: Errand) -> list[Row]:
    player = errand.writer.player_id
    rows = club.open_offers_of(errand.act.connection, player) if player is not None else []
    return [{**row, "address": errand.writer.address} for row in rows]


def decline(errand: Errand) -> None:
    """Somebody does not want the seat that was offered to them; all that was, where they do not say which."""
    rows = _open_offers(errand)
    code = errand.command.rest.strip()
    if code:
        rows = [row for row in rows if seating.is_word(row["code_hash"], seating.token_hash(code))]
    if not rows:
        raise NotNow("nothing-on-offer", named=bool(code))
    if not code and errand.writer.grade_as_person is Grade.BARE:
        raise NotNow("decline-is-proven")
    _say(errand, "declined", None, seats=handing_over.decline(errand.act, rows))


def standby(errand: Errand) -> None:
    """Put somebody on the list for vacant seats, of any game or of some; or take them off it."""
    kinds = standby_for(errand)
    if kinds == ["off"]:
        known = persons.of_address(errand.act.connection, errand.writer.address)
        was = known is not None and club.stand_down(errand.act.connection, known)
        _say(errand, "stands-down", None, was=was)
        return
    player = _player(errand, {})
    club.stand_by(errand.act.connection, player, json.dumps(kinds), stamp(errand.act.now))
    errand.act.ledger.forget()
    note(errand.act, None, "stands by", {"player": player, "games": kinds}, by="player")
    _say(errand, "stands-by", None, kinds=[GAMES[kind].title for kind in kinds])


def standby_for(errand: Errand) -> list[str]:
    """The games that STANDBY names (none: any), or `off`."""
    if errand.command.rest.lower().replace(",", " ").split()[:1] == ["off"]:
        return ["off"]
    if not errand.act.config.club.may_come(errand.writer.address):
        raise NotNow("no-sign-ups", campaign=errand.act.config.title, address=errand.writer.address)
    asked = wishes(errand.command.rest, _kinds())
    if asked.denies:
        raise NotNow("standby-unclear", games=list(GAMES))
    if asked.other and (not asked.is_prose or not errand.is_amid):
        raise NotNow("no-such-game-of", text=asked.other, near=nearest(asked.other, GAMES), games=list(GAMES))
    return list(asked.named)


def show_reputation(errand: Errand) -> None:
    """Tell the writer their reliability, with the signed record of it. Nobody else can ask for it."""
    address = errand.writer.address
    player = persons.of_address(errand.act.connection, address)
    if player is None:
        raise NotNow("no-reputation", address=address)
    counts = reliability.counts_of(errand.act, player)
    others = reliability.elsewhere(errand.act, player)
    try:
        lines = reputation.signed(errand.act, player, address)
    except NotNow:
        lines = []
    elsewhere = [_met(one, judge) for judge, one in sorted(others.items())]
    together = reliability.standing_of(errand.act, player).percent
    errand.answer.parts.append(Reputation(_met(counts), counts.percent, elsewhere, together, lines))


def _met(counts: reliability.Counts, judge: str = "") -> Met:
    return Met(counts.asked, counts.met, counts.late, counts.missed, counts.given_up, judge)


def record(errand: Errand) -> None:
    """A record that another judge has signed."""
    reputation.read_record(errand.command.body, dict(errand.act.config.club.trust))
    player = _player(errand, {})
    own = persons.addresses_of(errand.act.connection, player)
    taken = reputation.take_record(errand.act, player, own, errand.command.body)
    errand.act.ledger.forget()
    _say(errand, "record", None, day=taken.issued_at[:10], **asdict(_met(taken.counts, taken.judge)))


def create(errand: Errand) -> None:
    """A new game, made by mail by somebody whom the operator trusts."""
    writer, act = errand.writer, errand.act
    if not act.config.club.may_create(writer.address):
        raise NotNow("games-made-by-some")
    if writer.grade_as_person is Grade.BARE:
        raise NotNow("not-proven")
    words = errand.command.rest.replace(",", " ").split()
    plain = [word for word in words if "=" not in word and word.lower() not in SMALL_WORDS]
    if len(plain) != 2:
        raise NotNow("create-is-written")
    name, key = plain[0].lower(), plain[1].lower()
    if key not in GAMES:
        near = nearest(key, GAMES)
        raise NotNow("no-such-rules", text=key, near=near, games=sorted(GAMES))
    pairs: dict[str, object] = {"sign_up": "open"}
    pairs |= dict(word.split("=", 1) for word in words if "=" in word)
    options, settings = founding.told_apart(act.config, key, None, pairs)
    founding.new_game(act, name, key, founding.Wanted(None, options, settings, may_hurry=False))
    live = load_game(act.connection, name)
    note(act, live, "made by mail", {"player": writer.player_id}, by="player")
    errand.answer.live, errand.answer.game = live, name
    _say(errand, "created", live, game_title=live.game.title, open=live.settings.sign_up == "open")
    tell_gm(
        act,
        live,
        f"created/{name}",
        Saying("mails/made-by-mail", {"address": writer.address, "game": name, "rules": live.game.title}),
    )


def _game(errand: Errand, said: str) -> Live:
    live = load_game(errand.act.connection, said.lower().strip("\"'.,;"))
    errand.answer.live, errand.answer.game = live, live.name
    return live


def _check_may_come(errand: Errand, live: Live) -> None:
    address = errand.writer.address
    player = persons.of_address(errand.act.connection, address)
    why = handing_over.why_not(errand.act, live.name, live.settings.least_reliability, player, address)
    if why:
        raise NotNow("because", why=why)
    if people.was_refused(errand.act, live, player):
        raise NotNow("was-refused", game=live.name)


def _names(live: Live, seats: Sequence[Seat]) -> list[str]:
    return [live.seat_name(seat) for seat in seats]


def _ask_to_confirm(
    errand: Errand, name: str, asked: Mapping[str, Any], seats: Sequence[str] = (), full: bool = False
) -> None:
    """Nothing is done before the address has said so once more: the word for it goes there, and is not stored.

    `name`: of a game or a tournament.
    """
    code = lay_by(errand, name, asked)
    _say(errand, "confirm", None, does=asked["does"], word=code, name=name, seats=list(seats), full=full)


def _who(errand: Errand, asked: Mapping[str, Any]) -> str:
    """The writer, with the name in their mails."""
    name = errand.hand.opened.letter.name or asked.get("name", "")
    return f"{name} <{errand.writer.address}>" if name else errand.writer.address


def _player(errand: Errand, asked: Mapping[str, Any]) -> int:
    """The person who wrote; known from now on."""
    name, address = seating.plain_address(_who(errand, asked))
    return seating.player_for(errand.act.connection, address, name)


def _say(errand: Errand, code: str, live: Live | None, **facts: Any) -> None:
    """An answer in the words of templates/mail/door.j2."""
    own = errand.hand.account.address
    game = live.name if live is not None else ""
    facts |= {"game": game, "address": errand.writer.address, "own": own}
    errand.answer.parts.append(Door(code, facts))


__all__ = [
    "NoGame", "confirm", "create", "decline", "join", "leave_tournament",
    "observe", "record", "show_reputation", "standby", "standby_for", "takeover", "tournament_named",
]  # fmt: skip
