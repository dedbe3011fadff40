"""The adjustments of an archive: orders read, the phase carried out, its results by their texts."""

from __future__ import annotations

from judge.adjudicator.diplomacy.adjustments import adjustments
from judge.adjudicator.diplomacy.board import Board
from judge.adjudicator.diplomacy.editions import Edition
from judge.adjudicator.diplomacy.orders import Adjusting, Build, Disband, Remove, Waive
from judge.batch.notation import read_order
from judge.batch.shape import ByPower, Done, Line, each_order, plain, units_of


def winter_phase(
    board: Board, edition: Edition, line: Line, centres: ByPower, orders: ByPower, sites: str = "homes"
) -> Done:
    """Carry out builds and removals."""
    units = units_of(board, line)
    results: dict[str, str] = {}
    why: dict[str, dict[str, object]] = {}
    read: dict[str, list[tuple[str, Adjusting]]] = {}
    for power, text, key in each_order(orders):
        order = read_order(text)
        if isinstance(order, Disband):
            order = Remove(order.at)
        if not isinstance(order, Build | Remove | Waive):
            code = "not-understood" if order is None else "wrong-phase"
            results[key] = "illegal"
            why[key] = {"code": code, "text": text} if order is None else {"code": code, "wanted": "adjustments"}
            continue
        read.setdefault(power, []).append((key, order))
    asked = {power: tuple(order for _, order in pairs) for power, pairs in read.items()}
    done = adjustments(board, units, centres, asked, edition, sites)
    left = {power: iter(pairs) for power, pairs in read.items()}
    for result in done.results:
        key, _ = next(left[result.power])
        if results.get(key) == "succeeds":
            # The same words twice: one key, for the order that was carried out.
            continue
        results[key] = result.word
        why.pop(key, None)
        if result.reason is not None:
            why[key] = plain(result.reason)
    return Done.of(line, done.units, results, why)
