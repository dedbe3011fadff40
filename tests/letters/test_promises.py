"""The three promises of a letter, over all corpora and letters mutated at random; and sentences walked from grammars.

`make proof` tries 20,000 mutated letters and 10,000 sentences a game, any other run a twentieth.
"""

from __future__ import annotations

import random

import pytest

from judge.adjudicator.protocol import Later, Problem
from judge.campaign.told import told
from judge.mail.fates import Fate, together
from judge.mail.letter import read_letter
from judge.mail.quotations import Index
from tests.daily import PROOF, todays
from tests.letters.corpora import GAMES, corpus, mail_of, read_entry, sent_to
from tests.letters.walking import Walker

MUTATED = (20_000 if PROOF else 1_000) // len(GAMES)
SENTENCES = 10_000 if PROOF else 500
ACCOUNTED = {
    Fate.ORDER, Fate.COMMAND, Fate.BLOCK, Fate.LATER, Fate.PRESS, Fate.FORM, Fate.COURTESY, Fate.SIGNATURE,
    Fate.QUOTATION, Fate.COMMENT, Fate.SPACE,
}  # fmt: skip
"""What a line may be in a letter that is answered OK; where a question is, or what is not ordered, it is not OK."""
TAKEN_BACK = {"cleared", "corrected", "condition"}
COMMENTS = (";", "//", "#", "(")
NONSENSE = ("flumpet", "xyzzyq", "grobnik", "quux")


def letters(key):
    return [one for one in corpus(key).entries if one.seat != "gm" and not one.value.get("eml")]


def mutated(text, others, chance):
    """A letter with a few things wrong with it: words gone, doubled, swapped, strange, from elsewhere; slips."""
    for _ in range(chance.randint(1, 4)):
        lines = text.split("\n")
        place = chance.randrange(len(lines))
        words = lines[place].split(" ")
        at = chance.randrange(len(words))
        match chance.randrange(8):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words.insert(at, chance.choice(NONSENSE))
            case 3:
                words.insert(at, chance.choice(chance.choice(others).split() or ["x"]))
            case 4:
                chance.shuffle(words)
            case 5 if words[at]:
                sign = chance.randrange(len(words[at]))
                words[at] = words[at][:sign] + chance.choice("abcdefghij-,. 0123") + words[at][sign + 1 :]
            case 6:
                lines.insert(place, chance.choice(chance.choice(others).split("\n")))
            case 7:
                words.append(chance.choice([", and so on", "if I may", "?", "not", "- or not", "(maybe)"]))
        lines[lines.index(lines[place])] = " ".join(words)
        text = "\n".join(lines)
    return text


@pytest.mark.parametrize("key", GAMES)
def test_the_fates_put_together_are_the_letter_and_ok_leaves_nothing_out(key, seed_of):
    chance = random.Random(seed_of(17))
    entries = letters(key)
    others = [one.text for one in entries]
    game = corpus(key).game
    as_they_are = [(entry, entry.text) for entry in todays(entries)]
    spoilt = ((entry, mutated(entry.text, others, chance)) for entry in chance.choices(entries, k=MUTATED))
    for entry, text in (*as_they_are, *spoilt):
        raw = mail_of(entry, text)
        letter = read_letter(raw)
        found = told(game, corpus(key).states[entry.at], entry.seat, letter, sent_to(entry))
        assert together(found.stretches) == letter.text
        if found.verdict == "OK":
            left = [
                one
                for one in found.stretches
                if one.fate not in ACCOUNTED and not TAKEN_BACK.issuperset(one.said.split())
            ]
            assert not left, text


@pytest.mark.parametrize("key", GAMES)
def test_a_word_that_nobody_knows_is_never_passed_over_under_ok(key, seed_of):
    """Put anywhere into a line that is an order, it is refused or warned of."""
    chance = random.Random(seed_of(1871))
    wrong = []
    for entry in corpus(key).entries:
        if entry.kind != "lines" or entry.value["fate"] != "order" or read_entry(entry).verdict != "OK":
            continue
        if any(sign in entry.text for sign in COMMENTS):
            continue
        words = entry.text.split(" ")
        at = chance.randrange(len(words) + 1)
        text = " ".join((*words[:at], chance.choice(NONSENSE), *words[at:]))
        if read_entry(entry, text).verdict == "OK":
            wrong.append(text)
    assert not wrong


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("way", ["prefixes", "heading", "nothing"])
def test_nobodys_words_but_the_senders_are_carried_out(key, way):
    """A letter of the corpus as we would have sent it on, below a new line, however its program quotes."""
    heading = "On Mon, 1 Mar 2027 at 09:00, Judge <judge@example.org> wrote:\n\n"
    for entry in letters(key):
        if len(entry.text.split()) < 12 or "ORDERS " in entry.text:
            continue
        quoted = entry.text
        if way == "prefixes":
            quoted = heading + "\n".join(f"> {line}" for line in entry.text.splitlines())
        elif way == "heading":
            quoted = heading + entry.text
        sent = () if way == "prefixes" else (Index.of(entry.text),)
        found = read_entry(entry, f"Thanks, see you!\n\n{quoted}\n", sent)
        assert not found.commands, entry.name
        assert not found.later, entry.name
        assert not any(one.fate is Fate.ORDER for one in found.lines), entry.name


@pytest.mark.parametrize(
    ("key", "at", "seat", "line"),
    [
        ("land-barons", "auction", "graham", "bid 12 on Saloon\nNo wait, forget the Saloon."),
        ("hell-on-wheels", "bid", "red", "wone: play Entrepreneur"),
        ("diplomacy", "opening", "germany", "my army, supported by Munich"),
        ("range-war", "summer", "lazy-s", "Lzy-Mon, G Coo, G CHM"),
    ],
)
def test_no_line_stops_a_letter(key, at, seat, line):
    """Lines that once did."""
    one = corpus(key)
    window = one.game.window(one.states[at])
    assert one.game.read(one.states[at], seat, window.asks[seat].form, line)


def test_nothing_else_beside_bids_is_about_bids():
    one = corpus("land-barons")
    mail = b"Content-Type: text/plain\n\npay all\nbid 12 on Saloon\nnothing else\n"
    found = told(one.game, one.states["auction"], "graham", read_letter(mail))
    assert found.verdict == "OK"
    assert not found.later
    assert "no bid on Bank" in found.orders


def test_a_draw_of_cards_is_no_vote():
    one = corpus("hell-on-wheels")
    found = told(one.game, one.states["extra"], "red", read_letter(b"Content-Type: text/plain\n\ndraw 2 extra\n"))
    assert not found.commands
    assert found.orders == ("draw 2 extra",)


NAMES = {
    "diplomacy": {"@": ("Par", "MAR", "Burgundy", "Bre", "English Channel", "Mun", "Spa"), "%": ("French", "Germany")},
    "range-war": {
        "@": ("Lzy", "CHM", "Coogan's Bluff", "Mon", "Mes", "Com"), "%": ("Lazy S", "South Fork"),
    },
    "land-barons": {
        "@": ("0507", "0407", "0607", "E7"), "#": ("Saloon", "Gunslinger", "Baron", "Regulator", "Bank"),
        "%": ("Graham", "Johnson"), "&": ("ranch", "town"),
    },
    "gold-rush": {
        "^": ("1", "T2", "3", "2 and 3"), "&": ("M1", "D5", "U2", "H4"), "%": ("Mounties", "Traders"),
        "#": ("the Saloon", "Split Rocks", "the shop"), "@": ("18,14", "27,17"), "~": ("2", "6", "12"),
    },
    "hell-on-wheels": {
        "@": ("Past", "Present", "Laramie"), "#": ("Saloon", "Church", "Miners", "Vice"),
        "&": ("Vigilantes", "Outlaws", "Entrepreneur"), "%": ("Red", "Blue"),
    },
}  # fmt: skip
"""What may stand for each sign of a grammar."""


@pytest.mark.parametrize("key", GAMES)
def test_a_sentence_of_the_grammar_is_read_and_written_back_the_same_or_refused(key, seed_of):
    chance = random.Random(seed_of(1851))
    walker = Walker(f"{key.replace('-', '_')}.lark", NAMES[key], chance)
    one = corpus(key)
    tables = [
        (state, seat, ask.form) for state in one.states.values() for seat, ask in one.game.window(state).asks.items()
    ]
    counts = {"order": 0, "refused": 0, "later": 0}
    for _ in range(SENTENCES):
        text = walker.sentence()[:300]
        state, seat, form = chance.choice(tables)
        for line in one.game.read(state, seat, form, text):
            if isinstance(line.said, Problem):
                assert line.said.code
                counts["refused"] += 1
            elif isinstance(line.said, Later):
                assert line.said.text
                counts["later"] += 1
            else:
                counts["order"] += 1
                written = one.game.write(state, seat, line.said)
                again = [other.said for other in one.game.read(state, seat, form, written)]
                assert again == [line.said], f"{text!r} is written {written!r}"
    assert counts["order"], counts
