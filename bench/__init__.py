"""Measurements: `python -m bench` runs every module's `lines()`."""
