"""How a game ends other than by its rules: a vote in which all agree, or the game master's word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Outcome, Seat
from judge.campaign import post, seating, turns
from judge.campaign.ground import Ground
from judge.campaign.live import Live, NotNow, load_game, seats_taking_part
from judge.store import tables
from judge.store.base import stamp
from judge.store.queue import withdraw


class Ending(Ground):
    """Votes, draws, concessions, the end."""

    def vote(self, name: str, seat: str, proposal: str, now: datetime) -> tuple[str, Live]:
        """A vote for a draw or a concession; when all who must agree have, the game ends."""
        with self.store.begin() as connection:
            return self.vote_in(connection, name, seat, proposal, now)

    def vote_in(
        self, connection: sa.Connection, name: str, seat: str, proposal: str, now: datetime
    ) -> tuple[str, Live]:
        """The same in a transaction of the caller's."""
        live = load_game(connection, name, lock=True)
        window = live.need_window()
        chosen = self.seat_of(live.game, seat)
        if live.settings.draws == "no":
            raise NotNow(f"{live.name} is played without draws and concessions")
        if chosen not in seats_taking_part(live):
            raise NotNow(f"{chosen} takes no part in {live.name}")
        kind, _, rest = proposal.strip().lower().partition(" ")
        winners = tuple(
            sorted(self.seat_of(live.game, one) for one in rest.replace(",", " ").split())
            if kind == "concede"
            else self._survivors(live)
        )
        if kind not in ("draw", "concede", "no") or (kind == "concede" and not winners):
            raise NotNow("vote DRAW, CONCEDE TO seat, or NO")
        connection.execute(
            tables.votes.delete().where(tables.votes.c.game_id == live.id, tables.votes.c.seat == chosen)
        )
        if kind == "no":
            return "your vote is withdrawn", live
        said = f"{kind} {' '.join(winners)}".strip()
        connection.execute(
            tables.votes.insert().values(
                game_id=live.id, seat=chosen, proposal=said, window_key=window.key, at=stamp(now)
            )
        )
        agreed = {
            row.seat
            for row in connection.execute(
                sa.select(tables.votes.c.seat).where(tables.votes.c.game_id == live.id, tables.votes.c.proposal == said)
            )
        }
        voters = set(self._survivors(live) if live.settings.draws == "survivors" else seats_taking_part(live))
        # A seat without a player, or in civil disorder, has no vote; at a table played by hand all have.
        playing = {
            one.seat for one in seating.sittings(connection, live.id) if one.role == "player" and one.state == "active"
        }
        voters = (voters & playing) or voters
        if live.settings.votes == "open":
            self._tell(connection, live, f"{self._name_of(live, chosen)} votes: {said}.", None, now)
        if not voters <= agreed | (set(winners) if kind == "concede" else set()):
            return "your vote is counted", live
        reason = "draw" if kind == "draw" else "concession"
        after = turns.end_game(connection, live, Outcome(tuple(winners), reason), now, said)
        withdraw(connection, live.id, ("reminder",))
        self._note(connection, live.id, after.head, "players", reason, {"winners": list(winners)}, now)
        post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return "all have agreed: the game is over", after

    def _survivors(self, live: Live) -> tuple[Seat, ...]:
        """The seats still in the game: those the public standings show with anything left."""
        from judge import report

        table = report.standings(live.game, live.state)
        taking = seats_taking_part(live)
        return tuple(seat for seat in taking if table.get(seat, 1) > 0) or taking

    def end(self, name: str, winners: Sequence[str], reason: str, now: datetime) -> Live:
        """The game master ends a game."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            live.need_window()
            chosen = tuple(self.seat_of(live.game, one) for one in winners)
            after = turns.end_game(connection, live, Outcome(chosen, reason), now, reason)
            self._note(connection, live.id, after.head, "gm", "end", {"winners": list(chosen), "reason": reason}, now)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return after
