"""The pictures of mails, each drawn once: a table of eight sees the same map, each seat with its own marks in it."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from judge.adjudicator.codec import digest, plain
from judge.adjudicator.protocol import Seat
from judge.campaign import closing, reports
from judge.campaign.act import Look
from judge.campaign.live import Live
from judge.report import pictures
from judge.report.languages import language_now
from judge.report.layers import Layers
from judge.report.own import inks, marks_of

MOST = 32
# A map in layers takes some megabytes.
OPEN = 4
MAP_WIDTH, CHART_WIDTH = 800, 640
# A line wants three points: the beginning and two steps.
FIRST_CHART = 2


class Gallery:
    """Maps and charts as PNG; the last ones are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._known: OrderedDict[str, str] = OrderedDict()
        """The names of maps by what is seen; "": there is none."""
        self._split: OrderedDict[str, Layers] = OrderedDict()

    def map_of(self, live: Live, step: Mapping[str, Any], seat: Seat | None) -> bytes:
        """The map of a step as an audience sees it; nothing for a game without one."""
        known, draw = self._map(live, step, seat)
        return self._once(known, lambda: pictures.png(self._svg(known, draw), MAP_WIDTH)) if known else b""

    def own_map_of(self, live: Live, step: Mapping[str, Any], seat: Seat) -> bytes:
        """The same with the seat's own pieces ringed, and where they can go from here: beneath all names."""
        marks = marks_of(live.game, live.game.view(live.state, seat), live.window, seat)
        known, draw = self._map(live, step, seat)
        if not known or not marks:
            return self.map_of(live, step, seat)
        own = f"{known} {hashlib.sha256(marks.encode()).hexdigest()}"
        return self._once(own, lambda: self._layers(known, live, seat, draw).marked(marks))

    def _layers(self, known: str, live: Live, seat: Seat, draw: Callable[[], str]) -> Layers:
        """A map in layers; the last ones are kept, since the mails of a step are written one after the other."""
        if known not in self._split:
            view = live.game.view(live.state, seat)
            self._split[known] = Layers(self._svg(known, draw), MAP_WIDTH, inks(live.game, view))
            while len(self._split) > OPEN:
                self._split.popitem(last=False)
        return self._split[known]

    def chart_of(self, look: Look, live: Live, step: Mapping[str, Any]) -> bytes:
        """The chart of everybody's strength so far, the same for all; nothing while there is no line to draw."""
        number = int(step["number"])
        if number < FIRST_CHART:
            return b""

        def drawn() -> bytes:
            svg = closing.chart_of(look, live, number)
            return pictures.png(svg, CHART_WIDTH) if svg else b""

        # A step is drawn once in each language; what it is called never changes.
        return self._once(f"chart {live.id} {step['id']} {language_now()}", drawn)

    def _map(self, live: Live, step: Mapping[str, Any], seat: Seat | None) -> tuple[str, Callable[[], str]]:
        """The name of a map (audiences with the same view get the same picture), and how to draw it."""
        view, events = reports.seen(live, step, seat)
        title = str(step["window_title"])

        def draw() -> str:
            return pictures.picture(live.game, view, events, title)

        seen = digest((live.game.key, live.row["map_name"], plain(view), [plain(event) for event in events], title))
        if seen not in self._known:
            svg = draw()
            name = hashlib.sha256(svg.encode()).hexdigest() if svg else ""
            self._known[seen] = name
            if svg:
                self._svg(name, lambda: svg)
            while len(self._known) > MOST * 8:
                self._known.popitem(last=False)
        return self._known[seen], draw

    def _svg(self, name: str, draw: Callable[[], str]) -> str:
        """A map as it was drawn."""
        return self._once(f"svg {name}", lambda: draw().encode()).decode()

    def _once(self, name: str, make: Callable[[], bytes]) -> bytes:
        if name not in self._kept:
            self._kept[name] = make()
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return self._kept[name]
