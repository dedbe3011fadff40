"""What a game master puts right: back to a step, forward again, another position, an official word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from judge.campaign import post, turns
from judge.campaign.ground import Ground
from judge.campaign.live import Live, NotNow, load_game
from judge.grammar.document import Document
from judge.store.queue import withdraw


class Correcting(Ground):
    """Rollback, rollforward, edit, note."""

    def roll_back(self, name: str, to: int, now: datetime) -> Live:
        """Back to a step; the commitment of the dice for changed orders is published."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after, commitments = turns.roll_back(connection, live, to, now, self.entropy)
            # A game that goes on opens nothing, and was not won.
            withdraw(connection, live.id, ("closing",))
            self._note(
                connection, live.id, to, "gm", "rollback",
                {"from": live.head, "to": to, "open": commitments[0], "sealed": commitments[1]}, now,
            )  # fmt: skip
            said = (
                f"The game master took the game back from step {live.head} to step {to}. Orders as they were draw the "
                f"same dice again; changed orders draw from new chains with the commitments {commitments[0]} (open) "
                f"and {commitments[1]} (sealed)."
            )
            # In the report that goes out again now, and in the one that is made next.
            self._tell(connection, after, said, None, now, to)
            self._tell(connection, after, said, None, now, to + 1)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now, rerun=True)
        return after

    def roll_forward(self, name: str, now: datetime, to: int | None = None) -> Live:
        """Forward again to a step, or as far as the game had been played, without adjudicating."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after = turns.roll_forward(connection, live, now, to)
            self._note(connection, live.id, after.head, "gm", "rollforward", {"from": live.head, "to": after.head}, now)
            said = f"The game master took the game forward again from step {live.head} to step {after.head}."
            self._tell(connection, after, said, None, now, after.head)
            post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now, rerun=True)
        return after

    def position(self, name: str) -> Mapping[str, object]:
        """The position as an editable document."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            if live.step is None:
                raise NotNow(f"{live.name} has not begun")
            return live.game.write_position(live.state)

    def changes(self, name: str, document: Document) -> Sequence[str]:
        """What loading a position would change; raises DocumentError when it cannot be loaded."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            if live.step is None:
                raise NotNow(f"{live.name} has not begun")
            state = live.game.read_position(document)
            return turns.differences(live.game.write_position(live.state), live.game.write_position(state))

    def edit(self, name: str, document: Document, reason: str, now: datetime) -> Sequence[str]:
        """Make the position what the document says; players are told the reason."""
        if not reason.strip():
            raise NotNow("a correction needs a reason, which the players are told: --reason")
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            after, changes = turns.edit_position(connection, live, document, reason, now)
            if changes:
                self._note(
                    connection, live.id, after.head, "gm", "edit", {"reason": reason, "changes": list(changes)}, now
                )
                self._tell(
                    connection, after, f"The game master corrected the position: {reason}", None, now, after.head
                )
                post.put_reports(connection, self.config.name, self.domain, self.config.gm, after, now)
        return changes

    def note(self, name: str, text: str, now: datetime, told: Sequence[str] = ()) -> None:
        """An official word of the game master in the next report."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            seats = [self.seat_of(live.game, one) for one in told] or None
            self._tell(connection, live, text, seats, now)
            self._note(connection, live.id, live.head, "gm", "official note", {"text": text}, now)
