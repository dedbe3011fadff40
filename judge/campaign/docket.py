"""The docket: each seat's orders for the open window, and the result of a further letter."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Any

from judge.adjudicator.driver import merge, take
from judge.adjudicator.protocol import AnyGame, Checked, Later, Problem, Seat
from judge.campaign import due
from judge.campaign.act import Act, Look
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NotNow
from judge.campaign.numbers import shown_number
from judge.campaign.remarks import Remark, Telling
from judge.campaign.seating import names_told
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, Heard
from judge.mail.proof import without_proof
from judge.report.saying import Saying, as_json
from judge.report.words import Words
from judge.store.base import stamp

_DOUBT, _LEFT = "answers/waits-for-proof", "answers/left-to-you"


@dataclass(frozen=True, kw_only=True)
class Acknowledgement:
    """The result of a letter: the whole set as it is now understood, and everything its sender should know."""

    game: str
    seat: Seat
    window_title: str
    window_key: str
    orders: tuple[str, ...]
    silence: tuple[str, ...]
    problems: tuple[Remark, ...]
    """Every line that is not taken."""
    warnings: tuple[Remark, ...]
    unsaid: bool
    """Whether something has no order although its player did not say that it shall have none."""
    later: tuple[Later, ...]
    """Lines for later windows, which are to be kept."""
    receipt: int
    hash: str
    deadline: Saying | str = ""
    answered: bool = True
    waiting: bool = False
    meant: bool = False
    """Whether READY said that pieces without an order shall have none."""

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The lines that FIX takes, by number from 1."""
        return tuple(one.suggestion for one in (*self.problems, *self.warnings) if one.suggestion)

    @property
    def verdict(self) -> str:
        """The word of the subject line."""
        if self.problems:
            return "ERRORS"
        return "WARNINGS" if self.warnings or self.unsaid else "OK"


@dataclass(frozen=True, slots=True, order=True)
class Came:
    """When a letter came into the mailbox: the server's receipt time, then its number there."""

    received: str
    uid: int = 0


@dataclass(frozen=True)
class Entry:
    """A seat's set: its row of the docket, read as far as somebody asks. Whether it has answered is known at once."""

    live: Live
    seat: Seat
    row: Mapping[str, Any] | None

    @property
    def answered(self) -> bool:
        """Whether the seat has answered."""
        return bool(self.row and self.row["answered"])

    @property
    def wait(self) -> bool:
        """Whether it wants the window to stay open until its deadline."""
        return bool(self.row and self.row["wait"])

    @property
    def meant(self) -> bool:
        """Whether READY said that pieces without an order shall have none."""
        return bool(self.row and self.row["meant"])

    @cached_property
    def faulty(self) -> tuple[tuple[str, Any], ...]:
        """Lines of its newest letter that were not taken, each with the reason: its player is asked about them."""
        return tuple((line, why) for line, why, *_ in self.faults)

    @cached_property
    def faults(self) -> tuple[tuple[str, Any, str], ...]:
        """The same, each with the suggestion for it."""
        return tuple(tuple(one) for one in json.loads(self.row["faulty"])) if self.row else ()

    @cached_property
    def doubted(self) -> bool:
        """Whether its newest letter proved less than its seat has proven before, or the player before sent it, and
        nothing else is wrong with it."""
        return bool(self.faults) and all(_is_doubt(why) for _, why, _ in self.faults)

    @cached_property
    def left(self) -> bool:
        """Whether it is as the player before left it: its new player has said nothing yet."""
        return self.doubted and self.faults[0][1]["code"] == _LEFT

    @cached_property
    def complete(self) -> bool:
        """Whether every piece has an order, or its player said that the rest shall have none."""
        if not self.answered or self.row is None:
            return False
        here = self.live.step["state_hash"] if self.live.step else None
        if self.row["complete"] is None or self.row["given_in"] != here:
            # Orders from before, or a position that was corrected under them.
            return self.meant or not self.checked.unsaid
        return bool(self.row["complete"])

    @cached_property
    def heard(self) -> Came | None:
        """When the newest letter about it came."""
        return Came(*json.loads(self.row["heard"])) if self.row and self.row["heard"] else None

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The orders as text."""
        return tuple(json.loads(self.row["orders"])) if self.row else ()

    @cached_property
    def source(self) -> tuple[str, ...]:
        """The source of its orders."""
        return tuple(json.loads(self.row["source"])) if self.row else ()

    @cached_property
    def said(self) -> tuple[Came, ...]:
        """When the letter of each order came."""
        return tuple(Came(*one) for one in json.loads(self.row["later"])) if self.row else ()

    @cached_property
    def cleared(self) -> Came | None:
        """When the letter came that last emptied the set."""
        return Came(*json.loads(self.row["cleared"])) if self.row and self.row["cleared"] else None

    @cached_property
    def orders(self) -> tuple[Any, ...]:
        """The lines as orders."""
        ask = self.live.need_window().asks.get(self.seat)
        if ask is None or not self.lines:
            return ()
        return take(self.live.game, self.live.state, self.seat, ask.form, "\n".join(self.lines)).orders

    @cached_property
    def checked(self) -> Checked[Any]:
        """The valid orders, and what silence adds."""
        if self.seat not in self.live.need_window().asks:
            return Checked(())
        return self.live.game.check(self.live.state, self.seat, self.orders)


@dataclass(frozen=True, slots=True)
class Said:
    """A text about a seat's set for the open window. `clear`: the set is emptied first.

    `came`: when the mailbox got it; None if it was no letter (the game master's entry, a text that was kept).
    """

    text: str
    source: str
    _: KW_ONLY
    clear: bool = False
    wait: bool | None = None
    came: Came | None = None
    heard: Heard | None = None
    """The text as it was heard already: a letter's has commands around it, and attachments (`names`)."""
    names: Sequence[str] = ()
    sits: bool = False
    """Whether a sitter said it, whose words are kept for no window after their days."""
    taken: tuple[str, ...] = ()
    """The suggestions it takes: faults with other suggestions remain."""
    faults: tuple[Remark, ...] = ()
    """Other faults of the text: how it hangs together, lines for later windows."""
    doubted: bool = False
    """Whether its letter proves nothing of its writer, at a seat that has sent proven ones: its orders count, its READY
    closes nothing, and the window waits for the seat."""


def entry(look: Look, live: Live, seat: Seat) -> Entry:
    """A seat's entry for the open window (empty when nothing has come)."""
    return Entry(live, seat, look.ledger.docket_row(live, seat))


def entries(look: Look, live: Live) -> dict[Seat, Entry]:
    """Every asked seat's entry for the open window."""
    return {seat: entry(look, live, seat) for seat in sorted(live.need_window().asks)}


def words_for(look: Look, live: Live) -> Words:
    """The words in which somebody at the table is answered."""
    names = names_told(live, look.ledger.sittings(live.id), False, look.config.own_templates)
    return Words(live.game, live.state, names, look.config.own_templates)


@dataclass(frozen=True, slots=True)
class _Counts:
    """The part of a text that counts, beside the earlier orders."""

    came: Came
    clear: bool
    wait: bool | None
    earlier: tuple[Any, ...]
    """Orders that were in and stay, unless new ones take their place."""
    given: tuple[Any, ...]


def _what_counts(game: AnyGame, before: Entry, said: Said, heard: Heard) -> _Counts:
    """A letter may be read after one that came later (its reader was killed, or another was faster). Then it changes
    nothing that the later one named, and nothing at all if the later one emptied the set. Words about all other pieces
    change no order that is in."""
    # A text that was no letter (the game master's entry, a standing text) counts from the moment it is read.
    times = dict(zip(before.orders, before.said, strict=False)) if said.came else {}
    came = said.came or Came("")
    emptied = said.came is not None and before.cleared is not None and came < before.cleared
    clear = said.clear and not emptied
    # If a later letter was read before, its READY and WAIT count.
    wait = None if emptied or any(came < one for one in times.values()) else said.wait
    earlier = tuple(order for order in before.orders if not clear or came < times.get(order, came))
    ahead = {game.subject(order) for order in earlier if came < times.get(order, came)}
    is_in = {game.subject(order) for order in earlier}
    given = tuple(
        one.said
        for one in heard.of(Fate.ORDER)
        if not emptied and game.subject(one.said) not in (is_in if one.rest else ahead)
    )
    return _Counts(came, clear, wait, earlier, given)


def receive(act: Act, live: Live, seat: Seat, said: Said, words: Words) -> Acknowledgement:
    """Take a text for the open window: only the subjects it names change. Stores the set, the receipt, and lines kept
    for later."""
    window = live.need_window()
    ask = window.asks.get(seat)
    if ask is None:
        raise NotNow("seat-not-asked", seat=live.seat_name(seat), window=window.title, game=live.name)
    game, state = live.game, live.state
    before = entry(act, live, seat)
    ear = Ear(game, state, seat, ask.form, books_for(act, live, seat))
    heard = said.heard if said.heard is not None else ear.hear_text(said.text)
    told = Telling(ear, words, heard, said.names)
    counts = _what_counts(game, before, said, heard)
    new, refused, merged, checked = _standing_new(game, state, seat, counts.earlier, counts.given)
    problems = [*said.faults, *told.problems(), *(told.about(order, one) for order, one in refused)]
    texts = [game.write(state, seat, order) for order in merged]
    # An earlier order that conflicts with the new ones drops out, and its sender is told.
    problems += [told.about(merged[index], one) for index, one in sorted(checked.refused.items())]
    warnings = [told.about(merged[index], one) for index, one in sorted(checked.warned.items())]
    warnings += told.warnings(new)
    kept = [text for index, text in enumerate(texts) if index not in checked.refused]
    faults = [[one.line, one.sentence, one.suggestion] for one in problems]
    lines = [game.write(state, seat, order) for order in checked.accepted]
    # The accepted orders count; they keep the order in which they were given, for preference rules.
    stored = lines if sorted(lines) != sorted(kept) else kept
    if said.doubted:
        faults.append(["", Saying(_DOUBT, {"window": window.title}), ""])
    made = _Set(before, counts, new, stored, unsaid=bool(checked.unsaid), faults=faults, doubted=said.doubted)
    number, row = _put(act, live, seat, said, made)
    return Acknowledgement(
        game=live.name,
        seat=seat,
        window_title=window.title,
        window_key=window.key,
        orders=tuple(stored),
        silence=tuple(game.write(state, seat, order) for order in checked.filled),
        problems=tuple(problems),
        warnings=tuple(warnings),
        # READY without an order says that silence is meant.
        unsaid=bool(checked.unsaid) and (said.doubted or counts.wait is not False or bool(heard.lines)),
        later=heard.later,
        receipt=shown_number(act, live, number),
        hash=_digest(stored)[:12],
        deadline=due.said(live, act.now),
        answered=bool(row["answered"]),
        waiting=bool(row["wait"]),
        meant=bool(row["meant"]),
    )


@dataclass(frozen=True, slots=True)
class _Set:
    """A seat's set in the making: the earlier set, the part of the letter that counts, its new orders, the whole as
    text, whether something is unsaid, the errors of the letter, and whether its writer is in doubt."""

    before: Entry
    counts: _Counts
    new: tuple[Any, ...]
    lines: list[str]
    _: KW_ONLY
    unsaid: bool
    faults: list[list[Any]]
    doubted: bool

    @property
    def wait(self) -> bool:
        """Whether the player wants the window to stay open. In doubt no READY ends that."""
        if self.counts.wait is None or (self.doubted and not self.counts.wait):
            return self.before.wait
        return self.counts.wait

    @property
    def is_old(self) -> bool:
        """Whether a newer letter was read before."""
        came, heard = self.counts.came, self.before.heard
        return heard is not None and Came("") < came < heard

    def meant(self) -> bool:
        """Whether the player wants no more orders: READY says so, until WAIT or CLEAR."""
        if self.is_old or (self.counts.wait is None and not self.counts.clear):
            return self.before.meant
        return self.counts.wait is False and (self.before.meant or not self.doubted)

    def faulty(self, taken: Sequence[str]) -> list[list[Any]]:
        """The errors that are still open: a newer letter without an error settles them."""
        if self.is_old:
            return [list(one) for one in self.before.faults]
        left = [list(one) for one in self.before.faults if taken and one[2] not in taken and not _is_doubt(one[1])]
        return left + self.faults


def _put(act: Act, live: Live, seat: Seat, said: Said, made: _Set) -> tuple[int, Mapping[str, Any]]:
    """The receipt, and the row of the docket as it is from now on."""
    before, counts = made.before, made.counts
    number = act.ledger.receipt(
        {
            "game_id": live.id, "seat": seat, "window_key": live.need_window().key, "hash": _digest(made.lines),
            "source": said.source, "at": stamp(act.now),
        }
    )  # fmt: skip
    times = dict(zip(before.orders, before.said, strict=False))
    when = {
        live.game.write(live.state, seat, order): times.get(order, Came(""))
        for order in counts.earlier
        if order not in made.new
    }
    cleared = counts.came if counts.clear and said.came is not None else before.cleared
    answered = True if counts.wait is False or made.new else (False if counts.clear else before.answered)
    meant = made.meant()
    heard = max(before.heard or counts.came, counts.came)
    row = {
        "orders": json.dumps(made.lines, ensure_ascii=False),
        "answered": answered,
        "wait": made.wait,
        "source": json.dumps([*before.source, said.source]),
        "later": json.dumps([[one.received, one.uid] for one in (when.get(text, counts.came) for text in made.lines)]),
        "receipt": number,
        "changed_at": stamp(act.now),
        "given_in": live.step["state_hash"] if live.step else None,
        "cleared": json.dumps([cleared.received, cleared.uid]) if cleared else None,
        "complete": meant or not made.unsaid,
        "meant": meant,
        "faulty": json.dumps(made.faulty(said.taken), default=as_json, ensure_ascii=False),
        "heard": json.dumps([heard.received, heard.uid]) if heard.received else None,
    }
    act.ledger.put_docket(live, seat, row)
    return number, row


def doubt(act: Act, live: Live, seat: Seat, faults: Sequence[tuple[str, Saying | str]]) -> None:
    """A letter about this set was answered with ERRORS: its player is asked again, and the window waits for them."""
    row = act.ledger.docket_row(live, seat)
    if row is not None and not json.loads(row["faulty"]):
        kept = {key: value for key, value in row.items() if key not in ("id", "game_id", "window_key", "seat")}
        kept["faulty"] = json.dumps([[line, why, ""] for line, why in faults], default=as_json, ensure_ascii=False)
        act.ledger.put_docket(live, seat, kept)


def stand_again(act: Act, live: Live, seat: Seat, said: str) -> None:
    """A set that was put back is answered, with what was said of it as a whole: `ready`, `wait`, or nothing."""
    row = act.ledger.docket_row(live, seat)
    if row is not None:
        kept = {key: value for key, value in row.items() if key not in ("id", "game_id", "window_key", "seat")}
        kept |= {"answered": True, "wait": said == "wait", "meant": said == "ready", "complete": None}
        act.ledger.put_docket(live, seat, kept)


def hand_on(act: Act, live: Live, seat: Seat) -> None:
    """Leave the orders of whoever has left a seat to its next player: they count, but the window waits for a word of
    theirs. READY and WAIT end."""
    row = act.ledger.docket_row(live, seat) if live.window is not None else None
    if row is not None:
        kept = {key: value for key, value in row.items() if key not in ("id", "game_id", "window_key", "seat")}
        any_left = bool(json.loads(row["orders"]))
        said = Saying(_LEFT, {"window": live.need_window().title})
        kept |= {"answered": any_left, "wait": False, "meant": False, "complete": None}
        kept["source"] = json.dumps([without_proof(one) for one in json.loads(row["source"])])
        kept["faulty"] = json.dumps([["", said, ""]] if any_left else [], default=as_json, ensure_ascii=False)
        act.ledger.put_docket(live, seat, kept)


def _is_doubt(why: Any) -> bool:
    """Whether a stored reason says that a set waits for a word that its player proves or says themselves."""
    return isinstance(why, Mapping) and why.get("code") in (_DOUBT, _LEFT)


def _digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _standing_new(
    game: AnyGame, state: Any, seat: Seat, earlier: Sequence[Any], said: Sequence[Any]
) -> tuple[tuple[Any, ...], list[tuple[Any, Problem]], tuple[Any, ...], Checked[Any]]:
    """The new orders that are valid, and those that are refused: a refused line changes nothing that was in before.

    And the whole set with them, as it was checked.
    """
    new = list(said)
    refused: list[tuple[Any, Problem]] = []
    while True:
        merged = merge(game, earlier, new)
        first = len(merged) - len(new)
        checked = game.check(state, seat, merged)
        wrong = {index - first: one for index, one in checked.refused.items() if index >= first}
        if not wrong:
            return tuple(new), refused, merged, checked
        refused += [(new[index], one) for index, one in sorted(wrong.items())]
        new = [order for index, order in enumerate(new) if index not in wrong]
