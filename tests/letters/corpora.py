"""The corpora: letters as people write them, each with what a careful game master understands. How one is read, and
what of its expectation did not come.

`python -m tests.letters.corpora` writes `known.yaml` again, the entries that fail, and the table of
docs/proof.md; `python -m tests.letters.corpora range-war` shows each failing entry of one game.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from judge import shelf
from judge.adjudicator.protocol import AnyGame, Later, Problem, Seat
from judge.campaign.paste import split_orders
from judge.campaign.told import Told, told
from judge.grammar.document import dump, load
from judge.grammar.seats import find_seat
from judge.grammar.text import folded
from judge.mail.fates import Fate
from judge.mail.kinds import kind_in
from judge.mail.letter import read_letter
from judge.mail.quotations import Index

HERE = Path(__file__).resolve().parent
KNOWN = HERE / "known.yaml"
PAGE = HERE.parents[1] / "docs" / "proof.md"
GAMES = ("diplomacy", "range-war", "land-barons", "gold-rush", "hell-on-wheels")
NAME = "spring"
SPECIAL = {"space", "form", "signature", "block"}


@dataclass(frozen=True)
class Entry:
    """A line, a letter or a posting of a corpus. `text` is what tells it from others."""

    game: str
    kind: str
    at: str
    seat: str
    text: str
    value: dict[str, Any]
    name: str
    """A letter's title, a line's text; where two are alike, with whose they are."""


@dataclass(frozen=True)
class Corpus:
    """A game's corpus."""

    game: AnyGame
    states: dict[str, Any]
    entries: tuple[Entry, ...]


@cache
def corpus(key: str) -> Corpus:
    """A game's corpus, its positions read."""
    document = load((HERE / f"{key}.yaml").read_text(encoding="utf-8"), f"{key}.yaml")
    game = shelf.game(key)
    states = {name: game.read_position(document.sub("positions", name)) for name in document.value["positions"]}
    found = []
    for kind in ("lines", "letters", "postings"):
        for one in document.value.get(kind, ()):
            at, seat, text = str(one["at"]), str(one.get("seat", "gm")), str(one["text"])
            name = str(one.get("title", text))
            if name in {entry.name for entry in found}:
                name = f"{name} [{at}, {seat}]"
            found.append(Entry(key, kind, at, seat, text, one, name))
    return Corpus(game, states, tuple(found))


def entries() -> list[Entry]:
    """Every entry of every corpus."""
    return [entry for key in GAMES for entry in corpus(key).entries]


def mail_of(entry: Entry, text: str | None = None) -> bytes:
    """The mail an entry is, or one of the same writer with another text."""
    if entry.value.get("eml") and text is None:
        return entry.text.encode()
    key = window_key(entry)
    said = entry.text if text is None else text
    said = said.replace("{game}", NAME).replace("{key}", key).replace("ORDERS GAME ", f"ORDERS {NAME} ")
    return b"From: ann@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + said.encode()


def window_key(entry: Entry) -> str:
    """The open window's, which a form names."""
    one = corpus(entry.game)
    window = one.game.window(one.states[entry.at])
    return window.key if window else ""


def sent_to(entry: Entry) -> list[Index]:
    """What the writer has had from us: the order form of the open window, and what the entry says."""
    one = corpus(entry.game)
    window = one.game.window(one.states[entry.at])
    ask = window.asks.get(Seat(entry.seat)) if window else None
    lines = "\n".join(ask.lines) if ask else ""
    sent = [f"ORDERS {NAME} {entry.seat} {window_key(entry)}\n{lines}\nEND ORDERS"]
    if "sent" in entry.value:
        sent.append(str(entry.value["sent"]))
    press = [Index.of(str(entry.value["press"]), is_press=True)] if "press" in entry.value else []
    return [*(Index.of(text) for text in sent), *press]


def read_entry(entry: Entry, text: str | None = None, more: tuple[Index, ...] = ()) -> Told:
    """What becomes of an entry's letter (or of another text by the same writer)."""
    one = corpus(entry.game)
    letter = read_letter(mail_of(entry, text))
    return told(one.game, one.states[entry.at], Seat(entry.seat), letter, (*sent_to(entry), *more))


def as_written(entry: Entry, seat: str, lines: list[str], kind: str = "") -> list[str]:
    """Expected orders as the game writes them; what it does not read stays as it stands."""
    one = corpus(entry.game)
    state = one.states[entry.at]
    window = one.game.window(state)
    ask = window.asks.get(Seat(seat)) if window else None
    found: list[str] = []
    for form in _forms(one.game, kind) if kind else [ask.form if ask else ""]:
        # "rest: stand" and "the Braves stand" hang on the lines beside them.
        together = game_read(one.game, state, seat, form, "\n".join(lines))
        if together is not None:
            return together
    for line in lines:
        for form in _forms(one.game, kind) if kind else [ask.form if ask else ""]:
            read = game_read(one.game, state, seat, form, line)
            if read is not None:
                found += read
                break
        else:
            found.append(f"? {line}")
    return found


def game_read(game: AnyGame, state: Any, seat: str, form: str, text: str) -> list[str] | None:
    """A text as the game writes it; None where not all of it is orders for now."""
    read = game.read(state, Seat(seat), form, text)
    if not read or any(isinstance(part.said, Problem | Later) for part in read):
        return None
    return [game.write(state, Seat(seat), part.said) for part in read]


def _forms(game: AnyGame, kind: str) -> list[str]:
    return [form for phase in game.phases for form in phase.forms if phase.kind == kind] or [kind]


def missed(entry: Entry) -> str:
    """What of the expectation did not come, in a word or two; nothing: all of it came."""
    if entry.kind == "postings" or isinstance(entry.value["orders"], dict):
        return _missed_posting(entry)
    found = read_entry(entry)
    value = entry.value
    if entry.kind == "lines":
        wrong = _missed_line(entry, found)
    else:
        wrong = _missed_letter(entry, found)
    if wrong:
        return wrong
    if "later" in value:
        return _missed_later(entry, found)
    return ""


def _same(entry: Entry, found: Told, key: str = "orders") -> bool:
    wanted = as_written(entry, entry.seat, [str(line) for line in entry.value[key]])
    return Counter(wanted) == Counter(found.orders) or set(wanted) == set(found.orders)


def _missed_line(entry: Entry, found: Told) -> str:
    wanted = str(entry.value["fate"])
    fates = [str(one.fate) for one in found.stretches if str(one.fate) not in SPECIAL]
    fates = fates or [str(one.fate) for one in found.stretches if one.fate is not Fate.SPACE]
    if wanted == "later" and entry.value["orders"]:
        lines = [str(line) for line in entry.value["orders"]]
        kinds = list(found.later)
        orders = all(
            Counter(as_written(entry, entry.seat, lines, kind)) == Counter(_kept(entry, kind, found)) for kind in kinds
        )
        orders = orders and bool(kinds)
    else:
        orders = _same(entry, found)
    if wanted == "courtesy":
        fate = set(fates) <= {"courtesy", "signature"}
    elif wanted == "command":
        fate = bool(found.commands) or any(one in ("command", "block", "press") for one in fates)
    else:
        fate = wanted in fates if wanted in ("refused", "not-ordered", "question") else set(fates) == {wanted}
    if not fate:
        return f"{'+'.join(dict.fromkeys(fates)) or 'nothing'} for {wanted}"
    if not orders:
        return "other orders"
    if entry.value.get("warned") and found.verdict == "OK":
        return "no warning"
    return ""


def _kept(entry: Entry, kind: str, found: Told) -> list[str]:
    return as_written(entry, entry.seat, list(found.later.get(kind, ())), kind)


def _missed_letter(entry: Entry, found: Told) -> str:
    value = entry.value
    if not _same(entry, found):
        return "other orders"
    refused = [one.text for one in found.lines if one.fate is Fate.REFUSED] + [line for line, _ in found.faults]
    for line in value.get("refused", ()):
        if not _stands_in(str(line), refused):
            return "not refused"
    named = [one.text for one in found.lines if one.fate not in (Fate.ORDER, Fate.COURTESY, Fate.SIGNATURE)]
    named += [one.text for one in found.lines if one.why == "unsure"] + refused
    named += read_letter(mail_of(entry)).unread
    for line in value.get("named", ()):
        if not _stands_in(str(line), named):
            return "not named"
    wanted = Counter(map(str, value.get("commands", ())))
    if wanted - Counter(found.commands):
        return "no command"
    if "answer" in value and value["answer"] != found.verdict:
        return f"{found.verdict} for {value['answer']}"
    return ""


def _stands_in(line: str, lines: list[str]) -> bool:
    said = folded(line)
    return any(one and (said in one or one in said) for one in map(folded, lines))


def _missed_later(entry: Entry, found: Told) -> str:
    game = corpus(entry.game).game
    wanted: dict[str, list[str]] = {}
    for said, lines in entry.value["later"].items():
        wanted.setdefault(kind_in(game, str(said)) or str(said), []).extend(map(str, lines))
    if set(wanted) != set(found.later):
        return "not kept"
    for kind, lines in wanted.items():
        if Counter(as_written(entry, entry.seat, lines, kind)) != Counter(_kept(entry, kind, found)):
            return "other kept"
    return ""


def _missed_posting(entry: Entry) -> str:
    one = corpus(entry.game)
    state = one.states[entry.at]
    pasted = split_orders(one.game, entry.text)
    wanted = {find_seat(one.game.seats, str(seat)): lines for seat, lines in entry.value["orders"].items()}
    verdicts, refused = set(), []
    for seat, lines in wanted.items():
        mail = b"From: gm@example.org\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        letter = read_letter(mail + pasted.by_seat.get(seat, "").encode())
        found = told(one.game, state, seat, letter)
        verdicts.add(found.verdict)
        refused += [said.text for said in found.lines if said.fate is Fate.REFUSED]
        if Counter(as_written(entry, str(seat), [str(line) for line in lines])) != Counter(found.orders):
            return "other orders"
    if set(pasted.by_seat) - set(wanted):
        return "other seats"
    if any(not _stands_in(str(line), refused) for line in entry.value.get("refused", ())):
        return "not refused"
    verdict = next(one for one in ("ERRORS", "WARNINGS", "OK") if one in verdicts)
    wanted_verdict = entry.value.get("answer", verdict)
    return "" if verdict == wanted_verdict else f"{verdict} for {wanted_verdict}"


@cache
def known() -> dict[tuple[str, str], str]:
    """The entries that fail today: why, by game and name."""
    if not KNOWN.exists():
        return {}
    return {
        (game, str(name)): str(why)
        for game, names in (load(KNOWN.read_text(encoding="utf-8"), "known.yaml").value or {}).items()
        for name, why in (names or {}).items()
    }


def counted(key: str, failing: dict[tuple[str, str], str]) -> dict[str, int]:
    """Of a game's corpus: lines and letters; orders understood, rightly kept from being orders, wrong."""
    all_of = corpus(key).entries
    wrong = [entry for entry in all_of if (key, entry.name) in failing]
    right = [entry for entry in all_of if (key, entry.name) not in failing]
    return {
        "lines": sum(entry.kind == "lines" for entry in all_of),
        "letters": sum(entry.kind != "lines" for entry in all_of),
        "understood": sum(bool(entry.value["orders"]) for entry in right),
        "refused": sum(not entry.value["orders"] for entry in right),
        "wrong": len(wrong),
    }


def table(failing: dict[tuple[str, str], str]) -> str:
    """What became of each corpus, as it stands in docs/proof.md."""
    rows = ["| corpus | lines | letters | orders understood | rightly not taken for orders | wrong |",
            "| --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    rows += [f"| {key} | {' | '.join(map(str, counted(key, failing).values()))} |" for key in GAMES]
    return "\n".join(rows) + "\n"


def main(args: list[str]) -> int:
    """Print the table, or the failing entries of one game."""
    failing = {}
    for entry in entries():
        if args and entry.game not in args:
            continue
        try:
            why = missed(entry)
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:60]
        if why:
            failing[entry.game, entry.name] = f"{why}: {entry.value['stays']}" if "stays" in entry.value else why
            if args:
                print(f"{entry.kind[:-1]:7} {entry.at}/{entry.seat}: {entry.name}\n        {why}")
    if args:
        print(f"{len(failing)} fail")
        return 0
    KNOWN.write_text(
        "# Entries of the corpora that fail today, and what came of each instead of what its corpus says.\n"
        + dump({key: {name: why for (game, name), why in failing.items() if game == key} for key in GAMES}),
        encoding="utf-8",
    )
    head, _, rest = PAGE.read_text(encoding="utf-8").partition("<!-- letters -->\n")
    PAGE.write_text(
        f"{head}<!-- letters -->\n{table(failing)}<!-- /letters -->{rest.partition('<!-- /letters -->')[2]}",
        encoding="utf-8",
    )
    print(table(failing))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
