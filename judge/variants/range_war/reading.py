"""Letters to orders: what a phrase means in this position (RW-8, RW-Q2, RW-Q10, RW-Q37, RW-Q46).

The shapes are read by the grammar that Diplomacy's orders are read by; here it is settled which piece is meant. What
was overlooked or supplied on the way is noted in the order and told as a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from judge.adjudicator.protocol import BLANK, Later, Line, Problem, Seat
from judge.grammar.orders import Named, Phrase, Piece, Unclear
from judge.grammar.reader import LONGEST_LINE, MOST_LINES
from judge.grammar.text import lines_of
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.orders import (
    Build,
    Disband,
    Herd,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Site,
    Support,
    Waive,
)  # fmt: skip
from judge.variants.range_war.state import State

Said = Order | Problem | Later

_SEASON_LINE = re.compile(
    r"(?:(?:my )?orders (?:for )?)?(?:(?:spring|summer|winter)\b[ ,]*(?:18|19)?\d\d\b.{0,40}|orders):?",
    re.IGNORECASE,
)
# What people write around an order, put into the grammar's words before it is read.
_PLAINER: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), plainer)
    for pattern, plainer in (
        (r"^\d{1,3}[.):]\s+", ""),
        (r"\b(?:G\s*[+&/]\s*H|gangs?\s*(?:and|with|\+|&|plus)\s*herds?)\b", "GH"),
        (r",?\s*\b(?:along\s+)?(?:with|taking|driving|bringing)\s+(?:along\s+)?(?:(?:the|its|his|her|my|our|their)\s+)?"
         r"(?:herd|cattle)\b(?:\s+along\b)?", " with herd"),
        (r"\b(gangs?|herds?|GH)\s+(?:from|at|in|on|of)\s+", r"\1 "),
        # As the rules themselves are printed: C(Crazy Horse Mtn), 0(Mule Ridge).
        (r"(?<![\w(])[0C]\s?\(", "G("),
        (r"^(?:move|send)\s+(?=\S)", ""),
        (r"^(?:retreat|withdraw)s?\s+(.+?)\s*(?:\bto\b|-)\s*", r"\1 retreats "),
        (r"\b(waives?\s+\d+)\s+builds?\b", r"\1"),
    )
)  # fmt: skip
_SAYS_RETREAT = re.compile(r"\b(?:r|ret\w*|falls? back|withdraws?|disband\w*|d)\b", re.IGNORECASE)
_BUILDERS = ("build", "raise", "new", "recruit", "b ", "brand")

EXPECTED = {
    "movement": "a gang and what it does, such as G(Lzy)-Mon, GH(ISJ)-Rio, G(Coo) S G(Lzy)-Mon or G(Coo) stands",
    "retreats": "a dislodged gang and where it goes, such as G(Fir) retreats Wol, LPR, or G(Fir) disbands",
    "branding": "a build, a removal or a waiver, such as Build G(Lzy), Build H(Lzy), Remove G(Fir) or Waive",
}


class Trouble(Exception):
    """A phrase that makes no order, and why."""

    def __init__(self, code: Problem) -> None:
        super().__init__(code.code)
        self.problem = code


@dataclass
class Reader:
    """One seat's letter in one position."""

    chart: Chart
    state: State
    seat: Seat
    form: str
    notes: list[Problem] = field(default_factory=list)

    def letter(self, text: str) -> tuple[Line[Order], ...]:
        """Every order of a letter, line by line; one bad order never spoils the others."""
        return tuple(self._lines(text))

    def _lines(self, text: str) -> Iterator[Line[Order]]:
        lines = 0
        for number, line in lines_of(text):
            if BLANK in line or _SEASON_LINE.fullmatch(line) or self._is_heading(line):
                continue
            lines += 1
            if lines > MOST_LINES:
                yield Line(number, line[:60], Problem("too-many-lines", {"most": MOST_LINES}))
                return
            if len(line) > LONGEST_LINE:
                yield Line(number, line[:60], Problem("line-too-long", {"most": LONGEST_LINE}))
                continue
            name, rest = self._heading(line)
            if name is not None and name != self.seat:
                yield Line(number, line, Problem("another-seats-orders", {"text": line, "seat": name}))
                continue
            for pattern, plainer in (*_PLAINER, (self.chart.possessive, r"\1 ")):
                rest = pattern.sub(plainer, rest)
            for phrase in self.chart.tongue.read(rest):
                for said in self._said(phrase):
                    notes = () if isinstance(said, Problem) else tuple(self.notes)
                    yield Line(number, phrase.text, said, notes)

    def _heading(self, line: str) -> tuple[str | None, str]:
        """`Lazy S: G(Lzy)-Mon` is the seat and the rest."""
        name, colon, rest = line.partition(":")
        owners = self.chart.tongue.owners.matches(name) if colon and rest.strip() and len(name) < 40 else ()
        return (owners[0], rest.strip()) if len(owners) == 1 else (None, line)

    def _is_heading(self, line: str) -> bool:
        """The seat's own name on a line of its own says nothing (RW-Q37)."""
        name = line.rstrip(": ")
        return bool(name) and len(name) < 40 and self.chart.tongue.owners.matches(name) == (self.seat,)

    def _said(self, phrase: Phrase | Unclear) -> tuple[Said, ...]:
        self.notes = []
        if isinstance(phrase, Unclear):
            return (self._unclear(phrase),)
        try:
            return self._orders(phrase)
        except Trouble as trouble:
            return (trouble.problem,)

    def _unclear(self, phrase: Unclear) -> Problem:
        name = phrase.text.rstrip(": ")
        owners = self.chart.tongue.owners.matches(name) if name and len(name) < 40 else ()
        if len(owners) == 1:
            return Problem("another-seats-orders", {"text": phrase.text, "seat": owners[0]})
        return Problem("not-understood", {"text": phrase.text, "expected": EXPECTED.get(self.form, "")})

    def _orders(self, phrase: Phrase) -> tuple[Said, ...]:
        verb = "waive" if phrase.verb == "build" and phrase.words else phrase.verb
        if verb == "convoy":
            raise Trouble(Problem("no-convoys", {"text": phrase.text}))
        removal = verb == "disband" and any(word.startswith(("rem", "destroy", "scrap")) for word in phrase.words)
        branding = verb in ("build", "waive") or removal
        if self.form == "branding":
            return self._branding(verb, phrase)
        if branding:
            return (Later("branding", _whole(phrase, verb)),)
        if self.form == "retreats":
            return (self._retreat(verb, phrase),)
        if verb == "retreat" and not _SAYS_RETREAT.search(phrase.text):
            raise Trouble(Problem("move-or-retreat", {"text": phrase.text}))
        if verb in ("retreat", "disband"):
            return (Later("retreats", phrase.text),)
        return (self._movement(verb, phrase),)

    # Pieces and places

    def _space(self, named: Named) -> str:
        """The one space a name means."""
        if len(named.choices) == 1:
            return named.choices[0]
        raise Trouble(self.chart.tongue.unknown(named))

    def _kind(self, piece: Piece) -> Literal["", "G", "H", "GH"]:
        """What kind of piece was said. An army is taken for a gang; there are no fleets (RW-Q11)."""
        kind = piece.kind.lower()
        if kind.startswith("f"):
            raise Trouble(Problem("no-fleets", {"text": piece.place.text}))
        if kind.startswith("a"):
            self.notes.append(Problem("army-for-gang", {"at": self._space(piece.place)}))
            return "G"
        if kind == "gh":
            return "GH"
        return "H" if kind.startswith("h") else "G" if kind else ""

    # Movement

    def _movement(self, verb: str, phrase: Phrase) -> Order:
        piece = phrase.pieces[0]
        kind = self._kind(piece)
        at = self._space(piece.place)
        if kind == "H":
            return self._herd(verb, phrase, at)
        match verb:
            case "hold":
                return Hold(at)
            case "move":
                if len(phrase.places) > 1:
                    raise Trouble(Problem("one-space-only", {"text": phrase.text}))
                to = self._space(phrase.places[0])
                if any(word.startswith(("via", "by", "convoyed", "vc")) for word in phrase.words):
                    raise Trouble(Problem("no-convoys", {"text": phrase.text}))
                return Move(at, to, kind == "GH" or bool(phrase.words))
            case "support_hold":
                return Support(at, self._helped(phrase), None)
            case "support_move":
                return Support(at, self._helped(phrase), self._space(phrase.places[-1]))
            case _:
                raise Trouble(Problem("nothing-said", {"text": phrase.text, "expected": EXPECTED["movement"]}))

    def _herd(self, verb: str, phrase: Phrase, at: str) -> Order:
        """A herd may be listed (RW-Q2); it neither moves by itself (RW-8b) nor supports (RW-8c)."""
        if verb in ("bare", "hold"):
            return Herd(at)
        if verb == "move":
            raise Trouble(Problem("herd-moves-alone", {"at": at, "to": self._space(phrase.places[-1])}))
        raise Trouble(Problem("herd-cannot", {"text": phrase.text, "at": at}))

    def _helped(self, phrase: Phrase) -> str:
        """The gang that is supported; a herd cannot be (RW-Q46), a herd that goes along does not matter (RW-Q10)."""
        piece = phrase.pieces[1]
        of = self._space(piece.place)
        if self._kind(piece) == "H":
            raise Trouble(Problem("herd-supported", {"text": phrase.text, "of": of}))
        owner = self.state.gangs.get(of)
        if piece.owner and owner is not None and piece.owner != owner:
            self.notes.append(Problem("wrong-owner", {"said": piece.owner, "seat": owner, "at": of}))
        return of

    # Retreats

    def _retreat(self, verb: str, phrase: Phrase) -> Order:
        if verb not in ("retreat", "move", "disband"):
            raise Trouble(Problem("only-retreats-now", {"text": phrase.text, "expected": EXPECTED["retreats"]}))
        kind = self._kind(phrase.pieces[0])
        at = self._space(phrase.pieces[0].place)
        if kind == "H":
            raise Trouble(Problem("herd-cannot", {"text": phrase.text, "at": at}))
        if kind == "GH" or "with herd" in phrase.words:
            self.notes.append(Problem("herd-never-retreats", {"at": at}))
        if verb == "disband":
            return Disband(at)
        places = [self._space(named) for named in phrase.places]
        return Retreat(at, tuple(dict.fromkeys(places)))

    # Branding

    def _branding(self, verb: str, phrase: Phrase) -> tuple[Said, ...]:
        if verb == "waive":
            number = next((int(word) for word in phrase.words if word.isdigit()), 1)
            return (Waive(number),)
        if verb == "bare":
            verb = "build" if self.state.due(self.seat) > 0 else "disband"
        if verb == "disband":
            return tuple(self._removal(piece, phrase) for piece in phrase.pieces)
        if verb == "build":
            return self._builds(phrase)
        raise Trouble(Problem("only-branding-now", {"text": phrase.text, "expected": EXPECTED["branding"]}))

    def _removal(self, piece: Piece, phrase: Phrase) -> Order:
        if self._kind(piece) == "H":
            raise Trouble(Problem("herd-not-removed", {"at": self._space(piece.place)}))
        return Remove(self._space(piece.place))

    def _builds(self, phrase: Phrase) -> tuple[Said, ...]:
        """One build, with others in its stead if it cannot be made; `GH` is two builds in one space (RW-12d)."""
        kinds = [(self._kind(piece), self._space(piece.place)) for piece in phrase.pieces]
        if len(kinds) == 1 and kinds[0][0] == "GH":
            at = kinds[0][1]
            return tuple(Build((Site(kind, at),)) for kind in _PIECES)
        if any(kind == "GH" for kind, _ in kinds):
            raise Trouble(Problem("two-in-a-choice", {"text": phrase.text}))
        sites = tuple(Site("H" if kind == "H" else "G", at) for kind, at in kinds)
        return (Build(tuple(dict.fromkeys(sites))),)


_PIECES: tuple[Literal["G", "H"], ...] = ("G", "H")


def _whole(phrase: Phrase, verb: str) -> str:
    """A phrase that borrowed its verb from the one before it on its line, made whole again."""
    said = phrase.text.lower()
    if verb == "build" and not any(word in said for word in _BUILDERS):
        return f"Build {phrase.text}"
    if verb == "disband" and not any(word in said for word in ("rem", "destroy", "scrap")):
        return f"Remove {phrase.text}"
    return phrase.text
