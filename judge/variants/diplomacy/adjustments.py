"""The winter: builds, removals, waivers and civil disorder (D-6, D-51 to D-53, D-60 to D-64)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.adjudicator.diplomacy.adjustments import build_sites, built_at, civil_disorder, owners, why_no_build
from judge.adjudicator.diplomacy.orders import ADJUSTING, Build, Home, Order, Remove, Unit, Waive
from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Seat, Step, Verdict
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.events import ArmyRaised, DisorderRemoval
from judge.variants.diplomacy.mending import offered
from judge.variants.diplomacy.state import State, rank

MOST_SITES = 12


def due(chart: Chart, state: State, seat: Seat) -> int:
    """Centres less units: so many builds or, below zero, removals (D-6)."""
    if placing(chart, state):
        return to_place(chart, state, seat)
    return len(state.held(seat)) - len(state.of(seat))


def placing(chart: Chart, state: State) -> bool:
    """Whether it is a winter before the first year, in which units are placed."""
    return chart.opening(state.options).is_open(chart, state)


def to_place(chart: Chart, state: State, seat: Seat) -> int:
    """One unit more each winter of placing; what was let go or lost before may be placed as well (D-81)."""
    if seat in chart.neutral:
        return 0
    return chart.opening(state.options).round(chart, state) - len(state.of(seat))


def naming(chart: Chart, state: State) -> int:
    """How many homes each power names now: in the first winter after those of placing (D-93)."""
    if state.phase != "adjustments" or state.homes or placing(chart, state):
        return 0
    return chart.opening(state.options).homes


def homes_of(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> tuple[str, ...]:
    """The homes a seat ends up with: those it names, those it builds in, then those it owns by their codes (D-93)."""
    named = [order.at for order in orders if isinstance(order, Home)]
    built = [chart.province(order.at) for order in orders if isinstance(order, Build)]
    return tuple(dict.fromkeys((*named, *built, *state.held(seat))))[: naming(chart, state)]


def sites(chart: Chart, state: State, seat: Seat) -> tuple[str, ...]:
    """Where a seat may build: its own vacant home centres; by house rule other vacant centres it owns (D-60). Before
    the first year where units are placed (D-81)."""
    if lost_capital(chart, state, seat):
        return ()
    homes = _homes(chart, state, seat)
    held = homes if placing(chart, state) else state.held(seat)
    return build_sites(chart.board, seat, {seat: held}, state.units, homes)


def lost_capital(chart: Chart, state: State, seat: Seat) -> str:
    """The capital without which a power builds nothing, when it has lost it (D-65)."""
    if state.options.get("capital") != "builds" or placing(chart, state):
        return ""
    capital = chart.capitals.get(seat, "")
    return capital if capital and state.centres.get(capital) != seat else ""


def _homes(chart: Chart, state: State, seat: Seat) -> Sequence[str]:
    """Where the house lets a seat build what it owns."""
    if placing(chart, state):
        return chart.board.ids if chart.opening(state.options).anywhere else chart.homes.get(seat, ())
    if chart.opening(state.options).homes:
        return state.held(seat) if naming(chart, state) else state.homes.get(seat, ())
    rule = state.options["build_sites"]
    if rule == "any-home":
        return tuple(sorted(home for homes in chart.homes.values() for home in homes))
    return state.held(seat) if rule == "owned" else chart.homes.get(seat, ())


def builds(chart: Chart, state: State, seat: Seat) -> int:
    """How many units a seat may build: no more than it has places for."""
    free = len(sites(chart, state, seat))
    return min(max(due(chart, state, seat), 0), free, naming(chart, state) or free)


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Asked is who must remove, who may build and has where, and who has homes to name."""
    found: dict[Seat, Ask] = {}
    homes = naming(chart, state)
    for seat in sorted(state.seats):
        # In a fog nobody is to learn from who is asked that somebody has no free site.
        number = max(due(chart, state, seat), 0) if state.options.get("fog") else builds(chart, state, seat)
        if number:
            free = sites(chart, state, seat)
            where = ", ".join(free[:MOST_SITES]) + (", …" if len(free) > MOST_SITES else "")
            found[seat] = Ask("adjustments", lines=(f"Build {BLANK}  # or Waive; free: {where}",) * number)
        elif due(chart, state, seat) < 0:
            units = ", ".join(f"{unit.kind} {unit.place}" for unit in state.of(seat))
            found[seat] = Ask("adjustments", lines=(f"Remove {BLANK}  # of {units}",) * -due(chart, state, seat))
        if homes and (state.of(seat) or state.held(seat)):
            more = found[seat].lines if seat in found else ()
            lines = (f"Home {BLANK}  # any supply centre, of your own or not", *(f"Home {BLANK}",) * (homes - 1))
            found[seat] = Ask("adjustments", lines=(*lines, *more))
    return found


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders and the refused ones."""
    refused: dict[int, Problem] = {}
    legal: dict[int, Order] = {}
    for index, order in enumerate(orders):
        problem = refusal(chart, state, seat, order)
        if problem is None:
            legal[index] = order
        else:
            refused[index] = offered(chart, state, order, problem, lambda one: refusal(chart, state, seat, one))
    named = _named(chart, state, legal, refused)
    chosen = (_removals if due(chart, state, seat) < 0 else _builds)(chart, state, seat, legal, refused) | named
    return Checked(tuple(chosen[index] for index in sorted(chosen)), refused)


def refusal(chart: Chart, state: State, seat: Seat, order: Order) -> Problem | None:
    """Why an adjustment cannot stand by itself."""
    if not isinstance(order, ADJUSTING):
        return Problem("not-in-adjustments", {"kind": type(order).__name__.lower()})
    if isinstance(order, Home):
        if not naming(chart, state):
            return Problem("no-home-to-name")
        return None if order.at in chart.centres else Problem("not-a-centre", {"place": order.at})
    number = due(chart, state, seat)
    if isinstance(order, Remove):
        return _wrong_removal(chart, state, seat, order, number)
    if number <= 0:
        return Problem("no-build-due", {"due": -number})
    if isinstance(order, Waive):
        return None
    return _wrong_build(chart, state, seat, order)


def _wrong_removal(chart: Chart, state: State, seat: Seat, order: Remove, number: int) -> Problem | None:
    if number >= 0:
        return Problem("no-removal-due", {"due": number})
    unit = state.unit(chart.province(order.at))
    if unit is None:
        return Problem("no-unit-there", {"place": chart.province(order.at)})
    if unit.power != seat:
        return Problem("not-your-unit", {"kind": unit.kind, "place": unit.place, "seat": unit.power})
    return None


def _wrong_build(chart: Chart, state: State, seat: Seat, order: Build) -> Problem | None:
    """The rule of the kernel; by house rule any centre of one's own will do, and then it is said whose it is (D-60)."""
    board = chart.board
    province = board.province(order.at)
    homes = _homes(chart, state, seat)
    capital = lost_capital(chart, state, seat)
    if capital:
        return Problem("capital-lost", {"place": capital})
    if placing(chart, state):
        return why_no_build(board, chart.edition(state.options), order, homes, homes, state.units)
    if naming(chart, state) or state.options["build_sites"] == "owned":
        if not board.provinces[board.number[province]].centre:
            return Problem("not-a-centre", {"place": province})
        homes = (province,)
    problem = why_no_build(board, chart.edition(state.options), order, homes, state.held(seat), state.units)
    if problem is not None and problem.code == "home-not-owned":
        return Problem(problem.code, {**problem.detail, "seat": state.centres.get(province)})
    return problem


def _named(chart: Chart, state: State, legal: dict[int, Order], refused: dict[int, Problem]) -> dict[int, Order]:
    """The homes named, no more than are due; builds elsewhere are refused as soon as all are named (D-93)."""
    most = naming(chart, state)
    named: dict[int, Order] = {}
    homes: list[str] = []
    for index in sorted(legal):
        order = legal[index]
        if not isinstance(order, Home):
            continue
        del legal[index]
        if order.at in homes or len(homes) < most:
            named[index] = order
            homes.append(order.at)
        else:
            refused[index] = Problem("no-home-left", {"most": most})
    homes = list(dict.fromkeys(homes))
    for index in sorted(legal) if most else ():
        order = legal[index]
        if isinstance(order, Build) and (place := chart.province(order.at)) not in homes:
            if len(homes) < most:
                homes.append(place)
            else:
                del legal[index]
                refused[index] = Problem("not-a-home-named", {"place": place, "homes": tuple(homes)})
    return named


def _in_turn(indexes: Sequence[int], rule: object) -> list[int]:
    """The order in which several orders are considered: from the first, or from the last."""
    return sorted(indexes, reverse=rule == "last")


def _builds(
    chart: Chart, state: State, seat: Seat, legal: Mapping[int, Order], refused: dict[int, Problem]
) -> dict[int, Order]:
    """One build a place, and no more than are due (D-51, D-52)."""
    number = due(chart, state, seat)
    chosen: dict[int, Order] = {}
    by_place: dict[str, list[int]] = {}
    for index, order in legal.items():
        if isinstance(order, Build):
            by_place.setdefault(chart.province(order.at), []).append(index)
    standing = set(legal)
    for place, indexes in by_place.items():
        rule = state.options["double_builds"]
        same = all(legal[index] == legal[indexes[0]] for index in indexes)
        keep = _in_turn(indexes, rule)[0]
        for index in indexes:
            if index != keep or (rule == "none" and len(indexes) > 1 and not same):
                standing.discard(index)
                if not same:
                    refused[index] = Problem("already-building-there", {"place": place})
    rule = state.options["too_many_builds"]
    wanted = sum(_slots(legal[index]) for index in standing)
    spent = 0
    for index in _in_turn(sorted(standing), rule):
        order = legal[index]
        if rule == "none" and wanted > number:
            refused[index] = Problem("too-many-builds", {"due": number, "wanted": wanted})
        elif isinstance(order, Waive):
            if spent < number:
                chosen[index] = order
                spent += order.number
            else:
                refused[index] = Problem("no-build-left", {"due": number})
        elif spent < number:
            chosen[index] = order
            spent += 1
        else:
            refused[index] = Problem("no-build-left", {"due": number})
    return chosen


def _slots(order: Order) -> int:
    return order.number if isinstance(order, Waive) else 1


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """Builds not ordered are waived, removals not ordered follow civil disorder (D-62, D-63), homes filled (D-93)."""
    named = {order.at for order in kept if isinstance(order, Home)}
    homes = [Home(place) for place in homes_of(chart, state, seat, kept) if place not in named]
    return (*homes, *_unsaid(chart, state, seat, [order for order in kept if not isinstance(order, Home)]))


def _unsaid(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    number = due(chart, state, seat)
    if number < 0:
        missing = -number - len(kept)
        if not missing:
            return ()
        taken = {order.subject for order in kept}
        left = [unit for unit in state.of(seat) if Remove(unit.place).subject not in taken]
        return tuple(Remove(unit.place, silent=True) for unit in disorder(chart, state, seat, left)[:missing])
    sited = builds(chart, state, seat) - sum(isinstance(order, Build) for order in kept)
    rest = min(number - sum(map(_slots, kept)), sited)
    if rest <= 0:
        return ()
    if state.options["declining"] == "allowed":
        return (Waive(rest),)
    used = {chart.province(order.at) for order in kept if isinstance(order, Build)}
    free = [place for place in sites(chart, state, seat) if place not in used]
    return tuple(Build("A", place) for place in free[:rest])


def _removals(
    chart: Chart, state: State, seat: Seat, legal: Mapping[int, Order], refused: dict[int, Problem]
) -> dict[int, Order]:
    """No more removals than are due (D-53)."""
    number = -due(chart, state, seat)
    chosen: dict[int, Order] = {}
    places: dict[str, int] = {}
    for index in sorted(legal):
        order = legal[index]
        assert isinstance(order, Remove)
        place = chart.province(order.at)
        places.setdefault(place, index)  # the same unit is removed once
    rule = state.options["too_many_removals"]
    for index in _in_turn(list(places.values()), rule):
        if rule == "none" and len(places) > number:
            refused[index] = Problem("too-many-removals", {"due": number, "wanted": len(places)})
        elif len(chosen) < number:
            chosen[index] = legal[index]
        else:
            refused[index] = Problem("no-removal-left", {"due": number})
    return chosen


def disorder(chart: Chart, state: State, seat: Seat, units: Sequence[Unit]) -> list[Unit]:
    """The order in which units leave when nobody says which (D-63)."""
    return civil_disorder(chart.board, seat, {seat: state.held(seat)}, units, chart.edition(state.options))


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out builds and removals, and civil disorder for powers without a seat (D-64)."""
    board = chart.board
    units = list(state.units)
    events: list[Event] = []
    met = clashes(chart, orders)
    for seat in sorted(orders):
        for order in orders[seat]:
            result, reason = "succeeds", None
            if isinstance(order, Build) and chart.province(order.at) in met:
                result, reason = "fails", Problem("placed-by-several", {"place": chart.province(order.at)})
            elif isinstance(order, Build):
                units.append(Unit(seat, order.kind, built_at(board, order)))
            elif isinstance(order, Remove):
                gone = [unit for unit in units if board.province(unit.place) == board.province(order.at)]
                units = [unit for unit in units if unit not in gone]
                if order.silent and gone:
                    result = "disbanded"
                    reason = Problem("civil-disorder", {"kind": gone[0].kind, "place": gone[0].place})
            elif not isinstance(order, Waive | Home):
                continue
            events.append(Verdict(seat=seat, order=order, result=result, reason=reason))
    for seat in sorted({Seat(unit.power) for unit in state.units} - set(orders)):
        for unit in disorder(chart, state, seat, state.of(seat))[: max(0, -due(chart, state, seat))]:
            units.remove(unit)
            events.append(DisorderRemoval(seat=seat, kind=unit.kind, place=unit.place))
    for army in raised(chart, state, units):
        units.append(army)
        events.append(ArmyRaised(seat=Seat(army.power), place=army.place))
    after = replace(state, units=tuple(sorted(units, key=rank)))
    if naming(chart, state):
        named = {seat: homes_of(chart, state, seat, given) for seat, given in sorted(orders.items())}
        after = replace(after, homes={seat: homes for seat, homes in named.items() if homes})
    if placing(chart, state):
        held = owners(chart.board, {}, after.units)
        centres = {centre: Seat(power) for power, theirs in held.items() for centre in theirs}
        after = replace(after, centres=dict(sorted(centres.items())))
    return Step(after, tuple(events))


def raised(chart: Chart, state: State, units: Sequence[Unit]) -> list[Unit]:
    """The armies that powers nobody plays raise again: one in each vacant home they still own (D-94)."""
    return [
        Unit(seat, "A", home)
        for seat in sorted(chart.rebuilding)
        for home in build_sites(chart.board, seat, {seat: state.held(seat)}, units, chart.homes.get(seat, ()))
    ]


def clashes(chart: Chart, orders: Mapping[Seat, Sequence[Order]]) -> set[str]:
    """Provinces in which several powers place a unit: none of the units is placed (D-81)."""
    said = Counter(chart.province(order.at) for given in orders.values() for order in given if isinstance(order, Build))
    return {place for place, number in said.items() if number > 1}


PHASE = Phase(
    kind="adjustments",
    also=("builds", "building", "winter", "a", "b"),
    title=lambda chart, state: state.title,
    forms={"adjustments": ("Build A PAR", "Build F STP/NC", "B A PAR", "Remove F NTH", "Waive")},
    asks=asks,
    check=check,
    resolve=resolve,
    silence=silence,
)
