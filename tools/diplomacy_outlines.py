"""Draws the outlines of maps/diplomacy.yaml from longitudes and latitudes: coasts, borders on land, borders at sea.

    python tools/diplomacy_outlines.py maps/diplomacy.yaml

Lines are given roughly, as anybody could read them off an atlas; they may run past each other. They are projected,
roughened a little (always in the same way), cut at their crossings, and the faces between them are named by a point
inside each. What is written into the map file is every piece of line once, and each province as the lines around it, so
that neighbours share their border to the point.
"""

from __future__ import annotations

import math
import random
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import yaml
from shapely import Point, box
from shapely.geometry import LineString, Polygon
from shapely.ops import linemerge, polygonize, unary_union

WIDTH, HEIGHT = 2000, 1660
# Lambert's conformal cone, standard parallels 43 and 60, through 14 degrees east.
ONE, TWO, FIRST, MIDDLE = 43.0, 60.0, 52.0, 14.0
SCALE = 2480.0
CENTRE = (930.0, 896.0)

_r = math.radians
_N = math.log(math.cos(_r(ONE)) / math.cos(_r(TWO))) / math.log(
    math.tan(math.pi / 4 + _r(TWO) / 2) / math.tan(math.pi / 4 + _r(ONE) / 2)
)
_F = math.cos(_r(ONE)) * math.tan(math.pi / 4 + _r(ONE) / 2) ** _N / _N


def project(lon: float, lat: float) -> tuple[float, float]:
    """A place on the globe as a point of the sheet."""
    rho = _F / math.tan(math.pi / 4 + _r(lat) / 2) ** _N
    zero = _F / math.tan(math.pi / 4 + _r(FIRST) / 2) ** _N
    turn = _N * _r(lon - MIDDLE)
    return (CENTRE[0] + SCALE * rho * math.sin(turn), CENTRE[1] - SCALE * (zero - rho * math.cos(turn)))


def places(text: str) -> list[tuple[float, float]]:
    """`lon lat, lon lat` as pairs."""
    pairs = (pair.split() for pair in text.split(",") if pair.strip())
    return [(float(one), float(other)) for one, other in pairs]


COASTS = """
80 72, 60 69.5, 55 68.5, 52 68.6, 49 67.8, 46.5 68.0, 43.4 68.6, 44.1 66.4, 42.4 66.4, 39.9 65.6, 40.5 64.6, 38.0
64.0, 36.4 63.9, 34.8 64.5, 34.6 65.8, 32.6 67.1, 35.0 66.5, 38.0 66.1, 41.0 66.7, 41.2 67.4, 39.5 68.1, 36.5 69.0,
33.5 69.5, 31.0 69.7, 29.2 70.5, 27.6 71.0, 25.6 71.0, 22.8 70.6, 19.8 69.9, 18.0 69.3, 16.4 68.6, 14.8 68.1, 14.4
67.3, 13.0 66.2, 12.2 65.2, 11.0 64.4, 9.6 63.7, 8.0 63.0, 6.2 62.5, 5.0 62.0, 4.9 61.0, 5.0 60.2, 5.2 59.3, 5.6
58.7, 6.6 58.1, 7.6 58.0, 8.8 58.5, 9.8 59.0, 10.3 59.4, 10.6 59.85, 11.0 59.2, 11.2 58.6, 11.6 57.8, 12.2 57.0,
12.8 56.2, 12.8 55.5, 13.6 55.35, 14.3 55.6, 14.4 56.0, 15.6 56.1, 16.2 56.6, 16.6 57.4, 16.8 58.3, 17.8 58.9, 18.9
59.6, 18.3 60.3, 17.3 60.8, 17.2 61.7, 17.6 62.4, 18.6 63.1, 20.2 63.8, 21.4 64.6, 22.2 65.5, 24.1 65.8, 25.3 65.0,
24.4 64.5, 22.8 63.7, 21.3 63.0, 21.4 62.0, 21.5 61.3, 21.3 60.7, 22.6 60.1, 23.3 59.9, 25.0 60.2, 26.8 60.4, 28.2
60.6, 29.0 60.2, 30.0 59.95, 28.8 59.8, 28.0 59.5, 26.0 59.6, 24.6 59.4, 23.5 59.2, 23.6 58.7, 24.4 58.3, 24.3 57.6,
24.0 57.05, 23.2 57.05, 22.6 57.7, 21.6 57.5, 21.0 56.8, 21.0 55.7, 20.5 55.0, 19.9 54.9, 19.6 54.4, 18.8 54.35,
18.5 54.8, 17.3 54.75, 16.2 54.3, 14.6 53.95, 13.8 54.15, 13.4 54.6, 12.4 54.3, 11.2 54.0, 10.9 53.95, 11.0 54.4,
10.1 54.4, 9.9 54.85, 9.6 55.4, 10.2 55.8, 10.9 56.3, 10.3 56.7, 10.5 57.4, 10.6 57.7, 9.5 57.2, 8.6 57.1, 8.1 56.5,
8.1 55.6, 8.6 55.0, 8.7 54.4, 8.95 53.95, 8.5 53.6, 8.0 53.75, 7.1 53.6, 6.9 53.4, 5.4 53.3, 4.8 52.95, 4.5 52.3,
4.0 51.9, 3.5 51.5, 3.2 51.35, 2.6 51.1, 1.9 51.0, 1.6 50.8, 1.5 50.2, 0.3 49.75, 0.1 49.45, -1.2 49.35, -1.3 49.7,
-1.9 49.7, -1.6 48.7, -2.8 48.75, -4.7 48.5, -4.4 47.9, -2.6 47.4, -2.1 47.0, -1.2 46.1, -1.2 45.3, -1.3 44.3, -1.7
43.4, -3.0 43.4, -4.6 43.45, -6.0 43.6, -7.9 43.75, -9.2 43.1, -8.8 42.1, -8.7 41.2, -8.9 40.2, -9.45 38.8, -8.8
38.4, -8.9 37.0, -7.4 37.2, -6.4 36.7, -5.6 36.0, -4.4 36.7, -2.2 36.75, -1.5 37.3, -0.7 37.6, -0.1 38.7, 0.2 38.75,
-0.3 39.4, 0.5 40.4, 1.0 41.0, 2.2 41.4, 3.2 42.1, 3.05 43.0, 4.0 43.5, 5.0 43.4, 5.4 43.2, 6.3 43.05, 7.2 43.65,
8.2 43.95, 8.9 44.4, 9.8 44.1, 10.3 43.5, 10.6 42.9, 11.3 42.3, 12.2 41.8, 12.9 41.3, 13.8 41.2, 14.3 40.8, 15.0
40.1, 15.7 39.9, 16.1 38.9, 15.7 37.95, 16.6 38.4, 17.1 39.1, 16.6 39.7, 16.9 40.4, 17.9 40.2, 18.4 39.8, 18.5 40.2,
17.9 40.7, 16.8 41.2, 16.0 41.5, 16.2 41.9, 15.2 41.95, 14.3 42.4, 13.6 43.5, 12.5 44.1, 12.4 45.0, 12.3 45.4, 13.4
45.7, 13.6 45.1, 13.95 44.8, 14.4 45.3, 14.9 44.8, 15.2 44.2, 16.3 43.5, 17.5 42.9, 18.5 42.4, 19.3 41.9, 19.5 41.3,
19.35 40.4, 20.1 39.6, 20.7 39.0, 21.2 38.35, 22.6 38.0, 21.3 38.1, 21.3 37.5, 21.7 36.8, 22.4 36.5, 23.1 36.5, 22.9
37.4, 23.4 37.5, 23.7 37.9, 24.05 37.7, 23.9 38.3, 23.0 39.1, 22.7 39.9, 22.8 40.5, 23.4 40.2, 23.9 39.95, 24.0
40.4, 23.8 40.7, 24.6 40.9, 25.6 40.85, 26.1 40.6, 26.2 40.05, 26.1 39.5, 26.9 39.1, 26.4 38.4, 27.1 37.8, 27.3
36.9, 28.2 36.7, 29.1 36.3, 30.5 36.4, 30.7 36.9, 32.0 36.1, 33.0 36.1, 34.0 36.4, 35.0 36.65, 36.1 36.75, 35.9
35.8, 35.8 34.8, 35.4 33.7, 35.0 32.8, 34.6 31.8, 34.2 31.3, 32.3 31.2, 30.0 31.4, 29.0 30.9, 25.0 31.6, 23.0 32.6,
21.5 32.9, 20.0 31.9, 20.0 30.8, 18.5 30.4, 15.5 31.5, 15.2 32.3, 13.2 32.9, 11.5 33.1, 10.9 33.6, 10.1 34.2, 10.7
35.2, 10.5 36.1, 11.0 37.0, 10.3 36.9, 9.8 37.3, 8.6 36.95, 7.2 37.0, 5.3 36.7, 3.0 36.8, 1.0 36.4, -0.7 35.7, -2.0
35.1, -2.9 35.25, -4.0 35.2, -5.3 35.75, -5.9 35.8, -6.4 34.8, -7.6 33.6, -9.3 32.5, -9.8 31.5, -10.0 30.0, -13 27,
-17 21

29.05 41.2, 28.1 41.6, 28.0 42.0, 27.6 42.5, 28.0 43.2, 28.6 43.8, 28.7 44.4, 29.6 45.0, 30.2 45.9, 30.8 46.5, 31.8
46.6, 32.3 46.1, 33.4 46.0, 32.5 45.4, 33.5 44.6, 34.3 44.45, 35.4 45.0, 36.5 45.2, 37.5 44.65, 39.0 44.0, 40.0
43.4, 41.4 42.6, 41.6 41.7, 40.5 41.0, 39.0 41.1, 37.5 41.1, 36.3 41.3, 35.1 42.0, 33.3 42.0, 31.4 41.3, 30.3 41.15,
29.05 41.2

-5.7 50.1, -5.05 49.98, -3.6 50.25, -2.5 50.6, -1.3 50.72, 0.3 50.75, 1.35 51.15, 1.4 51.4, 0.6 51.5, 1.2 51.9, 1.75
52.6, 1.2 52.95, 0.3 52.85, 0.3 53.4, -0.1 53.7, -0.2 54.2, -1.2 54.65, -1.6 55.6, -2.1 55.95, -3.2 56.0, -2.6 56.3,
-2.1 57.1, -1.8 57.6, -3.4 57.7, -4.0 57.7, -3.1 58.6, -5.0 58.6, -5.5 57.9, -5.8 57.2, -6.2 56.7, -5.5 56.2, -5.7
55.4, -4.9 55.7, -4.7 55.3, -5.1 54.8, -4.4 54.75, -3.4 54.9, -3.5 54.4, -2.9 54.0, -3.05 53.4, -4.4 53.3, -4.6
52.8, -4.1 52.4, -5.2 51.9, -4.2 51.6, -2.9 51.5, -3.4 51.2, -4.3 51.15, -5.0 50.5, -5.7 50.1

-6.1 53.4, -5.5 54.4, -6.1 55.1, -7.3 55.35, -8.4 54.5, -10.0 54.2, -9.6 53.3, -10.2 52.1, -9.6 51.5, -8.2 51.8,
-6.4 52.2, -6.1 53.4

-22.6 63.9, -24.0 65.4, -20.5 66.0, -16.0 66.5, -13.6 65.0, -18.8 63.4, -22.6 63.9

9.5 55.5, 10.5 55.8, 11.1 55.95, 12.2 56.2, 13.0 56.0, 13.0 55.6, 12.3 54.95, 11.5 54.65, 10.7 54.85, 9.6 55.05, 9.5
55.5

9.4 43.0, 8.6 42.4, 8.8 41.45, 9.25 41.4, 9.55 42.3, 9.4 43.0

8.2 40.9, 9.2 41.25, 9.75 40.5, 9.6 39.2, 8.9 38.9, 8.4 39.3, 8.2 40.9

12.5 38.1, 13.5 38.15, 15.6 38.25, 15.1 37.4, 15.1 36.7, 13.5 37.2, 12.4 37.7, 12.5 38.1

23.6 35.5, 24.8 35.4, 26.2 35.25, 25.0 34.95, 23.6 35.2, 23.6 35.5

32.3 35.05, 33.0 35.3, 34.5 35.65, 33.9 35.0, 33.0 34.6, 32.4 34.75, 32.3 35.05

2.4 39.6, 3.1 39.95, 3.4 39.6, 3.0 39.3, 2.4 39.6

18.2 57.1, 18.8 57.9, 19.2 57.9, 18.7 57.2, 18.2 57.1

21.9 58.4, 22.8 58.6, 23.1 58.3, 22.2 58.1, 21.9 58.4
"""

BORDERS = """
-4.2 58.9, -4.3 57.6, -4.4 56.8, -4.1 56.2, -3.9 55.75
-3.9 55.75, -4.4 55.45, -5.2 55.35
-3.9 55.75, -3.0 55.4, -2.4 55.15
-2.4 55.15, -1.9 55.5, -1.0 55.5
-2.4 55.15, -2.3 54.5, -2.0 53.7, -2.4 53.0
-2.4 53.0, -2.9 53.1, -3.6 53.7
-2.4 53.0, -2.0 52.5, -1.9 52.2
-1.9 52.2, -0.8 52.5, 0.0 52.8, 0.5 53.1
-1.9 52.2, -2.2 51.6, -2.3 50.9, -2.2 50.2
11.0 58.7, 11.7 59.3, 12.2 60.5, 12.4 61.6, 12.1 63.0, 13.9 64.2, 14.6 65.8, 16.3 67.2, 18.1 68.3, 20.3 69.05
20.3 69.05, 22.5 68.75, 25.5 69.4, 27.5 69.8, 28.9 69.05
28.9 69.05, 30.2 69.5, 31.4 70.3
20.3 69.05, 23.5 67.9, 24.0 66.5, 24.15 65.4
28.9 69.05, 29.9 67.7, 29.6 66.5, 30.1 65.5, 29.7 64.6, 31.2 63.0, 30.0 61.8, 28.2 60.9, 27.6 60.0
27.6 59.9, 27.9 59.0, 27.6 57.8, 28.6 56.4
28.6 56.4, 31.0 57.2, 34.0 58.2, 38.0 59.0, 42.0 59.6, 48.0 59.8, 62.0 59.6, 76.0 57.5
28.6 56.4, 28.3 55.2, 26.8 54.1
26.8 54.1, 25.0 54.6, 22.8 54.9
22.8 54.9, 21.9 55.4, 20.4 55.6
22.8 54.9, 22.0 53.8, 20.5 53.3, 19.4 53.0, 18.3 52.4
18.3 52.4, 17.2 52.7, 16.0 52.9
16.0 52.9, 16.2 53.6, 15.8 54.6
16.0 52.9, 15.2 52.2, 14.4 51.2
14.4 51.2, 14.8 50.85
14.8 50.85, 16.2 50.4, 17.2 50.0, 18.6 49.6
18.6 49.6, 19.2 50.3
19.2 50.3, 18.4 51.2, 18.3 52.4
19.2 50.3, 21.0 50.5, 23.5 50.5, 25.3 50.4
25.3 50.4, 26.2 51.5, 27.3 52.3
27.3 52.3, 27.6 53.3, 26.8 54.1
27.3 52.3, 31.0 52.3, 34.3 51.8, 37.2 50.3
37.2 50.3, 40.0 50.6, 44.0 50.6, 48.0 50.2, 64.0 49.5
37.2 50.3, 35.5 48.9, 33.0 48.0, 29.4 47.6
29.4 47.6, 29.8 46.6, 30.3 45.4
29.4 47.6, 28.0 48.1, 26.3 48.3
25.3 50.4, 25.9 49.4, 26.3 48.3
26.3 48.3, 25.0 47.8
25.0 47.8, 23.5 48.2, 22.2 48.9, 20.5 49.3, 18.8 49.0
18.6 49.6, 17.9 49.2
17.9 49.2, 18.8 49.0
17.9 49.2, 16.8 48.8, 15.2 48.85, 13.8 48.75
13.8 48.75, 13.4 48.95
13.4 48.95, 12.5 49.8, 12.2 50.3, 13.0 50.6, 14.3 50.95, 14.8 50.85
13.4 48.95, 13.0 47.9, 12.2 47.65, 10.5 47.5, 9.7 47.5
13.8 48.75, 14.0 47.9, 13.9 46.95
18.8 49.0, 17.2 48.2, 16.9 47.7, 16.3 46.85
13.9 46.95, 15.0 46.75, 16.3 46.85
13.9 46.95, 13.5 46.4
13.5 46.4, 13.5 45.9, 13.3 45.4
13.5 46.4, 12.2 46.4, 11.4 45.95, 10.3 46.1
10.3 46.1, 10.1 46.45
9.7 47.5, 10.3 46.9, 10.1 46.45
10.1 46.45, 9.0 46.0, 8.2 46.2, 6.9 45.9
6.9 45.9, 6.1 46.3
6.1 46.3, 6.4 46.9, 7.5 47.55
7.5 47.55, 8.5 47.65, 9.7 47.5
6.9 45.9, 6.8 45.0, 6.9 44.4, 7.5 43.8, 7.5 43.3
10.3 46.1, 10.0 45.2, 10.0 44.5
10.0 44.5, 9.7 44.25, 9.4 43.8
10.0 44.5, 11.2 44.15, 12.3 43.2
12.3 43.2, 13.0 43.0, 13.2 42.5
13.2 42.5, 13.8 42.75, 14.5 42.95
12.3 43.2, 11.9 42.7, 11.2 42.1
13.2 42.5, 13.9 41.9, 14.5 41.5
14.5 41.5, 14.0 41.35, 13.3 40.9
14.5 41.5, 15.4 40.9, 16.2 40.55, 17.1 40.15
25.0 47.8, 25.9 46.8, 26.2 45.9, 25.3 45.5, 23.5 45.4, 22.0 44.6
22.0 44.6, 20.6 44.85, 19.0 44.9
19.0 44.9, 18.4 45.6, 17.2 46.2, 16.3 46.85
19.0 44.9, 19.3 44.0, 19.6 43.2, 20.0 42.5
20.0 42.5, 19.6 42.3, 19.0 41.8
20.0 42.5, 20.6 41.9, 20.9 40.8
20.9 40.8, 20.6 40.1, 19.6 39.5
20.9 40.8, 22.0 41.1, 23.0 41.3
23.0 41.3, 23.6 41.0, 24.1 40.5
23.0 41.3, 22.5 42.3, 22.9 43.2, 22.6 44.1
22.6 44.1, 22.0 44.6
22.6 44.1, 24.5 43.75, 26.2 44.0, 27.2 44.1, 29.2 43.7
28.6 41.95, 27.3 42.0, 26.5 41.8, 26.3 41.3, 26.0 40.3
30.9 41.6, 31.0 40.4, 31.0 39.6
31.0 39.6, 29.0 39.4, 27.5 39.3, 26.2 39.25
31.0 39.6, 33.5 38.9, 37.2 39.4
37.2 39.4, 38.0 40.4, 38.3 41.5
37.2 39.4, 38.5 38.2
38.5 38.2, 37.0 37.3, 35.8 36.6
38.5 38.2, 41.0 37.9, 44.0 37.8, 60.0 37.0
41.0 42.2, 43.0 42.3, 45.5 41.8, 60.0 41.0
0.1 49.9, 0.6 49.1, 0.8 48.95
0.8 48.95, 0.6 48.0, 0.2 46.9
0.2 46.9, -0.8 46.5, -2.2 46.4
0.2 46.9, 1.5 46.3, 3.0 46.1
3.0 46.1, 3.4 47.2, 3.4 48.2, 3.4 49.2
0.8 48.95, 2.2 49.25, 3.4 49.2
3.4 49.2, 4.1 49.9
4.1 49.9, 3.2 50.4, 2.5 50.9, 2.4 51.15
4.1 49.9, 5.2 49.6, 6.3 49.5
6.3 49.5, 7.4 49.0
7.4 49.0, 7.8 48.4, 7.5 47.55
3.0 46.1, 3.7 45.2
3.7 45.2, 2.6 44.4, 2.0 43.4, 1.6 42.65
3.7 45.2, 4.9 45.7, 6.1 46.3
1.6 42.65, 0.0 42.75, -1.5 43.1, -2.0 43.6
1.6 42.65, 2.6 42.4, 3.6 42.4
-9.3 41.9, -8.1 42.1, -6.6 41.9, -6.9 41.0, -6.9 39.7, -7.2 38.8, -7.3 38.0, -7.4 36.8
3.0 51.6, 4.4 51.4, 6.0 51.2
6.0 51.2, 6.1 50.4, 6.3 49.5
6.0 51.2, 6.3 51.9, 7.0 52.4
7.0 52.4, 7.1 53.2, 6.9 53.9
7.0 52.4, 8.3 52.1, 9.8 51.3
9.8 51.3, 8.8 50.3, 7.9 49.5, 7.4 49.0
9.8 51.3, 11.6 51.5
11.6 51.5, 11.3 52.6, 11.4 53.4, 11.9 54.6
11.6 51.5, 13.0 51.3, 14.4 51.2
8.2 55.0, 9.4 54.9, 10.2 54.85
11.4 33.5, 11.0 32.2, 10.5 30.5, 10.0 25.0
33.9 31.7, 34.6 29.6, 35.0 24.0
7.8 37.5, 8.2 36.0, 7.8 34.6, 8.5 33.5, 9.0 31.0, 9.0 25.0
"""

SEAS = """
-4.6 58.4, -8.0 61.0, -14.5 64.9
-16.0 66.0, -20.0 70.0, -32.0 79.0
-2.4 57.4, -1.0 59.0, 1.5 60.8, 5.2 61.6
8.4 56.8, 7.4 58.3
8.3 55.8, 6.6 55.2, 5.6 54.2, 5.3 53.0
1.1 51.35, 2.2 51.42, 3.1 51.15
-5.3 50.3, -6.8 49.5
-6.8 49.5, -4.4 48.2
-6.8 49.5, -9.0 50.8, -9.3 51.9
-6.3 55.0, -5.6 54.9, -4.6 54.95
-9.5 53.7, -18.0 52.0, -45.0 46.0
-5.6 36.3, -5.5 35.5
0.2 40.6, 1.8 39.9, 2.7 39.7
3.1 39.6, 6.0 40.2, 8.6 40.4
9.3 42.8, 10.0 43.0, 10.8 43.2
9.2 41.7, 9.2 41.0
9.0 39.3, 9.5 38.2, 10.0 37.0
10.7 36.7, 11.6 37.3, 12.8 37.8
15.3 38.1, 16.1 38.2
18.2 40.15, 18.9 40.3, 19.7 40.5
22.6 36.7, 23.2 36.0, 23.8 35.3
24.6 35.1, 24.0 33.0, 22.0 28.0
26.0 35.2, 27.2 35.9, 28.2 37.0
17.6 59.2, 19.2 58.7, 22.1 58.4
22.3 58.3, 22.0 57.4
23.2 70.3, 23.0 72.0, 22.0 79.0
"""

INSIDE = {
    "CLY": "-4.9 57.2", "EDI": "-3.3 57.2", "LVP": "-2.9 54.6", "YOR": "-1.3 53.9", "WAL": "-3.6 52.3",
    "LON": "-0.6 51.6", "NWY": "9.2 61.2", "SWE": "14.6 60.0", "FIN": "25.6 63.0", "STP": "38.0 61.5",
    "LVN": "25.0 56.6", "MOS": "36.5 55.2", "WAR": "21.6 52.0", "UKR": "30.5 50.2", "SEV": "40.5 47.5",
    "PRU": "20.0 54.0", "SIL": "16.8 51.3", "BER": "13.2 52.5", "KIE": "9.6 53.0", "MUN": "11.2 49.2",
    "RUH": "7.8 51.1", "BOH": "14.6 49.8", "TYR": "11.5 46.8", "VIE": "15.6 47.9", "BUD": "20.8 47.2",
    "TRI": "16.2 45.2", "GAL": "23.0 49.5", "RUM": "25.5 44.8", "SER": "21.0 43.4", "ALB": "20.0 41.2",
    "GRE": "21.9 39.6", "BUL": "25.0 42.7", "CON": "29.0 40.4", "ANK": "34.0 40.4", "SMY": "29.5 38.0",
    "ARM": "41.0 40.0", "SYR": "40.0 36.0", "BRE": "-2.0 48.3", "PAR": "2.0 48.0", "PIC": "2.4 49.8",
    "GAS": "0.0 44.8", "BUR": "5.0 47.6", "MAR": "4.6 44.4", "BEL": "4.4 50.7", "HOL": "5.7 52.2",
    "DEN": "9.3 56.2", "SPA": "-3.5 40.0", "POR": "-8.1 39.5", "PIE": "8.0 44.9", "VEN": "11.6 45.1",
    "TUS": "11.2 43.4", "ROM": "12.8 42.2", "NAP": "15.3 40.6", "APU": "15.4 41.5", "NAF": "1.0 34.0",
    "TUN": "9.5 35.5", "NAO": "-14.0 58.0", "NWG": "0.0 65.0", "NTH": "3.0 56.0", "SKA": "10.5 58.3",
    "HEL": "7.2 54.3", "BAL": "17.0 55.5", "BOT": "19.5 61.5", "BAR": "36.5 69.8", "IRI": "-5.4 53.0",
    "ENG": "-2.0 49.9", "MAO": "-14.0 43.0", "WES": "3.0 38.0", "LYO": "5.5 42.0", "TYS": "12.5 40.0",
    "ION": "17.5 37.0", "ADR": "15.5 43.2", "AEG": "25.2 38.8", "EAS": "29.0 34.5", "BLA": "34.0 43.2",
}  # fmt: skip
MORE = {"DEN": ("11.6 55.5",), "NAP": ("14.0 37.5",), "SWE": ("18.75 57.55",), "LVN": ("22.5 58.4",)}
MORE_LAND = ("-8.0 53.2", "-19.0 65.0", "9.1 42.2", "9.0 40.0", "25.0 35.15", "33.2 35.0", "2.95 39.6", "8.4 46.8")
"""Land that is nobody's: Ireland, Iceland, Corsica, Sardinia, Crete, Cyprus, Majorca, Switzerland."""


def roughened(points: list[tuple[float, float]], seed: str, amount: float) -> list[tuple[float, float]]:
    """A line with a wrinkle in every longer stretch, always the same for the same stretch of the same line."""
    done = [points[0]]
    for number, (start, end) in enumerate(pairwise(points)):
        chance = random.Random(f"{seed}/{number}")
        done += _wrinkled(start, end, chance, amount)
    return done


def _wrinkled(
    start: tuple[float, float], end: tuple[float, float], chance: random.Random, amount: float
) -> list[tuple[float, float]]:
    length = math.dist(start, end)
    if length < 9 or amount <= 0 or length > 260:
        return [end]
    shift = chance.uniform(-amount, amount) * length
    middle = (
        (start[0] + end[0]) / 2 - (end[1] - start[1]) / length * shift,
        (start[1] + end[1]) / 2 + (end[0] - start[0]) / length * shift,
    )
    return _wrinkled(start, middle, chance, amount * 0.9) + _wrinkled(middle, end, chance, amount * 0.9)


def curved(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A line with its corners cut, three times over."""
    for _ in range(3):
        if len(points) < 3:
            return points
        cut = [points[0]]
        for one, other in pairwise(points):
            cut.append((one[0] * 0.75 + other[0] * 0.25, one[1] * 0.75 + other[1] * 0.25))
            cut.append((one[0] * 0.25 + other[0] * 0.75, one[1] * 0.25 + other[1] * 0.75))
        points = [*cut, points[-1]]
    return points


def lines() -> list[LineString]:
    """All lines of the map on the sheet."""
    found = []
    for kind, text in (("coast", COASTS), ("border", BORDERS), ("sea", SEAS)):
        # Coasts are paragraphs, the others lines.
        rows = text.strip().split("\n\n") if kind == "coast" else text.strip().splitlines()
        for number, row in enumerate(rows):
            points = [project(lon, lat) for lon, lat in places(row)]
            if kind == "sea":
                points = curved(points)
            else:
                points = roughened(points, f"{kind}/{number}", 0.11 if kind == "coast" else 0.07)
            found.append(LineString(points))
    return found


def faces() -> dict[str, list[Polygon]]:
    """Every province's faces; the land that is nobody's under the empty name."""
    frame = box(0, 0, WIDTH, HEIGHT)
    whole = unary_union([line.intersection(frame.buffer(9)) for line in lines()] + [frame.exterior])
    cells = list(polygonize(whole))
    marks = {code: (at, *MORE.get(code, ())) for code, at in INSIDE.items()}
    marks[""] = MORE_LAND
    found: dict[str, list[Polygon]] = defaultdict(list)
    left = list(cells)
    for code, ats in marks.items():
        for at in ats:
            point = Point(project(*places(at)[0]))
            hits = [cell for cell in left if cell.contains(point)]
            if not hits:
                print(f"{code or 'land'} at {at}: in no face of its own", file=sys.stderr)
                continue
            found[code].append(hits[0])
            left.remove(hits[0])
    # Slivers between overshooting lines join the neighbour they share most of their edge with.
    for cell in sorted(left, key=lambda cell: -cell.area):
        shared = {
            code: sum(cell.boundary.intersection(other.boundary).length for other in others)
            for code, others in found.items()
        }
        code = max(shared, key=lambda one: (shared[one], one))
        if cell.area > 60:
            at = cell.representative_point()
            print(f"a face of {cell.area:.0f} at {at.x:.0f} {at.y:.0f} joins {code or 'nobody'}", file=sys.stderr)
        found[code].append(cell)
    return dict(found)


def pieces(found: dict[str, list[Polygon]]) -> dict[tuple[str, str], list[list[tuple[int, int]]]]:
    """Every stretch of line between two provinces (or a province and the edge), once, in whole numbers."""
    sides: dict[tuple[tuple[int, int], tuple[int, int]], set[str]] = defaultdict(set)
    for code, cells in found.items():
        merged = unary_union(cells)
        for polygon in getattr(merged, "geoms", [merged]):
            for ring in (polygon.exterior, *polygon.interiors):
                points = [(round(x), round(y)) for x, y in ring.coords]
                for one, other in pairwise(points):
                    if one != other:
                        edge = (min(one, other), max(one, other))
                        sides[edge] ^= {code or "land"}
    by_pair: dict[tuple[str, str], list[LineString]] = defaultdict(list)
    for edge, codes in sides.items():
        if codes:
            names = sorted(codes)
            by_pair[(names[0], names[1] if len(names) > 1 else "edge")].append(LineString(edge))
    result = {}
    for pair in sorted(by_pair):
        merged = linemerge(by_pair[pair])
        parts = list(getattr(merged, "geoms", [merged]))
        stretches = [[(int(x), int(y)) for x, y in part.coords] for part in parts]
        result[pair] = sorted(max(stretch, stretch[::-1]) for stretch in stretches)
    return result


WATERS = {
    "Marmara": "26.75 40.42, 27.5 40.85, 28.4 40.98, 29.1 40.8, 29.0 40.45, 28.0 40.4, 27.2 40.4, 26.75 40.42",
    "Dardanelles": "26.75 40.42, 26.4 40.18, 26.15 40.0",
    "Bosphorus": "28.98 40.95, 29.08 41.25",
    "Great Belt": "11.05 54.7, 10.95 55.2, 10.9 55.6, 10.75 55.9",
    "Little Belt": "9.95 54.95, 9.75 55.25, 9.6 55.6",
    "Sound": "12.7 55.15, 12.75 55.6, 12.55 56.2",
    "Azov": "35.2 46.2, 36.6 46.7, 38.0 47.05, 39.2 47.1, 38.2 46.6, 37.8 46.0, 37.4 45.5, 36.6 45.35,"
    " 35.6 45.45, 35.2 46.2",
    "Kerch": "36.55 45.4, 36.5 45.1",
    "Ladoga": "31.0 60.0, 30.9 60.8, 31.4 61.4, 32.6 61.2, 32.9 60.6, 32.0 60.1, 31.0 60.0",
    "Onega": "35.2 61.0, 34.6 62.2, 35.2 62.6, 36.1 61.6, 36.0 61.0, 35.2 61.0",
    "Vanern": "12.5 58.5, 12.7 59.0, 13.4 59.3, 14.0 58.8, 13.2 58.5, 12.5 58.5",
    "Vattern": "14.2 57.9, 14.4 58.5, 14.9 58.7, 14.6 58.1, 14.2 57.9",
    "Corinth": "21.3 38.35, 22.0 38.3, 22.9 38.0",
}
"""Straits and lakes, drawn over the land that a game takes for whole: closed lines are lakes."""


NAMES = {
    "ADR": "Adriatic/Sea", "AEG": "Aegean/Sea", "BAL": "Baltic Sea", "BAR": "Barents/Sea", "BLA": "Black Sea",
    "BOT": "Gulf of/Bothnia", "EAS": "Eastern/Mediterranean", "ENG": "English Channel", "HEL": "Helgoland/Bight",
    "ION": "Ionian Sea", "IRI": "Irish/Sea", "LYO": "Gulf of/Lyon", "MAO": "Mid-Atlantic/Ocean",
    "NAO": "North Atlantic/Ocean",
    "NTH": "North/Sea", "NWG": "Norwegian/Sea", "SKA": "Skagerrak", "TYS": "Tyrrhenian/Sea",
    "WES": "Western Mediterranean",
    "CON": "Constan-/tinople", "STP": "St. Petersburg", "NAF": "North Africa",
}  # fmt: skip
"""How names are broken into lines; the others stand on one."""

HAND: dict[str, tuple[int, ...]] = {
    "NAO": (215, 545, 23, 225, 600),
    "CLY": (438, 655, 20, 489, 655),
    "EDI": (612, 634, 20, 536, 640, 545, 668),
    "ENG": (522, 931, 17, 426, 946),
    "NTH": (690, 722, 23, 700, 775),
    "STP": (1490, 330, 23, 1500, 365),
}
"""Name, size, unit and (if not left of it) centre on the sheet, where what was found for them is not the best."""

COAST_UNITS = {
    "BUL/EC": "27.9 42.75", "BUL/SC": "25.3 41.05", "SPA/NC": "-5.4 43.3", "SPA/SC": "-2.9 37.1",
    "STP/NC": "37.5 65.6", "STP/SC": "29.6 59.6",
}  # fmt: skip
UNIT, LINE = 36.0, 23.0


def marks(found: dict[str, list[Polygon]], names: dict[str, str]) -> dict[str, tuple[int, ...]]:
    """Where the name, the unit and the centre of each province stand: where most of them lies within the province."""
    result = {}
    for code in sorted(INSIDE):
        text = NAMES.get(code, names[code]).split("/")
        area = max(found[code], key=lambda cell: cell.area).buffer(-3)
        if area.is_empty:
            area = max(found[code], key=lambda cell: cell.area)
        best: tuple[float, float, float, int, bool] | None = None
        for size in (23, 20, 18, 16):
            wide = max(len(row) for row in text) * size * 0.5
            high = len(text) * size * 1.05
            for beside in (False, True):
                gap = UNIT + 4
                width, height = (wide + UNIT + 30, max(high, UNIT)) if beside else (max(wide, UNIT + 30), high + gap)
                low, left, top, right = area.bounds[1], area.bounds[0], area.bounds[3], area.bounds[2]
                step = 5 if area.area < 60000 else 12
                middle = area.centroid
                for x in range(int(left), int(right), step):
                    for y in range(int(low), int(top), step):
                        shape = box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
                        if not area.contains(Point(x, y)):
                            continue
                        inside = shape.intersection(area).area / shape.area
                        worth = inside * 100 - middle.distance(Point(x, y)) / 60 + size * 1.1 - 4 * beside
                        if best is None or worth > best[0]:
                            best = (worth, x, y, size, beside)
        assert best is not None
        _, x, y, size, beside = best
        wide, high = max(len(row) for row in text) * size * 0.5, len(text) * size * 1.05
        if beside:
            name = (x - (UNIT + 30) / 2, y)
            unit = (x + wide / 2 + 10, y)
        else:
            name = (x, y - UNIT / 2 - 3)
            unit = (x + 12, y + high / 2 + 2)
        if code in HAND:
            result[code] = HAND[code]
            continue
        result[code] = (round(name[0]), round(name[1]), size, round(unit[0]), round(unit[1]))
    return result


def document(found: dict[str, list[Polygon]], names: dict[str, str]) -> str:
    """The `picture` part of the map file."""
    out = [
        "",
        "# Drawn by tools/diplomacy_outlines.py. `lines`: every stretch of coast or border once, under the provinces",
        "# on its two sides (`land` is nobody's, `edge` the frame). A province is the lines that bear its name.",
        "picture:",
        f"  size: [{WIDTH}, {HEIGHT}]",
        "  lines:",
    ]
    for (one, other), stretches in pieces(found).items():
        for number, stretch in enumerate(stretches, 1):
            name = f"{one} {other}" + (f" {number}" if len(stretches) > 1 else "")
            out.append(f"    {name}: '{' '.join(f'{x},{y}' for x, y in stretch)}'")
    out.append("  waters:")
    for name, text in WATERS.items():
        points = roughened([project(lon, lat) for lon, lat in places(text)], name, 0.09)
        out.append(f"    {name}: '{' '.join(f'{round(x)},{round(y)}' for x, y in points)}'")
    out.append("  # Name at x, y in letters of this size; the unit at x, y (the centre stands left of it).")
    out.append("  marks:")
    for code, numbers in marks(found, names).items():
        row = ", ".join(map(str, numbers))
        text = f", {NAMES[code]}" if code in NAMES else ""
        out.append(f"    {code}: [{row}{text}]")
    out.append("  coasts:")
    for place, at in COAST_UNITS.items():
        x, y = project(*places(at)[0])
        out.append(f"    {place}: [{round(x)}, {round(y)}]")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    path = Path(sys.argv[1])
    text = path.read_text(encoding="utf-8").partition("\n# Drawn by tools/diplomacy_outlines.py")[0].rstrip() + "\n"
    titles = {code: sheet["name"] for code, sheet in yaml.safe_load(text)["provinces"].items()}
    path.write_text(text + document(faces(), titles), encoding="utf-8")
