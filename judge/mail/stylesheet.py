"""The style sheet of a page, as far as it decides what is visible; tinycss2 takes it apart.

A rule is sure when everybody's program gives it to the element. A condition that is not looked into (`:not(…)`,
`:nth-child(…)`, an attribute's value, `@media (…)`) is tried both ways: such a rule may hide a line, and never shows
one. So are rules for some screens alone, a telephone's or a dark one. Words that a sheet itself writes before or behind
an element are no part of the page, so of a page with such words nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
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
MOST_ON_SOME = 20
"""So many rules for one element that are for some screens alone."""
MOST_AROUND = 200
"""Inside so many names, every rule that asks where an element is counts as fitting."""
DEEPEST = 20
LONGEST_WORDS = 400

Said = tuple[tuple[str, str], ...]
"""Declarations, by property and value; the last one counts."""
HIDES: Declared = (("display", "none", True),)
_CONDITIONS = {"media", "supports", "container", "scope", "document", "starting-style"}
_IDLE = {
    "charset",
    "list",
    "keyframes",
    "page",
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
_WRITES = re.compile(r"quotes|list-style(?:-type)?|text-overflow|hyphenate-character")
"""Properties that write words of their own beside those of the page, if they are given some."""
_NO_WORDS = re.compile(r"(?:no-)?(?:open|close)-quote|none|normal|inherit|initial|unset|[.\s'\"«»‹›‘’“”„•·–]")
_OF_COLOURS = re.compile(r"(?:text-fill-)?color.*|background.*|border.*|outline.*|(?:box|text)-shadow|fill|filter")
"""In the dark a page has other colours, which are judged by its light ones."""
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
    words: tuple[str, ...] = ()
    """What the sheet itself writes before or behind elements."""

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
        unsure = [[rule] for rule in fitting if not rule.is_sure and not rule.on]
        # Those for a telephone may hold together there, or one of them on a larger one.
        some = [[rule] for rule in fitting if rule.on]
        if len(unsure) > MOST_UNSURE or len(some) > MOST_ON_SOME:
            yield (("display", "none"),)
            return
        together = [[rule for rule in fitting if rule.on == on] for on in ("narrow", "dark")]
        for added in (*unsure, *some, *(rules for rules in together if len(rules) > 1)):
            yield _cascade([rule for rule in fitting if rule.is_sure or rule in added], own)


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
    said: list[tuple[str, str, bool]] = []
    for one in found:
        if one.type != "declaration":
            continue
        name = one.lower_name
        if name == "content":
            said.append((name, _written(one.value), one.important))
        elif _WRITES.fullmatch(plain_name(name)) and _has_words(_written(one.value, strings_alone=True)):
            said.append(("display", "none", True))
        elif not (_HARMLESS.fullmatch(name) or _HARMLESS.fullmatch(plain_name(name))):
            said.append((name, _words(one.value), one.important))
    return tuple(said)


def _written(tokens: Sequence[Any], *, strings_alone: bool = False) -> str:
    """The words that a value writes, with its functions as they are."""
    said = (one for one in tokens if one.type not in ("whitespace", "comment"))
    strings = (one.value if one.type == "string" else "" if strings_alone else _text([one], 0) for one in said)
    return " ".join("".join(strings).split())


def _has_words(text: str) -> bool:
    return any(sign.isalnum() for sign in text)


def _writes_beside(said: Declared, selector: Selector) -> str:
    """The words of a rule that writes before or behind an element; "" for a mark in quotes, a point, or the sign or the
    number of an item in a list."""
    value = next((value for name, value, _ in reversed(said) if name == "content"), "")
    is_item = "li" in selector.names
    left = _NO_WORDS.sub("", re.sub(r"counters?\(.*?\)", "", value) if is_item else value)
    return value if _has_words(left) or (left.strip() and not is_item) else ""


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
    written: list[str] = []
    for number, (selectors, said, is_sure, on) in enumerate(blocks):
        if number > MOST_RULES or said is None:
            return Sheet(spoilt=True, words=tuple(written))
        read = [Selector.of(each) for each in _apart(selectors)] if said else []
        # One selector that is none takes all beside it with it.
        is_sure = is_sure and all(each.is_sure for each in read)
        for each in read:
            if each.is_drawn_beside and covers(said):
                return Sheet(spoilt=True, words=tuple(written))
            if each.is_drawn_beside and (words := _writes_beside(said, each)):
                written.append(words[:LONGEST_WORDS])
            if each.is_now:
                of_a_name = sheet.rules.setdefault(each.key, [])
                of_a_name.append(each.rule(number, said, is_sure, on))
                if len(of_a_name) > MOST_OF_A_NAME:
                    return Sheet(spoilt=True, words=tuple(written))
    return replace(sheet, spoilt=bool(written), words=tuple(dict.fromkeys(written)))


Block = tuple[Sequence[Any], Declared | None, bool, str]
"""Selectors, declarations, whether they hold everywhere, and the screens they are for. Declarations that are None:
nobody can say."""


def _blocks(
    found: Sequence[Any], above: Sequence[Any] | None, is_sure: bool, depth: int = 0, on: str = ""
) -> Iterator[Block]:
    """Each block that may hold on a screen; blocks may be in blocks. `above`: whose block this is; `on`: the screens it
    is for."""
    for one in found:
        if one.type not in ("qualified-rule", "at-rule") or (one.type == "at-rule" and _is_idle(one)):
            continue
        if depth == DEEPEST or one.content is None or not (one.type == "qualified-rule" or _is_conditional(one)):
            yield (), None, False, on
            return
        is_list = one.type == "at-rule" and above is None
        inside = (tinycss2.parse_rule_list if is_list else tinycss2.parse_blocks_contents)(one.content)
        if one.type == "qualified-rule":
            yield one.prelude, _on(on, _declared(inside)), is_sure and above is None, on
            yield from _blocks(inside, one.prelude, False, depth + 1, on)
            continue
        is_media = one.lower_at_keyword == "media"
        everywhere = is_media and _words(one.prelude) in ("", "all", "screen", "only screen")
        there = on or (_screens(_words(one.prelude)) if is_media else "")
        if above is not None:
            yield above, _on(there, _declared(inside)), False, there
        yield from _blocks(inside, above, is_sure and everywhere, depth + 1, there)


def _on(screens: str, said: Declared) -> Declared:
    return said if screens != "dark" else tuple(one for one in said if not _OF_COLOURS.fullmatch(plain_name(one[0])))


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
        return _screens(_words(rule.prelude)) == "none"
    if name == "font-face":
        inside = tinycss2.parse_blocks_contents(rule.content or ())
        return not any(one.type == "declaration" and one.lower_name == "src" for one in inside)
    if name == "counter-style":
        inside = tinycss2.parse_blocks_contents(rule.content or ())
        return not any(
            _has_words(_written(one.value, strings_alone=True)) for one in inside if one.type == "declaration"
        )
    return name in _IDLE or (name.startswith("-") and name != "-moz-document")


def _is_conditional(rule: Any) -> bool:
    return rule.lower_at_keyword in _CONDITIONS


def _screens(said: str) -> str:
    """The screens that rules are for: "" for usual ones, light and wider than a telephone's, `narrow`, `dark`, or
    `none` at all. Of several in a list, the first of these counts."""
    found = {_screen(one) for one in said.split(",")}
    return next(one for one in ("", "narrow", "dark", "none") if one in found)


def _screen(said: str) -> str:
    if re.search(r"\b(?:or|not)\b", said):
        return ""
    if re.search(r"\bprint\b|\bspeech\b", said):
        return "none"
    if re.search(r"scheme:dark", said):
        return "dark"
    most = re.findall(r"max-(?:device-)?width:([\d.]{1,9})(r?em)?", said)
    return "" if all(_width(*one) > TELEPHONE for one in most) else "narrow"


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
