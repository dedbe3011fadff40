"""The windows of the game, each a value: express tempo has two a turn, classic one a decision (LB-Q12, LB-Q59)."""

from __future__ import annotations

from collections.abc import Callable

from judge.adjudicator.phases import Phase
from judge.variants.land_barons import asks, check, silence, turn
from judge.variants.land_barons.board import Board
from judge.variants.land_barons.check import ANY_TIME, checking
from judge.variants.land_barons.orders import Bid, Deploy, Fights, GiveUp, Move, Order, OrderBid, Pay, Ranch, Recruit
from judge.variants.land_barons.state import State
from judge.variants.land_barons.turn import carried_out


def _titled(name: str) -> Callable[[Board, State], str]:
    """`Turn 3, build`; a repeat says which it is."""
    return lambda board, state: f"Turn {state.turn}, {name}" + (f", round {state.round}" if state.round > 1 else "")


def _ranches_title(board: Board, state: State) -> str:
    return f"Setup, ranch of {state.going[0]}" if state.is_classic else "Setup, ranches"


def _bids_title(board: Board, state: State) -> str:
    """An extra round is called as the window it repeats."""
    return _titled("bids" if state.is_classic else "pay and bids")(board, state)


def _raid_title(board: Board, state: State) -> str:
    return f"Turn {state.turn}, raid of {state.going[0] if state.going else 'nobody'}"


PHASES: tuple[Phase[Board, State, Order], ...] = (
    Phase(
        kind="deal",
        title=lambda board, state: "Setup, deal",
        forms={"deal": ("give up",)},
        asks=asks.form("deal", asks.the_living),
        check=checking((GiveUp,)),
        resolve=carried_out(turn.after_deal),
    ),
    Phase(
        kind="ranches",
        title=_ranches_title,
        forms={"ranches": ("ranch {site}",)},
        asks=asks.form("ranches", asks.those_to_place, asks.ranch_line),
        check=checking((Ranch,), check.ranches),
        silence=silence.of(silence.ranch),
        resolve=carried_out(turn.after_ranches),
    ),
    Phase(
        kind="pay-and-bids",
        title=_titled("pay and bids"),
        forms={"pay-and-bids": ("pay all", "pay all but Regulator 2", "bid 12/15/17 on lot 1", "no bid on lot 2")},
        asks=asks.form("pay-and-bids", asks.the_bidders, asks.pay_line, asks.bid_lines),
        check=checking((Pay, Bid, *ANY_TIME), check.pay, check.bids),
        silence=silence.of(silence.pay, silence.bids),
        resolve=carried_out(turn.after_pay_and_bids),
    ),
    Phase(
        kind="pay",
        title=_titled("pay"),
        forms={"pay": ("pay all", "pay none", "pay only Regulator")},
        asks=asks.form("pay", asks.those_with_hands, asks.pay_line),
        check=checking((Pay, *ANY_TIME), check.pay),
        silence=silence.of(silence.pay),
        resolve=carried_out(turn.after_pay),
    ),
    Phase(
        kind="bids",
        title=_bids_title,
        forms={"bids": ("bid 5 on lot 1", "bid 3/4 on lot 2")},
        asks=asks.form("bids", asks.the_bidders, asks.bid_lines),
        check=checking((Bid, *ANY_TIME), check.bids),
        silence=silence.of(silence.bids),
        resolve=carried_out(turn.after_bids),
    ),
    Phase(
        kind="build-and-raid",
        title=_titled("build and raid"),
        forms={
            "build-and-raid": (
                "bid 5 for order", "Baron stands", "2 Regulators stand", "lose Regulators", "fights 0101, 0202",
            )
        },
        asks=asks.form(
            "build-and-raid", asks.the_living, asks.build_lines, asks.order_bid_line, asks.raid_lines
        ),
        check=checking(
            (Deploy, Recruit, OrderBid, Move, Fights, *ANY_TIME), check.build_orders, check.order_bid, check.later_moves
        ),
        silence=silence.of(silence.build, silence.order_bid, silence.later_moves),
        resolve=carried_out(turn.after_build_and_raid),
        optional=(OrderBid,),
    ),
    Phase(
        kind="build",
        title=_titled("build"),
        forms={"build": ("recruit none", "lose Cowboys, Regulators")},
        asks=asks.form("build", asks.the_living, asks.build_lines),
        check=checking((Deploy, Recruit, *ANY_TIME), check.build_orders),
        silence=silence.of(silence.build),
        resolve=carried_out(turn.after_build),
    ),
    Phase(
        kind="order-bid",
        title=_titled("order bid"),
        forms={"order-bid": ("bid 0 for order", "retreat 0101, 0202")},
        asks=asks.form("order-bid", asks.the_living, asks.order_bid_line),
        check=checking((OrderBid, *ANY_TIME), check.order_bid),
        silence=silence.of(silence.order_bid),
        resolve=carried_out(turn.after_order_bid),
        optional=(OrderBid,),
    ),
    Phase(
        kind="raid",
        title=_raid_title,
        forms={"raid": ("all stand", "Baron stands")},
        asks=asks.form("raid", asks.whose_go_it_is, asks.raid_lines),
        check=checking((Move, Fights, *ANY_TIME), check.moves),
        silence=silence.of(silence.moves),
        resolve=carried_out(turn.after_raid),
    ),
)  # fmt: skip


def title(board: Board, state: State) -> str:
    """The open window's title, unique in the game's life; of a game that is over, the turn it ended in."""
    phase = next((one for one in PHASES if one.kind == state.phase), None)
    return phase.title(board, state) if phase else f"Turn {state.turn}, over"
