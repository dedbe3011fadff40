"""Letters: fetched, read, guarded, composed, sent. Knows mail, and no game."""
