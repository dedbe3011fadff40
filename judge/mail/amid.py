"""A command amid other words: behind an apology on its line, or in the middle of a sentence, as our mails print it.

Where all words around it are courtesy it is carried out like any other. In the middle of a sentence it is only what
its writer seems to mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from judge import shelf
from judge.grammar.courtesy import courtesy
from judge.grammar.letter import LONGEST, Said
from judge.grammar.mood import mood
from judge.grammar.text import plain
from judge.mail.saying import said

LOOKS = frozenset({"help", "games", "rules", "reputation", "status", "players", "orders", "report", "map"})
"""Commands that only ask to see something: a question asks it as well."""
FOR_A_PLACE = ("join", "observe", "takeover")
ASK_AGAIN = (*FOR_A_PLACE, "resign", "confirm")
"""Commands that wait until a word that went to their writer's address comes back."""
DEEDS = frozenset({*ASK_AGAIN, "standby", "decline", "create"})
_VERBS = LOOKS | DEEDS
_APART = DEEDS | {"games", "reputation"}
"""Words that may follow an apology: orders and talk about them do not begin so."""
_HINTS = (
    "join", "sign", "register", "observe", "take", "stand", "decline", "resign", "withdraw", "quit", "create",
    "confirm", "games", "reputation", "reliability",
)  # fmt: skip
_ENDS = (". ", "! ", "? ", "; ", ": ", ", ", " - ", "\n")
_AROUND = ".,;:!?()"
_UNDOING = frozenset("cancel undo withdraw remove forget revoke delete retract stornieren annuler".split())
"""Before a command these take back what it did."""
_SENTENCES = (".", "!", "?", ";", ":")
_BETWEEN = ("but", "so", "and", "then", "therefore", "hence", "also")
_GOES_ON = ("if", "when", "because", "once", "since", "unless", "until", "before", "after", "while", "which", "who",
            "please", "but", "so", "i", "me", "my")  # fmt: skip
SHORTEST = 4
"""Letters of a word in capitals that may be a command's first."""
LONGEST_TAIL = 8
"""Words that may follow a command in its sentence and are none of it."""


@dataclass(frozen=True, slots=True)
class Amid:
    """A command amid other words: its kind, and how to write it alone."""

    verb: str
    rest: str

    @property
    def text(self) -> str:
        """As a line of its own."""
        return f"{self.verb.upper()} {self.rest}".strip()


@lru_cache(maxsize=8192)
def apart(line: str) -> Said | None:
    """The command that is all a line says beside courtesies; courtesies of unknown words are `unheeded`."""
    text = plain(line)
    if len(text) > LONGEST or not _hints_at(text):
        return None
    cuts = _cuts(text)
    if len(cuts) == 1 and not courtesy(text):
        return None
    for start in cuts:
        for end in (len(text), *(place for place in reversed(cuts) if place > start)):
            one = said(_bare(text[start:end])) if _may_be(text[start:end]) else None
            if one is None or one.what not in _APART:
                continue
            around = [part for part in (_bare(text[:start]), _bare(text[end:])) if part]
            kinds = [courtesy(part) for part in around]
            if not around or None in kinds:
                continue
            unsure = [part for part, kind in zip(around, kinds, strict=True) if kind is not None and not kind.sure]
            return replace(one, unheeded=" … ".join((*unsure, one.unheeded) if one.unheeded else unsure))
    return None


def _hints_at(text: str) -> bool:
    """Whether a line has a word of such a command anywhere: most lines are orders, and have none."""
    small = text.lower()
    return any(word in small for word in _hints())


@cache
def _hints() -> tuple[str, ...]:
    """The words of these commands, in all languages that are known here."""
    books = shelf.phrasebooks().values()
    other = {
        max(written.lower().split(), key=len)
        for book in books
        for written, english in book.commands.items()
        if english.lower().startswith(_HINTS)
    }
    return (*_HINTS, *sorted(other))


@lru_cache(maxsize=8192)
def amid(line: str) -> Amid | None:
    """The command that a sentence of this line holds, in capitals or as a sentence of its own; None: none, or the
    sentence says that it is not meant."""
    text = plain(line)
    if len(text) > LONGEST:
        return None
    cuts = _cuts(text)
    for start in _beginnings(text, cuts):
        is_shown = text[start:].split(" ")[0].strip(_AROUND).isupper()
        found = _shortened(_sentence_from(text, start)) if is_shown else _whole(_part_from(text, start, cuts))
        if found is None or text[:start].rstrip()[-1:] in ("'", '"'):
            continue
        if found.verb in LOOKS and text.rstrip().endswith(":"):
            continue  # "my orders, as ever:" leads in to orders
        # A command that only looks belongs to its own clause: "I won't play, I only want to see the GAMES".
        begins = max(cut for cut in cuts if cut <= start) if found.verb in LOOKS else _last_end(text[:start])
        before = text[begins:start].strip()
        if before and (mood(before) in ("denied", "spoken") or not _UNDOING.isdisjoint(before.lower().split())):
            continue
        return found
    return None


def _whole(part: str) -> Amid | None:
    """The command that a part of a line is, in small letters: all of it is."""
    one = said(_bare(part))
    return Amid(one.what, _trimmed(one.rest)) if one is not None and one.what in _VERBS else None


def _shortened(sentence: str) -> Amid | None:
    """The longest beginning of a sentence that is a command."""
    words = sentence.split()
    for length in range(len(words), max(0, len(words) - LONGEST_TAIL - 1), -1):
        text = _bare(" ".join(words[:length]))
        one = said(text)
        if one is not None and one.what in _VERBS:
            return Amid(one.what, _trimmed(one.rest))
    first = _bare(words[0]) if words else ""
    alone = said(first) if first else None
    return Amid(alone.what, "") if alone is not None and alone.what in _VERBS else None


def _trimmed(rest: str) -> str:
    """The words behind a command, up to where its sentence goes on about something else."""
    words = rest.split()
    ends = [place for place, word in enumerate(words) if word.lower() in _GOES_ON]
    return _bare(" ".join(words[: min(ends, default=len(words))]))


def _beginnings(text: str, starts: Sequence[int]) -> Iterator[int]:
    """Where a command may begin: a word in capitals among small letters, and the first word of each part."""
    shouted = text.isupper()
    place = 0
    for word in text.split(" "):
        bare = word.strip(_AROUND)
        if place in starts or (bare.isupper() and len(bare) >= SHORTEST and not shouted):
            yield place + len(word) - len(word.lstrip("("))
        place += len(word) + 1


def _cuts(text: str) -> list[int]:
    """Where the parts of a line begin that signs, or words between, part from each other."""
    found = {0}
    for sign in _ENDS:
        place = text.find(sign)
        while place >= 0:
            found.add(_behind_between(text, place + len(sign)))
            place = text.find(sign, place + 1)
    for word in _BETWEEN:
        place = text.lower().find(f" {word} ")
        while place >= 0:
            found.add(_behind_between(text, place + len(word) + 2))
            place = text.lower().find(f" {word} ", place + 1)
    return sorted(found)


def _behind_between(text: str, place: int) -> int:
    """The place behind spaces and words between."""
    while place < len(text) and text[place] == " ":
        place += 1
    word = text[place:].partition(" ")[0]
    if word.lower() in _BETWEEN and place + len(word) < len(text):
        return _behind_between(text, place + len(word) + 1)
    return place


def _may_be(text: str) -> bool:
    return bool(text.strip()) and text.strip()[0].isalpha()


def _bare(text: str) -> str:
    """Without the signs at its ends, and the words between at its end."""
    words = text.strip(" .,;:!?-").split()
    while words and words[-1].lower().strip(",") in _BETWEEN:
        words.pop()
    return " ".join(words).strip(" .,;:!-")


def _last_end(text: str) -> int:
    return max((text.rfind(sign) + 1 for sign in _SENTENCES), default=0)


def _part_from(text: str, start: int, cuts: Sequence[int]) -> str:
    """A line from a place in it on, up to where its next part begins."""
    return text[start : min((cut for cut in cuts if cut > start), default=len(text))]


def _sentence_from(text: str, start: int) -> str:
    """A sentence from a place in it on."""
    ends = [place for sign in (". ", "! ", "? ", "; ") if (place := text.find(sign, start)) >= 0]
    return text[start : min(ends, default=len(text))]


__all__ = ["ASK_AGAIN", "DEEDS", "FOR_A_PLACE", "LOOKS", "Amid", "amid", "apart"]
