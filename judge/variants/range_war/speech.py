"""A clause of a letter, as values: pieces, and a deed with them. `meaning` settles which are meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from lark import Tree

from judge.grammar.clauses import Stuck, Word
from judge.grammar.numbers import place as nth
from judge.grammar.numbers import whole
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.kinds import ENDING, KINDS, PARTING
from judge.variants.range_war.wording import settled

MOST_KEPT = 20_000
"""Clauses that are remembered."""
DEEDS = frozenset(
    {"HOLD", "_TO", "_MOVE", "DRIVE", "_SUPPORT", "_SUPPORTED", "_RETREAT", "DISBAND", "_REMOVE", "_BUILD", "_WAIVE"}
)
PROSE = frozenset({"PROSE", "HYPO", "NEG", "QUOTE"})
_MANY = frozenset({"ALL", "BOTH", "REST"})
AFTER_COLON = DEEDS - {"_BUILD", "_REMOVE", "_WAIVE", "_MOVE"} | {"H", "TOO", "LIKEWISE"}


@dataclass(frozen=True, slots=True)
class Said:
    """A piece as it was written. `kind`: G, H, GH, A, F, or "" where none was said; `name`: None for the home."""

    kind: str
    name: Word | None
    owner: Word | None = None
    count: int = 0
    spoken: bool = False
    """The kind is said in a word, not in a letter: `a gang in Echo Canyon`."""


@dataclass(frozen=True, slots=True)
class Group:
    """Several gangs at once: `all`, or the `rest`, and how many they are said to be."""

    which: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Part:
    """One clause with the words before it. `correct`: it takes back what was said before; `anew`: the words that say so
    stand right before it."""

    before: str
    words: tuple[Word, ...]
    correct: bool = False
    anew: bool = False
    kinds: frozenset[str] = field(init=False, compare=False, repr=False)
    """The terminals of its words."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "kinds", frozenset([word.kind for word in self.words]))

    @property
    def start(self) -> int:
        """Where it begins in the line."""
        return self.words[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.words[-1].end

    def has(self, kinds: frozenset[str]) -> bool:
        """Whether a word of one of these terminals is in it."""
        return not self.kinds.isdisjoint(kinds)

    @property
    def is_last(self) -> bool:
        """`Or disband`, `disband third`: what is left where a gang cannot retreat, said or not."""
        return self.before in ("OR", "ELSE") or self.words[-1].text.endswith(("second", "third", "last", "resort"))

    @property
    def denies(self) -> bool:
        """`HiN is not moving`."""
        return any(word.kind == "HOLD" and word.text.split()[1:2] == ["not"] for word in self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """The contents of a clause. `who`: pieces or a group that do it; `whom`: who is supported; `to`: where they go,
    step by step; `spots`: places said without a way there. A place that is None is the seat's home."""

    verb: str
    who: tuple[Said | Group, ...] = ()
    whom: Said | None = None
    to: tuple[Word | None, ...] = ()
    spots: tuple[Word | None, ...] = ()
    by: Word | None = None
    helper: Said | None = None
    """The gangs that support it, named in the same clause."""
    herd: bool | None = None
    number: int = 0
    words: frozenset[str] = field(default_factory=frozenset)
    """The terminals that matter: BY_SEA, IT, REST, ALL."""


def parts_of(words: Sequence[Word], correct: bool = False) -> Iterator[Part]:
    """The clauses of a line. `correct`: they take back what was said before."""
    before, found, afresh, anew = "", list[Word](), False, correct
    words = settled(words)
    for number, word in enumerate(words):
        after = words[number + 1].kind if number + 1 < len(words) else ""
        kind = word.kind
        if kind == "AFRESH":
            afresh = True
            continue
        if kind == "STOP" and found and found[-1].kind in KINDS and after == "PLACE" and found[-1].text in KINDS_SHORT:
            continue
        if kind == "COLON" and found and (after in AFTER_COLON or [one.kind for one in found] in _HEADS):
            continue
        if kind == "_BUILD" and word.text == "+" and found:
            kind = "AND"
        if kind == "_BUT_FOR" and not _leaves_out(found):
            kind = "BUT"
        if kind == "NUMBER" and _numbers_a_list(words, number):
            kind = "SEMI"
        elif number and words[number - 1].kind == "NUMBER" and _numbers_a_list(words, number - 1):
            continue
        if kind not in PARTING:
            found.append(word)
            continue
        if found:
            if kind == "ELSE" and after in (*ENDING, ""):
                before = kind  # "Los otherwise."
            yield Part(before, _clause(found), correct or afresh, anew)
            found, afresh, anew = [], False, False
            before = kind
        elif kind in ENDING or not before or kind in ("OR", "ELSE", "BUT"):
            before = kind
        if kind == "CORRECT" and not _adds(words, number + 1):
            correct = anew = True
    if found:
        yield Part(before, _clause(found), correct or afresh, anew)


def _leaves_out(found: Sequence[Word]) -> bool:
    """Whether `but` leaves somebody out of what is said of all: `remove all but Coo`."""
    kinds = {word.kind for word in found}
    return not kinds.isdisjoint(_ALL | {"_ANYWHERE"}) and kinds.isdisjoint({"HOLD", "DISBAND"})


_ALL = frozenset({"ALL", "REST"})


def _adds(words: Sequence[Word], number: int) -> bool:
    """Whether a word of correction takes nothing back, for what follows is one more: `retreats Los, actually, or
    Mon`."""
    behind = next((word.kind for word in words[number:] if word.kind != "COMMA"), "")
    return behind in ("AND", "OR", "ELSE", "THEN")


def _clause(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of a clause. `Com too` says the deed of the clause before; `Com goes to Mon too` says its own."""
    if words[-1].kind == "TOO" and any(word.kind in DEEDS for word in words):
        words = words[:-1]
    return _unwrapped(words)


_HEADS = (["_KEEP"], ["_REMOVE"])
"""`To keep: G(LSR), G(Ind)`."""
KINDS_SHORT = ("g", "h", "gh")


def _numbers_a_list(words: Sequence[Word], number: int) -> bool:
    """`1. G(Lzy)-Mon 2) G(Coo)-Mes`: a number with a sign behind it, and an order behind that."""
    after = [word.kind for word in words[number + 1 : number + 3]]
    return words[number].text.isdigit() and len(after) == 2 and after[0] in ("STOP", "RPAR") and after[1] != "COMMA"


def _unwrapped(words: Sequence[Word]) -> tuple[Word, ...]:
    """A clause without brackets around the whole of it, and without one that was never opened."""
    inner = list(words)
    if len(inner) > 2 and inner[0].kind == "LPAR" and (inner[1].kind != "PLACE" or len(inner) > 4):
        inner = inner[1:]
    opened = sum(word.kind == "LPAR" for word in inner)
    while len(inner) > 1 and inner[-1].kind == "RPAR" and sum(word.kind == "RPAR" for word in inner) > opened:
        inner.pop()
    return tuple(inner)


def orders_something(part: Part) -> bool:
    """A word of ordering with something behind it. `to` is no such word."""
    return any(
        word.kind in DEEDS and word.text not in ("to", "into", "s", "m", "b", "d", "r") for word in part.words[:-1]
    )


def looks_like_an_order(part: Part) -> bool:
    """A piece in brackets, an arrow, or a deed of all, both or the rest: no comment has them."""
    words = part.words
    of_many = next((number for number, word in enumerate(words) if word.kind in _MANY), len(words))
    arrow = any(word.text == "-" for word in words)
    return (
        arrow
        or any(word.kind in DEEDS for word in words[of_many:])
        or (len(words) > 1 and words[0].kind in KINDS and words[1].kind in ("LPAR", "PLACE"))
    )


def heard(chart: Chart, part: Part) -> Deed | Stuck:
    """The contents of a clause. Words are made once for each line, so the clause of a line that comes again is
    known."""
    key = tuple(map(id, part.words))
    known = chart.heard.get(key)
    if known is None or known[0] != part.words:
        tree = chart.speech.read(part.words)
        if len(chart.heard) >= MOST_KEPT:
            chart.heard.clear()
        known = chart.heard[key] = part.words, tree if isinstance(tree, Stuck) else _or_stuck(chart, tree, part)
    return known[1]


def _or_stuck(chart: Chart, tree: Tree[Any], part: Part) -> Deed | Stuck:
    """The deed; `Coo herd` is none, though `Coo H` is, and our reports say that `Lazy S takes Cripple Creek`."""
    clause, last = tree.children[0], part.words[-1]
    assert isinstance(clause, Tree)
    deed = _deed(clause)
    if deed.verb == "hold" and last.kind == "H" and last.text != "h":
        return Stuck(len(part.words) - 1, frozenset({"HOLD", "_TO"}))
    takes = next((at for at, word in enumerate(part.words) if word.kind == "_TO" and "tak" in word.text), 0)
    names = [one.name.name for one in deed.who if isinstance(one, Said) and one.name is not None] if takes else []
    if any(name is not None and len(name.text) > 3 and chart.owners.matches(name.text) for name in names):
        return Stuck(takes, frozenset({"HOLD", "_TO"}))
    if clause.data == "supported" and deed.verb == "support":
        by = next(number for number, word in enumerate(part.words) if word.kind == "_SUPPORTED")
        if not part.words[by].text.endswith((" by", " from")):
            return Stuck(by, frozenset({"HOLD", "_TO"}))  # "Coo supported Lzy" tells of something
    return deed


def cut_in_two(chart: Chart, part: Part, stuck: Stuck) -> tuple[Part, Part] | None:
    """Two orders with nothing between them: `G(Lzy)-Mon G(Coo) H`."""
    first, rest = part.words[: stuck.at], part.words[stuck.at :]
    if not first or not rest or rest[0].kind not in KINDS | {"PLACE"}:
        return None
    begun = heard(chart, replace(part, words=first))
    if isinstance(begun, Stuck) or (begun.verb == "bare" and rest[0].kind == "PLACE"):
        return None
    after = heard(chart, replace(part, words=rest))
    if isinstance(after, Stuck) and not (after.at and rest[0].kind in KINDS):
        return None
    return replace(part, words=first), Part("COMMA", rest)


def kind_said(deed: Deed) -> str:
    """The kind of piece that was said without a place."""
    return next((one for one in ("GH", "H", "G") if one in deed.words), "")


def _deed(clause: Tree[Word]) -> Deed:
    verb, within = str(clause.data), _Within(clause)
    pieces = tuple([_said(one) for one in within["piece"]])
    tokens = {one.kind: one for one in within.words}
    groups = tuple([_group(one) for one in (*within["group"], *within["crowd"])])
    if "STILL" in tokens:
        of_others = {"else", "rest", "other", "others"} & {*tokens["STILL"].text.split()}
        groups = (Group("rest" if of_others else "all"),)
    if verb == "supported" and len(pieces) == 2:
        verb, pieces = "support", pieces[::-1]  # "Coo is backed by Lzy"
    legs = _Within(within["legs"][0]) if within["legs"] else None
    deed = Deed(
        verb=verb,
        who=groups or pieces[:1] if verb == "support" else (*pieces, *groups),
        whom=next(iter(pieces if groups else pieces[1:]), None) if verb == "support" else None,
        to=tuple([_place(one) for one in legs["place"]]) if legs else (),
        spots=tuple([_place(one) for one in within["place"]]),
        by=_place(legs["via"][0]) if legs and legs["via"] else None,
        words=frozenset(tokens),
    )
    return _with_tails(deed, within, tokens)


def _with_tails(deed: Deed, within: _Within, tokens: Mapping[str, Word]) -> Deed:
    """Words beside the pieces and places: herds, numbers, a kind without a place."""
    tails = [_Within(tail) for tail in within["tail"]]
    names = {name for one in (*tails, within) for name in one.trees}
    herd = True if {"with_herd", "driven"} & names or deed.verb in ("drive", "with_herd") else None
    herd = False if "without" in names or deed.verb == "without" else herd
    words = deed.words.union([word.kind for tail in tails for word in tail.words])
    helpers = [one for part in (*tails, within) for one in part["helped"]]
    helper = next((_said(piece) for one in helpers for piece in _trees(one, "piece")), None)
    bare = [one for one in within.words if one.kind in ("PLACE", "HOME")]
    if deed.verb == "move" and len(bare) == 2:
        deed = replace(deed, who=(Said("", bare[0]),), to=(bare[1] if bare[1].kind == "PLACE" else None,))
        words |= {"JUMP"}
    kind = within["kind"][0] if within["kind"] else None
    if deed.verb in ("bare", "build") and deed.spots:
        # `both Medicine Hat and …`, `Red River gets a gang`
        deed = replace(deed, who=(Said(_kind(kind) if kind else "", deed.spots[0], spoken=True),), spots=())
    if deed.verb in ("dest", "it_does", "like") and not deed.to and not {"HOLD", "LEFT"} & words:
        deed = replace(deed, to=deed.spots, spots=())  # "the gang flees to Chisholm Trail"
    if deed.verb == "drive" and deed.who and not deed.to:
        deed = replace(deed, to=deed.spots, spots=())  # "LPR drives herd Bro"
    if deed.verb == "move" and deed.spots and not deed.who:
        # `g lzy mon`, `go from Lzy to Mon`, `to Mon from Lzy`: the first or the only spot is its own space.
        deed = replace(deed, who=(Said(_kind(kind) if kind else "", deed.spots[0]),), to=deed.to or deed.spots[1:])
    elif deed.verb == "helped_from":
        whom = deed.who[0] if deed.who else Said(_kind(kind) if kind else "", deed.spots[0])
        assert isinstance(whom, Said)
        deed = replace(deed, verb="support", who=(Said("", deed.spots[-1]),), whom=whom, spots=())
    elif deed.verb == "support" and deed.whom is None and within["deed"]:
        whom = Said(_kind(kind) if kind else "", deed.spots[0])
        deed = replace(deed, whom=whom, to=deed.to or deed.spots[1:], spots=())
    elif kind is not None:
        words |= {_kind(kind)}
    number = 0
    for one in (*within["count"], *within["amount"]):
        for token in _tokens(one):
            words |= {token.kind}
            number = whole(token.text) if token.kind == "NUMBER" else 2 if token.kind == "BOTH" else number
    if choice := next((one.text for one in within.words if one.kind == "CHOICE"), ""):
        number = next((rank for rank, said in enumerate(_RANKS, 1) if any(one in choice for one in said)), number)
    if "ORDINAL" in tokens:
        number = nth(tokens["ORDINAL"].text.replace(" ", "")) if tokens["ORDINAL"].text != "previous" else -1
    if helper is None and herd is None and not number and words == deed.words:
        return deed
    return replace(deed, helper=helper, herd=herd, words=words, number=number)


_RANKS = (
    ("first", "1", "prefer", "ideal"),
    ("second", "2", "plan", "back", "altern", "reserve"),
    ("third", "3"),
    ("last",),
)
"""Words and figures that rank a choice."""


def _said(piece: Tree[Word]) -> Said:
    within = _Within(piece)
    kinds = [_kind(one) for one in (*within["kind"], *within["whose"])]
    places = [_place(one) for one in within["place"]]
    count = next((whole(word.text) for one in within["count"] for word in _tokens(one)), 0)
    named = next((one for one in within.words if one.kind in ("PLACE", "SEAT")), None)
    if places == [None] and named is not None and named.kind == "PLACE":
        places = [named]  # "keep the Coogan's Bluff gang at home" is no gang in two places
    if places:
        # The owner comes before a kind and a place.
        spoken = any(len(word.text) > 2 for one in within["kind"] for word in _tokens(one))
        return Said(kinds[0] if kinds else "", places[0], named, count, spoken)
    kind = "GH" if any(one.kind == "GH" for one in within.words) else "G"
    return Said(kind if named is not None and named.kind == "PLACE" else "", named)


def _group(group: Tree[Word]) -> Group:
    tokens = {one.kind: one for one in _tokens(group)}
    count = next((whole(word.text) for one in _trees(group, "count") for word in _tokens(one)), 0)
    if "REST" in tokens and tokens["REST"].text.split()[-1] in ("other", "one") and not count:
        # `the other one`, `the other gang`, but `all other gangs`.
        alone = "G" not in tokens or tokens["G"].text == "gang"
        count = 1 if alone and not tokens["REST"].text.startswith(("every", "all")) else 0
    return Group("rest" if "REST" in tokens else "all", 2 if "BOTH" in tokens else count)


def _kind(kind: Tree[Word]) -> str:
    """The kind of piece: another one is as the one before it."""
    word = _tokens(kind)[0]
    return "" if word.kind == "ANOTHER" else word.kind


def _place(place: Tree[Word]) -> Word | None:
    found = [one for one in _tokens(place) if one.kind == "PLACE"]
    if len(found) == 2 and found[0].name is not None and found[1].name is not None:
        # A name with its code behind it: both must be so.
        choices = tuple(one for one in found[0].name.choices if one in found[1].name.choices)
        text = f"{found[0].name.text} ({found[1].name.text})"
        return replace(found[0], name=replace(found[0].name, text=text, choices=choices))
    inner = [_place(one) for one in _trees(place, "place")]
    return found[0] if found else inner[0] if inner else None


class _Within:
    """The words of a part of a clause, and its own parts by their rules."""

    __slots__ = ("trees", "words")

    def __init__(self, tree: Tree[Word]) -> None:
        self.words: list[Word] = []
        self.trees: dict[str, list[Tree[Word]]] = {}
        for one in tree.children:
            if isinstance(one, Word):
                self.words.append(one)
            else:
                self.trees.setdefault(one.data, []).append(one)

    def __getitem__(self, name: str) -> Sequence[Tree[Word]]:
        return self.trees.get(name, ())


def _trees(tree: Tree[Word], name: str) -> list[Tree[Word]]:
    return [one for one in tree.children if isinstance(one, Tree) and one.data == name]


def _tokens(tree: Tree[Word]) -> list[Word]:
    return [one for one in tree.children if isinstance(one, Word)]
