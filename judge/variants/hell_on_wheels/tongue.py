"""The game's grammar with the names of one box, and how a line is cut into the sentences that it reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from judge.grammar import numbers
from judge.grammar.lexicon import Lexicon
from judge.grammar.memory import of_lines
from judge.grammar.seats import seat_lexicon
from judge.grammar.shape import Sentence, Stuck, Tongue
from judge.variants.hell_on_wheels.cards import Box
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL

FOR_WINDOWS = ("raid", "opportunist")
"""Types of cards that are played in windows."""

LONGEST_SLIP = 24
_SPOKEN = str.maketrans({"&": " and ", "@": " at ", "#": " ", "%": " ", "“": '"', "”": '"'})
_NO_END = ("vs", "no", "approx", "mr", "e.g", "i.e")


SHOWN = {
    "_ON": "on", "_OF": "of", "_WITH": "with", "IF": "if", "ELSE": "else", "FROM": "from", "_FROM": "from",
    "_AGAINST": "against", "PASS": "pass", "_EXTRA": "extra", "_CARDS": "cards", "_MAYOR": "mayor", "MORE": "or more",
    "USUAL": "as usual",
}  # fmt: skip
"""Words that are shown as what could have come, besides names."""


@lru_cache(maxsize=8)
def tongue_of(box: Box) -> Tongue:
    """Seats, towns, cards for towns and cards for windows; a seat's name is never taken for a card's."""
    tricks = {key: names for key, names in box.wares.words.items() if box.type(key) in FOR_WINDOWS}
    tricks[BLACKMAIL] = (*tricks.get(BLACKMAIL, ()), "black mail")
    others = {key: names for key, names in box.wares.words.items() if key not in tricks}
    return Tongue(
        "hell_on_wheels.lark",
        {
            "%": seat_lexicon(box.seats),
            "@": box.places,
            "#": Lexicon("card", others),
            "&": Lexicon("card for windows", tricks),
        },
        shown=SHOWN,
    )


@of_lines
def spoken(text: str) -> str:
    """A line without the signs that the grammar has for names."""
    said = text.translate(_SPOKEN).replace(" w/ ", " with ")
    # Vice is a card.
    said = said.replace("vice versa", "the other way round").replace("vice-versa", "the other way round")
    for price in ("(1K)", "(1k)", "(1 K)", "($1,000)"):
        said = said.replace(price, " for 1K")
    words = ["before" if word.lower() == "b4" else word for word in said.split()]
    for place, word in enumerate(words[1:], 1):
        # "4 grand" is no town called Grand Island.
        if word.lower().rstrip(".,;!") == "grand" and numbers.number(words[place - 1]) is not None:
            words[place] = "thousand" + word[len("grand") :]
        if word[:1] == "(" and word[1:2].isdigit() and numbers.number(words[place - 1]) is not None:
            # "five (5) thousand"
            words[place] = ""
        if words[place - 1][1:] == "." and words[place - 1][0].isupper() and word[0].isupper():
            # "N. Platte"
            words[place - 1] = words[place - 1][0]
    return " ".join(filter(None, words))


def parsed(tongue: Tongue, text: str) -> Sentence | Stuck:
    """A sentence as the grammar reads it. Remembered: several readers ask for the same one, and its words tell all."""
    known: Sentence | Stuck | None = tongue.memory.get(("parsed", text))
    return tongue.memory.keep(("parsed", text), tongue.read(spoken(text))) if known is None else known


class Part(NamedTuple):
    """A sentence of a line: whether it is behind a `;`, and what the grammar reads there."""

    text: str
    behind: bool
    read: Sentence | Stuck


def parts(tongue: Tongue, line: str) -> tuple[Part, ...]:
    """The sentences of a line; `Oops.` alone is one with what it corrects something to. Remembered: nothing of them
    hangs on the table."""
    known: tuple[Part, ...] | None = tongue.memory.get(("parts", line))
    if known is None:
        found = (Part(text, behind, parsed(tongue, text)) for text, behind in _whole_sentences(tongue, line))
        known = tongue.memory.keep(("parts", line), tuple(found))
    return known


def _whole_sentences(tongue: Tongue, line: str) -> Iterator[tuple[str, bool]]:
    waits, hangs = "", False
    for sentence, behind in _sentences(line):
        if _is_mere_correction(tongue, sentence):
            waits, hangs = f"{waits} {sentence}".strip(), behind
            continue
        yield f"{waits.rstrip(' .!')}, {sentence}" if waits else sentence, hangs if waits else behind
        waits = ""
    if waits:
        yield waits, hangs


def goes_on(tongue: Tongue, text: str) -> bool:
    """`If that is gone, Anarchy`, `No, window 7`: words that begin with another choice, or correct something."""
    return tongue.shapes.any_of(("ELSE", "_IF_SEAT", "_IF_CARD", "FIXED")).match(_shape(tongue, text)) is not None


def _shape(tongue: Tongue, text: str) -> str:
    return " ".join(piece.sign for piece in tongue.marked(text).pieces)


def _sentences(line: str) -> Iterator[tuple[str, bool]]:
    """A line cut at `;` and where a sentence ends; whether a piece is behind a `;`. `; else` goes on."""
    parts: list[str] = []
    for part in line.split(";"):
        first = part.split(maxsplit=1)[:1]
        if parts and first and first[0].strip(":,").lower() in ("else", "otherwise", "or"):
            parts[-1] += f"; {part.strip()}"
        else:
            parts.append(part.strip())
    for number, part in enumerate(parts):
        start = 0
        for place in range(len(part) - 1):
            if part[place] not in ".!?" or part[place + 1] != " " or part[: place + 1].count('"') % 2:
                continue
            before = part[start:place].split()[-1:]
            if part[place] == "." and (not before or _is_short(before[0])):
                continue
            if part[place] == "." and part[place + 2 :].startswith(("- ", "-> ", "= ", ": ")):
                # `Ungov. - Future`
                continue
            yield part[start : place + 1].strip(), number > 0
            start = place + 1
        if part[start:].strip():
            yield part[start:].strip(), number > 0


def _is_short(word: str) -> bool:
    """Whether a point behind a word only cuts it short: `N. Platte`, `vs. Red`."""
    return word.lower() in _NO_END or word.endswith(".") or (len(word) == 1 and word.isalpha() and word != "I")


def _is_mere_correction(tongue: Tongue, sentence: str) -> bool:
    """`Oops.`, `No wait.`: it says that something is put right, and not what."""
    if len(sentence) > LONGEST_SLIP:
        return False
    shape = _shape(tongue, spoken(sentence)).rstrip(" .!")
    found = tongue.shapes.any_of(("FIXED",)).match(shape)
    return found is not None and found.end() == len(shape)
