"""The limits of templates. The sandbox reaches only the facts it is given, by a list of filters and methods. A game
master's own templates have a budget as well, so that each report comes to an end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from pathlib import Path
from types import CodeType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import BlockReference, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from markupsafe import Markup

from judge.grammar.memory import Memory

FILTERS = (
    "abs", "capitalize", "count", "default", "dictsort", "escape", "first", "float", "format", "groupby", "int",
    "items", "join", "last", "length", "list", "lower", "map", "max", "min", "reject", "rejectattr", "replace",
    "reverse", "round", "safe", "select", "selectattr", "sort", "string", "sum", "title", "trim", "unique", "upper",
)  # fmt: skip
"""Filters of jinja2; docs/templates.md has the Judge's own."""
METHODS = ("count", "endswith", "get", "index", "isdigit", "items", "keys", "lower", "partition", "rpartition", "split",
           "splitlines", "startswith", "strip", "title", "upper", "values")  # fmt: skip
"""The methods of texts, lists and mappings that a template may call. It may call no other method of a fact."""
GLOBALS = ("range", "namespace")

MOST_STEPS = 2_000_000
MOST_SIGNS = 50_000_000
LONGEST = 300_000
"""The greatest length of a text that a template makes, and the most things in a list, inner ones counted."""
LARGEST = 128
"""Bits of a number that a template makes."""
MOST_PLACES = 20
"""To how many places a template rounds."""
PLACE = 50
"""The cost of a place in a list, in signs."""

MOST_COMPILED = 500
"""Templates kept compiled: all that are shipped in one language, several times."""

_left: ContextVar[list[int] | None] = ContextVar("left", default=None)


class TemplateTrouble(Exception):
    """A template that cannot be used, with its file and line."""


class SpentAll(TemplateTrouble):
    """A template that spends more than any report needs, with its file."""


class TooMuch(jinja2.TemplateRuntimeError):
    """A template that spends more than any report needs."""


def trouble(error: Exception, where: str | None = None) -> TemplateTrouble:
    """The error of a template, with file and line if known."""
    if isinstance(error, TemplateTrouble):
        return error
    name = getattr(error, "filename", None) or getattr(error, "name", None)
    line = getattr(error, "lineno", None)
    frame = error.__traceback__ if line is None else None
    while frame is not None:
        if frame.tb_frame.f_code.co_filename.endswith(".j2"):
            # Lines of the Python that Jinja made of it, unless Jinja has put its own in their place.
            made = frame.tb_frame.f_globals.get("__jinja_template__")
            line = made.get_corresponding_lineno(frame.tb_lineno) if made is not None else frame.tb_lineno
            name = frame.tb_frame.f_code.co_filename
        frame = frame.tb_next
    place = "/".join(Path(str(name)).parts[-2:]) if name else where or "template"
    said = getattr(error, "message", None) or f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    kind = SpentAll if isinstance(error, TooMuch) else TemplateTrouble
    return kind(f"{place}{f', line {line}' if line else ''}: {said}")


@contextmanager
def allowance(given: Mapping[str, Any] | None = None) -> Iterator[None]:
    """The budget of one text; texts rendered on the way to it share it. `given`: facts, by their length."""
    if _left.get() is not None:
        yield
        return
    long = sum(len(value) for value in (given or {}).values() if isinstance(value, str))
    mark = _left.set([MOST_STEPS, MOST_SIGNS + 8 * long])
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
    if left[0] < 0 or left[1] < 0:
        raise TooMuch("it takes more steps, or writes more, than any report needs")


def _weight(value: Any) -> int:
    """The signs of a text, the places of a list with all that is in it; counted up to the longest allowed."""
    if isinstance(value, str | bytes):
        return len(value)
    weight, waiting = 0, [value]
    while waiting and weight <= LONGEST:
        one = waiting.pop()
        if isinstance(one, str | bytes):
            weight += len(one)
        elif isinstance(one, list | tuple):
            weight += PLACE * len(one)
            waiting += one[:LONGEST]
        elif isinstance(one, dict):
            weight += PLACE * len(one)
            waiting += one.values()
        elif isinstance(one, Namespace):
            waiting.append(one._Namespace__attrs)
    return weight


def _made(value: Any) -> Any:
    """A value that a template has made, checked before the next one like it could fill the memory."""
    if isinstance(value, str | bytes | list | tuple | dict | Namespace):
        weight = _weight(value)
        if weight > LONGEST:
            raise TooMuch(f"it makes a text or a list longer than {LONGEST}")
        _spend(1, weight)
    elif isinstance(value, int) and value.bit_length() > LARGEST:
        raise TooMuch("it makes a number larger than any report needs")
    return value


def _weighed(value: Any) -> Any:
    """A value that is read from end to end."""
    if isinstance(value, str | bytes):
        _spend(1, len(value))
    elif isinstance(value, list | tuple | dict):
        _spend(1, PLACE * len(value))
    return value


_HALVES = re.compile("[\ud800-\udfff]")


def _whole(value: Any) -> Any:
    """What is written, without halves of signs, which no file can hold."""
    if not isinstance(value, str) or value.isascii() or not _HALVES.search(value):
        return value
    return type(value)(_HALVES.sub("\N{REPLACEMENT CHARACTER}", value))


def _walked(values: Iterable[Any]) -> Iterable[Any]:
    """The values of a loop: counted at once if their length is known."""
    if isinstance(values, Sized):
        _spend(len(values), 0)
        return values
    return _counted(values)


def _counted(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        yield _made(value)


def _sparing(given: Callable[..., Any]) -> Callable[..., Any]:
    """A filter or test that pays for its input and its output."""

    @wraps(given)
    def asked(*args: Any, **more: Any) -> Any:
        for one in (*args, *more.values()):
            _weighed(one)
        found = given(*args, **more)
        return _counted(found) if isinstance(found, Iterator) else _made(found)

    return asked


def _joined(given: Callable[..., Any]) -> Callable[..., Any]:
    """A function that joins texts, unless the result is longer than any text may be."""

    @wraps(given)
    def asked(*args: Any, **more: Any) -> Any:
        args = tuple(list(_walked(one)) if isinstance(one, Iterator) else one for one in args)
        between = max((len(one) for one in (*args, *more.values()) if isinstance(one, str)), default=0)
        for one in args:
            if isinstance(one, list | tuple) and _weight(one) + between * len(one) > LONGEST:
                raise TooMuch(f"it makes a text or a list longer than {LONGEST}")
        return _made(given(*args, **more))

    return asked


def _replaced(given: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(given)
    def asked(context: Any, text: Any, old: Any, new: Any, *more: Any, **others: Any) -> Any:
        if (str(text).count(str(old)) + 1) * len(str(new)) > LONGEST:
            raise TooMuch(f"it makes a text or a list longer than {LONGEST}")
        return _made(given(context, text, old, new, *more, **others))

    return asked


_FORMS = re.compile(r"%(?:\([^()]*\))?[#0 +-]{0,5}\d{0,2}(?:\.\d{0,2})?[hlL]?[a-zA-Z%]")
"""Places in a form that are filled in, none of them wider than a page."""


def _formatted(given: Callable[..., Any]) -> Callable[..., Any]:
    """`format` for columns that fit on a page."""

    @wraps(given)
    def asked(form: str, *args: Any, **more: Any) -> Any:
        if "%" in _FORMS.sub("", str(form)):
            raise TooMuch("it asks for a column wider than any page")
        for one in (form, *args, *more.values()):
            _made(one)
        return _made(given(form, *args, **more))

    return asked


def _rounded(given: Callable[..., Any]) -> Callable[..., Any]:
    """`round` to places that a number has."""

    @wraps(given)
    def asked(value: Any, precision: Any = 0, *more: Any, **others: Any) -> Any:
        if not isinstance(precision, int) or abs(precision) > MOST_PLACES:
            raise TooMuch("it rounds to more places than any number has")
        return _made(given(value, precision, *more, **others))

    return asked


def _summed(given: Callable[..., Any]) -> Callable[..., Any]:
    """`sum` of numbers; that of lists is a list."""

    @wraps(given)
    def asked(environment: Any, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
        if not isinstance(start, int | float):
            raise TooMuch("it sums up what are no numbers")
        return _made(given(environment, _walked(values), attribute, start))

    return asked


_OTHERWISE = {"join": _joined, "listed": _joined, "tally": _joined, "replace": _replaced, "format": _formatted,
              "sum": _summed, "round": _rounded}  # fmt: skip


class _Counting(CodeGenerator):
    """Every block of a template counts as a step; everything joined, cut, compared and looped over is weighed."""

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        nodes = list(nodes)
        self.writeline(f"environment.step({sum(_words_in(node) for node in nodes)})")
        super().blockvisit(nodes, frame)

    def visit(self, node: nodes.Node, *args: Any, **more: Any) -> Any:
        call = _call_around(node)
        if not call:
            return super().visit(node, *args, **more)
        self.write(f"environment.{call}(")
        super().visit(node, *args, **more)
        return self.write(")")

    def visit_For(self, node: nodes.For, frame: Frame) -> None:
        node.iter.around = "walked"  # type: ignore[attr-defined]
        super().visit_For(node, frame)

    def visit_Compare(self, node: nodes.Compare, frame: Frame) -> None:
        for one in (node, *node.ops):
            one.expr.around = "weighed"  # type: ignore[attr-defined]
        super().visit_Compare(node, frame)


def _call_around(node: nodes.Node) -> str:
    """The function that a value passes through as soon as it is there."""
    if hasattr(node, "around"):
        call, node.around = node.around, ""
        return str(call)
    put_together = isinstance(node, nodes.Concat | nodes.List | nodes.Dict) or (
        isinstance(node, nodes.Tuple) and node.ctx == "load"
    )
    cut = isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice)
    return "made" if put_together or cut else ""


def _words_in(node: nodes.Node) -> int:
    """How much text a block writes whatever its facts."""
    if not isinstance(node, nodes.Output):
        return 0
    return sum(len(part.data) for part in node.nodes if isinstance(part, nodes.TemplateData))


class _Template(jinja2.Template):
    """A template whose every error names its file."""

    def render(self, *args: Any, **values: Any) -> str:
        try:
            with allowance(values):
                return super().render(*args, **values)
        except Exception as error:
            raise trouble(error, "/".join(Path(self.name or "template").parts[-2:])) from error


class Compiled(jinja2.BytecodeCache):
    """Templates that this process has compiled, by file and text: campaigns share those they did not change."""

    def __init__(self) -> None:
        self._known: Memory[tuple[str, str], CodeType] = Memory(MOST_COMPILED)

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._known.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        if bucket.code is not None:
            self._known.keep((bucket.key, bucket.checksum), bucket.code)


class Sandbox(ImmutableSandboxedEnvironment):
    """The sandbox of the shipped templates: jinja2 guards what they reach for and change, by our lists."""

    template_class = _Template

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.filters = {name: self.filters[name] for name in FILTERS}
        self.globals = {name: self.globals[name] for name in GLOBALS}

    def is_safe_callable(self, obj: Any) -> bool:
        """Macros, the Judge's own functions, and a few methods of texts, lists and mappings."""
        if isinstance(obj, Macro | BlockReference) or any(obj is one for one in self.globals.values()):
            return True
        owner, name = getattr(obj, "__self__", None), getattr(obj, "__name__", "")
        if isinstance(owner, LoopContext):
            return name in ("cycle", "changed")
        return isinstance(owner, str | list | tuple | Mapping) and name in METHODS

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> jinja2.Template:
        """A template that can be used; otherwise an error that names it."""
        try:
            return super().get_template(name, parent, globals)
        except (jinja2.TemplateNotFound, TemplateTrouble):
            raise
        except Exception as error:
            raise trouble(error, str(name)) from error


class SparingSandbox(Sandbox):
    """The sandbox of a game master's own templates."""

    code_generator_class = _Counting
    intercepted_binops = frozenset(("+", "*", "**", "%"))

    def __init__(self, finalize: Callable[[Any], Any], **more: Any) -> None:
        super().__init__(finalize=lambda value: _whole(finalize(_weighed(value))), **more)

    def tighten(self) -> None:
        """Every filter and test pays from now on."""
        filters: dict[str, Any] = self.filters
        self.filters = {name: _OTHERWISE.get(name, _sparing)(one) for name, one in filters.items()}
        tests: dict[str, Any] = self.tests
        self.tests = {name: _sparing(one) for name, one in tests.items()}

    def step(self, signs: int) -> None:
        """Count one more block, with so much text in it."""
        _spend(1, signs)

    def made(self, value: Any) -> Any:
        """Weigh something made."""
        return _made(value)

    def walked(self, values: Iterable[Any]) -> Iterable[Any]:
        """Weigh the values of a loop."""
        return _walked(values)

    def weighed(self, value: Any) -> Any:
        """Weigh something read."""
        return _weighed(value)

    def call(self, context: Any, given: Any, /, *args: Any, **more: Any) -> Any:
        """Every call pays for its input and its output."""
        for one in (*args, *more.values(), getattr(given, "__self__", None)):
            _weighed(one)
        found = super().call(context, given, *args, **more)
        return found if isinstance(found, Markup) else _made(found)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        """Sums and products, unless they are too large."""
        sizes = [_weight(one) for one in (left, right) if isinstance(one, str | list | tuple)]
        times = [one for one in (left, right) if isinstance(one, int)]
        if operator == "*" and sizes and max(times, default=0) * max(sizes[0], PLACE) > LONGEST:
            raise TooMuch(f"it makes a text or a list longer than {LONGEST}")
        if operator == "**" and not (isinstance(right, int) and abs(right) < LARGEST):
            raise TooMuch("it makes a number larger than any report needs")
        if operator == "%" and isinstance(left, str | bytes):
            raise TooMuch("it fills a form in, for which there is the filter format")
        return _made(super().call_binop(context, operator, left, right))
