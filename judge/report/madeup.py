"""Every saying with made-up facts: how each sentence reads, and whether it can be worded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import jinja2
from jinja2 import nodes

from judge.report.sandbox import TemplateTrouble
from judge.report.words import SAID, environment, in_words, macros_in


class MadeUp(str):
    """A fact by its name, `⟨seat⟩`: a text, a list of one, and anything else that is asked of it."""

    __slots__ = ()

    def __getattr__(self, name: str) -> MadeUp:
        if name.startswith("_"):
            raise AttributeError(name)
        return named(name)

    def __iter__(self) -> Iterator[str]:
        return iter((MadeUp(self),) if self else ())


def named(name: str) -> MadeUp:
    """The fact of this name."""
    return MadeUp(f"⟨{name}⟩")


def facts_taken(env: jinja2.Environment, kind: str) -> dict[str, frozenset[str]]:
    """The facts that each macro of a file takes, with those of the macros that it passes them to."""
    found = {one.name: frozenset(_facts(one)) for one in _macros(env, kind)}
    for one in _macros(env, kind):
        for call in one.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name):
                found[one.name] |= found.get(call.node.name, frozenset())
    return found


def sayings(own: Path | None) -> Iterator[tuple[str, str]]:
    """The file of each sentence, and how it reads; once more with everything that may be missing left out."""
    env, shipped = environment(own), environment()
    for kind in _kinds(env):
        known = facts_taken(env, kind) | facts_taken(shipped, kind)
        asked = {one.name: _asked_for(one) for one in _macros(env, kind)}
        for macro in sorted(macros_in(env, kind, SAID)):
            place = f"{SAID}/{kind}.j2, {macro}"
            whole = {name: named(name) for name in known[macro]}
            least = whole | dict.fromkeys(asked[macro], MadeUp(""))
            said = dict.fromkeys(_said(env, f"{kind}/{macro}", facts) for facts in (whole, least))
            yield place, " | ".join(said)


def broken_sayings(own: Path | None) -> Iterator[str]:
    """The errors of wording each sentence."""
    try:
        for _ in sayings(own):
            pass
    except TemplateTrouble as error:
        yield str(error)


def _said(env: jinja2.Environment, code: str, facts: dict[str, MadeUp]) -> str:
    return " / ".join(line for line in in_words(env, {"code": code, "facts": facts}).splitlines() if line.strip())


def _kinds(env: jinja2.Environment) -> list[str]:
    names = (name.partition("/") for name in env.list_templates())
    return sorted({file.removesuffix(".j2") for folder, _, file in names if folder == SAID and "/" not in file})


def _macros(env: jinja2.Environment, kind: str) -> Iterator[nodes.Macro]:
    source = env.loader.get_source(env, f"{SAID}/{kind}.j2")[0] if env.loader is not None else ""
    return iter(env.parse(source).find_all(nodes.Macro))


def _facts(node: nodes.Node) -> Iterator[str]:
    for one in node.find_all(nodes.Getattr):
        if isinstance(one.node, nodes.Name) and one.node.name == "p":
            yield one.attr


def _asked_for(macro: nodes.Macro) -> set[str]:
    """The facts that a sentence can do without: it tests whether they are there."""
    tests: list[nodes.Node] = [test.test for test in macro.find_all(nodes.If)]
    tests += [test.test for test in macro.find_all(nodes.CondExpr)]
    tests += [choice.left for choice in macro.find_all(nodes.Or)]
    return {fact for test in tests for fact in _facts(nodes.Not(test))}


__all__ = ["broken_sayings", "facts_taken", "sayings"]
