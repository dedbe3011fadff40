"""The media a report is rendered in: each takes blocks, none knows a game."""
