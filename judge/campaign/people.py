"""What players do about their seats: sign up, resign, be away, be forgotten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.telling import note, tell, tell_gm
from judge.campaign.turns import away, deadline_of
from judge.campaign.wake import set_wake
from judge.grammar.text import without_controls
from judge.store import games, letters, mails, notices, people, seats
from judge.store.base import stamp
from judge.store.sent import forget_words_to


def check_open(look: Look, live: Live) -> None:
    """Refuse, with the reason, where nobody can sign up: not open, begun, or full."""
    if live.step is not None or live.row["status"] != "forming":
        raise NotNow(f"{live.name} has begun: ask the game master for a seat that has come free")
    if live.settings.sign_up != "open":
        raise NotNow(f"{live.name} is by invitation: the game master seats its players")
    if places_left(look, live) <= 0:
        raise NotNow(f"{live.name} is full")


def places_left(look: Look, live: Live) -> int:
    """How many more can sit at this table."""
    taken = [one for one in seating.sittings(look.connection, live.id) if one.role in ("player", APPLICANT)]
    return int(live.game.seat_range[1]) - len(taken)


def join(act: Act, name: str, who: str, preferences: Sequence[str] = (), word: str = "") -> str:
    """Sign up for a game that is forming, with the seats one would like, best first. Returns what was done."""
    live = load_game(act.connection, name, lock=True)
    display, address = seating.plain_address(who)
    if any(address in one.addresses for one in seating.sittings(act.connection, live.id)):
        raise NotNow(f"{address} is at the table of {live.name} already")
    check_open(act, live)
    wanted = [seat_of(live.game, one) for one in preferences]
    player = seating.player_for(act.connection, address, display)
    given = {"game_id": live.id, "seat": f"*{player}", "role": APPLICANT, "player_id": player, "token_hash": None}
    seats.add(act.connection, {**given, "preferences": json.dumps(wanted)})
    if word:
        words = {**live.words, f"*{player}": word[:200]}
        games.put(act.connection, live.id, words=json.dumps(words))
    act.ledger.forget()
    note(act, live, "signed up", {"wants": wanted}, by="player")
    return f"you are signed up for {name}; {places_left(act, live)} more can"


def give_word(act: Act, live: Live, seat: Seat, word: str) -> None:
    """A word that somebody at the table mixes into the dice. The commitments are published; the first link is not."""
    if live.step is not None:
        raise NotNow(f"{live.name} has begun: words are mixed in before the start")
    games.put(act.connection, live.id, words=json.dumps({**live.words, seat: without_controls(word)[:200]}))
    note(act, live, "word given", {"seat": seat}, by="player")


def withdraw(act: Act, live: Live, seat: Seat) -> None:
    """Who has signed up and no seat yet gives the place, and a word for the dice, back."""
    words = {one: said for one, said in live.words.items() if one != seat}
    seats.remove(act.connection, live.id, seat, APPLICANT)
    games.put(act.connection, live.id, words=json.dumps(words))
    act.ledger.forget()
    note(act, live, "withdrew", {}, by="player")


def resign(act: Act, name: str, seat: str) -> None:
    """A player gives the seat up: it stands, but nobody waits for it; the game master looks for a replacement."""
    live = load_game(act.connection, name, lock=True)
    if seat.startswith("*"):
        withdraw(act, live, Seat(seat))
        return
    chosen = seat_of(live.game, seat)
    if not seats.resign(act.connection, live.id, chosen):
        raise NotNow(f"nobody sits at {chosen} of {live.name}")
    act.ledger.forget()
    note(act, live, "resigned", {}, by=chosen)
    tell(act, live, f"{live.seat_name(chosen)} has resigned.")
    tell_gm(
        act, live, f"resigned/{chosen}/{stamp(act.now)}", f"{live.name}: {chosen} has resigned",
        f"`judge seat replace {live.name} {chosen} ADDRESS` seats somebody else.",
    )  # fmt: skip
    if live.window is not None:
        set_wake(act, load_game(act.connection, name))


def be_away(act: Act, player_id: int, first: date, last: date) -> list[tuple[str, datetime]]:
    """Days on which a player cannot send orders: deadlines that fall on them move. Returns the new ones, by game."""
    if last < first:
        raise NotNow(f"an absence runs from its first day to its last: {first} comes after {last}")
    if last < act.now.date():
        raise NotNow(f"{last} is past")
    moved: list[tuple[str, datetime]] = []
    people.add_absence(act.connection, player_id, first.isoformat(), last.isoformat())
    for name in games.names_of_player(act.connection, player_id):
        live = load_game(act.connection, name, lock=True)
        note(act, live, "absent", {"first": first.isoformat(), "last": last.isoformat()}, by="player")
        later = _moved(act, live)
        if later is not None:
            moved.append((name, later))
    return moved


def _moved(act: Act, live: Live) -> datetime | None:
    """The deadline of a game whose player is away, where it has to move."""
    due = deadline_of(live)
    if due is None or live.window is None:
        return None
    calendar = live.settings.calendar
    days = away(act, live, live.window)
    if not any(begin <= due.astimezone(calendar.zone).date() <= end for begin, end in days):
        return None
    later = calendar.passing_over(live.window.kind, due, days)
    games.change(act.connection, live.id, deadline=stamp(later))
    tell(act, live, f"The deadline of {live.window.title} moved to {calendar.said(later)}: a player is away.")
    set_wake(act, load_game(act.connection, live.name))
    return later


def _player_of(act: Act, address: str) -> int:
    player = people.of_address(act.connection, address)
    if player is None:
        raise NotNow(f"nobody here has the address {address}")
    return int(player)


def add_address(act: Act, known: str, new: str) -> None:
    """A further address of a player: letters from it count, mail still goes to the first."""
    _, old = seating.plain_address(known)
    _, address = seating.plain_address(new)
    player = _player_of(act, old)
    if people.of_address(act.connection, address):
        raise NotNow(f"{address} belongs to a player already")
    people.add_address(act.connection, player, address)
    note(act, None, "address added", {"player": player})


def register_key(act: Act, who: str, key: str | None) -> None:
    """The PGP key a player signs with; None: none any more."""
    _, address = seating.plain_address(who)
    player = _player_of(act, address)
    settings = json.loads(people.settings(act.connection, player) or "{}")
    settings.pop("pgp", None)
    if key is not None:
        settings["pgp"] = key
    people.put(act.connection, player, settings=json.dumps(settings))
    note(act, None, "key registered" if key else "key removed", {"player": player})


def forget(act: Act, who: str) -> dict[str, int]:
    """Erase a person: addresses, name and raw mail go, hashes stay. Their seats stand empty."""
    _, address = seating.plain_address(who)
    player = _player_of(act, address)
    own = people.addresses_of(act.connection, player)
    words = letters.forget_of(act.connection, own)
    sent = mails.forget_of(act.connection, own)
    forget_words_to(act.connection, own)
    for game_id, seat in seats.played_by(act.connection, player):
        notices.drop_statement(act.connection, game_id, seat)
    empty = seats.remove_player(act.connection, player)
    people.forget(act.connection, player)
    act.ledger.forget()
    note(act, None, "player forgotten", {"player": player})
    return {"addresses": len(own), "letters": words, "mails": sent, "seats": empty}
