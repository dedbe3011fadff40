"""The line of the Union Pacific: three towns along the railroad with their cards and markers, and the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from textwrap import wrap
from typing import Any

from judge.adjudicator.protocol import Event, Seat
from judge.drawing.goes import Goes, numbered
from judge.drawing.kit import DONE, FAILED, INK, PAPER, SANS, Sheet, cross, mixed, shade, tint
from judge.variants.hell_on_wheels.events import (
    Arson,
    CardPlaced,
    ClaimJumped,
    HousesEarn,
    IndianAttack,
    MayorCollects,
    RaidMade,
    TownLeaves,
    TownMovesOn,
)
from judge.variants.hell_on_wheels.picture_stands import Stand, stands

WIDTH, COLUMN, MARGIN, GAP = 1036, 324, 20, 12
CARD_W, CARD_H, CARD_GAP, IN_A_ROW = 101, 38, 6, 3
OWNED_H, STRIP = 58, 18
"""A card with an owner has a strip at its foot, in their colour and with their name."""
PLACES = ("past", "present", "future")
BEHIND = {"present": "past", "future": "present"}
FILLS = {"houses": "#e3b778", "civilized": "#bccfd8", "customers": "#cfd8a8", "mayhem": "#dda08c"}
TITLES = {"houses": "Establishments", "civilized": "Civilized", "customers": "Customers", "mayhem": "Mayhem"}
LETTERS = {"saloon": "S", "gambling-house": "G", "brothel": "B"}
SKY, PLAIN, BALLAST = "#e9dfc4", "#d9c796", "#8d7a5c"
TOP = 196
IN_PHASES = (CardPlaced, HousesEarn, MayorCollects)
"""The events of phases, not of windows."""


@dataclass(frozen=True)
class Card:
    """A card as it is drawn. `sign`: new (just played), gone (just discarded, in its go), or taken over."""

    card: str
    owner: str | None = None
    sign: str = ""
    go: int | None = None


def colours(game: Any, view: Any) -> Mapping[Seat, str]:
    """The colours of the players' markers."""
    return dict(game.box.colours)


def town_at(number: int) -> tuple[float, float]:
    """Where the town of a position is on the picture."""
    return MARGIN + number * (COLUMN + GAP) + COLUMN / 2, float(TOP)


def goes(game: Any, events: Sequence[Event]) -> Goes:
    """The windows and phases of a step, in which cards come and go one after the other."""
    return numbered(map(_phase, events))


def _phase(event: Event) -> str | None:
    if isinstance(event, TownLeaves | TownMovesOn):
        return "the line moves"
    return getattr(event, "slot", None) or (type(event).__name__ if isinstance(event, IN_PHASES) else None)


def hovers(game: Any, view: Any) -> Mapping[str, Sequence[str]]:
    """Each town with its kind and its Mayor."""
    return {
        town.place: (
            game.names[town.town],
            game.names[town.kind],
            f"Mayor {game.writer.seat(town.mayor)}" if town.mayor else "",
            ", ".join(f"{game.names[one.card]} {game.writer.seat(one.owner)}" for one in town.houses + town.civilized),
            ", ".join(game.names[card] for card in town.customers + town.mayhem),
        )
        for town in view.towns
    }


def picture(game: Any, view: Any, events: Sequence[Event], title: str = "") -> str:
    """The board as SVG: only what the view holds, and the marks of what has just happened in public."""
    title = title or f"Turn {min(view.turn, 9)}"
    told = tuple(zip(events, goes(game, events), strict=True))
    towns = [(stand, _rows(stand, told)) for stand in stands(game.box, view, events, goes(game, events))]
    deepest = max(sum(_height(row, cards) for row, cards in rows.items()) for _, rows in towns)
    foot = TOP + 66 + max(deepest, 150) + 24
    lines = (len(view.standings) + 1) // 2
    sheet = Sheet(WIDTH, int(foot + 52 + 46 * lines + 70), title=f"Hell on Wheels: {title}")
    _land(sheet)
    _railroad(sheet)
    for number, place in enumerate(PLACES):
        left = MARGIN + number * (COLUMN + GAP)
        _position(sheet, place, left, foot)
        for stand, rows in towns:
            if stand.place == place:
                with sheet.stand(stand.first, stand.until, stand.is_now):
                    _town(sheet, game, view, stand, left, rows)
    _table(sheet, game, view, foot, title)
    return sheet.svg()


def _rows(stand: Stand, told: Sequence[tuple[Event, int | None]]) -> dict[str, list[Card]]:
    """The four rows of cards of a town, with signs for what has just come or gone. In the whole step the town is as it
    is now; in its go alone, as it was."""
    town, place = stand.town, stand.place
    rows: dict[str, list[Card]] = {"houses": [], "civilized": [], "customers": [], "mayhem": []}
    if town is None:
        return rows
    told = [(event, go) for event, go in told if stand.is_now or go == stand.first]
    moved = any(isinstance(event, TownMovesOn) for event, _ in told)
    placed = [
        (event.card, event.seat, go) for event, go in told if isinstance(event, CardPlaced) and event.town == town.town
    ]
    jumped = [
        (event.target, event.seat, go)
        for event, go in told
        if isinstance(event, ClaimJumped) and (BEHIND.get(event.place) if moved else event.place) == place
    ]
    for row in ("houses", "civilized"):
        for mark in reversed(getattr(town, row)):
            rows[row].append(Card(mark.card, mark.owner, _sign(placed, jumped, (mark.card, mark.owner))))
        rows[row].reverse()
    for row in ("customers", "mayhem"):
        for card in getattr(town, row):
            rows[row].append(Card(card, None, "new" if any(one[0] == card for one in placed) else ""))
    for event, go in told:
        if not isinstance(event, RaidMade | Arson | IndianAttack):
            continue
        if (BEHIND.get(event.place) if moved else event.place) == place:
            owner = None if isinstance(event, IndianAttack) else event.owner
            rows[_row_of(event)].append(Card(event.target, owner, "gone", go))
    return rows


def _sign(placed: list[Any], jumped: list[Any], card: tuple[str, str]) -> str:
    """The youngest of alike cards are the new ones."""
    for cards, sign in ((placed, "new"), (jumped, "taken")):
        found = next((one for one in cards if one[:2] == card), None)
        if found is not None:
            cards.remove(found)
            return sign
    return ""


def _row_of(event: RaidMade | Arson | IndianAttack) -> str:
    if isinstance(event, IndianAttack):
        return "customers"
    if event.target in LETTERS:
        return "houses"
    return "civilized" if isinstance(event, Arson) else "mayhem"


def _height(row: str, cards: list[Card]) -> int:
    return 24 + -(-len(cards) // IN_A_ROW) * (_deep(row) + CARD_GAP) + 6 if cards else 0


def _deep(row: str) -> int:
    return OWNED_H if row in ("houses", "civilized") else CARD_H


def _land(sheet: Sheet) -> None:
    """Sky, far hills, the plain."""
    sheet.box((0, 0), (WIDTH, TOP - 30), fill=SKY)
    for colour, points in (
        ("#d3c39c", ((0, 118), (90, 84), (210, 112), (330, 70), (470, 116), (620, 88), (760, 120))),
        ("#cbb98e", ((560, 124), (700, 78), (850, 118), (980, 64), (1120, 112), (1270, 74), (1420, 108))),
    ):
        hills = tuple((x * WIDTH / 1420, y) for x, y in points)
        closed = (*hills, (hills[-1][0], TOP - 30), (hills[0][0], TOP - 30))
        sheet.area(closed, fill=colour)
    sheet.box((0, 126), (WIDTH, TOP - 156), fill=PLAIN)
    sheet.box((0, TOP - 30), (WIDTH, 10), fill=mixed(PLAIN, PAPER, 50))


def _railroad(sheet: Sheet) -> None:
    """The track as far as it is laid, and the train at its head."""
    y, end = TOP - 36, WIDTH - 34
    sheet.box((0, y - 4), (end, 14), fill=BALLAST, round_=3)
    for x in range(6, end, 18):
        sheet.box((x, y - 5), (7, 16), fill="#5b4630")
    for offset in (-1, 7):
        sheet.line(((0, y + offset), (end, y + offset)), colour="#3a3734", width=2.2)
    for x in range(end + 14, WIDTH - 8, 22):
        sheet.box((x, y - 3), (7, 14), fill=mixed("#5b4630", PLAIN, 55))
    _engine(sheet, end - 96, y - 2)


def _engine(sheet: Sheet, x: float, rail: float) -> None:
    """A locomotive of the 1860s, small, with its tender."""
    iron, brass = "#2f2b28", "#b08a3a"
    sheet.box((x - 40, rail - 26), (34, 18), fill="#6b2f24", line=iron, width=1.2)
    sheet.box((x - 36, rail - 32), (26, 7), fill=iron)
    sheet.box((x, rail - 40), (24, 32), fill="#6b2f24", line=iron, width=1.2)
    sheet.box((x + 4, rail - 36), (16, 11), fill=SKY, line=iron, width=1)
    sheet.box((x - 4, rail - 44), (32, 5), fill=iron)
    sheet.box((x + 24, rail - 28), (46, 19), fill=iron, round_=3)
    sheet.box((x + 34, rail - 36), (8, 9), fill=brass)
    sheet.area(((x + 56, rail - 28), (x + 53, rail - 46), (x + 68, rail - 46), (x + 65, rail - 28)), fill=iron)
    sheet.area(((x + 70, rail - 12), (x + 86, rail), (x + 66, rail)), fill=brass, line=iron)
    for at, size in ((x - 32, 6), (x - 14, 6), (x + 10, 9), (x + 32, 9), (x + 56, 6)):
        sheet.disc((at, rail - size + 1), size, fill="#6b2f24", line=iron, width=2)
    for number, (dx, dy, size) in enumerate(((54, 58, 7), (40, 68, 10), (20, 76, 13), (-6, 82, 15))):
        sheet.disc((x + dx, rail - dy), size, fill=mixed("#8b8579", SKY, 30 + 14 * number))


def _position(sheet: Sheet, place: str, left: float, foot: float) -> None:
    """The ground of a position, with or without a town."""
    sheet.box((left, TOP - 8), (COLUMN, foot - TOP), fill=tint("#c9b183", 62), line=shade("#c9b183", 40), round_=6,
              more=f'data-space="{place}"')  # fmt: skip
    sheet.label((left + COLUMN / 2, 26), place.upper(), size=15, family=SANS, weight=700, spaced=4, colour="#7a6541")


def _town(sheet: Sheet, game: Any, view: Any, stand: Stand, left: float, rows: dict[str, list[Card]]) -> None:
    town, middle = stand.town, left + COLUMN / 2
    if town is None:
        sheet.label((middle, 62), "no town", size=24, italic=True, colour="#8d7a5c")
        return
    _sign_board(sheet, game.names[town.town], middle)
    mayor = f"Mayor {game.writer.seat(town.mayor)}" if town.mayor else "no Mayor"
    sheet.label((left + 12, TOP + 13), game.names[town.kind], size=16, italic=True, anchor="start")
    # Signs are where letters of another face, wider than ours, do not reach.
    sheet.label((left + COLUMN - (34 if town.mayor else 12), TOP + 13), mayor, size=16, weight=600, anchor="end")
    if town.mayor:
        _marker(sheet, game, town.mayor, (left + COLUMN - 20, TOP + 13), 9)
    _level(sheet, view, town, left)
    y = TOP + 62.0
    with sheet.group("pieces"):
        for row, cards in rows.items():
            if not cards:
                continue
            sheet.label(
                (left + 12, y + 8), TITLES[row], size=15, family=SANS, weight=600, anchor="start", colour="#5e4c30"
            )
            if row == "houses":
                earning = ", ".join(f"{LETTERS[one.card]} {one.share}K" for one in town.earning)
                earning += " each" if earning else ""
                sheet.label((left + COLUMN - 12, y + 8), earning, size=13, family=SANS, anchor="end", colour="#5e4c30")
            for number, card in enumerate(cards):
                column, line = number % IN_A_ROW, number // IN_A_ROW
                at = (left + 8 + column * (CARD_W + 2.5), y + 22 + line * (_deep(row) + CARD_GAP))
                with sheet.go(card.go):
                    _card(sheet, game, card, row, at)
            y += _height(row, cards)


def _sign_board(sheet: Sheet, name: str, middle: float) -> None:
    """The town's name on its station board."""
    width = 40 + len(name) * 15
    for x in (middle - width / 2 + 14, middle + width / 2 - 20):
        sheet.box((x, 66), (6, 88), fill="#6a5236")
    sheet.box((middle - width / 2, 44), (width, 46), fill="#f6eed8", line="#5b4630", width=2.5, round_=3)
    sheet.box((middle - width / 2 + 5, 49), (width - 10, 36), line="#a58a5c", width=1, round_=2)
    sheet.label((middle, 67), name, size=27, weight=700)


def _level(sheet: Sheet, view: Any, town: Any, left: float) -> None:
    """The level of Mayhem, with what the kind of town adds or takes; red where houses may be raided."""
    wild = town.raid_level >= view.raid_needs
    cards = len(town.mayhem)
    more = f" = {cards} {'+' if town.level > cards else '-'} 1" if town.level != cards else ""
    text = f"Mayhem {town.level}{more}" + (", raids" if wild else "")
    sheet.label(
        (left + 12, TOP + 36),
        text,
        size=16,
        weight=700 if wild else 400,
        anchor="start",
        colour=FAILED if wild else INK,
    )


def _marker(sheet: Sheet, game: Any, seat: str, at: tuple[float, float], size: float) -> None:
    """A player's marker: colour and initial, so that it can be told in black and white."""
    colour, ink = _colours(game, seat)
    sheet.disc(at, size, fill=colour, line=INK, width=1.2)
    sheet.label(at, _initial(game, seat), size=size * 1.15, family=SANS, weight=700, colour=ink)


def _colours(game: Any, seat: str) -> tuple[str, str]:
    """A seat's colour, and what can be read on it."""
    colour = str(game.box.colours[seat])
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    dark = 299 * red + 587 * green + 114 * blue < 150_000
    return colour, "#ffffff" if dark else INK


def _initial(game: Any, seat: str) -> str:
    """The first letter of a seat's name, and where two share it the first in which they differ: Bu and Ba."""
    name = game.writer.seat(seat)
    others = [one.name for one in game.seats if one.id != seat and one.name[:1] == name[:1]]
    if not others:
        return str(name[:1])
    apart = next(
        (sign for place, sign in enumerate(name) if all(other[place : place + 1] != sign for other in others)), ""
    )
    return f"{name[:1]}{apart}"


def _card(sheet: Sheet, game: Any, card: Card, row: str, at: tuple[float, float]) -> None:
    x, y = at
    gone = card.sign == "gone"
    high = _deep(row)
    edge, width = (FAILED, 1.6) if gone else (DONE, 2.6) if card.sign else (shade(FILLS[row], 50), 1.2)
    if gone:
        corners = ((x, y), (x + CARD_W, y), (x + CARD_W, y + high), (x, y + high), (x, y))
        sheet.box(at, (CARD_W, high), fill=mixed(FILLS[row], PAPER, 70), round_=4)
        for start, end in pairwise(corners):
            sheet.line((start, end), colour=edge, width=width, dash="5 4")
    else:
        sheet.box(at, (CARD_W, high), fill=FILLS[row], line=edge, width=width, round_=4)
    if card.owner:
        colour, ink = _colours(game, card.owner)
        sheet.box((x + 2, y + high - STRIP - 2), (CARD_W - 4, STRIP), fill=colour, round_=3)
        sheet.label((x + CARD_W / 2, y + high - STRIP / 2 - 2), game.writer.seat(card.owner), size=14, family=SANS,
                    weight=700, colour=ink)  # fmt: skip
    # In the widest letters a reader may have instead of ours, a line of eleven still fits.
    words = wrap(game.names[card.card], 11, break_long_words=False)[:2]
    middle, centre = x + CARD_W / 2, y + (high - (STRIP if card.owner else 0)) / 2
    for number, line in enumerate(words):
        sheet.label(
            (middle, centre + (number - (len(words) - 1) / 2) * 15),
            line,
            size=14 if max(map(len, words)) <= 11 else 12,
            family=SANS,
            weight=600,
            colour=FAILED if gone else INK,
        )
    if gone:
        cross(sheet, (x + CARD_W - 9, y + 9), FAILED, 5)
    elif card.sign:
        sheet.label((x + CARD_W - 8, y + 9), "+" if card.sign == "new" else "»", size=16, weight=700, colour=DONE)


def _table(sheet: Sheet, game: Any, view: Any, foot: float, title: str) -> None:
    """The players in Supervisor order, the decks, and what the signs mean."""
    sheet.line(((MARGIN, foot + 8), (WIDTH - MARGIN, foot + 8)), colour="#a58a5c", width=1.2)
    by_seat = {one.seat: one for one in view.standings}
    half = (WIDTH - 2 * MARGIN) / 2
    for number, seat in enumerate(view.order):
        one = by_seat[seat]
        x, y = MARGIN + (number % 2) * half, foot + 36 + (number // 2) * 46
        _marker(sheet, game, seat, (x + 16, y), 15)
        name = game.writer.seat(seat)
        sheet.label((x + 38, y), name, size=21, weight=700, anchor="start")
        if one.supervisor:
            # Close behind the name it belongs to.
            _star(sheet, (x + 56 + 14 * len(name), y))
        cash = "in palm" if one.cash is None else f"{one.cash}K"
        sheet.label((x + 218, y), cash, size=20, weight=600, anchor="end")
        for card in range(min(one.hand, 9)):
            sheet.box((x + 230 + card * 8, y - 11), (14, 21), fill="#8a3b2c", line=PAPER, width=1.2, round_=2)
        hand = f"{one.hand} cards" if one.hand != 1 else "1 card"
        sheet.label((x + 314, y), hand, size=15, family=SANS, anchor="start")
        houses = f"{one.houses} houses" if one.houses != 1 else "1 house"
        sheet.label((x + half - 18, y), houses, size=15, family=SANS, anchor="end")
    y = foot + 36 + ((len(view.order) + 1) // 2) * 46
    left = f"{title} · Deck {view.deck} · Discards {len(view.discards)} · Towns to come {view.town_deck}"
    sheet.label((MARGIN, y), left, size=16, family=SANS, anchor="start")
    if any(town.raid_level >= view.raid_needs for town in view.towns):
        told = "red Mayhem : Establishments may be raided"
        sheet.label((WIDTH - MARGIN, y), told, size=15, family=SANS, anchor="end", colour="#5e4c30")
    signs = "green edge, + : just played · » : owner changed · broken red edge, cross : just discarded"
    sheet.label((MARGIN, y + 28), signs, size=15, family=SANS, anchor="start", colour="#5e4c30")
    _star(sheet, (WIDTH - MARGIN - 106, y + 26))
    sheet.label((WIDTH - MARGIN, y + 28), "Supervisor", size=15, family=SANS, anchor="end", colour="#5e4c30")


def _star(sheet: Sheet, at: tuple[float, float]) -> None:
    """The Supervisor's token."""
    outer = ((0, -13), (12, -4), (8, 11), (-8, 11), (-12, -4))
    inner = ((3, -4), (5, 2), (0, 5), (-5, 2), (-3, -4))
    points = [point for pair in zip(outer, inner, strict=True) for point in pair]
    sheet.area([(at[0] + x, at[1] + y) for x, y in points], fill="#d9a521", line=INK, width=1.2)


def sketch(game: Any, view: Any) -> str:
    """The board as text of 76 columns: three towns side by side along the track."""
    columns = [_town_text(game, view, place) for place in PLACES]
    deepest = max(map(len, columns))
    lines = ["=" * 24 + "#" + "=" * 24 + "#" + "=" * 14 + "[==]-o>   "]
    for number in range(deepest):
        parts = [(column[number] if number < len(column) else "")[:24].ljust(24) for column in columns]
        lines.append(" ".join(parts).rstrip())
    lines.append("-" * 75)
    for one in sorted(view.standings, key=lambda standing: view.order.index(standing.seat)):
        cash = "in the palm" if one.cash is None else f"{one.cash}K"
        token = " Supervisor" if one.supervisor else ""
        lines.append(
            f"{game.writer.seat(one.seat):<8} {cash:>11}  hand {one.hand:<2}  houses {one.houses:<2}"
            f" civilized {one.civilized}{token}"
        )
    lines.append(f"Deck {view.deck}, discards {len(view.discards)}, towns to come {view.town_deck}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _town_text(game: Any, view: Any, place: str) -> list[str]:
    """One town's column."""
    town = view.town(place)
    if town is None:
        return [place.upper(), "(no town)"]
    lines = [place.upper(), f"{game.names[town.town]} ({town.kind[:1].upper()})"]
    lines.append(f"Mayor {game.writer.seat(town.mayor)}" if town.mayor else "no Mayor")
    lines.append(f"Mayhem {town.level}, Customers {len(town.customers)}")
    lines += [
        f"{game.writer.seat(mark.owner)[:7]}: {game.names[mark.card]}" for mark in (*town.houses, *town.civilized)
    ]
    for sign, cards in (("+", town.customers), ("!", town.mayhem)):
        lines += [f"{sign} {game.names[card]}" for card in cards]
    return lines
