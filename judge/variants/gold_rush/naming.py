"""Who and what a player means: figures, mules, horses, beasts, groups, scenery, places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem, Seat
from judge.grammar.lexicon import Lexicon, nearest
from judge.grammar.text import folded
from judge.variants.gold_rush.notation import hundredths
from judge.variants.gold_rush.orders import Aim
from judge.variants.gold_rush.packs import BEAR, HORSE, INCH, LETTERS, MULE, WOLF
from judge.variants.gold_rush.state import State

_NUMBER = r"\d{1,4}(?:\.\d{1,2})?"
POINT = re.compile(rf"(?<![\w.])({_NUMBER})\s*[,/]\s*({_NUMBER})(?![\d.])(?!\s+(?:at|shots?|gold|bags?)\b)")

GROUP_WORDS = {
    "trader": "traders",
    "traders": "traders",
    "native indian": "indians",
    "native indians": "indians",
    "native": "indians",
    "natives": "indians",
    "indian": "indians",
    "indians": "indians",
    "mountie": "mounties",
    "mounties": "mounties",
}
_DIGGER = r"(?:gold )?diggers?"
_PIECES = {"mule": MULE, "horse": HORSE, "wolf": WOLF, "bear": BEAR}
_QUALIFIER = re.compile(
    r"\s*(?:,\s*)?(?:who is |that is )?"
    r"(?:(?:in|at) (short range|long range|range|sight)|within (\d+(?:\.\d{1,2})?)(?: ?inches|\")?)$"
)
_ANYBODY = r"(?:any|an|a|some)?\s*(?:enemy|enemies|body|one|figure|opponent|foe)?"


@dataclass(frozen=True)
class Names:
    """Everything that has a name on this table, for one seat's letter."""

    state: State
    seat: Seat
    codes: frozenset[str]
    own: tuple[str, ...]
    scenery: Lexicon

    @property
    def letter(self) -> str:
        """The letter of the seat's own figures."""
        return LETTERS[self.state.groups[self.seat]]


def names_for(state: State, seat: Seat) -> Names:
    """The names a letter of this seat may use."""
    codes = {figure.code for figure in state.figures} | {mule.code for mule in state.mules}
    codes |= {f"{HORSE}{horse.number}" for horse in state.horses} | {beast.code for beast in state.beasts}
    own = tuple(figure.code for figure in state.figures if figure.seat == seat)
    words = {piece.code: (piece.name,) for piece in state.scenery}
    return Names(state, seat, frozenset(codes), own, Lexicon("scenery", words))


def lifted(text: str) -> tuple[str, tuple[Point, ...]]:
    """A text with its points lifted out, so that their commas part nothing: `move @0@ - @1@`."""
    points: list[Point] = []

    def lift(found: re.Match[str]) -> str:
        across, up = hundredths(found[1]), hundredths(found[2])
        assert across is not None
        assert up is not None
        points.append((across, up))
        return f"@{len(points) - 1}@"

    return POINT.sub(lift, text.replace("@", " ")), tuple(points)


def own_figure(names: Names, text: str) -> str | Problem:
    """One of the seat's own figures: `3`, `M3`, `Mountie 3`, `figure 3`."""
    said = folded(text)
    number = re.fullmatch(r"(?:figure|number|no|nr)?\s*0?(\d{1,2})", said)
    code = f"{names.letter}{number[1]}" if number else ""
    if not code:
        found = piece(names, text)
        if isinstance(found, Problem):
            return found
        code = found
    if code in names.own:
        return code
    if code in names.codes:
        return Problem("not-yours", {"text": text.strip(), "code": code, "letter": names.letter})
    return Problem("unknown-figure", {"text": text.strip(), "choices": names.own})


def piece(names: Names, text: str) -> str | Problem:
    """Any figure, mule, horse or beast by its code or name; a bare number is one's own figure."""
    said = folded(text)
    said = re.sub(r"^the ", "", said)
    if re.fullmatch(r"0?\d{1,2}", said):
        return _known(names, f"{names.letter}{int(said)}", text)
    if re.fullmatch(r"[a-z] ?0?\d{1,2}", said):
        return _known(names, f"{said[0].upper()}{int(said[1:])}", text)
    named = re.fullmatch(r"([a-z]{2,}(?: [a-z]{2,})*)(?: ([a-z]))?(?: ?0?(\d{1,2}))?", said)
    if named is None:
        return _unknown(names, text)
    word, letter, digits = named[1], named[2] or "", named[3]
    if word == "bear" and not digits:
        return _known(names, f"{BEAR}1", text)
    if digits is None:
        return _unknown(names, text)
    number = int(digits)
    if word in _PIECES:
        return _known(names, f"{_PIECES[word]}{number}", text)
    if word in GROUP_WORDS:
        return _known(names, f"{LETTERS[GROUP_WORDS[word]]}{number}", text)
    if re.fullmatch(_DIGGER, word):
        return _digger(names, letter.upper(), number, text)
    return _unknown(names, text)


def _digger(names: Names, letter: str, number: int, text: str) -> str | Problem:
    """`Digger 3`: one's own, else the only Digger group's; with several groups the letter must be there."""
    if letter:
        return _known(names, f"{letter}{number}", text)
    groups = [group for group in names.state.groups.values() if group.startswith("diggers")]
    if names.state.groups[names.seat].startswith("diggers") and len(groups) == 1:
        return _known(names, f"{names.letter}{number}", text)
    choices = tuple(
        f"{LETTERS[group]}{number}" for group in sorted(groups) if f"{LETTERS[group]}{number}" in names.codes
    )
    if len(choices) == 1:
        return choices[0]
    if choices:
        return Problem("ambiguous-figure", {"text": text.strip(), "choices": choices})
    return _unknown(names, text)


def _known(names: Names, code: str, text: str) -> str | Problem:
    return code if code in names.codes else _unknown(names, text)


def _unknown(names: Names, text: str) -> Problem:
    near = nearest(text.strip().upper(), sorted(names.codes))
    return Problem("unknown-figure", {"text": text.strip(), "choices": (near,) if near else names.own[:4]})


_KIND = {
    "beast": "beast", "beasts": "beast", "bear": "beast", "wolf": "beast", "animal": "beast",
    "mule": "mule", "horse": "horse", "friend": "friend", "own figure": "friend",
    "dead": "dead", "dead figure": "dead", "body": "dead", "corpse": "dead",
    "knocked out": "down", "knocked out figure": "down", "knocked out enemy": "down", "down": "down",
}  # fmt: skip


def aim(names: Names, text: str) -> Aim | Problem:
    """`M2`, `Mountie 2`, `nearest`, `nearest Digger in short range`, `any enemy`, `nearest beast within 4`."""
    said = re.sub(r"^(?:the )", "", " ".join(text.lower().split()))
    rest, band, within = _qualifiers(said)
    near = re.fullmatch(r"(?:nearest|closest)(?: to him)?(?: (.+))?", rest)
    kind = "enemy"
    if near is not None:
        if near[1] is not None:
            found = _kind(names, near[1])
            if found is None:
                return Problem("unknown-kind", {"text": near[1]})
            kind = found
    elif not rest or not re.fullmatch(_ANYBODY, rest):
        code = piece(names, rest)
        if isinstance(code, Problem) or not (band or within):
            return code if isinstance(code, Problem) else Aim(code)
        return Problem("range-of-a-name", {"text": text.strip(), "code": code})
    return Aim(nearest=kind, band=band, within=within)


def _qualifiers(said: str) -> tuple[str, str, int]:
    """What may stand behind "nearest": `in short range`, `in range`, `within 6`."""
    band, within = "", 0
    while True:
        found = _QUALIFIER.search(said)
        if found is None:
            return said.strip(), band, within
        if found[2]:
            within = hundredths(found[2]) or INCH
        else:
            band = "short" if found[1] == "short range" else "range"
        said = said[: found.start()]


def _kind(names: Names, text: str) -> str | None:
    """The kind behind "nearest": a group, a beast, a mule …"""
    said = folded(text)
    if re.fullmatch(_ANYBODY, said):
        return "enemy"
    if said in _KIND:
        return _KIND[said]
    if said in GROUP_WORDS:
        return GROUP_WORDS[said]
    digger = re.fullmatch(rf"{_DIGGER}(?: of group)? ?([1-4])?", said)
    if digger is None:
        return None
    others = sorted(
        group for seat, group in names.state.groups.items() if group.startswith("diggers") and seat != names.seat
    )
    if digger[1]:
        return f"diggers-{digger[1]}"
    return others[0] if len(others) == 1 else ("diggers" if others else None)


def place(names: Names, text: str) -> str | Problem:
    """A named place: `the shop`, `town`, `mine`, `mine of diggers-2`, a piece of scenery by code or name."""
    said = re.sub(r"^(?:the|my|our) ", "", " ".join(text.lower().split()))
    if re.fullmatch(r"(?:hardware )?(?:shop|store)", said):
        return "shop"
    if said in ("town", "settlement"):
        return "town"
    if said == "mine":
        return "mine"
    mine = re.fullmatch(r"mine (?:of )?(?:(?:gold )?diggers?[ -]?)?([1-4d-g])", said)
    if mine is not None:
        by_letter: Mapping[str, str] = {letter.lower(): group for group, letter in LETTERS.items()}
        group = by_letter.get(mine[1], f"diggers-{mine[1]}")
        if group in names.state.groups.values():
            return f"mine:{group}"
        return Problem("no-such-place", {"text": text.strip()})
    found = names.scenery.find(said)
    return found if isinstance(found, Problem) else str(found)
