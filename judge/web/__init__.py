"""Pages behind links: a seat's own page, the desk of game masters, a door for programs. One ASGI application."""
