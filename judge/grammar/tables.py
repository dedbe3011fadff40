"""A grammar as data: the tables that Lark makes of a `.lark` file, for a reader of ten lines in any language.

Reading with them tells whether a shape is one of the grammar's, and where it stops being one. No tree is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark.lexer import BasicLexer
from lark.parsers.lalr_analysis import Shift

from judge.grammar.shapes import Shapes


def tables_of(shapes: Shapes, starts: Sequence[str] = ()) -> dict[str, Any]:
    """The tables of a grammar.

    `words`: symbol, pattern and whether it is passed over, in the order in which they are tried. `states`: rows of
    symbol and next state, or for a rule its number, negative and less one. `rules`: the symbol made, and of how many.
    """
    lark: Any = shapes.lark
    table = lark.parser.parser._parse_table
    ignored = set(lark.ignore_tokens)
    symbols: dict[str, int] = {}
    rules: dict[Any, int] = {}

    def symbol(name: str) -> int:
        return symbols.setdefault(str(name), len(symbols))

    names = tuple(starts or shapes.starts)
    order = _numbered(table, names)

    def cell(act: Any, value: Any) -> int:
        return order[value] if act is Shift else -1 - rules.setdefault(value, len(rules))

    symbol("$END")
    states = [
        [number for name, (act, value) in _row(table, state) for number in (symbol(name), cell(act, value))]
        for state in order
    ]
    return {
        "starts": {name: [order[table.start_states[name]], order[table.end_states[name]]] for name in names},
        "words": [
            [symbol(one.name), _portable(one.pattern.to_regexp()), int(one.name in ignored)] for one in _in_order(lark)
        ],
        "states": states,
        "rules": [[symbol(rule.origin.name), len(rule.expansion)] for rule in rules],
        "names": list(symbols),
    }


def _numbered(table: Any, starts: Sequence[str]) -> dict[int, int]:
    """Lark numbers its states anew in every process; here they have the numbers in which they are reached."""
    order: dict[int, int] = {}
    waiting = [table.start_states[name] for name in starts]
    for state in waiting:
        if state not in order:
            order[state] = len(order)
            waiting += [value for _, (act, value) in _row(table, state) if act is Shift]
    return order


def _row(table: Any, state: int) -> list[tuple[str, Any]]:
    return sorted(table.states[state].items(), key=lambda item: str(item[0]))


def _in_order(lark: Any) -> list[Any]:
    """The terminals as Lark tries them: the order of a lexer of all of them."""
    lexer: Any = lark.parser.lexer
    whole = lexer if isinstance(lexer, BasicLexer) else lexer.root_lexer
    return list(whole.terminals)


def _portable(pattern: str) -> str:
    """A pattern as browsers understand it; everything is compared without regard to case there."""
    for flag in ("i", "s", "is", "si"):
        pattern = pattern.replace(f"(?{flag}:", "(?:")
    return pattern


__all__ = ["tables_of"]
