"""Land Barons: ranches, settlements, sealed bids, raids and gunfights (docs/rulings/land-barons.md)."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("land-barons", "Land Barons", "land-barons", "judge.variants.land_barons.game:LandBarons", "settlements")
