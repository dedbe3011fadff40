"""The turning points of a game: leads held long, changes that were not everybody's, who was left with nothing."""

from judge.report.turning import turning_points


def told(*standings):
    return [(one.place, one.kind, one.seat, one.before, one.after) for one in turning_points(standings)]


def test_a_lead_is_told_when_it_is_taken_alone():
    level, ahead = {"france": 3, "italy": 3}, {"france": 4, "italy": 3}
    assert (1, "lead", "france", 3, 4) in told(level, ahead)
    assert told(level, level) == []


def test_what_befalls_everybody_turns_nothing():
    assert told({"france": 3, "italy": 3, "turkey": 3}, {"france": 4, "italy": 4, "turkey": 4}) == []


def test_who_rises_or_falls_beside_the_others_is_told_with_both_figures():
    points = told({"france": 5, "italy": 5, "turkey": 6}, {"france": 8, "italy": 5, "turkey": 3})
    assert (1, "rise", "france", 5, 8) in points
    assert (1, "fall", "turkey", 6, 3) in points
    assert not any(seat == "italy" for _, _, seat, *_ in points)


def test_who_has_nothing_till_the_end_is_out_once_and_no_fall_beside():
    points = told({"france": 3, "italy": 1}, {"france": 4, "italy": 0}, {"france": 4, "italy": 0})
    assert [one for one in points if one[2] == "italy"] == [(1, "out", "italy", 1, 0)]
    # Whoever comes back was never out.
    assert not any(kind == "out" for _, kind, *_ in told({"italy": 1}, {"italy": 0}, {"italy": 2}))


def test_of_many_leads_those_held_longest_are_told():
    swaps = [{"a": 2 + (turn % 2), "b": 2 + (turn + 1) % 2} for turn in range(20)]
    held = [{"a": 1, "b": 9}] * 5
    leads = [one for one in told(*swaps, *held) if one[1] == "lead"]
    assert len(leads) == 6
    assert leads[-1][2] == "b" or any(seat == "b" and place >= 18 for place, _, seat, *_ in leads)


def test_a_game_that_counts_nothing_has_none():
    assert told({}, {}, {}) == []
