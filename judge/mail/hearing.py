"""The reading of a text for one seat in one window: the one way in, for letters, entries, forms, kept lines and
forecasts.

The seat's own view decides conditions, a correction takes the place of an earlier line, and every line gets its fate.
The caller knows whose words they are, and how that is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from judge.adjudicator.protocol import AnyGame, Later, Problem, Seat
from judge.adjudicator.value import named_value, value
from judge.grammar.around import COLON, JOKED, PLACED, REPORTED, UNDOES, around, around_all
from judge.grammar.mentions import named_in, names_of
from judge.grammar.mood import joked
from judge.grammar.phrasebook import Phrasebook
from judge.grammar.reader import MOST_LINES
from judge.grammar.seats import seats_of
from judge.grammar.small_talk import small_talk_in
from judge.grammar.text import sentences
from judge.grammar.undoing import only_undoes_a_line
from judge.mail.correcting import corrected, put_right
from judge.mail.fates import Fate
from judge.mail.foreign import OtherWords, quoting, turned_lines
from judge.mail.hanging import held_together
from judge.mail.headed import OF_HEADINGS, below_headings
from judge.mail.language import OF_A_FORM, OrderLine, read
from judge.mail.limiting import Limiting
from judge.mail.pieces import MOST_CUT, Eyes, InTurn, better, branches, cut, is_wanting, read_whole
from judge.mail.placing import may_be_undone
from judge.mail.quotes import TextLine, plain_lines, sorted_out
from judge.mail.repeating import Repeating
from judge.mail.reporting import told_apart
from judge.mail.requests import with_requests
from judge.mail.resting import without_spoken_of
from judge.mail.rivals import without_rivals
from judge.mail.understood import Understood, understood
from judge.mail.undoing import Undone
from judge.mail.wrapping import Run, runs

_NUMBER = attrgetter("number")


def is_nonsense(code: str) -> bool:
    """Whether no state of the game makes an order of what has this problem."""
    return code == "not-understood" or code.startswith("unknown-")


@named_value
class Heard:
    """Every line with its fate, in order; each condition and whether it holds; attachments without an order."""

    lines: tuple[Understood, ...] = ()
    rulings: tuple[tuple[str, bool | Problem], ...] = ()
    unread: tuple[int, ...] = ()

    @property
    def orders(self) -> tuple[Any, ...]:
        """The orders for this window."""
        return tuple(one.said for one in self.lines if one.fate is Fate.ORDER)

    @property
    def later(self) -> tuple[Later, ...]:
        """Orders for later windows."""
        return tuple(one.said for one in self.lines if one.fate is Fate.LATER)

    def of(self, *fates: Fate) -> tuple[Understood, ...]:
        """The lines with one of these fates."""
        return tuple(one for one in self.lines if one.fate in fates)

    @property
    def refused(self) -> tuple[Understood, ...]:
        """The lines that were not understood, themselves."""
        return tuple(one for one in self.of(Fate.REFUSED) if not one.why)

    @property
    def unclear(self) -> tuple[tuple[str, Problem], ...]:
        """The conditions that were not understood."""
        return tuple((text, ruling) for text, ruling in self.rulings if isinstance(ruling, Problem))


@value
class Ear:
    """Where a text is heard: the game as it is, the seat it is for, the form that is asked for. `books`: the languages
    beside English in which it may be written."""

    game: AnyGame
    state: Any
    seat: Seat
    form: str
    books: Sequence[Phrasebook] = ()
    written: dict[int, tuple[Any, str]] = field(default_factory=dict, repr=False, compare=False)
    """The orders that were written out so far, by their identity; others may write in it too."""
    _known: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False, compare=False)
    """The game's readings of texts so far."""

    def hear(self, lines: Sequence[OrderLine], echoes: Collection[int] = (), cleared: int = 0) -> Heard:
        """The lines of a text, or of a section of it. `echoes`: lines that were in mails of ours.

        `cleared`: where a CLEAR is, which takes back the lines above it.
        """
        if any([line.below for line in lines]):
            lines = [self._answering(line) if line.below else line for line in lines]
        has = _around(lines)
        if PLACED in has:
            # No game counts the lines of a letter.
            first, beyond = lines[:MOST_LINES], lines[MOST_LINES:]
            first = [replace(line, aside=PLACED) if only_undoes_a_line(line.text) else line for line in first]
            lines = [*first, *beyond]
        headed = below_headings(
            lines, names_of(self.game), self._is_read, seats_of(self.game), self.seat, self._is_for_later
        )
        has = has if headed is lines else _around(headed)
        heard = self._unbroken(headed, has, echoes, cleared)
        written = {line.number: line.text for line in headed[:MOST_LINES] if line.aside not in OF_HEADINGS}
        has = has if len(written) == len(headed) else around_all(written.values())
        kept = heard.lines
        if UNDOES in has or may_be_undone(kept, self._names):
            limiting = Limiting(self._orders_in, names_of(self.game))
            undone = Undone(list(kept), limiting, self._orders_in, self._names, self.write, self._about)
            kept = undone.without({number: text for number, text in written.items() if UNDOES in around(text)})
        if COLON in has:
            kept = without_rivals(kept, written, lambda text: bool(self._names(text)), self._about)
        return replace(heard, lines=kept) if kept != heard.lines else heard

    def _answering(self, line: OrderLine) -> OrderLine:
        """`to Bohemia` below the row `A MUN ___`: the answer to it, where only so it is an order for sure."""
        whole = f"{line.below} {line.text}"
        return replace(line, text=whole) if self._reads(whole) > self._reads(line.text) else line

    def _unbroken(
        self, lines: Sequence[OrderLine], has: Collection[str], echoes: Collection[int], cleared: int
    ) -> Heard:
        """The lines, those joined that a program broke. `has`: what stands around their orders."""
        wrapped = runs(lines, self._is_read)
        apart = self._hear(lines, has, echoes, cleared)
        if not wrapped or len(wrapped) > MOST_CUT:
            return apart
        joined = _joined(lines, wrapped)
        together = self._hear(joined, _around(joined), echoes, cleared)
        gained = tuple(one for one in wrapped if one.is_better(apart.lines, together.lines))
        if gained and gained != wrapped:
            joined = _joined(lines, gained)
            together = self._hear(joined, _around(joined), echoes, cleared)
        return replace(together, lines=_as_broken(together.lines, gained)) if gained else apart

    def _hear(self, lines: Sequence[OrderLine], has: Collection[str], echoes: Collection[int], cleared: int) -> Heard:
        """Each line by itself, or in pieces."""
        heard = self._heard(lines, has, echoes, cleared)
        if not any([one.fate is Fate.REFUSED or is_wanting(one) for one in heard.lines if one.fate is not Fate.ORDER]):
            # The plain case: nothing is left that could be read otherwise.
            return heard
        other = OtherWords(self.game, self.books, self._is_read, self._stands, self._is_whole)
        eyes = Eyes(
            is_condition=lambda text: not isinstance(self._holds(text), Problem),
            reads=self._is_read,
            may_read=self._may_read,
            is_listed=lambda text: any(one.listed for one in self._read(text)),
            plainer=other.plainer,
            in_turn=InTurn(self._read, self.write, self._names, other.stands_for).orders,
            is_idle=small_talk_in(self.game).is_idle,
        )
        asking = [_with_if(line, self.books) for line in lines] if self.books else lines
        parts = cut(asking, heard.lines, names_of(self.game), eyes)
        repeating = Repeating(self._orders_in, self.write, other.stands_for)
        parts = repeating.written_out(lines, heard.lines, parts)
        whole = read_whole(heard.lines) | {line.number for line in lines if line.aside in OF_HEADINGS}
        parts = {number: said for number, said in parts.items() if number not in whole}
        while parts:
            pieces = [one for line in lines for one in parts.get(line.number, (line,))]
            again = self._heard(pieces, _around(pieces), echoes, cleared)
            gained = better(heard.lines, again.lines, parts)
            if gained == parts.keys():
                return replace(again, lines=tuple(map(other.as_written, again.lines)))
            parts = {number: said for number, said in parts.items() if number in gained}
        return heard

    def _heard(self, lines: Sequence[OrderLine], has: Collection[str], echoes: Collection[int], cleared: int) -> Heard:
        """Lines as written, each read as a whole."""
        lines, beyond = lines[:MOST_LINES], lines[MOST_LINES:]
        if JOKED in has:
            lines = [one for line in lines for one in _behind_a_joke(line)]
        if hangs := any([line.when for line in lines]):
            lines = self._with_their_own(lines)
            lines = [one for line in lines for one in (self._in_branches(line) if line.when else (line,))]
        if REPORTED in has:
            lines = told_apart(lines, names_of(self.game), self._is_read, seats_of(self.game), self.seat)
        foreign = turned_lines(self.books, self.game, lines, self._orders_in)
        above = [line for line in lines if line.number < cleared] if cleared else []
        kept = [line for line in foreign.lines if line.number >= cleared] if cleared else foreign.lines
        done = corrected(kept, self._reads, self._orders_in)
        rulings: dict[str, bool | Problem] = {}
        stands, waits = list(done.kept), list[OrderLine]()
        if hangs:
            rulings = self._rulings(stands)
            waits = [line for line in stands if any(rulings[one.text] is not one.holds for one in line.when)]
            stands = [line for line in stands if all(rulings[one.text] is one.holds for one in line.when)]
        found = list(self._understood(stands, echoes))
        if done.correcting:
            found = put_right(found, done, self._about)
        if waits:
            found += self._not_standing(waits, rulings)
        found += [
            Understood(number=line.number, text=line.text, fate=Fate.NOT_ORDERED, why="corrected")
            for line in (*done.gone, *above)
        ]
        if foreign.turned or foreign.unclear:
            found = [foreign.told(one) for one in found]
        written = (*lines, *beyond)
        has_parts = any([line.part for line in written])
        if has_parts:
            found = _undecided(found, lines, self.game.subject)
        found += [_too_many(line) for line in beyond]
        found = _as_written(found, written, done.kept)
        unread: tuple[int, ...] = ()
        if has_parts:
            found, unread = _without_empty_parts(found, written)
        found.sort(key=_NUMBER)
        return Heard(lines=tuple(found), rulings=tuple(rulings.items()), unread=unread)

    def hear_text(self, text: str) -> Heard:
        """A text that holds nothing but lines, as somebody typed them."""
        return self.hear(read(lines_of(text)).lines)

    def is_order(self, text: str) -> bool:
        """Whether a text is one or several orders, and nothing else."""
        turned = (book.turned(self.game, text) for book in self.books)
        return self._reads(text) > 0 or any(one is not None and self._reads(one.text) > 0 for one in turned)

    def _read(self, text: str) -> tuple[Any, ...]:
        """The game's reading of a text; several callers ask for the same one."""
        if text not in self._known:
            self._known[text] = self.game.read(self.state, self.seat, self.form, text)
        return self._known[text]

    def _reads(self, text: str) -> int:
        """2: a text is one or several orders and nothing else; 1: something in it is a guess; 0: it is not."""
        read = self._read(text)
        if not read or any([isinstance(one.said, Problem) for one in read]):
            return 0
        return 1 if any([one.notes for one in read]) else 2

    def _is_read(self, text: str) -> bool:
        return self._reads(text) > 0

    def _is_whole(self, text: str) -> bool:
        """Whether a text is an order, or its game has read all of it and says why it is none."""
        read = self._read(text)
        return self._is_read(text) or any(
            isinstance(one.said, Problem) and one.said.detail.get("whole") for one in read
        )

    def _is_for_later(self, text: str) -> bool:
        return any(isinstance(one.said, Later) for one in self._read(text))

    def _may_read(self, text: str) -> bool:
        """Whether a text is an order, or would be beside others: of which others it speaks is for the letter to say."""
        read = self._read(text)
        return bool(read) and all(not isinstance(one.said, Problem) or one.said.code in _OF_OTHERS for one in read)

    def _orders_in(self, text: str) -> tuple[Any, ...] | None:
        """The orders that a text is, and nothing else."""
        read = self._read(text)
        is_all = read and not any(isinstance(one.said, Problem) for one in read)
        return tuple(one.said for one in read) if is_all else None

    def _stands(self, text: str) -> bool:
        """Whether a text is one or several orders that can be carried out, and nothing else."""
        orders = self._orders_in(text)
        return bool(orders) and not self._checked(list(orders or ())).refused

    def _checked(self, orders: Sequence[Any]) -> Any:
        return self.game.check(self.state, self.seat, orders)

    def _names(self, text: str) -> tuple[frozenset[str], ...]:
        """The meanings of each name in a text."""
        return named_in(self.game, text)

    def _about(self, order: Any) -> Hashable:
        """What an order is about; of one of a list, the first that it names; one for a later window only itself."""
        if isinstance(order, Later):
            return order
        subject = self.game.subject(order)
        is_listed = isinstance(subject, tuple) and subject[:1] == ("list",)
        return (subject, self._names(self.write(order))[:1]) if is_listed else subject

    def write(self, order: Any) -> str:
        """An order as its game writes it: several callers ask for the same one."""
        known = self.written.get(id(order))
        if known is None:
            known = self.written[id(order)] = order, self.game.write(self.state, self.seat, order)
        return known[1]

    def _with_their_own(self, lines: Sequence[OrderLine]) -> list[OrderLine]:
        """`If 0607 is empty then Regulator 0507-0607, else stand`: one order, where its game reads it as one with a
        condition of its own, which is asked when it is carried out."""
        done: list[OrderLine] = []
        for number, group in groupby(lines, key=lambda one: one.number if one.when and one.when[0].of_line else 0):
            same = list(group)
            text = same[0].when[0].of_line if number and len(same[0].when) == 1 else ""
            done += [replace(same[0], text=text, when=())] if text and self._orders_in(text) else same
        return done

    def _in_branches(self, line: OrderLine) -> tuple[OrderLine, ...]:
        """`IF … THEN bid 1, else bid 6`: two lines, where only so both are orders."""
        said = branches(line)
        if not said:
            return (line,)
        # `, else` may be another choice of the order itself; `otherwise` speaks of the IF.
        is_its_own = self._reads(line.text) and " otherwise" not in line.text.lower()
        return said if not is_its_own and all(self._reads(one.text) for one in said[:2]) else (line,)

    def _rulings(self, lines: Sequence[OrderLine]) -> dict[str, bool | Problem]:
        texts = dict.fromkeys(condition.text for line in lines for condition in line.when)
        return {text: self._holds(text) for text in texts}

    def _holds(self, text: str) -> bool | Problem:
        """Whether a condition holds, in English or in another language of its writer's."""
        found = self.game.holds(self.state, self.seat, text)
        for book in self.books:
            turned = book.turned(self.game, text)
            if not isinstance(found, Problem) or turned is None:
                continue
            again = self.game.holds(self.state, self.seat, turned.text)
            if not isinstance(again, Problem):
                found = again
            elif not is_nonsense(again.code):
                found = quoting(again, turned)
        return found

    def _understood(self, lines: Sequence[OrderLine], echoes: Collection[int] = ()) -> tuple[Understood, ...]:
        if not lines:
            return ()
        named = names_of(self.game)
        found = understood(self.game, self.state, self.seat, lines, self._read, named, echoes)
        found = held_together(found, lines, self._orders_in)
        found = without_spoken_of(found, self.game, self.write, self._orders_in, self._checked)
        orders = [one.said for one in found if one.fate is Fate.ORDER]
        return with_requests(found, named, small_talk_in(self.game), lambda: self._is_complete(orders))

    def _is_complete(self, orders: Sequence[Any]) -> bool:
        """Whether these orders can be carried out and leave nobody without one."""
        checked = self._checked(orders)
        return bool(orders) and not checked.refused and not checked.unsaid

    def _not_standing(self, lines: Sequence[OrderLine], rulings: Mapping[str, bool | Problem]) -> list[Understood]:
        """Lines under a condition that does not hold are read as well: nonsense is always told. Under one that nobody
        understands nothing is taken."""
        found = []
        unclear = {
            line.number: ruling
            for line in lines
            for condition in line.when
            if isinstance(ruling := rulings[condition.text], Problem)
        }
        for one in self._understood(lines):
            if one.number in unclear:
                one = replace(one, fate=Fate.REFUSED, said=unclear[one.number], why="condition")
            elif one.fate is not Fate.REFUSED or not is_nonsense(one.said.code):
                one = replace(one, fate=Fate.BLOCK, why="condition")
            found.append(one)
        return found


def _around(lines: Sequence[OrderLine]) -> frozenset[str]:
    """What stands around the orders of those lines that are read."""
    return around_all([line.text for line in lines[:MOST_LINES]])


def _with_if(line: OrderLine, books: Sequence[Phrasebook]) -> OrderLine:
    """A line that begins with an if of another language (`Falls …, sonst …`), with the English words for it."""
    first, _, rest = line.text.partition(" ")
    for book in books:
        if book.commands.get(f"{first.lower()} …") == "IF …":
            others = (local.removesuffix(" …") for local, ours in book.commands.items() if ours == "ELSE …")
            for one in (form for other in others for form in (other, other.capitalize(), other.upper())):
                for sign in ",;.":
                    rest = rest.replace(f"{sign} {one} ", f"{sign} otherwise ")
            return replace(line, text=f"If {rest}")
    return line


_OF_OTHERS = ("count-differs", "else-of-what")
"""The faults of `the other two hold` where nothing stands before it."""


def _joined(lines: Sequence[OrderLine], wrapped: Sequence[Run]) -> list[OrderLine]:
    """The lines, those that a program broke as one."""
    joined = {run.joined.number: run.joined for run in wrapped}
    behind = {number for run in wrapped for number in run.numbers - {run.joined.number}}
    return [joined.get(line.number, line) for line in lines if line.number not in behind]


def _as_broken(found: Sequence[Understood], wrapped: Sequence[Run]) -> tuple[Understood, ...]:
    """All that was read of joined lines, on the lines where its words are."""
    done = [one for one in found if all(one.number != run.joined.number for run in wrapped)]
    for run in wrapped:
        done += run.as_written([one for one in found if one.number == run.joined.number])
    return tuple(sorted(done, key=lambda one: one.number))


def _too_many(line: OrderLine) -> Understood:
    """A line below so many that nobody reads it."""
    problem = Problem("too-many-lines", {"most": MOST_LINES})
    return Understood(number=line.number, text=line.text, fate=Fate.REFUSED, said=problem)


def hear_ahead(
    game: AnyGame, state: Any, seat: Seat, kind: str, lines: Sequence[OrderLine], books: Sequence[Phrasebook] = ()
) -> tuple[Ear, Heard]:
    """Lines by the rule of a later window, of its forms by the one that understands most.

    The lines themselves are read, whether or not their conditions hold.
    """
    bare = [replace(line, when=()) for line in lines]
    ears = [Ear(game, state, seat, form, books) for form in game.forms_of[kind]]
    found = [(ear, ear.hear(bare)) for ear in ears]
    return min(
        found, key=lambda one: (sum(is_nonsense(line.said.code) for line in one[1].refused), len(one[1].refused))
    )


def lines_of(text: str) -> tuple[TextLine, ...]:
    """A typed text as lines of a letter: quotation, signature, or the writer's own."""
    return sorted_out(plain_lines(text.split("\n")))


def _as_written(found: Sequence[Understood], lines: Sequence[OrderLine], read: Sequence[OrderLine]) -> list[Understood]:
    """The letter's own words for lines that were read in other words."""
    if tuple(read) == tuple(lines):
        return list(found)
    written: dict[int, list[str]] = {}
    for line in lines:
        written.setdefault(line.number, []).append(line.text)
    other = {line.number for line in read if len(written[line.number]) == 1 and line.text != written[line.number][0]}
    return [replace(one, text=written[one.number][0]) if one.number in other else one for one in found]


def _behind_a_joke(line: OrderLine) -> tuple[OrderLine, ...]:
    """`T1 charges them all, just kidding. T1 fires at M1.`: a joke ends with its sentence, unless it announces one."""
    if not joked(line.text):
        return (line,)
    said = sentences(line.text)
    last = max((place for place, one in enumerate(said, 1) if joked(one)), default=0)
    if not 0 < last < len(said) or any(":" in one for one in said[:last] if joked(one)):
        return (line,)
    return tuple(replace(line, text=" ".join(one)) for one in (said[:last], said[last:]))


def _undecided(
    found: Sequence[Understood], lines: Sequence[OrderLine], subject: Callable[[Any], Hashable]
) -> list[Understood]:
    """Where a form says one thing and the letter around it another, neither is guessed."""
    forms = {line.number for line in lines if line.part == OF_A_FORM}
    if not forms:
        return list(found)
    sides: tuple[dict[Hashable, Understood], dict[Hashable, Understood]] = ({}, {})
    for one in found:
        if one.fate is Fate.ORDER:
            sides[one.number in forms].setdefault(subject(one.said), one)
    apart = {
        about: (outside, inside)
        for about, outside in sides[0].items()
        if (inside := sides[1].get(about)) is not None and inside.said != outside.said
    }
    if not apart:
        return list(found)
    done: list[Understood] = []
    for one in found:
        pair = apart.get(subject(one.said)) if one.fate is Fate.ORDER else None
        if pair is not None:
            other = pair[0] if one.number in forms else pair[1]
            problem = Problem("form-says-otherwise", {"text": other.text, "line": other.number})
            one = replace(one, fate=Fate.REFUSED, said=problem)
        done.append(one)
    return done


def _without_empty_parts(
    found: Sequence[Understood], lines: Sequence[OrderLine]
) -> tuple[list[Understood], tuple[int, ...]]:
    """Attachments in which there is no order are none of the letter."""
    parts = {line.number: line.part for line in lines}
    if {0, OF_A_FORM}.issuperset(parts.values()):
        return list(found), ()
    some = {parts[one.number] for one in found if one.fate in (Fate.ORDER, Fate.LATER)} | {0, OF_A_FORM}
    unread = sorted(set(parts.values()) - some)
    kept = [
        one if parts[one.number] in some else replace(one, fate=Fate.ATTACHMENT, said=None, why="", offered="")
        for one in found
    ]
    return kept, tuple(unread)


__all__ = ["Ear", "Heard", "hear_ahead", "is_nonsense", "lines_of"]
