"""A game with `dice: beacon`: the round is fixed when the window closes, and the step waits until it has come.

What is fixed is stored before the round can be known: the moment, the round, and the orders it is for. Orders that
change afterwards fix another round.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from judge.campaign.act import Act
from judge.campaign.campaign import Campaign
from judge.campaign.config import Config
from judge.campaign.live import Live, NotNow, load_game
from judge.campaign.telling import note, tell_gm
from judge.forum.beacon import SCHEMES, Beacon, NoRound, fetch
from judge.grammar.document import DocumentError
from judge.report.saying import Saying
from judge.store import games
from judge.store.base import stamp

T = TypeVar("T")
MOST_TRIES = 4
PAUSE = timedelta(minutes=1)
"""Between two times of asking for a round that could not be had."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A round that was fixed. `orders`: a digest of the sets it is for; `missing`: the game goes on without it."""

    window: str
    orders: str
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
        """What is mixed into the key of the step."""
        return hashlib.sha256(bytes.fromhex(self.signature)).digest() if self.signature else b""

    def shown(self) -> dict[str, Any]:
        """What the record holds."""
        found: dict[str, Any] = {"closed": self.closed, "round": self.round}
        if self.missing:
            return found | {"missing": True}
        chained = {"previous": self.previous} if self.previous else {}
        return found | {"signature": self.signature, **chained, "randomness": self.randomness.hex()}


class AwaitsBeacon(NotNow):
    """The step cannot be made before its round of the beacon has come."""

    def __init__(self, window: str, orders: str) -> None:
        super().__init__("dice-wait-for-the-next-round")
        self.window = window
        self.orders = orders


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


def fixed_for(live: Live, window: str, texts: Mapping[str, Sequence[str]]) -> Fixed | None:
    """The round that is mixed into a step; None where the game asks for none. Raises AwaitsBeacon until it is there."""
    if live.settings.dice != "beacon":
        return None
    orders = hashlib.sha256(json.dumps({seat: sorted(lines) for seat, lines in sorted(texts.items())}).encode())
    found = _stored(live)
    same = found is not None and (found.window, found.orders) == (window, orders.hexdigest())
    if found is None or not same or not (found.signature or found.missing):
        raise AwaitsBeacon(window, orders.hexdigest())
    return found


def _stored(live: Live) -> Fixed | None:
    return Fixed(**json.loads(live.row["beacon"])) if live.row["beacon"] else None


def awaits_beacon(live: Live) -> bool:
    """Whether the open window is closed but for the round of the beacon that its dice wait for."""
    found = _stored(live) if live.settings.dice == "beacon" else None
    return found is not None and found.window == live.row["window_key"] and not (found.signature or found.missing)


def release_asked(live: Live) -> Fixed | None:
    """The round with which the open window is to be released, where a letter asked for that."""
    found = _stored(live) if live.settings.dice == "beacon" else None
    return found if found is not None and found.by and found.window == live.row["window_key"] else None


def ask_for_release(act: Act, live: Live, waits: AwaitsBeacon, by: str) -> datetime:
    """Have the clock release the open window once its round is there, with the orders as they are; when it comes."""
    comes = fix(act, live, waits)
    fixed = _stored(load_game(act.connection, live.name))
    assert fixed is not None
    said = json.dumps(asdict(replace(fixed, by=by, why=act.reason)))
    # Whatever held the window, its game master has said that it closes.
    games.put(act.connection, live.id, beacon=said, held=None, hold=None)
    act.ledger.wake(live.id, stamp(comes))
    note(act, live, "release asked for", {"window": waits.window})
    return comes


def forget_release(act: Act, live: Live) -> None:
    """No release that a letter asked for waits any more; the round stays fixed for its orders."""
    found = _stored(live)
    if found is not None and found.by:
        games.put(act.connection, live.id, beacon=json.dumps(asdict(replace(found, by="", why=""))))


def fix(act: Act, live: Live, waits: AwaitsBeacon) -> datetime:
    """Fix the round of a window that closes now, unless it is fixed already; when it comes."""
    beacon, found = beacon_of(act.config), _stored(live)
    if found is None or (found.window, found.orders) != (waits.window, waits.orders):
        found = Fixed(
            window=waits.window, orders=waits.orders, closed=int(act.now.timestamp()),
            round=beacon.round_after(act.now), of=_about(beacon, live),
        )  # fmt: skip
        games.put(act.connection, live.id, beacon=json.dumps(asdict(found)))
        note(act, live, "beacon", {"window": waits.window, "round": found.round}, by="clock")
    return found.comes


def ask(campaign: Campaign, name: str, now: datetime) -> bool:
    """Ask for the round that a game waits for, outside any transaction, and keep it; whether there is one to go on."""
    with campaign.look() as look:
        live = load_game(look.connection, name)
        found = _stored(live)
    if found is None or found.signature or found.missing or live.settings.dice != "beacon":
        return True
    try:
        beacon = beacon_of(campaign.config)
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
        over = now.timestamp() - found.closed > live.settings.beacon_patience.total_seconds()
        if not over or live.settings.beacon_after != "chain":
            return found
        note(act, live, "went on without the beacon", {"window": found.window, "round": found.round}, by="clock")
    return replace(found, missing=True)


def _about(beacon: Beacon, live: Live) -> dict[str, Any]:
    """What a record says of a game's beacon."""
    return {
        "chain": beacon.chain, "public_key": beacon.public_key, "period": beacon.period, "genesis": beacon.genesis,
        "scheme": beacon.scheme, "else": live.settings.beacon_after,
    }  # fmt: skip


def settled(
    campaign: Campaign,
    name: str,
    do: Callable[[Act], T],
    now: Callable[[], datetime],
    wait: Callable[[float], None],
    who: str = "",
) -> T:
    """Do what draws dice; where it needs a round of the beacon, fix it, wait until it comes, and do it then."""
    for _ in range(MOST_TRIES):
        try:
            with campaign.act(now(), who) as act:
                return do(act)
        except AwaitsBeacon as waits:
            with campaign.act(now(), who) as act:
                comes = fix(act, load_game(act.connection, name, lock=True), waits)
            wait(max(0.0, (comes - now()).total_seconds()) + 1)
            ask(campaign, name, now())
    raise NotNow("beacon-not-had", game=name)
