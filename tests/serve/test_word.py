"""A word for the dice by mail: before the game begins it is mixed in, afterwards nothing changes."""

from tests.serve.test_desk import said


def test_a_word_is_given_by_mail_and_stands_in_the_first_report(make_table):
    table = make_table()
    assert any("WORD tumbleweed" in table.written(row).text for row in table.out("token"))
    answer = table.write("amber", "Hello Judge,\nplease WORD sagebrush, thanks!\nAmber")
    assert "Your word sagebrush is mixed into the dice of g1" in said(answer)
    table.start()
    assert table.live().words == {"amber": "sagebrush"}
    reports = [str(table.written(row)) for row in table.out("report")]
    assert reports
    assert all("word of amber: sagebrush" in report for report in reports)


def test_after_the_start_a_word_changes_nothing_and_is_not_taken_for_prose(table):
    answer = said(table.write("amber", "WORD tumbleweed"))
    assert "has begun: words can be given only before the start" in answer
    assert table.live().words == {}
    assert "mixed into the dice" not in said(table.write("amber", "Word on the street is that Blue is broke."))
