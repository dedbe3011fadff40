"""A diary: what a player keeps for themselves; sent back when they ask, opened in the closing report."""

from __future__ import annotations

from judge.campaign import diaries
from judge.campaign.withheld import without_token
from judge.grammar.text import without_controls
from judge.serve.commands.errand import SeatErrand
from judge.serve.parts import Verbatim
from judge.serve.secrets import check_no_secret


def diary(errand: SeatErrand) -> None:
    """An entry in a block or on one line; or all entries of this player again."""
    if not errand.command.body and errand.command.rest.lower() in diaries.READ:
        for title, text in diaries.read(errand.act, errand.live, errand.seat, errand.player_id):
            errand.answer.pass_on(title)
            errand.answer.parts.append(Verbatim("\n".join(f"  | {one}" for one in text.split("\n"))))
        return
    text = without_controls("\n".join(errand.command.body) or errand.command.rest)
    check_no_secret(errand.act.connection, text, errand.act.config.masters)
    errand.answer.pass_on(diaries.write(errand.act, errand.live, errand.seat, errand.player_id, without_token(text)))


__all__ = ["diary"]
