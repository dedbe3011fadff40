"""Branding: where gangs and herds are built, and which gangs are removed (RW-12, RW-13, RW-Q23 to RW-Q29, RW-Q45)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial

from judge.adjudicator.phases import Phase
from judge.adjudicator.protocol import BLANK, Ask, Checked, Dice, Event, Problem, Rows, Seat, Step, Verdict
from judge.variants.range_war.chart import Chart
from judge.variants.range_war.orders import Build, Order, Remove, Site, Waive
from judge.variants.range_war.state import Brand, State
from judge.variants.range_war.words import site as written


@dataclass
class Ledger:
    """One seat's builds of one Spring while they are placed: all of them together (RW-Q25)."""

    chart: Chart
    state: State
    seat: Seat
    left: int
    herds_left: int
    _: KW_ONLY
    claimed: Mapping[str, Seat] = field(default_factory=dict)
    """Towns in which their owners build a gang: no site for the owner of a herd there (RW-Q48)."""
    placed: set[Site] = field(default_factory=set)
    _rungs: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, chart: Chart, state: State, seat: Seat, claimed: Mapping[str, Seat] | None = None) -> Ledger:
        """As Spring begins."""
        return cls(chart, state, seat, max(0, state.due(seat)), state.herd_builds.get(seat, 0), claimed=claimed or {})

    def is_taken(self, kind: str, space: str) -> bool:
        """A gang is kept out by a gang alone, a herd by a herd alone, whoever owns it (RW-12c, RW-Q45)."""
        there = self.state.gangs if kind == "G" else self.state.herds
        if kind == "G" and self.claimed.get(space, self.seat) != self.seat:
            return True
        return space in there or Site("G" if kind == "G" else "H", space) in self.placed

    def rungs(self, kind: str) -> tuple[tuple[str, ...], ...]:
        """Where a piece may be built: on the first rung that has room, home before other fixed centres before own
        herds; on these a gang only (RW-12b, RW-12e, RW-12f)."""
        known = self._rungs.get(kind)
        if known is None:
            known = self._rungs[kind] = self._rungs_of(kind)
        return known

    def _rungs_of(self, kind: str) -> tuple[tuple[str, ...], ...]:
        home = self.chart.homes[self.seat]
        held = by_code(self.state.held(self.seat))
        if self.state.options["free_sites"]:
            rungs: tuple[tuple[str, ...], ...] = (held,)
        else:
            rungs = (tuple(space for space in held if space == home), tuple(space for space in held if space != home))
        return (*rungs, by_code(self.state.branded(self.seat))) if kind == "G" else rungs

    def sites(self, kind: str) -> tuple[str, ...]:
        """The spaces where such a piece can be placed next: the free ones of the highest rung that has any."""
        for rung in self.rungs(kind):
            free = tuple(space for space in rung if not self.is_taken(kind, space))
            if free:
                return free
        return ()

    @property
    def may_place(self) -> bool:
        """Whether there is a site for any of its builds."""
        return bool(self.left) and bool(self.sites("G") or (self.herds_left and self.sites("H")))

    def room(self, kind: str) -> tuple[str, ...]:
        """Every space where such a piece could be placed this Spring, the highest rung first."""
        found = (space for rung in self.rungs(kind) for space in rung if not self.is_taken(kind, space))
        return tuple(dict.fromkeys(found))

    def refusal(self, site: Site) -> Problem | None:
        """Why a piece cannot be placed there next; None when it can."""
        facts: dict[str, object] = {"at": site.at, "kind": site.kind}
        if self.left == 0:
            return Problem("no-build-left", {"due": max(0, self.state.due(self.seat)), **facts})
        if site.kind == "H" and self.herds_left == 0:
            had = self.state.herd_builds.get(self.seat, 0)
            return Problem("no-herd-left" if had else "no-herd-due", {**facts, "had": had})
        if site.kind == "G" and self.claimed.get(site.at, self.seat) != self.seat:
            return Problem("town-built", {**facts, "seat": self.claimed[site.at]})
        if self.is_taken(site.kind, site.at):
            return Problem("site-taken", facts)
        if site.at in self.sites(site.kind):
            return None
        if any(site.at in rung for rung in self.rungs(site.kind)):
            return Problem("higher-site-free", {**facts, "sites": self.sites(site.kind)})
        if site.kind == "H" and site.at not in self.chart.fixed:
            return Problem("herd-needs-centre", {**facts, "sites": self.sites("H")})
        return Problem("not-a-site", {**facts, "sites": self.sites(site.kind)})

    def place(self, site: Site) -> None:
        """One more piece is on the board."""
        self.placed.add(site)
        self.left -= 1
        self.herds_left -= site.kind == "H"


def by_code(spaces: Iterable[str]) -> tuple[str, ...]:
    """Spaces by code, capitals or not: the one order in which the judge chooses among equals (RW-Q24, RW-Q45)."""
    return tuple(sorted(spaces, key=str.lower))


@dataclass(frozen=True)
class Placing:
    """The fate of a seat's building orders, by index."""

    placed: Mapping[int, Site | None]
    """None: a build let go."""
    refused: Mapping[int, Problem]
    left: int


def placing(
    chart: Chart, state: State, seat: Seat, orders: Sequence[Order], claimed: Mapping[str, Seat] | None = None
) -> Placing:
    """Place all builds together: the first listed first, first choices before second ones. Repeat, since one that fills
    the home makes room for another elsewhere (RW-Q25, RW-Q45)."""
    ledger = Ledger.of(chart, state, seat, claimed)
    placed: dict[int, Site | None] = {}
    refused: dict[int, Problem] = {}
    while True:
        step = _next(ledger, orders, placed)
        if step is None:
            break
        index, site = step
        placed[index] = site
        if site is not None:
            ledger.place(site)
            continue
        order = orders[index]
        ledger.left -= min(ledger.left, order.number if isinstance(order, Waive) else 1)
    for index, order in enumerate(orders):
        if index in placed:
            continue
        if isinstance(order, Build):
            problem = ledger.refusal(order.choices[0])
            problem = _offering(ledger, order.choices[0], problem) if problem is not None else None
            refused[index] = problem or Problem("not-a-site", {"at": order.choices[0].at, "kind": "G", "sites": ()})
        elif isinstance(order, Waive):
            refused[index] = Problem("no-build-left", {"due": state.due(seat), "at": "", "kind": ""})
        elif isinstance(order, Remove):
            refused[index] = Problem("no-removal-due", {"at": order.at, "due": state.due(seat)})
        else:
            refused[index] = Problem("not-in-branding", {"kind": type(order).__name__.lower()})
    return Placing(placed, refused, ledger.left)


def _offering(ledger: Ledger, site: Site, problem: Problem) -> Problem:
    """Why a build is refused, with what could be built in its stead: the other piece, or one on the higher site."""
    others = [Site("G" if site.kind == "H" else "H", site.at)]
    if problem.code == "higher-site-free":
        others = [Site(site.kind, one) for one in ledger.sites(site.kind)[:1]]
    found = next((one for one in others if site.kind == "H" or problem.code == "higher-site-free"), None)
    if found is None or ledger.refusal(found) is not None:
        return problem
    return Problem(problem.code, {**problem.detail, "suggestion": f"Build {written(found)}"})


def _next(ledger: Ledger, orders: Sequence[Order], placed: Mapping[int, Site | None]) -> tuple[int, Site | None] | None:
    """The next build that can be placed."""
    if ledger.left == 0:
        return None
    most = max((len(order.choices) for order in orders if isinstance(order, Build)), default=1)
    for rank in range(most):
        for index, order in enumerate(orders):
            if index in placed:
                continue
            if isinstance(order, Waive):
                return index, None
            if isinstance(order, Build) and rank < len(order.choices):
                if ledger.refusal(order.choices[rank]) is None:
                    return index, order.choices[rank]
    return None


def by_default(chart: Chart, state: State, seat: Seat, orders: Sequence[Order], left: int) -> tuple[Order, ...]:
    """Builds nobody ordered: gangs, at home, then on fixed centres, then on own herds, by code (RW-Q45). Where a rival
    may build in the town that the herd is in, the next site follows it (RW-Q48)."""
    found: list[Order] = []
    for _ in range(left):
        ledger = Ledger.of(chart, state, seat)
        for site in placing(chart, state, seat, [*orders, *found]).placed.values():
            if site is not None:
                ledger.place(site)
        sites = ledger.sites("G")
        if not sites:
            break
        home = chart.homes[seat]
        first = home if home in sites else sites[0]
        others = [one for one in sites if one != first] if is_shared(state, seat, first) else []
        found.append(Build(tuple(Site("G", one) for one in (first, *others))))
    return tuple(found)


def is_shared(state: State, seat: Seat, space: str) -> bool:
    """Whether a seat's herd is in a rival's town, where both may build."""
    brand = state.herds.get(space)
    return brand is not None and brand.seat == seat and state.centres.get(space, seat) != seat


def removals(chart: Chart, state: State, seat: Seat) -> tuple[str, ...]:
    """A seat's gangs in the order in which they are removed unless it says otherwise: the farthest from home first,
    then by code (RW-Q24)."""
    away = chart.away[seat]
    far = len(chart.spaces)
    return tuple(sorted(by_code(state.of(seat)), key=lambda space: -away.get(space, far)))


def asks(chart: Chart, state: State) -> dict[Seat, Ask]:
    """Every seat that can build or must remove is asked."""
    found: dict[Seat, Ask] = {}
    for seat in sorted(state.seats):
        due = state.due(seat)
        if due < 0:
            found[seat] = Ask("branding", lines=(f"Remove G({BLANK})",) * -due)
        elif due > 0 and Ledger.of(chart, state, seat).may_place:
            found[seat] = Ask("branding", lines=Rows(partial(_rows, chart, state, seat)))
    return found


def _rows(chart: Chart, state: State, seat: Seat) -> tuple[str, ...]:
    return (f"Build {BLANK}",) * room(chart, state, seat)


def room(chart: Chart, state: State, seat: Seat) -> int:
    """How many of its builds a seat can place at all."""
    ledger = Ledger.of(chart, state, seat)
    due = ledger.left
    while ledger.left:
        gangs = ledger.sites("G")
        herds = ledger.sites("H") if ledger.herds_left else ()
        if gangs:
            ledger.place(Site("G", gangs[0]))
        elif herds:
            ledger.place(Site("H", herds[0]))
        else:
            break
    return due - ledger.left


def check(chart: Chart, state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    """The valid orders and the refused ones."""
    if state.due(seat) < 0:
        return _check_removals(state, seat, orders)
    done = placing(chart, state, seat, orders)
    warned = {
        index: Problem("town-may-be-built", {"at": site.at, "seat": state.centres[site.at]})
        for index, site in done.placed.items()
        if site is not None and site.kind == "G" and is_shared(state, seat, site.at)
    }
    return Checked(tuple(orders[index] for index in sorted(done.placed)), done.refused, warned=warned)


def silence(chart: Chart, state: State, seat: Seat, kept: Sequence[Order]) -> tuple[Order, ...]:
    """Silence: the farthest are removed, builds are let go or made (RW-Q24, RW-Q45)."""
    if state.due(seat) < 0:
        chosen = {order.at for order in kept if isinstance(order, Remove)}
        rest = [space for space in removals(chart, state, seat) if space not in chosen]
        return tuple(Remove(space) for space in rest[: -state.due(seat) - len(chosen)])
    left = placing(chart, state, seat, kept).left
    made = by_default(chart, state, seat, kept, left) if left and state.options["default_builds"] else ()
    return (*made, Waive(left - len(made))) if left > len(made) else made


def _check_removals(state: State, seat: Seat, orders: Sequence[Order]) -> Checked[Order]:
    due = -state.due(seat)
    refused: dict[int, Problem] = {}
    chosen: dict[str, int] = {}
    for index, order in enumerate(orders):
        if not isinstance(order, Remove):
            refused[index] = Problem("no-build-due", {"due": due})
        elif state.gangs.get(order.at) != seat:
            refused[index] = Problem("no-gang-to-remove", {"at": order.at, "gangs": state.of(seat)})
        elif len(chosen) == due and order.at not in chosen:
            refused[index] = Problem("no-removal-left", {"due": due, "at": order.at})
        else:
            chosen.setdefault(order.at, index)
    return Checked(tuple(orders[index] for index in sorted(chosen.values())), refused)


def claims(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]]) -> dict[str, Seat]:
    """The towns in which their owners build gangs. The town's owner comes before the herd's (RW-Q48)."""
    return {
        site.at: seat
        for seat, given in orders.items()
        for site in placing(chart, state, seat, given).placed.values()
        if site is not None and site.kind == "G" and state.centres.get(site.at) == seat
    }


def resolve(chart: Chart, state: State, orders: Mapping[Seat, Sequence[Order]], dice: Dice) -> Step[State]:
    """Carry out builds and removals. A built herd wears its builder's brand at once (RW-Q28)."""
    gangs, herds = dict(state.gangs), dict(state.herds)
    claimed = claims(chart, state, orders)
    events: list[Event] = []
    for seat in sorted(orders):
        given = orders[seat]
        done = placing(chart, state, seat, given, claimed) if state.due(seat) >= 0 else Placing({}, {}, 0)
        for index, order in enumerate(given):
            if isinstance(order, Remove) and gangs.get(order.at) == seat:
                del gangs[order.at]
                events.append(Verdict(seat=seat, order=order, result="succeeds"))
            elif index in done.placed:
                site = done.placed[index]
                if site is not None and site.kind == "G":
                    gangs[site.at] = seat
                elif site is not None:
                    herds[site.at] = Brand(seat)
                events.append(
                    Verdict(seat=seat, order=order, result="succeeds", detail=written(site) if site is not None else "")
                )
            elif index in done.refused and not isinstance(order, Waive):
                events.append(Verdict(seat=seat, order=order, result="fails", reason=done.refused[index]))
    after = replace(state, gangs=dict(sorted(gangs.items())), herds=dict(sorted(herds.items())), herd_builds={})
    return Step(after, tuple(events))


PHASE = Phase(
    kind="branding",
    title=lambda chart, state: state.title,
    forms={
        "branding": (
            "Build G(Lzy)",
            "Build H(Lzy)",
            "Build GH(Lzy)",
            "Build G(Lzy) or G(Tom)",
            "Remove G(Fir)",
            "Waive",
        )
    },
    asks=asks,
    check=check,
    silence=silence,
    resolve=resolve,
    also=("builds", "adjustments", "spring", "a", "b"),
)
