"""The table as everybody sees it: a lantern for each that was won."""

from __future__ import annotations

from judge.drawing.kit import INK, PAPER, Sheet

COLOURS = {"amber": "#b07d2b", "blue": "#3f6f9f", "copper": "#a2543a", "dusk": "#5b4a77"}


def picture(game, view, events, title):
    """A row a seat, its lanterns as discs."""
    sheet = Sheet(400, 60 + 50 * len(view.coins), paper=PAPER)
    sheet.label((200, 30), title or f"Round {view.round}", size=18)
    for row, (seat, lanterns) in enumerate(sorted(view.lanterns.items())):
        middle = 75 + 50 * row
        sheet.label((60, middle), next(one.name for one in game.seats if one.id == seat), size=15)
        for number in range(lanterns):
            sheet.disc((130 + 30 * number, middle), 11, fill=COLOURS[seat], line=INK)
    return sheet.svg()


def sketch(game, view):
    """The same as text."""
    return "\n".join(f"{seat:8}{'o' * lanterns}" for seat, lanterns in sorted(view.lanterns.items()))


def colours(game, view):
    """The colours of the seats, for charts."""
    return {seat: COLOURS[seat] for seat in view.coins}
