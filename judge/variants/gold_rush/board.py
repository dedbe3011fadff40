"""The map as a game reads it: table, mines, town and scenery (GR-3, GR-4, GR-Q4, GR-Q10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from judge.adjudicator.plane import Point, Polygon, is_simple
from judge.grammar.document import Complaint, Document
from judge.variants.gold_rush.notation import coded, hundredths, point, polygon, write_polygon
from judge.variants.gold_rush.packs import BEAR, FIGURES, HORSE, INCH, LETTERS, MOST_BAGS, MULE, WOLF
from judge.variants.gold_rush.state import Scenery

TOWN_WIDTH, TOWN_DEPTH = 12 * INCH, 8 * INCH
SHOP = "SHOP"
DIGGERS = ("diggers-1", "diggers-2", "diggers-3", "diggers-4")
_TAKEN = {*LETTERS.values(), MULE, HORSE, BEAR, WOLF}
_KEYS = {"kind", "name", "polygon", "sight", "move", "cover", "height", "climb"}
KINDS: Mapping[str, tuple[bool, bool, str, bool]] = {
    # kind: blocks sight, blocks moves, cover, may be climbed
    "cabin": (True, True, "hard", False),
    "shop": (True, True, "hard", False),
    "wood": (True, False, "soft", False),
    "rocks": (True, False, "hard", True),
    "river": (False, False, "none", False),
    "bank": (False, False, "hard", False),
    "fence": (False, False, "soft", False),
    "scrub": (False, False, "soft", False),
    "sluice": (False, False, "soft", False),
    "wagon": (True, True, "hard", False),
    "cliff": (True, True, "hard", False),
}
"""The nature of a piece of scenery, unless its own lines say otherwise."""


@dataclass(frozen=True, kw_only=True)
class Board:
    """A map. `buildings`: the town's scenery about its middle, the shop first. `hands`: figures and bags of groups that
    have their own (GR-Q55)."""

    width: int
    depth: int
    mines: Mapping[str, Point]
    town: Point
    buildings: tuple[Scenery, ...]
    scenery: tuple[Scenery, ...]
    hands: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    problems: tuple[Complaint, ...] = ()


def shifted(shape: Polygon, by: Point) -> Polygon:
    """A polygon moved by so much."""
    return tuple((x + by[0], y + by[1]) for x, y in shape)


def with_town(board: Board, at: Point) -> tuple[Scenery, ...]:
    """The map's scenery with the town at a point."""
    town = tuple(replace(piece, polygon=shifted(piece.polygon, at)) for piece in board.buildings)
    return (*board.scenery, *town)


def town_area(at: Point) -> Polygon:
    """The town's rectangle, 12 by 8 inches (GR-Q10)."""
    x, y = at
    across, up = TOWN_WIDTH // 2, TOWN_DEPTH // 2
    return ((x - across, y - up), (x + across, y - up), (x + across, y + up), (x - across, y + up))


def read_scenery(document: Document, code: str, complaints: list[Complaint]) -> Scenery | None:
    """One piece of scenery: its kind gives what it does, its own keys may change that."""
    value = document.value
    if not isinstance(value, dict):
        complaints.append(document.complaint("scenery is `{kind: cabin, polygon: 10,10 14,10 14,13 10,13}`"))
        return None
    before = len(complaints)
    for key in value:
        if key not in _KEYS:
            complaints.append(
                document.complaint(f'"{key}" means nothing here; known are {", ".join(sorted(_KEYS))}', key)
            )
    kind = str(value.get("kind", "rocks"))
    if kind not in KINDS:
        complaints.append(document.complaint(f'"{kind}" is no kind of scenery; known are {", ".join(KINDS)}', "kind"))
        return None
    shape = polygon(str(value.get("polygon", "")))
    if shape is None or not is_simple(shape):
        complaints.append(
            document.complaint(
                "a polygon is three corners or more, such as `10,10 14,10 14,13`, no edge crossing", "polygon"
            )
        )
        return None
    sight, move, cover, climb = KINDS[kind]
    height = hundredths(str(value.get("height", 0)))
    if height is None or height < 0:
        complaints.append(document.complaint("a height is inches with up to two decimals", "height"))
        height = 0
    cover = str(value.get("cover", cover))
    if cover not in ("none", "soft", "hard"):
        complaints.append(document.complaint("cover is none, soft or hard", "cover"))
    flags = {key: value.get(key, default) for key, default in (("sight", sight), ("move", move), ("climb", climb))}
    for key, flag in flags.items():
        if not isinstance(flag, bool):
            complaints.append(document.complaint(f"`{key}` is true or false", key))
    if code != SHOP and (coded(code) is None or code[0] in _TAKEN):
        taken = ", ".join(sorted(_TAKEN))
        complaints.append(document.complaint(f'the code "{code}" must be a letter (not {taken}) and a number'))
    if len(complaints) > before:
        return None
    name = str(value.get("name", f"{kind} {code}"))
    return Scenery(
        code=code,
        kind=kind,
        name=name,
        polygon=shape,
        blocks_sight=bool(flags["sight"]),
        blocks_move=bool(flags["move"]),
        cover=cover,
        height=height,
        climb=bool(flags["climb"]),
    )


def write_scenery(piece: Scenery) -> dict[str, object]:
    """A piece of scenery as documents write it; `read_scenery` gives the same piece back."""
    sight, move, cover, climb = KINDS[piece.kind]
    found: dict[str, object] = {"kind": piece.kind, "name": piece.name, "polygon": write_polygon(piece.polygon)}
    if piece.blocks_sight != sight:
        found["sight"] = piece.blocks_sight
    if piece.blocks_move != move:
        found["move"] = piece.blocks_move
    if piece.cover != cover:
        found["cover"] = piece.cover
    if piece.height:
        whole, rest = divmod(piece.height, INCH)
        found["height"] = whole if not rest else f"{whole}.{rest:02}"
    if piece.climb != climb:
        found["climb"] = piece.climb
    return found


def read_board(document: Document) -> Board:
    """A map document as a board. Mistakes go into `problems`; the rest is as good as could be read."""
    complaints: list[Complaint] = []
    width = _measure(document.sub("table", "width"), 72 * INCH, complaints)
    depth = _measure(document.sub("table", "depth"), 48 * INCH, complaints)
    mines: dict[str, Point] = {}
    for number, group in enumerate(DIGGERS):
        # A map without mines of its own gets the places at which players' mines stand by default (GR-Q45).
        mines[group] = (width * (1 + 2 * (number % 2)) // 4, depth * (1 + 2 * (number // 2)) // 4)
    given = document.sub("mines").value
    for group, text in (given or {}).items() if isinstance(given, dict) else ():
        spot = point(str(text))
        if group not in DIGGERS or spot is None:
            complaints.append(document.sub("mines").complaint("a mine is `diggers-1: 18,12`", group))
        else:
            mines[group] = spot
    town = point(str(document.sub("town", "at").value or f"{width // 2 // INCH},{depth // 2 // INCH}"))
    if town is None:
        complaints.append(document.complaint("the town is `at: 36,24`", "town", "at"))
        town = (width // 2, depth // 2)
    buildings = _pieces(document.sub("town", "buildings"), complaints)
    if not any(piece.code == SHOP for piece in buildings):
        # GR-4: the hardware shop is not optional.
        shape = ((-150, -100), (150, -100), (150, 100), (-150, 100))
        shop = Scenery(
            code=SHOP, kind="shop", name="Hardware shop", polygon=shape,
            blocks_sight=True, blocks_move=True, cover="hard", height=3 * INCH,
        )  # fmt: skip
        buildings = (shop, *buildings)
    scenery = _pieces(document.sub("scenery"), complaints)
    return Board(
        width=width, depth=depth, mines=mines, town=town, buildings=buildings, scenery=scenery,
        hands=_hands(document.sub("hands"), complaints), problems=tuple(complaints),
    )  # fmt: skip


def _hands(document: Document, complaints: list[Complaint]) -> Mapping[str, tuple[int, int]]:
    """Groups' figures and bags: as many figures as a card may say at most, and no more bags than they can carry."""
    found: dict[str, tuple[int, int]] = {}
    said = "a hand is a group's figures and bags, as in `hands: {traders: [12, 8]}`"
    if not isinstance(document.value, dict | None):
        complaints.append(document.complaint(said))
        return found
    for group, hand in (document.value or {}).items():
        match hand:
            case [int(figures), int(bags)] if (
                group in LETTERS and 0 < figures <= max(FIGURES) and 0 <= bags <= figures * MOST_BAGS
            ):
                found[str(group)] = figures, bags
            case _:
                complaints.append(document.complaint(said, str(group)))
    return found


def _measure(document: Document, default: int, complaints: list[Complaint]) -> int:
    if document.value is None:
        return default
    found = hundredths(str(document.value))
    if found is None or not 24 * INCH <= found <= 240 * INCH:
        complaints.append(document.complaint("a table is 24 to 240 inches each way"))
        return default
    return found


def _pieces(document: Document, complaints: list[Complaint]) -> tuple[Scenery, ...]:
    if document.value is None:
        return ()
    if not isinstance(document.value, dict):
        complaints.append(document.complaint("expected pieces of scenery by code"))
        return ()
    found = (read_scenery(document.sub(code), str(code), complaints) for code in document.value)
    return tuple(piece for piece in found if piece is not None)
