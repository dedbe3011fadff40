"""How much of a letter is read: one bad line never spoils the others, and no letter stops the Judge."""

LONGEST_LINE = 400
MOST_LINES = 500
MOST_HELPED = 60
"""Lines not understood whose writer is told what could have come instead; a letter with more is no letter of orders."""
