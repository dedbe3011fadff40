"""Hell on Wheels: hidden hands, sealed bids and interrupts, along the Union Pacific."""

from judge.adjudicator.entry import Entry

ENTRY = Entry("hell-on-wheels", "Hell on Wheels", "hell-on-wheels", "judge.variants.hell_on_wheels.game:HellOnWheels")
