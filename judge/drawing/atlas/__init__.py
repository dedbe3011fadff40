"""A map drawn from nothing but who lies next to whom: outlines, names, spots for units. Pure."""
