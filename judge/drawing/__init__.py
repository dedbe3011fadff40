"""Drawing, shared by the games: an SVG sheet, signs of orders, and what a composer offers. Pure."""
