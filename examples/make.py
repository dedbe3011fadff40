"""`make golden`: every example again; byte-identical wherever it is run. `python -m examples.make GAME` makes one."""

from __future__ import annotations

import sys

from examples.whole_game import Example
from judge.adjudicator.protocol import Seat


def _seats(text: str) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in text.split())


EXAMPLES = {
    example.key: example
    for example in (
        Example(
            "diplomacy",
            "concert",
            _seats("austria england france germany italy russia turkey"),
            {"last_year": 1904},
            private=_seats("france"),
        ),
        Example(
            "range-war",
            "branding iron",
            _seats("lone-star rancho-grande red-river lazy-s south-fork mule-ridge lonesome-pine devils-hole"),
            {"last_year": 1873},
            private=_seats("lazy-s"),
            shown=9,
        ),
        Example(
            "land-barons",
            "mesa",
            _seats("graham johnson"),
            {"majority": 15, "turn_limit": 20, "regulators_at_ranch": True},
        ),
        Example(
            "gold-rush",
            "yukon 12",
            _seats("traders diggers-1 mounties"),
            {"placing": "players"},
            opening="deal",
            first=0,
        ),
        Example(
            "hell-on-wheels",
            "end of track",
            _seats("red blue green"),
        ),
    )
}


def main(keys: list[str]) -> int:
    """Make the examples named, or all."""
    unknown = [key for key in keys if key not in EXAMPLES]
    if unknown:
        print(f"there is no example {', '.join(unknown)}: there are {', '.join(EXAMPLES)}", file=sys.stderr)
        return 2
    for key in keys or EXAMPLES:
        print(f"{key}: {EXAMPLES[key].make()} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
