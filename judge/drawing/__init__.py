"""Drawing, shared by the games: an SVG sheet, signs of orders, and the choices of a composer. Pure."""
