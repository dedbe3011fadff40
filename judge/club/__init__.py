"""The sums of the club: ratings, boards of a tournament, scores. Values in, values out."""
