"""The kind of a letter's line, in any language that is known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from judge import shelf
from judge.adjudicator.protocol import BLANK
from judge.grammar import letter
from judge.grammar.columns import names_columns
from judge.grammar.courtesy import is_sure
from judge.grammar.letter import Said
from judge.grammar.memory import of_lines
from judge.grammar.mood import mood
from judge.grammar.small_talk import is_said_to_somebody
from judge.grammar.text import plain, sentences, without_comment, without_marks, without_number
from judge.mail.quotes import TextLine

VERBS = frozenset({
    "help", "status", "orders", "clear", "report", "map", "rules", "games", "join", "resign", "wait", "ready",
    "here", "sitter", "standing", "vote", "absent", "observe", "takeover", "standby", "decline",
    "create", "reputation", "diary", "set", "players", "confirm",
    "word", "stop", "fix", "connect", "disconnect",
})  # fmt: skip
"""The commands that are one line."""


@lru_cache(maxsize=8192)
def said(line: str) -> Said | None:
    """The kind of a letter's line, in English or in any language that is known here; None: no command."""
    found = letter.said(line)
    if found is not None or not line:
        return found
    # `Present:` heads a list, `présent` reports.
    end = next((sign for sign in "?:" if line.rstrip(" )!").endswith(sign)), "")
    for book in shelf.phrasebooks().values():
        turned = book.command(line)
        found = letter.said(turned + end) if turned else None
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class Worded:
    """A line as its words say what it is, whatever stands around it. `text`: in plain signs, without what lists and
    comments add; `says_nothing`: it is a comment, or names columns; `said`: the command, a blank left as it was is
    one; `otherwise`: the words behind a word of otherwise that begins it; `behind`: those behind a sentence that takes
    all orders back."""

    text: str
    says_nothing: bool
    said: Said | None
    otherwise: str
    behind: str


@of_lines
def worded(written: str) -> Worded:
    """A line's words. `written`: without the marks of a list."""
    numbered = plain(without_comment(written))
    text = without_number(numbered)
    says_nothing = not text or ("," in text and names_columns(text.replace(",", " ")))
    one = said(text) if BLANK not in text else Said("blank")
    one = numbered_command(text) if one is None else one
    is_listed = any(map(str.isdigit, numbered)) and text.isalpha() and not text.isupper()
    if is_listed and one is not None and one.what == "orders":
        says_nothing, one = True, None  # "2. Order" heads a part of a list.
    return Worded(text, says_nothing, one, behind_otherwise(text), behind_a_clear(written) if one is None else "")


@of_lines
def written_in(text: str) -> str:
    """A line of a letter as its writer wrote it, without the marks of a list, with an answer behind a form's blank."""
    return answered(without_marks(text))


def behind_a_clear(text: str) -> str:
    """`Forget everything I sent before. A PAR - BUR`: the text behind the sentence that takes all back; "": no such
    sentence, or nothing behind it."""
    if text[:1].lower() not in _TAKING_BACK:
        return ""
    first, *rest = sentences(text)
    clears = said(plain(first)) if rest else None
    return text[len(first) :].strip() if clears is not None and clears.what == "clear" else ""


def numbered_command(text: str) -> Said | None:
    """The command behind a number and a colon, as in a list; a word alone may be meant for a piece of that number."""
    number, colon, rest = text.partition(":")
    one = said(rest.strip()) if colon and number.strip().isdigit() and len(number) < 4 else None
    return one if one is not None and one.rest else None


def is_taken_back(one: Said, text: str) -> bool:
    """`VOTE DRAW next year maybe, not now`: words behind a command that cannot be undone deny it, or doubt it."""
    is_bare = one.what not in _WEIGHTY or one.parts[:1] in ((), ("no",))
    tells = not _SPEAKING.isdisjoint(text.lower().replace(",", " ").split())  # "VOTE DRAW, I cannot win any more"
    return not is_bare and not tells and mood(text) in ("denied", "doubted")


def only_halts(one: Said, lines: Sequence[TextLine]) -> bool:
    """`No wait.` or `Stop!` right below an order, with more right below it: a word of correction. `lines`: it, and the
    next."""
    said, below = lines[0].text, lines[1].text.strip() if len(lines) > 1 else ""
    is_word = one.what == "stop" or (one.what in ("wait", "ready") and "wait" in said.lower())
    return is_word and not said.isupper() and bool(below) and not is_sure(below)


def answered(text: str) -> str:
    """`A PAR ___ to Burgundy please`: a row of a form with its answer behind the blank, as one text."""
    row, blank, answer = text.partition(BLANK)
    answer = answer.strip("_ ")
    return f"{row.strip()} {answer}" if blank and row.strip() and any(map(str.isalpha, answer)) else text


def behind_otherwise(text: str) -> str:
    """The words of a line behind a word of otherwise that begins it; "": it begins with none."""
    if text[:1] not in "OoIi":
        return ""
    lower = text.lower()
    word = next((one for one in _OTHERWISE if lower.startswith((f"{one} ", f"{one},"))), "")
    return text[len(word) :].strip(" ,:") if word else ""


def is_mere_if(lines: Sequence[TextLine]) -> bool:
    """Whether the first of these lines, that begins with IF, is a sentence and opens no block: a full stop ends it, or
    its reader is to do something (`if I forgot one drop me a line`), and nothing below it ends an IF or begins another
    branch."""
    first, *below = lines
    if not first.text.rstrip().endswith((".", "!")) and not is_said_to_somebody(first.text):
        return False
    kinds = (said(plain(line.text)) for line in below if line.is_own)
    return not any(one is not None and (one.what == "ends_if" or one.what.startswith("else")) for one in kinds)


def is_no_heading(asked: str) -> bool:
    """`If dislodged, A BUR retreats`, `if BUR is empty A PAR - BUR else A PAR H`: the order's own condition; `If I were
    you`: prose."""
    words = asked.lower().split()
    first = words[:2]
    is_whole = "else" in words or "otherwise" in words
    return (
        is_whole
        or "," in asked.rstrip(" ,")
        or first[:1] == ["only"]
        or first in (["i", "were"], ["i", "was"], ["i", "had"])
    )


def goes_on(above: str, line: str) -> bool:
    """Whether a line goes on with a sentence that a program broke in the one above it (`… when I am`, `ready to go`):
    then it commands nothing."""
    return len(above) >= FULL and hangs(above) and line[:1].islower()


def hangs(text: str) -> bool:
    """Whether no sentence can end here, by its last word."""
    return text.split()[-1].lower().strip("\"'(") in _HANGING


FULL = 50
"""Signs of a line that a program may have broken."""
_HANGING = frozenset(
    "a an the my our your his her their its this that which who to of in on into at from with without by for than so "
    "and or but nor if unless when because any no not never i i'm i'll me you we we're they he she it them am be let "
    "will would shall should can may won't".split()
)
_SPEAKING = frozenset("i i'm i'll i've we we're he she they it there nobody".split())
_WEIGHTY = ("vote", "resign", "absent", "sitter", "takeover")
_OTHERWISE = ("otherwise", "or else", "if not")
OF_THE_PIECE = ("driven", "dislodged", "forced", "beaten", "it comes to ")
"""The words that an order's own condition begins with."""


_TAKING_BACK = "bcdfikprstw"
"""The words that a sentence that takes all orders back may begin with: cancel, forget, please …"""

__all__ = [
    "OF_THE_PIECE",
    "VERBS",
    "Worded",
    "behind_otherwise",
    "goes_on",
    "hangs",
    "is_mere_if",
    "is_no_heading",
    "is_taken_back",
    "only_halts",
    "said",
    "worded",
    "written_in",
]
