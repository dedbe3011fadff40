"""Letters and mails for a game master to look through: as they came, the fate of each line, the answer.

A playing game master does not see a seat's letters and mails if its person has a seat at one of their tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeGuard

from judge import report
from judge.adjudicator.protocol import Problem, Seat
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.day import hour_of, letter_facts
from judge.campaign.languages import books_for
from judge.campaign.live import NotNow, load_game, seat_of
from judge.campaign.looking import report_again
from judge.campaign.masters import GameMaster
from judge.campaign.secrecy import may_look
from judge.campaign.telling import note, tell
from judge.campaign.told import Told, told
from judge.campaign.unnamed import is_hidden, may_name, may_quote, may_time, tables_of
from judge.campaign.withheld import OMITTED, plain_subject, without_words
from judge.mail.accounts import Account, read_account
from judge.mail.envelope import envelope_of, window_in
from judge.mail.fates import Fate
from judge.mail.language import read
from judge.mail.letter import Letter, read_letter
from judge.mail.quotations import Index
from judge.mail.understood import Understood
from judge.report.saying import Saying, worded
from judge.report.words import Words, in_words
from judge.serve.own_words import own_lines, plain_facts, without_own_words
from judge.serve.postroom import Postroom
from judge.store import daybook, games
from judge.store.mails import outgoing


@dataclass(frozen=True, slots=True)
class Looking:
    """The game master who looks, and when. `override`: a reason to look at things hidden from one who plays."""

    campaign: Campaign
    master: GameMaster
    now: datetime
    override: str | None = None

    def is_theirs(self, row: Mapping[str, Any] | None) -> TypeGuard[Mapping[str, Any]]:
        """Whether there is such a letter or mail, and for somebody who has some games alone, of one of these."""
        return row is not None and (self.master.games is None or row["game"] in self.master.games)

    def are_theirs(self, names: Iterable[str]) -> bool:
        """Whether all these games are."""
        return self.master.games is None or set(names) <= self.master.games


TAKEN_BACK = {
    "condition": "answers/condition-fails",
    "corrected": "answers/line-corrected",
    "cleared": "answers/line-cleared",
}


Facts = dict[str, Any]


def mail_facts(row: Mapping[str, Any]) -> Facts:
    """A mail as a list shows it."""
    return {
        "ref": f"out-{row['id']}", "at": row["sent_at"] or row["due_at"], "to": row["recipient"], "kind": row["kind"],
        "state": row["state"], "error": row["error"] or "", "game": row["game"] or "", "seat": "",
        "tries": row["tries"],
    }  # fmt: skip


def listed(looking: Looking, most: int, name: str | None, failed: bool) -> tuple[list[Facts], list[Facts]]:
    """The newest letters and mails, newest first. A player's subject may be an order: a game master who plays at one of
    that person's tables does not see it."""
    of = looking.master.games
    if name:
        of = frozenset({name}) if looking.master.is_of(name) else frozenset()
    with looking.campaign.look() as look:
        came = [letter_facts(row) for row in daybook.letters(look.connection, most, of, failed)]
        went = [mail_facts(row) for row in daybook.mails(look.connection, most, of, failed)]
        for one in came:
            may_read = may_quote(look, looking.master, one["game"], one["from"])
            one["subject"] = plain_subject(one["subject"])
            if not may_read or not looking.are_theirs(_named(look, one["subject"], one["from"])):
                one["subject"] = ""
        for key, one in [("from", one) for one in came] + [("to", one) for one in went]:
            if not may_time(look, looking.master, one["game"], one[key]):
                one["at"], one["seat"] = hour_of(one["at"]), ""
        for key, rows in (("from", came), ("to", went)):
            for one in rows:
                if not may_name(look, looking.master, one["game"], one[key]):
                    one[key] = ""
    return came, went


def number_of(reference: str) -> tuple[str, int]:
    """`in-12` or `out-7`."""
    way, _, number = reference.partition("-")
    if way not in ("in", "out") or not number.isascii() or not number.isdigit() or len(number) > 15:
        raise NotNow("no-reference", reference=reference)
    return way, int(number)


def shown(looking: Looking, reference: str) -> dict[str, str]:
    """A letter as it came, and its answer; or a mail as it goes out."""
    way, number = number_of(reference)
    return _letter(looking, number) if way == "in" else _written(looking, number)


def _letter(looking: Looking, number: int) -> dict[str, str]:
    campaign = looking.campaign
    row, facts = _row(looking, number)
    shown = {key: str(facts[key]) for key in ("from", "subject", "at", "game", "seat", "verdict") if facts[key]}
    if facts["codes"]:
        shown["why"] = ", ".join(facts["codes"])
    if row["raw"] is None:
        shown["letter"] = worded(Saying("answers/words-gone", {}), campaign.config.own_templates)
        return shown
    letter = read_letter(bytes(row["raw"]))
    _check_games(looking, letter)
    hidden = _own_lines(looking, letter)
    subject = plain_subject(facts["subject"])
    is_whole = _may_read_all(looking, row, facts["from"], bool(hidden) or subject == OMITTED)
    if facts["subject"]:
        shown["subject"] = without_words(facts["subject"]) if is_whole else subject
    said = letter.text.strip() if is_whole else without_own_words(letter, hidden, campaign.config.own_templates)
    shown["letter"] = without_words(said)
    with campaign.store.read() as connection:
        answers = daybook.answers_to(connection, letter.message_id)
    sees_all = bool(looking.override) or facts["from"] == looking.master.address
    for one in filter(looking.is_theirs, answers):
        shown[f"answer out-{one['id']}"] = _text(campaign, int(one["id"]), looking.now, sees_all)
    return shown


def _own_lines(looking: Looking, letter: Letter) -> frozenset[int]:
    """The lines of a letter that are for its writer, or for other players alone."""
    campaign = looking.campaign
    envelope = envelope_of(letter, _account(campaign).address, campaign.config.name)
    with campaign.look() as look:
        sent = look.ledger.sent_to(letter.sender) if letter.sender else ()
    return own_lines(letter.lines, sent, is_press=(envelope.seat or "").startswith("press:"))


def _may_read_all(looking: Looking, row: Any, address: str, is_private: bool = True) -> bool:
    """Whether a game master may read the diary and the press in a letter or a mail: in their own, and in others' for a
    reason that every player reads."""
    if not is_private or (address and address == looking.master.address):
        return True
    if not looking.override:
        return False
    with looking.campaign.act(looking.now, looking.master.who) as act:
        for name in tables_of(act, row["game"], address):
            live = load_game(act.connection, name, lock=True)
            if live.row["status"] != "over" and not is_hidden(live):
                note(act, live, "looked at hidden things", {"what": "a diary or press", "reason": looking.override})
                tell(act, live, Saying("notices/own-words-were-read", {"reason": looking.override}))
    return True


def _check_games(looking: Looking, letter: Letter) -> None:
    """Refuse a letter that has lines for games of others as well: it is shown as a whole."""
    sections = read(letter.lines, by_master=True).sections
    with looking.campaign.look() as look:
        named = _named(look, f"{letter.subject}\n{letter.text}", letter.sender or "")
        known = set(games.names(look.connection))
    named |= {one.game for one in sections if one.game}
    named |= {word for one in sections for said in one.commands for word in said.rest.lower().split() if word in known}
    if not looking.are_theirs(named):
        raise NotNow("letter-of-several-games")


def _named(look: Look, text: str, address: str) -> set[str]:
    """The games of a person that a text of theirs names."""
    own = set(tables_of(look, None, address))
    return own & set(re.findall(r"[\w-]+", text.lower()))


def _games_in(facts: Any) -> Iterator[str]:
    """The games that the facts of a mail tell of."""
    for key, part in facts.items() if isinstance(facts, dict) else enumerate(facts):
        if key == "game" and isinstance(part, str) and part:
            yield part
        elif isinstance(part, dict | list):
            yield from _games_in(part)


def _row(looking: Looking, number: int) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """A letter's row and its facts, for somebody who may look at it."""
    with looking.campaign.store.read() as connection:
        row = daybook.letter(connection, number)
    if not looking.is_theirs(row):
        raise NotNow("no-letter", number=number)
    facts = letter_facts(row)
    _may_look(looking, row, facts["from"])
    return row, facts


def _written(looking: Looking, number: int) -> dict[str, str]:
    with looking.campaign.store.read() as connection:
        row = daybook.mail(connection, number)
    if not looking.is_theirs(row):
        raise NotNow("no-mail", number=number)
    facts = row["facts"] or "{}"
    with looking.campaign.look() as look:
        named = {*_named(look, facts, row["recipient"]), *_games_in(json.loads(facts))}
    if not looking.are_theirs(named):
        raise NotNow("letter-of-several-games")
    _may_look(looking, row, row["recipient"])
    told = mail_facts(row)
    shown = {key: str(told[key]) for key in ("to", "kind", "at", "game", "state", "error") if told[key]}
    is_whole = _may_read_all(looking, row, row["recipient"], row["kind"] == "press" or _OPENS_DIARY in facts)
    shown["mail"] = _text(looking.campaign, number, looking.now, is_whole)
    return shown


_OPENS_DIARY = "answers/diary-when"


def _may_look(looking: Looking, row: Any, address: str) -> None:
    if address and address == looking.master.address:
        return
    with looking.campaign.act(looking.now, looking.master.who) as act:
        for name in tables_of(act, row["game"], address):
            may_look(act, name, Saying("looks/letter-or-mail"), looking.override)


def _account(campaign: Campaign) -> Account:
    config = campaign.config
    return read_account(config.mail, config.folder) if config.mail.value else Account(f"judge@{config.domain}")


def _text(campaign: Campaign, number: int, now: datetime, is_whole: bool) -> str:
    """A mail's words, without anything that opens a seat or a game master's pages: nobody is shown that. `is_whole`:
    with what is a player's own."""
    config = campaign.config
    room = Postroom(campaign, _account(campaign))
    room.prepare()
    with campaign.look() as look:
        (row,) = outgoing(look.connection, [number])
        if row.kind == "token":
            return worded(Saying("answers/mail-is-a-token", {}), config.own_templates)
        if not row.recipient or not row.facts:
            return worded(Saying("answers/mail-words-gone", {}), config.own_templates)
        if row.kind == "digest":
            return worded(Saying("answers/mail-is-many", {}), config.own_templates)
        if not is_whole and row.kind == "press" and row.facts.get("from"):
            return worded(Saying("answers/own-words", {}), config.own_templates)
        row = row if is_whole else replace(row, facts=dict(plain_facts(row.facts)))
        return without_words(room.mail_of(look, row, now).text.strip(), row.facts)


# --- line by line -----------------------------------------------------------------------------------------------------


def read_as(looking: Looking, name: str, seat: str, letter: Letter) -> Told:
    """A letter line by line, read for its seat in the game as it is now. Nothing is stored and nobody is answered."""
    campaign = looking.campaign
    with campaign.look() as look:
        whose = seat_of(load_game(look.connection, name).game, seat)
    with campaign.act(looking.now, looking.master.who) as act:
        may_look(act, name, Saying("looks/letter-of", {"seat": whose}), looking.override, whose)
    return _told(campaign, name, whose, letter)


def lines_of(looking: Looking, number: int) -> Told | None:
    """The same of a letter that came, for the game and the seat it was for; None where it was for none that goes on."""
    row, facts = _row(looking, number)
    if row["raw"] is None or not facts["game"] or not facts["seat"]:
        return None
    with looking.campaign.look() as look:
        live = load_game(look.connection, facts["game"])
    letter = read_letter(bytes(row["raw"]))
    _check_games(looking, letter)
    if live.window is None or facts["seat"] not in live.window.asks:
        return None
    if window_in(letter.subject) not in (None, live.window.key):
        return None
    found = _told(looking.campaign, live.name, Seat(facts["seat"]), letter)
    hidden = _own_lines(looking, letter)
    if looking.override or facts["from"] == looking.master.address:
        return found
    shown = [replace(one, text=f"{OMITTED}\n", said="") if one.number in hidden else one for one in found.stretches]
    own = [text for one in found.stretches if one.number in hidden and (text := one.text.strip())]
    # What goes on over several lines may end on one that is not shown.
    doubts = [one for one in found.doubts if one[0] not in hidden and not any(text in f"{one[1:]}" for text in own)]
    return replace(found, stretches=tuple(shown), doubts=tuple(doubts))


def _told(campaign: Campaign, name: str, seat: Seat, letter: Letter) -> Told:
    with campaign.look() as look:
        live = load_game(look.connection, name)
        newest = report_again(look, name, seat=seat)
        sent = look.ledger.sent_to(letter.sender) if letter.sender else ()
        books = books_for(look, live, seat)
    words = Words(live.game, live.state, own=campaign.config.own_templates)
    indices = [Index.of(report.render(newest, "text")), *sent]
    found = told(live.game, live.state, seat, letter, indices, lambda one: said_of(one, words), books)
    shown = tuple(replace(one, text=without_words(one.text), said=without_words(one.said)) for one in found.stretches)
    doubts = tuple((number, without_words(text), without_words(said)) for number, text, said in found.doubts)
    return replace(found, stretches=shown, doubts=doubts)


def said_of(one: Understood, words: Words) -> str:
    """Why a line is no order, and what could be written instead."""
    if isinstance(one.said, Saying):
        return in_words(words.env, one.said)
    if isinstance(one.said, tuple):
        return " ".join(words.sentence(event) for event in one.said)
    if one.why in TAKEN_BACK:
        return in_words(words.env, Saying(TAKEN_BACK[one.why], {}))
    if one.offered:
        return words.problem(Problem("command-in-prose", {"text": one.offered}))
    if one.fate is Fate.REQUEST:
        return words.problem(Problem("for-the-game-master", {}))
    if one.why:
        code = "passed-over" if one.why == "unsure" else f"not-ordered-{one.why}"
        return words.problem(Problem(code, {"text": one.text}))
    return words.problem(one.said) if isinstance(one.said, Problem) else ""


__all__ = ["Looking", "lines_of", "listed", "number_of", "read_as", "said_of", "shown"]
