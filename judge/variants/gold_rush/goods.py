"""Gold and ammunition: reloading, buying, mules, bags that change hands.

Rulings GR-34 to GR-44, GR-Q22 to GR-Q28, GR-Q33, GR-Q40.
"""

from __future__ import annotations

from dataclasses import replace

from judge.adjudicator.protocol import Problem, Seat
from judge.variants.gold_rush.aims import meant
from judge.variants.gold_rush.events import AmmoTaken, BoxBought, GoldGiven, GoldTaken, OwnCount, Reloaded
from judge.variants.gold_rush.field import Field
from judge.variants.gold_rush.fire import is_full
from judge.variants.gold_rush.ground import in_contact
from judge.variants.gold_rush.laying import distance_to_shop
from judge.variants.gold_rush.orders import Aim
from judge.variants.gold_rush.packs import BOX, GUNS, MOST_BAGS, SHOP_REACH
from judge.variants.gold_rush.state import Figure, Mule
from judge.variants.gold_rush.writing import write_aim


def why_not_reload(figure: Figure) -> Problem | None:
    """A reload fills the gun and uses one up, whatever was left in it; a full gun takes none (GR-34, GR-Q23)."""
    if is_full(figure):
        return Problem("gun-full", {"figure": figure.code})
    if figure.reloads == 0:
        return Problem("no-reloads", {"figure": figure.code})
    return None


def reload(field: Field, figure: Figure) -> None:
    """One whole go (GR-34)."""
    field.put(replace(figure, loaded=GUNS[figure.weapon].shots, reloads=figure.reloads - 1))
    field.tell(Reloaded(figure=figure.code, seat=figure.seat))
    tell_own_count(field, figure)


def why_not_buy(field: Field, figure: Figure) -> Problem | None:
    """One box for one bag, at the shop, only when all is gone; Mounties go to their mules (GR-35, GR-Q24)."""
    facts: dict[str, object] = {"figure": figure.code}
    if field.groups[figure.seat] == "mounties" and not field.options["mounties_buy"]:
        return Problem("mounties-use-mules", facts)
    if figure.loaded or figure.reloads:
        return Problem("still-has-ammo", facts)
    if not is_at_shop(field, figure):
        return Problem("not-at-shop", facts)
    if figure.gold == 0:
        return Problem("no-gold", facts)
    return None


def is_at_shop(field: Field, figure: Figure) -> bool:
    """Whether a base is within an inch of the hardware shop (GR-Q24)."""
    shop = field.ground.shop
    return shop is not None and figure.at is not None and distance_to_shop(figure.at, shop.polygon) <= SHOP_REACH**2


def buy(field: Field, figure: Figure) -> None:
    """The bag leaves the game; the box is six reloads, the gun still empty (GR-35, GR-Q24)."""
    field.put(replace(figure, gold=figure.gold - 1, reloads=BOX))
    field.spent += 1
    field.tell(BoxBought(figure=figure.code, seat=figure.seat))
    tell_own_count(field, figure)


def is_guarded(field: Field, mule: Mule) -> bool:
    """A mule is guarded while a conscious Mountie is in base contact with it (GR-Q26)."""
    return mule.at is not None and any(
        figure.is_able and figure.seat == field.mounties and figure.at is not None and in_contact(figure.at, mule.at)
        for figure in field.figures.values()
    )


def why_not_take_ammo(field: Field, figure: Figure, aim: Aim) -> str | Problem:
    """One box a go off a mule: Mounties any time, others when it is unguarded (GR-42, GR-43, GR-Q25, GR-Q26).

    By option `loot_ammo` also the rounds of a dead figure (GR-Q28). Gives the code of the source.
    """
    source = meant(field, figure, aim)
    facts: dict[str, object] = {"figure": figure.code, "target": source or ""}
    if source is None:
        return Problem("nobody-near", {**facts, "text": write_aim(aim)})
    if not field.is_touching(figure.code, source):
        return Problem("not-in-contact", facts)
    mule = field.mules.get(source)
    if mule is not None:
        if figure.seat != field.mounties and is_guarded(field, mule):
            return Problem("guarded", facts)
        return Problem("no-boxes", facts) if mule.boxes == 0 else source
    body = field.figures.get(source)
    if body is None or body.status != "dead":
        return Problem("no-ammo-there", facts)
    if not field.options["loot_ammo"]:
        return Problem("no-looting", facts)
    return Problem("no-boxes", facts) if body.reloads == 0 else source


def take_ammo(field: Field, figure: Figure, source: str) -> None:
    """A box is six reloads. A Mountie at their mule fills their gun from it at once, with one of the six (GR-Q25)."""
    mule = field.mules.get(source)
    boxes_left: int | None = None
    filled = False
    if mule is not None:
        field.put(replace(mule, boxes=mule.boxes - 1))
        boxes_left = mule.boxes - 1
        gained = BOX
        filled = figure.seat == field.mounties and not is_full(figure)
    else:
        body = field.figures[source]
        gained = body.reloads
        field.put(replace(body, reloads=0))
    if filled:
        figure = replace(figure, loaded=GUNS[figure.weapon].shots, reloads=figure.reloads + gained - 1)
    else:
        figure = replace(figure, reloads=figure.reloads + gained)
    field.put(figure)
    # That the gun was not full is nobody's business where rounds are hidden.
    shown = filled and not is_hidden(field, "ammo")
    field.tell(AmmoTaken(figure=figure.code, seat=figure.seat, source=source, loaded=shown, boxes_left=boxes_left))
    tell_own_count(field, figure)


def why_not_take_gold(field: Field, figure: Figure, aim: Aim) -> tuple[str, str] | Problem:
    """Bags come off friends, the dead, the knocked out and unguarded mules, in base contact (GR-39, GR-41, GR-Q33).

    Gives the code of the source and how it is taken.
    """
    source = meant(field, figure, aim)
    facts: dict[str, object] = {"figure": figure.code, "target": source or ""}
    if source is None:
        return Problem("nobody-near", {**facts, "text": write_aim(aim)})
    if source == figure.code or not field.is_touching(figure.code, source):
        return Problem("not-in-contact", facts)
    mule, other = field.mules.get(source), field.figures.get(source)
    if mule is not None:
        if figure.seat != field.mounties and is_guarded(field, mule):
            return Problem("guarded", facts)
        how, there = "mule", mule.gold
    elif other is not None:
        if other.status == "dead":
            how = "dead"
        elif other.seat == figure.seat:
            how = "friend"
        elif other.out:
            how = "knocked-out"
        else:
            return Problem("on-his-feet", facts)
        there = other.gold
    else:
        return Problem("no-gold-there", facts)
    if there == 0:
        return Problem("no-gold-there", facts)
    if figure.gold >= MOST_BAGS:
        return Problem("hands-full", facts)
    return source, how


def take_gold(field: Field, figure: Figure, bags: int, source: str, how: str) -> int:
    """Up to two bags a figure (GR-40); how many were taken."""
    mule = field.mules.get(source)
    there = mule.gold if mule is not None else field.figures[source].gold
    taken = min(bags, there, MOST_BAGS - figure.gold)
    if mule is not None:
        field.put(replace(mule, gold=mule.gold - taken))
    else:
        other = field.figures[source]
        field.put(replace(other, gold=other.gold - taken))
    field.put(replace(figure, gold=figure.gold + taken))
    field.tell(
        GoldTaken(figure=figure.code, seat=figure.seat, source=source, how=how, bags=open_count(field, "gold", taken))
    )
    tell_own_count(field, figure)
    if mule is None:
        tell_own_count(field, field.figures[source])
    return taken


def why_not_give_gold(field: Field, figure: Figure, aim: Aim) -> str | Problem:
    """Bags go to friends in base contact, and onto the own mules (GR-Q13); by option `trade` to anybody (GR-Q40)."""
    to = meant(field, figure, aim)
    facts: dict[str, object] = {"figure": figure.code, "target": to or ""}
    if to is None:
        return Problem("nobody-near", {**facts, "text": write_aim(aim)})
    if figure.gold == 0:
        return Problem("no-gold", facts)
    if to == figure.code or not field.is_touching(figure.code, to):
        return Problem("not-in-contact", facts)
    mule, other = field.mules.get(to), field.figures.get(to)
    if mule is not None:
        if figure.seat != field.mounties:
            return Problem("not-your-mule", facts)
        if not field.options["mule_gold"]:
            return Problem("no-gold-on-mules", facts)
        room = MOST_BAGS - mule.gold
    elif other is not None and other.is_living:
        if other.seat != figure.seat and not field.options["trade"]:
            return Problem("no-trade", facts)
        room = MOST_BAGS - other.gold
    else:
        return Problem("not-a-carrier", facts)
    return Problem("hands-full", {**facts, "figure": to}) if room <= 0 else to


def give_gold(field: Field, figure: Figure, bags: int, to: str) -> int:
    """As many as are asked, there and can be carried; how many were given."""
    mule = field.mules.get(to)
    room = MOST_BAGS - (mule.gold if mule is not None else field.figures[to].gold)
    given = min(bags, figure.gold, room)
    if mule is not None:
        field.put(replace(mule, gold=mule.gold + given))
    else:
        other = field.figures[to]
        field.put(replace(other, gold=other.gold + given))
    field.put(replace(figure, gold=figure.gold - given))
    field.tell(GoldGiven(figure=figure.code, seat=figure.seat, to=to, bags=open_count(field, "gold", given)))
    tell_own_count(field, figure)
    if mule is None:
        tell_own_count(field, field.figures[to])
    return given


def is_hidden(field: Field, what: str) -> bool:
    """By option `hidden`: whether others may not see `ammo` or `gold` (GR-Q42)."""
    return field.options["hidden"] in (what, "both")


def open_count(field: Field, what: str, count: int) -> int | None:
    """A count as everybody hears it: None when it is hidden."""
    return None if is_hidden(field, what) else count


def tell_own_count(field: Field, figure: Figure) -> None:
    """Where counts are hidden their owner is told what the figure now has."""
    if field.options["hidden"] == "none":
        return
    now = field.figures[figure.code]
    told: frozenset[Seat] = frozenset({now.seat})
    field.tell(
        OwnCount(told=told, figure=now.code, seat=now.seat, loaded=now.loaded, reloads=now.reloads, bags=now.gold)
    )
