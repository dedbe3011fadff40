"""Who sits where: a seat given, passed on, left empty; the token its player is mailed."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign import opponents, post, seating, turns
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.telling import note, tell
from judge.campaign.wake import set_wake
from judge.store import games, seats
from judge.store.base import stamp


def assign(act: Act, name: str, seat: str, who: str, role: str = "player") -> str:
    """Seat a person; returns the token, which the person is mailed."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat) if role == "player" else Seat(seat)
    token = seating.assign(act.connection, live, chosen, who, act.campaign.entropy, role)
    act.ledger.forget()
    note(act, live, "seat assigned", {"seat": chosen, "role": role})
    address = seating.plain_address(who)[1]
    send_token(act, live, chosen, address, token, role)
    _show_how_it_stands(act, live, chosen, role, address)
    return token


def replace(act: Act, name: str, seat: str, who: str) -> str:
    """Another person takes a seat over; the old token ends at once."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    was_program = any(one.seat == chosen and one.role == seating.OPPONENT for one in act.ledger.sittings(live.id))
    token = seating.replace(act.connection, live, chosen, who, act.campaign.entropy)
    act.ledger.forget()
    if was_program:
        opponents.take_back(act, live, chosen)
    note(act, live, "seat replaced", {"seat": chosen})
    tell(act, live, f"A new player sits at {live.seat_name(chosen)}.")
    address = seating.plain_address(who)[1]
    send_token(act, live, chosen, address, token)
    _show_how_it_stands(act, live, chosen, "player", address)
    _at_least_a_whole_window(act, live)
    return token


def _show_how_it_stands(act: Act, live: Live, seat: Seat, role: str, address: str) -> None:
    """Who sits down at a game that has begun gets its newest report, as that seat may see it."""
    if live.step is not None and live.row["status"] != "over":
        post.put_report(act, live, seat, role, address)


def _at_least_a_whole_window(act: Act, live: Live) -> None:
    """A new player has as long as the window's whole length."""
    due = turns.deadline_of(live)
    if live.window is None or due is None:
        return
    whole = live.settings.calendar.deadline(live.window.kind, act.now)
    if whole > due:
        games.put(act.connection, live.id, deadline=stamp(whole), overdue=0)
        set_wake(act, load_game(act.connection, live.name))


def unseat(act: Act, name: str, seat: str) -> None:
    """A seat stands empty from now on."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    if not seats.remove(act.connection, live.id, chosen):
        raise NotNow(f"nobody sits at {chosen} of {live.name}")
    act.ledger.forget()
    note(act, live, "seat removed", {"seat": chosen})
    if live.step is not None:
        tell(act, live, f"{live.seat_name(chosen)} has no player now.")


ASKS_A_WORD = (
    " Before the game begins you may mix a word of your own into its dice, so that nobody can have chosen them: a line "
    "WORD tumbleweed, with a word that nobody would guess."
)


def send_token(act: Act, live: Live, seat: Seat, address: str, token: str, role: str = "player") -> None:
    """The token of a seat, to the person who sits there."""
    name = live.seat_name(seat) if role == "player" else role
    text = (
        f"You are at the table of {live.name} ({live.game.title}) as {name}. "
        f"Your token is {token}: a line TOKEN {token} in a letter proves that it is yours, whatever address it "
        "comes from. Keep it to yourself."
    )
    if live.step is None:
        text += ASKS_A_WORD
    subject = f"Your seat in {live.name}: {name}"
    post.put_notice(act, live, post.To(address, seat), seating.token_hash(token)[:12], subject, text, "token")
