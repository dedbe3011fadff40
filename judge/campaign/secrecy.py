"""A game master who plays: hands and other seats' orders stay hidden from every command until release."""

from __future__ import annotations

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.seating import Sitting, is_masked, sittings
from judge.campaign.telling import note, tell
from judge.campaign.unnamed import is_hidden
from judge.report.saying import Saying


class Hidden(NotNow):
    """The game master plays in this game and may not look at this."""


def own_seats(act: Act, live: Live) -> frozenset[Seat]:
    """The seats that the game master who does the act plays; another's are as hidden from them as any."""
    own = {one.address for one in act.config.masters if one.who == act.who and one.address}
    return frozenset(
        one.seat for one in sittings(act.connection, live.id) if one.role == "player" and own & set(one.addresses)
    )


def may_look(act: Act, name: str, what: Saying, override: str | None = None, seat: Seat | None = None) -> None:
    """Raises `Hidden` for a look that the game master may not have. `seat`: something that only one seat may see.

    `override` is a reason to look all the same: it is put on record, and every player reads it in the next report.
    """
    live = load_game(act.connection, name)
    if not is_hidden(live):
        return
    if seat is not None and seat in own_seats(act, live):
        return
    if not override:
        raise Hidden("hidden-until-release", game=live.name, what=what)
    live = load_game(act.connection, name, lock=True)
    note(act, live, "looked at hidden things", {"what": str(what), "reason": override})
    tell(act, live, Saying("notices/hidden-was-seen", {"what": what, "reason": override}))


def persons_at(act: Act, name: str, override: str | None) -> list[Sitting]:
    """Everybody at a table, with names and addresses. `override`: a reason why a game master who plays reads those of
    an anonymous game."""
    live = load_game(act.connection, name)
    if is_masked(live):
        may_look(act, name, Saying("looks/persons"), override)
    return sittings(act.connection, live.id)
