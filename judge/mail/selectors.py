"""A selector of a style sheet: the elements it is for, as far as an element and those around it show that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

_ONLY_SOMETIMES = {"hover", "active", "focus", "focus-within", "focus-visible", "target", "checked"}
_BESIDE = {"before", "after", "marker"}

Declared = tuple[tuple[str, str, bool], ...]
"""Declarations as they are written: property, value, whether it must hold."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The declarations for the elements with these names and attributes inside others of these names.

    `is_sure`: everybody's program gives it to just these elements. `on`: the screens it is for (`narrow`, `dark`), ""
    being the usual ones.
    """

    names: frozenset[str]
    attributes: frozenset[str]
    inside: frozenset[str]
    weight: tuple[int, int]
    said: Declared
    is_sure: bool
    _: KW_ONLY
    on: str


@dataclass(slots=True, kw_only=True)
class Selector:
    """A selector as it is read, from its first part to its last. `names` (`p`, `.x`, `#x`) and `attributes` are those
    of the last part; `inside`, names that elements around it have."""

    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    is_sure: bool = True
    is_now: bool = True
    """False of one that holds sometimes (`:hover`), or for no element."""
    is_drawn_beside: bool = False
    """Whether it is for what the sheet itself draws before or after an element."""
    parts: int = 1
    _joined: str = ""
    _sign: str = ""
    _is_any: bool = False

    @classmethod
    def of(cls, tokens: Sequence[Any]) -> Selector:
        """The elements that these tokens select."""
        made = cls()
        while tokens and tokens[-1].type == "whitespace":
            tokens = tokens[:-1]
        for token in tokens:
            made._read(token)
        made.is_sure = made.is_sure and not (made._sign or made._joined or made._is_empty())
        return made

    @property
    def key(self) -> str:
        """The name by which a rule is found; `*` for one that may be for any element."""
        return min(self.names, key=lambda name: (name[0] not in ".#", name), default="*")

    def rule(self, number: int, said: Declared, is_sure: bool, on: str) -> Rule:
        """The declarations for the elements that this selects; `number`: its place among all."""
        every = (*self.names, *self.inside)
        weight = 100 * sum(one.startswith("#") for one in every) + sum(one[0] not in ".#" for one in every)
        weight += 10 * (len(self.attributes) + sum(one.startswith(".") for one in every))
        names, attributes, inside = (frozenset(one) for one in (self.names, self.attributes, self.inside))
        return Rule(names, attributes, inside, (weight, number), said, is_sure, on=on)

    def _is_empty(self) -> bool:
        return not (self.names or self.attributes or self._is_any)

    def _read(self, token: Any) -> None:
        if token.type == "whitespace" or token in (">", "+", "~"):
            self._join(" " if token.type == "whitespace" else token.value)
            return
        if self._joined:
            self._next_part()
        sign, self._sign = self._sign, ""
        if token in (".", ":"):
            self.is_sure = self.is_sure and (not sign or (sign == ":" and token == ":"))
            self._sign = token.value
        elif token == "*" and not sign:
            self._is_any = True
        elif token.type == "hash" and not sign:
            self._name("#", token.value)
            self.is_sure = self.is_sure and token.is_identifier
        elif token.type == "ident" and sign != ":":
            # A kind of element comes first.
            self.is_sure = self.is_sure and (bool(sign) or self._is_empty())
            self._name(sign, token.value)
        elif token.type == "ident":
            self._state(token.lower_value)
        else:
            self.is_sure = False
            self._is_any = True
            if token.type == "[] block":
                names = [one for one in token.content if one.type != "whitespace"]
                self.attributes |= {one.lower_value for one in names[:1] if one.type == "ident"}

    def _join(self, sign: str) -> None:
        if sign == " ":
            self._joined = self._joined or sign
        else:
            self.is_sure = self.is_sure and self._joined in ("", " ")
            self._joined = sign
        if self._sign or self._is_empty():
            # Space before the first part is none.
            self.is_sure = self.is_sure and sign == " " and not self._sign
            self._sign = ""
            self._joined = "" if sign == " " else self._joined

    def _next_part(self) -> None:
        """The part read so far is around the next part, or beside it. Only `x y` is looked into as it is meant."""
        plain = self.parts == 1 and self._joined == " " and len(self.names) == 1 and not self.attributes
        self.is_sure = self.is_sure and plain
        if self._joined in " >":
            self.inside |= self.names
        self.names, self.attributes, self._is_any = set(), set(), False
        self.parts += 1
        self._joined = ""

    def _name(self, sign: str, name: str) -> None:
        self.names.add(sign + name.lower())
        # Whether large letters are others depends on the page.
        self.is_sure = self.is_sure and (not sign or name == name.lower())

    def _state(self, name: str) -> None:
        self._is_any = True
        if name in _ONLY_SOMETIMES or name in _BESIDE:
            self.is_now = False
            self.is_drawn_beside = self.is_drawn_beside or name in _BESIDE
        else:
            self.names |= {"html"} if name == "root" else set()
            self.is_sure = False
