"""A line that could not be read as a whole, in its pieces: sentences, what leads in to an order, a remark behind it.

It is cut only where that makes more of it understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from judge.adjudicator.protocol import Later, Line, Problem
from judge.grammar.beside import says
from judge.grammar.courtesy import free_words, is_sure, leads_in, polite, with_thanks
from judge.grammar.hanging import hanging
from judge.grammar.joining import joined_by, place_of, without_joint
from judge.grammar.mentions import Mentions
from judge.grammar.mood import HANGING, correction, joked, mood
from judge.grammar.numbers import number as number_of
from judge.grammar.reason import begins_with_reason, reasoned, tells
from judge.grammar.shapes import Shapes
from judge.grammar.text import sentences
from judge.grammar.thinning import thinned
from judge.mail.fates import Fate
from judge.mail.language import Condition, OrderLine
from judge.mail.placing import Names
from judge.mail.understood import Understood

MOST_CUT = 40
"""A letter with more lines not understood gets no second look."""
MOST_COMMAS = 8
_UNREAD = (Fate.REFUSED, Fate.NOT_ORDERED, Fate.REQUEST)
_READ = (Fate.ORDER, Fate.LATER)
_UNDERSTOOD = ("echo", "quotation", "corrected", "condition", "kept")
"""Of words that order nothing, why they do not is known."""
_SAYS_LITTLE = 3
"""So few words are no sentence of their own, if they deny or doubt something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Eyes:
    """The questions about a text. Is it a condition? Is it an order and nothing else (`reads`), by itself or beside
    others (`may_read`), by its place in a list (`is_listed`)? Does it say nothing of an order (`is_idle`)? `plainer`:
    the order it is in other words; `in_turn`: the orders that texts are, each in the light of those before it, the
    first of which is none."""

    is_condition: Callable[[str], bool]
    reads: Callable[[str], bool]
    may_read: Callable[[str], bool]
    is_listed: Callable[[str], bool]
    plainer: Callable[[str], str]
    in_turn: Callable[[Sequence[str]], Sequence[str]]
    is_idle: Callable[[str], bool]

    def is_order(self, text: str) -> bool:
        """Whether a text is an order, in whatever words."""
        return self.reads(text) or self.reads(self.plainer(text))

    def may_be_order(self, text: str) -> bool:
        """Whether a text is an order, or would be beside others."""
        return self.may_read(text) or self.is_order(text)


def cut(
    lines: Sequence[OrderLine], found: Sequence[Understood], named: Mentions, eyes: Eyes
) -> dict[int, tuple[OrderLine, ...]]:
    """The pieces of lines that are no orders yet, by number; a line without pieces is left out."""
    # Cut out of somebody else's words a piece would be taken for the writer's own.
    told = {one.number for one in found if one.why == "spoken" and one.said is None}
    told |= read_whole(found)
    wanting = {one.number for one in found if is_wanting(one) and not joked(one.text)} - told
    if len(wanting) > MOST_CUT:
        return {}
    whole = {line.number: line for line in lines if line.number in wanting}
    parts = {number: _parts(line, named, eyes) for number, line in whole.items()}
    for number, said in parts.items():
        again = eyes.plainer(whole[number].text)
        parts[number] = (
            (replace(whole[number], text=again),)
            if again != whole[number].text
            else tuple(replace(one, text=eyes.plainer(one.text)) for one in said)
        )
    return {
        number: said
        for number, said in parts.items()
        if said and said != (whole[number],) and not _is_list_of_something(said, eyes)
    }


def _is_list_of_something(parts: Sequence[OrderLine], eyes: Eyes) -> bool:
    """`I need all my armies`: names alone are an order only beside orders and courtesies."""
    listed = [one for one in parts if not one.aside and not one.remark and eyes.is_listed(one.text)]
    others = [one for one in parts if one not in listed]
    return bool(listed) and any(
        one.aside or _is_farewell(one.text) or not (is_sure(one.text) or eyes.reads(one.text)) for one in others
    )


def _is_farewell(text: str) -> bool:
    """`Sincerely yours`: what follows is who signs."""
    said = polite(text, ())
    return said is not None and said.kind == "farewell"


def _parts(line: OrderLine, named: Mentions, eyes: Eyes) -> tuple[OrderLine, ...]:
    """The pieces of a line; a sentence that hangs on a condition, and what begins with a word of otherwise behind it,
    are one."""
    if line.when and branches(line):
        both = _as_spoken_of(line.when[-1].text, branches(line), eyes)
        return tuple(part for one in both for part in _apart_from_others(one, named, eyes) or (one,))
    if "if " not in line.text.lower():
        return _apart_from_others(line, named, eyes)
    said: list[str] = []
    for one in sentences(line.text):
        if said and joined_by(one) == "OTHERWISE":
            said[-1] = f"{said[-1].rstrip(' .;')}, {one}"
        else:
            said.append(one.strip(" ,"))
    lines = [replace(line, text=one) for one in said]
    found = [_under_a_condition(one, eyes) for one in lines]
    if not any(found):
        return _apart_from_others(line, named, eyes)
    pairs = zip(lines, found, strict=True)
    return tuple(part for one, parts in pairs for part in parts or _apart_from_others(one, named, eyes) or (one,))


def _apart_from_others(line: OrderLine, named: Mentions, eyes: Eyes) -> tuple[OrderLine, ...]:
    """The pieces of a line without a condition."""
    return tuple(
        replace(line, text=one.text, remark=one.is_remark, aside=one.aside)
        for one in _thin(_pieces(line.text, named, eyes.is_order), eyes)
    )


def _under_a_condition(line: OrderLine, eyes: Eyes) -> tuple[OrderLine, ...]:
    """`If nobody is in Burgundy, Paris goes there, otherwise …`: the order if it is so, and the one if it is not."""
    head, *rest = line.text.split(",")
    if head[:3].lower() != "if ":
        return ()
    asked = next((count for count in range(len(rest)) if eyes.is_condition(",".join((head, *rest[:count]))[3:])), None)
    if asked is None:
        return ()
    body = ",".join(rest[asked:]).strip().removeprefix("then ")
    condition = Condition(",".join((head, *rest[:asked]))[3:].strip())
    under = replace(line, text=body, when=(*line.when, condition))
    return _as_spoken_of(condition.text, branches(under) or (under,), eyes)


def _as_spoken_of(asked: str, said: tuple[OrderLine, ...], eyes: Eyes) -> tuple[OrderLine, ...]:
    """The branches below a condition, with what `there` and `it` are in them written out."""
    texts = [one.text for one in said[:2]]
    orders = () if all(map(eyes.reads, texts)) else eyes.in_turn((asked, *texts))
    whole = (replace(one, text=text) for one, text in zip(said, orders, strict=False))
    return (*whole, *said[2:]) if orders else said


@dataclass(frozen=True, slots=True)
class InTurn:
    """`read`: a game's reading of a text; `write`: an order as it writes it; `names`: the meanings of each name in a
    text; `stands_for`: remembers which words of the letter a text came from."""

    read: Callable[[str], Sequence[Line[Any]]]
    write: Callable[[Any], str]
    names: Names
    stands_for: Callable[[str, str], None]

    def orders(self, texts: Sequence[str]) -> Sequence[str]:
        """The texts behind the first, each as the orders that it is below those before it, in the words of their game;
        (): one of them is not orders alone, or there is a guess in it. `There` is the one place that the first text
        names, and `it` whoever the second orders."""
        asked = self.names(texts[0])
        lines = self.read("\n".join(texts if len({*asked}) == 1 else ("", *texts[1:])))
        known = {*asked}
        done: list[str] = []
        for number, text in enumerate(texts[1:], 2):
            own = [one for one in lines if one.number == number]
            if not own or any(isinstance(one.said, Problem | Later) or one.notes for one in own):
                return ()
            done.append(", ".join(self.write(one.said) for one in own))
            said = self.names(done[-1])
            if len(done) > 1 and not {*said[1:]} <= {*known, *self.names(text)}:
                return ()  # `There` may be where the first is to go.
            known |= {*said[:1]}
            self.stands_for(done[-1], text)
        return done


def branches(line: OrderLine) -> tuple[OrderLine, ...]:
    """The text under the line's last condition, the text if that is not so, and the sentences behind, which hang on
    neither; (): no word of otherwise."""
    then, other = _apart(line.text)
    if not line.when or not then or not other:
        return ()
    *before, last = line.when
    other, *behind = sentences(other)
    denied = replace(line, text=other, when=(*before, replace(last, holds=not last.holds)))
    return replace(line, text=then), denied, *(replace(line, text=one, when=tuple(before)) for one in behind)


def _apart(body: str) -> tuple[str, str]:
    """The text before and behind a word of otherwise."""
    place = place_of(body, "OTHERWISE")
    return (body[: place[0]].strip(" ,;."), body[place[1] :].strip(" ,;:")) if place else (body, "")


def better(found: Sequence[Understood], again: Sequence[Understood], numbers: Collection[int]) -> set[int]:
    """Of the lines that were cut, those with more orders now, and fewer words not understood."""
    before, after = _counts(found), _counts(again)
    return {
        number
        for number in numbers
        if after[number, True] > before[number, True]
        or (after[number, True] == before[number, True] and after[number, False] < before[number, False])
    }


def _counts(found: Sequence[Understood]) -> Counter[tuple[int, bool]]:
    """Of each line, how many orders it has, and how many of its signs are not understood."""
    counts: Counter[tuple[int, bool]] = Counter()
    for one in found:
        if one.fate in _READ:
            counts[one.number, True] += 1
        elif one.fate is Fate.REFUSED:
            counts[one.number, False] += len(one.text)
    return counts


def read_whole(found: Sequence[Understood]) -> set[int]:
    """The lines of which their game says that no piece is an order."""
    return {one.number for one in found if isinstance(one.said, Problem) and one.said.detail.get("whole")}


def is_wanting(one: Understood) -> bool:
    """Whether a line, or a part of it, may have been misread."""
    is_doubtful = one.fate is Fate.COURTESY and one.why == "unsure"
    is_doubtful |= one.fate is Fate.QUESTION and one.why == "asked" and _stands_apart(one.text)
    if isinstance(one.said, Problem) and (one.said.code.startswith("heading-") or one.said.detail.get("whole")):
        # Its game has read all of it; no piece of it is an order.
        return False
    return is_doubtful or (one.fate in _UNREAD and one.why not in _UNDERSTOOD)


def _stands_apart(text: str) -> bool:
    """Whether sentences stand behind a question that do not hang on it, or before it whatever its answer is; or words
    that give the reason alone ask (`…, he can't stop us, can he?`)."""
    said = [one.lower() for one in sentences(text)]
    asked = [place for place, one in enumerate(said) if one.endswith("?")]
    if not asked:
        return False
    behind = said[asked[-1] + 1 :]
    if behind and _asks_about_somebody(said[asked[-1]]):
        behind = behind[:1]
    if behind:
        return not any(joined_by(one) in _HANGING for one in behind)
    doubts = any(_kind_of_question(one) == "DOUBTS" or says(one, "OTHERWISE", "ELSE") for one in said[asked[0] :])
    doubts |= any(token.type == "PROPOSES" for one in said[: asked[0]] for token in _ASKING.tokens(one))
    return not doubts and (asked[0] > 0 or bool(reasoned(text)[1]))


_HANGING = ("THEN", "AND", "BUT", "IF", "IN", "OTHERWISE")
_ASKING = Shapes("asking.lark", lexer="basic")


def _kind_of_question(text: str) -> str:
    """The kind of the word that a question begins with."""
    return next((token.type for token in _ASKING.tokens(text)), "")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of a line, and whether it is a remark on the one before it, the `reason` for it or `idle` beside it."""

    text: str
    is_remark: bool = False
    aside: str = ""


def _thin(pieces: Sequence[_Piece], eyes: Eyes) -> Iterator[_Piece]:
    """The pieces, an order without the words around it that say nothing of it."""
    for one in pieces:
        is_whole = one.is_remark or one.aside or hanging(one.text) or eyes.is_order(one.text)
        found = None if is_whole else thinned(one.text, eyes.may_be_order, eyes.is_idle)
        if found is None:
            yield one
        else:
            yield from (_Piece(found.order), *(_Piece(said, aside="idle") for said in found.idle))


def _pieces(text: str, named: Mentions, reads: Callable[[str], bool]) -> list[_Piece]:
    """The pieces of a line."""
    said = _with_what_hangs(sentences(text), reads)
    if any(
        len(one.split()) <= _SAYS_LITTLE and mood(one) in ("denied", "doubted") and not (tells(one) or reads(one))
        for one in said
    ):
        return []
    found: list[_Piece] = []
    for one in (part for whole in said for part in _therefore(whole, reads)):
        why, one = _led_by_reason(one, reads)
        if why:
            found.append(_Piece(why, aside="reason"))
        if hanging(one) or (len(said) > 1 and reads(one)):
            found.append(_Piece(one))
            continue
        for part in _why(one, reads):
            if part.aside:
                found.append(part)
                continue
            for led in _led_in(part.text, named):
                for apart in _thanked(led, named):
                    found += [_Piece(*piece) for piece in _remarked(apart, named)]
    return found


def _with_what_hangs(said: Sequence[str], reads: Callable[[str], bool]) -> list[str]:
    """`What if 2 reloads? Then 3 fires.`: what is said of a case is one with the words that put it; `And 2? He
    reloads.`: so is what somebody does with the words that ask about them."""
    found: list[str] = []
    for one in said:
        together = f"{found[-1]} {one}" if found else ""
        hangs = found and found[-1].endswith("?") and one.lower().startswith(("then ", "if so", "in that case"))
        hangs = hangs or (bool(found) and _asks_about_somebody(found[-1]) and reads(together))
        hangs = hangs or (bool(found) and found[-1].endswith("...") and one[:1].islower() and reads(together))
        hangs = hangs or any(found[-1] in part.text and one in part.text for part in hanging(together))
        found = [*found[:-1], together] if hangs else [*found, one]
    return found


def _asks_about_somebody(text: str) -> bool:
    return text.endswith("?") and len(text.split()) <= _ASKS_ABOUT


_ASKS_ABOUT = 4
"""A question that is a name and little else has no more words: `And our number one?`"""


def _therefore(text: str, reads: Callable[[str], bool]) -> list[str]:
    """`I cannot afford more, so none for me`: why, and the orders behind it; `bid 5 on Saloon, let's say 12`: an order,
    and what puts it right."""
    cuts = [at for at, sign in enumerate(text) if sign == "," or text[at : at + 3] == " - "][:MOST_COMMAS]
    for at in cuts:
        tail = text[at + 1 :].strip(" -")
        said = correction(tail)
        if said is not None and said.instead and reads(text[:at]) and not reads(said.instead):
            return [text[:at], tail]
    for sign in (", so: ", ", so ", ", but ", " so let's ", " but let's ") if joined_by(text) != "IF" else ():
        head, found, tail = text.partition(sign)
        if found and reads(tail) and not reads(head):
            return [head, tail]
    return [text]


def _led_by_reason(text: str, reads: Callable[[str], bool]) -> tuple[str, str]:
    """`Since Burgundy is empty, I'd like to grab it: Picardy to Burgundy`: why, and the orders behind it; "" where no
    reason leads in to orders."""
    for sign in (": ", ", ") if begins_with_reason(text) else ():
        head, found, tail = text.partition(sign)
        if found and reads(tail) and not hanging(head):
            return head, tail
    return "", text


def _why(text: str, reads: Callable[[str], bool]) -> list[_Piece]:
    """`Munich to Ruhr so that I can go on to Holland, and Berlin to Kiel`: the orders, and the reason between them."""
    found: list[_Piece] = []
    while text:
        order, reason = reasoned(text)
        found.append(_Piece(order))
        text = ""
        if reason:
            commas = [place for place, sign in enumerate(reason) if sign == ","]
            behind = next((place for place in commas if _goes_on(order, reason[place + 1 :], reads)), len(reason))
            found.append(_Piece(reason[:behind], aside="reason"))
            text = _bare(reason[behind + 1 :])
    return found


def _goes_on(order: str, text: str, reads: Callable[[str], bool]) -> bool:
    """Whether orders follow, with reasons of their own or without, which may speak of the one before them."""
    follows = reasoned(_bare(text))[0] if _bare(text) else ""
    return bool(follows) and (reads(follows) or (reads(order) and reads(f"{order}, {follows}")))


def _bare(text: str) -> str:
    """The text behind a comma, without the word that joins it."""
    return without_joint(" ".join(text.split()), "AND", "THEN")


def _led_in(text: str, named: Mentions) -> list[str]:
    """`Just so that you have something: A PAR - BUR`, `PS 3 stands`: what leads in, and what follows."""
    for sign in () if _is_mere(text, named) else (":", ",", " - ", " "):
        head, found, tail = text.partition(sign)
        goes_on = sign == " " and (joined_by(tail) in _GOING_ON or tail.lower().startswith(_DOING))
        if not found or not tail.strip() or goes_on:
            continue
        is_plain = (
            (len(head.split()) > 1 or not free_words(head))
            and not any(map(str.isdigit, head))
            and leads_in(head)
            and not mood(head)
        )
        if sign == ":" and is_plain and not named(head, free_words(head)):
            return [f"{head}:", *_led_in(tail.strip(), named)]
        if _is_mere(head, named):
            return [head + sign.rstrip(), *_led_in(tail.strip(), named)]
    return [text]


_GOING_ON = ("GOAL", "OF", "IN", "AND")
"""`Regards to Smyrna`, `Greetings from Munich`: words that go with the courtesy before them."""
_DOING = tuple(f"{one} " for one in ("will", "would", "shall", "might", "wants", "thinks", "had"))
"""`My friend would move …`: what somebody does of whom it tells."""


def _thanked(text: str, named: Mentions) -> list[str]:
    """`all stand, thank you Dave`: the order, and the courtesy behind it."""
    if _is_mere(text, named):
        return [text]
    order, thanks = with_thanks(text, ",", lambda tail: _is_mere(tail, named))
    words = {word.strip(".,;:!?").lower() for word in thanks.split()}
    # "Bid 4K, never mind" calls its order off.
    return [f"{order},", thanks] if thanks and words.isdisjoint(HANGING) else [text]


def _is_mere(text: str, named: Mentions) -> bool:
    """Whether a stretch is surely a courtesy: a person named in it has a capital."""
    free = free_words(text)
    if any(len(word) > 2 and word.isalpha() and word.isupper() for word in text.split()):
        return False  # "A XXX - YYY" is an order with names nobody knows
    return is_sure(text) and all(word[0].isupper() for word in free) and not named(text, free)


def _remarked(text: str, named: Mentions) -> list[tuple[str, bool]]:
    """An order with a remark behind it, in brackets or behind a long dash; and what goes on behind the bracket."""
    head, found, tail = f" {text}".partition(" (")
    inside, closed, rest = tail.partition(")")
    if found and closed and "(" not in inside:
        rest = rest.strip(" ,;.!")
        if head.strip() and _is_to_somebody(inside, named):
            # "Ruhr attacks Burgundy (sorry France) with Munich in support": the order goes on behind it.
            return [*_remarked(f"{head.strip()} {rest}".strip(), named), (f"({inside})", True)]
        apart = _with_remark(text, head, f"({inside})", bool(rest))
        return apart if apart == [(text, False)] or not rest else [*apart, *_remarked(rest, named)]
    for sign in ("<-", " --", " ---", " – ", " — "):
        head, found, tail = text.partition(sign)
        if found:
            return _with_remark(text, head, found + tail)
    return [(text, False)]


def _is_to_somebody(text: str, named: Mentions) -> bool:
    """Whether a remark is a courtesy for sure, whichever seats it speaks to."""
    said = polite(text, ())
    seats_alone = all(one.kind == "seat" for one in named(text, free_words(text)))
    return said is not None and seats_alone and not mood(text) and (said.sure or len(free_words(text)) <= 2)


def _counts_something(word: str) -> bool:
    """`(one)`, `(w5)`: a number, which may say how many or when; a year is none."""
    is_year = len(word) == len("1870") and word.isdigit()
    return not is_year and (number_of(word) is not None or any(map(str.isdigit, word)))


def _with_remark(text: str, head: str, remark: str, goes_on: bool = False) -> list[tuple[str, bool]]:
    words = {word.strip(".,;:!?()<>-'").lower() for word in remark.split()}
    hangs = bool(mood(remark.strip(" ()<>-–—"))) or joked(remark) or not words.isdisjoint(HANGING)
    hangs = hangs or (len(words) <= _SAYS_LITTLE and any(map(_counts_something, words)))
    if hangs or not (head.strip() or goes_on):
        return [(text, False)]
    return [(one.strip(), is_remark) for one, is_remark in ((head, False), (remark, True)) if one.strip()]


__all__ = ["Eyes", "InTurn", "better", "branches", "cut", "is_wanting", "read_whole"]
