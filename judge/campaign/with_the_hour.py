"""The acts of players of an anonymous game that all can see, carried out with the full hour after their letters."""

from __future__ import annotations

from contextlib import suppress

from judge.campaign import ending, filling, handing_over, people
from judge.campaign.act import Act
from judge.campaign.gone import mark_gone
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.wake import put_off, put_off_no_more, set_wake


def carry_out(act: Act, live: Live) -> bool:
    """Do what was put off until now; whether there was anything."""
    until, what = put_off(act, live)
    if until is None or act.now < until:
        return False
    put_off_no_more(act, live)
    if "gone" in what:
        live = mark_gone(act, live)
    for name, do in (
        ("takeover", lambda act, live: handing_over.give_waiting(act, live.id)),
        ("newcomer", filling.give_a_whole_window),
        ("away", people.move_for_absences),
        ("votes", ending.extend_if_voted),
        ("agreed", ending.end_if_agreed),
    ):
        # The window may be closed to it by now; then it is as it was.
        with suppress(NotNow):
            if name in what:
                do(act, load_game(act.connection, live.name))
    act.ledger.write()
    set_wake(act, load_game(act.connection, live.name))
    return True


__all__ = ["carry_out"]
