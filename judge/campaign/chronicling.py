"""The place of a new step in the chain of a game's record, and the acts of its game master that all may know of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from judge.adjudicator.chronicle import closing_hash, link_in, promised, told_in, words_told
from judge.adjudicator.codec import plain
from judge.campaign import chance
from judge.campaign.act import Act
from judge.campaign.live import Live, seats_taking_part
from judge.store import Connection, notices, steps

if TYPE_CHECKING:
    from judge.campaign.turns import Made

GONE = "without player"
PUBLIC_ACTS = (
    "rollback", "rollforward", "edit", "orders on behalf", "preview", "official note", "end", "looked at hidden things",
    "round fixed", "beacon changed", GONE,
)  # fmt: skip
"""Acts that everybody may know of, without what was in them: every step without dice is one of them."""

SAID = ("from", "to", "seat", "reason", "own", "open", "sealed", "anew")
SAID_OF = {"round fixed": ("window", "closed", "round", "orders", "sets", "beacon"), "beacon changed": ("beacon",)}


def acts_of(connection: Connection, live: Live) -> list[dict[str, Any]]:
    """The game master's acts beside releases: when, at which step, to whom, and why."""
    found = []
    # Earlier schemes did not list it.
    public = [act for act in PUBLIC_ACTS if live.scheme > 3 or act != GONE]
    for row in notices.acts(connection, live.id, public):
        detail = json.loads(row["detail"])
        said = {key: detail[key] for key in (*SAID, *SAID_OF.get(row["act"], ())) if key in detail}
        found.append({"at": row["at"], "step": row["step"], "actor": row["actor"], "act": row["act"], **said})
    return found


def recorded(act: Act, live: Live, step: Mapping[str, Any], made: Made, closes: str | None) -> str | None:
    """The place of a new step in the chain of the game's record; None for a game of the first scheme.

    `closes`: until when letters count for the window that it opens.
    """
    if live.scheme == 1:
        return None
    before: dict[str, Any] = {"made": 0, "public": "", "told": {}}
    if live.step:
        before = json.loads(live.step["record"])
    public = {
        "made": steps.how_many(act.connection, live.id) + 1, "window": step["window_key"],
        "title": step["window_title"], "orders": made.orders, "events": [plain(event) for event in made.events],
        "draws": chance.draws_plain(made.dice) if made.dice else [],
        **{key: step[key] for key in ("number", "kind", "made_at", "reason")},
    }  # fmt: skip
    reels = chance.pairs(act.connection, live.id)
    if made.link:
        texts = {seat: one["text"] for seat, one in made.orders.items()}
        public["dice"] = chance.shown(chance.Drawn(reels[made.chain], made.link, texts, live.scheme))
        if made.beat:
            public["dice"]["beacon"] = made.beat.shown()
    told = {seat: told_in(before["told"].get(seat, ""), seat, public) for seat in map(str, seats_taking_part(live))}
    place: dict[str, Any] = {"made": public["made"], "from": before["made"], "told": told}
    beacon = before.get("beacon_of") or (made.beat.of if made.beat else None)
    if beacon:
        place["beacon_of"] = beacon
    if made.beat:
        place["beacon"] = made.beat.shown()
    promises = None
    if live.scheme > 2:
        place |= _acts(act, live)
        public["acts"] = place["acts"]
        promises = promised(words_told(live.words), beacon, [chance.published(one) for one in reels])
    if live.scheme > 3 and promises is not None:
        place["closes"] = closes
        promises.append(closes)
    place["public"] = link_in(before["public"], public, promises)
    return json.dumps(place, sort_keys=True)


def closed(connection: Connection, live: Live) -> str:
    """The hash of a game that is over, with what its game master has done since the last step; none by older schemes.

    Steps hold the acts before them, and no step comes any more.
    """
    if live.scheme < 4 or live.step is None or not live.step["record"]:
        return ""
    newest = json.loads(steps.newest_record(connection, live.id) or "{}")
    return closing_hash(newest["public"], acts_of(connection, live)[newest["acts_told"] :])


def _acts(act: Act, live: Live) -> dict[str, Any]:
    """The acts since the step that was made last, on whatever line of play, and how many there were in all."""
    newest = steps.newest_record(act.connection, live.id)
    told = json.loads(newest)["acts_told"] if newest else 0
    every = acts_of(act.connection, live)
    return {"acts": every[told:], "acts_told": len(every)}
