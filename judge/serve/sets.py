"""The orders of a letter into the docket, and the part of the answer that shows the whole set as it then is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from judge.adjudicator.protocol import Ask, Problem, Seat, Window
from judge.campaign import ahead, conditions, docket
from judge.campaign.live import Live, NotNow
from judge.campaign.wake import takes_until
from judge.mail.language import OrderLine, Section, filled
from judge.report.words import Words
from judge.serve import twice
from judge.serve.hand import Hand, NotRead
from judge.store.base import moment, stamp

OF_THE_SET = ("clear", "orders", "wait", "ready")
"""Commands about the set of orders itself, which are carried out along with it."""


def take_orders(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """What a section says of its seat's set: for the open window, or kept for a later one."""
    if section.later is not None and not ahead.is_for_now(live, section.later):
        _keep_for_later(hand, live, seat, section)
        return
    answer, act, arrived = hand.answer, hand.act, hand.arrived
    said = [command.verb for command in section.commands]
    clears = "clear" in said
    waits = [verb == "wait" for verb in said if verb in ("wait", "ready")]
    wait = waits[-1] if waits else None
    window = live.need_window()
    if section.lines or clears:
        _in_time(hand, live, window, section)
    ask = window.asks.get(seat)
    if ask is None:
        _not_asked(hand, live, seat, section)
        return
    own_templates = hand.act.config.own_templates
    lines = filled(section.lines, ask.lines) if section.form else section.lines
    stood = conditions.stand(live, seat, lines, own_templates)
    text, passed = _without_courtesies(live, seat, ask, _questions(hand, live, seat, stood.lines))
    changes = bool(text.strip()) or clears or wait is not None
    if stood.wrong:
        answer.worsen("ERRORS")
    if not changes and answer.parts and not stood.told and not stood.wrong and "orders" not in said:
        return
    answer.title, answer.key = window.title, window.key
    if not changes:
        before = docket.entry(act, live, seat)
        shown = _shown(hand, live, seat, window, before, passed)
        shown |= {
            "kept": ahead.kept(hand.act, live, seat),
            "conditions": list(stood.told),
            "problems": [list(one) for one in stood.wrong],
        }
        answer.parts.append(shown)
        return
    source = f"letter {arrived.message_id or arrived.id} received {stamp(arrived.received_at)}"
    grade = hand.writer.grade_for(live.name, seat)
    source += f", {grade.said}" if grade.said else ""
    before = docket.entry(act, live, seat)
    came = docket.Came(stamp(arrived.received_at), arrived.uid)
    given = docket.Said(text, source, clear=clears, wait=wait, came=came)
    done = docket.receive(act, live, seat, given, docket.words_for(act, live))
    hand.touched.add(live.name)
    twice.tell_of_change(hand, live, seat, before, done.orders)
    answer.worsen(done.verdict)
    answer.receipt = answer.receipt or done.receipt
    answer.parts.append(
        {
            "kind": "orders", "game": live.name, "seat": live.seat_name(seat),
            "window": window.title, "orders": list(done.orders), "silence": list(done.silence),
            "problems": [*map(list, stood.wrong), *([line, sentence] for line, _, sentence in done.problems)],
            "warnings": [[line, sentence] for line, _, sentence in done.warnings],
            "kept": ahead.kept(hand.act, live, seat), "deadline": done.deadline, "receipt": done.receipt,
            "hash": done.hash, "waiting": done.waiting, "conditions": list(stood.told), "passed": passed,
        }
    )  # fmt: skip


def _not_asked(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Nothing is asked of the seat: what it has sent ahead is shown."""
    sentence = f"{live.seat_name(seat)} is not asked for anything in {live.need_window().title}."
    if section.lines:
        raise NotRead("not-asked", sentence)
    hand.answer.say(sentence)
    kept = [f"{for_what}: “{text}”" for for_what, text in ahead.kept(hand.act, live, seat)]
    if kept:
        hand.answer.parts.append({"kind": "list", "title": "Kept, for", "lines": kept})


def _in_time(hand: Hand, live: Live, window: Window, section: Section) -> None:
    """Orders are for the window that is open, and came before its deadline and grace were over."""
    named = section.window or hand.envelope.window
    if named is not None and named != window.key:
        raise NotRead(
            "late",
            f"it is for a window that is closed ({named}); {window.title} is open now. Nothing was changed: "
            "send new orders, or answer the last report.",
        )
    until = takes_until(live)
    if until is not None and hand.arrived.received_at > until:
        raise NotRead("late", f"it arrived after the deadline of {window.title} and its grace. Nothing was changed.")


def _without_courtesies(live: Live, seat: Seat, ask: Ask, lines: Sequence[OrderLine]) -> tuple[str, list[str]]:
    """The text for the game: soft lines only where the game understands them."""
    kept, passed = [], []
    for line in lines:
        if line.soft:
            read = live.game.read(live.state, seat, ask.form, line.text)
            if not read or any(isinstance(one.said, Problem) for one in read):
                passed.append(line.text)
                continue
        kept.append(line.text)
    return "\n".join(kept), passed


def _questions(hand: Hand, live: Live, seat: Seat, lines: Sequence[OrderLine]) -> tuple[OrderLine, ...]:
    """Free questions are answered at once from the seat's own view; what is left are orders."""
    left = []
    for line in lines:
        events = live.game.answer(live.state, seat, line.text)
        if events:
            words = Words(live.game, live.state, None, hand.act.config.own_templates)
            said = [words.sentence(event) for event in events]
            hand.answer.parts.append({"kind": "list", "title": line.text, "lines": said})
        else:
            left.append(line)
    return tuple(left)


def _keep_for_later(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Orders for a later window: kept as they are until that window opens."""
    said, emptied = section.later or "", any(command.verb == "clear" for command in section.commands)
    try:
        window = ahead.put_aside(hand.act, live, seat, said, section.lines, clear=emptied)
    except NotNow as error:
        if len(hand.opened.reading.sections) == 1:
            raise NotRead("which-phase", f"{error}.") from None
        # The rest of the letter is not to suffer for it.
        hand.answer.worsen("ERRORS")
        hand.answer.parts.append({"kind": "refused", "line": f"PHASE {said}", "text": str(error)})
        return
    own, texts = hand.act.config.own_templates, [line.text for line in section.lines]
    doubts = ahead.doubts(live, seat, said, texts, own)
    if doubts:
        hand.answer.worsen("WARNINGS")
    lines = conditions.written(section.lines).splitlines()
    hand.answer.parts.append({"kind": "later", "window": window, "lines": lines, "doubts": doubts})


def _shown(
    hand: Hand, live: Live, seat: Seat, window: Window, entry: docket.Entry, passed: list[str]
) -> dict[str, Any]:
    """What a seat has in, without changing it."""
    due = live.row["deadline"]
    return {
        "kind": "orders", "game": live.name, "seat": live.seat_name(seat), "window": window.title,
        "orders": list(entry.lines),
        "silence": [live.game.write(live.state, seat, order) for order in entry.checked.filled],
        "problems": [], "warnings": [], "kept": [], "receipt": 0, "hash": "", "waiting": entry.wait,
        "deadline": live.settings.calendar.said(moment(due), hand.act.now) if due else "",
        "conditions": [], "passed": passed,
    }  # fmt: skip


__all__ = ["OF_THE_SET", "take_orders"]
