"""By every reading: what `diplomacy` 1.1.2 says otherwise, and 2023 does not, is one of the reading's own choices."""

import os

import pytest

from tests.adjudicator.diplomacy.readings import READINGS

from .readings import ABOUT, PHASES, survey
from .test_differences import SEED, board, python  # noqa: F401 - fixtures

COUNT = 400 if os.environ.get("JUDGE_PROOF") else 12


@pytest.mark.long
def test_every_reading_differs_by_its_own_choices_alone(board, python):  # noqa: F811
    told, unexplained = survey(board, python, dict.fromkeys(PHASES, COUNT), SEED)
    print(f"seed {SEED}; {COUNT} of each source; {told}")
    assert not unexplained, unexplained[0]
    changed = {key for key, counts in told.items() if counts["changed"]}
    if os.environ.get("JUDGE_PROOF"):
        # Every choice must have had something to decide, or the count shows little.
        assert changed == {edition.key for edition in READINGS[1:]}


def test_every_choice_has_a_mark_of_its_own():
    from judge.variants.diplomacy.options import DISPUTED

    assert set(ABOUT) == {key for key, *_ in DISPUTED}
