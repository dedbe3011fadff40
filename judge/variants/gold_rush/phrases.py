"""What a figure is told to do: one choice's words as an action (GR-Q14, GR-Q18)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from judge.adjudicator.plane import Point
from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush.naming import Names, aim, piece, place
from judge.variants.gold_rush.notation import hundredths, write_point
from judge.variants.gold_rush.orders import (
    Action,
    Aim,
    Buy,
    Choice,
    Contact,
    Cover,
    Dismount,
    Fire,
    GiveGold,
    If,
    Jump,
    Lead,
    Leave,
    Mount,
    Move,
    Reload,
    Stand,
    Step,
    Strike,
    TakeAmmo,
    TakeGold,
    Toward,
    Volley,
    Walk,
)
from judge.variants.gold_rush.packs import EDGES, GUNS
from judge.variants.gold_rush.state import Figure

_MOVES = r"(?:moves?|goes|go|walks?|rides?|runs?|march(?:es)?|advances?)"
_FIRES = r"(?:fires?|shoots?)"
_ATTACKS = r"(?:attacks?|punch(?:es)?|fights?|hits?|strikes?)"
_STANDS = r"(?:stands?|holds?|waits?|stays?|passes|pass|nothing|does nothing|do nothing)"
VERBS = (
    rf"(?:{_MOVES}|{_FIRES}|{_ATTACKS}|{_STANDS}|reloads?|buys?|takes?|robs?|pinch(?:es)?|gives?|loads?|unloads?|mounts?|"
    r"dismounts?|jumps?|leads?|leaves?|climbs?|resuppl(?:y|ies)|charges?|exits?|gets?|hands?)"
)
EXPECTED = "move, attack, fire, reload, buy ammo, take, give, mount, jump, lead, leave or stand"
_ELSE = re.compile(r"\s*[,;]?\s*\b(?:or else|otherwise|else|failing that|or)\b\s*[,:]?\s*")
_IF = re.compile(rf"^if (.+?)(?:\s*[:,]\s*|\s+then\s+|\s+)(?={VERBS}\b)(.+)$")
_BOX = r"(?:(?:a |one )?(?:ammo )?box(?:es)?(?: of (?:ammo|cartridges))?|ammo(?: box)?|cartridges|rounds)"
_BAGS = r"(?:bags?(?: of gold)?|gold(?: bags?)?)"
_AMMO = re.compile(
    rf"(?:resuppl(?:y|ies)|reloads? (?:from|at)|(?:takes?|gets?|pinch(?:es)?) {_BOX})(?: ?(?:from|off|at))? ?(.*)"
)
_RELOAD = re.compile(r"reloads?(?: (?:his |the )?(?:gun|weapon|revolver|shotgun|repeater|rifle))?")
_BUY = re.compile(rf"buys?(?: {_BOX})?(?: (?:at|from|in) the (?:hardware )?(?:shop|store))?")
_GOLD = re.compile(
    rf"(?:takes?|gets?|pinch(?:es)?|robs?|unloads?) (?:(?P<bags>\w+) )?{_BAGS} (?:from|off|of) (?P<whom>.+)"
)
_ROB = re.compile(r"(?:(?:takes?|pinch(?:es)?|unloads?)(?: (?P<bags>\d))? (?:from|off)|robs?) (?P<whom>.+)")
_GIVE = re.compile(rf"(?:gives?|loads?|hands?|puts?) (?:(?P<bags>\w+) )?{_BAGS} (?:to|on|onto|over to) (?P<whom>.+)")
_THEN = r"\s*(?:,\s*and then\b|,\s*then\b|,\s*and\b|,|\band then\b|\bthen\b|\band\b)\s*"
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "once": 1, "twice": 2, "a": 1, "both": 2}


@dataclass(frozen=True)
class Speech:
    """The words of one line, lower case, with the points lifted out."""

    names: Names
    figure: Figure
    points: tuple[Point, ...]
    text: str

    def said(self, part: str) -> str:
        """A part as the player wrote it, points put back."""
        return re.sub(r"@(\d+)@", lambda found: write_point(self.points[int(found[1])]), part).strip()

    def wrong(self, part: str, expected: str) -> Problem:
        """A part that was not understood."""
        return Problem("not-understood", {"text": self.said(part), "expected": expected})

    def point(self, part: str) -> Point | None:
        """A part that is one point."""
        found = re.fullmatch(r"\(?@(\d+)@\)?", part.strip())
        return self.points[int(found[1])] if found else None


def choices(speech: Speech) -> tuple[Choice, ...] | Problem:
    """`if A: do this, else that, else stand`."""
    found: list[Choice] = []
    for part in _ELSE.split(speech.text):
        if not part.strip(" ,;"):
            continue
        choice = _choice(speech, part.strip(" ,;."))
        if isinstance(choice, Problem):
            return choice
        found.append(choice)
    if not found:
        return speech.wrong(speech.text, EXPECTED)
    return tuple(found) if len(found) <= 8 else Problem("too-many-choices", {"most": 8})


def _choice(speech: Speech, text: str) -> Choice | Problem:
    conditions: list[If] = []
    rest = text
    if text.startswith("if "):
        found = _IF.match(text)
        if found is None:
            return speech.wrong(text, "a condition and then what to do: if M2 in short range: fire 6 at M2")
        rest = found[2]
        for part in re.split(r"\s+and\s+", found[1]):
            condition = condition_of(speech, part.strip())
            if isinstance(condition, Problem):
                return condition
            conditions.append(condition)
    action = _action(speech, rest)
    return action if isinstance(action, Problem) else Choice(action, tuple(conditions))


_STATES = (
    (r"(?:in sight|visible|seen)", "sight"),
    (r"(?:in|at) short range", "short"),
    (r"(?:in|at) (?:long )?range", "range"),
    (r"in (?:base )?contact", "contact"),
    (r"(?:up|standing|conscious|on (?:his|her|their) feet)", "up"),
    (r"(?:down|out|knocked out|unconscious)", "down"),
    (r"(?:dead|killed)", "dead"),
)


def condition_of(speech: Speech, text: str) -> If | Problem:
    """One condition: `M2 in sight`, `not attacked`, `nearest Digger within 6`, `no enemy in range`."""
    bare = re.fullmatch(
        r"(not )?(?:he is |is |it is )?(not )?(attacked|was attacked|empty|loaded|gun empty|out of ammo)", text
    )
    if bare is not None:
        what = {"was attacked": "attacked", "gun empty": "empty", "out of ammo": "empty"}.get(bare[3], bare[3])
        return If(what, negated=bool(bare[1]) != bool(bare[2]))
    negated = bool(re.match(r"(?:not|no|nobody) ", text))
    rest = re.sub(r"^(?:not|no|nobody) ", "", text)
    within = re.fullmatch(r"(.*?)(?: is| are)?( not)? within (\d+(?:\.\d{1,2})?)(?: ?inches|\")?", rest)
    if within is not None:
        target = _conditioned(speech, within[1])
        inches = hundredths(within[3])
        if isinstance(target, Problem) or inches is None:
            return target if isinstance(target, Problem) else speech.wrong(text, "inches")
        return If("within", target, inches, negated != bool(within[2]))
    for pattern, what in _STATES:
        found = re.fullmatch(rf"(.*?)(?: is| are)?( not)? ?\b{pattern}", rest)
        if found is not None:
            target = _conditioned(speech, found[1])
            return target if isinstance(target, Problem) else If(what, target, 0, negated != bool(found[2]))
    return speech.wrong(
        text, "M2 in sight, in short range, in range, within 6, in contact, up, down or dead; attacked; empty"
    )


def _conditioned(speech: Speech, text: str) -> Aim | Problem:
    """Whom a condition is about; nobody named: any enemy."""
    if not text.strip() or text.strip() in ("enemy", "enemies", "any", "anybody"):
        return Aim(nearest="enemy")
    return aim(speech.names, text)


def _action(speech: Speech, text: str) -> Action | Problem:
    """One action by its verb."""
    text = re.sub(r"^(?:he |she |to |please )", "", text.strip(" .!"))
    if re.fullmatch(rf"{_STANDS}(?: still| there| fire)?", text):
        return Stand()
    if re.match(rf"{_FIRES}\b", text):
        return _fire(speech, text)
    ammo = _AMMO.fullmatch(text)
    if ammo is not None:
        source = aim(speech.names, ammo[1]) if ammo[1] else Aim(nearest="mule")
        return source if isinstance(source, Problem) else TakeAmmo(source)
    if _RELOAD.fullmatch(text):
        return Reload()
    if _BUY.fullmatch(text):
        return Buy()
    gold = _GOLD.fullmatch(text) or _ROB.fullmatch(text)
    if gold is not None:
        bags = _count(gold["bags"], 2)
        if bags is None:
            return speech.wrong(text, "how many bags and from whom: take 2 gold from T1")
        source = aim(speech.names, gold["whom"])
        return source if isinstance(source, Problem) else TakeGold(bags, source)
    give = _GIVE.fullmatch(text)
    if give is not None:
        bags = _count(give["bags"], 2)
        if bags is None:
            return speech.wrong(text, "how many bags and to whom: give 1 gold to 7")
        to = aim(speech.names, give["whom"])
        return to if isinstance(to, Problem) else GiveGold(bags, to)
    return _move(speech, text)


def _count(text: str | None, default: int) -> int | None:
    """A number in digits or words."""
    if text is None:
        return default
    if text.isdigit():
        return int(text)
    return _NUMBERS.get(text)


def _fire(speech: Speech, text: str) -> Fire | Problem:
    """`fire 6 at M2, then M4`, `fire 4 at M2, 2 at M4`, `fire at nearest in short range`."""
    most = GUNS[speech.figure.weapon].shots
    rest = re.sub(rf"^{_FIRES}\b\s*", "", text)
    volleys: list[Volley] = []
    for number, part in enumerate(re.split(_THEN, rest)):
        if not part:
            continue
        found = re.fullmatch(r"(?:(\w+)(?: ?x| shots?| times| rounds?| bullets?)? )?at (.+)", part)
        shots: int | None
        if found is not None:
            shots = most if found[1] == "all" else _count(found[1], most if number == 0 else 0)
            whom = found[2]
        else:
            shots, whom = most if number == 0 else 0, part
        if shots is None:
            return speech.wrong(part, "how often and at whom: fire 6 at M2")
        target = aim(speech.names, re.sub(r"^at ", "", whom))
        if isinstance(target, Problem):
            return target
        volleys.append(Volley(shots, target))
    total = sum(volley.shots for volley in volleys)
    if not volleys or total == 0:
        return speech.wrong(text, "how often and at whom: fire 6 at M2")
    if total > most:
        return Problem(
            "too-many-shots",
            {"figure": speech.figure.code, "weapon": speech.figure.weapon, "shots": total, "most": most},
        )
    return Fire(tuple(volleys))


def _move(speech: Speech, text: str) -> Move | Problem:
    """Steps parted by commas, "then" or "and"; an attack may end them."""
    steps: list[Step] = []
    strike: Strike | None = None
    for part in re.split(_THEN, text):
        if not part:
            continue
        if strike is not None:
            return Problem("nothing-after-attack", {"text": speech.said(part)})
        charge = re.fullmatch(r"charges? (.+)", part)
        attack = re.fullmatch(rf"{_ATTACKS}(?: (.+))?", part)
        if charge is not None:
            target = aim(speech.names, charge[1])
            if isinstance(target, Problem):
                return target
            steps.append(Contact(target))
            strike = Strike()
            continue
        if attack is not None:
            found = _strike(speech, attack[1])
            if isinstance(found, Problem):
                return found
            strike = found
            continue
        walked = _steps(speech, part, bool(steps))
        if isinstance(walked, Problem):
            return walked
        steps.extend(walked)
    if not steps and strike is None:
        return speech.wrong(text, EXPECTED)
    return Move(tuple(steps), strike)


def _strike(speech: Speech, whom: str | None) -> Strike | Problem:
    if whom is None or whom in ("him", "her", "it"):
        return Strike()
    if whom in ("back", "whoever attacked him", "attacker"):
        return Strike(back=True)
    target = aim(speech.names, whom)
    return target if isinstance(target, Problem) else Strike(target)


def _steps(speech: Speech, part: str, is_further: bool) -> tuple[Step, ...] | Problem:
    """One clause of a move."""
    names = speech.names
    if re.fullmatch(r"dismounts?|gets? off(?: the horse)?", part):
        return (Dismount(),)
    found = re.fullmatch(r"(?:mounts?|gets? on)(?: (?:the |a |his )?(?:horse)?\s*(?:h?(\d{1,2}))?)?", part)
    if found is not None:
        return (Mount(int(found[1] or 0)),)
    found = re.fullmatch(r"jumps?(?: (?:down|off))?(?: to)? (.+)", part)
    if found is not None:
        spot = speech.point(found[1])
        return (Jump(spot),) if spot else speech.wrong(part, "where to: jump to 12,30")
    found = re.fullmatch(r"leads? (.+?) to (.+)", part)
    if found is not None:
        mule, spot = piece(names, found[1]), speech.point(found[2])
        if isinstance(mule, Problem):
            return mule
        if spot is None or not mule.startswith("U"):
            return speech.wrong(part, "a mule and a point: lead U1 to 12,30")
        return (Lead(mule, spot),)
    found = re.fullmatch(
        r"(?:leaves?|exits?)(?: the table)?(?: (?:by|over|from|at|on|to))?(?: the)? (\w+)(?: edge| side)?", part
    )
    if found is not None:
        edge = _edge(found[1])
        return (Leave(edge),) if edge else speech.wrong(part, "an edge: leave by the east edge")
    found = re.fullmatch(r"(?:climbs?|hides? (?:in|behind)|takes? cover (?:in|behind)) (?:on |onto |up )?(.+)", part)
    if found is not None:
        return _cover(speech, found[1], behind="behind" in part)
    rest = re.sub(rf"^{_MOVES}\b\s*", "", part)
    if rest == part and not is_further and not speech.point(part):
        return speech.wrong(part, EXPECTED)
    return _goal(speech, rest)


def _edge(text: str) -> str | None:
    return next((edge for edge in EDGES if len(text) >= 1 and edge.startswith(text) and text in (edge, edge[0])), None)


def _cover(speech: Speech, text: str, *, behind: bool = False) -> tuple[Step, ...] | Problem:
    found = re.fullmatch(r"(.+?)(?: from (.+))?", text)
    assert found is not None
    where = place(speech.names, found[1])
    if isinstance(where, Problem):
        return where
    if where.startswith("mine") or where == "town":
        return (Toward(place=where),)
    if found[2] is None:
        if behind:
            return speech.wrong(text, "behind what and from whom: move to cover C1 from M2")
        return (Cover("SHOP" if where == "shop" else where),)
    foe = piece(speech.names, found[2])
    return foe if isinstance(foe, Problem) else (Cover("SHOP" if where == "shop" else where, foe),)


def _goal(speech: Speech, rest: str) -> tuple[Step, ...] | Problem:
    """Where a move goes: points, towards, contact, cover, a place."""
    names = speech.names
    rest = rest.strip()
    if "@" in rest:
        legs = [
            part for part in re.split(r"\s*(?:-|\bto\b|\bvia\b|\bby\b)\s*", re.sub(r"^towards? ", "", rest)) if part
        ]
        spots = [speech.point(leg) for leg in legs]
        if all(spot is not None for spot in spots) and spots:
            if rest.startswith("toward"):
                return (Toward(spots[-1]),) if len(spots) == 1 else speech.wrong(rest, "one point: move towards 40,20")
            return tuple(Walk(spot) for spot in spots if spot is not None)
        return speech.wrong(rest, "points in inches: move 12.5,30 - 14,28")
    found = re.fullmatch(r"(?:in)?to (?:base )?contact(?: with)? (.+)|(?:in|to) base(?: to base)? with (.+)", rest)
    if found is not None:
        target = aim(names, found[1] or found[2])
        return target if isinstance(target, Problem) else (Contact(target),)
    found = re.fullmatch(
        r"(?:in|to|into|behind|onto|on|up to)(?: the)? cover(?: of| in| behind| at)? (.+)|(?:behind|onto|into) (.+)",
        rest,
    )
    if found is not None:
        return _cover(speech, found[1] or found[2], behind=rest.startswith("behind"))
    found = re.fullmatch(r"(towards?|to|up to|for)(?: the)? (.+)", rest)
    if found is None:
        return speech.wrong(rest, "where to: a point, towards somebody, to contact with M2, to cover C2")
    where = place(names, found[2])
    if not isinstance(where, Problem):
        is_piece = where not in ("shop", "town") and not where.startswith("mine")
        return (Cover(where),) if is_piece and not found[1].startswith("toward") else (Toward(place=where),)
    if where.code == "no-such-place":
        return where
    target = aim(names, found[2])
    if isinstance(target, Problem):
        return target
    return (Toward(aim=target),) if found[1].startswith("toward") else (Contact(target),)
