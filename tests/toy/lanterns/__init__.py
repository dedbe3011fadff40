"""Lanterns: a whole game, small enough to read in a sitting. docs/adding-a-game.md walks through it."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("lanterns", "Lanterns", "lanterns", "judge.variants.lanterns.game:Lanterns")
