"""The same text has the same fate of every line by every door: mail, a file given to the game master's hand, a pasted
thread, a forecast, a line kept for its window.

A tenth of all corpora is read by every door without a campaign, another tenth each day; in one, by mail and from the
game master's hand, some. `make proof` reads all of them by every door.
"""

from __future__ import annotations

import pytest

from judge.adjudicator.protocol import Seat
from judge.campaign.paste import split_orders
from judge.campaign.remarks import Telling
from judge.campaign.told import told
from judge.grammar.document import load
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, hear_ahead, lines_of
from judge.mail.language import read
from judge.mail.letter import read_letter
from judge.report.saying import Saying, worded
from judge.report.words import Words
from tests.daily import PROOF, todays
from tests.letters.corpora import GAMES, HERE, NAME, corpus, mail_of
from tests.serve.table import Table

IN_A_CAMPAIGN = 25
"""In so many parts, of which one a day, letters are tried in a campaign."""
APART = ("sent", "press", "eml")
"""What a letter has that a typed text cannot: mails that went before, and parts."""


def texts(key):
    """Every entry that is text alone, with its ear."""
    one = corpus(key)
    for entry in one.entries:
        state, seat = one.states[entry.at], Seat(entry.seat)
        window = one.game.window(state)
        ask = window.asks.get(seat) if window else None
        if ask is None or "ORDERS " in entry.text or any(name in entry.value for name in APART):
            continue
        yield entry, mail_of(entry).decode().partition("\r\n\r\n")[2], Ear(one.game, state, seat, ask.form)


def heard(ear, reading):
    lines = [line for section in reading.sections for line in section.lines]
    return ear.hear(lines).lines


def said(lines):
    """What was understood, whatever the numbers of the lines are."""
    return [(one.fate, one.said) for one in lines if one.fate in (Fate.ORDER, Fate.LATER)]


@pytest.mark.parametrize("key", GAMES)
def test_a_mail_and_a_typed_text_are_the_same(key):
    for entry, text, _ in texts(key):
        by_mail, typed = read(read_letter(mail_of(entry)).lines), read(lines_of(text))
        assert by_mail == typed, entry.name


@pytest.mark.parametrize("key", GAMES)
def test_a_pasted_post_says_what_the_letter_says(key):
    for entry, text, ear in todays(texts(key)):
        thread = split_orders(ear.game, f"{entry.seat}:\n{text}")
        if " wrote:" in text or (thread.ignored and any(sign in text for sign in ("====", "----", "\n--\n"))):
            continue  # In a thread such a line parts posts: what stands below it is named as nobody's.
        pasted = thread.by_seat
        # What is word for word the same needs no second reading.
        if set(pasted) == {ear.seat} and pasted[ear.seat] != text.strip():
            assert said(heard(ear, read(lines_of(pasted[ear.seat])))) == said(heard(ear, read(lines_of(text)))), (
                entry.name
            )


@pytest.mark.parametrize("key", GAMES)
def test_a_line_kept_for_its_window_is_read_as_in_it(key):
    """By the rule of the window it is for, whenever it was sent."""
    one = corpus(key)
    for entry, text, ear in todays(texts(key)):
        reading = read(lines_of(text))
        if entry.kind != "lines" or any(line.when for section in reading.sections for line in section.lines):
            continue
        now = heard(ear, reading)
        if not now or any(one.fate is not Fate.ORDER for one in now):
            continue
        kind = one.game.window(one.states[entry.at]).kind
        lines = [line for section in reading.sections for line in section.lines]
        _, kept = hear_ahead(ear.game, ear.state, ear.seat, kind, lines)
        assert said(kept.lines) == said(now), entry.name


@pytest.mark.parametrize("key", GAMES)
def test_rows_of_an_order_form_are_read_as_lines_of_a_letter(key):
    """What a page or a composer sends is a form with rows in it."""
    one = corpus(key)
    for entry, text, ear in todays(texts(key)):
        if entry.kind != "lines" or "\n" in text.strip():
            continue
        state, seat, window = one.states[entry.at], ear.seat, one.game.window(one.states[entry.at])
        in_form = f"ORDERS {NAME} {seat} {window.key}\n{text}\nEND ORDERS\n"
        plainly, formed = (
            told(one.game, state, seat, read_letter(f"From: a@example.org\n\n{said}".encode()))
            for said in (text, in_form)
        )
        # A line with a command in front is none of a form's rows.
        if plainly.commands or any(line.fate is not Fate.ORDER for line in plainly.lines):
            continue
        assert formed.orders == plainly.orders, entry.name


@pytest.mark.parametrize("key", GAMES)
def test_what_an_import_enters_is_what_was_written_down_of_the_orders(key):
    """A record holds orders as the game writes them; entered again they are the same."""
    for entry, text, ear in todays(texts(key)):
        orders = [one.said for one in heard(ear, read(lines_of(text))) if one.fate is Fate.ORDER]
        written = [ear.game.write(ear.state, ear.seat, order) for order in orders]
        again = heard(ear, read(lines_of("\n".join(written))))
        assert {one.fate for one in again} <= {Fate.ORDER}, (entry.name, written)
        subjects = [{ear.game.subject(one): one for one in some} for some in (orders, [one.said for one in again])]
        assert subjects[0].keys() == subjects[1].keys(), (entry.name, written)


@pytest.mark.parametrize("key", GAMES)
def test_every_line_of_every_letter_is_told_in_words(key):
    """No template wants a fact that a problem has not."""
    for entry, text, ear in todays(texts(key)):
        lines = [line for section in read(lines_of(text)).sections for line in section.lines]
        telling = Telling(ear, Words(ear.game, ear.state), ear.hear(lines))
        for remark in (*telling.problems(), *telling.warnings()):
            assert str(remark.sentence).strip(), entry.name


@pytest.fixture
def sit(tmp_path):
    """A game of a corpus with its position laid out; one at a time."""
    tables = []

    def sit(key, at):
        for table in tables:
            table.close()
        one = corpus(key)
        document = load((HERE / f"{key}.yaml").read_text(encoding="utf-8"), f"{key}.yaml").sub("positions", at)
        table = Table(tmp_path / f"{key}-{at}".replace(" ", "-"), game=key, seats=len(one.game.seats)).start()
        table.campaign.edit(table.name, document, "for a test", table.now)
        tables[:] = [table]
        return table

    yield sit
    for table in tables:
        table.close()


def told_by(answer):
    """Of an answer by mail: the set, and each complaint with its line; those of how the letter hangs together first."""
    parts = answer.facts["parts"]
    sets = [one for one in parts if one["kind"] == "orders"]
    laid_out = [[one["line"], worded(Saying(f"faults/{one['code']}")), 0] for one in parts if one["kind"] == "fault"]
    problems = [[line, worded(said), at] for one in sets[:1] for line, said, at, *_ in one["problems"]]
    return sets[0]["orders"] if sets else [], [*laid_out, *problems]


@pytest.mark.parametrize("key", GAMES)
def test_in_a_campaign_mail_and_the_game_masters_hand_come_to_the_same(key, sit):
    one = corpus(key)
    for at in one.states if PROOF else [next(iter(one.states))]:
        table = sit(key, at)
        here = [(entry, text) for entry, text, _ in texts(key) if entry.at == at]
        for entry, text in todays(here, IN_A_CAMPAIGN):
            sections = read(lines_of(text)).sections
            # A letter for two seats or games is two answers; a block for later is told of apart.
            if any(one.commands or one.seat or one.game or one.later for one in sections) or any(
                sign in text for sign in "{}"
            ):
                continue
            table.write(entry.seat, "CLEAR")
            by_mail = told_by(table.write(entry.seat, text))
            table.write(entry.seat, "CLEAR")
            done, _ = table.campaign.enter_as_said(table.name, entry.seat, text, table.now)
            by_hand = list(done.orders), [[one.line, str(one.sentence), one.number] for one in done.problems]
            assert by_hand == by_mail, entry.name


@pytest.mark.parametrize("heading", ["SEAT johnson", "GAME other"])
def test_what_stands_under_another_seat_or_game_is_told_and_not_entered(heading, sit):
    table = sit("land-barons", "auction")
    done, _ = table.campaign.enter_as_said(table.name, "graham", f"pay all\n{heading}\nbid 5 on Bank", table.now)
    assert list(done.orders) == ["pay all"]
    assert [one.line for one in done.problems] == ["bid 5 on Bank"]
