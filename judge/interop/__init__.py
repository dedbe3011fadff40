"""Other programs' formats: maps and saved games, read and written."""
