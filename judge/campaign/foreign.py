"""Games of the `diplomacy` package's saved-game JSON: into a campaign, phase by phase, and out of it.

On import every phase is ordered and adjudicated here, as if it were played now. If the saved game goes on from another
position than ours, the position is corrected as a game master corrects one; the correction is on record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from judge.campaign import correcting, founding, releasing, taking
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.docket import Said
from judge.campaign.live import NotNow, events_of, line_of, load_game, state_of
from judge.grammar.document import Document
from judge.interop.saved_game import SavedPhase, read_saved, write_saved
from judge.report.saying import Saying, worded
from judge.variants.diplomacy import fog
from judge.variants.diplomacy.game import Diplomacy

IN_THE_FORMAT = ("phase", "units", "centres", "dislodged", "retreats")


@dataclass
class TakenIn:
    """The result of an import: the game's name, phases played, lines that were refused, phases that went on
    differently."""

    name: str
    phases: int = 0
    refused: list[str] = field(default_factory=list)
    corrected: list[str] = field(default_factory=list)


def is_saved_game(value: object) -> bool:
    """Whether JSON is a game of that package, and not a record of ours."""
    return isinstance(value, dict) and "phases" in value and "steps" not in value


def take_in(campaign: Campaign, saved: Mapping[str, Any], name: str | None, now: datetime) -> TakenIn:
    """A new game, played again from a saved one; the last phase stays open unless it is the end."""
    from judge import shelf

    board = shelf.game("diplomacy")
    assert isinstance(board, Diplomacy)
    phases = read_saved(board, saved)
    called = name or re.sub(r"[^a-z0-9]+", "-", str(saved.get("id") or "saved").lower()).strip("-")[:32] or "saved"
    with campaign.act(now) as act:
        founding.new_game(act, called, "diplomacy")
        founding.start(act, called)
    found = TakenIn(called)
    for number, phase in enumerate(phases):
        _stand(campaign, found, phase, now)
        last = number + 1 == len(phases)
        with campaign.act(now) as act:
            live = load_game(act.connection, called)
            if live.window is None or (last and not any(phase.orders.values())):
                break
            for seat, lines in sorted(phase.orders.items()):
                if lines and seat in live.window.asks:
                    said = Said("\n".join(lines), "saved game", clear=True)
                    answer = taking.enter(act, called, seat, said)
                    found.refused += [f"{phase.name} {seat}: {one.line}" for one in answer.problems]
            releasing.release(act, called)
        found.phases += 1
    return found


def _stand(campaign: Campaign, found: TakenIn, phase: SavedPhase, now: datetime) -> None:
    """Make the position that of the saved game, where it is not."""
    with campaign.act(now) as act:
        # Facts that the format does not hold (centres by year, years without a capture) stay.
        here = correcting.position(act, found.name)
        kept = {key: value for key, value in here.items() if key not in IN_THE_FORMAT}
        document = Document({**kept, **phase.position}, name=phase.name)
        if correcting.changes(act, found.name, document):
            reason = Saying("titles/begins-otherwise", {"phase": phase.name})
            correcting.edit(act, found.name, document, worded(reason, act.config.own_templates))
            found.corrected.append(phase.name)


def written(look: Look, name: str, full: bool = False) -> dict[str, object]:
    """A game as a saved game: every phase with its position, orders and results, and the open one.

    The format holds the whole board. In a fog that is a secret until the end: only for `full`.
    """
    live = load_game(look.connection, name)
    game = live.game
    if not isinstance(game, Diplomacy):
        raise NotNow("diplomacy-only", game=live.name, rules=game.title)
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    if fog.lies(live.state) and not full and live.row["status"] != "over":
        raise NotNow("fog-in-the-format", game=live.name)
    phases: list[tuple[str, Mapping[str, Any], Mapping[Any, list[str]], tuple[Any, ...]]] = []
    before: Any = None
    for step in line_of(look.connection, live):
        if before is not None and step["kind"] not in ("setup", "edit"):
            given = {seat: list(one["text"]) for seat, one in json.loads(step["orders"]).items()}
            phases.append((step["window_title"], game.write_position(before), given, events_of(game, step)))
        before = state_of(game, step)
    window = game.window(before)
    if window is not None:
        phases.append((window.title, game.write_position(before), {}, ()))
    return write_saved(game, live.name, phases)
