"""What somebody needs who has never played: how one wins, by this table's settings, and an example from their game."""

import pytest

from judge.variants import GAMES
from tests.serve.table import Table

WINNING = {
    "diplomacy": ({"victory": 20, "last_year": 1907, "at_the_end": "most"},
                  ("own 20 centres", "Fall of 1907 the most centres win")),
    "range-war": ({"last_year": 1875}, ("hold 19 centres after a Winter", "Winter of 1875 the most centres win")),
    "land-barons": ({"majority": 17, "turn_limit": 9}, ("hold 17 settlements", "turn 9 the greatest revenue wins")),
    "gold-rush": ({"turns": 12, "score": "kills"}, ("the only group left on the table", "turn 12 the most kills wins")),
    "hell-on-wheels": ({"tie": "shared"}, ("the most money when the railroad is through", "Equals share the victory")),
}  # fmt: skip
EXAMPLES = {
    "diplomacy": "IF BUR IS EMPTY", "range-war": "IF Coo IS EMPTY", "land-barons": "IF 0507 IS EMPTY",
    "gold-rush": "IF 3 is EMPTY", "hell-on-wheels": "IF Past IS EMPTY",
}  # fmt: skip


def joined(text):
    return " ".join(text.replace("*", "").split())


@pytest.mark.parametrize("key", sorted(set(GAMES) - {"lanterns"}))
def test_the_first_mail_says_how_one_wins_and_help_has_an_example_of_the_game(key, tmp_path):
    options, sentences = WINNING[key]
    table = Table(tmp_path / "club", game=key, seats=99, options=options).start()
    seat = table.seats[0]
    first = next(row for row in table.out("report") if row.recipient == f"{seat}@mail.example")
    text = joined(table.written(first).text)
    for sentence in sentences:
        assert sentence in text, sentence
    assert f"RULES {key}" in text
    table.write(seat, "HELP\n")
    answer = [row for row in table.out() if row.recipient == f"{seat}@mail.example"][-1]
    helped = joined(table.written(answer).text)
    assert EXAMPLES[key].lower() in helped.lower()
    assert f"STANDBY, or STANDBY {key}: you are offered vacant seats" in helped
    table.close()
