"""Before a game begins, everybody says HERE, and a substitute takes the place of a player who does not.

A substitute who has said HERE is warm: they are there when they are needed.
"""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign import chance, filling, post, seating
from judge.campaign.act import Act, Look
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.telling import note, tell_gm
from judge.campaign.unnamed import person
from judge.report.saying import Saying
from judge.store import games, seats
from judge.store.base import moment, stamp

CONFIRMING = "confirming"
SUBSTITUTE = "substitute"
PLAYERS = ("player", APPLICANT)


def is_asking(live: Live) -> bool:
    """Whether a game waits for its players to say that they are there, and not yet for its game master."""
    return live.row["status"] == CONFIRMING and live.row["deadline"] is not None


def begin(act: Act, live: Live) -> Live:
    """Ask everybody whether they are there."""
    span = live.settings.confirm
    assert span is not None
    due = act.now + span
    games.change(act.connection, live.id, status=CONFIRMING, deadline=stamp(due))
    act.ledger.wake(live.id, stamp(due))
    note(act, live, "confirm round", {"until": stamp(due)})
    after = load_game(act.connection, live.name)
    for one in _asked(act, after):
        _ask(act, after, one)
    return after


def _asked(look: Look, live: Live) -> list[seating.Sitting]:
    return [one for one in look.ledger.sittings(live.id) if one.role in (*PLAYERS, SUBSTITUTE) and one.addresses]


def _ask(act: Act, live: Live, one: seating.Sitting) -> None:
    due = live.row["deadline"]
    until = live.settings.calendar.said(moment(due)) if due else ""
    post.put_notice(
        act,
        live,
        post.To(one.addresses[0], f"{one.role}:{one.seat}"),
        f"here/{one.player_id}",
        Saying(
            "mails/are-you-there",
            {
                "game": live.name,
                "rules": live.game.title,
                "until": until,
                "substitute": one.role == SUBSTITUTE,
                "commitments": list(chance.promised(act.connection, live.id, live.scheme)),
            },
        ),
        "token",
    )


def missing(look: Look, live: Live) -> list[seating.Sitting]:
    """The players who have not said HERE."""
    there = seats.here(look.connection, live.id)
    return [one for one in _asked(look, live) if one.role in PLAYERS and one.row not in there]


def waits_for(look: Look, name: str, player: int) -> bool:
    """Whether a game asks this person whether they are there, and has had no answer."""
    live = look.ledger.game(name)
    if live.row["status"] != CONFIRMING:
        return False
    there = seats.here(look.connection, live.id)
    return any(one.player_id == player and one.row not in there for one in _asked(look, live))


def say_here(act: Act, live: Live, player: int) -> bool:
    """Somebody at the table is there; whether that was the last who was waited for, and the game can begin."""
    own = [one for one in _asked(act, live) if one.player_id == player]
    if live.row["status"] != CONFIRMING or not own:
        raise NotNow("nobody-is-asked", game=live.name)
    for one in own:
        seats.put(act.connection, one.row, here=stamp(act.now))
        note(act, live, "is here", {"seat": one.seat}, by="player")
    if live.row["deadline"] is None:
        # The time is over: a player who says HERE now is taken.
        _replace(act, live)
    return not missing(act, live)


def time_is_over(act: Act, live: Live) -> bool:
    """Put warm substitutes in the places of missing players; whether everybody is there then."""
    games.change(act.connection, live.id, deadline=None)
    act.ledger.wake(live.id, None)
    _replace(act, live)
    gone = missing(act, live)
    if gone:
        names = [person(act, live.name, one.addresses[0], one.name) for one in gone]
        tell_gm(
            act,
            live,
            f"not-there/{stamp(act.now)}",
            Saying("mails/not-everybody-is-there", {"game": live.name, "names": names}),
        )
    return not gone


def _replace(act: Act, live: Live) -> None:
    """Warm substitutes replace missing players, in the order in which they signed up."""
    there = seats.here(act.connection, live.id)
    warm = [one for one in _asked(act, live) if one.role == SUBSTITUTE and one.row in there]
    for gone, new in zip(missing(act, live), sorted(warm, key=lambda one: one.row), strict=False):
        if gone.role == APPLICANT:
            seats.remove(act.connection, live.id, gone.seat, APPLICANT)
            seats.put(act.connection, new.row, role=APPLICANT, seat=f"*{new.player_id}")
            act.ledger.forget()
        else:
            seats.remove(act.connection, live.id, new.seat, SUBSTITUTE, new.player_id)
            filling.replace(act, live.name, gone.seat, f"{new.name} <{new.addresses[0]}>")
            row = next(one.row for one in act.ledger.sittings(live.id) if one.seat == gone.seat)
            seats.put(act.connection, row, here=stamp(act.now))
        note(act, live, "substituted", {"seat": gone.seat}, by="clock")
        post.put_notice(
            act, live, post.To(gone.addresses[0], f"{gone.role}:{gone.seat}"), f"substituted/{gone.player_id}",
            Saying("mails/place-gone", {"game": live.name}),
        )  # fmt: skip


def substitute(act: Act, name: str, who: str) -> None:
    """Add a substitute, for a seat that nobody claims or that becomes vacant later. They get the public reports."""
    live = load_game(act.connection, name, lock=True)
    display, address = seating.plain_address(who)
    if any(address in one.addresses for one in act.ledger.sittings(live.id)):
        raise NotNow("at-the-table", address=address, game=live.name)
    player = seating.player_for(act.connection, address, display)
    given = {"game_id": live.id, "seat": f"*{player}", "role": SUBSTITUTE, "player_id": player, "token_hash": None}
    seats.add(act.connection, given)
    act.ledger.forget()
    note(act, live, "substitute", {"seat": Seat(f"*{player}")})
    if live.row["status"] == CONFIRMING:
        for one in _asked(act, live):
            if one.player_id == player:
                _ask(act, live, one)
