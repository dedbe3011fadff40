"""Texts that a seat has sent ahead: orders for a later window, and standing orders for every window of a kind.

Such a text is read by that window's rule when it comes, so that nonsense is told at once, and once more when its window
opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from judge.adjudicator.protocol import Later, Seat
from judge.campaign import docket, sitters
from judge.campaign.act import Act, Look
from judge.campaign.docket import Acknowledgement, Said
from judge.campaign.languages import books_for, language_at
from judge.campaign.live import Live, NotNow
from judge.campaign.remarks import Remark, Telling
from judge.campaign.telling import tell
from judge.grammar.lexicon import nearest
from judge.grammar.phrasebook import Phrasebook
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, hear_ahead, is_nonsense, lines_of
from judge.mail.kinds import NEXT, is_for, is_now, kind_in, phase_of
from judge.mail.language import OrderLine, read
from judge.report.languages import worded_in
from judge.report.saying import Saying
from judge.report.words import Words
from judge.store import docket as sets
from judge.store import steps


def is_for_now(live: Live, said: str) -> bool:
    """Whether a PHASE line names the open window by its date (`PHASE Spring 1901, movement`)."""
    window = live.window
    return window is not None and is_now(live.game, said, window.title, window.kind)


@dataclass(frozen=True, slots=True)
class Aside:
    """The texts to keep, for which window (`key`, and in words); the lines that are not kept; the lines that would be
    refused today."""

    key: str
    window: Saying
    lines: tuple[str, ...]
    problems: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()


def put_aside(
    act: Act, live: Live, seat: Seat, said: str, lines: Sequence[OrderLine], *, clear: bool = False, sits: bool = False
) -> Aside:
    """Keep a PHASE block until its window opens; `clear` empties what was kept for it. `sits`: a sitter said it."""
    aside = heard_aside(act, live, seat, said, lines)
    if clear:
        for keeper in (seat, sets.of_sitter(seat)):
            sets.take_kept(act.connection, live.id, keeper, aside.key, once=True)
    if aside.lines or not lines:
        keep_once(act, live, sets.of_sitter(seat) if sits else seat, aside.key, "\n".join(aside.lines), lapses=False)
    return aside


def heard_aside(look: Look, live: Live, seat: Seat, said: str, lines: Sequence[OrderLine]) -> Aside:
    """A PHASE block as it would be kept."""
    key = phase_of(live.game, said)
    if key is None:
        raise NotNow("no-such-kind-here", said=said, game=live.name, kinds=list(live.game.kinds))
    if not key.startswith(NEXT) and _is_closed(look, live, key):
        raise NotNow("kind-is-closed", said=said)
    kept, problems, doubts = judged(live, seat, said, lines, look.config.own_templates, books_for(look, live, seat))
    return Aside(key, kept_for(key, once=True), tuple(written(kept).splitlines()), problems, doubts)


def judged(
    live: Live,
    seat: Seat,
    said: str,
    lines: Sequence[OrderLine],
    own: Path | None = None,
    books: Sequence[Phrasebook] = (),
) -> tuple[tuple[OrderLine, ...], tuple[Remark, ...], tuple[Remark, ...]]:
    """Lines by the rule of the window they are for: lines to keep, lines nobody could read, lines doubtful now."""
    kind = kind_in(live.game, said)
    if kind is None or live.step is None:
        return tuple(lines), (), ()
    ear, heard = hear_ahead(live.game, live.state, seat, kind, lines, books)
    told = Telling(ear, Words(live.game, live.state, own=own), heard)
    found = told.problems()
    wrong = tuple(one for one in found if is_nonsense(one.code))
    doubts = (*(one for one in found if not is_nonsense(one.code)), *told.warnings())
    out = {one.number for one in wrong} | {
        one.number for one in heard.of(Fate.COURTESY, Fate.SIGNATURE, Fate.QUESTION, Fate.NOT_ORDERED, Fate.REQUEST)
    }
    return tuple(line for line in lines if line.number not in out), wrong, doubts


def _is_closed(look: Look, live: Live, key: str) -> bool:
    """Whether the window of this title was played already."""
    titles = steps.titles_of_turns(look.connection, live.id, live.head)
    return any(is_for(key, title, "") for title in titles)


def kept_for(key: str, once: bool) -> Saying:
    """The window or kind of window that something is kept for."""
    if not once:
        return Saying("kept/every", {"kind": key})
    if _is_kind(key):
        return Saying("kept/next", {"kind": key.removeprefix(NEXT)})
    return Saying("kept/window", {"window": f"{key[:1].upper()}{key[1:]}"})


def _is_kind(key: str) -> bool:
    return key.startswith(NEXT) or not any(sign.isdigit() for sign in key)


def kept(look: Look, live: Live, seat: Seat) -> list[tuple[Saying, str]]:
    """All a seat has sent ahead: for which window, and the text on one line."""
    rows = sets.kept(look.connection, live.id, seat)
    found = []
    for row in rows:
        window = kept_for(row.kind, row.once)
        whose = window if row.seat == seat else Saying("kept/sitter", {"window": window})
        found.append((whose, " / ".join(row.text.splitlines())))
    return found


def kept_in_words(look: Look, live: Live, seat: Seat) -> list[Saying]:
    """The same, a sentence each."""
    found = kept(look, live, seat)
    return [Saying("answers/kept-for", {"window": window, "text": text}) for window, text in found]


# --- kept and taken back ----------------------------------------------------------------------------------------------


def keep_all(act: Act, live: Live, keeper: str, later: Sequence[Later]) -> None:
    """Lines of a letter that are for later windows of the turn."""
    for one in later:
        keep_once(act, live, keeper, one.kind, one.text)


def take_back(act: Act, live: Live, seat: Seat) -> None:
    """Drop all texts for later windows that were sent in the open one: CLEAR empties everything said in it."""
    if live.window is not None:
        sets.drop_kept_of(act.connection, live.id, seat, live.window.kind)


def keep_once(act: Act, live: Live, keeper: str, kind: str, text: str, lapses: bool = True) -> None:
    """Keep a text for the next window of a kind, with what is kept for it already.

    `keeper`: the seat, or its sitter (`of_sitter`); `lapses`: when a window of the kind opens that is open now.
    """
    before = sets.take_kept(act.connection, live.id, keeper, kind, once=True)
    whole = text
    if before:
        # A letter that was put right and sent again does not order the same thing twice.
        whole = before if text in before.splitlines() else f"{before}\n{text}"
    _keep(act, live, keeper, kind, whole, once=True, lapses=lapses)


def keep_standing(act: Act, live: Live, seat: Seat, kind: str, text: str) -> dict[str, str]:
    """Keep a text for all windows of a kind, until an empty one revokes it. Returns all standing texts of the seat."""
    sets.take_kept(act.connection, live.id, seat, kind, once=False)
    _keep(act, live, seat, kind, text, once=False, lapses=True)
    return {row.kind: row.text for row in sets.kept(act.connection, live.id, seat) if not row.once}


def _keep(act: Act, live: Live, keeper: str, kind: str, text: str, *, once: bool, lapses: bool) -> None:
    if text.strip():
        sent_in = live.window.kind if live.window and lapses else None
        given = {"game_id": live.id, "seat": keeper, "kind": kind, "text": text, "once": once, "sent_in": sent_in}
        sets.keep(act.connection, given)


@dataclass(frozen=True, slots=True)
class Standing:
    """All standing texts of a seat, by kind; the parts of a new text that were not understood, or are doubtful now."""

    texts: dict[str, str]
    problems: tuple[Remark, ...] = ()
    doubts: tuple[Remark, ...] = ()


def set_standing(act: Act, live: Live, seat: Seat, said: str) -> Standing:
    """`KIND: orders` are standing orders for every window of the kind, `KIND` alone revokes them."""
    name, _, text = said.partition(":")
    name = name.strip().lower()
    kind = kind_in(live.game, name)
    if kind is None:
        near = nearest(name, live.game.kinds) if name else None
        raise NotNow("standing-is-written", name=name, near=near, kinds=list(live.game.kinds))
    books = books_for(act, live, seat)
    lines, problems, doubts = judged(live, seat, kind, read(lines_of(text)).lines, act.config.own_templates, books)
    if text.strip() and not lines:
        texts = {row.kind: row.text for row in sets.kept(act.connection, live.id, seat) if not row.once}
    else:
        texts = keep_standing(act, live, seat, kind, written(lines))
    return Standing(texts, problems, doubts)


def written(lines: Sequence[OrderLine]) -> str:
    """Lines with their conditions, as they are kept."""
    out: list[str] = []
    for line in lines:
        for condition in line.when:
            out.append(f"IF {'' if condition.holds else 'NOT '}{condition.text}")
        out.append(line.text)
        out += ["ENDIF"] * len(line.when)
    return "\n".join(out)


# --- when its window opens --------------------------------------------------------------------------------------------


def apply_kept(act: Act, live: Live) -> list[tuple[Acknowledgement, tuple[Saying, ...], bool]]:
    """When a window opens: texts sent ahead for it are read like letters that have just come, else standing texts.

    Returns the result of each, its conditions, and whether it was sent ahead for this window (or counts for all of its
    kind).
    """
    window = live.window
    if window is None:
        return []
    texts: dict[tuple[Seat, bool, bool], list[str]] = {}
    for row in sets.all_kept(act.connection, live.id):
        seat = Seat(sets.seat_of_keeper(row["seat"]))
        by_sitter = seat != row["seat"]
        if by_sitter and not sitters.sits_now(act, live, seat):
            sets.drop_kept(act.connection, row["id"])
            tell(act, live, Saying("notices/sitter-lapsed", {"orders": row["text"].splitlines()}), [seat], live.head)
            continue
        # Where a kind of window comes to one seat after the other (raids), a text waits until its own seat is asked.
        served = is_for(row["kind"], window.title, window.kind) and seat in window.asks
        if served:
            texts.setdefault((seat, not row["once"], by_sitter), []).append(row["text"])
        if row["once"] and (served or row["sent_in"] == window.kind):
            sets.drop_kept(act.connection, row["id"])
    done: list[tuple[Acknowledgement, tuple[Saying, ...], bool]] = []
    for (seat, stands, by_sitter), lines in sorted(texts.items()):
        # Standing orders count where nothing else came; a sitter's lines count beside their player's.
        if docket.entry(act, live, seat).answered and not by_sitter:
            continue
        # A text sent ahead may have conditions; this seat's view of the new window decides them.
        ear = Ear(live.game, live.state, seat, window.asks[seat].form, books_for(act, live, seat))
        heard = ear.hear_text("\n".join(lines))
        said = Said("", "standing" if stands else "sent ahead", heard=heard)
        with worded_in(language_at(act, live, seat)):
            words = Words(live.game, live.state)
            took = docket.receive(act, live, seat, said, words)
        keep_all(act, live, sets.of_sitter(seat) if by_sitter else seat, took.later)
        done.append((took, Telling(ear, words, heard).conditions(), not stands))
    return done


def take_up(act: Act, live: Live) -> None:
    """When a window opens: read the texts sent ahead for it, and tell each seat the result in its report."""
    for done, conditions, once in apply_kept(act, live):
        said = [Saying("notices/taken", {"ahead": once, "orders": done.orders})] if done.orders else []
        said += [Saying("notices/condition", {"condition": told}) for told in conditions]
        said += [
            Saying("notices/not-taken", {"ahead": once, "line": one.line, "why": one.sentence}) for one in done.problems
        ]
        for one in said or [Saying("notices/nothing-taken", {"ahead": once})]:
            tell(act, live, one, [done.seat], live.head)
