"""What is denied, doubted, asked, quoted or corrected is not ordered."""

import pytest

from judge.grammar.mood import mood, offer


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("I will NOT attack 0209", "denied"), ("don't move the baron", "denied"), ("A PAR never goes to BUR", "denied"),
        ("I would attack 0209", "doubted"), ("Maybe G(Lzy) to Mon", "doubted"),
        ("I was thinking of A PAR - BUR", "doubted"),
        ("Can I build in Paris?", "asked"), ("When is the deadline?", "asked"), ("A PAR - BUR?", "asked"),
        ("Sorry, make that A PAR - PIC", "corrected"), ("no wait, bid 7", "corrected"), ("Scratch that.", "corrected"),
        ("forget the first line", "corrected"), ('"A PAR - BUR"', "spoken"), ("A PAR - BUR", ""), ("G(Lzy) to Mon", ""),
        ("bid 5 on the bank", ""),
    ],
)  # fmt: skip
def test_how_a_line_means_what_it_says(line, said):
    assert mood(line) == said


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("I'll be away from 1 to 14 August", "ABSENT"), ("we are on holiday next week", "ABSENT"),
        ("I'm out of town until Friday", "ABSENT"), ("I agree to a draw", "VOTE DRAW"),
        ("I propose a draw", "VOTE DRAW"),
        ("I won't be away", None), ("A PAR - BUR", None), ("Maybe I am for a draw", None),
    ],
)  # fmt: skip
def test_prose_that_seems_to_be_a_command_is_offered_as_one(line, command):
    assert offer(line) == command
