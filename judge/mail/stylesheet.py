"""The style sheet of a page, as far as it decides what is visible; tinycss2 takes it apart.

A rule is sure when everybody's program gives it to the element. A condition that is not looked into (`:not(…)`,
`:nth-child(…)`, an attribute's value, `@media (…)`) is tried both ways: such a rule may hide a line, and never shows
one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import tinycss2

from judge.mail.selectors import Declared, Rule, Selector

LONGEST_SHEET = 200_000
LONGEST_STYLE = 10_000
MOST_RULES = 1_500
MOST_OF_A_NAME = 80
"""So many rules for one name; mail programs write a handful."""
MOST_UNSURE = 4
"""So many rules for one element that may or may not be for it."""
MOST_AROUND = 200
"""Inside so many names, every rule that asks where an element is counts as fitting."""
DEEPEST = 20

Said = tuple[tuple[str, str], ...]
"""Declarations, by property and value; the last one counts."""
HIDES: Declared = (("display", "none", True),)
_CONDITIONS = {"media", "supports", "container", "scope", "document", "starting-style"}
_IDLE = {
    "charset",
    "list",
    "keyframes",
    "page",
    "counter-style",
    "font-palette-values",
    "font-feature-values",
    "viewport",
}
"""Rules that hide nothing by themselves. Any other is from elsewhere, or turns the order of all others round."""
_ESCAPE = re.compile(r"\\([0-9a-f]{1,6})[ \t\r\n\f]?", re.I)
_HARMLESS = re.compile(
    r"--.*|mso-(?!hide|font-width|text-raise|style-text).*|-(?:webkit|moz|ms|apple)-(?:font-smoothing|osx-font-smoothing|"
    r"nbsp-mode|line-break|line-grid|user-.*|tap-highlight-color|touch-.*|interpolation-mode|text-decorations?-.*|"
    r"overflow-scrolling|composition-.*|hyphens|appearance|text-stroke-color|border-(?:horizontal|vertical)-spacing)|"
    r"font-(?:weight|style|variant.*|stretch|kerning|feature-settings|variation-settings|optical-sizing|synthesis.*|"
    r"language-override)|text-(?:align.*|justify.*|transform|rendering|underline.*|decoration-(?!line|thickness).*|autospace|wrap.*|"
    r"spacing.*|overflow|kashida.*|emphasis.*|orientation)|list-style.*|word-(?:break|wrap)|overflow-(?:wrap|anchor)|"
    r"table-layout|caption-side|empty-cells|cursor|page.*|break-.*|orphans|widows|quotes|counter-.*|size|user-select|"
    r"pointer-events|resize|transition.*|will-change|scroll-.*|overscroll-.*|caret-.*|accent-color|appearance|tab-.*|"
    r"hyphens|hyphenate-.*|line-(?:break|height-step|grid)|layout-.*|ruby-.*|punctuation-.*|hanging-punctuation|"
    r"image-rendering|object-fit|min-(?!width|inline-size).*|box-sizing|clear|vertical-align|isolation|transform-(?:origin|style)|"
    r"backface-visibility|(?:print-|forced-)?color-adjust|flex-(?:grow|shrink|wrap)|align-.*|justify-.*|place-.*|gap|"
    r"(?:row|column)-gap|src|panose-1|unicode-range|syntax|inherits|initial-value"
)
"""The properties that hide nothing. Any other is judged, or makes it unknowable what can be seen."""
TELEPHONE = 620
"""A screen is wider in pixels, unless it is a telephone's."""
_NAME = re.compile(r"[-\w]+")
_PREFIX = re.compile(r"-(?:webkit|moz|ms|o|khtml|apple|epub)-")
PICTURES = re.compile(r"wingdings|webdings|dingbats|symbol\b(?! ?ui)|marlett|bookshelf|\bmt extra")
"""Faces whose letters are little pictures, in which nobody reads words."""


def plain_name(name: str) -> str:
    """A property without the mark of the program that knew it first."""
    return _PREFIX.sub("", name, count=1)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a page, by one name of the elements they are for (`*`: any). `own_names`: the custom properties to
    which the page gives values; `spoilt`: not one of which anybody could say what it hides."""

    rules: dict[str, list[Rule]] = field(default_factory=dict)
    own_names: frozenset[str] = frozenset()
    spoilt: bool = False

    def cascades(
        self, names: frozenset[str], attributes: frozenset[str], around: frozenset[str], own: Declared
    ) -> Iterator[Said]:
        """The declarations that hold for an element; then those that hold if a rule fits that may be for it."""
        fitting = [
            rule
            for name in (*names, "*")
            for rule in self.rules.get(name, ())
            if rule.names <= names
            and rule.attributes <= attributes
            and (rule.inside <= around or len(around) > MOST_AROUND)
        ]
        fitting.sort(key=lambda rule: rule.weight)
        yield _cascade([rule for rule in fitting if rule.is_sure], own)
        unsure = [rule for rule in fitting if not rule.is_sure]
        if len(unsure) > MOST_UNSURE:
            yield (("display", "none"),)
            return
        for one in unsure:
            yield _cascade([rule for rule in fitting if rule.is_sure or rule is one], own)


def _cascade(rules: Sequence[Rule], own: Declared) -> Said:
    everything = [*(one for rule in rules for one in rule.said), *own]
    # Of rules that must hold, and of the style on the element, the element's own is stronger in both.
    return tuple((name, value) for strong in (False, True) for name, value, is_so in everything if is_so is strong)


@lru_cache(maxsize=1024)
def said_in(style: str) -> Declared:
    """The declarations of a style: property, value, whether it must hold. One too long to be anybody's hides."""
    if not style.strip():
        return ()
    if len(style) > LONGEST_STYLE:
        return HIDES
    return _declared(tinycss2.parse_blocks_contents(style))


def _declared(found: Sequence[Any]) -> Declared:
    return tuple(
        (one.lower_name, _words(one.value), one.important)
        for one in found
        if one.type == "declaration"
        and not (_HARMLESS.fullmatch(one.lower_name) or _HARMLESS.fullmatch(plain_name(one.lower_name)))
    )


def _words(tokens: Sequence[Any]) -> str:
    """A value in lower case, without escapes, with spaces only where they tell words apart."""
    return re.sub(r"\s*([:,()])\s*", r"\1", re.sub(r"\s+", " ", _text(tokens, 0))).strip()


def _text(tokens: Sequence[Any], depth: int) -> str:
    if depth > DEEPEST:
        return "(?)"
    made = []
    for one in tokens:
        if one.type in ("ident", "hash"):
            # An escaped sign is part of a name: it makes no colour and no second word.
            name = one.value.lower() if _NAME.fullmatch(one.value) else "?"
            made.append(f"#{name}" if one.type == "hash" else name)
        elif one.type in ("number", "percentage", "dimension"):
            unit = "%" if one.type == "percentage" else one.lower_unit if one.type == "dimension" else ""
            made.append(one.representation + unit)
        elif one.type == "function":
            made.append(f"{one.lower_name}({_text(one.arguments, depth + 1)})")
        elif one.type.endswith("block"):
            made.append(f"({_text(one.content, depth + 1)})")
        elif one.type == "url":
            made.append(f"url({'x' if one.value.strip() else ''})")
        elif one.type == "literal":
            made.append(one.value)
        elif one.type == "string":
            pictures = PICTURES.search(one.value.lower())
            made.append(f'"{pictures[0] if pictures else "x" * bool(one.value.strip())}"')
        else:
            made.append(" " if one.type in ("whitespace", "comment") else "?")
    return "".join(made)


def sheet_of(texts: Sequence[tuple[str, bool]], page: str = "") -> Sheet:
    """The rules of a page's style sheets, each with whether every program reads it. `page`: where else custom
    properties may be given values."""
    if sum(len(text) for text, _ in texts) > LONGEST_SHEET:
        return Sheet(spoilt=True)
    whole = page[:LONGEST_SHEET] + "".join(text for text, _ in texts)
    given = _ESCAPE.sub(lambda found: chr(int(found[1], 16) % 0xD800), whole.lower())
    sheet = Sheet(own_names=frozenset(re.findall(r"(--[^\s:;{}()<>\"']{1,80})\s*:", given)))
    # A block that one sheet leaves open goes no further than its end.
    blocks = (
        block
        for text, is_sure in texts
        for block in _blocks(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), None, is_sure)
    )
    for number, (selectors, said, is_sure) in enumerate(blocks):
        if number > MOST_RULES or said is None:
            return Sheet(spoilt=True)
        read = [Selector.of(each) for each in _apart(selectors)] if said else []
        # One selector that is none takes all beside it with it.
        is_sure = is_sure and all(each.is_sure for each in read)
        for each in read:
            if each.is_drawn_beside and covers(said):
                return Sheet(spoilt=True)
            if each.is_now:
                of_a_name = sheet.rules.setdefault(each.key, [])
                of_a_name.append(each.rule(number, said, is_sure))
                if len(of_a_name) > MOST_OF_A_NAME:
                    return Sheet(spoilt=True)
    return sheet


Block = tuple[Sequence[Any], Declared | None, bool]
"""Selectors, declarations, whether they hold everywhere. Declarations that are None: nobody can say."""


def _blocks(found: Sequence[Any], above: Sequence[Any] | None, is_sure: bool, depth: int = 0) -> Iterator[Block]:
    """Each block that may hold on an ordinary screen; blocks may be in blocks. `above`: whose block this is."""
    for one in found:
        if one.type not in ("qualified-rule", "at-rule") or (one.type == "at-rule" and _is_idle(one)):
            continue
        if depth == DEEPEST or one.content is None or not (one.type == "qualified-rule" or _is_conditional(one)):
            yield (), None, False
            return
        is_list = one.type == "at-rule" and above is None
        inside = (tinycss2.parse_rule_list if is_list else tinycss2.parse_blocks_contents)(one.content)
        if one.type == "qualified-rule":
            yield one.prelude, _declared(inside), is_sure and above is None
            yield from _blocks(inside, one.prelude, False, depth + 1)
            continue
        everywhere = one.lower_at_keyword == "media" and _words(one.prelude) in ("", "all", "screen", "only screen")
        if above is not None:
            yield above, _declared(inside), False
        yield from _blocks(inside, above, is_sure and everywhere, depth + 1)


def covers(said: Declared) -> bool:
    """Whether something that is drawn beside an element may lie on top of what others say."""
    return any(
        name == "position" or name.endswith("box-shadow") or name.startswith(("outline", "margin", "trans"))
        for name, _, _ in said
    )


def _is_idle(rule: Any) -> bool:
    """Whether a rule with an @ hides nothing on an ordinary screen. A page's own letters might show anything."""
    name = rule.lower_at_keyword
    if name == "media":
        return not any(_fits(one) for one in _words(rule.prelude).split(","))
    if name == "font-face":
        inside = tinycss2.parse_blocks_contents(rule.content or ())
        return not any(one.type == "declaration" and one.lower_name == "src" for one in inside)
    return name in _IDLE or (name.startswith("-") and name != "-moz-document")


def _is_conditional(rule: Any) -> bool:
    return rule.lower_at_keyword in _CONDITIONS


def _fits(said: str) -> bool:
    """Whether rules for these screens may hold on a usual one: light, and wider than a telephone's."""
    if re.search(r"\bor\b", said):
        return True
    if re.search(r"\bprint\b|\bspeech\b|scheme:dark", said) and not re.search(r"\bnot\b", said):
        return False
    most = re.findall(r"max-(?:device-)?width:([\d.]{1,9})(r?em)?", said)
    return re.search(r"\bnot\b", said) is not None or all(_width(*one) > TELEPHONE for one in most)


def _width(said: str, unit: str) -> float:
    return (float(said) if said.count(".") < 2 else 0.0) * (16 if unit else 1)


def _apart(tokens: Sequence[Any]) -> Iterator[list[Any]]:
    """The selectors of a list."""
    one: list[Any] = []
    for token in tokens:
        if token == ",":
            yield one
            one = []
        else:
            one.append(token)
    yield one
