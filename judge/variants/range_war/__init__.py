"""Range War: eight seats, gangs that move as armies do, and herds of cattle that are centres and can be driven."""
