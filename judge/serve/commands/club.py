"""The door of the club: sign up, look on, take a seat over, stand by, make a game; and how reliable one is held to be.

Whatever gives somebody a place is done when their address has confirmed it, by a word that goes there alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import filling, founding, handing_over, people, reliability, reputation, seating, tournaments
from judge.campaign.live import Live, NoGame, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.telling import note, tell_gm
from judge.grammar.lexicon import nearest
from judge.mail.proof import Grade
from judge.report.saying import Saying
from judge.serve.commands.errand import Errand
from judge.store import Row, club, cups
from judge.store import people as persons
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember
from judge.variants import GAMES

CONFIRM_WITHIN = timedelta(days=7)
_JOIN_WORDS = ("word", "password", "code")
_FILLERS = ("with", "the", "using", "as", "and", "a", "seat", "in", "game")


def join(errand: Errand) -> None:
    """Sign-up for an open game: what was asked for is carried out only when the address has confirmed it."""
    words = errand.command.rest.replace(",", " ").replace(":", " ").split()
    if cup := tournament_named(errand, words[0]):
        _enter(errand, cup, words[1:])
        return
    live = _game(errand, words[0])
    people.check_open(live)
    wishes, word = _wishes(words[1:])
    _check_word(errand, live.name, word)
    _check_may_come(errand, live)
    wanted = [seat_of(live.game, one) for one in wishes[:5]]
    full = people.is_full(errand.act, live)
    _ask_to_confirm(errand, live.name, {"does": "join", "seats": wanted}, _names(live, wanted), full)


def _wishes(words: list[str]) -> tuple[list[str], str]:
    """The seats somebody would like, and the word they give at the door."""
    lower = [one.lower() for one in words]
    at = next((lower.index(one) for one in _JOIN_WORDS if one in lower), len(words))
    word = next((one for one in words[at + 1 :] if one.lower() not in ("is", "=")), "")
    return [one for one in words[:at] if one.lower() not in _FILLERS], word.strip(".,;\"'")


def _check_word(errand: Errand, name: str, word: str) -> None:
    """A game or tournament with a word is for those who know it, whatever they would do there."""
    expected = errand.act.config.club.join_word(name)
    if expected and word.lower() != expected:
        verb = errand.command.verb.upper()
        raise NotNow("join-word", game=name, verb=verb, word=word)


def tournament_named(errand: Errand, said: str) -> str:
    """The tournament of this name; "": there is none."""
    name = said.lower().strip("\"'.,;")
    return name if cups.is_there(errand.act.connection, name) else ""


def _enter(errand: Errand, cup: str, words: list[str]) -> None:
    """Somebody would like to play in a tournament."""
    wishes, word = _wishes(words)
    if wishes:
        raise NotNow("join-tournament-alone", name=cup, text=" ".join(wishes))
    _check_word(errand, cup, word)
    address = errand.writer.address
    tournaments.check_open(errand.act, cup, persons.of_address(errand.act.connection, address), address)
    _ask_to_confirm(errand, cup, {"does": "enter"})


def leave_tournament(errand: Errand) -> None:
    """Somebody plays in no further round of a tournament."""
    cup = tournament_named(errand, errand.command.rest)
    if errand.writer.grade is Grade.BARE:
        _ask_to_confirm(errand, cup, {"does": "leave"})
    else:
        _leaves(errand, cup, {})


def observe(errand: Errand) -> None:
    """Somebody would like to read the public reports of a game."""
    words = errand.command.rest.replace(",", " ").replace(":", " ").split()
    live = _game(errand, words[0])
    beside, word = _wishes(words[1:])
    if beside:
        raise NotNow("observe-alone", game=live.name, text=" ".join(beside))
    _check_word(errand, live.name, word)
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
    """Somebody would like a seat that is vacant. False: it is the game master's to give."""
    words = errand.command.rest.replace(",", " ").replace(":", " ").split()
    live = _game(errand, words[0])
    wishes, word = _wishes(words[1:])
    free = [Seat(row["seat"]) for row in club.vacant(errand.act.connection, live.id)]
    wanted = [seat_of(live.game, " ".join(wishes))] if wishes else []
    chosen = [seat for seat in free if not wanted or seat in wanted]
    if not chosen:
        if wanted and wanted[0] not in seats_taking_part(live):
            raise NotNow("takes-no-part", seat=wanted[0], game=live.name)
        return False
    own = [row for row in _open_offers(errand) if row["game"] == live.name and row["seat"] in chosen]
    if own and errand.writer.grade is not Grade.BARE:
        _accept(errand, own[0])
        return True
    if live.settings.sign_up != "open":
        return False
    _check_word(errand, live.name, word)
    _check_may_come(errand, live)
    if any(errand.writer.address in one.addresses and one.role in ("player", "sitter")
           for one in errand.act.ledger.sittings(live.id)):  # fmt: skip
        raise NotNow("has-a-seat", address=errand.writer.address, game=live.name)
    _ask_to_confirm(errand, live.name, {"does": "takeover", "seats": chosen[:1]}, _names(live, chosen[:1]))
    return True


def confirm(errand: Errand) -> None:
    """The address that asked says so once more: now it is done. An offered seat is taken by the same word."""
    code = errand.command.rest.split()[0]
    offer = handing_over.open_offer(errand.act, code, errand.writer.address)
    if offer is not None:
        _accept(errand, offer)
        return
    key = _asked(code)
    asked = json.loads(recall(errand.act.connection, key) or "{}")
    if not asked or asked["address"] != errand.writer.address or moment(asked["at"]) + CONFIRM_WITHIN < errand.act.now:
        raise NotNow("nothing-to-confirm")
    does = asked.get("does", "join")
    if does in _OF_TOURNAMENTS:
        _OF_TOURNAMENTS[does](errand, asked["game"], asked)
    else:
        live = load_game(errand.act.connection, asked["game"], lock=True)
        errand.answer.live, errand.answer.game = live, live.name
        _CONFIRMED[does](errand, live, asked)
    remember(errand.act.connection, key, "{}")


def _signed_up(errand: Errand, live: Live, asked: Mapping[str, Any]) -> None:
    address = errand.writer.address
    said = people.join(errand.act, live.name, address, asked["seats"])
    substitute = people.is_substitute(errand.act, live, address)
    wishes = [live.seat_name(seat) for seat in asked["seats"]]
    _say(errand, "substitute" if substitute else "signed-up", live, said=said, wishes=wishes)
    tell_gm(
        errand.act,
        live,
        f"sign-up/{address}/{stamp(errand.act.now)}",
        Saying("mails/signed-up", {"game": live.name, "address": address, "wishes": list(wishes), "outcome": said}),
    )


def _observes(errand: Errand, live: Live, asked: Mapping[str, Any]) -> None:
    address = errand.writer.address
    player = seating.player_for(errand.act.connection, address)
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
    vacant = [row for row in club.vacant(errand.act.connection, live.id) if row["seat"] == seat]
    if not vacant:
        raise NotNow("free-no-more", seat=live.seat_name(seat), game=live.name)
    made = club.offers(errand.act.connection, live.id, seat, str(vacant[0]["since"]))
    player = seating.player_for(errand.act.connection, address)
    if any(row["state"] == "open" and row["player_id"] != player and moment(row["until"]) > errand.act.now
           for row in made):  # fmt: skip
        raise NotNow("on-offer-to-another", seat=live.seat_name(seat), game=live.name)
    handing_over.take_over(errand.act, live, seat, player, address)
    _say(errand, "taken-over", live, seat_name=live.seat_name(seat))


def _enters(errand: Errand, cup: str, asked: Mapping[str, Any]) -> None:
    address, act = errand.writer.address, errand.act
    plan = tournaments.check_open(act, cup, persons.of_address(act.connection, address), address)
    tournaments.enter(act, cup, address)
    errand.act.ledger.forget()
    _say(errand, "enters", None, cup=cup, rounds=plan.rounds, game_title=GAMES[plan.game].title)
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
    live, seat = handing_over.accept(errand.act, offer)
    errand.answer.live, errand.answer.game = live, live.name
    _say(errand, "taken-over", live, seat_name=live.seat_name(seat))


def _open_offers(errand: Errand) -> list[Row]:
    player = errand.writer.player_id
    rows = club.open_offers_of(errand.act.connection, player) if player is not None else []
    return [{**row, "address": errand.writer.address} for row in rows]


def decline(errand: Errand) -> None:
    """Somebody does not want the seat that was offered to them; all that was, where they do not say which."""
    rows = _open_offers(errand)
    code = errand.command.rest.strip()
    if code:
        rows = [row for row in rows if row["code_hash"] == seating.token_hash(code)]
    if not rows:
        raise NotNow("nothing-on-offer", named=bool(code))
    _say(errand, "declined", None, seats=handing_over.decline(errand.act, rows))


def standby(errand: Errand) -> None:
    """Somebody would take over seats that fall vacant, of any game or of some; or would no more."""
    words = errand.command.rest.lower().replace(",", " ").split()
    address = errand.writer.address
    if words[:1] == ["off"]:
        known = persons.of_address(errand.act.connection, address)
        was = known is not None and club.stand_down(errand.act.connection, known)
        _say(errand, "stands-down", None, was=was)
        return
    if not errand.act.config.club.may_come(address):
        raise NotNow("no-sign-ups", campaign=errand.act.config.title, address=address)
    kinds = [word for word in words if word not in (*_FILLERS, "for", "any", "all", "games")]
    for kind in kinds:
        if kind not in GAMES:
            near = nearest(kind, GAMES)
            raise NotNow("no-such-game-of", text=kind, near=near, games=list(GAMES))
    player = seating.player_for(errand.act.connection, address)
    club.stand_by(errand.act.connection, player, json.dumps(kinds), stamp(errand.act.now))
    errand.act.ledger.forget()
    note(errand.act, None, "stands by", {"player": player, "games": kinds}, by="player")
    _say(errand, "stands-by", None, kinds=[GAMES[kind].title for kind in kinds])


def show_reputation(errand: Errand) -> None:
    """How reliable the writer is held to be, and the signed record of it; to nobody but themselves."""
    address = errand.writer.address
    player = persons.of_address(errand.act.connection, address)
    if player is None:
        raise NotNow("address-unknown", address=address)
    counts = reliability.counts_of(errand.act, player)
    others = reliability.elsewhere(errand.act, player)
    try:
        lines = reputation.signed(errand.act, player, address)
    except NotNow:
        lines = []
    errand.answer.parts.append(
        {
            "kind": "reputation", "here": _plain(counts), "percent": counts.percent,
            "elsewhere": [{"judge": judge, **_plain(one)} for judge, one in sorted(others.items())],
            "together": reliability.standing_of(errand.act, player).percent, "record": lines,
        }
    )  # fmt: skip


def _plain(counts: reliability.Counts) -> dict[str, int]:
    return {"asked": counts.asked, "met": counts.met, "late": counts.late, "missed": counts.missed,
            "given_up": counts.given_up}  # fmt: skip


def record(errand: Errand) -> None:
    """A record that another judge has signed."""
    address = errand.writer.address
    if errand.writer.proof.speaks_against(address):
        raise NotNow("forged-sender")
    reputation.read_record(errand.command.body, dict(errand.act.config.club.trust))
    player = seating.player_for(errand.act.connection, address)
    own = persons.addresses_of(errand.act.connection, player)
    taken = reputation.take_record(errand.act, player, own, errand.command.body)
    errand.act.ledger.forget()
    _say(errand, "record", None, judge=taken.judge, day=taken.issued_at[:10], **_plain(taken.counts))


def create(errand: Errand) -> None:
    """A new game, made by mail by somebody whom the operator trusts."""
    writer, act = errand.writer, errand.act
    if not act.config.club.may_create(writer.address):
        raise NotNow("games-made-by-some")
    if writer.grade is Grade.BARE:
        raise NotNow("not-proven")
    words = errand.command.rest.replace(",", " ").split()
    plain = [word for word in words if "=" not in word and word.lower() not in _FILLERS]
    if len(plain) != 2:
        raise NotNow("create-is-written")
    name, key = plain[0].lower(), plain[1].lower()
    if key not in GAMES:
        near = nearest(key, GAMES)
        raise NotNow("no-such-rules", text=key, near=near, games=sorted(GAMES))
    pairs: dict[str, object] = {"sign_up": "open"}
    pairs |= dict(word.split("=", 1) for word in words if "=" in word)
    options, settings = founding.told_apart(act.config, key, None, pairs)
    founding.new_game(act, name, key, founding.Wanted(None, options, settings))
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


def _names(live: Live, seats: Sequence[Seat]) -> list[str]:
    return [live.seat_name(seat) for seat in seats]


def _ask_to_confirm(
    errand: Errand, name: str, asked: Mapping[str, Any], seats: Sequence[str] = (), full: bool = False
) -> None:
    """Nothing is done before the address has said so once more: the word for it goes there, and is not stored.

    `name`: of a game or a tournament.
    """
    code = seating.new_token(errand.act.campaign.entropy)
    kept = {"game": name, "address": errand.writer.address, "at": stamp(errand.act.now), **asked}
    remember(errand.act.connection, _asked(code), json.dumps(kept))
    _say(errand, "confirm", None, does=asked["does"], word=code, name=name, seats=list(seats), full=full)


def _asked(code: str) -> str:
    return f"join:{seating.token_hash(code)[:32]}"


def _say(errand: Errand, code: str, live: Live | None, **facts: Any) -> None:
    """An answer in the words of templates/mail/door.j2."""
    own = errand.hand.account.address
    game = live.name if live is not None else ""
    errand.answer.parts.append(
        {"kind": "door", "code": code, "game": game, "address": errand.writer.address, "own": own, **facts}
    )


__all__ = [
    "NoGame", "confirm", "create", "decline", "join", "leave_tournament", "observe", "record", "show_reputation",
    "standby", "takeover", "tournament_named",
]  # fmt: skip
