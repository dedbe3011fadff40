"""How much of a letter is read: one bad line never spoils the others, and no letter stops the Judge."""

LONGEST_LINE = 400
MOST_LINES = 500
MOST_HELPED = 60
"""The number of lines not understood for which the writer learns what could have come instead; a letter with more is no
letter of orders."""
