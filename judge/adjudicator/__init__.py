"""The pure core: protocol, driver, dice and the parts games are made of. No clock, file, socket or environment."""
