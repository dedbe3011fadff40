"""Range War: eight seats, gangs that move as armies do, and herds of cattle that are centres and can be driven."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("range-war", "Range War", "range-war", "judge.variants.range_war.game:RangeWar", "seats")
