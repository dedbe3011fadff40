"""An act's reads from the store and its writes, for however many letters: read once, written together.

Nothing here is kept from one act to the next. Code that changes its contents another way (gives up a seat, say, or
opens another window) has it written out and read again (`forget`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from judge.adjudicator.protocol import Seat
from judge.campaign import seating
from judge.campaign.live import Live, load_game
from judge.mail.quotations import Index
from judge.store import Connection, docket, games, mails, people, seats, sent
from judge.store.letters import finish_letters
from judge.store.tally import Tallies

T = TypeVar("T")

_AT_ONCE = 50


class Ledger:
    """One transaction's. `together`: how many letters it may be for."""

    def __init__(self, connection: Connection, together: int = 1) -> None:
        self.connection = connection
        self.together = together
        self._games: dict[str, Live] = {}
        self._known: dict[str, seating.Known] = {}
        self.tallies = Tallies(connection)
        self._sittings: dict[int, list[seating.Sitting]] = {}
        self._rows: dict[tuple[int, str], dict[str, Mapping[str, Any]]] = {}
        self._numbers: list[int] = []
        self._receipts: list[dict[str, Any]] = []
        self._changed: dict[tuple[int, str, str], Mapping[str, Any]] = {}
        self._revisions: dict[int, int] = {}
        self._wakes: dict[int, str | None] = {}
        self._mails: list[dict[str, Any]] = []
        self._found: dict[Any, Any] = {}
        self._finished: list[dict[str, Any]] = []
        self._offers: dict[tuple[int, str], Mapping[str, Any]] = {}

    # --- read -------------------------------------------------------------------------------------------------------

    def game(self, name: str) -> Live:
        """A game, which nobody else changes until the transaction ends."""
        if name not in self._games:
            self._games[name] = load_game(self.connection, name, lock=True)
        return self._games[name]

    def expect(self, addresses: Collection[str]) -> None:
        """These will be asked for: look them up in one go."""
        wanted = sorted({one.strip().lower() for one in addresses} - self._known.keys())
        if not wanted:
            return
        known = seating.by_addresses(self.connection, wanted)
        for address in wanted:
            self._known[address] = known.get(address, seating.Known())

    def known(self, address: str) -> seating.Known:
        """The player with this address, and all their seats."""
        self.expect((address,))
        return self._known[address.strip().lower()]

    def once(self, key: Any, look_up: Callable[[], T]) -> T:
        """The result of looking something up, which is done the first time it is asked for."""
        if key not in self._found:
            self._found[key] = look_up()
        found: T = self._found[key]
        return found

    def sent_to(self, address: str) -> tuple[Index, ...]:
        """The newest mails to an address, by their words."""
        rows = self.once(("sent", address), lambda: sent.words_to(self.connection, address.lower()))
        return self.once(("indices", address), lambda: tuple(Index.read(*row) for row in rows))

    def sittings(self, game_id: int) -> list[seating.Sitting]:
        """Everybody at a table."""
        if game_id not in self._sittings:
            self._sittings[game_id] = seating.sittings(self.connection, game_id)
        return self._sittings[game_id]

    def settings(self, player_id: int, game_id: int | None) -> dict[str, Any]:
        """A player's settings. `game_id`: a game in which they may have a seat."""
        for one in self._sittings.get(game_id or 0, ()):
            if one.player_id == player_id:
                return dict(json.loads(one.settings or "{}"))
        found = self.once(("settings", player_id), lambda: people.settings(self.connection, player_id))
        return dict(json.loads(found or "{}"))

    def states(self, game_id: int) -> dict[Seat, str]:
        """The state of each seat that has a player: active, resigned and so on."""
        if game_id in self._sittings:
            return {one.seat: one.state for one in self._sittings[game_id] if one.role == "player"}
        return {Seat(seat): state for seat, state in seats.states(self.connection, game_id).items()}

    def docket(self, live: Live) -> Mapping[str, Mapping[str, Any]]:
        """The seats' sets for the open window, as stored or about to be."""
        where = (live.id, live.need_window().key)
        if where not in self._rows:
            self._rows[where] = docket.rows(self.connection, *where)
        return self._rows[where]

    def docket_row(self, live: Live, seat: Seat) -> Mapping[str, Any] | None:
        """A seat's orders and texts for the open window."""
        return self.docket(live).get(seat)

    # --- written together -------------------------------------------------------------------------------------------

    def receipt(self, values: Mapping[str, Any]) -> int:
        """A new receipt; its number."""
        if self.together == 1:
            return docket.add_receipt(self.connection, values)
        if not self._numbers:
            self._numbers = docket.free_numbers(self.connection, min(_AT_ONCE, self.together), len(self._receipts))
        number = self._numbers.pop(0)
        self._receipts.append({"id": number, **values})
        return number

    def has_written(self, player_id: int, sources: Sequence[str]) -> bool:
        """Whether a letter about any of a player's seats had one of these sources (`%`: any words)."""
        self._write_receipts()
        return docket.has_source(self.connection, player_id, sources)

    def put_docket(self, live: Live, seat: Seat, values: Mapping[str, Any]) -> None:
        """Set a seat's row of the docket."""
        key = live.need_window().key
        self.docket_row(live, seat)
        self._rows[live.id, key][seat] = dict(values)
        self._changed[live.id, key, seat] = values
        self._revisions[live.id] = self._revisions.get(live.id, 0) + 1

    def put_offers(self, game_id: int, seat: Seat, values: Mapping[str, Any]) -> None:
        """Set the offers of the newest answer to a seat."""
        self._offers[game_id, seat] = values

    def offered(self, game_id: int, seat: Seat) -> Mapping[str, Any] | None:
        """The same, as stored or about to be."""
        return self._offers.get((game_id, seat)) or sent.offered(self.connection, game_id, seat)

    def put_mail(self, row: dict[str, Any]) -> None:
        """A mail for the outbox, unless the very same one is there already."""
        self._mails.append(row)

    def wake(self, game_id: int, at: str | None) -> None:
        """When the clock looks at a game again."""
        self._wakes[game_id] = at

    def finish(
        self, letter: int, state: str, note: str, game_id: int | None = None, seat: str = "", codes: str = ""
    ) -> None:
        """A letter is dealt with. `codes`: why not all of it was carried out."""
        done = {"became": state, "said": note, "of_game": game_id, "of_seat": seat, "why": codes}
        self._finished.append({"letter": letter, **done})

    def write(self) -> None:
        """Write out everything that waits."""
        self._write_receipts()
        for (game_id, key, seat), values in self._changed.items():
            docket.put(self.connection, game_id, key, seat, values)
        for game_id, more in self._revisions.items():
            if game_id in self._wakes:
                games.count_up_and_wake(self.connection, game_id, more, self._wakes.pop(game_id))
            else:
                games.count_up(self.connection, game_id, more)
        for game_id, at in self._wakes.items():
            games.wake(self.connection, game_id, at)
        self._wakes.clear()
        if self._mails:
            mails.put_all(self.connection, self._mails)
        if self._offers:
            sent.put_offers(self.connection, self._offers)
            self._offers = {}
        finish_letters(self.connection, self._finished)
        self._mails, self._finished = [], []
        self._numbers = []
        self._changed.clear()
        self._revisions.clear()

    def _write_receipts(self) -> None:
        if self._receipts:
            docket.add_receipts(self.connection, self._receipts)
            self._receipts = []

    def close(self) -> None:
        """The same, at the end of the transaction."""
        self.write()
        self.tallies.store()

    def forget(self) -> None:
        """Read everything again: it may have changed."""
        self.write()
        for kept in (self._games, self._known, self._sittings, self._rows, self._found):
            kept.clear()
