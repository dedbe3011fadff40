"""Letters: which figures a line is for, and the lines of the set-up (GR-Q10, GR-Q11, GR-Q13, GR-Q14)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.adjudicator.protocol import Line, Problem, Seat
from judge.grammar.reader import read_lines, split_at
from judge.variants.gold_rush.naming import Names, lifted, names_for, own_figure, piece
from judge.variants.gold_rush.orders import Carry, ChooseEdge, Go, Order, Place, PlaceMine, PlaceTown, Ready
from judge.variants.gold_rush.packs import EDGES
from judge.variants.gold_rush.phrases import EXPECTED, VERBS, Speech, choices
from judge.variants.gold_rush.state import State

_ALL = r"(?:all|everyone|everybody|all figures)"
_REST = r"(?:rest|the rest|others|the others|all others|everybody else|everyone else)"
_ONE = r"(?:[a-z]+(?: [a-z]+)? )?[a-z]?\d{1,2}"


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line for some figures: the ones named, or all that no other line names."""

    codes: tuple[str, ...]
    is_rest: bool
    body: str


def read_letter(state: State, seat: Seat, form: str, text: str) -> tuple[Line[Order], ...]:
    """A letter's lines by the form that was asked with."""
    names = names_for(state, seat)
    if form == "go":
        return _read_goes(names, text)
    return read_lines(text, lambda line: _setup(names, form, line), split_at(";"))


def _read_goes(names: Names, text: str) -> tuple[Line[Order], ...]:
    """Every line's figures with their choices; `all` means those that no other line names."""
    spoken: tuple[Line[Spoken], ...] = read_lines(text, lambda line: _heads(names, line), split_at(";"))
    named = {
        code for line in spoken if isinstance(line.said, Spoken) and not line.said.is_rest for code in line.said.codes
    }
    found: list[Line[Order]] = []
    for line in spoken:
        if not isinstance(line.said, Spoken):
            found.append(Line(line.number, line.text, line.said))
            continue
        codes = [code for code in line.said.codes if not (line.said.is_rest and code in named)]
        said = [_go(names, code, line.said.body) for code in codes]
        wrong = next((one for one in said if isinstance(one, Problem)), None)
        if wrong is not None:
            found.append(Line(line.number, line.text, wrong))
            continue
        found.extend(Line(line.number, line.text, one) for one in said)
    return tuple(found)


def _go(names: Names, code: str, body: str) -> Go | Problem:
    figure = next(figure for figure in names.state.figures if figure.code == code)
    lower, points = lifted(body.lower())
    found = choices(Speech(names, figure, points, lower))
    return found if isinstance(found, Problem) else Go(code, found)


def _heads(names: Names, line: str) -> Spoken | Problem:
    """`3: …`, `3,4: …`, `3-6: …`, `all: …`, `Digger 3 fires …`."""
    head, colon, body = line.partition(":")
    who = " ".join(head.lower().split())
    if colon and not re.match(r"if\b", who) and not re.search(rf"\b{VERBS}\b", re.sub(r"^(?:all|rest)\b", "", who)):
        codes = _figures(names, who)
        if isinstance(codes, Problem):
            return codes
        is_rest = bool(re.fullmatch(rf"{_ALL}|{_REST}", who))
        return Spoken(codes, is_rest, body) if body.strip() else _wrong(line)
    found = re.match(
        rf"({_ALL}|{_REST}|{_ONE}(?:(?: ?, ?| and | ?- ?){_ONE})*)[ ,]+(?=(?:if|{VERBS})\b)(.+)", line.lower()
    )
    if found is None:
        return _wrong(line)
    codes = _figures(names, found[1])
    if isinstance(codes, Problem):
        return codes
    return Spoken(codes, bool(re.fullmatch(rf"{_ALL}|{_REST}", found[1])), line[found.start(2) :])


def _wrong(line: str) -> Problem:
    return Problem("not-understood", {"text": line, "expected": f"a figure and what it does, as 3: {EXPECTED}"})


def _figures(names: Names, who: str) -> tuple[str, ...] | Problem:
    """The figures a line is for. `all` is every own figure on its feet, so that nobody is named in vain."""
    if re.fullmatch(rf"{_ALL}|{_REST}", who):
        able = {figure.code for figure in names.state.figures if figure.status == "up" and figure.out == 0}
        return tuple(code for code in names.own if code in able)
    who = re.sub(r"^figures? ", "", who)
    codes: list[str] = []
    for part in re.split(r"\s*(?:,|&|\band\b)\s*", who):
        span = re.fullmatch(r"([a-z]?)(\d{1,2}) ?(?:-|to|\.\.) ?([a-z]?)(\d{1,2})", part)
        if span is not None and int(span[2]) <= int(span[4]) < int(span[2]) + 12:
            ends = [f"{span[1]}{number}" for number in range(int(span[2]), int(span[4]) + 1)]
        else:
            ends = [part]
        for one in ends:
            code = own_figure(names, one)
            if isinstance(code, Problem):
                return code
            codes.append(code)
    return tuple(dict.fromkeys(codes))


def _setup(names: Names, form: str, line: str) -> Order | Problem:
    """A line of the set-up."""
    text, points = lifted(" ".join(line.lower().split()))
    if form == "deal":
        return (
            Ready() if text.strip(" .") == "ready" else Problem("not-understood", {"text": line, "expected": "ready"})
        )
    spots = tuple(points)
    listed = r"@\d+@(?:\s*(?:,|or|else|or else|then)\s*@\d+@)*"
    found = re.fullmatch(
        rf"(?:place |put )?(?:the |my |our )?(mine|town)(?: centre| middle)?\s*(?:at|:|=|in)?\s*{listed}", text
    )
    if found is not None:
        if found[1] not in form:
            return Problem("not-asked-now", {"text": line, "asked": form})
        return PlaceMine(spots) if found[1] == "mine" else PlaceTown(spots)
    edge = re.fullmatch(
        r"(?:start |from |the |our |my )*(?:edge\s*:?\s*)?(?:the )?(north|east|south|west)(?:ern)?(?: edge| side)?",
        text,
    )
    if edge is not None:
        return ChooseEdge(edge[1]) if "edge" in form else Problem("not-asked-now", {"text": line, "asked": form})
    if form != "figures":
        expected = {"mine": "mine at 18,12 or 20,14", "edge": f"edge {EDGES[2]}"}.get(form, "town at 36,24; edge south")
        return Problem("not-understood", {"text": line, "expected": expected})
    placed = re.fullmatch(r"(?:place |put )?(.+?)\s*(?:\bat\b|:|=|\bon\b|\bstarts at\b)?\s*@0@", text)
    if placed is not None and len(points) == 1:
        code = _carrier(names, placed[1])
        return code if isinstance(code, Problem) else Place(code, points[0])
    carries = re.fullmatch(
        r"(.+?)\s*(?::|=|\bcarries\b|\bhas\b|\btakes\b|\bgets\b)\s*(\d)(?: (?:bags?(?: of gold)?|gold))?", text
    ) or re.fullmatch(
        r"(?:gold |give )?(?P<n>\d)(?: (?:bags?(?: of gold)?|gold))? (?:to|on|with|for) (?P<who>.+)", text
    )
    if carries is not None:
        groups = carries.groupdict()
        who, bags = (groups["who"], groups["n"]) if groups else (carries[1], carries[2])
        code = _carrier(names, re.sub(r"^gold ", "", who))
        return code if isinstance(code, Problem) else Carry(code, int(bags))
    return Problem("not-understood", {"text": line, "expected": "3 at 12.5,30 or 3 carries 2"})


def _carrier(names: Names, text: str) -> str | Problem:
    """An own figure, or for the Mounties a mule."""
    found = piece(names, text)
    if isinstance(found, str) and found.startswith("U"):
        mine = names.state.groups[names.seat] == "mounties"
        return found if mine else Problem("not-your-mule", {"figure": "", "target": found})
    return own_figure(names, text)
