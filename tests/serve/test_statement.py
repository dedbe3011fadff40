"""The end of a game by mail: everybody gets the closing report, and the last word of each player is added to it."""

from __future__ import annotations

from judge import report
from judge.mail.headers import message_of
from tests.serve.test_canary import words_of


def test_a_players_last_word_comes_by_mail(make_table):
    table = make_table(options={"coins": 9}).start()
    table.write("amber", "STATEMENT\nToo early.\nEND STATEMENT\n")
    assert "goes on: a closing statement waits for its end" in words_of(message_of(table.sent_bytes(table.out()[-1])))
    table.campaign.end("g1", ["blue"], "agreed", table.now)
    mails = [message_of(table.sent_bytes(row)) for row in table.out() if row.kind == "closing"]
    assert len(mails) >= 3
    whole = words_of(mails[0])
    # Nobody ordered anything, so no list of orders is given.
    assert "Every order" not in whole
    assert "END STATEMENT" in whole
    table.write("amber", "STATEMENT\nIt was a pleasure.\n\nUntil next time.\nEND STATEMENT\n")
    text = report.render(table.campaign.closing("g1"))
    assert "It was a pleasure." in text
    assert "Too early." not in text
    assert len([row for row in table.out() if row.kind == "closing"]) == len(mails)
    # Nobody says it for somebody else by their address alone.
    table.write("amber", "STATEMENT\nI lost on purpose.\nEND STATEMENT\n", proven=False)
    assert "is not done yet" in words_of(message_of(table.sent_bytes(table.out()[-1])))
    assert "It was a pleasure." in report.render(table.campaign.closing("g1"))
