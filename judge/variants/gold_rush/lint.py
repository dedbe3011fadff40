"""The mistakes of a map: pieces off the table, codes used twice, mines and town where they may not be."""

from __future__ import annotations

from itertools import combinations

from judge.adjudicator.plane import touches
from judge.grammar.document import Complaint, Document
from judge.variants.gold_rush.board import Board, with_town
from judge.variants.gold_rush.laying import is_lawful_mine, is_lawful_town
from judge.variants.gold_rush.notation import write_point


def misplaced(document: Document, board: Board) -> list[Complaint]:
    """Scenery off the table, a code used twice, mines too near each other, the edge or the town."""
    found: list[Complaint] = []
    codes = [piece.code for piece in (*board.scenery, *board.buildings)]
    for code in sorted({code for code in codes if codes.count(code) > 1}):
        found.append(document.complaint(f"the code {code} stands for two pieces of scenery", "scenery"))
    for piece in with_town(board, board.town):
        if any(not (0 <= x <= board.width and 0 <= y <= board.depth) for x, y in piece.polygon):
            found.append(
                document.complaint(f"{piece.name} ({piece.code}) reaches off the table", "scenery", piece.code)
            )
    screens = [piece for piece in with_town(board, board.town) if piece.blocks_sight]
    for one, other in combinations(screens, 2):
        if touches(one.polygon, other.polygon):
            sentence = f"{one.name} ({one.code}) and {other.name} ({other.code}) touch: nobody sees between them"
            found.append(document.complaint(sentence, "scenery", other.code))
    for group, spot in board.mines.items():
        others = [other for name, other in board.mines.items() if name < group]
        if not is_lawful_mine(board, spot, others):
            found.append(
                document.complaint(
                    f"the mine of {group} at {write_point(spot)} is near an edge (3 inches) or mine (12), or walled in",
                    "mines", group,
                )
            )  # fmt: skip
    if not is_lawful_town(board, board.town, list(board.mines.values())):
        found.append(
            document.complaint(
                "the town must lie on the table, 12 inches from every mine, clear of walls", "town", "at"
            )
        )
    return found
