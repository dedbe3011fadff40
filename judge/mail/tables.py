"""The rows of a letter's tables as text, by what the heads of their columns say."""

from __future__ import annotations

from collections.abc import Sequence

from judge.grammar.columns import is_head, names_columns, tells_why
from judge.mail.quotes import TextLine


def has_cells(lines: Sequence[TextLine]) -> bool:
    """Whether anything in these lines stands apart as the cells of a table do."""
    text = "\n".join([line.text for line in lines])
    return "  " in text or "|" in text or "\t" in text


def in_columns(lines: Sequence[TextLine]) -> dict[int, str]:
    """The rows of tables whose cells stand apart by blanks, by their places, as text: where only goals are said, each
    with the word for going there. The row above that names the columns says nothing: ""."""
    found: dict[int, str] = {}
    heads: list[str] = []
    above: list[str] = []
    for place, line in enumerate(lines):
        text = line.text.replace("\t", "  ") if line.is_own and not line.origin else ""
        barred = [cell.strip() for cell in text.strip().strip("|").split("|")] if "|" in text else []
        is_barred = len(barred) > 1 and any(_counts_shots(one) or _says_goals(one) for one in (heads, barred))
        cells = barred if is_barred else [cell.strip() for cell in text.split("  ") if cell.strip()]
        if len(cells) > 1 and names_columns(" ".join(cells)):
            heads = [cell.lower() for cell in cells]
            found[place] = ""
        elif heads and len(cells) == len(heads) and not any(map(str.isalnum, "".join(cells))):
            found[place] = ""  # a rule between rows
        elif heads and len(cells) == len(heads) and _counts_shots(heads):
            above = [old if is_head(cell, "SAME") else cell for old, cell in zip(above or cells, cells, strict=True)]
            found[place] = _shooting(heads, above)
        elif heads and len(cells) == len(heads):
            found[place] = " ".join(_with_ways(heads, cells))
        else:
            heads = []
    return found


def _with_ways(heads: Sequence[str], cells: Sequence[str]) -> list[str]:
    """The cells of a row; where only goals are said, each with the word for going there."""
    goes = not any(is_head(head, "ACTING") for head in heads)
    return [
        f"{_to(head, cell)} {cell}" if goes and _is_goal(head, cell) else cell
        for head, cell in zip(heads, cells, strict=True)
    ]


def _says_goals(heads: Sequence[str]) -> bool:
    """Whether a row of heads has a column of goals, and none that may say what is done."""
    if len(heads) < _FEWEST or not names_columns(" ".join(heads)):
        return False
    return any(is_head(head, "GOAL") for head in heads) and not any(is_head(head, "ACTING", "REASON") for head in heads)


_FEWEST = 2


def _counts_shots(heads: Sequence[str]) -> bool:
    return len(heads) > 1 and names_columns(" ".join(heads)) and any(is_head(head, "SHOTS") for head in heads)


def _shooting(heads: Sequence[str], cells: Sequence[str]) -> str:
    """A row of shots: who, what else they do, how many shots and at whom."""
    said = {head: cell for head, cell in zip(heads, cells, strict=True) if cell.strip("-/. ")}
    at = next((head for head in said if is_head(head, "AIM", "TARGET")), "")
    number = next((head for head in said if is_head(head, "SHOTS")), "")
    acts = any(is_head(head, "ACTING") for head in said)
    others = [cell for head, cell in said.items() if head not in (at, number)]
    if not at and not number and not acts:
        return f"{' '.join(others)}: stand" if len(others) == 1 else " ".join(others)
    shots = [f"{said[number]} shots"] if number else []
    return " ".join([*others, *([] if acts else ["fires"]), *shots, *([f"at {said[at]}"] if at else [])])


def _to(head: str, cell: str) -> str:
    """The word before a place to go to; before a target by its code, the word for shots."""
    is_code = cell[1:].isdigit() and len(cell) <= _LONGEST_CODE
    return "at" if is_code and is_head(head, "TARGET") else "to"


_LONGEST_CODE = 3


def with_reasons(lines: Sequence[TextLine]) -> dict[int, tuple[str, str]]:
    """The rows of tables in which a column tells why, or asks something, by their places: what else stands in the row,
    and why. A row is left as it is where that may turn its order."""
    found: dict[int, tuple[str, str]] = {}
    column = -1
    heads: list[str] = []
    for place, line in enumerate(lines):
        text = line.text if line.is_own and not line.origin else ""
        cells = text.strip().strip("|").split("|") if "|" in text else text.replace("\t", "  ").split("  ")
        said = [cell.strip() for cell in cells if cell.strip() or "|" in text]
        if len(said) > 1 and names_columns(" ".join(said)):
            heads = [one.lower() for one in said]
            column = next((at for at, one in enumerate(heads) if is_head(one, "REASON")), -1)
        elif len(said) != len(heads):
            continue
        elif column > 0 and said[column] and tells_why(said[column]):
            told = _with_ways(heads, said)
            found[place] = (" ".join(one for at, one in enumerate(told) if at != column and one), said[column])
        elif any(map(_asks, heads)):
            answered = [_answered(head, cell) for head, cell in zip(heads, _with_ways(heads, said), strict=True)]
            found[place] = (" ".join(filter(None, answered)), "")
    return found


def _asks(head: str) -> bool:
    return head.endswith("?") or is_head(head, "HOW")


def _answered(head: str, cell: str) -> str:
    """What a cell says below a heading that asks for a yes or a no: `convoy` below `convoy?`, or nothing. No bid is
    something."""
    asked, said = head.rstrip("?"), cell.lower().rstrip(".!")
    if not _asks(head) or said not in (*_YES, *_NO):
        return cell
    return _HOW.get(asked, asked) if said in _YES else "" if asked in _HOW else cell


_HOW = {"herd": "with herd", "convoy": "convoy", "via": "via"}
"""What an order may be done with, or not."""
_YES = ("yes", "y", "x", "ja", "oui")
_NO = ("no", "n", "-", "nein", "non", "")


def _is_goal(head: str, cell: str) -> bool:
    """Whether a cell below such a heading can only be a place to go to."""
    return is_head(head, "GOAL", "TARGET") and cell[:1].isupper() and cell.split()[0].lower() not in _STAYING


_STAYING = frozenset("h hold holds s stand stands stay stays support supports waive disband build to".split())


__all__ = ["has_cells", "in_columns", "with_reasons"]
