"""A game with `dice: beacon`: when a window closes its round is fixed and told, and the step waits until it has come.

Everybody is told the round and the hashes of the orders that it is for while nobody can know the round. Orders that
change afterwards fix another round, and everybody is told that as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from judge.adjudicator.chronicle import act_hash
from judge.adjudicator.dice import words_digest
from judge.adjudicator.protocol import Seat
from judge.campaign import chronicling, post
from judge.campaign.act import Act
from judge.campaign.campaign import Campaign
from judge.campaign.chance import Drawn, hash_of
from judge.campaign.config import Config
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.telling import note, tell_gm
from judge.forum.beacon import SCHEMES, Beacon, Beat, NoRound, fetch
from judge.grammar.document import DocumentError
from judge.report.saying import Saying
from judge.store import games, notices
from judge.store.base import moment, stamp

T = TypeVar("T")
SETUP = "setup"
"""The name under which a round of the beacon is fixed when a game is dealt."""
FIXED, CHANGED = "round fixed", "beacon changed"
"""Acts that every step's hash holds."""
MOST_TRIES = 4
SOON = timedelta(seconds=30)
"""How long a command waits for a round; the clock waits for those that come later."""
PAUSE = timedelta(minutes=1)
"""Between two times of asking for a round that could not be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A window that closes: the hashes of its sets, and the part of its dice's key that comes from them."""

    window: str
    orders: Mapping[str, str]
    sets: str = ""


def closing(window: str, drawn: Drawn) -> Closing:
    """The closing that a round of the beacon is fixed for."""
    hashes = {seat: hash_of(drawn.pair, drawn.link, seat, lines, drawn.scheme) for seat, lines in drawn.texts.items()}
    return Closing(window=window, orders=hashes, sets=drawn.digest.hex() if drawn.scheme > 4 else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed(Closing):
    """A round that was fixed for a window. `missing`: the game goes on without it."""

    closed: int
    round: int
    of: Mapping[str, Any]
    """The beacon it is a round of, and what happens without it, as a record says it."""
    signature: str = ""
    previous: str = ""
    """The signature of the round before, where the scheme signs that as well."""
    missing: bool = False
    by: str = ""
    """The game master who asked by letter that the window be released with it, by their address."""
    why: str = ""

    @property
    def comes(self) -> datetime:
        """When the round comes."""
        return datetime.fromtimestamp(self.of["genesis"] + (self.round - 1) * self.of["period"], UTC)

    @property
    def randomness(self) -> bytes:
        """The randomness that is mixed into the key of the step."""
        return bytes.fromhex(Beat(self.round, self.signature).randomness) if self.signature else b""

    def shown(self) -> dict[str, Any]:
        """The facts that the record holds."""
        found: dict[str, Any] = {"closed": self.closed, "round": self.round}
        if self.missing:
            return found | {"missing": True}
        chained = {"previous": self.previous} if self.previous else {}
        return found | {"signature": self.signature, **chained, "randomness": self.randomness.hex()}


class AwaitsBeacon(NotNow):
    """The step cannot be made before its round of the beacon has come."""

    def __init__(self, closing: Closing) -> None:
        super().__init__("dice-wait-for-the-next-round")
        self.closing = closing
        self.window = closing.window


class ClosedUntil(NotNow):
    """The window is closed, everybody was told its round, and the clock makes the step when the round comes."""


def beacon_of(config: Config) -> Beacon:
    """The beacon that campaign.yaml names under `beacon:`."""
    document = config.beacon
    value = document.value
    wanted = ("urls", "chain", "public_key", "period", "genesis")
    if not isinstance(value, dict) or any(key not in value for key in wanted):
        raise document.error(f"dice: beacon needs `beacon:` in campaign.yaml with {', '.join(wanted)} (docs/dice.md)")
    urls = value["urls"] if isinstance(value["urls"], list) else [value["urls"]]
    scheme = str(value.get("scheme", "bls-unchained-g1-rfc9380"))
    if scheme not in SCHEMES:
        raise document.error(f"there is no scheme {scheme}: there are {', '.join(SCHEMES)}", "scheme")
    if not all(isinstance(value[key], int) and value[key] > 0 for key in ("period", "genesis")):
        raise document.error("period and genesis are whole numbers of seconds", "period")
    return Beacon(
        urls=tuple(map(str, urls)), chain=str(value["chain"]), public_key=str(value["public_key"]),
        period=value["period"], genesis=value["genesis"], scheme=scheme,
    )  # fmt: skip


def fixed_for(live: Live, closing: Closing, made: Mapping[str, Any] | None = None) -> Fixed | None:
    """The round that is mixed into a step; None where the game asks for none. Raises AwaitsBeacon until it is there.

    `made`: the step as it was made before and taken back; it has the round it had.
    """
    if live.settings.dice != "beacon":
        return None
    place = json.loads(made["record"] or "{}") if made else {}
    if "beacon" in place:
        told = {key: value for key, value in place["beacon"].items() if key != "randomness"}
        return Fixed(**asdict(closing), of=place["beacon_of"], **told)
    found = _stored(live)
    if found is None or not _is_for(found, closing) or not (found.signature or found.missing):
        raise AwaitsBeacon(closing)
    return found


def fixed_to_begin(live: Live) -> Fixed | None:
    """The same for the deal, whose round is for the words that were given."""
    return fixed_for(live, Closing(window=SETUP, orders={"words": words_digest(live.words).hex()}))


def _is_for(found: Fixed, closing: Closing) -> bool:
    """Whether a round was fixed for these orders of a window; the hashes bind all of what `sets` is made of."""
    return (found.window, found.orders) == (closing.window, closing.orders)


def _stored(live: Live) -> Fixed | None:
    return Fixed(**json.loads(live.row["beacon"])) if live.row["beacon"] else None


def awaits_beacon(live: Live) -> bool:
    """Whether the open window is closed but for the round of the beacon that its dice wait for."""
    found = closed_for(live)
    return found is not None and not (found.signature or found.missing)


def closed_for(live: Live) -> Fixed | None:
    """The round for which the open window is closed, if it is: no letter changes its orders any more."""
    found = _stored(live) if live.settings.dice == "beacon" else None
    return found if found is not None and found.window == (live.row["window_key"] or SETUP) else None


def release_asked(live: Live) -> Fixed | None:
    """The round with which the open window is to be released, where a letter asked for that."""
    found = closed_for(live)
    return found if found is not None and found.by else None


def ask_for_release(act: Act, live: Live, waits: AwaitsBeacon, by: str = "") -> datetime:
    """Have the clock release the open window once its round is there, with the orders as they are; when it comes.

    `by`: who is to have a letter about it.
    """
    comes = fix(act, live, waits)
    fixed = _stored(load_game(act.connection, live.name))
    assert fixed is not None
    said = json.dumps(asdict(replace(fixed, by=by, why=act.reason)))
    # The game master has said that the window closes: nothing holds it any more.
    games.put(act.connection, live.id, beacon=said, held=None, hold=None)
    act.ledger.wake(live.id, stamp(comes))
    note(act, live, "release asked for", {"window": waits.window})
    return comes


def forget(act: Act, live: Live) -> None:
    """No round is fixed any more, and no release waits for one."""
    games.put(act.connection, live.id, beacon=None)


def fix(act: Act, live: Live, waits: AwaitsBeacon) -> datetime:
    """Fix the round of a window that closes now, unless it is fixed already, and tell everybody; when it comes."""
    found, about = _stored(live), _about(beacon_of(act.config), live)
    if found is None or not _is_for(found, waits.closing) or found.of != about:
        closed, beacon = _closed(act, live, about["notice"]), beacon_of(act.config)
        found = Fixed(
            **asdict(waits.closing), closed=closed, of=about,
            round=beacon.round_after(datetime.fromtimestamp(closed + about["notice"], UTC)),
        )  # fmt: skip
        games.put(act.connection, live.id, beacon=json.dumps(asdict(found)))
        is_another = _note_change(act, live, about)
        fixed = {key: getattr(found, key) for key in ("window", "closed", "round", "orders")}
        fixed |= {"sets": found.sets} if found.sets else {}
        note(act, live, FIXED, fixed | {"beacon": about})
        _tell(act, live, found, is_another)
    return found.comes


def _closed(act: Act, live: Live, notice: int) -> int:
    """When a window closed: at its deadline, as everybody was told it, where the clock comes in time; else now."""
    due, now = live.row["deadline"], int(act.now.timestamp())
    closing = int(live.settings.calendar.closing(moment(due)).timestamp()) if due and live.step else now
    return closing if 0 <= now - closing <= notice // 2 else now


def _note_change(act: Act, live: Live, about: Mapping[str, Any]) -> bool:
    """Whether the campaign names another beacon than the game has had; then that goes on record."""
    changes = notices.acts_named(act.connection, live.id, (CHANGED,))
    first = json.loads(live.step["record"]).get("beacon_of") if live.step else None
    before = json.loads(changes[-1])["beacon"] if changes else first
    if live.scheme < 4 or before in (None, about):
        return False
    note(act, live, CHANGED, {"beacon": about})
    return True


def _tell(act: Act, live: Live, fixed: Fixed, is_another: bool) -> None:
    """Tell everybody, before the round comes, its number, the orders it is for, and the hash of both."""
    (told,) = chronicling.acts_of(act.connection, live)[-1:]
    about = {
        "game": live.name, "window": live.window.title if live.window else "", "round": fixed.round,
        "comes": live.settings.calendar.said(fixed.comes), "hash": act_hash(told),
        "orders": [f"{live.seat_name(Seat(seat))}: {one}" for seat, one in fixed.orders.items() if live.step],
        "beacon": fixed.of["public_key"] if is_another else "", "figures": fixed.of,
        "closed": _second(fixed.closed), "comes_at": _second(int(fixed.comes.timestamp())),
    }  # fmt: skip
    for to in post.everybody(act, live):
        post.put_notice(act, live, to, f"fixed/{act_hash(told)}", Saying("mails/round-fixed", about))


def _second(moment: int) -> str:
    """A moment as the record writes it, which the beacon's own figures give to the second."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def ask(campaign: Campaign, name: str, now: datetime) -> bool:
    """Ask for the round that a game waits for, outside any transaction, and keep it; whether there is one to go on."""
    with campaign.look() as look:
        live = load_game(look.connection, name)
        found = _stored(live)
    if found is None or found.signature or found.missing or live.settings.dice != "beacon":
        return True
    try:
        beacon = beacon_of(campaign.config)
        if _about(beacon, live) != found.of:
            with campaign.act(now, "clock") as act:
                live = load_game(act.connection, name, lock=True)
                was = Closing(window=found.window, orders=found.orders, sets=found.sets)
                act.ledger.wake(live.id, stamp(fix(act, live, AwaitsBeacon(was))))
            return False
        if now.timestamp() < beacon.comes_at(found.round):
            return False
        beat = fetch(beacon, found.round)
        known = replace(found, signature=beat.signature, previous=beat.previous)
    except (NoRound, DocumentError) as error:
        known = _patience(campaign, live, found, now, str(error))
    with campaign.act(now, "clock") as act:
        if known is not found:
            games.put(act.connection, live.id, beacon=json.dumps(asdict(known)))
    return bool(known.signature or known.missing)


def _patience(campaign: Campaign, live: Live, found: Fixed, now: datetime, why: str) -> Fixed:
    """The game master is told once; when the patience is over the setting says what happens."""
    with campaign.act(now, "clock") as act:
        tell_gm(
            act,
            live,
            f"beacon/{found.window}/{found.round}",
            Saying("mails/waits-for-the-beacon", {"game": live.name, "round": found.round, "why": why}),
        )
        over = now - found.comes > live.settings.beacon_patience
        if not over or live.settings.beacon_after != "chain":
            return found
        note(act, live, "went on without the beacon", {"window": found.window, "round": found.round}, by="clock")
    return replace(found, missing=True)


def _about(beacon: Beacon, live: Live) -> dict[str, Any]:
    """The part of a record about a game's beacon."""
    return {
        "chain": beacon.chain, "public_key": beacon.public_key, "period": beacon.period, "genesis": beacon.genesis,
        "scheme": beacon.scheme, "else": live.settings.beacon_after,
        "notice": int(live.settings.beacon_notice.total_seconds()) if live.scheme > 3 else 0,
    }  # fmt: skip


def settled(
    campaign: Campaign,
    name: str,
    do: Callable[[Act], T],
    now: Callable[[], datetime],
    wait: Callable[[float], None],
    who: str = "",
) -> T:
    """Do what draws dice; where it needs a round of the beacon, fix it, wait until it comes, and do it then.

    For a round that does not come soon the clock waits; ClosedUntil says so.
    """
    for _ in range(MOST_TRIES):
        try:
            with campaign.act(now(), who) as act:
                return do(act)
        except AwaitsBeacon as waits:
            with campaign.act(now(), who) as act:
                live = load_game(act.connection, name, lock=True)
                comes = ask_for_release(act, live, waits)
            if comes - now() > SOON:
                at = live.settings.calendar.said(comes)
                raise ClosedUntil("closed-until-the-round", game=name, at=at) from None
            wait(max(0.0, (comes - now()).total_seconds()) + 1)
            ask(campaign, name, now())
    raise NotNow("beacon-not-had", game=name)
