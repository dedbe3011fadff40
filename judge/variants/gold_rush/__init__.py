"""Gold Rush: a Yukon skirmish of figures, ruler and cards (docs/rulings/gold-rush.md)."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("gold-rush", "Gold Rush", "gold-rush-yukon", "judge.variants.gold_rush.game:GoldRush", "scenery")
