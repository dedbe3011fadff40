"""Frozen values that are quick to make."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

T = TypeVar("T")
_UNSAID = object()


def quick(kind: type[T]) -> type[T]:
    """A frozen dataclass with slots whose values are made in a third of the time, and are as frozen as any.

    A dataclass sets each field of a frozen value by a call that looks for its slot by name. Here a value has a class
    with the same slots that is not frozen for as long as it is made. To read a letter is to make a hundred values.
    """
    alike = {name: vars(kind)[name] for name in ("__slots__", "__orig_bases__") if name in vars(kind)}
    known: dict[str, Any] = {
        "UNSAID": _UNSAID,
        "FROZEN": kind,
        "OPEN": type(kind.__name__, kind.__bases__, alike),
        "become": object.__dict__["__class__"].__set__,
    }
    plain, named, body = ["self"], ["*"], ["become(self, OPEN)"]
    for one in fields(kind):  # type: ignore[arg-type]
        taken, said = one.name, one.name
        if one.default is not MISSING:
            known[f"usual_{one.name}"] = one.default
            taken = f"{one.name}=usual_{one.name}"
        elif one.default_factory is not MISSING:
            known[f"usual_{one.name}"] = one.default_factory
            taken, said = f"{one.name}=UNSAID", f"usual_{one.name}() if {one.name} is UNSAID else {one.name}"
        (named if one.kw_only else plain).append(taken)
        body.append(f"self.{one.name} = {said}")
    heads = ", ".join((*plain, *(named if len(named) > 1 else ())))
    lines = "\n    ".join((f"def __init__({heads}):", *body, "self.__class__ = FROZEN"))
    exec(lines, known)  # a dataclass makes its own in the same way
    type.__setattr__(kind, "__init__", known["__init__"])
    return kind


__all__ = ["quick"]
