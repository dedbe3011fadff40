"""Vacant seats are offered to the people who stand by, one after the other, each for a limited time. First come the
substitutes of the game, then the people who stand by in the campaign, those who have waited longest for an offer first.
The game waits meanwhile as its settings say. A player who was silent has the seat back with their next letter, as long
as nobody else has taken it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from judge.adjudicator.protocol import Seat
from judge.campaign import missed, post, reliability, seating
from judge.campaign.act import Act, Look
from judge.campaign.confirming import SUBSTITUTE
from judge.campaign.docket import entries
from judge.campaign.filling import replace
from judge.campaign.leaving import held_another
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.patience import told_at
from judge.campaign.telling import note, tell_gm
from judge.campaign.turns import deadline_of
from judge.campaign.wake import put_it_off, put_off
from judge.report.saying import Saying
from judge.store import Row, club, people, seats
from judge.store.base import moment, stamp


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who would take a vacant seat."""

    player: int
    name: str
    address: str


def look_after(act: Act, name: str) -> list[Saying]:
    """One look at every vacant seat of a game: offers that nobody took lapse, and the next in turn is asked. Returns
    what was done, in words."""
    live = load_game(act.connection, name, lock=True)
    give_waiting(act, live.id)
    done: list[Saying] = []
    for row in club.vacant(act.connection, live.id, stamp(act.now)):
        live = load_game(act.connection, name)
        if _is_taken(act, live, row, is_told=True):
            for one in club.offers(act.connection, live.id, str(row["seat"]), str(row["since"])):
                if one["state"] == "open":
                    _tell(act, live, Seat(row["seat"]), int(one["player_id"]), "withdrawn")
            club.fill(act.connection, live.id, str(row["seat"]))
            done.append(Saying("clock/vacant-no-more", {"seat": row["seat"]}))
        elif said := _go_on(act, live, row):
            done.append(said)
    return done


def _is_taken(act: Act, live: Live, vacancy: Row, *, is_told: bool = False) -> bool:
    """Whether somebody plays the seat after all: a new player, or the old one, who wrote again. `is_told`: as far as
    all may know it."""
    seat = Seat(vacancy["seat"])
    row = seats.players_at(act.connection, live.id).get(seat)
    if row is None or row.state == "resigned":
        return False
    if row.played_by:
        return True
    if missed.counts(act, live).get(seat, 0) < live.settings.vacant_after:
        return True
    if seat not in _asked(live) or not entries(act, live)[seat].answered:
        return False
    wrote = moment(act.ledger.docket(live)[seat]["changed_at"])
    return not is_told or told_at(live, wrote) <= act.now


def _asked(live: Live) -> frozenset[Seat]:
    return frozenset(live.window.asks) if live.window is not None else frozenset()


def _go_on(act: Act, live: Live, vacancy: Row) -> Saying | None:
    """Do what a vacant seat needs now; None if an offer is still open, or nobody is left to ask."""
    seat = Seat(vacancy["seat"])
    made = club.offers(act.connection, live.id, seat, str(vacancy["since"]))
    if any(one["state"] == "waits" for one in made):
        return None
    for one in made:
        if one["state"] == "open" and moment(one["until"]) > act.now:
            return None
        if one["state"] == "open":
            club.settle_offer(act.connection, str(one["code_hash"]), "lapsed")
            _tell(act, live, seat, int(one["player_id"]), "lapsed")
    asked = {int(one["player_id"]) for one in made}
    found = next((one for one in candidates(act, live, seat) if one.player not in asked), None)
    if found is not None:
        offer(act, live, seat, found, str(vacancy["why"]))
        return Saying("clock/offered", {"seat": seat, "name": found.name})
    if not vacancy["told_at"]:
        club.gm_was_told(act.connection, live.id, seat, stamp(act.now))
        facts = {"seat_name": live.seat_name(seat), "seat": seat, "why": vacancy["why"], "asked": len(asked)}
        if act.config.gm:
            to = post.To(act.config.gm, "*gm")
            post.put_told(act, live, to, f"nobody/{seat}/{vacancy['since']}", "nobody-left", facts, "gm")
    return None


def candidates(look: Look, live: Live, seat: Seat) -> Iterator[Candidate]:
    """The people who may take this seat and have no other offer, in the order in which they are asked."""
    sat = look.ledger.sittings(live.id)
    substitutes = sorted((one for one in sat if one.role == SUBSTITUTE and one.addresses), key=lambda one: one.row)
    rows = [Candidate(one.player_id, one.name, one.addresses[0]) for one in substitutes]
    for row in club.standing_by(look.connection):
        kinds = json.loads(row["kinds"])
        if not kinds or str(live.row["game"]) in kinds:
            rows.append(Candidate(int(row["player_id"]), str(row["name"]), str(row["address"])))
    playing = {one.player_id for one in sat if one.role not in (SUBSTITUTE, "observer")}
    seen: set[int] = set()
    for one in rows:
        fits = one.player not in playing and one.player not in seen
        fits = fits and held_another(look, live, seat, one.address) is None
        seen.add(one.player)
        if not fits or why_not(look, live.name, live.settings.least_reliability, one.player, one.address):
            continue
        if not club.open_offers_of(look.connection, one.player):
            yield one


def why_not(look: Look, name: str, least: int, player: int | None, address: str) -> Saying | None:
    """Why somebody cannot have a seat of a game or tournament of this name, which asks for so much reliability; None:
    they can."""
    if not look.config.club.may_come(address):
        return Saying("refusals/no-sign-ups", {"campaign": look.config.title, "address": address})
    if player is None or not least:
        return None
    percent = reliability.standing_of(look, player).percent
    if percent is not None and percent < least:
        return Saying("refusals/reliability-too-low", {"game": name, "least": least, "percent": percent})
    return None


def offer(act: Act, live: Live, seat: Seat, to: Candidate, why: str) -> None:
    """Ask one person, for as long as campaign.yaml says."""
    code = seating.new_token(act.campaign.entropy)
    until = act.now + act.config.club.offer
    club.offer(
        act.connection,
        {
            "game_id": live.id, "seat": seat, "player_id": to.player, "code_hash": seating.token_hash(code),
            "at": stamp(act.now), "until": stamp(until),
        },
    )  # fmt: skip
    note(act, live, "seat offered", {"seat": seat, "until": stamp(until)}, by="clock")
    due = deadline_of(live)
    facts = {
        "seat_name": live.seat_name(seat), "game_title": live.game.title, "code": code, "why": why,
        "until": live.settings.calendar.said(until, act.now),
        "due": live.settings.calendar.said(due, act.now) if due else "",
    }  # fmt: skip
    post.put_told(act, live, post.To(to.address), f"offer/{seat}/{stamp(act.now)}", "offer", facts, "token")


def _tell(act: Act, live: Live, seat: Seat, player: int, what: str) -> None:
    """Tell the person with the offer that it has ended."""
    for address in people.addresses_of(act.connection, player)[:1]:
        facts = {"seat_name": live.seat_name(seat), "game_title": live.game.title}
        post.put_told(act, live, post.To(address), f"{what}/{seat}/{stamp(act.now)}", what, facts)


def open_offer(look: Look, code: str, address: str) -> Row | None:
    """The offer under a word, to a writer from this address."""
    row = club.offer_by_code(look.connection, seating.token_hash(code))
    known = people.of_address(look.connection, address)
    return row if row is not None and known == row["player_id"] else None


def accept(act: Act, row: Row) -> tuple[Live, Seat, bool]:
    """Somebody takes the seat that was offered to them; whether they have it with the full hour."""
    live = load_game(act.connection, str(row["game"]), lock=True)
    seat = Seat(row["seat"])
    vacancy = next((one for one in club.vacant(act.connection, live.id, stamp(act.now)) if one["seat"] == seat), None)
    if vacancy is None or _is_taken(act, live, vacancy) or moment(row["until"]) <= act.now:
        raise NotNow("free-no-more", seat=live.seat_name(seat), game=live.name)
    waits = take_over(act, live, seat, int(row["player_id"]), str(row["address"]))
    if not waits:
        club.settle_offer(act.connection, str(row["code_hash"]), "taken")
    return live, seat, waits


def check_held_no_other(look: Look, live: Live, seat: Seat, address: str) -> None:
    """Refuse a seat to somebody who has held another of the game, and knows its secrets."""
    other = held_another(look, live, seat, address)
    if other:
        raise NotNow("held-another-seat", address=address, seat=live.seat_name(other), game=live.name)


def take_over(act: Act, live: Live, seat: Seat, player: int, address: str) -> bool:
    """A vacant seat has a new player. In an anonymous game they have it with the full hour (then True): it leaves the
    list of vacant seats, which all can see."""
    check_held_no_other(act, live, seat, address)
    if not put_it_off(act, live, "takeover"):
        _give(act, live, seat, player, address)
        return False
    until, _ = put_off(act, live)
    club.waits_no_more(act.connection, player, live.id)
    values = {
        "game_id": live.id,
        "seat": seat,
        "player_id": player,
        "at": stamp(act.now),
        "until": stamp(until or act.now),
    }
    code = seating.token_hash(seating.new_token(act.campaign.entropy))
    club.offer(act.connection, {**values, "code_hash": code}, "waits")
    return True


def give_waiting(act: Act, game: int) -> None:
    """Give the vacant seats of an anonymous game whose hour has come, each to whoever came first; the others are
    told."""
    for row in club.waiting(act.connection, stamp(act.now)):
        if row["game_id"] != game:
            continue
        live, seat, player = load_game(act.connection, str(row["game"]), lock=True), Seat(row["seat"]), row["player_id"]
        found = next((one for one in club.vacant(act.connection, live.id, stamp(act.now)) if one["seat"] == seat), None)
        address = next(iter(people.addresses_of(act.connection, player)), "")
        is_free = found is not None and not _is_taken(act, live, found, is_told=True)
        if is_free and address and held_another(act, live, seat, address) is None:
            club.settle_offer(act.connection, str(row["code_hash"]), "taken")
            _give(act, live, seat, player, address)
        else:
            club.settle_offer(act.connection, str(row["code_hash"]), "withdrawn")
            _tell(act, live, seat, player, "not-yours")


def _give(act: Act, live: Live, seat: Seat, player: int, address: str) -> None:
    """A silent player has thereby given the seat up; one who resigned did so when they said it."""
    row = seats.players_at(act.connection, live.id).get(seat)
    if row is not None and row.state != "resigned":
        reliability.mark_given_up(act, live, seat)
    seats.remove(act.connection, live.id, f"*{player}", SUBSTITUTE)
    replace(act, live.name, seat, address)
    club.fill(act.connection, live.id, seat)
    tell_gm(
        act,
        live,
        f"taken/{seat}/{stamp(act.now)}",
        Saying("mails/taken-over", {"game": live.name, "key": seat, "address": address, "seat": live.seat_name(seat)}),
    )


def decline(act: Act, rows: list[Row]) -> list[str]:
    """Somebody does not want what was offered to them; the next one is asked with the clock's next look."""
    for row in rows:
        club.settle_offer(act.connection, str(row["code_hash"]), "declined")
        club.waits_no_more(act.connection, int(row["player_id"]), int(row["game_id"]))
    return [f"{row['seat']} of {row['game']}" for row in rows]


__all__ = [
    "Candidate", "accept", "candidates", "check_held_no_other", "decline", "give_waiting", "look_after", "open_offer",
    "take_over", "why_not",
]  # fmt: skip
