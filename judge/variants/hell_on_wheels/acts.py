"""What is written for a window: a Raid or Opportunist card with its targets and conditions."""

from __future__ import annotations

import re

from judge.adjudicator.protocol import Problem
from judge.grammar.text import folded
from judge.variants.hell_on_wheels.opportunists import EFFECTS
from judge.variants.hell_on_wheels.orders import ANY_RAID, Act, Condition, Piece
from judge.variants.hell_on_wheels.supervisor import BLACKMAIL
from judge.variants.hell_on_wheels.terms import Terms, first_words

NOTHING = ("pass", "nothing", "none", "no", "no orders", "i pass", "pass all", "pass everything", "all pass", "skip")
IF = re.compile(r"\s+(if|when|unless|provided(?:\s+that)?|as\s+long\s+as|only\s+if)\s+", re.IGNORECASE)
RAID = re.compile(r"raid\b\s*:?\s*(?P<what>.+?)(?:\s+with\s+(?P<card>.+))?", re.IGNORECASE)
VERB = re.compile(r"(?:play|use|lay)\b\s*:?\s*(.+)", re.IGNORECASE)
_MOVE = re.compile(
    r"[,:]?\s*(?:moves?|takes?|brings?|with)?\s*(?P<what>.*?)\s*(?:\bfrom\s+(?P<origin>.+?))?\s+(?:to|into|onto|-)\s+(?P<to>.+)",
    re.IGNORECASE,
)


def cut_if(text: str) -> tuple[str, str]:
    """A line without its condition, and the condition with its `if`."""
    found = IF.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def conditions_of(terms: Terms, condition: str) -> tuple[Condition, ...] | Problem:
    """The conditions behind an `if` or `unless`; none where there is none."""
    if not condition:
        return ()
    word = IF.match(condition)
    assert word is not None
    return terms.conditions(condition[word.end() :], unless=word[1].lower() == "unless")


class ActReader:
    """Reads acts for one seat."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.box = terms.box
        self.state = terms.state

    def act(self, text: str) -> Act | Problem:
        """One act with its conditions; `pass` is an act too."""
        if folded(text) in NOTHING:
            return Act("")
        text, condition = cut_if(text)
        conditions = conditions_of(self.terms, condition)
        if isinstance(conditions, Problem):
            return conditions
        act = self._deed(text)
        if isinstance(act, Problem):
            return act
        return Act(act.card, act.opponent, act.pieces, act.to, conditions)

    def _deed(self, text: str) -> Act | Problem:
        raid = RAID.fullmatch(text)
        if raid:
            card = self.terms.hand_card(raid["card"]) if raid["card"] else ANY_RAID
            return self._raid(raid["what"], card)
        verb = VERB.fullmatch(text)
        rest = verb[1] if verb else text
        found = first_words(self.box.cards_meant, rest)
        if found is None:
            name = re.split(r"\s+(?:on|at|against|from|to|with|move|of)\s+|[:,]", rest)[0]
            unknown = self.terms.hand_card(name)
            return unknown if isinstance(unknown, Problem) else Problem("not-for-windows", {"card": unknown})
        card, tail = found
        type_ = self.box.type(card)
        if card == BLACKMAIL:
            return Problem("blackmail-with-the-bid", {})
        if type_ == "raid":
            what = re.sub(r"^(?:on|against|at|:|to discard|discards?)\s+", "", tail, flags=re.IGNORECASE)
            return self._raid(what, card)
        if type_ != "opportunist":
            return Problem("not-for-windows", {"card": card})
        return self._opportunist(card, tail)

    def _raid(self, what: str, card: str | Problem) -> Act | Problem:
        if isinstance(card, Problem):
            return card
        if card != ANY_RAID and self.box.type(card) != "raid":
            return Problem("no-raid-card", {"card": card})
        if not what:
            return Problem("needs-target", {"card": card})
        pieces = self.terms.pieces(what)
        if isinstance(pieces, Problem):
            return pieces
        if len(pieces) != 1:
            return Problem("one-target", {"card": card})
        if self.box.type(pieces[0].card) not in ("mayhem", "establishment"):
            return Problem("not-raided", {"card": pieces[0].card})
        return Act(card, "", pieces)

    def _opportunist(self, card: str, tail: str) -> Act | Problem:
        wants = EFFECTS[card].wants
        tail = tail.strip(" ,:")
        if wants == "nothing":
            return Act(card) if not tail else Problem("needs-no-target", {"card": card, "text": tail})
        if wants == "move":
            return self._movers(card, tail)
        tail = re.sub(r"^(?:on|against|at|from|to|vs\.?|move|moves|bring|forward)\s+", "", tail, flags=re.IGNORECASE)
        if not tail:
            return Problem("needs-opponent" if wants == "opponent" else "needs-target", {"card": card})
        if wants == "opponent":
            seat = self.terms.seat_named(tail)
            return seat if isinstance(seat, Problem) else Act(card, seat)
        if card == "hangers-on":
            tail = re.sub(r"\s+forward$", "", tail, flags=re.IGNORECASE)
        pieces = self.terms.pieces(tail)
        if isinstance(pieces, Problem):
            return pieces
        return self._right_targets(card, pieces) or Act(card, "", pieces)

    def _right_targets(self, card: str, pieces: tuple[Piece, ...]) -> Problem | None:
        types = EFFECTS[card].types
        wrong = next((piece for piece in pieces if self.box.type(piece.card) not in types), None)
        if wrong is not None:
            return Problem("wrong-target", {"card": card, "target": wrong.card, "types": types})
        most = {"piece": 1, "pieces": 2, "move": 3}[EFFECTS[card].wants]
        if len(pieces) > most:
            return Problem("one-target" if most == 1 else "too-many-targets", {"card": card, "most": most})
        return None

    def _movers(self, card: str, tail: str) -> Act | Problem:
        found = _MOVE.fullmatch(" " + tail)
        if not found:
            return Problem("needs-move", {"card": card, "type": EFFECTS[card].types[0]})
        to = self.terms.place(found["to"])
        if isinstance(to, Problem):
            return to
        origin: str | Problem = self.terms.place(found["origin"]) if found["origin"] else ""
        if isinstance(origin, Problem):
            return origin
        type_ = EFFECTS[card].types[0]
        what = found["what"].strip(" ,:") or f"3 {type_}"
        what = re.sub(r"^(?:up to\s+)?(\d)$", rf"\1 {type_}", re.sub(r"^all(?:\s+\w+)?$", f"3 {type_}", what))
        pieces = self.terms.pieces(what, origin)
        if isinstance(pieces, Problem):
            return pieces
        if any(piece.place == to for piece in pieces):
            return Problem("stays-there", {"card": card, "place": to})
        if self.state.options["movers"] == "one-town" and len({piece.place for piece in pieces if piece.place}) > 1:
            return Problem("from-one-town", {"card": card})
        return self._right_targets(card, pieces) or Act(card, "", pieces, to)
