"""Diplomacy: the standard game, and every variant that is a map file alone."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("diplomacy", "Diplomacy", "diplomacy", "judge.variants.diplomacy.game:Diplomacy", "provinces")
