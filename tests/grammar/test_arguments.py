"""What stands behind commands: days, hours, whom press is for."""

import pytest

from judge.grammar.arguments import Day, days, hour, readers


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("from 2027-08-01 to 2027-08-14", [(2027, 8, 1), (2027, 8, 14)]),
        ("2027-08-01", [(2027, 8, 1)]),
        ("1.8.2027 - 14.8.2027, holiday", [(2027, 8, 1), (2027, 8, 14)]),
        ("1–14 August 2027", [(2027, 8, 1), (2027, 8, 14)]),
        ("from Aug 1st until Aug 14th, 2027", [(2027, 8, 1), (2027, 8, 14)]),
        ("Aug 1 to 14, 2027", [(2027, 8, 1), (2027, 8, 14)]),
        ("between 3 and 5 March", [(0, 3, 3), (0, 3, 5)]),
        ("vom 1. bis 14. August", [(0, 8, 1), (0, 8, 14)]),
        ("from someday to never", []),
        ("2027-08-01 or 2027-08-02 or 2027-08-03", []),
        ("the 3rd", []),
    ],
)
def test_days_as_people_write_them(said, meant):
    assert list(days(said)) == [Day(*one) for one in meant]


@pytest.mark.parametrize(
    ("said", "meant"),
    [("20:00", (20, 0)), ("at 8.30", (8, 30)), ("um 8 Uhr", (8, 0)), ("7h30", (7, 30)), ("off", "never"),
     ("25:00", None), ("20:61", None), ("soon", None)],
)  # fmt: skip
def test_an_hour_as_people_write_it(said, meant):
    assert hour(said) == meant


@pytest.mark.parametrize(
    ("said", "names", "kinds", "sender"),
    [
        ("France, Italy and the GM", ("France", "Italy", "the GM"), (), ""),
        ("France grey", ("France",), ("grey",), ""),
        ("red, black", ("red", "black"), (), ""),
        ("France as Austria", ("France",), (), "Austria"),
        ("all", ("all",), (), ""),
    ],
)
def test_whom_press_is_for(said, names, kinds, sender):
    found = readers(said)
    assert (found.names, found.kinds, found.sender) == (names, kinds, sender)
