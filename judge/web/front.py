"""Shared by every route: the campaign, its settings, the slot for letters; and the person at the door."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast
from urllib.parse import parse_qsl

from starlette.requests import Request

from judge.adjudicator.protocol import Seat
from judge.campaign import sitters
from judge.campaign.act import Look
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, load_game
from judge.campaign.web import Web
from judge.mail.accounts import Account
from judge.serve.links import seat_by_link
from judge.serve.secrets import link_of, reply_word
from judge.web.rates import Rates
from judge.web.slot import Slot

MOST_FIELDS = 40


class Refused(Exception):
    """A request that is not done. `word` names the sentence of templates/web/refused.html.j2 with the reason."""

    def __init__(self, status: int, word: str) -> None:
        super().__init__(word)
        self.status, self.word = status, word


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """`secret`: the campaign's mail secret, for making links and slips; `bell_key`: the key that browsers need for
    bells, "" if there are none."""

    campaign: Campaign
    account: Account
    web: Web
    slot: Slot
    secret: bytes
    now: Callable[[], datetime]
    bell_key: str = ""
    rates: Rates = field(default_factory=Rates)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One row at a table, as its link or its token opened it. `address`: where its mails go."""

    row: Mapping[str, Any]
    game: str
    seat: Seat
    role: str
    address: str
    player: int

    def word(self, secret: bytes) -> str:
        """The word in the reply address of its reports, which proves its letters."""
        return reply_word(secret, int(self.row["id"]), str(self.row["token_hash"]))

    def link(self, secret: bytes) -> str:
        """The last part of its address."""
        return link_of(secret, int(self.row["id"]), str(self.row["token_hash"]), int(self.row["links"]))


def front_of(request: Request) -> Front:
    """The settings of this request's application."""
    return cast(Front, request.app.state.front)


def place_of(look: Look, request: Request) -> tuple[Place, Live]:
    """The seat whose link a request carries, and its game. Raises Refused."""
    front = front_of(request)
    link = str(request.path_params["link"])
    row = seat_by_link(look.connection, front.secret, link)
    spend(request, f"link {row['id']}" if row is not None else "")
    if row is None:
        raise Refused(404, "no-link")
    return seated(look, row, front.now())


def seated(look: Look, row: Mapping[str, Any], now: datetime, *, ended: bool = False) -> tuple[Place, Live]:
    """The person whom a row at a table lets in now: its player, or a sitter on their days. `ended`: also when the game
    is over."""
    live = load_game(look.connection, str(row["game"]))
    if live.row["status"] == "over" and not ended:
        raise Refused(410, "over")
    if not sitters.acts_for(live, row, now):
        raise Refused(403, "not-now")
    sitting = next((one for one in look.ledger.sittings(live.id) if one.row == row["id"]), None)
    if sitting is None or not sitting.addresses:
        raise Refused(404, "no-link")
    place = Place(
        row=row, game=live.name, seat=Seat(row["seat"]), role=str(row["role"]), address=sitting.addresses[0],
        player=sitting.player_id,
    )  # fmt: skip
    return place, live


async def form_of(request: Request) -> Mapping[str, str]:
    """The fields of a form, of each the last value."""
    body = await request.body()
    try:
        return dict(parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise Refused(400, "not-understood") from None


def spend(request: Request, known: str, cost: int = 1) -> None:
    """Count a request: under the link that it carries or, if there is none, under its sender's address."""
    front = front_of(request)
    who = known or f"host {request.client.host if request.client else ''}"
    # A visitor without a known link has a tenth of a player's requests.
    if not front.rates.spend(who, cost if known else 10 * cost, front.web.requests, front.now()):
        raise Refused(429, "too-many")


__all__ = ["Front", "Place", "Refused", "form_of", "front_of", "place_of", "seated", "spend"]
