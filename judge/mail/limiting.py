"""Orders that say more than their line did: a line cut short of `but not …` leaves an order for what it left out.

Such an order is refused, whatever became of the limit: not understood, named as no order, or passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judge.adjudicator.value import value
from judge.grammar.courtesy import free_words
from judge.grammar.headings import points_below
from judge.grammar.limits import Limit, limits
from judge.grammar.mentions import Mentions
from judge.grammar.text import plain, sentences
from judge.mail.fates import Fate
from judge.mail.hanging import OrdersIn
from judge.mail.understood import Understood

_ORDERED = (Fate.ORDER, Fate.LATER)
_ENDING = ".!?;"


@value
class Limiting:
    """The questions about a text: the orders it is and nothing else, the things of the game that it names."""

    orders_in: OrdersIn
    named: Mentions

    def narrowed(self, found: Sequence[Understood], number: int, line: str, limit: Limit) -> Sequence[int]:
        """The orders that a limit on their line, or on the line below, would have narrowed: they stand as if it were
        not there. `line`: the line as written, in plain signs."""
        if limit.narrows and points_below(limit.text) and line[limit.start + len(limit.text) :].lstrip()[:1] == ":":
            return ()  # "All stay, except these two: Mes to Tom; Coo to Mes."
        if not limit.narrows and not limit.of_many:
            return self._of_the_line_above(found, number, line, limit) if not line[: limit.start].strip() else ()
        if not limit.narrows and not self._names(limit.text):
            return ()
        orders = {place: plain(one.text) for place, one in enumerate(found)
                  if one.number == number and one.fate in _ORDERED and not _is_all_of(one, number, limit)}  # fmt: skip
        is_unread = any(_is_unread(one, number, limit) for one in found)
        around = [place for place, text in orders.items() if not is_unread and _holds(line, text, limit)]
        head = sentences(line[: limit.start])[-1].rstrip(" ,;:-(")
        if around and (limit.hangs or (not limit.narrows and self._is_of_some(head))):
            # "Pay both Regulators, not the Cowboys" is as much as its first words say; a condition may be so.
            return ()
        if around:
            shorter = self.orders_in(head)
            said = [found[place].said for place in around]
            return around if shorter and all(one in said for one in shorter) else ()
        end = limit.start + len(limit.text)
        inside = {place: at for place, text in orders.items() if limit.start <= (at := line.find(text)) < end}
        if inside and limit.leads:
            # Cut out of "Everyone but Picardy and the Irish Sea holds".
            return [place for place, at in inside.items() if not self._orders(line[limit.start : at])]
        if inside:
            return ()  # "All stand but Com, who goes to Mon": what it leaves out has an order of its own.
        before = [place for place, text in orders.items() if line.find(text) <= limit.start]
        if before:
            text = orders[before[-1]]
            if _is_of_another_sentence(line[line.find(text) + len(text.rstrip(_ENDING)) : limit.start]):
                return ()
            is_apart = line[: limit.start].rstrip()[-1:] in _ENDING
            if is_apart and not limit.narrows and self._orders(limit.text):
                return ()
            last = found[before[-1]].text
            return [place for place in before if found[place].text == last]
        above = self._of_the_line_above(found, number, line, limit)
        return above or (_behind(orders, line, limit) if limit.narrows else ())

    def _of_the_line_above(self, found: Sequence[Understood], number: int, line: str, limit: Limit) -> Sequence[int]:
        """A line that begins with a limit goes with the order above it, if that one is for many."""
        if line[: limit.start].strip(" ,;-(") or not self._names(limit.text):
            return ()
        own = [one for one in found if one.number == number and one.fate in _ORDERED]
        if self._orders(limit.text) or not all(_is_all_of(one, number, limit) for one in own):
            return ()
        above = [place for place, one in enumerate(found) if one.number == number - 1]
        if not above or found[above[-1]].fate not in _ORDERED:
            return ()
        last = found[above[-1]].text
        is_for_many = any(one.of_many for one in limits(f"{last}. But")) or limit.narrows
        return [place for place in above if found[place].text == last] if is_for_many else ()

    def _names(self, text: str) -> bool:
        """Whether a text names anything of the game, or a number."""
        return any(map(str.isdigit, text)) or bool(self.named(text, free_words(text)))

    def _is_of_some(self, text: str) -> bool:
        """Whether a text names those whom it is for."""
        return any(one.kind not in ("ordering", "sum", "seat") for one in self.named(text, free_words(text)))

    def _orders(self, text: str) -> bool:
        return any(one.kind in ("ordering", "sum") for one in self.named(text, free_words(text)))


def _holds(line: str, text: str, limit: Limit) -> bool:
    """Whether the words of an order hold the limit; words that are not on the line were made of all of it."""
    at = line.find(text)
    return at < 0 or at <= limit.start < at + len(text)


def _is_unread(one: Understood, number: int, limit: Limit) -> bool:
    """Whether these words, of which no order was made, begin with the limit."""
    if _is_all_of(one, number, limit):
        return True  # "but not Paris" is no order, whatever a game makes of it.
    return one.number == number and one.fate not in _ORDERED and plain(one.text).lstrip(" -,:(").startswith(limit.text)


def _is_all_of(one: Understood, number: int, limit: Limit) -> bool:
    """Whether these words are the limit and nothing else."""
    return one.number == number and plain(one.text).strip(" -,:().") == limit.text.strip(" -,:().")


def _is_of_another_sentence(between: str) -> bool:
    """Whether a sentence has begun between an order and a limit, of which the limit is not the first word."""
    end = max(between.rfind(sign) for sign in _ENDING)
    return end >= 0 and any(map(str.isalnum, between[end:]))


def _behind(orders: Mapping[int, str], line: str, limit: Limit) -> Sequence[int]:
    """The first order behind a limit in its sentence: `Except for the Cowboys, pay all`."""
    end = limit.start + len(limit.text)
    behind = [(line.find(text, end), place) for place, text in orders.items() if line.find(text, end) >= 0]
    at, place = min(behind, default=(-1, -1))
    return [place] if at >= 0 and not set(line[end:at]) & set(_ENDING) else ()


__all__ = ["Limiting"]
