"""Land Barons: ranches, settlements, sealed bids, raids and gunfights (docs/rulings/land-barons.md)."""
