"""The movement of a season: the seats asked, the valid orders, gangs by the kernel, herds after them.

Rulings RW-5c, RW-7 to RW-10, RW-Q1 to RW-Q12, RW-Q39, RW-Q42, RW-Q44, RW-Q46.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from judge.adjudicator.diplomacy.movement import Court, Moved
from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Rows, Seat, Step, Verdict
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.events import GangDislodged
from judge.variants.range_war.herds import driven, moved
from judge.variants.range_war.orders import Herd, Hold, Move, Movement, Order, Support, for_kernel, unit
from judge.variants.range_war.state import Driven, State
from judge.variants.range_war.words import gang, write

WITH_HERD = "with herd"
HERD_STAYS = "herd stays"


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Every seat with a gang on the board is asked (RW-Q38)."""
    asked = [seat for seat in sorted(state.seats) if state.of(seat)]
    return {seat: Ask("movement", lines=Rows(partial(_rows, state, seat))) for seat in asked}


def _rows(state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(f"{gang(space)} {BLANK}" for space in state.of(seat))


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders and the refused ones. Two orders for one gang are both refused: neither is guessed (RW-Q47)."""
    refused: dict[int, Problem] = {}
    warned: dict[int, Problem] = {}
    chosen: dict[str, list[int]] = {}
    listed: dict[str, int] = {}
    for index, order in enumerate(orders):
        if isinstance(order, Herd):
            # Listing a herd changes nothing and is never wrong, at most beside the point (RW-Q2).
            problem = _listing(state, seat, order)
            listed.setdefault(order.at, index)
            if problem is not None:
                warned[index] = problem
            continue
        problem = refusal(chart, state, seat, order)
        if problem is not None:
            refused[index] = problem
        else:
            chosen.setdefault(order_at(order), []).append(index)
    kept = settled(orders, chosen, refused)
    mine = {at: order for at, index in kept.items() if isinstance(order := orders[index], Movement)}
    for at, problem in sorted(_warnings(chart, state, mine)):
        warned.setdefault(kept[at], problem)
    stand = sorted({*kept.values(), *listed.values()})
    return Checked(tuple(orders[index] for index in stand), refused, warned=warned)


def settled(
    orders: Sequence[Order], chosen: Mapping[str, Sequence[int]], refused: dict[int, Problem]
) -> dict[str, int]:
    """The one order of each gang; one given twice is one, of two none counts."""
    kept: dict[str, int] = {}
    for at, given in chosen.items():
        texts = tuple(dict.fromkeys(write(orders[index]) for index in given)) if len(given) > 1 else ()
        if len(texts) < 2:
            kept[at] = given[0]
        else:
            problem = Problem("two-orders", {"at": at, "orders": texts})
            refused.update(dict.fromkeys(given, problem))
            # The writer may want the last order: the fix for the line above it must not be its contrary.
            refused[given[-1]] = Problem(problem.code, {**problem.detail, "suggestion": write(orders[given[-1]])})
    return kept


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """Every gang without an order holds (RW-Q36)."""
    ordered = {order.at for order in kept if isinstance(order, Movement)}
    return tuple([Hold(space) for space in state.of(seat) if space not in ordered])


def order_at(order: Order) -> str:
    """The space of the gang an order of movement is for."""
    return order.at if isinstance(order, Move | Hold | Support | Herd) else ""


def _listing(state: State, seat: Seat, order: Herd) -> Problem | None:
    brand = state.herds.get(order.at)
    if brand is None:
        return Problem("no-herd-there", {"at": order.at})
    if brand.seat != seat and state.gangs.get(order.at) != seat:
        return Problem("not-your-herd", {"at": order.at, "seat": brand.seat})
    return None


def refusal(chart: Chart, state: State, seat: Seat, order: Order) -> Problem | None:
    """Why an order is illegal: no gang of the seat's own, or it could never do it (RW-Q11, RW-Q12)."""
    if not isinstance(order, Movement):
        return Problem("not-in-movement", {"kind": type(order).__name__.lower()})
    owner = state.gangs.get(order.at)
    if owner is None:
        return Problem("no-gang-there", {"at": order.at, "herd": order.at in state.herds})
    if owner != seat:
        return Problem("not-your-gang", {"at": order.at, "seat": owner})
    match order:
        case Move(at, to, herd):
            return _reach(chart, at, to, herd)
        case Support(at, of, to):
            return _help(chart, state, at, of, to)
        case _:
            return None


def _reach(chart: Chart, at: str, to: str, herd: bool) -> Problem | None:
    """A gang moves one space (RW-8f); across the Rio Grande there is no way but through it (RW-Q12)."""
    if at == to:
        return Problem("goes-nowhere", {"at": at, "suggestion": write(Hold(at))})
    if to in chart.near[at]:
        return None
    sides = {chart.spaces[at].get("side"), chart.spaces[to].get("side")}
    facts = {"at": at, "to": to, "near": chart.near[at], "border": sides == {"Texas", "Mexico"}}
    meant = chart.alike(to, chart.near[at])
    return Problem("not-adjacent", {**facts, "suggestion": write(Move(at, meant, herd))} if meant else facts)


def _help(chart: Chart, state: State, at: str, of: str, to: str | None) -> Problem | None:
    """A support is of a gang that is there, into a space that both can enter (RW-Q11)."""
    if of not in state.gangs:
        return Problem("nobody-to-support", {"of": of, "herd": of in state.herds})
    if of == at:
        return Problem("supports-itself", {"at": at})
    if to is None:
        return None if of in chart.near[at] else Problem("support-out-of-reach", {"at": at, "to": of})
    if to == at:
        return Problem("support-into-own-place", {"at": at})
    if to == of:
        return Problem("goes-nowhere", {"at": of})
    if to not in chart.near[at]:
        return Problem("support-out-of-reach", {"at": at, "to": to})
    if to not in chart.near[of]:
        return Problem("supported-cannot-go", {"of": of, "to": to, "near": chart.near[of]})
    return None


def _warnings(chart: Chart, state: State, mine: Mapping[str, Movement]) -> Iterator[tuple[str, Problem]]:
    """Things that a player may have overlooked, by public facts and their own orders alone."""
    for at, order in mine.items():
        if isinstance(order, Move):
            yield from _about_herd(chart, state, mine, at, order)
        elif isinstance(order, Support) and state.gangs.get(order.of) == state.gangs[at]:
            does = mine.get(order.of)
            if order.to is None and isinstance(does, Move):
                yield at, Problem("supported-moves", {"of": order.of, "to": does.to})
            elif order.to is not None and not (isinstance(does, Move) and does.to == order.to):
                yield at, Problem("helped-stays", {"of": order.of, "to": order.to})


def _about_herd(
    chart: Chart, state: State, mine: Mapping[str, Movement], at: str, order: Move
) -> Iterator[tuple[str, Problem]]:
    """A herd ordered along that is not there (RW-Q3), or may have to stay (RW-9b), in the river even (RW-Q39)."""
    if order.herd and at not in state.herds:
        yield at, Problem("no-herd-to-drive", {"at": at, "to": order.to})
    elif at in state.herds and not order.herd and at in chart.river:
        yield at, Problem("herd-left-in-river", {"at": at, "to": order.to})
    elif order.herd and order.to in state.herds:
        leaves = mine.get(order.to)
        if state.options["herd_entry"] == "after" and isinstance(leaves, Move) and leaves.herd:
            return
        code = "herd-may-drown" if at in chart.river else "herd-may-stay"
        yield at, Problem(code, {"at": at, "to": order.to})


def carry_out(
    court: Court, gangs: Mapping[str, Seat], orders: Mapping[str, Movement], *, reasons: bool = True
) -> Moved:
    """The gangs, by the kernel, as armies on a board without seas and as if there were no herds (RW-Q4, RW-Q11)."""
    units = [unit(seat, space) for space, seat in gangs.items()]
    return court.movement(units, {space: for_kernel(order) for space, order in orders.items()}, reasons=reasons)


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out the moves, then the herds. The state that comes back still has this phase: the year goes on from it."""
    given: dict[str, Movement] = {}
    noted: list[tuple[Seat, Herd]] = []
    for seat in sorted(orders):
        for order in orders[seat]:
            if isinstance(order, Move | Hold | Support):
                given[order.at] = order
            elif isinstance(order, Herd):
                noted.append((seat, order))
    for space in state.gangs:
        given.setdefault(space, Hold(space))
    done = carry_out(chart.court, state.gangs, given)
    drives: dict[str, str] = {}
    for result in done.results:
        order = given[result.unit.place]
        if isinstance(order, Move) and order.herd and result.word == "succeeds":
            drives[order.at] = order.to
    going = driven(state.herds, drives, entry=str(state.options["herd_entry"]))
    herds = moved(state.herds, drives, going)
    events: list[Event] = []
    for result in sorted(done.results, key=lambda one: (one.unit.power, one.unit.place)):
        order = given[result.unit.place]
        detail, reason = result.detail, result.reason
        if order.at in drives and order.at in state.herds:
            detail = WITH_HERD if order.at in going else HERD_STAYS
            if order.at not in going:
                reason = Problem("herd-blocked", {"at": order.at, "to": drives[order.at]})
        events.append(
            Verdict(seat=Seat(result.unit.power), order=order, result=result.word, detail=detail, reason=reason)
        )
    events += [Verdict(seat=seat, order=order, result="noted") for seat, order in noted]
    for fallen in done.dislodged:
        events.append(
            GangDislodged(
                seat=Seat(fallen.unit.power),
                at=fallen.unit.place,
                by=Seat(fallen.attacker.power),
                origin=fallen.attacker.place,
                options=tuple(sorted(fallen.options)),
                herd=fallen.unit.place in herds,
            )
        )
    driven_out = tuple(
        Driven(Seat(fallen.unit.power), fallen.unit.place, fallen.attacker.place, tuple(sorted(fallen.options)))
        for fallen in sorted(done.dislodged, key=lambda one: one.unit.place)
        if fallen.options
    )
    after = replace(
        state,
        gangs=dict(sorted((unit.place, Seat(unit.power)) for unit in done.units)),
        herds=dict(sorted(herds.items())),
        dislodged=driven_out,
        contested=tuple(sorted(done.contested)),
    )
    return Step(after, tuple(events))


PHASE = Phase(
    kind="movement",
    title=lambda chart, state: state.title,
    forms={
        "movement": (
            "G(Lzy)-Mon",
            "GH(ISJ)-Rio",
            "G(Coo) S G(Lzy)-Mon",
            "G(Lzy) S G(Coo)",
            "G(Coo) stands",
            "G(Coo)-Lzy, G(LPR)-Fir, H(Val)",
            "G Coo - Lzy",
            "Gang Coogan's Bluff to Lazy S",
            "G(COS)-CON",
            "H(Fir)",
        )
    },
    asks=asks,
    check=check,
    silence=silence,
    resolve=resolve,
    also=("moves", "m"),
)
