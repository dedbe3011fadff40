"""The public beacon: the right round, really signed; whatever else comes is refused with a reason."""

from datetime import UTC, datetime

import pytest

from judge.forum.beacon import Beat, NoRound, fetch, verifies

pytest.importorskip("py_arkworks_bls12381")
from tests.forum.drand import DEFAULT, QUICKNET, Drand


@pytest.mark.parametrize("scheme", [QUICKNET, DEFAULT])
def test_a_round_is_fetched_and_its_signature_is_checked(scheme):
    with Drand(scheme) as drand:
        beat = fetch(drand.beacon, 1234)
        assert beat.number == 1234
        assert verifies(drand.beacon, beat) is True
        assert verifies(drand.beacon, Beat(1235, beat.signature, beat.previous)) is False
        assert drand.asked == ["/52db9ba7/public/1234"]


def test_the_round_of_a_window_is_the_first_one_after_it_closed():
    with Drand() as drand:
        beacon = drand.beacon
        closed = datetime.fromtimestamp(1_700_000_000 + 3 * 99, UTC)
        number = beacon.round_after(closed)
        assert number == 101
        assert beacon.comes_at(number) == 1_700_000_000 + 300
        assert beacon.comes_at(number) > closed.timestamp()


def test_a_round_signed_with_another_key_is_not_taken():
    with Drand() as drand, Drand(secret=666) as forger:
        beacon = drand.beacon
        from dataclasses import replace

        with pytest.raises(NoRound, match="did not sign"):
            fetch(replace(beacon, urls=forger.beacon.urls), 7)
        assert fetch(replace(beacon, urls=(*forger.beacon.urls, *beacon.urls)), 7).number == 7


@pytest.mark.parametrize(
    ("lie", "said"),
    [
        ({"round": 8}, "was asked for round 7 and gave 8"),
        ({"randomness": "00" * 32}, "is not that of its signature"),
        ({"signature": "none"}, "has no signature"),
        ({"signature": "ab"}, "did not sign|is not that of its signature"),
        ({"signature": 5}, "has no signature"),
    ],
)
def test_an_answer_that_is_not_the_round_is_refused_with_the_reason(lie, said):
    with Drand() as drand:
        drand.lie = lie
        with pytest.raises(NoRound, match=said):
            fetch(drand.beacon, 7)


def test_a_round_that_has_not_come_and_a_relay_that_is_not_there_are_told_apart_from_lies():
    with Drand() as drand:
        drand.upto = 5
        with pytest.raises(NoRound, match="404"):
            fetch(drand.beacon, 6)
        beacon = drand.beacon
    with pytest.raises(NoRound, match="could not be reached"):
        fetch(beacon, 5)
