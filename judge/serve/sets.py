"""The orders of a letter into the docket, and the part of the answer that shows the whole set as it then is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat, Window
from judge.campaign import ahead, docket, due, offers, taking
from judge.campaign.beacons import closed_for
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NotNow
from judge.campaign.remarks import Remark, Telling
from judge.campaign.wake import takes_until
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, Heard, lines_of
from judge.mail.language import Command, Section, read
from judge.mail.proof import Grade
from judge.mail.understood import Understood
from judge.report.saying import Saying
from judge.serve import final, lately, talks, twice
from judge.serve.hand import Hand, NotRead
from judge.serve.parts import Fault, Later, Orders, Part, Quoted, Refused, Unheeded
from judge.serve.who import sits_only
from judge.store.base import stamp


def with_fixes(hand: Hand, live: Live, seat: Seat, section: Section) -> Section:
    """The section with FIX's suggestions in place of the command: lines and commands as if they had been written."""
    if not any(command.verb == "fix" for command in section.commands):
        return section
    lines, commands = list(section.lines), list[Command]()
    for command in section.commands:
        if command.verb != "fix":
            commands.append(command)
            continue
        try:
            texts = offers.taken(
                hand.act, live, seat, command.rest, hand.opened.letter.references, bound=_is_bound(hand, live, seat)
            )
        except NotNow as error:
            hand.answer.refuse(command, error.said)
            continue
        hand.fixed += texts
        put = read(lines_of("\n".join(texts)))
        lines += [replace(line, number=command.number) for line in put.lines]
        commands += [replace(one, number=command.number) for one in put.commands if one.verb != "fix"]
    return replace(section, lines=tuple(lines), commands=tuple(commands))


def _is_bound(hand: Hand, live: Live, seat: Seat) -> bool:
    """Whether a letter surely answers the mail that it says it answers, as far as it proves anything."""
    writer = hand.writer
    by_signature = writer.grade_for(live.name, seat) in (Grade.VOUCHED, Grade.SIGNED)
    return not by_signature or writer.proof.binds_reply(writer.address)


def take_orders(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Take a section's orders for its seat: for the open window, or to keep for a later one."""
    if section.later is not None and not ahead.is_for_now(live, section.later):
        _keep_for_later(hand, live, seat, section)
        return
    said = [command.verb for command in section.commands]
    cleared = max((one.number for one in section.commands if one.verb == "clear"), default=0)
    waits = [verb == "wait" for verb in said if verb in ("wait", "ready")]
    wait = waits[-1] if waits else None
    window = live.need_window()
    if section.lines or cleared:
        _in_time(hand, live, window, section)
        lately.check(hand, live, seat, section)
    ask = window.asks.get(seat)
    if ask is None:
        _not_asked(hand, live, seat, section)
        return
    ear = Ear(live.game, live.state, seat, ask.form, books_for(hand.act, live, seat))
    heard = final.heard_with_proof(hand, ear, live, section.lines, cleared)
    told = Telling(ear, docket.words_for(hand.act, live), heard, hand.opened.letter.attached)
    for asked, answers in told.answers():
        hand.answer.show(asked, answers)
    hand.fates |= fates_of(heard, told)
    wanted = heard.of(Fate.REQUEST)
    wanted_or_open = (*wanted, *(() if live.settings.gm_plays else _unanswered(heard)))
    talks.ask(hand, live, seat, wanted_or_open, heard.lines)
    if _says_nothing(heard) and not cleared and wait is None:
        if wanted and not told.problems() and "orders" not in said:
            return
        if "orders" in said or not hand.answer.parts or told.problems() or told.warnings():
            _show(hand, live, seat, window, told)
        return
    given = docket.Said(
        "", _source(hand, live, seat), clear=bool(cleared), wait=wait, came=_came(hand), heard=heard,
        sits=sits_only(hand, live, seat), taken=tuple(hand.fixed) if wait is None else (),
    )  # fmt: skip
    _receive(hand, live, seat, given, told)


def fates_of(heard: Heard, told: Telling) -> dict[int, list[tuple[str, Fate, Saying | str]]]:
    """The fate of each line, in words for its writer."""
    found: dict[int, list[tuple[str, Fate, Saying | str]]] = {}
    sentences = {(one.number, one.line): one.sentence for one in (*told.problems(), *told.warnings())}
    for one in heard.lines:
        found.setdefault(one.number, []).append((one.text, one.fate, sentences.get((one.number, one.text), "")))
    return found


def _unanswered(heard: Heard) -> tuple[Understood, ...]:
    """Questions to which a person may know an answer. A game master who plays is not shown them."""
    return tuple(one for one in heard.of(Fate.QUESTION) if one.why == "asked" and not one.offered)


def _says_nothing(heard: Heard) -> bool:
    """Whether nothing of it changes a set, nor was meant to."""
    return not heard.of(Fate.ORDER, Fate.LATER, Fate.REFUSED)


def _source(hand: Hand, live: Live, seat: Seat) -> str:
    arrived = hand.arrived
    source = f"letter {arrived.message_id or arrived.id} received {stamp(arrived.received_at)}"
    grade = hand.writer.grade_for(live.name, seat)
    return source + (f", {grade.said}" if grade.said else "")


def _came(hand: Hand) -> docket.Came:
    return docket.Came(stamp(hand.arrived.received_at), hand.arrived.uid)


def _receive(hand: Hand, live: Live, seat: Seat, said: docket.Said, told: Telling) -> None:
    answer, window = hand.answer, live.need_window()
    answer.title, answer.key = window.title, window.key
    hand.sets.append((live, seat))
    before = docket.entry(hand.act, live, seat)
    doubted = twice.is_doubted(hand, live, seat)
    if doubted:
        answer.worsen("WARNINGS")
        answer.say("waits-for-proof", window=window.title)
    done = taking.take(hand.act, live, seat, replace(said, names=told.names, doubted=doubted), told.words)
    hand.touched.add(live.name)
    twice.tell_of_change(hand, live, seat, before)
    if doubted and done.later:
        twice.ask_of_later(hand, live, seat, done.later)
    answer.worsen(done.verdict)
    answer.receipt = answer.receipt or done.receipt
    answer.parts.append(Orders(
        game=live.name, seat=live.seat_name(seat), of=seat, window=window.title, orders=done.orders,
        silence=done.silence, problems=rows(hand, done.problems), warnings=rows(hand, done.warnings),
        unsaid=done.unsaid, kept=ahead.kept(hand.act, live, seat), deadline=done.deadline, receipt=done.receipt,
        hash=done.hash, waiting=done.waiting, conditions=told.conditions(),
    ))  # fmt: skip


def doubt_sets(hand: Hand) -> None:
    """After a letter that was answered with ERRORS, for whatever reason, no window counts its sets as complete."""
    if hand.answer.verdict != "ERRORS":
        return
    wrong = [row for part in hand.answer.parts for row in _wrong(part)]
    for live, seat in hand.sets:
        docket.doubt(hand.act, live, seat, wrong or [("", Saying("answers/part-not-done"))])


def _wrong(part: Part) -> list[tuple[str, Saying | str]]:
    """The line that was not done, or why, and the sentence on it."""
    match part:
        case Refused(line, text):
            return [(line, text)]
        case Fault(line, code):
            return [(line or code, Saying(f"faults/{code}"))]
        case Unheeded(code, text):
            return [(code, text)]
    return []


def rows(hand: Hand, remarks: Sequence[Remark]) -> list[Quoted]:
    """Remarks on lines, as an answer shows them."""
    offer = hand.answer.offer
    return [Quoted(one.line, one.sentence, one.number, offer(one.suggestion), one.suggestion) for one in remarks]


def _show(hand: Hand, live: Live, seat: Seat, window: Window, told: Telling) -> None:
    """Show a seat's set, without changing it."""
    entry = docket.entry(hand.act, live, seat)
    problems, warnings = told.problems(), told.warnings()
    unsaid = bool(entry.checked.unsaid) and not (entry.answered and not entry.lines)
    hand.answer.worsen("ERRORS" if problems else "WARNINGS" if warnings or unsaid else "OK")
    hand.answer.title, hand.answer.key = window.title, window.key
    hand.answer.parts.append(Orders(
        game=live.name, seat=live.seat_name(seat), of=seat, window=window.title, orders=entry.lines,
        silence=[live.game.write(live.state, seat, order) for order in entry.checked.filled],
        problems=rows(hand, problems), warnings=rows(hand, warnings), unsaid=unsaid,
        kept=ahead.kept(hand.act, live, seat), waiting=entry.wait, deadline=due.said(live, hand.act.now),
        conditions=told.conditions(),
    ))  # fmt: skip


def _not_asked(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Nothing is asked of the seat: what it has sent ahead is shown."""
    if section.lines:
        raise NotRead("not-asked", seat=live.seat_name(seat), window=live.need_window().title)
    hand.answer.say("not-asked", seat=live.seat_name(seat), window=live.need_window().title)
    if kept := ahead.kept_in_words(hand.act, live, seat):
        hand.answer.show(Saying("answers/kept-for-title"), kept)


def _in_time(hand: Hand, live: Live, window: Window, section: Section) -> None:
    """Orders are for the window that is open, and came before its deadline and grace were over."""
    named = section.window or hand.envelope.window
    if named is not None and named != window.key:
        raise NotRead(
            "late",
            "closed-window",
            closed=named,
            window=window.title,
        )
    until = takes_until(live)
    if until is not None and hand.arrived.received_at > until:
        raise NotRead("late", "waits-for-dice" if closed_for(live) else "late", window=window.title)


def _keep_for_later(hand: Hand, live: Live, seat: Seat, section: Section) -> None:
    """Orders for a later window: kept as they are until that window opens."""
    said, emptied = section.later or "", any(command.verb == "clear" for command in section.commands)
    lines, is_final = final.kept_with_proof(hand, live, seat, said, section.lines)
    section = replace(section, lines=lines)
    doubted = is_final or twice.is_doubted(hand, live, seat)
    try:
        if doubted:
            aside = twice.ask_of_phase(hand, live, seat, section)
        else:
            aside = ahead.put_aside(
                hand.act, live, seat, said, section.lines, clear=emptied, sits=sits_only(hand, live, seat)
            )
    except NotNow as error:
        if len(hand.opened.reading.sections) == 1:
            raise NotRead("which-phase", why=error) from None
        # The rest of the letter is not to suffer for it.
        hand.answer.worsen("ERRORS")
        hand.answer.parts.append(Refused(f"PHASE {said}", error.said))
        return
    hand.answer.worsen("ERRORS" if aside.problems else "WARNINGS" if aside.doubts else "OK")
    wrong = {one.number for one in aside.problems}
    hand.fates |= {
        line.number: [(line.text, Fate.REFUSED if line.number in wrong else Fate.LATER, "")] for line in section.lines
    }
    if doubted and not aside.problems:
        return
    problems, doubts = rows(hand, aside.problems), rows(hand, aside.doubts)
    hand.answer.parts.append(Later(aside.window, aside.lines, problems, doubts))


__all__ = ["doubt_sets", "fates_of", "rows", "take_orders", "with_fixes"]
