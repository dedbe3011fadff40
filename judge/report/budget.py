"""A sandbox in which a template can spend only so much: steps taken, signs written. A game master's own templates may
hold anything, and a report of theirs must come to an end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.sandbox import ImmutableSandboxedEnvironment

MOST_STEPS = 500_000
MOST_SIGNS = 20_000_000
LONGEST = 1_000_000
"""What one value may be long, one number large, that a template makes."""
# What makes a long text out of short ones, by a method of the text itself.
_METHODS = frozenset(
    ("replace", "join", "ljust", "rjust", "center", "zfill", "expandtabs", "translate", "format", "format_map")
)

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TooMuch(jinja2.TemplateRuntimeError):
    """A template that spends more than any report needs."""


@contextmanager
def allowance() -> Iterator[None]:
    """What one text may spend; what is rendered on the way to it spends of the same."""
    if _left.get() is not None:
        yield
        return
    mark = _left.set([MOST_STEPS, MOST_SIGNS])
    try:
        yield
    finally:
        _left.reset(mark)


def _spend(steps: int, signs: int) -> None:
    left = _left.get()
    if left is None:
        return
    left[0] -= steps
    left[1] -= signs
    if min(left) < 0:
        raise TooMuch("it takes more steps, or writes more, than any report needs")


def _made(value: Any) -> Any:
    """A value that a template has made: none so large that the next one like it fills the memory."""
    if isinstance(value, str | bytes | list | tuple):
        if len(value) > LONGEST:
            raise TooMuch(f"it makes a text or list longer than {LONGEST}")
        _spend(1, len(value))
    elif isinstance(value, int) and value.bit_length() > 128:
        raise TooMuch("it makes a number larger than any report needs")
    return value


def _bounded(given: Callable[..., Any]) -> Callable[..., Any]:
    """A filter that is not asked for more than it may make."""

    @wraps(given)
    def asked(*args: Any, **more: Any) -> Any:
        numbers = [one for one in (*args, *more.values()) if isinstance(one, int) and not isinstance(one, bool)]
        texts = [len(one) for one in args if isinstance(one, str | list | tuple)]
        if numbers and max(map(abs, numbers)) * max(texts, default=1) > LONGEST * 100:
            raise TooMuch(f"it makes a text or list longer than {LONGEST}")
        return _made(given(*args, **more))

    return asked


def _replaced(given: Callable[..., Any]) -> Callable[..., Any]:
    """`replace`, unless what comes of it is longer than anything may be."""

    @wraps(given)
    def asked(context: Any, text: Any, old: Any, new: Any, *more: Any, **others: Any) -> Any:
        if (str(text).count(str(old)) + 1) * len(str(new)) > LONGEST:
            raise TooMuch(f"it makes a text or list longer than {LONGEST}")
        return _made(given(context, text, old, new, *more, **others))

    return asked


def _formatted(given: Callable[..., Any]) -> Callable[..., Any]:
    """`format` for columns that fit on a page."""

    @wraps(given)
    def asked(form: str, *args: Any, **more: Any) -> Any:
        if re.search(r"%[^a-zA-Z%]*(?:\d{3}|\*)", str(form)):
            raise TooMuch("it asks for a column wider than any page")
        return _made(given(form, *args, **more))

    return asked


class _Counting(CodeGenerator):
    """Every block of a template counts as a step, and so does every text put together."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        self.writeline("environment.step()")
        super().blockvisit(nodes, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:
        self.write("environment.made(")
        super().visit_Concat(node, frame)
        self.write(")")


class _Template(jinja2.Template):
    def render(self, *args: Any, **values: Any) -> str:
        with allowance():
            return super().render(*args, **values)


class SparingEnvironment(ImmutableSandboxedEnvironment):
    """The sandbox: what is reached for and what is changed is jinja2's to refuse, what is spent is ours."""

    code_generator_class = _Counting
    template_class = _Template
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, finalize: Callable[[Any], Any], **more: Any) -> None:
        super().__init__(finalize=lambda value: finalize(_made(value)), **more)
        for name in ("center", "xmlattr", "pprint", "random"):
            # Nothing that a report needs, and much that it does not.
            self.filters.pop(name)
        for name in ("join", "indent", "wordwrap", "batch", "slice", "truncate", "round", "list", "map"):
            self.filters[name] = _bounded(self.filters[name])
        self.filters["replace"] = _replaced(self.filters["replace"])
        self.filters["format"] = _formatted(self.filters["format"])
        self.globals.pop("lipsum")

    def step(self) -> None:
        """One block more."""
        _spend(1, 0)

    def made(self, value: Any) -> Any:
        """A text put together."""
        return _made(value)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        sizes = [len(one) for one in (left, right) if isinstance(one, str | list | tuple)]
        times = [one for one in (left, right) if isinstance(one, int)]
        if operator == "*" and sizes and max(times, default=0) * sizes[0] > LONGEST:
            raise TooMuch(f"it makes a text or list longer than {LONGEST}")
        if operator == "**" and not (isinstance(right, int) and abs(right) < 64):
            raise TooMuch("it makes a number larger than any report needs")
        if operator == "%" and isinstance(left, str):
            raise TooMuch("it fills a form in, which only words of the Judge do")
        return _made(super().call_binop(context, operator, left, right))

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        return super().is_safe_attribute(obj, attr, value) and not (isinstance(obj, str) and attr in _METHODS)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *more: Any, **others: Any) -> Any:
        try:
            return super().compile(source, name, filename, *more, **others)
        except (RecursionError, SyntaxError, MemoryError, OverflowError, ValueError) as error:
            raise jinja2.TemplateSyntaxError(f"it cannot be compiled: {type(error).__name__}", 1, name) from None
