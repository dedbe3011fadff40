"""The style sheet of a page, as far as it says what can be seen.

A selector counts for every element that its last part fits and that stands inside what its other parts name. Signs that
are not looked into (`:not(…)`, `:nth-child(…)`, what an attribute must hold) are taken to fit: rather too much is named
as hidden than read unseen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

LONGEST_SHEET = 200_000
LONGEST_STYLE = 10_000
MOST_RULES = 1_500
MOST_OF_A_NAME = 80
"""So many rules for one name; mail programs write a handful."""
MOST_AROUND = 200
"""Inside so many names, every rule is taken to fit that asks where an element stands."""

Said = tuple[tuple[str, str], ...]
"""Declarations, by property and value; the last one counts."""
_IMPORTANT = re.compile(r"\s*!\s*important$")
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})[ \t\r\n\f]?|\\(.)", re.I | re.S)
_ONLY_SOMETIMES = re.compile(r":(?:hover|active|focus[\w-]*|target|checked)\b")
_NO_ELEMENT = re.compile(r"::|:(?:before|after|first-line|first-letter)\b")
_NESTED = {"media", "supports", "layer", "container", "scope", "document", "-moz-document", "starting-style"}
_TELLS = re.compile(
    r"(?:-webkit-)?(?:(?:text-fill-)?color|background|mask|clip-path|filter)|opacity|visibility|display|mso-hide|font(?:-size)?$|"
    r"(?:max-)?(?:height|width|block-size|inline-size)|overflow|clip|left|right|top|bottom|inset|text-indent|margin|"
    r"translate|transform$|scale|rotate|zoom|mix-blend-mode|content-visibility|z-index|letter-spacing|line-height|speak-as"
)
"""The properties that say whether something can be seen."""
_PART = re.compile(r"\[\s*([\w-]+)[^\]]*\]|([.#]?)((?:[\w-]|[^\x00-\x7f])+)")


@dataclass(frozen=True, slots=True)
class Rule:
    """What is said of the elements with these names and attributes that stand inside others of these names."""

    names: frozenset[str]
    attributes: frozenset[str]
    inside: frozenset[str]
    weight: tuple[int, int]
    said: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a page, by one name of the elements they are for (`*`: any). `own_names`: the custom properties to
    which the page gives values; `spoilt`: longer than anybody's, so that nothing is known."""

    rules: dict[str, list[Rule]] = field(default_factory=dict)
    own_names: frozenset[str] = frozenset()
    spoilt: bool = False

    def cascade(
        self,
        names: frozenset[str],
        attributes: frozenset[str],
        around: frozenset[str],
        own: tuple[tuple[str, str, bool], ...],
    ) -> Said:
        """What holds for an element, the last said for each property being the one that counts."""
        fitting = [
            rule
            for name in (*names, "*")
            for rule in self.rules.get(name, ())
            if rule.names <= names
            and rule.attributes <= attributes
            and (rule.inside <= around or len(around) > MOST_AROUND)
        ]
        fitting.sort(key=lambda rule: rule.weight)
        said = [one for rule in fitting for one in rule.said]
        everything = [*said, *own]
        # Of rules that must hold, and of the style on the element, the element's own is stronger in both.
        return tuple((name, value) for strong in (False, True) for name, value, is_so in everything if is_so is strong)


@lru_cache(maxsize=1024)
def said_in(style: str) -> tuple[tuple[str, str, bool], ...]:
    """The declarations of a style: property, value, whether it must hold. One too long to be anybody's hides."""
    if not style.strip():
        return ()
    if len(style) > LONGEST_STYLE:
        return (("display", "none", True),)
    return tuple(_declarations(_without_comments(style)))


def _without_comments(text: str) -> str:
    parts = re.sub(r"<!--|-->|\x00", "", text).split("/*")
    return parts[0] + "".join(part.partition("*/")[2] for part in parts[1:])


def _plain(text: str) -> str:
    """Without escapes, in lower case, with spaces only where they tell words apart."""

    def sign(found: re.Match[str]) -> str:
        code = int(found[1], 16) if found[1] else ord(found[2])
        return chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "

    text = _ESCAPE.sub(sign, text) if "\\" in text else text
    return re.sub(r"\s*([:,()])\s*", r"\1", re.sub(r"\s+", " ", text.lower())).strip()


def _declarations(text: str) -> Iterator[tuple[str, str, bool]]:
    for one in _split(text, ";"):
        name, colon, value = _plain(one).partition(":")
        if colon and _TELLS.match(name):
            strong = _IMPORTANT.search(value)
            yield name.strip(), value[: strong.start()] if strong else value, strong is not None


def _split(text: str, sign: str) -> Iterator[str]:
    """Cut at a sign that stands neither in quotation marks nor in brackets."""
    depth, quoted, start = 0, "", 0
    for found in re.finditer(r"[;,()\"']", text):
        here = found[0]
        if quoted:
            quoted = "" if here == quoted else quoted
        elif here in "\"'":
            quoted = here
        elif here in "()":
            depth = max(0, depth + (1 if here == "(" else -1))
        elif here == sign and not depth:
            yield text[start : found.start()]
            start = found.end()
    yield text[start:]


def sheet_of(text: str, page: str = "") -> Sheet:
    """A style sheet's rules. `page`: where else custom properties may be given values."""
    if len(text) > LONGEST_SHEET:
        return Sheet(spoilt=True)
    own_names = frozenset(re.findall(r"(--[^\s:;{}()<>\"']{1,80})\s*:", _plain(page[:LONGEST_SHEET] + text)))
    sheet = Sheet(own_names=own_names)
    text = re.sub(r"\"[^\"\n]*\"|'[^'\n]*'", '""', _without_comments(text))
    for number, (selectors, said) in enumerate(_blocks(text)):
        told = tuple(_declarations(said))
        if number > MOST_RULES:
            return Sheet(spoilt=True)
        for selector in _split(selectors, ",") if told else ():
            if (rule := _rule(selector, number, told)) is not None:
                key = min(rule.names, key=lambda name: (name[0] not in ".#", name), default="*")
                of_a_name = sheet.rules.setdefault(key, [])
                of_a_name.append(rule)
                if len(of_a_name) > MOST_OF_A_NAME:
                    return Sheet(spoilt=True)
    return sheet


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """(selectors, declarations) of each block that holds on an ordinary screen; blocks may stand in blocks."""
    # For each open block: its selectors ("": one that only groups others; None: one that is passed over).
    open_blocks: list[str | None] = []
    start = 0
    for found in re.finditer(r"[{}]", text):
        before = text[start : found.start()]
        start = found.end()
        if found[0] == "{":
            said, _, head = before.rpartition(";")
            above = open_blocks[-1] if open_blocks else ""
            if above and said.strip():
                yield above, said
            open_blocks.append(None if above is None else _kind(head.strip()))
        elif open_blocks:
            selectors = open_blocks.pop()
            if selectors:
                yield selectors, before


def _kind(head: str) -> str | None:
    if not head.startswith("@"):
        return head.lstrip("&")
    words = _plain(head[1:]).split(" ", 1)
    name = words[0].partition("(")[0]
    if name not in _NESTED or (name == "media" and not _is_shown(" ".join(words)[len("media") :])):
        return None
    return ""


def _is_shown(said: str) -> bool:
    """Whether rules for these screens hold on a usual one: light, and between 600 and 1200 pixels wide."""
    return any(_fits(one) for one in said.split(","))


def _fits(said: str) -> bool:
    if re.search(r"\bprint\b|\bspeech\b|scheme:dark", said) and " not " not in f" {said} ":
        return False
    least = [float(one) for one in re.findall(r"min-(?:device-)?width:(\d{1,6})", said)]
    most = [float(one) for one in re.findall(r"max-(?:device-)?width:(\d{1,6})", said)]
    return all(one <= 600 for one in least) and all(one >= 1200 for one in most)


def _rule(selector: str, number: int, said: tuple[tuple[str, str, bool], ...]) -> Rule | None:
    """A selector as a rule; None for one that holds sometimes, or for no element."""
    selector = re.sub(r":root\b", "html", re.sub(r"\s+", " ", selector)).strip()
    if _ONLY_SOMETIMES.search(selector) or _NO_ELEMENT.search(selector):
        return None
    for _ in range(4):
        selector = re.sub(r":[\w-]+\([^()]*\)|:[\w-]+(?!\()", "", selector)
        selector = re.sub(r"\([^()]*\)", "", selector)
    steps = re.split(r"\s*([>+~ ])\s*", _unescaped(re.sub(r"\s*([>+~])\s*", r"\1", selector).strip()))
    names, attributes = _part(steps[-1])
    inside: set[str] = set()
    for part, joined in zip(steps[:-1:2], steps[1::2], strict=False):
        if joined in "> ":
            inside |= _part(part)[0]
    weight = 100 * sum(one.startswith("#") for one in (*names, *inside))
    weight += 10 * (len(attributes) + sum(one.startswith(".") for one in (*names, *inside)))
    weight += sum(one[0] not in ".#" for one in (*names, *inside))
    return Rule(frozenset(names), frozenset(attributes), frozenset(inside), (weight, number), said)


def _unescaped(selector: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1], 16) % 0xD800) if found[1] else found[2], selector).lower()


def _part(text: str) -> tuple[set[str], Sequence[str]]:
    """The names (`p`, `.x`, `#x`) and the attributes that an element must have."""
    found = [*_PART.finditer(text)]
    tags = [one[3] for one in found if one[3] and not one[2]]
    names = {one[2] + one[3] for one in found if one[3] and one[2]}
    return names | set(tags[-1:]), [one[1] for one in found if one[1]]
