"""Players' acts about their seats: sign up, resign, be away, be forgotten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date, datetime

from judge.adjudicator.protocol import Seat
from judge.campaign import chance, docket, post, seating
from judge.campaign.act import Act, Look
from judge.campaign.confirming import CONFIRMING, SUBSTITUTE, substitute
from judge.campaign.due import is_stopped
from judge.campaign.gone import mark_gone
from judge.campaign.jobs import put_pages
from judge.campaign.leaving import remember_seats
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.numbers import number_of_person
from judge.campaign.patience import told_at
from judge.campaign.reliability import mark_given_up
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.sitters import end_sitter
from judge.campaign.telling import note, tell, tell_gm
from judge.campaign.turns import away, deadline_of
from judge.campaign.wake import put_it_off, set_wake
from judge.report.saying import Saying
from judge.store import bells, chats, club, cups, games, letters, mails, notices, people, seats, talks
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember
from judge.store.sent import forget_words_to


def check_open(live: Live) -> None:
    """Refuse, with the reason, where nobody can sign up: not open, or begun."""
    if live.step is not None and live.window is None:
        raise NotNow("is-over", game=live.name)
    if live.step is not None or live.row["status"] not in ("forming", CONFIRMING):
        raise NotNow("begun-ask-for-a-seat", game=live.name)
    if live.settings.sign_up != "open":
        raise NotNow("by-invitation", game=live.name)


def places_left(look: Look, live: Live) -> int:
    """The number of players that the table still has room for."""
    taken = [one for one in seating.sittings(look.connection, live.id) if one.role in ("player", APPLICANT)]
    return int(live.game.seat_range[1]) - len(taken)


def places_told(act: Act, live: Live) -> int:
    """The same as far as everybody may know it: in an anonymous game, who signs up or withdraws counts with the full
    hour. It would tell when somebody wrote."""
    known = json.loads(recall(act.connection, _places(live)) or "{}") if live.settings.anonymous else {}
    return int(known["left"]) if known and act.now < moment(known["until"]) else places_left(act, live)


def _count_with_the_hour(act: Act, live: Live) -> None:
    """Keep what everybody knows of the places until the full hour, before somebody has one or gives it up."""
    if live.settings.anonymous:
        told = {"until": stamp(told_at(live, act.now)), "left": places_told(act, live)}
        remember(act.connection, _places(live), json.dumps(told))


def _places(live: Live) -> str:
    return f"places:{live.id}"


def join(act: Act, name: str, who: str, preferences: Sequence[str] = (), word: str = "") -> Saying:
    """Sign up for a game that is forming, with the seats one would like, best first. Returns what was done."""
    live = load_game(act.connection, name, lock=True)
    display, address = seating.plain_address(who)
    if any(address in one.addresses for one in seating.sittings(act.connection, live.id)):
        raise NotNow("at-the-table", address=address, game=live.name)
    check_open(live)
    if is_full(act, live):
        substitute(act, name, who)
        return Saying("answers/a-substitute", {"game": name})
    wanted = [seat_of(live.game, one) for one in preferences]
    player = seating.player_for(act.connection, address, display)
    _count_with_the_hour(act, live)
    given = {"game_id": live.id, "seat": f"*{player}", "role": APPLICANT, "player_id": player, "token_hash": None}
    seats.add(act.connection, {**given, "preferences": json.dumps(wanted)})
    if word:
        words = {**live.words, f"*{player}": chance.word_of(word)}
        games.put(act.connection, live.id, words=json.dumps(words))
    act.ledger.forget()
    note(act, live, "signed up", {"wants": wanted}, by="player")
    return Saying("answers/signed-up", {"game": name, "places": places_left(act, live)})


def is_full(look: Look, live: Live) -> bool:
    """Whether a player who signs up now can only be a substitute."""
    return live.row["status"] == CONFIRMING or places_left(look, live) <= 0


def is_substitute(look: Look, live: Live, address: str) -> bool:
    """Whether somebody stands by for a seat of this game."""
    return any(
        address in one.addresses and one.role == SUBSTITUTE for one in seating.sittings(look.connection, live.id)
    )


def give_word(act: Act, live: Live, seat: Seat, word: str) -> None:
    """A word that somebody at the table mixes into the dice. The commitments are published; the first link is not."""
    if live.step is not None:
        raise NotNow("words-before-the-start", game=live.name)
    games.put(act.connection, live.id, words=json.dumps({**live.words, seat: chance.word_of(word)}))
    note(act, live, "word given", {"seat": seat}, by="player")


def withdraw(act: Act, live: Live, seat: Seat, by: str = "player") -> None:
    """Take back the place, and the word for the dice, of somebody who has signed up and has no seat yet."""
    words = {one: said for one, said in live.words.items() if one != seat}
    _count_with_the_hour(act, live)
    seats.remove(act.connection, live.id, seat, APPLICANT)
    games.put(act.connection, live.id, words=json.dumps(words))
    act.ledger.forget()
    note(act, live, "withdrew", {}, by=by)


def resign(act: Act, name: str, seat: str) -> None:
    """A player gives the seat up: it stays, but nobody waits for it; the game master looks for a replacement."""
    live = load_game(act.connection, name, lock=True)
    if seat.startswith("*"):
        withdraw(act, live, Seat(seat))
        return
    chosen = seat_of(live.game, seat)
    if seats.states(act.connection, live.id).get(chosen) in ("active", "disorder"):
        mark_given_up(act, live, chosen)
    if not seats.resign(act.connection, live.id, chosen):
        raise NotNow("nobody-sits-at", seat=live.seat_name(chosen), game=live.name)
    act.ledger.forget()
    end_sitter(act, live, chosen)
    docket.hand_on(act, live, chosen)
    if live.window is not None:
        club.vacate(act.connection, live.id, chosen, "resigned", stamp(told_at(live, act.now)))
    note(act, live, "resigned", {}, by=chosen)
    tell(act, live, Saying("notices/resigned", {"seat": live.seat_name(chosen)}))
    tell_gm(
        act,
        live,
        f"resigned/{chosen}/{stamp(act.now)}",
        Saying("mails/seat-resigned", {"game": live.name, "seat": chosen}),
    )
    if live.window is not None:
        after = load_game(act.connection, name)
        if not put_it_off(act, after, "gone"):
            set_wake(act, mark_gone(act, after))


def refuse(act: Act, name: str, who: str, reason: str = "") -> None:
    """An applicant gets no seat, and is told so kindly."""
    live = load_game(act.connection, name, lock=True)
    one = _applicant(act, live, who)
    withdraw(act, live, one.seat, by="gm")
    remember(act.connection, _refused(live, one.player_id), stamp(act.now))
    facts = {"reason": reason, "game_title": live.game.title}
    post.put_told(act, live, post.To(one.addresses[0]), f"refused/{stamp(act.now)}", "refused", facts)


def was_refused(look: Look, live: Live, player: int | None) -> bool:
    """Whether the game master has refused somebody a seat of this game: a new JOIN is theirs to decide."""
    return player is not None and recall(look.connection, _refused(live, player)) is not None


def _refused(live: Live, player: int) -> str:
    """The key for an applicant who was refused."""
    return f"refused:{live.id}/{player}"


def move(act: Act, name: str, who: str, other: str) -> Saying:
    """Sign an applicant up for another game instead, with the wishes that make sense there; returns what was done."""
    live = load_game(act.connection, name, lock=True)
    one = _applicant(act, live, who)
    there = load_game(act.connection, other, lock=True)
    if there.step is not None or places_left(act, there) <= 0:
        raise NotNow("no-place-there", game=there.name, begun=there.step is not None)
    if any(one.player_id == sits.player_id for sits in seating.sittings(act.connection, there.id)):
        raise NotNow("at-the-table", address=one.addresses[0], game=there.name)
    wanted = seats.preferences(act.connection, live.id, APPLICANT)[one.seat]
    known = {seat.id for seat in there.game.seats}
    wishes = [seat for seat in json.loads(wanted) if seat in known]
    withdraw(act, live, one.seat, by="gm")
    given = {"game_id": there.id, "seat": one.seat, "role": APPLICANT, "player_id": one.player_id, "token_hash": None}
    seats.add(act.connection, {**given, "preferences": json.dumps(wishes)})
    act.ledger.forget()
    note(act, there, "signed up", {"wants": wishes}, by="gm")
    facts = {"from": live.name, "game_title": there.game.title, "wishes": wishes}
    post.put_told(act, there, post.To(one.addresses[0]), f"moved/{stamp(act.now)}", "moved", facts)
    return Saying("answers/moved", {"address": one.addresses[0], "game": there.name, "from": live.name})


def number_at(look: Look, live: Live, address: str) -> int:
    """The number under which a game master of this game may name somebody whom they may not know."""
    return number_of_person(look, live, people.of_address(look.connection, address) or 0)


def _applicant(act: Act, live: Live, who: str) -> seating.Sitting:
    """The applicant with this address or number who has no seat yet."""
    called = who.strip() if who.strip().isdecimal() else seating.plain_address(who)[1]
    for one in seating.sittings(act.connection, live.id):
        if one.role == APPLICANT and called in (*one.addresses, str(number_of_person(act, live, one.player_id))):
            return one
    raise NotNow("not-signed-up", address=called, game=live.name)


def be_away(act: Act, player_id: int, first: date, last: date) -> list[tuple[str, datetime | None]]:
    """Days on which a player cannot send orders: deadlines that fall on them move. Returns the new ones, by game; None
    for one that moves with the full hour."""
    if last < first:
        raise NotNow("absence-runs-backwards", first=first, last=last)
    if last < act.now.date():
        raise NotNow("day-is-past", last=last)
    moved: list[tuple[str, datetime | None]] = []
    people.add_absence(act.connection, player_id, first.isoformat(), last.isoformat())
    for name in games.names_of_player(act.connection, player_id):
        live = load_game(act.connection, name, lock=True)
        note(act, live, "absent", {"first": first.isoformat(), "last": last.isoformat()}, by="player")
        is_put_off = _falls_on_absence(act, live) and put_it_off(act, live, "away")
        later = None if is_put_off else move_for_absences(act, live)
        if later is not None or (is_put_off and not is_stopped(live)):
            moved.append((name, later))
    return moved


def _falls_on_absence(act: Act, live: Live) -> bool:
    """Whether the deadline of a game is on a day on which one of its players is away."""
    due, zone = deadline_of(live), live.settings.calendar.zone
    if due is None or live.window is None:
        return False
    day = due.astimezone(zone).date()
    return any(begin <= day <= end for begin, end in away(act, live, live.window))


def move_for_absences(act: Act, live: Live) -> datetime | None:
    """The deadline of a game whose player is away, where it has to move."""
    due, calendar = deadline_of(live), live.settings.calendar
    if due is None or live.window is None or not _falls_on_absence(act, live):
        return None
    later = calendar.passing_over(live.window.kind, due, away(act, live, live.window))
    games.change(act.connection, live.id, deadline=stamp(later))
    if is_stopped(live):
        # It moves all the same, and is told when the clock runs again.
        return None
    tell(
        act,
        live,
        Saying("notices/deadline-moved-for-absence", {"window": live.window.title, "deadline": calendar.said(later)}),
    )
    set_wake(act, load_game(act.connection, live.name))
    return later


def _player_of(act: Act, address: str) -> int:
    player = people.of_address(act.connection, address)
    if player is None:
        raise NotNow("no-such-address", address=address)
    return int(player)


def add_address(act: Act, known: str, new: str) -> None:
    """A further address of a player: letters from it count, mail still goes to the first."""
    _, old = seating.plain_address(known)
    _, address = seating.plain_address(new)
    player = _player_of(act, old)
    if people.of_address(act.connection, address):
        raise NotNow("address-is-taken", address=address)
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
    """Erase a person: addresses, name and raw mail go, hashes stay. Their seats are empty."""
    _, address = seating.plain_address(who)
    player = _player_of(act, address)
    own = people.addresses_of(act.connection, player)
    remember_seats(act, player)
    words = letters.forget_of(act.connection, own)
    sent = mails.forget_of(act.connection, own)
    forget_words_to(act.connection, own)
    mails.forget_talks(act.connection, talks.letters_of(act.connection, own))
    talks.forget_of(act.connection, own)
    for game_id, seat in seats.played_by(act.connection, player):
        notices.drop_statement(act.connection, game_id, seat)
    for row in club.seats_given_to(act.connection, player):
        club.vacate(act.connection, int(row["game_id"]), str(row["seat"]), "forgotten", stamp(act.now))
    for row in seating.by_address(act.connection, address):
        if row["role"] == "player" and row["status"] != "over":
            end_sitter(act, load_game(act.connection, str(row["game"]), lock=True), Seat(row["seat"]))
    club.forget(act.connection, player, own)
    chats.forget_of(act.connection, own)
    cups.withdraw(act.connection, player)
    notices.forget_diaries(act.connection, player)
    empty = seats.remove_player(act.connection, player)
    bells.forget_gone(act.connection)
    people.forget(act.connection, player)
    act.ledger.forget()
    note(act, None, "player forgotten", {"player": player})
    put_pages(act, f"forgotten/{player}")
    return {"addresses": len(own), "letters": words, "mails": sent, "seats": empty}
