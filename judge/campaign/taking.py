"""Orders taken for a seat: from a letter or from the game master's hand, in time or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, conditions, docket, post, seating
from judge.campaign.docket import Acknowledgement
from judge.campaign.ground import Ground
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.wake import set_wake, takes_until
from judge.mail.language import OrderLine, read
from judge.mail.quotes import TextLine
from judge.store.base import stamp


class Late(Exception):
    """A letter for a window that is closed, or after deadline and grace: it is never applied to another window."""

    code = "late"


class Taking(Ground):
    """Taking orders, and showing what is in."""

    def enter(
        self, name: str, seat: str, text: str, now: datetime, source: str = "gm", *,
        clear: bool = False, wait: bool | None = None, on_behalf: bool = False,
        window_key: str | None = None, received_at: datetime | None = None,
        within: sa.Connection | None = None,
    ) -> Acknowledgement:  # fmt: skip
        """Take orders for a seat, from a letter or from the GM on its behalf (then the player is told).

        A letter that names another window than the open one, or that came after deadline and grace, is `Late` and
        changes nothing. `within`: the caller's transaction, so that a letter and what it did are kept together.
        """
        with self.transaction(within) as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            self._in_time(live, window_key, received_at)
            done = docket.receive(
                connection, live, chosen, text, now, source, clear=clear, wait=wait,
                players=seating.players_by_seat(connection, live.id), own_templates=self.config.own_templates,
            )  # fmt: skip
            if on_behalf:
                self._note(
                    connection, live.id, live.head, "gm", "orders on behalf",
                    {"seat": chosen, "receipt": done.receipt, "hash": done.hash}, now,
                )  # fmt: skip
                for one in seating.sittings(connection, live.id):
                    if one.seat == chosen and one.role == "player" and one.addresses:
                        post.put_notice(
                            connection, self.config.name, self.domain, live, one.addresses[0], done.receipt,
                            f"Orders entered for you in {live.name}",
                            "The game master entered orders on your behalf:\n\n" + "\n".join(done.orders), now,
                            seat=chosen,
                        )  # fmt: skip
            self._wake(connection, live, now)
        return done

    def enter_as_said(
        self, name: str, seat: str, text: str, now: datetime, *, clear: bool = False
    ) -> tuple[Acknowledgement | None, tuple[str, ...]]:
        """What the game master enters is read as the letter of the seat would be: STANDING, PHASE, IF, CLEAR, READY.

        Returns the acknowledgement (None where nothing was for the open window) and what else was done, in words.
        """
        section_lines: list[OrderLine] = []
        said: list[str] = []
        wait: bool | None = None
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            reading = read([TextLine(line) for line in text.splitlines()])
            for line, code in reading.faults:
                raise NotNow(f'"{line}" does not fit: {code.replace("-", " ")}')
            for section in reading.sections:
                for command in section.commands:
                    match command.verb:
                        case "standing":
                            texts = docket.set_standing(connection, live, chosen, command.rest)
                            said += [f"standing orders, {kind}: {one}" for kind, one in sorted(texts.items())] or [
                                "no standing orders any more"
                            ]
                            kind, _, text_of_it = command.rest.partition(":")
                            said += self._doubts(live, chosen, kind, [text_of_it] if text_of_it.strip() else [])
                        case "clear":
                            # In a PHASE block it empties what is kept for that window.
                            clear = clear or section.later is None
                        case "wait" | "ready":
                            wait = command.verb == "wait"
                        case _:
                            raise NotNow(f"{command.verb.upper()} is the player's own to say, by mail")
                if section.later is not None and not ahead.is_for_now(live, section.later):
                    emptied = any(command.verb == "clear" for command in section.commands)
                    kept = ahead.put_aside(connection, live, chosen, section.later, section.lines, clear=emptied)
                    said.append(f"kept for {kept}" if section.lines else f"nothing is kept any more for {kept}")
                    said += self._doubts(live, chosen, section.later, [line.text for line in section.lines])
                else:
                    section_lines += section.lines
            if said:
                self._tell_of_entry(connection, live, chosen, "\n".join(said), now)
            if not section_lines and not clear and wait is None and said:
                return None, tuple(said)
            stood = conditions.stand(live, chosen, section_lines, self.config.own_templates)
            if stood.wrong:
                raise NotNow("; ".join(f"{line}: {sentence}" for line, sentence in stood.wrong))
            done = self.enter(
                name, seat, "\n".join(line.text for line in stood.lines), now, clear=clear, wait=wait, on_behalf=True,
                within=connection,
            )  # fmt: skip
        return done, (*said, *stood.told)

    def _doubts(self, live: Live, seat: Seat, window: str, texts: Sequence[str]) -> list[str]:
        found = ahead.doubts(live, seat, window, texts, self.config.own_templates)
        return [f'as the game stands now, "{line}" would not be taken: {why}' for line, why in found]

    def _tell_of_entry(self, connection: sa.Connection, live: Live, seat: Seat, what: str, now: datetime) -> None:
        self._note(connection, live.id, live.head, "gm", "orders on behalf", {"seat": seat}, now)
        number = stamp(now)
        for one in seating.sittings(connection, live.id):
            if one.seat == seat and one.role == "player" and one.addresses:
                post.put_notice(
                    connection, self.config.name, self.domain, live, one.addresses[0], f"standing/{number}",
                    f"Orders entered for you in {live.name}", f"The game master entered on your behalf:\n\n{what}", now,
                    seat=seat,
                )  # fmt: skip

    def _in_time(self, live: Live, window_key: str | None, received_at: datetime | None) -> None:
        window = live.need_window()
        if window_key is not None and window_key != window.key:
            raise Late(f"{window_key} is closed; {window.title} is open now ({window.key})")
        until = takes_until(live)
        if received_at is not None and until is not None and received_at > until:
            said = live.settings.calendar.said(until)
            raise Late(f"orders for {window.title} were taken until {said}")

    def _wake(self, connection: sa.Connection, live: Live, now: datetime) -> None:
        """When all have answered, the clock looks at the game at once (or after the cool-off)."""
        set_wake(connection, load_game(connection, live.name), now)

    def standing(self, name: str, seat: str, kind: str, text: str) -> dict[str, str]:
        """Set (or with an empty text revoke) a standing text; returns all of the seat's."""
        with self.store.begin() as connection:
            live = load_game(connection, name, lock=True)
            chosen = self.seat_of(live.game, seat)
            if kind not in live.game.kinds:
                raise NotNow(f"there is no kind of window {kind}: there are {', '.join(live.game.kinds)}")
            docket.keep_text(connection, live, chosen, kind, text, once=False)
            return docket.standing_texts(connection, live, chosen)

    def docket(self, name: str) -> tuple[Live, dict[Seat, docket.Entry]]:
        """What every asked seat has in."""
        with self.store.read() as connection:
            live = load_game(connection, name)
            live.need_window()
            return live, docket.entries(connection, live)
