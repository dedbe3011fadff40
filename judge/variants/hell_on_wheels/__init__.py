"""Hell on Wheels: hidden hands, sealed bids and interrupts, along the Union Pacific."""
