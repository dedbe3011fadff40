"""The commands: thin, and imported only when called."""
