"""Gold Rush: a Yukon skirmish of figures, ruler and cards (docs/rulings/gold-rush.md)."""
