"""Diplomacy: the standard game, and every variant that is a map file alone."""
