"""One mail a day: what can wait waits for the player's hour; acknowledgements and what cannot wait never do."""

from datetime import UTC, datetime

import pytest

from judge.campaign import digest
from judge.campaign.patience import next_hour


@pytest.fixture
def table(make_table):
    return make_table(settings={"deadlines": "3d", "zone": "Europe/Berlin"})


def bundled(table):
    with table.campaign.act(table.now) as act:
        return digest.bundle(act)


def states(table, *kinds):
    return [row["state"] for row in table.rows() if row["kind"] in kinds and row["recipient"] == "amber@mail.example"]


def test_reports_and_press_of_a_day_are_one_mail(table):
    table.start()
    answer = table.write("amber", "SET DIGEST 20:00")
    assert "one mail a day" in str(answer.facts["parts"])
    assert states(table, "receipt") == ["queued"]
    before = states(table, "report")
    table.write("blue", "PRESS TO amber\nthe north is yours\nEND PRESS")
    table.write("green" if "green" in table.seats else table.seats[2], "PRESS TO amber\nso is the south\nEND PRESS")
    assert states(table, "report") == before
    held = [row for row in table.rows("press") if row["recipient"] == "amber@mail.example"]
    assert [row["state"] for row in held] == ["held", "held"]
    assert bundled(table) == 0
    # 20:00 in Berlin is 19:00 in UTC in March.
    table.now = datetime(2027, 3, 1, 19, 0, tzinfo=UTC)
    assert bundled(table) == 1
    assert bundled(table) == 0
    assert states(table, "press") == ["bundled", "bundled"]
    (row,) = table.out("digest")
    mail = table.written(row)
    assert mail.subject == "[club] 2 mails of the day"
    for part in (mail.text, mail.html):
        assert "the north is yours" in part
        assert "so is the south" in part
        assert part.count("Answer to this alone: ") == 2
    assert mail.recipient == "amber@mail.example"


def test_one_mail_alone_goes_as_it_is(table):
    table.start()
    table.write("amber", "SET DIGEST 20:00")
    table.write("blue", "PRESS TO amber\nthe north is yours\nEND PRESS")
    table.now = datetime(2027, 3, 1, 19, 0, tzinfo=UTC)
    assert bundled(table) == 1
    assert table.out("digest") == []
    assert states(table, "press") == ["queued"]


def test_who_turns_it_off_gets_what_waited(table):
    table.start()
    table.write("amber", "SET DIGEST 20:00")
    table.write("blue", "PRESS TO amber\nthe north is yours\nEND PRESS")
    assert states(table, "press") == ["held"]
    table.write("amber", "SET DIGEST OFF")
    assert states(table, "press") == ["queued"]
    table.write("blue", "PRESS TO amber\nand the east\nEND PRESS")
    assert states(table, "press") == ["queued", "queued"]


def test_nothing_waits_past_a_deadline(table):
    """The window closes on 4 March at 9:00 UTC: 14 hours after the 3rd at 19:00, before the 4th at 19:00."""
    table.start()
    table.write("amber", "SET DIGEST 20:00")
    table.now = datetime(2027, 3, 3, 8, 0, tzinfo=UTC)
    table.write("blue", "PRESS TO amber\nstill time\nEND PRESS")
    table.now = datetime(2027, 3, 3, 20, 0, tzinfo=UTC)
    table.write("blue", "PRESS TO amber\nhurry\nEND PRESS")
    assert states(table, "press") == ["held", "queued"]


def test_what_is_no_hour_is_said_to_be_none(table):
    table.start()
    answer = table.write("amber", "SET DIGEST sometimes")
    assert "SET DIGEST 20:00" in str(answer.facts["parts"])


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ((2027, 3, 1, 9), (2027, 3, 1, 19)),
        ((2027, 3, 1, 19), (2027, 3, 2, 19)),
        # The clocks go forward on 28 March: 20:00 is 18:00 in UTC from then on.
        ((2027, 3, 27, 20), (2027, 3, 28, 18)),
        # And back on 31 October.
        ((2027, 10, 30, 19), (2027, 10, 31, 19)),
    ],
)
def test_the_hour_is_the_players_own_all_year(now, then):
    settings = {"digest": "20:00", "digest_zone": "Europe/Berlin"}
    assert next_hour(settings, datetime(*now, tzinfo=UTC)) == datetime(*then, tzinfo=UTC)
