"""How a game ends other than by its rules: a vote in which all agree, or the game master's word."""

from __future__ import annotations

from collections.abc import Sequence

from judge import report
from judge.adjudicator.protocol import Outcome, Seat
from judge.campaign import post, turns
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.seating import sittings
from judge.campaign.telling import note, tell
from judge.store import notices
from judge.store.base import stamp
from judge.store.mails import withdraw


def vote(act: Act, name: str, seat: str, proposal: str) -> tuple[str, Live]:
    """A vote for a draw or a concession; when all who must agree have, the game ends."""
    live = load_game(act.connection, name, lock=True)
    window = live.need_window()
    chosen = seat_of(live.game, seat)
    if live.settings.draws == "no":
        raise NotNow(f"{live.name} is played without draws and concessions")
    if chosen not in seats_taking_part(live):
        raise NotNow(f"{chosen} takes no part in {live.name}")
    kind, _, rest = proposal.strip().lower().partition(" ")
    winners = tuple(
        sorted(seat_of(live.game, one) for one in rest.replace(",", " ").split())
        if kind == "concede"
        else _survivors(live)
    )
    if kind not in ("draw", "concede", "no") or (kind == "concede" and not winners):
        raise NotNow("vote DRAW, CONCEDE TO seat, or NO")
    notices.drop_vote(act.connection, live.id, chosen)
    if kind == "no":
        return "your vote is withdrawn", live
    said = f"{kind} {' '.join(winners)}".strip()
    notices.add_vote(
        act.connection,
        {"game_id": live.id, "seat": chosen, "proposal": said, "window_key": window.key, "at": stamp(act.now)},
    )
    if live.settings.votes == "open":
        tell(act, live, f"{live.seat_name(chosen)} votes: {said}.")
    agreed = notices.voters_for(act.connection, live.id, said)
    if not _voters(act, live) <= agreed | (set(winners) if kind == "concede" else set()):
        return "your vote is counted", live
    reason = "draw" if kind == "draw" else "concession"
    after = turns.end_game(act, live, Outcome(tuple(winners), reason), said)
    withdraw(act.connection, live.id, ("reminder",))
    note(act, after, reason, {"winners": list(winners)}, by="players")
    post.put_reports(act, after)
    return "all have agreed: the game is over", after


def _voters(act: Act, live: Live) -> set[Seat]:
    """Who must agree. A seat without a player, or in civil disorder, has no vote; where nobody sits all have."""
    voters = set(_survivors(live) if live.settings.draws == "survivors" else seats_taking_part(live))
    playing = {one.seat for one in sittings(act.connection, live.id) if one.role == "player" and one.state == "active"}
    return (voters & playing) or voters


def _survivors(live: Live) -> tuple[Seat, ...]:
    """The seats still in the game: those the public standings show with anything left."""
    table = report.standings(live.game, live.state)
    taking = seats_taking_part(live)
    return tuple(seat for seat in taking if table.get(seat, 1) > 0) or taking


def end(act: Act, name: str, winners: Sequence[str], reason: str) -> Live:
    """The game master ends a game."""
    live = load_game(act.connection, name, lock=True)
    live.need_window()
    chosen = tuple(seat_of(live.game, one) for one in winners)
    after = turns.end_game(act, live, Outcome(chosen, reason), reason)
    note(act, after, "end", {"winners": list(chosen), "reason": reason})
    post.put_reports(act, after)
    return after
