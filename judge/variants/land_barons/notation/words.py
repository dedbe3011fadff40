"""The names of counters, spaces and ranches as players may spell them, and the tongue they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from judge.adjudicator import hexes
from judge.adjudicator.protocol import Problem, SeatName
from judge.grammar.lexicon import Lexicon
from judge.grammar.seats import seat_lexicon
from judge.grammar.shape import Sentence, Tongue
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.counters import CONTRACTS, GOVERNOR, RANCH, RECRUITS, SETTLEMENTS, UNITS, Kind

STARTS = ("pay", "fares", "bid", "order_bid", "build", "raid", "lists", "affairs", "idle")
"""The kinds of sentence an order may be (land_barons.lark)."""
NEVER_READ = (
    "paying", "not_paying", "asked", "kept", "stays", "also", "alike", "things_alike", "paid_alike", "prose", "by_lot",
    "in_turn",
)  # fmt: skip

TAGS = {"Outlaws": ("outlaws",), "Law": ("law", "lawmen and women"), "Red": (), "White": (), "North": (), "South": ()}
_SHARED = {
    "gov": (GOVERNOR, CONTRACTS),
    "govt": (GOVERNOR, CONTRACTS),
    "mill": ("cotton-mill", "gin-mill"),
    **{
        spelling: tuple(key for key, kind in UNITS.items() if kind.tag == tag)
        for tag, spellings in TAGS.items()
        for spelling in spellings
    },
}
"""Spellings that several counters share: what the player has, or what is for sale, decides."""


def _lexicon(kind: str, kinds: Mapping[str, Kind]) -> Lexicon:
    shared = {spelling: tuple(key for key in keys if key in kinds) for spelling, keys in _SHARED.items()}
    words = {key: (one.name, *one.also, *_initials(one.name)) for key, one in kinds.items()}
    return Lexicon(kind, words, {spelling: keys for spelling, keys in shared.items() if keys})


def _initials(name: str) -> tuple[str, ...]:
    """`RS` for Railway Station; `GM` is the game master."""
    said = "".join(word[0].lower() for word in name.split())
    return (said,) if len(said) > 1 and said != "gm" else ()


UNIT_WORDS = _lexicon("unit", UNITS)
COUNTER_WORDS = _lexicon("counter", RECRUITS)
PIECE_WORDS = _lexicon("unit or counter", {**UNITS, **RECRUITS})
GROUND_WORDS = Lexicon(
    "kind of settlement",
    {
        RANCH: ("ranch", "ranches", "home"),
        **{key: (one.name, *one.also) for key, one in SETTLEMENTS.items()},
    },
)


def tongue(board: Board, seats: Sequence[SeatName]) -> Tongue:
    """The grammar with the names of one board."""
    spaces = Lexicon(
        "space", {space: tuple(filter(None, (_short(space), board.names.get(space)))) for space in board.spaces}
    )
    names = tuple(SeatName(one.id, one.name, tuple(code for code in one.aliases if len(code) > 2)) for one in seats)
    ranchers = seat_lexicon(names)
    # "ok" is a word of every letter.
    ranchers = Lexicon("seat", {key: tuple(w for w in words if w != "ok") for key, words in ranchers.words.items()})
    signs = {"@": spaces, "#": PIECE_WORDS, "%": ranchers, "&": GROUND_WORDS}
    return Tongue("land_barons.lark", signs, (*STARTS, *NEVER_READ), SHOWN)


SHOWN = {
    "NUMBER": "a number", "_ON": "on", "_AT": "at", "_FROM": "from", "_INTO": "to", "_VIA": "via",
    "_IF": "if", "STAND": "stands",
}  # fmt: skip
"""Words that are shown as what could have come, besides names."""
MOST_SHOWN = 6


def _short(space: str) -> str:
    """`E7` for 0507; none beyond the alphabet."""
    column, row = hexes.place(space)
    return f"{chr(ord('A') + column - 1)}{row}" if column <= 26 else ""


@cache
def _space_words(names: tuple[tuple[str, str], ...]) -> Lexicon:
    return Lexicon("space", {space: (name,) for space, name in names})


@lru_cache(4096)
def find_space(board_names: tuple[tuple[str, str], ...], text: str) -> str | Problem:
    """A space by its name."""
    return _space_words(board_names).find(text.removeprefix("the "))


def space_of(board: Board, text: str) -> str | Problem:
    """A space by its label (`0507`, `E7`) or its name; a label off the board is refused with the board's size."""
    text = text.strip().strip("()[].")
    space = hexes.spelled(text)
    if space is not None and board.is_space(space):
        return space
    why = label_fault(board, text)
    if why is not None:
        return why
    return find_space(tuple(sorted(board.names.items())), text)


def label_fault(board: Board, text: str) -> Problem | None:
    """The fault of a text that would be a label; None when it is none."""
    text = text.strip()
    space = hexes.spelled(text)
    if space is not None and board.is_space(space):
        return None
    if space is not None:
        return Problem("off-board", {"text": text, "columns": board.width, "rows": board.height})
    if text.isdecimal() and len(text) == 3:
        near = tuple(one for one in (text.zfill(4), f"0{text[:1]}{text[1:].zfill(2)}") if board.is_space(one))
        return Problem("unknown-space", {"text": text, "near": tuple(dict.fromkeys(near))})
    return None


def start_of(sentence: Sentence) -> str:
    """The kind of sentence: the rule's name, or what its shapes are called after."""
    data = str(sentence.tree.data)
    return _STARTS_OF.get(data, data)


_STARTS_OF = {
    **dict.fromkeys(
        (
            "pay_all",
            "pay_bare",
            "pay_both",
            "pay_but",
            "pay_deny",
            "pay_nor",
            "pay_others",
            "pay_no",
            "pay_none",
            "pay_no_money",
            "pay_no_more",
            "pay_only",
            "pay_these",
            "fares",
        ),
        "pay",
    ),
    **dict.fromkeys(("bid_numbered", "bid_of_lot", "bid_figures", "bid_turned", "bid_it", "same_bid"), "bid"),
    **dict.fromkeys(("no_bid", "no_bid_of", "no_bids", "no_other_bids"), "bid"),
    "no_order_bid": "order_bid",
    "no_sum_alone": "order_bid",
    "sum_alone": "order_bid",
    **dict.fromkeys(
        (
            "put",
            "put_all_but",
            "put_nowhere",
            "put_too",
            "put_like",
            "discard",
            "discard_all",
            "keep",
            "recruit",
            "no_recruit",
        ),
        "build",
    ),
    **dict.fromkeys(
        ("fights", "lose", "lose_later", "lose_default", "retreat", "retreat_from", "retreat_default", "ranch"), "lists"
    ),
    **dict.fromkeys(("give", "draw", "give_up"), "affairs"),
}
