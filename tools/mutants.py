"""Disable each rule in turn and see whether any scenario notices.

    python tools/mutants.py [GAME …] [--rule D-24] [--third DAY] [--jobs N]

A rule function is one whose docstring cites a ruling (`D-24`, `RW-9`, `LB-Q22`) or a DATC case: the Diplomacy kernel's
and every game's are found by reading the sources, so the list grows with the games. A disabled function answers at once
and always the same: yes, or no, or nothing, or hands back what it was given. Exit status 1 when some rule can be
disabled without any scenario of its game failing.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import importlib
import io
import os
import re
import signal
import sys
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

CITES = re.compile(r"\b(?:D|RW|LB|GR|HW)-Q?\d+|\bDATC \d|\b[46]\.[A-J]\.\d+")
KERNEL = "judge/adjudicator/diplomacy"
LONGEST = 60.0


@dataclass(frozen=True)
class Rule:
    """A rule function, and the constant answers that disable it."""

    module: str
    name: str
    line: int
    cites: tuple[str, ...]
    answers: tuple[str, ...]
    games: tuple[str, ...]

    @property
    def title(self) -> str:
        """`judge.adjudicator.diplomacy.rulebook:Rulebook.supported`."""
        return f"{self.module}:{self.name}"


def rules() -> list[Rule]:
    """Every rule function of the kernel and of every registered game."""
    from judge.variants import GAMES

    found = list(_rules_in(KERNEL, ("diplomacy", "range-war")))
    for key in GAMES:
        found += _rules_in(f"judge/variants/{key.replace('-', '_')}", (key,))
    return found


def _rules_in(folder: str, games: tuple[str, ...]) -> Iterator[Rule]:
    for path in sorted((ROOT / folder).rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, node in _functions(tree.body, ""):
            text = ast.get_docstring(node) or ""
            cites = tuple(dict.fromkeys(CITES.findall(text)))
            if cites and "NotImplementedError" not in ast.unparse(node):
                yield Rule(module, name, node.lineno, cites, _answers(node), games)


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def _answers(node: ast.FunctionDef) -> tuple[str, ...]:
    """What a disabled function answers: by its return type, several where one is not plainly the neutral one."""
    returns = ast.unparse(node.returns) if node.returns else "None"
    if returns == "bool":
        return ("False", "True")
    if returns == "i64":
        return ("-1", "0")
    if returns == "None" or returns.endswith("| None"):
        return ("None",)
    if returns == "int":
        return ("0", "1")
    if returns == "str":
        return ("''",)
    for start, empty in (
        ("tuple", "()"), ("list", "[]"), ("dict", "{}"), ("Mapping", "{}"), ("frozenset", "frozenset()"),
        ("set", "set()"), ("Iterator", "()"), ("Iterable", "()"), ("Sequence", "()"), ("Counter", "{}"),
    ):  # fmt: skip
        if returns.startswith(start):
            return (empty,)
    arguments = [*node.args.posonlyargs, *node.args.args]
    for place, argument in enumerate(arguments):
        if argument.annotation is not None and ast.unparse(argument.annotation) == returns:
            return (f"args[{place}]",)
    # No neutral answer: it fails when it is asked at all.
    return ("1 // 0",)


def disabled(rule: Rule, answer: str) -> contextlib.AbstractContextManager[None]:
    """The rule answers this and nothing else, wherever it has been imported to, and however it is wrapped."""
    return _disabled(_plain(rule), answer)


@contextlib.contextmanager
def _disabled(function: Any, answer: str) -> Iterator[None]:
    kept = function.__code__
    made: dict[str, Any] = {}
    # A cell for each the function had, so that the code may take its place.
    cells = kept.co_freevars
    binding = "".join(f"    {name} = None\n" for name in cells)
    use = f"        ({', '.join(cells)},)\n" if cells else ""
    exec(
        f"def outer():\n{binding}    def inner(*args, **kwargs):\n{use}        return {answer}\n    return inner\n",
        made,
    )
    function.__code__ = made["outer"]().__code__
    _forget()
    try:
        yield
    finally:
        function.__code__ = kept
        _forget()


def _plain(rule: Rule) -> Any:
    """The function itself, out of its wrappings."""
    value: Any = importlib.import_module(rule.module)
    for part in rule.name.split("."):
        value = value.__dict__[part] if isinstance(value, type) else getattr(value, part)
    while not hasattr(value, "__code__"):
        for inner in ("__wrapped__", "fget", "__func__", "func"):
            if getattr(value, inner, None) is not None:
                value = getattr(value, inner)
                break
        else:
            raise TypeError(f"{rule.title} is no plain function")
    return value


def _forget() -> None:
    """Empty every cache of the project. Grammars and templates hold no rule, and are long to build: they stay."""
    for name, module in list(sys.modules.items()):
        if name.startswith("judge.") and not name.startswith(("judge.grammar.", "judge.report.")):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


_READ: dict[str, list[tuple[Any, Any]]] = {}


def scenarios(key: str) -> list[tuple[Any, Any]]:
    """All scenarios of a game, each with its map."""
    if key not in _READ:
        from judge.grammar.document import load
        from judge.scenario.collection import on_their_maps

        _READ[key] = [
            (board, scenario)
            for path in sorted((ROOT / "tests" / key).glob("*.yaml"))
            for board, _, scenario in on_their_maps(load(path.read_text(encoding="utf-8"), path.name))
        ]
    return _READ[key]


def noticed(rule: Rule, answer: str) -> str | None:
    """The first scenario that fails with the rule disabled; those that cite it are asked first."""
    from judge.scenario.run import run
    from judge.variants import make

    for key in rule.games:
        ranked = sorted(scenarios(key), key=lambda each: not set(each[1].rules) & set(rule.cites))
        with disabled(rule, answer):
            # Games are made anew: what one has worked out about its map was worked out with the rule.
            games: dict[int, Any] = {}
            for board, scenario in ranked:
                try:
                    if id(board) not in games:
                        games[id(board)] = make(key, board)
                    if run(games[id(board)], scenario).failures:
                        return str(scenario.title)
                except TooLong:
                    return f"{scenario.title} (never ends)"
                except Exception as error:
                    return f"{scenario.title} ({type(error).__name__})"
    return None


class TooLong(BaseException):
    """A disabled rule made the game run on for ever. Not an Exception: nothing on the way may swallow it."""


def examine(rule: Rule) -> tuple[Rule, list[tuple[str, str | None]]]:
    """Disable one rule in each of its ways."""

    def ring(*_: object) -> None:
        raise TooLong

    # Processor time: on a busy machine everything takes long, and nothing would seem to end.
    signal.signal(signal.SIGVTALRM, ring)
    found: list[tuple[str, str | None]] = []
    with contextlib.redirect_stderr(io.StringIO()):
        for answer in rule.answers:
            signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
            try:
                found.append((answer, noticed(rule, answer)))
            except TooLong:
                found.append((answer, "all together (never ends)"))
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return rule, found


def interpreted_only() -> None:
    """The kernel of this process runs interpreted: compiled rules cannot be disabled."""
    from judge.adjudicator.diplomacy import engine

    engine._NATIVE = None


def main(args: list[str]) -> int:
    """Examine them all, and say which nobody would miss."""
    parser = argparse.ArgumentParser(prog="mutants")
    parser.add_argument("games", nargs="*", help="game ids, or `kernel`; all of them when none is named")
    parser.add_argument("--rule", help="only functions that cite this ruling")
    parser.add_argument("--third", type=int, metavar="DAY", help="a third of them, another each day")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--verbose", action="store_true", help="name the scenario that noticed")
    chosen = parser.parse_args(args)
    wanted = [
        rule
        for rule in rules()
        if (not chosen.rule or chosen.rule in rule.cites)
        and (chosen.third is None or zlib.crc32(rule.title.encode()) % 3 == chosen.third % 3)
        and (
            not chosen.games
            or ("kernel" in chosen.games and rule.module.startswith("judge.adjudicator"))
            or (not rule.module.startswith("judge.adjudicator") and set(chosen.games) & set(rule.games))
        )
    ]
    start = time.monotonic()
    missed: list[Rule] = []
    halves: list[tuple[Rule, str]] = []
    with ProcessPoolExecutor(chosen.jobs, initializer=interpreted_only) as pool:
        for done in as_completed([pool.submit(examine, rule) for rule in wanted]):
            rule, found = done.result()
            if not any(title for _, title in found):
                missed.append(rule)
            halves += [(rule, answer) for answer, title in found if title is None and rule not in missed]
            if chosen.verbose:
                for answer, title in found:
                    print(f"{rule.title} -> {answer}: {title or 'NOBODY NOTICED'}")
    for rule, answer in sorted(halves, key=lambda each: each[0].title):
        print(f"only half covered: {rule.title} ({', '.join(rule.cites)}) could always answer {answer}")
    for rule in sorted(missed, key=lambda each: each.title):
        print(f"nobody noticed: {rule.title} (line {rule.line}; {', '.join(rule.cites)})")
    print(f"{len(wanted)} rules disabled in {time.monotonic() - start:.0f} s, {len(missed)} not noticed")
    return 1 if missed or not wanted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
