"""Endings that are not in a game's rules: a vote in which all agree, or the game master's word."""

from __future__ import annotations

from collections.abc import Sequence

from judge import report
from judge.adjudicator.protocol import Outcome, Seat
from judge.campaign import post, turns
from judge.campaign.act import Act
from judge.campaign.due import is_stopped
from judge.campaign.live import Live, NotNow, load_game, seat_of, seats_taking_part
from judge.campaign.pace import check_extending, extend
from judge.campaign.seating import is_masked, sittings
from judge.campaign.telling import note, tell
from judge.campaign.turns import deadline_of
from judge.campaign.wake import put_it_off
from judge.grammar.seats import seats_of
from judge.grammar.wishes import wishes
from judge.report.languages import own_names
from judge.report.saying import Saying
from judge.store import notices
from judge.store.base import stamp
from judge.store.mails import withdraw


def vote(act: Act, name: str, seat: str, proposal: str) -> tuple[Saying, Live]:
    """A vote for a draw or a concession; when all who must agree have, the game ends."""
    live = load_game(act.connection, name, lock=True)
    window = live.need_window()
    chosen = seat_of(live.game, seat)
    if proposal.strip().lower() == "extend":
        return _vote_to_extend(act, live, chosen), load_game(act.connection, name)
    if live.settings.draws == "no":
        raise NotNow("no-votes", game=live.name)
    if chosen not in seats_taking_part(live):
        raise NotNow("takes-no-part", seat=live.seat_name(chosen), game=live.name)
    kind, _, rest = proposal.strip().lower().partition(" ")
    if kind not in ("draw", "concede", "no"):
        raise NotNow("vote-is-written")
    winners = named(live, rest) if kind != "no" else ()
    if kind == "concede" and not winners:
        raise NotNow("vote-is-written")
    if kind == "draw":
        gone = [seat for seat in winners if seat not in _survivors(live)]
        if gone:
            raise NotNow("draw-without-them", seats=[live.seat_name(seat) for seat in gone])
        winners = tuple(seat for seat in _survivors(live) if not winners or seat in winners)
    if act.reason:
        # Whose vote and which may be secret; that the game master entered one, and why, is not.
        note(act, live, "vote entered", {})
    notices.drop_vote(act.connection, live.id, chosen)
    if kind == "no":
        notices.drop_extend_vote(act.connection, live.id, window.key, chosen)
        return Saying("answers/vote-withdrawn"), live
    said = f"{kind} {' '.join(winners)}".strip()
    notices.add_vote(
        act.connection,
        {"game_id": live.id, "seat": chosen, "proposal": said, "window_key": window.key, "at": stamp(act.now)},
    )
    if live.settings.votes == "open":
        names = [live.seat_name(seat) for seat in winners]
        facts = {"seat": live.seat_name(chosen), "said": said, "proposal": kind, "winners": names}
        tell(act, live, Saying("notices/votes", facts))
    # In an anonymous game the end would tell to the minute when the last of them wrote.
    if not _all_agree(act, live, said) or put_it_off(act, live, "agreed"):
        return Saying("answers/vote-counted"), live
    return Saying("answers/all-agreed"), _end_as_agreed(act, live, said)


def _all_agree(act: Act, live: Live, said: str) -> bool:
    """Whether all who must agree have voted for this."""
    kind, *winners = said.split()
    agreed = notices.voters_for(act.connection, live.id, said)
    return _voters(act, live) <= agreed | (set(winners) if kind == "concede" else set())


def _end_as_agreed(act: Act, live: Live, said: str) -> Live:
    kind, *winners = said.split()
    reason = "draw" if kind == "draw" else "concession"
    after = turns.end_game(act, live, Outcome(tuple(map(Seat, winners)), reason), said)
    withdraw(act.connection, live.id, ("reminder",))
    note(act, after, reason, {"winners": winners}, by="players")
    post.put_reports(act, after)
    return after


def end_if_agreed(act: Act, live: Live) -> None:
    """End the game if all who must agree still want the same."""
    votes = {notices.vote_of(act.connection, live.id, seat) for seat in seats_taking_part(live)}
    found = next((one for one in sorted(filter(None, votes)) if _all_agree(act, live, one)), None)
    if found is not None:
        live.need_window()
        _end_as_agreed(act, live, found)


BY_VOTE = "the players voted for it"
"""On record: why a deadline was put off by VOTE EXTEND; once a window, as any reason."""


def _vote_to_extend(act: Act, live: Live, seat: Seat) -> Saying:
    """A vote to put the deadline off; more than half of the players decide."""
    window, span = live.need_window(), live.settings.vote_extend
    if span is None:
        raise NotNow("no-votes-on-deadlines", game=live.name)
    if seat not in seats_taking_part(live):
        raise NotNow("takes-no-part", seat=live.seat_name(seat), game=live.name)
    if is_stopped(live):
        raise NotNow("clock-stands", game=live.name)
    if is_masked(live):
        check_extending(act, live.name, BY_VOTE)
    notices.add_extend_vote(act.connection, live.id, window.key, seat, stamp(act.now))
    agreed, playing = _for_more_time(act, live)
    is_agreed = 2 * agreed > playing
    if is_masked(live):
        # How many have voted would tell when the others do.
        if not is_agreed or put_it_off(act, live, "votes"):
            return Saying("answers/vote-counted-unseen")
    if not is_agreed:
        return Saying("answers/vote-counted-of", {"agreed": agreed, "players": playing})
    before = deadline_of(live)
    after = extend(act, live.name, span, BY_VOTE)
    if after == before:
        return Saying("answers/vote-once-is-all")
    return Saying("answers/vote-put-off", {"deadline": live.settings.calendar.said(after, act.now)})


def extend_if_voted(act: Act, live: Live) -> None:
    """Put the deadline off if more than half of the players want it."""
    agreed, playing = _for_more_time(act, live)
    if 2 * agreed > playing and live.settings.vote_extend is not None:
        extend(act, live.name, live.settings.vote_extend, BY_VOTE)


def _for_more_time(act: Act, live: Live) -> tuple[int, int]:
    """How many want more time, of how many players."""
    playing = {one.seat for one in sittings(act.connection, live.id) if one.role == "player" and one.state == "active"}
    agreed = notices.extend_votes(act.connection, live.id, live.need_window().key) & playing
    return len(agreed), len(playing)


def named(live: Live, rest: str) -> tuple[Seat, ...]:
    """The seats that a vote names, in one order; none where it is for all. Other words are not guessed at."""
    words = [word for word in own_names(rest.replace(",", " ")).split() if word.strip(".!") not in _AMONG]
    asked = wishes(" ".join(words), seats_of(live.game))
    if asked.denies or asked.other:
        raise NotNow("vote-not-clear", text=rest)
    return tuple(sorted(Seat(one) for one in asked.named))


_AMONG = frozenset("between among amongst of with to for the and all us we everyone everybody survivors remaining"
                   " players seats powers ranches"
                   " und von zwischen mit alle et de entre avec tous".split())  # fmt: skip


def _voters(act: Act, live: Live) -> set[Seat]:
    """The seats that must agree. A seat without a player, or in civil disorder, has no vote; if no seat has a player,
    all have."""
    voters = set(_survivors(live) if live.settings.draws == "survivors" else seats_taking_part(live))
    playing = {one.seat for one in sittings(act.connection, live.id) if one.role == "player" and one.state == "active"}
    return (voters & playing) or voters


def _survivors(live: Live) -> tuple[Seat, ...]:
    """The seats still in the game: those the public standings show with anything left."""
    table = report.standings(live.game, live.state)
    taking = seats_taking_part(live)
    return tuple(seat for seat in taking if table.get(seat, 1) > 0) or taking


def end(act: Act, name: str, winners: Sequence[str], reason: str) -> Live:
    """The game master ends a game."""
    live = load_game(act.connection, name, lock=True)
    live.need_window()
    chosen = tuple(seat_of(live.game, one) for one in winners)
    after = turns.end_game(act, live, Outcome(chosen, reason), reason)
    note(act, after, "end", {"winners": list(chosen), "reason": reason})
    post.put_reports(act, after)
    return after
