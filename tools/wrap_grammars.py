"""Set out the long lines of the grammars: alternatives stand below each other.

    python tools/wrap_grammars.py [--check] [FILE…]

Lark reads the same to the letter: `judge.grammar.source` puts the lines of a pattern together again.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from judge.grammar.source import joined

WIDTH, FULL = 120, 108
"""Signs that a line may have, and those behind which it breaks where it can."""
ROOT = Path(__file__).resolve().parent.parent
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"i?|/(?!/)(?:\\.|[^/\\])+/[imslux]*|\s+|[()|]|[^\s()|"/]+|.')
_SIGN = re.compile(r"\(\?(?:<?[=!]|:|[-a-z]+:)|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
"""A sign of a pattern: a bracket with what says of what kind it is, an escaped sign, a class, or a plain sign."""
_BEGINS = re.compile(r"(%ignore|[?!]*\w+(?:\{[\w, ]+\})?(?:\.-?\d+)?\s*:)\s*")


class Page:
    """Text set out in lines. `bar`: what stands between alternatives."""

    def __init__(self, text: str, bar: str) -> None:
        self.text = text
        self.bar = bar

    @property
    def room(self) -> int:
        """How much still goes on the line."""
        return FULL - len(self.text) + self.text.rfind("\n") + 1

    def turn(self, indent: str, is_bar: bool = False) -> None:
        """Begin a line, unless space would be lost by it. Lark's own begin with a bar."""
        if not self.text.endswith((" ", "\n" + indent)) and (is_bar or self.bar == "|"):
            self.text += "\n" + indent

    def put(self, signs: list[str], indent: str) -> None:
        """Alternatives, as many on a line as it takes; behind one that takes several a line begins."""
        is_long = False
        for number, way in enumerate(_ways(signs)):
            text = "".join(way)
            bar = self.bar if number else ""
            if number and (is_long or len(bar) + len(text) > self.room):
                self.turn(indent, is_bar=True)
                bar = bar.lstrip()
            self.text += bar
            is_long = len(text) > self.room
            if is_long:
                self._within(way, indent)
            else:
                self.text += text

    def _within(self, signs: list[str], indent: str) -> None:
        """An alternative that is too long for a line: it breaks within its brackets."""
        for piece in _pieces(signs):
            text = "".join(piece)
            if self.room < len(text) < _LITTLE and piece[0].startswith("("):
                self.turn(indent + "  ")
            if len(text) <= self.room or len(piece) < _SHORT:
                if self.bar == "|":
                    self.text += text
                else:
                    self.pattern(text, indent)
                continue
            self.text += piece[0]
            deeper = indent + "  "
            first = "".join(_ways(piece[1:-1])[0])
            if len(first) > self.room and not first.startswith(" "):
                self.turn(deeper)
            self.put(piece[1:-1], deeper)
            self.text += piece[-1]

    def pattern(self, text: str, indent: str) -> None:
        """A token of Lark's: of a long pattern the alternatives."""
        if len(text) <= self.room or not text.startswith("/"):
            self.text += text
            return
        body, _, flags = text[1:].rpartition("/")
        page = Page(self.text + "/", "|")
        page.put(_SIGN.findall(body), indent + "  ")
        self.text = f"{page.text}/{flags}"


_SHORT, _LITTLE = 3, 60
"""Signs of what does not break, and of a bracket that rather begins a line than breaks."""


def _ways(signs: list[str]) -> list[list[str]]:
    """The alternatives of some signs."""
    found: list[list[str]] = [[]]
    depth = 0
    for sign in signs:
        depth += sign.startswith("(") - (sign == ")")
        if sign.strip() == "|" and not depth:
            found.append([])
        else:
            found[-1].append(sign)
    return found


def _pieces(signs: list[str]) -> list[list[str]]:
    """The signs, those in brackets together."""
    found: list[list[str]] = []
    depth = 0
    for sign in signs:
        if depth:
            found[-1].append(sign)
        else:
            found.append([sign])
        depth += sign.startswith("(") - (sign == ")")
    return found


def set_out(line: str) -> str:
    """A line of a grammar in as many as it takes."""
    begins = _BEGINS.match(line)
    if len(line) <= WIDTH:
        return line
    if line.startswith("//"):
        return _remark(line)
    head = begins[0] if begins else re.match(r"\s*(\|\s*)?", line)[0]  # type: ignore[index]
    tokens = [re.sub(r"\s+", " ", one) for one in _TOKEN.findall(line[len(head) :])]
    page = Page(head, " | ")
    said = [" | " if one == "|" else one for at, one in enumerate(tokens) if not _is_beside_a_bar(tokens, at)]
    page.put(said, "    ")
    return page.text


def _is_beside_a_bar(tokens: list[str], at: int) -> bool:
    return tokens[at] == " " and "|" in tokens[max(0, at - 1) : at + 2]


def _remark(line: str) -> str:
    rows = ["//"]
    for word in line[2:].split():
        if len(rows[-1]) + 1 + len(word) > WIDTH:
            rows.append("//")
        rows[-1] += f" {word}"
    return "\n".join(rows)


def wrapped(text: str) -> str:
    """A grammar with its long lines set out. Lines of a pattern that stands in several are put together first, where
    one of them is too long."""
    if max(map(len, text.split("\n"))) <= WIDTH:
        return text
    return "\n".join(map(set_out, joined(text).split("\n")))


def main() -> int:
    """Set them out, or with --check say which have lines that are too long."""
    files = [Path(one) for one in sys.argv[1:] if one != "--check"] or sorted(ROOT.glob("judge/grammar/*.lark"))
    changed = []
    for file in files:
        before = file.read_text(encoding="utf-8")
        after = wrapped(before)
        if before != after:
            changed.append(file.name)
            if "--check" not in sys.argv:
                file.write_text(after, encoding="utf-8")
    print("\n".join(changed))
    return bool(changed and "--check" in sys.argv)


if __name__ == "__main__":
    raise SystemExit(main())
