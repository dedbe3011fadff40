"""Drawings: one module a game (its key with underscores) with `picture` and `sketch`, and the kit they share."""
