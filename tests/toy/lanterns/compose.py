"""What the order composer offers: every bid a seat can pay."""

from __future__ import annotations

from judge.drawing.choices import Choice, Conditions, Sheet, Speech, Subject


def subjects(game, view, seat, ask):
    """One thing to order about: the lantern of this round."""
    bids = range(min(view.coins[seat], 20) + 1)
    choices = tuple(Choice("bid", f"bid {coins}", facts={"coins": coins}) for coins in bids)
    return (Subject("bid", "line", ("the lantern",), choices, heads=("bid",), conditions=False),)


def sheet(game, view):
    """No clicks on the picture."""
    return Sheet()


def speech(game, view):
    """Bids alone."""
    return Speech("lanterns.lark", ("start",), {})


def purse(game, view, seat):
    """Everybody sees everybody's coins."""
    return view.coins[seat]


def conditions(game, view, seat, ask):
    """A bid hangs on nothing."""
    return Conditions("{order}", "{order}")
