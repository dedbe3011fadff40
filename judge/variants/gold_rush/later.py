"""What a line says of another turn beside what is to be done now: `fires 3 at D3, next turn 3 at D1`.

A go is ordered for the turn that is open; what is for the next one is named, and left to the next letter. What a move
is made for (`go to U1, next turn take ammo`) goes on by itself (GR-Q53) and is read with the move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token

from judge.grammar.shapes import Shapes
from judge.variants.gold_rush import marks
from judge.variants.gold_rush.names import Names

WORDS = Shapes("gold_rush_when.lark", lexer="basic")
_JOINTS = ("JOINT", "THAT_CASE")


def later_in(text: str) -> str:
    """The first words of a line by which something is for another turn; "" where none is."""
    found = WORDS.patterns["LATER"].search(text)
    return found.group().strip() if found else ""


def for_now(names: Names, text: str) -> tuple[str, tuple[str, ...]]:
    """A line without what is for another turn, and that; the line as it is where it cannot be told apart."""
    kept: list[tuple[int, int]] = []
    later: list[tuple[int, int]] = []
    begun = goes_on = False
    for start, end, said in _parts(text):
        kinds = [token.type for token in said]
        ended = "ENDS" in kinds
        is_own = bool(later) and _heads(names, text[start:end]) > 0
        if "LATER" in kinds and "NOW" not in kinds:
            if begun and not is_own and said[0].lower() == "and" and _is_bare(said):
                return text, ()
            later.append((start, end))
            goes_on = next(kind for kind in kinds if kind not in _JOINTS) == "LATER"
        elif goes_on and "NOW" not in kinds and not is_own:
            later.append((start, end))
        else:
            goes_on = False
            kept.append((start, end))
        begun = True
        if ended:
            begun = goes_on = False
    if not later:
        return text, ()
    aside = tuple(_bare(text[start:end]) for start, end in later)
    now = "".join(text[start:end] for start, end in kept).strip(" ,;-")
    first = text[later[0][0] : later[0][1]]
    heads = _heads(names, first)
    if kept and later[0] < kept[0] and heads and not _heads(names, now):
        # `M6 moves next turn, now he stands`
        now = f"{first[:heads].strip()} {now}"
    return now, aside


def _is_bare(said: Sequence[Token]) -> bool:
    """`and D1 next turn`: of a name alone nobody knows whether only that, or all of it, is for another turn."""
    words = [one for one in said if one.type == "WORD"]
    return not any(word.isdigit() for word in words) and len(words) < 2


def _parts(text: str) -> Iterator[tuple[int, int, Sequence[Token]]]:
    """The parts of a line, each from the sign or the word before it, with its words."""
    said: list[Token] = []
    for token in WORDS.tokens(text):
        opens = token.type in _JOINTS and any(one.type not in _JOINTS for one in said)
        if said and (opens or said[-1].type == "ENDS"):
            yield said[0].start_pos or 0, token.start_pos or 0, said
            said = []
        said.append(token)
    if said:
        yield said[0].start_pos or 0, len(text), said


def _heads(names: Names, text: str) -> int:
    """How far the figures that a text is for reach; 0 where it names none in front."""
    said = marks.marked(names, "go", text.lstrip(" ,;-")).marks
    at = next((place for place, one in enumerate(said) if one.sign not in ("^", ",", "and", "-", ":")), len(said))
    return said[at - 1].end + len(text) - len(text.lstrip(" ,;-")) if at and said[0].sign == "^" else 0


def _bare(text: str) -> str:
    return text.strip(" ,;-")


__all__ = ["WORDS", "for_now", "later_in"]
