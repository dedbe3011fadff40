"""The one loader for YAML that people write: scenarios, positions, maps, campaigns, orders.

Numbers only without leading zeros, booleans only `true`/`false`, no dates, no base 60: `0412`, `20:30` and `NO` are
text. A duplicate key is an error. Every complaint names file, line and key.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.resolver import Resolver
from yaml.scanner import Scanner

Path = tuple[str | int, ...]

# Control characters, but for tabs and the ends of lines.
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


@dataclass(frozen=True, slots=True)
class Complaint:
    """One mistake in a document. The sentence is for the person who wrote the file."""

    line: int
    path: Path
    sentence: str

    def said(self, name: str) -> str:
        """`file, line 3, units/france: …`; of a flag, which has no lines, `--set nmr: …`."""
        where = "/".join(map(str, self.path))
        if not name or name.startswith("--"):
            return ": ".join(filter(None, (name if name == f"--{where}" else f"{name} {where}".strip(), self.sentence)))
        return f"{name}, line {self.line}{', ' + where if where else ''}: {self.sentence}"


class DocumentError(ValueError):
    """A document that cannot be used, with every mistake in it."""

    def __init__(self, name: str, complaints: Iterable[Complaint]) -> None:
        self.name = name
        self.complaints = tuple(complaints)
        super().__init__("\n".join(complaint.said(name) for complaint in self.complaints))


@dataclass(frozen=True)
class Document:
    """A YAML document as plain values, with the line of every key. `sub` gives a part that still knows its lines."""

    value: Any
    lines: Mapping[Path, int] = field(default_factory=dict)
    name: str = "document"
    at: Path = ()

    def line(self, *path: str | int) -> int:
        """The line of a key or list item; of the nearest one above it that is known."""
        full = self.at + path
        while full and full not in self.lines:
            full = full[:-1]
        return self.lines.get(full, 1)

    def sub(self, *path: str | int) -> Document:
        """The part under these keys (None when there is none)."""
        value = self.value
        for step in path:
            if isinstance(value, Mapping):
                value = value.get(step)
            elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
                value = value[step]
            else:
                value = None
        return Document(value, self.lines, self.name, self.at + path)

    def complaint(self, sentence: str, *path: str | int) -> Complaint:
        """A mistake at these keys."""
        return Complaint(self.line(*path), self.at + path, sentence)

    def error(self, sentence: str, *path: str | int) -> DocumentError:
        """An error with this one mistake."""
        return DocumentError(self.name, [self.complaint(sentence, *path)])


class _TooMuch(yaml.MarkedYAMLError):
    """More than anybody writes: nested too deeply, a number without end, a tag."""


PLAIN_TAGS = ("!", "tag:yaml.org,2002:str")
"""The tags that a value may have: those that call it text. What else a value is, it shows by how it is written."""


class _Python(Reader, Scanner, Parser):
    """A text cut into events where PyYAML came without libyaml."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)


# libyaml cuts a text into events ten times as fast.
_Events: Any = vars(yaml.cyaml)["CParser"] if yaml.__with_libyaml__ else _Python


class _Loader(Composer, _Events, SafeConstructor, Resolver):  # type: ignore[misc]
    """A loader with resolvers of our own, and bounds on what it makes."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - the base class declares it so

    def __init__(self, text: str) -> None:
        _Events.__init__(self, text)
        for part in (Composer, SafeConstructor, Resolver):
            part.__init__(self)
        self.depth = 0
        self.made = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """One node, and all that is in it."""
        self.depth += 1
        event = self.peek_event()
        if self.depth > DEEPEST:
            raise _TooMuch(problem="nested too deeply", problem_mark=event.start_mark)
        if getattr(event, "tag", None) not in (None, *PLAIN_TAGS):
            raise _TooMuch(problem="a tag (`!…`), which a document has none of", problem_mark=event.start_mark)
        node: yaml.Node | None = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def scalar(self, node: yaml.ScalarNode) -> Any:
        """A single value: text without signs that cannot be seen, numbers that a person could have typed."""
        if node.tag == "tag:yaml.org,2002:int" and len(node.value) > LONGEST_NUMBER:
            raise _TooMuch(problem=f"a number of {len(node.value)} digits", problem_mark=node.start_mark)
        if _UNSEEN.search(node.value):
            raise _TooMuch(problem="a sign that cannot be seen (a control character)", problem_mark=node.start_mark)
        return self.construct_object(node)


for _tag, _pattern, _first in (
    ("tag:yaml.org,2002:bool", r"true|false", "tf"),
    ("tag:yaml.org,2002:int", r"-?(?:0|[1-9][0-9]*)", "-0123456789"),
    ("tag:yaml.org,2002:float", r"-?(?:0|[1-9][0-9]*)\.[0-9]+", "-0123456789"),
    ("tag:yaml.org,2002:null", r"~|null|", "~n\0"),
    ("tag:yaml.org,2002:merge", r"<<", "<"),
):
    _Loader.add_implicit_resolver(
        _tag, re.compile(rf"^(?:{_pattern})$"), list(_first) if _first != "~n\0" else ["~", "n", ""]
    )

MOST_SIGNS = 5_000_000
MOST_VALUES = 200_000
"""Values a document may come to once every alias is written out."""
DEEPEST = 40
LONGEST_NUMBER = 100


def decoded(data: bytes, name: str) -> str:
    """A file's text. Raises DocumentError where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise DocumentError(name, [Complaint(line, (), "this is not UTF-8 text")]) from None


def load(text: str, name: str = "document") -> Document:
    """A YAML text as a document. Raises DocumentError with file, line and key."""
    if len(text) > MOST_SIGNS:
        raise DocumentError(name, [Complaint(1, (), f"a document may have at most {MOST_SIGNS} signs")])
    try:
        loader = _Loader(text)
        try:
            node = loader.get_single_node()
            lines: dict[Path, int] = {}
            value = None if node is None else _value(node, loader, (), lines, name, 0)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 1
        said = error.problem or error.context or "not YAML"
        why = said if isinstance(error, _TooMuch) else f"this is not readable as YAML: {said}"
        raise DocumentError(name, [Complaint(line, (), why)]) from None
    except yaml.YAMLError as error:
        raise DocumentError(name, [Complaint(1, (), f"this is not readable as YAML: {error}")]) from None
    return Document(value, lines, name)


def _value(node: yaml.Node, loader: _Loader, path: Path, lines: dict[Path, int], name: str, depth: int) -> Any:
    loader.made += 1
    if depth > DEEPEST or loader.made > MOST_VALUES:
        what = "nested too deeply" if depth > DEEPEST else f"more than {MOST_VALUES} values, aliases written out"
        raise _TooMuch(problem=what, problem_mark=node.start_mark)
    lines.setdefault(path, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        found: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise DocumentError(name, [Complaint(line, path, "a key must be plain text")])
            key = loader.scalar(key_node)
            if not isinstance(key, str | int) or isinstance(key, bool):
                key = str(key_node.value)
            if key in found:
                raise DocumentError(name, [Complaint(line, (*path, key), "this key stands here twice")])
            lines[(*path, key)] = line
            found[key] = _value(value_node, loader, (*path, key), lines, name, depth + 1)
        return found
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, loader, (*path, number), lines, name, depth + 1) for number, item in enumerate(node.value)]
    assert isinstance(node, yaml.ScalarNode)
    return loader.scalar(node)


class _Dumper(yaml.SafeDumper):
    """SafeDumper that quotes whatever our loader would not read back as the same text."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


_NEEDS_NO_QUOTES = re.compile(r"[A-Za-z(][A-Za-z0-9 ()/'._-]*(?:[A-Za-z0-9)]|\.)|[A-Za-z]")


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style: str | None = None
    if "\n" in text:
        style = "|"
    elif not _NEEDS_NO_QUOTES.fullmatch(text) or text in ("true", "false", "null"):
        style = "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Dumper.add_representer(str, _represent_text)
_Dumper.yaml_implicit_resolvers = _Loader.yaml_implicit_resolvers
_Dumper.add_representer(tuple, lambda dumper, value: dumper.represent_list(list(value)))


def _represent_list(dumper: yaml.SafeDumper, items: list[Any]) -> yaml.Node:
    short = all(isinstance(item, str | int | bool) for item in items)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", items, flow_style=short)


_Dumper.add_representer(list, _represent_list)


def dump(value: object) -> str:
    """Plain values as YAML text that `load` reads back identically. Mappings keep their order."""
    text: str = yaml.dump(
        value, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100, default_flow_style=False
    )
    return text
