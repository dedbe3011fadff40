"""A seat that the program plays is named in each reader's language, also where one table mixes several."""

from judge.adjudicator.protocol import Seat
from judge.campaign.seating import OPPONENT, Sitting
from judge.report.languages import worded_in


def test_an_opponent_is_named_in_the_language_of_whoever_reads():
    one = Sitting(seat=Seat("italy"), role=OPPONENT, player_id=0, known_as="easy", addresses=(), since_step=0, state="")
    said = []
    for language in ("en", "de", "fr"):
        with worded_in(language):
            said.append(one.name)
    assert said == ["the program (easy)", "das Programm (leicht)", "le programme (facile)"]
