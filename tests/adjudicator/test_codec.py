"""The codec: canonical, exact, and strict about what it reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.adjudicator.codec import Codec, CodecError, dump, plain
from judge.adjudicator.protocol import Problem, Seat, Verdict


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Cow:
    name: str
    brand: Colour | None = None


@dataclass(frozen=True, slots=True)
class Horse:
    name: str


@dataclass(frozen=True, slots=True)
class Ranch:
    owner: Seat
    herd: tuple[Cow | Horse, ...]
    cash: Mapping[Seat, int]
    fields: frozenset[tuple[int, int]]
    by_year: Mapping[int, str]
    parent: "Ranch | None" = None


cows = st.builds(Cow, st.text(max_size=4), st.none() | st.sampled_from(Colour))
ranches = st.recursive(
    st.builds(
        Ranch,
        st.text(max_size=4).map(Seat),
        st.lists(cows | st.builds(Horse, st.text(max_size=4)), max_size=4).map(tuple),
        st.dictionaries(st.text(max_size=4).map(Seat), st.integers(), max_size=3),
        st.frozensets(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=4),
        st.dictionaries(st.integers(-5, 2000), st.text(max_size=3), max_size=3),
    ),
    lambda inner: st.builds(
        Ranch, st.just(Seat("x")), st.just(()), st.just({}), st.just(frozenset()), st.just({}), inner
    ),
    max_leaves=3,
)


@given(ranches)
def test_a_value_reads_back_equal(ranch):
    text = dump(ranch)
    assert Codec().load(Ranch, text) == ranch
    assert dump(Codec().load(Ranch, text)) == text


def test_the_text_does_not_hang_on_the_order_of_sets_and_mappings():
    one = Ranch(Seat("a"), (), {Seat("a"): 1, Seat("b"): 2}, frozenset({(1, 2), (0, 5)}), {2: "x", 10: "y"})
    other = Ranch(Seat("a"), (), {Seat("b"): 2, Seat("a"): 1}, frozenset({(0, 5), (1, 2)}), {10: "y", 2: "x"})
    assert dump(one) == dump(other)


def test_an_event_with_any_order_reads_back():
    event = Verdict(Seat("a"), Cow("Bess", Colour.RED), "fails", "bounced", Problem("bounce", {"with": ("b", 2)}))
    assert Codec((Cow, Verdict, Problem)).load(object, dump(event)) == event
    told = Verdict(Seat("a"), None, "fails", told=frozenset({Seat("b"), Seat("a")}))
    assert Codec((Verdict,)).load(object, dump(told)) == told


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (int, "5"),
        (int, True),
        (str, 5),
        (Cow, {"is": "Horse", "name": "x"}),
        (Cow, {"is": "Cow"}),
        (object, {"is": "Nobody"}),
    ],
)
def test_what_is_not_so_typed_is_refused(hint, value):
    with pytest.raises(CodecError):
        Codec().read(hint, value)


@pytest.mark.parametrize("value", [1.5, object(), {1.5: 2}, {None: 1}])
def test_what_has_no_plain_form_is_refused(value):
    with pytest.raises(CodecError):
        plain(value)
