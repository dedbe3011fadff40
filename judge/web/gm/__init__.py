"""The game master's pages: their games, letters, previews, and what they may do, behind a link of their own."""
