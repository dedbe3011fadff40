"""One thing to be said: a code with facts. Its words stand in templates/said, and are looked up when somebody reads it.

What is said is plain text: signs that mark text elsewhere stand for themselves.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, ClassVar

import jinja2

from judge.report.languages import ENGLISH, language_now
from judge.report.sandbox import TemplateTrouble, allowance, trouble
from judge.report.words import environment, macro_name

FOLDER = "said"


@dataclass(frozen=True, slots=True)
class Saying:
    """A code, whose first part names the file of its words (`refusals/no-such-game`), with the facts they take."""

    code: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "facts", {name: _fact(value) for name, value in self.facts.items()})

    def __str__(self) -> str:
        """In the words that came with the Judge: for logs."""
        return worded(self)


class Unable(Exception):
    """Something that cannot be done; a code with facts tells whoever asked for it why, and what would help."""

    kind: ClassVar[str] = "refusals"

    def __init__(self, code: str, /, **facts: Any) -> None:
        super().__init__(code, facts)
        self.code = code
        self.said = Saying(f"{self.kind}/{code}", facts)

    def __str__(self) -> str:
        return worded(self.said)


def _fact(value: Any) -> Any:
    """A fact as it can be stored: figures, texts, sayings, and lists and mappings of them."""
    if isinstance(value, Unable):
        return value.said
    if isinstance(value, Mapping):
        return {str(name): _fact(one) for name, one in value.items()}
    if isinstance(value, tuple | list):
        return [_fact(one) for one in value]
    return value if value is None or isinstance(value, bool | int | Saying) else str(value)


def said_of(error: Exception) -> Saying | str:
    """Why something cannot be done: to be worded where it is read."""
    return error.said if isinstance(error, Unable) else str(error)


def as_json(value: Any) -> Any:
    """What `json.dumps` makes of a value that it does not know: a dataclass by its fields, what is left as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, tuple | set | frozenset) else str(value)


def kept(said: Saying | str) -> str:
    """A saying as it is stored; a text of an older version as it stands."""
    return said if isinstance(said, str) else json.dumps(said, default=as_json, ensure_ascii=False, sort_keys=True)


def of_kept(text: str) -> Saying | str:
    """A saying from the store; a text of an older version as it stands."""
    if not text.startswith('{"code": '):
        return text
    value = json.loads(text)
    return Saying(value["code"], value["facts"])


def worded(said: Any, own: Path | None = None) -> str:
    """In words. `said`: a saying, or one as it comes from JSON; a text is in words already."""
    return said if isinstance(said, str) else in_words(environment(own), said)


def all_worded(value: Any, own: Path | None = None) -> Any:
    """Whatever is said anywhere in a value, in words."""
    if isinstance(value, Saying):
        return worded(value, own)
    if isinstance(value, Mapping):
        return {name: all_worded(one, own) for name, one in value.items()}
    return [all_worded(one, own) for one in value] if isinstance(value, tuple | list) else value


def _files(env: jinja2.Environment, name: str) -> list[tuple[str, jinja2.Environment]]:
    """Where the words of a file may stand, the reader's language first: a game master's own before ours, each."""
    language, ours = language_now(), environment(None, ENGLISH)
    if language == ENGLISH:
        return [(name, env), (name, ours)]
    return [
        (f"{language}/{name}", env),
        (f"{language}/{name}", environment()),
        (f"{ENGLISH}/{name}", env),
        (name, ours),
    ]


def in_words(env: jinja2.Environment, said: Any) -> str:
    """In the words of an environment; where a game master's own file, or the reader's language, lacks a sentence, in
    those that came with us, and in English."""
    if isinstance(said, str):
        return said
    code, facts = (said.code, said.facts) if isinstance(said, Saying) else (said["code"], said["facts"])
    kind, _, name = str(code).partition("/")
    for file, place in _files(env, f"{FOLDER}/{kind}.j2"):
        try:
            with allowance():
                macro = getattr(place.get_template(file).module, macro_name(name), None)
                if callable(macro):
                    return html.unescape(str(macro(facts))).strip()
        except jinja2.TemplateNotFound as missing:
            if missing.name != file:
                raise trouble(missing, file) from missing
        except Exception as error:
            raise trouble(error, f"{file}, macro {macro_name(name)}") from error
    raise TemplateTrouble(f"templates/{FOLDER}/{kind}.j2 has no macro {macro_name(name)}")


__all__ = ["Saying", "Unable", "all_worded", "as_json", "in_words", "kept", "of_kept", "said_of", "worded"]
