"""Orders to pieces on a map, as people write them: text to `Phrase`, for every game with Diplomacy's kind of order.

A line goes four steps. *Marking*: names of places and nationalities, in any spelling the board's lexicon knows, are
found and replaced by signs; a run of words that is no name and no word of the grammar is marked as an unknown name.
*Clauses*: corrections, denials, questions and brackets are told apart. *Cutting*: so are several orders on one line,
and one bad order spoils no other. *Shape*: the rest is read by a `.lark` grammar, once for each shape ever met. Nothing
here knows a position: which of several provinces is meant, and whether an order makes sense, is for the game.

A game brings its own lexicons and may bring a grammar that imports `diplomacy.lark` and adds to it. Every rule that
`Tongue` does not know by name becomes a Phrase whose verb is the rule's name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, replace

from lark import Token, Tree

from judge.adjudicator.protocol import Problem
from judge.adjudicator.value import value
from judge.grammar.asides import Clause, Clauses, Mood
from judge.grammar.cutting import Cutter
from judge.grammar.lexicon import Lexicon
from judge.grammar.marking import Mark, Marker, Named, Words
from judge.grammar.memory import Memory
from judge.grammar.numbers import whole
from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

DIPLOMACY = "diplomacy.lark"
AROUND = "around.lark"

__all__ = ["DIPLOMACY", "Named", "Phrase", "Piece", "Tongue", "Unclear"]

MOST_KEPT = 50_000
"""Lines, and shapes, whose reading is remembered."""


NOWHERE = Named("", ())
"""A place that was not said."""


@value
class Piece:
    """A unit as it was written: the word for its kind, its nationality (a seat's id) and its place, each if said.

    `many`: several units (`all`, `both`, `rest`) or one named before (`it`); `count`: how many, if that was said.
    """

    place: Named = NOWHERE
    kind: str = ""
    owner: str = ""
    many: str = ""
    count: int = 0


@value
class Phrase:
    """One order's shape. `verb` is the grammar's rule; `pieces` and `places` are in the order they were written.

    `words`: the plain words that matter (`via`, `disband`, `remove`, a number), lower case. `route`: what a move goes
    by way of; `corrects`: it takes the place of what was said before, `swaps`: of what was said of the same unit;
    `dislodged`: it is for the case that the unit is driven out; `adds`: a too or an and says that it is added to what
    was said before; `sighs`: its word of correction may be by the way; `takes_back`: it is no longer meant; `owner`:
    the seat whose name is above it; `instead`: the place that is not meant any more; `slips`: the words that were read
    in spite of a slip, each with what it was read as. The verb `given` is that of a move behind `Norway gives support
    to Sweden`, which may be one more support.
    """

    verb: str
    pieces: tuple[Piece, ...] = ()
    places: tuple[Named, ...] = ()
    words: tuple[str, ...] = ()
    text: str = ""
    _: KW_ONLY
    route: tuple[Named, ...] = ()
    corrects: bool = False
    swaps: bool = False
    dislodged: bool = False
    takes_back: bool = False
    adds: bool = False
    sighs: bool = False
    owner: str = ""
    instead: tuple[str, ...] = ()
    slips: tuple[tuple[str, str], ...] = ()


@value
class Unclear:
    """A piece of a line that is no order: it has not the shape of one (`at`: the first word that does not fit,
    `expected`: what could have come there), or its `mood` says so. `named`: it names something of the game. `forgets`:
    the earlier line that it takes back (1 the first, -1 the last); `corrects`: it corrects or takes back something, of
    the unit in one of the places `about` if it names one; `offers`: the orders that were chosen between."""

    text: str
    at: str = ""
    expected: tuple[str, ...] = ()
    mood: Mood = ""
    named: bool = False
    _: KW_ONLY
    forgets: int = 0
    corrects: bool = False
    about: tuple[str, ...] = ()
    offers: tuple[Phrase, ...] = ()


class Tongue:
    """How orders are said on one board: its places, its nationalities and the grammar of its orders."""

    def __init__(self, places: Lexicon, owners: Lexicon, grammar: str = DIPLOMACY) -> None:
        self.places = places
        self.owners = owners
        self.shapes = Shapes(grammar)
        self.marker = Marker(places, owners, (*_keywords(self.shapes), *_keywords(Shapes(AROUND))))
        self._clauses = Clauses(self.marker)
        self._cutter = Cutter(self.marker)
        self._lines: Memory[str, tuple[Phrase | Unclear, ...]] = Memory(MOST_KEPT)

    def read(self, line: str) -> tuple[Phrase | Unclear, ...]:
        """The orders of one line. Remembered: the same line is read once."""
        known = self._lines.get(line)
        return self._lines.keep(line, tuple(self._read(line))) if known is None else known

    def corrected(self, line: str, above: str) -> tuple[Phrase | Unclear, ...]:
        """A line with a place alone, below one that ends with words of correction: `Oops`, `No, not Burgundy.`,
        `A PAR - BUR, sorry:`; (): it does not."""
        marks = list(self.marker.marked(plain(above)))
        if above.rstrip().endswith(",") or not (self._clauses.wavers(marks) or self._clauses.pending(marks)):
            return ()  # "Sorry," above "Vienna" may be how somebody signs
        pending = self._clauses.pending(marks)
        words = plain(above)[pending[0].start :].rstrip(" .,:;!-") if pending else ""
        lead = "" if not pending else f"No, {words}. " if len(pending) > 1 else f"I changed my mind about {words}. "
        return tuple(replace(one, text=line) for one in self.read(f"{lead or 'No. '}{line}")[-1:])

    def place(self, text: str) -> Named | None:
        """A text that is one place and nothing else, with or without a coast."""
        marks = self.marker.marked(plain(text))
        return marks[0].named if len(marks) == 1 else None

    def names_any(self, text: str) -> bool:
        """Whether a text names a place or a seat, or is no more than a kind of unit or a letter."""
        marks = self.marker.marked(plain(text))
        is_kind = len(text) == 1 or all(self._clauses.is_(mark, "KIND") for mark in marks)
        return is_kind or any(mark.owner or (mark.named is not None and mark.named.choices) for mark in marks)

    def unknown(self, named: Named) -> Problem:
        """Why a place was not understood, with the names nearest to it."""
        return _unknown(self.places, named.text, named.choices)

    def _read(self, line: str) -> Iterator[Phrase | Unclear]:
        line = plain(line)
        found: list[Phrase | Unclear] = []
        for clause in self._clauses.of(list(self.marker.marked(line))):
            said = list(self._said(line, clause, found))
            if clause.remark and all(map(_is_remark, said)):
                # A comment: it orders nothing, and its words are named.
                said = [Unclear(_text(line, list(clause.held), list(clause.held)), mood="not-ordered")]
            _share(said)
            found += said
        found = [_of_two(one) for one in found]
        found = [_asked_with(*pair) for pair in zip((None, *found), found, strict=False)]
        if found and all(map(_says_nothing, found)):
            return iter((Unclear(line.strip(" .,;")),))
        if len(found) == 1 and found[0].text != (text := line.strip(" .,;")):
            found[0] = replace(found[0], text=text)
        return iter(found)

    def _said(self, line: str, clause: Clause, before: Sequence[Phrase | Unclear]) -> Iterator[Phrase | Unclear]:
        """The orders of one clause."""
        named = any(mark.owner or (mark.named is not None and mark.named.choices) for mark in clause.marks)
        if clause.forgets:
            yield Unclear(_text(line, list(clause.held), list(clause.held)), forgets=clause.forgets)
        if clause.mood:
            text = _text(line, list(clause.held), list(clause.held))
            yield Unclear(text, mood=clause.mood, named=named, offers=tuple(self._offered(line, clause.offers)))
            return
        found: list[Phrase | Unclear] = []
        gives = False
        for group in self._cutter.cut(clause.marks):
            read: list[Phrase | Unclear] = []
            for part in group:
                phrase = self._phrase(line, part)
                last = read[-1] if read else found[-1] if found else before[-1] if before else None
                if isinstance(phrase, Phrase) and phrase.verb == "supporting" and not isinstance(last, Phrase):
                    # `A Hol S` by itself ends too soon: only behind an order on its line is it plain what it supports.
                    phrase = Unclear(phrase.text, "", ("-", "A or F", "a place"), named=True)
                if isinstance(phrase, Unclear) and (clause.corrects or clause.takes_back):
                    names = (mark.named.choices for mark in part if mark.named is not None and mark.named.choices)
                    phrase = replace(phrase, corrects=True, about=next(names, ()))
                if isinstance(phrase, Phrase):
                    adds = any(mark.adds and mark.sign != "," for mark in part)
                    if adds or not clause.is_plain:
                        phrase = replace(
                            phrase, corrects=clause.corrects, swaps=clause.swaps, dislodged=clause.dislodged,
                            takes_back=clause.takes_back, sighs=clause.sighs or clause.adds, instead=clause.instead,
                            adds=adds or (clause.adds and clause.sighs and not read and not found),
                        )  # fmt: skip
                    if clause.takes_back and not read and not found:
                        phrase = replace(phrase, text=_text(line, list(clause.held), part))
                    phrase = _borrowed(phrase, last, is_same=bool(read or found))
                    if gives and phrase.verb == "move" and any(mark.sign == "to" for mark in part):
                        phrase = replace(phrase, verb="given")
                if not read and found and self._goes_on_denied(clause.marks, part, found[-1]):
                    phrase = Unclear(phrase.text, mood="not-ordered", named=True)
                gives = any(mark.sign.endswith(" to") and self.marker.is_(mark.sign, "_SUPPORT") for mark in part)
                read.append(phrase)
            if len(read) > 1 and _is_torn(read):
                moods = [one.mood for one in read if isinstance(one, Unclear) and one.mood]
                read = [Unclear(_text(line, group[0], group[-1]), mood=moods[0] if moods else "", named=True)]
            found += read
        yield from _denied(found)

    def _offered(self, line: str, marks: Sequence[Mark]) -> Iterator[Phrase]:
        """What was chosen between: `between an army in Venice and a fleet in Naples`."""
        for group in self._cutter.cut(list(marks)) if marks else ():
            for part in group:
                phrase = self._phrase(line, part)
                if isinstance(phrase, Phrase):
                    yield phrase

    def _goes_on_denied(self, marks: list[Mark], part: list[Mark], last: Phrase | Unclear) -> bool:
        """`I will not be silly and send Trieste to Albania`: a verb joined to a denial that names nothing."""
        is_denied = isinstance(last, Unclear) and bool(last.mood) and not last.named
        at = marks.index(part[0])
        return is_denied and at > 0 and marks[at - 1].adds and self.marker.is_(part[0].sign, "_GO", "_TO")

    def _is_told(self, part: list[Mark], at: int) -> bool:
        """Whether a word denies or tells; before a kind of unit `should be` says what is meant."""
        is_kind = at + 1 < len(part) and self.marker.is_(part[at + 1].sign, "KIND")
        is_meant = is_kind and self.marker.is_(part[at].sign, "_IS_TO_BE")
        return self.marker.is_(part[at].sign, "NOT", "REPORT") and not is_meant

    def _phrase(self, line: str, part: list[Mark]) -> Phrase | Unclear:
        """The marked order as a phrase."""
        text = _text(line, part, part)
        named = any(mark.owner or (mark.named is not None and mark.named.choices) for mark in part)
        if any(self._is_told(part, at) for at in range(len(part))):
            return Unclear(text, mood="not-ordered", named=named)
        owner = ""
        if len(part) > 1 and part[0].owner and self.marker.is_(part[1].sign, *_LEADING):
            owner, part = part[0].owner, part[1:]
        elif len(part) > 2 and part[0].owner and part[1].sign == ":" and self.marker.is_(part[2].sign, *_LEADING):
            owner, part = part[0].owner, part[2:]
        signs: list[str] = []
        marks: list[Mark] = []
        for mark in part:
            signs.append(mark.sign)
            marks.append(mark)
            if mark.named is not None and mark.named.coast:
                signs.append("/" + mark.named.coast.lower())
                marks.append(mark)
        shape = " ".join(signs)
        tree = self.shapes.read(shape)
        if isinstance(tree, int):
            at = _sign_at(signs, tree)
            word = line[marks[at].start : marks[at].end] if at < len(marks) else ""
            could = self.shapes.could(shape) & _EXPECTED.keys()
            return Unclear(text, word, tuple(sorted(_EXPECTED[name] for name in could)), named=named)
        if tree.data == "go" and "from" in signs:
            return Unclear(text, named=named)  # "Greetings from Munich!" goes nowhere
        if tree.data == "second" and not any(sign[0].isalpha() and self.marker.is_(sign, "_OR") for sign in signs):
            return Unclear(text, named=named)  # a comma is no second choice
        builder = _Builder(
            iter([mark.named for mark in part if mark.named is not None]),
            iter([mark.owner for mark in part if mark.owner]),
        )
        builder.walk(tree)
        return Phrase(
            str(tree.data),
            tuple(builder.pieces),
            tuple(builder.places),
            tuple(builder.words),
            text,
            route=tuple(builder.by_way),
            owner=owner,
            slips=tuple((mark.slip, mark.sign) for mark in part if mark.slip),
        )


def _sign_at(signs: Sequence[str], place: int) -> int:
    """The number of the sign at a place of the shape; past the last, the shape ended too soon."""
    at = 0
    for number, sign in enumerate(signs):
        if place < at + len(sign):
            return number
        at += len(sign) + 1
    return len(signs)


_LEADING = ("KEEP", "_BUILD", "DISBAND", "REMOVE", "WAIVE", "_RETREAT", "_HOLD", "_GO", "ALL", "BOTH", "REST", "NUMBER")
"""Beginnings of an order that are no unit: a power before them is a heading."""

_EXPECTED = {
    "PLACE": "a place",
    "KIND": "A or F",
    "_HOLD": "H",
    "_SUPPORT": "S",
    "_CONVOY": "C",
    "_BECOMES": "becomes",
    "_TO": "-",
    "_RETREAT": "R",
    "DISBAND": "D",
    "VIA": "VIA",
}
"""The words that can come next, in the shortest notation."""


class _Builder:
    """Fills a tree's places and nationalities in, in the order they were written."""

    def __init__(self, named: Iterator[Named], owners: Iterator[str]) -> None:
        self._named = named
        self._owners = owners
        self.pieces: list[Piece] = []
        self.places: list[Named] = []
        self.words: list[str] = []
        self.by_way: list[Named] = []

    def walk(self, tree: Tree[Token]) -> None:
        for child in tree.children:
            if isinstance(child, Tree):
                if child.data == "piece":
                    self.pieces.append(self._piece(child))
                elif child.data == "place":
                    self.places.append(next(self._named))
                elif child.data == "via":
                    self.words.append("via")
                    for _ in child.find_data("place"):
                        self.by_way.append(next(self._named))
                else:
                    self.walk(child)
            else:
                self.words.append(str(child).lower())

    def _piece(self, tree: Tree[Token]) -> Piece:
        place, kind, owner, many, count = NOWHERE, "", "", "", 0
        for child in _below(tree):
            if child.data == "owner":
                owner = next(self._owners)
            elif child.data == "place":
                place = next(self._named)
            for token in child.children:
                if not isinstance(token, Token):
                    continue
                if token.type == "KIND":
                    kind = str(token)
                elif token.type == "NUMBER":
                    count, many = whole(str(token)), many or "some"
                elif token.type in ("ALL", "BOTH", "REST", "IT"):
                    many = token.type.lower()
        return Piece(place, kind, owner, many, count)


def _below(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """A tree and those in it, as they were written."""
    yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _below(child)


def _borrowed(phrase: Phrase, before: Phrase | Unclear | None, is_same: bool) -> Phrase:
    """`Build A Par, F Bre`: the verb counts for both; so does the kind in `Build armies in Par and Mar`. `is_same`:
    whether they stand in the same clause."""
    if phrase.verb != "bare" or not isinstance(before, Phrase) or not before.pieces:
        return phrase
    piece, last = phrase.pieces[0], before.pieces[-1]
    if before.verb in ("build", "disband", "homes"):
        if not piece.kind and not piece.many and len(last.kind) > 3:
            piece = replace(piece, kind=last.kind)
        return replace(phrase, verb=before.verb, words=before.words, pieces=(piece,))
    if before.verb in ("keep", "all_but", "gone") and is_same:
        return replace(phrase, verb="gone" if before.verb == "gone" else "keep", words=("keep",))
    if before.verb == "bare" and last.kind.endswith("s") and not piece.kind and not piece.many:
        return replace(phrase, pieces=(replace(piece, kind=last.kind),))
    if before.verb == "hold" and piece.many:
        return replace(phrase, verb="hold")
    return phrase


def _share(found: list[Phrase | Unclear]) -> None:
    """`A Par, A Mar and F Bre hold`: so does the verb behind them all, with all that it says."""
    for number in range(len(found) - 1, 0, -1):
        before, after = found[number - 1], found[number]
        if not isinstance(before, Phrase) or not isinstance(after, Phrase) or before.takes_back:
            continue
        if before.verb == "bare" and after.pieces:
            if after.verb == "mutual":
                one, other = before.pieces[0], after.pieces[0]
                found[number - 1] = replace(before, verb="support_hold", pieces=(one, other))
                found[number] = replace(after, verb="support_hold", pieces=(other, one))
            if (
                after.verb
                in ("hold", "support_hold", "support_move", "supporting", "convoy", "disband", "keep", "gone")
                and not after.corrects
            ):
                found[number - 1] = replace(
                    after, pieces=(before.pieces[0], *after.pieces[1:]), text=before.text, owner=before.owner
                )


def _of_two(one: Phrase | Unclear) -> Phrase | Unclear:
    """`Par supports each other`: no two are named."""
    alone = isinstance(one, Phrase) and one.verb == "mutual"
    return Unclear(one.text, expected=("a place",), named=True) if alone else one


def _asked_with(before: Phrase | Unclear | None, one: Phrase | Unclear) -> Phrase | Unclear:
    """`A Mun? - Bur`: where to goes with the unit before it, which is asked about."""
    is_asked = isinstance(before, Unclear) and before.mood == "asked" and before.named
    goes = isinstance(one, Phrase) and one.verb == "go" and one.text.startswith("-")
    return Unclear(one.text, mood="asked", named=True) if is_asked and goes else one


def _denied(found: list[Phrase | Unclear]) -> Iterator[Phrase | Unclear]:
    """A denial takes the prose around it along: `A MUN won't go there, I promised`."""
    denied = any(isinstance(one, Unclear) and one.mood for one in found)
    for one in found:
        if not (denied and isinstance(one, Unclear) and not one.mood and not one.named):
            yield one


def _text(line: str, first: list[Mark], last: list[Mark]) -> str:
    """The text from one part of a line to another."""
    return line[first[0].start : last[-1].end].strip(" .,;")


def _is_torn(read: list[Phrase | Unclear]) -> bool:
    """Orders with no sign between them are taken for several only if each makes sense. `F Nth konvoy A Lon - Bel` is
    not a fleet about which nothing is said and an army's move, but one order with a mistake in it."""
    verbs = [phrase.verb if isinstance(phrase, Phrase) else "" for phrase in read]
    return "" in verbs or ("bare" in verbs and set(verbs) != {"bare"})


def _says_nothing(phrase: Phrase | Unclear) -> bool:
    """Prose: nothing in it has an order's shape, or names a place."""
    if isinstance(phrase, Unclear):
        return not phrase.mood and not phrase.forgets and not phrase.named
    if phrase.verb == "bare" and not phrase.pieces[0].kind and phrase.pieces[0].place.guessed:
        return True  # "Best regards" names no Brest
    return phrase.verb in ("bare", "go", "move") and not is_named(phrase)


def _is_remark(phrase: Phrase | Unclear) -> bool:
    """Words behind a semicolon that name nothing of the board."""
    if isinstance(phrase, Unclear):
        return not phrase.named and not phrase.mood
    return phrase.verb == "bare" and not any(piece.place.choices for piece in phrase.pieces)


def is_named(phrase: Phrase) -> bool:
    """Whether it names anything of the board."""
    said = (*(piece.place for piece in phrase.pieces), *phrase.places)
    return any(named.choices for named in said) or any(
        piece.kind or piece.owner or piece.many for piece in phrase.pieces
    )


def _keywords(shapes: Shapes) -> Words:
    """The word terminals of a grammar, each as a full-match test."""
    return tuple((name, pattern) for name, pattern in shapes.words if name not in ("WS", "PLACE"))


def _unknown(places: Lexicon, text: str, choices: tuple[str, ...]) -> Problem:
    if choices:
        return Problem(f"ambiguous-{places.kind}", {"text": text, "choices": tuple(map(places.name, choices))})
    near = places.near(text) if len(text) <= 40 else ()
    return Problem(f"unknown-{places.kind}", {"text": text, "near": near})
