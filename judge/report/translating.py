"""The gaps of a language: sentences that its templates lack, which readers get in English meanwhile."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from jinja2 import nodes
from markupsafe import Markup

from judge import shelf
from judge.report.words import environment

FOLDERS = ("common", "mail", "printed", "said", "site", "web")
"""Templates of every game."""
ENGLISH_ONLY = frozenset(
    {"said/checks.j2", "said/clock.j2", "said/health.j2", "said/restored.j2", "said/settings.j2", "said/trying.j2"}
)
"""Files that only the command line and the log use."""
WITHOUT_WORDS = frozenset({"printed/page.typ.j2", "printed/sheet.typ.j2", "printed/style.typ.j2"})
"""Files for setting paper: their words are in `printed/words.j2`."""
PAGES_IN_ENGLISH = ("gm-", "club", "player.", "stats.", "check.", "paper.", "moved.")
"""Pages of game masters, of the club, and of the dice; a paper's and a moved game's have no words of their own."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A sentence, or a file of them, that a language lacks."""

    file: str
    what: str = ""

    def __str__(self) -> str:
        return f"templates/{self.file}: {self.what}" if self.what else f"templates/{self.file} is not there"


def lacking(language: str, games: tuple[str, ...]) -> Iterator[Lacking]:
    """The texts for players of these games that a language lacks, file by file."""
    english = shelf.shipped("templates")
    for folder in (*FOLDERS, *games):
        for path in sorted((english / folder).glob("*.j2")):
            name = f"{folder}/{path.name}"
            local = english / language / name
            if name in ENGLISH_ONLY | WITHOUT_WORDS or path.name.startswith(PAGES_IN_ENGLISH):
                continue
            ours = _tree(path)
            if not _words_in(ours):
                continue
            if not local.is_file():
                yield Lacking(f"{language}/{name}")
                continue
            theirs, is_report = _tree(local), path.name == "report.j2"
            there, told = _parts(theirs, is_report), _texts(theirs)
            for kind, said in sorted(_parts(ours, is_report) - there):
                if kind in ("macro", "block", "told", "fact") or said not in told:
                    yield Lacking(f"{language}/{name}", f"{kind} {said}")


def _tree(path: Path) -> nodes.Template:
    return environment(None, "en").parse(path.read_text("utf-8"))


def _words_in(tree: nodes.Template) -> bool:
    """Whether a template has words of its own."""
    data = " ".join(Markup(one.data).striptags() for one in tree.find_all(nodes.TemplateData))
    return bool(re.search(r"[A-Za-z]{2,}\W+[A-Za-z]{2,}", data))


def _parts(tree: nodes.Template, is_report: bool) -> set[tuple[str, str]]:
    """The named sentences of a file: macros, blocks, and the codes that it tells apart."""
    found = {("macro", one.name) for one in tree.find_all(nodes.Macro) if not _helps(one)}
    found |= {("block", one.name) for one in tree.find_all(nodes.Block)} if not is_report else set()
    for test in tree.find_all(nodes.Compare):
        asked = test.expr
        if isinstance(asked, nodes.Getattr) and asked.attr in ("code", "kind"):
            for operand in test.ops:
                values = operand.expr.items if isinstance(operand.expr, nodes.Tuple) else [operand.expr]
                found |= {(asked.attr, str(one.value)) for one in values if isinstance(one, nodes.Const)}
        elif isinstance(asked, nodes.Name) and asked.name == "told":
            found |= {("told", str(one.expr.value)) for one in test.ops if isinstance(one.expr, nodes.Const)}
    return found | _facts(tree)


def _facts(tree: nodes.Template) -> set[tuple[str, str]]:
    """The parts of an answer, and of the campaign's part of a report, that a file words."""
    read = ((one.node, one.attr) for one in tree.find_all(nodes.Getattr))
    return {("fact", f"{of.name}.{attr}") for of, attr in read if isinstance(of, nodes.Name) and of.name in _TOLD}


_TOLD = ("part", "notes", "closes")


def _texts(tree: nodes.Template) -> set[str]:
    """Every text that a template compares something with."""
    return {str(one.value) for one in tree.find_all(nodes.Const)}


def _helps(macro: nodes.Macro) -> bool:
    """Whether a macro is only a part of sentences: about one kind of fact, as `unit(k)`."""
    return [one.name for one in macro.args] not in (["p"], ["e"], ["group"], ["n"], [])


__all__ = ["Lacking", "lacking"]
