"""What a language lacks: sentences that its templates do not say yet, which are said in English meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import nodes
from markupsafe import Markup

from judge import shelf
from judge.report.words import environment

FOLDERS = ("common", "mail", "said")
"""Templates of every game; those of the public pages and of the command line are not read by players alone."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A sentence, or a file of them, that a language lacks."""

    file: str
    what: str = ""

    def __str__(self) -> str:
        return f"templates/{self.file}: {self.what}" if self.what else f"templates/{self.file} is not there"


def lacking(language: str, games: tuple[str, ...]) -> Iterator[Lacking]:
    """What a language lacks of what players of these games read, file by file."""
    english = shelf.shipped("templates")
    for folder in (*FOLDERS, *games):
        for path in sorted((english / folder).glob("*.j2")):
            name = f"{folder}/{path.name}"
            local = english / language / name
            if not _words_in(path):
                continue
            if not local.is_file():
                yield Lacking(f"{language}/{name}")
                continue
            there, told = _parts(local), _texts(local)
            for kind, said in sorted(_parts(path) - there):
                if kind in ("macro", "block", "told") or said not in told:
                    yield Lacking(f"{language}/{name}", f"{kind} {said}")


def _words_in(path: Path) -> bool:
    """Whether a template says anything itself."""
    tree = environment(None, "en").parse(path.read_text("utf-8"))
    data = " ".join(Markup(one.data).striptags() for one in tree.find_all(nodes.TemplateData))
    return bool(re.search(r"[A-Za-z]{2,}\W+[A-Za-z]{2,}", data))


def _parts(path: Path) -> set[tuple[str, str]]:
    """The sentences of a file, as far as they have names: macros, blocks, and the codes that it tells apart."""
    tree = environment(None, "en").parse(path.read_text("utf-8"))
    found = {("macro", one.name) for one in tree.find_all(nodes.Macro) if not _helps(one)}
    found |= {("block", one.name) for one in tree.find_all(nodes.Block)} if path.name != "report.j2" else set()
    for test in tree.find_all(nodes.Compare):
        asked = test.expr
        if isinstance(asked, nodes.Getattr) and asked.attr in ("code", "kind"):
            for operand in test.ops:
                values = operand.expr.items if isinstance(operand.expr, nodes.Tuple) else [operand.expr]
                found |= {(asked.attr, str(one.value)) for one in values if isinstance(one, nodes.Const)}
        elif isinstance(asked, nodes.Name) and asked.name == "told":
            found |= {("told", str(one.expr.value)) for one in test.ops if isinstance(one.expr, nodes.Const)}
    return found


def _texts(path: Path) -> set[str]:
    """Every text that a template holds something against."""
    tree = environment(None, "en").parse(path.read_text("utf-8"))
    return {str(one.value) for one in tree.find_all(nodes.Const)}


def _helps(macro: nodes.Macro) -> bool:
    """Whether a macro is a part of sentences and none of its own: of one kind of fact, as `unit(k)`."""
    return [one.name for one in macro.args] not in (["p"], ["e"], ["group"], ["n"], [])


__all__ = ["Lacking", "lacking"]
