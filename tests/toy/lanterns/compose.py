"""What the order composer offers: every bid a seat can pay."""

from __future__ import annotations

from judge.drawing.choices import Choice, Subject


def subjects(game, view, seat, ask):
    """One thing to order about: the lantern of this round."""
    bids = range(min(view.coins[seat], 20) + 1)
    return (Subject("bid", "the lantern", tuple(Choice(str(coins), f"bid {coins}") for coins in bids)),)


def plane(game, view):
    """No clicks on the picture."""
    return
