"""A word for the dice by mail: before the game begins it is mixed in, afterwards nothing changes."""

from judge.campaign import chance
from tests.serve.test_desk import said


def test_a_word_is_given_by_mail_and_stands_in_the_first_report(make_table):
    table = make_table()
    assert any("WORD tumbleweed" in table.written(row).text for row in table.out("token"))
    with table.campaign.look() as look:
        promised = chance.promised(look.connection, table.live().id)
    # Who is asked for a word has the commitments in hand: they cannot be chosen to suit it.
    assert all(one in table.written(row).text for row in table.out("token") for one in promised)
    answer = table.write("amber", "Hello Judge,\nplease WORD sagebrush, thanks!\nAmber")
    assert "Your word sagebrush is mixed into the dice of g1" in said(answer)
    table.start()
    assert table.live().words == {"amber": "sagebrush"}
    reports = [str(table.written(row)) for row in table.out("report")]
    assert reports
    assert all("word of amber: sagebrush" in report for report in reports)
    assert all(one in report for report in reports for one in promised)


def test_after_the_start_a_word_changes_nothing_and_is_not_taken_for_prose(table):
    answer = said(table.write("amber", "WORD tumbleweed"))
    assert "has begun: words can be given only before the start" in answer
    assert table.live().words == {}
    assert "mixed into the dice" not in said(table.write("amber", "Word on the street is that Blue is broke."))
