"""A player's probable meaning: whole lines that can be read and carried out, offered with an error, never taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from judge.adjudicator.protocol import Problem
from judge.variants.gold_rush.names import Names
from judge.variants.gold_rush.orders import Action, Aim, Contact, GiveGold, Move, Reload, TakeGold, Toward
from judge.variants.gold_rush.packs import MOST_BAGS
from judge.variants.gold_rush.state import Figure
from judge.variants.gold_rush.telling import who_watches
from judge.variants.gold_rush.vocabulary import words_of


def rewritten(names: Names, text: str, problem: Problem) -> Iterator[str]:
    """Lines like this one, without what is wrong with it; the likeliest first."""
    facts = problem.detail
    wrong = str(facts.get("text", ""))
    match problem.code:
        case "unknown-figure" | "ambiguous-figure" | "ambiguous-scenery":
            choices = facts.get("choices")
            assert isinstance(choices, tuple)
            yield from (_with(text, wrong, str(choice)) for choice in choices)
        case "too-many-shots":
            yield _with(text, str(facts["shots"]), str(facts["most"]))
        case "point-unclear":
            first, second, third = (part.strip() for part in wrong.split(",")[:3])
            yield _with(text, wrong, f"{first}.{second},{third}")
        case "from-whom":
            choices = facts.get("choices")
            assert isinstance(choices, tuple)
            yield from (f"{text.rstrip(' .!')} from {choice}" for choice in choices)
        case "which-act":
            figure, target = facts["figure"], facts["target"] or "nearest"
            yield from (f"{figure}: {act} {target}" for act in ("fire at", "attack", "mount", "move to contact with"))
        case "from-whom-behind":
            yield _with(text, "behind", "to cover")
        case "not-understood" if watching := who_watches(text):
            codes = [word.text.upper() for word in words_of(watching) if word.text.upper() in names.own]
            yield from (f"{code}: fire at nearest in short range, else stand" for code in codes[-1:])
        case "for-whom":
            able = [figure.code for figure in names.state.figures if figure.seat == names.seat and figure.is_able]
            yield from (f"{code}: {text}" for code in able[:1] if len(able) == 1)


def _with(text: str, wrong: str, right: str) -> str:
    """A text with one stretch written otherwise, however it is spelled."""
    start = text.lower().rfind(wrong.lower())
    return text if start < 0 or not wrong else text[:start] + right + text[start + len(wrong) :]


def instead(figure: Figure, action: Action, problem: Problem) -> Action | None:
    """The nearest act that a figure can do instead of an impossible one; None where nothing is near."""
    target = str(problem.detail.get("target", ""))
    match problem.code:
        case "gun-empty" | "still-has-ammo":
            return Reload()
        case "not-in-contact" if target:
            return Move((Contact(Aim(target)),))
        case "not-at-shop":
            return Move((Toward(place="shop"),))
        case "too-many-bags" if isinstance(action, TakeGold | GiveGold):
            return replace(action, bags=MOST_BAGS)
        case "not-mounted" if isinstance(action, Move) and len(action.steps) > 1:
            return Move(action.steps[1:], action.strike)
    return None
