"""A state as a position document (docs/positions/gold-rush.md)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.plane import Point
from judge.variants.gold_rush.board import Board, with_town, write_scenery
from judge.variants.gold_rush.notation import inches, write_point
from judge.variants.gold_rush.packs import (
    INCH,
)
from judge.variants.gold_rush.state import GO, Figure, Horse, Mule, Scenery, State
from judge.variants.gold_rush.titles import title_of


def write(board: Board, state: State) -> Mapping[str, object]:
    """A state as a document; `read` gives an equal state back."""
    found: dict[str, object] = {"phase": title_of(state)}
    found["options"] = dict(sorted(state.options.items()))
    found["order"] = [str(seat) for seat in state.order]
    if tuple(sorted(state.seats)) != tuple(sorted(state.order)) or any(str(s) != g for s, g in state.groups.items()):
        found["groups"] = {str(seat): state.groups[seat] for seat in sorted(state.seats)}
    if (state.width, state.depth) != (board.width, board.depth):
        found["table"] = {"width": _side(state.width), "depth": _side(state.depth)}
    found["edge"] = state.edge
    if state.town is not None:
        found["town"] = write_point(state.town)
    found["mines"] = {str(seat): write_point(at) for seat, at in sorted(state.mines.items())}
    if state.scenery != map_scenery(board, state.town):
        found["scenery"] = {piece.code: write_scenery(piece) for piece in state.scenery}
    if state.cards:
        found["cards"] = {str(seat): card for seat, card in sorted(state.cards.items())}
    elif state.stage == GO:
        found["cards"] = {}
    if state.bags:
        found["bags"] = {str(seat): bags for seat, bags in sorted(state.bags.items())}
    found["figures"] = {figure.code: _write_figure(figure) for figure in state.figures}
    found["mules"] = {mule.code: _write_mule(mule) for mule in state.mules}
    found["horses"] = {f"H{horse.number}": _write_horse(horse) for horse in state.horses}
    found["beasts"] = {beast.code: write_point(beast.at) + (" dead" if beast.dead else "") for beast in state.beasts}
    if state.came:
        found["came"] = list(state.came)
    found["kills"] = {str(seat): number for seat, number in sorted(state.kills.items())}
    found["spent"] = state.spent
    if state.result is not None:
        found["result"] = {"winners": [str(seat) for seat in state.result.winners], "reason": state.result.reason}
    return found


def _side(hundredths: int) -> int | str:
    return inches(hundredths) if hundredths % INCH else hundredths // INCH


def map_scenery(board: Board, town: Point | None) -> tuple[Scenery, ...]:
    """The scenery of the map, with the town where it stands."""
    return board.scenery if town is None else with_town(board, town)


def _write_figure(figure: Figure) -> dict[str, object]:
    found: dict[str, object] = {
        "at": "" if figure.at is None else write_point(figure.at),
        "weapon": figure.weapon,
        "loaded": figure.loaded,
        "reloads": figure.reloads,
        "gold": figure.gold,
        "out": figure.out,
    }
    if figure.horse:
        found["horse"] = figure.horse
    if figure.status != "up":
        found["status"] = figure.status
    if figure.attacked:
        found["attacked"] = figure.attacked
    if figure.foes:
        found["foes"] = list(figure.foes)
    return found


def _write_mule(mule: Mule) -> dict[str, object]:
    found: dict[str, object] = {
        "at": "" if mule.at is None else write_point(mule.at), "boxes": mule.boxes, "gold": mule.gold,
    }  # fmt: skip
    if mule.led:
        found["led"] = True
    if mule.dead:
        found["dead"] = True
    return found


def _write_horse(horse: Horse) -> str:
    if horse.at is not None:
        return write_point(horse.at)
    return f"under {horse.rider}" if horse.rider else "gone"
