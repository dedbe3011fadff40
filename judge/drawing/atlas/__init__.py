"""A map drawn from its borders alone: outlines, names, spots for units. Pure."""
