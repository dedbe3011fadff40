"""Orders in their canonical text; `read` gives the same order back (RW-Q46)."""

from __future__ import annotations

from typing import assert_never

from judge.variants.range_war.orders import (
    Build,
    Disband,
    Herd,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Site,
    Support,
    Waive,
)  # fmt: skip


def gang(space: str) -> str:
    """`G(Lzy)`."""
    return f"G({space})"


def site(one: Site) -> str:
    """`H(Lzy)`."""
    return f"{one.kind}({one.at})"


def write(order: Order) -> str:
    """An order in the notation of the rules: `GH(ISJ)-Rio`, `G(Coo) S G(Lzy)-Mon`, `Build H(Lzy)`."""
    match order:
        case Hold(at):
            return f"G({at}) H"
        case Move(at, to, herd):
            return f"{'GH' if herd else 'G'}({at})-{to}"
        case Support(at, of, to):
            return f"G({at}) S G({of}){f'-{to}' if to else ''}"
        case Herd(at):
            return f"H({at})"
        case Retreat(at, to):
            return f"G({at}) retreats {', '.join(to)}"
        case Disband(at):
            return f"G({at}) disbands"
        case Build(choices):
            return f"Build {' or '.join(map(site, choices))}"
        case Remove(at):
            return f"Remove G({at})"
        case Waive(number):
            return f"Waive {number}" if number > 1 else "Waive"
        case _:
            assert_never(order)
