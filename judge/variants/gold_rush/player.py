"""A scripted player for each group: plays from its view alone, the same letter for the same word every time.

Traders keep to the town and shoot, Native Indians charge, Gold Diggers go for gold, Mounties ride and shoot from afar.
Each uses every kind of order when the table offers it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from judge.adjudicator.dice import draw
from judge.adjudicator.plane import Point, squared
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.laying import distance_to_shop
from judge.variants.gold_rush.notation import write_point
from judge.variants.gold_rush.packs import EDGES, GUNS, MOST_BAGS, SHOP_REACH
from judge.variants.gold_rush.view import FigureSeen, Lookout, View

_BOLDNESS = {"traders": 4, "indians": 9, "mounties": 5}
"""Out of ten: how often a group goes for contact rather than shoots from afar; Diggers have 6."""


@dataclass
class Wits:
    """One letter's thinking: the view, and chance from the player's own word."""

    view: View
    key: bytes
    lines: list[str] = field(default_factory=list)
    robbed: set[str] = field(default_factory=set)
    led: set[str] = field(default_factory=set)

    def chance(self, label: str, out_of_ten: int) -> bool:
        """Whether something with so many chances in ten comes up."""
        return draw(self.key, label, 10) < out_of_ten

    def number(self, label: str, sides: int) -> int:
        """A number from 0."""
        return draw(self.key, label, sides)


def letter_for(view: View, form: str, word: str) -> str:
    """The letter for the open window."""
    wits = Wits(view, hashlib.sha256(f"{word}/{view.seat}".encode()).digest())
    if form == "mine":
        spots = [(12 + wits.number(f"x{n}", 49), 6 + wits.number(f"y{n}", 37)) for n in range(3)]
        return "mine at " + " or ".join(f"{x},{y}" for x, y in spots)
    if "edge" in form:
        lines = [f"edge {EDGES[wits.number('edge', 4)]}"]
        if "town" in form:
            spots = [(8 + wits.number(f"x{n}", 57), 6 + wits.number(f"y{n}", 37)) for n in range(4)]
            lines.append("town at " + " or ".join(f"{x},{y}" for x, y in spots))
        return "\n".join(lines)
    if form == "figures":
        return _placing(wits)
    for lookout in view.lookouts:
        _go(wits, lookout)
    return "\n".join(wits.lines)


def _placing(wits: Wits) -> str:
    """Gold: a Mountie's mule may carry some; the first figures two each, the rest as it falls."""
    view = wits.view
    assert view.seat is not None
    own = [figure.code for figure in view.figures if figure.seat == view.seat]
    bags = view.bags.get(view.seat, 0)
    lines = []
    if view.letter == "M" and bags > 2 and view.options["mule_gold"] and wits.chance("mule", 7):
        lines.append("U1 carries 1")
        bags -= 1
    if bags >= 2 and wits.chance("two", 5):
        lines.append(f"{own[-1]} carries 2")
    return "\n".join(lines)


def _go(wits: Wits, me: Lookout) -> None:
    """One figure's line."""
    body = (
        _about_ammo(wits, me)
        or _about_gold(wits, me)
        or _about_horses(wits, me)
        or _about_heights(wits, me)
        or _about_mules(wits, me)
        or _about_leaving(wits, me)
        or _about_fighting(wits, me)
    )
    wits.lines.append(f"{me.code}: {body}")


def _others(wits: Wits, seat: bool) -> list[FigureSeen]:
    """Own or foreign figures."""
    return [figure for figure in wits.view.figures if (figure.seat == wits.view.seat) == seat]


def _near(at: Point, found: list[FigureSeen]) -> list[FigureSeen]:
    """Those on the table, nearest first."""
    return sorted(
        (figure for figure in found if figure.at is not None),
        key=lambda figure: (squared(at, figure.at or at), figure.code),
    )


def _shop(wits: Wits, at: Point) -> bool:
    """Whether the shop is near enough to buy."""
    shop = next((piece.polygon for piece in wits.view.scenery if piece.code == "SHOP"), None)
    return shop is not None and distance_to_shop(at, shop) <= SHOP_REACH**2


def _about_ammo(wits: Wits, me: Lookout) -> str | None:
    """Out of shots: reload, resupply, buy, or fetch the bag to buy with."""
    if me.loaded:
        return None
    mules = [mule for mule in wits.view.mules if mule.at is not None and mule.boxes]
    here = [mule for mule in mules if mule.at is not None and in_contact(me.at, mule.at)]
    if me.reloads == 0 or (wits.view.letter == "M" and here):
        if here:
            return f"take ammo from {here[0].code}"
        if wits.view.letter == "M" and mules:
            return "move to contact with nearest mule"
    if me.reloads:
        # The last reload may be their own: in reach of the counter it costs nothing to ask.
        return "buy ammo, else reload" if me.gold and wits.view.letter != "M" and _shop(wits, me.at) else "reload"
    if me.gold:
        if _shop(wits, me.at):
            return "buy ammo"
        return "if nearest mule within 8: move to contact with nearest mule, else move to the shop"
    rich = [figure for figure in _near(me.at, _others(wits, seat=True)) if figure.is_living and figure.code != me.code]
    rich = [figure for figure in rich if figure.gold]
    if not rich:
        return "move to contact with nearest, attack"
    friend = rich[0]
    if friend.at is not None and in_contact(me.at, friend.at):
        return f"take 1 gold from {friend.code}"
    return f"move to contact with {friend.code}"


def supplies(view: View, me: Lookout) -> str | None:
    """The act of a figure with an empty gun; None while the gun is loaded."""
    return _about_ammo(Wits(view, b""), me)


def _about_gold(wits: Wits, me: Lookout) -> str | None:
    """Bags within reach of the hand, or lying close by."""
    if me.gold >= MOST_BAGS:
        poor = [f for f in _others(wits, seat=True) if f.code in me.touching and f.is_living and f.gold == 0]
        if poor and wits.chance(f"{me.code}/give", 4):
            return f"give 1 gold to {poor[0].code}"
        return None
    for figure in wits.view.figures:
        lies = figure.status == "dead" or (figure.out > 0 and figure.seat != wits.view.seat)
        if lies and figure.gold != 0 and figure.code not in wits.robbed and figure.code in me.touching:
            wits.robbed.add(figure.code)
            return f"take {min(2 - me.gold, figure.gold or 2)} gold from {figure.code}"
    for mule in wits.view.mules:
        if mule.gold > 0 and mule.code in me.touching and wits.view.letter != "M":
            return f"take 1 gold from {mule.code}"
    near = [f for f in _near(me.at, list(wits.view.figures)) if f.status == "dead" and f.gold]
    near = [f for f in near if f.code not in wits.robbed and squared(me.at, f.at or me.at) <= 800**2]
    if near and not me.shootable and wits.chance(f"{me.code}/rob", 7):
        wits.robbed.add(near[0].code)
        return f"move to contact with {near[0].code}"
    return None


def _about_horses(wits: Wits, me: Lookout) -> str | None:
    """A loose horse close by; a rider who wants to fight on foot."""
    mounted = next(figure for figure in wits.view.figures if figure.code == me.code).horse
    if mounted:
        if me.touching and wits.chance(f"{me.code}/off", 1):
            return "dismount, attack" if _foes_touching(wits, me) else "dismount"
        return None
    if wits.view.options["only_own_side"] and wits.view.letter != "M":
        return None
    loose = [horse for horse in wits.view.horses if horse.at is not None]
    here = [horse for horse in loose if horse.at is not None and in_contact(me.at, horse.at)]
    if here and not me.shootable:
        return f"mount H{here[0].number}, move towards nearest" if wits.chance(f"{me.code}/on", 7) else "mount"
    close = [horse for horse in loose if horse.at is not None and squared(me.at, horse.at) <= 600**2]
    if close and not me.shootable and wits.chance(f"{me.code}/horse", 3):
        return "move to contact with nearest horse"
    return None


def _about_heights(wits: Wits, me: Lookout) -> str | None:
    """Up on the rocks for a look, and down again with a jump."""
    mine = next(figure for figure in wits.view.figures if figure.code == me.code)
    if mine.horse:
        return None
    if mine.height:
        if me.shootable or not wits.chance(f"{me.code}/jump", 6):
            return None
        piece = next(p for p in wits.view.scenery if p.climb and p.height == mine.height)
        corner = min(piece.polygon, key=lambda one: (squared(one, me.at), one))
        away = (2 * corner[0] - me.at[0] + 30, 2 * corner[1] - me.at[1] + 30)
        return f"jump to {write_point((max(0, away[0]), max(0, away[1])))}"
    rocks = [p for p in wits.view.scenery if p.climb and squared(me.at, p.polygon[0]) <= 600**2]
    if rocks and not me.shootable and wits.chance(f"{me.code}/climb", 3):
        return f"climb {rocks[0].code}"
    return None


def _about_mules(wits: Wits, me: Lookout) -> str | None:
    """Mounties bring their mules along and load gold on them; others go and look what is on them."""
    view = wits.view
    near = [mule for mule in view.mules if mule.at is not None and squared(me.at, mule.at) <= 500**2 and not mule.dead]
    here = [mule for mule in near if mule.code in me.touching]
    if view.letter != "M":
        if here and here[0].boxes and wits.chance(f"{me.code}/box", 5):
            return f"take ammo from {here[0].code}"
        if near and not here and wits.chance(f"{me.code}/mule", 4):
            return f"move to contact with {near[0].code}"
        return None
    if me.shootable or not near:
        return None
    if not here:
        wanted = near[0].code not in wits.led and wits.chance(f"{me.code}/fetch", 3)
        wits.led.add(near[0].code)
        return f"move to contact with {near[0].code}" if wanted else None
    mule = here[0]
    if me.gold and mule.gold < MOST_BAGS and view.options["mule_gold"] and wits.chance(f"{me.code}/load", 3):
        return f"give 1 gold to {mule.code}"
    if not mule.led and mule.code not in wits.led and not view.options["mules_fixed"]:
        wits.led.add(mule.code)
        x, y = (3 * me.at[0] + view.width // 2) // 4, (3 * me.at[1] + view.depth // 2) // 4
        return f"lead {mule.code} to {write_point((x, y))}"
    return None


def _about_leaving(wits: Wits, me: Lookout) -> str | None:
    """The last of a group, outnumbered, with gold in hand: away before it is taken."""
    own = sum(figure.is_living for figure in _others(wits, seat=True))
    foes = sum(figure.is_living for figure in _others(wits, seat=False))
    if own > 1 or foes < 4 or not wits.chance(f"{me.code}/leave", 3):
        return None
    x, y = me.at
    ways = {"north": wits.view.depth - y, "south": y, "east": wits.view.width - x, "west": x}
    return f"leave by the {min(EDGES, key=lambda edge: (ways[edge], edge))} edge"


def _foes_touching(wits: Wits, me: Lookout) -> list[FigureSeen]:
    return [f for f in _others(wits, seat=False) if f.code in me.touching and f.is_living and f.out == 0]


def _about_fighting(wits: Wits, me: Lookout) -> str:
    """Punch or shoot who is near, shoot who is in range, else come closer, look round or lie low."""
    view = wits.view
    boldness = _BOLDNESS.get(view.groups[view.seat], 6) if view.seat is not None else 6
    touching = _foes_touching(wits, me)
    if touching and wits.chance(f"{me.code}/punch", boldness // 2 + 2):
        return "attack back, else attack" if wits.chance(f"{me.code}/back", 2) else f"attack {touching[0].code}"
    most = min(me.loaded, GUNS[me.weapon].shots)
    few = max(1, most - wits.number(f"{me.code}/few", 4))
    in_short = [seen for seen in me.shootable if seen.band == "short"]
    beasts = [seen for seen in me.shootable if seen.code[0] in "BW"]
    if beasts and beasts[0].range <= 500:
        return f"fire {most} at {beasts[0].code}"
    if in_short:
        second = f", then {in_short[1].code}" if len(in_short) > 1 else ""
        return f"fire {few} at {in_short[0].code}{second}, else fire {few} at nearest, else move towards nearest"
    if me.shootable and not wits.chance(f"{me.code}/charge", boldness):
        return f"fire {few} at {me.shootable[0].code}, else move to contact with nearest, attack, else stand"
    target = _near(me.at, [f for f in _others(wits, seat=False) if f.is_living])
    if not target:
        return "stand"
    foe = target[wits.number(f"{me.code}/foe", min(2, len(target)))].code
    mood = wits.number(f"{me.code}/mood", 12)
    if mood == 0:
        x, y = me.at
        there = min(view.width, x + 100 * wits.number(f"{me.code}/x", 7)), max(0, y - 100)
        return f"move {write_point(there)} - {write_point((there[0], min(view.depth, y + 200)))}"
    if mood == 1 or (mood < 5 and boldness < 5):
        return f"if not nearest within 14: stand, else fire {few} at nearest, else move towards {foe}"
    if mood == 2:
        hides = [piece for piece in view.scenery if piece.blocks_sight and piece.code != "SHOP"]
        if hides:
            piece = min(hides, key=lambda one: (squared(one.polygon[0], me.at), one.code))
            hide = f"move to cover {piece.code}"
            return f"fire {few} at nearest in short range, else {hide} from {foe}, else {hide}"
    return f"fire {few} at nearest in short range, else move to contact with {foe}, attack, else move towards {foe}"
