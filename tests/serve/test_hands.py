"""Seats change hands: who goes is told, who comes finds everything, and nobody plays against themselves."""

import pytest

from judge.campaign.live import NotNow
from judge.campaign.record import record_of
from judge.campaign.verify import verify
from judge.cli.main import run
from judge.grammar.document import Document
from tests.serve.table import ask


def mails_to(table, who, kind=None):
    return [table.written(row) for row in table.out(kind) if row.recipient == who]


def test_a_seat_changes_hands_in_the_middle_of_a_game(table):
    """A whole replacement by mail: the goodbye, the welcome with what was filed, the reports, the first letter."""
    for _ in range(2):
        table.campaign.release("g1", table.now)
    table.pass_time(minutes=11)
    table.write("blue", "bid 3\nWAIT\nVOTE DRAW\nSTANDING bids: bid 2")
    table.pass_time(days=2)
    old_report = mails_to(table, "blue@mail.example", "report")[-1]
    table.campaign.replace("g1", "blue", "Bo <bo@new.example>", table.now)

    (goodbye,) = mails_to(table, "blue@mail.example", "notice")
    assert "another player takes over Blue" in goodbye.subject
    (welcome,) = mails_to(table, "bo@new.example", "token")
    text = " ".join(welcome.text.split())
    token = text.partition("Your token is ")[2].partition(".")[0]
    for word in (
        "You play *Blue* in g1, a game of Lanterns", "Round 3, bids is open now", "Deadline:", "| bid 3", "“bid 2”",
        "WAIT and VOTE DRAW", "RULES lanterns", f"TOKEN {token}", "judge@judge.localhost",
    ):  # fmt: skip
        assert word in text
    # The newest report and the two before it, as this seat may see them.
    reports = mails_to(table, "bo@new.example", "report")
    expected = ("The game begins", "Round 1, bids", "Round 2, bids")
    assert len(reports) == 3
    assert all(title in one.text for title, one in zip(expected, reports, strict=True))

    # Who went can do nothing any more, by address or by the reply address of an old report, and reaches a person.
    answer = table.write("blue", "bid 9", to=old_report.reply_to)
    assert "had no effect" in table.written(answer).text
    table.write("blue", "I think this is a mistake, I never wanted to leave.", to=goodbye.reply_to)
    assert "I never wanted to leave" in mails_to(table, "gm@example.org", "talk")[-1].text
    assert table.orders("blue") == ("bid 3",)
    # Who came writes at once, and has a whole window for it.
    answer = table.write("bo@new.example", "bid 4")
    assert "OK" in table.written(answer).subject
    assert table.orders("blue") == ("bid 4",)
    assert table.live().row["deadline"][:10] == "2027-03-06"


def test_one_person_has_one_seat_unless_the_game_allows_more(make_table):
    table = make_table()
    table.campaign.new_game("g2", "lanterns", table.now)
    table.campaign.assign("g2", "amber", "both@mail.example", table.now)
    with pytest.raises(NotNow, match="plays amber of g2 already"):
        table.campaign.assign("g2", "blue", "both@mail.example", table.now)
    table.campaign.assign("g2", "blue", "other@mail.example", table.now)
    with pytest.raises(NotNow, match="several_seats=true"):
        table.campaign.replace("g2", "blue", "both@mail.example", table.now)
    table.campaign.new_game("g3", "lanterns", table.now, settings=Document({"several_seats": True}))
    for seat in ("amber", "blue"):
        table.campaign.assign("g3", seat, "both@mail.example", table.now)


def test_an_applicant_is_refused_or_moved_and_told(make_table, capsys):
    table = make_table()
    where = ["--campaign", str(table.campaign.config.folder)]
    for name in ("spring", "autumn"):
        table.campaign.new_game(name, "lanterns", table.now, settings=Document({"sign_up": "open"}))
    for who in ("ann", "bob", "cyd"):
        table.campaign.join("spring", f"{who}@new.example", table.now, ["amber"])
    assert run(["seat", "refuse", "spring", "ann@new.example", "--reason", "the table is full", *where]) == 0
    (told,) = mails_to(table, "ann@new.example")
    assert "no seat for you" in told.subject
    assert "the table is full" in told.text
    assert "the game master could not give you a seat there" in ask(table, "ann@new.example", "JOIN spring")
    assert "CONFIRM" in ask(table, "ann@new.example", "JOIN autumn")
    assert run(["seat", "move", "spring", "bob@new.example", "autumn", *where]) == 0
    (told,) = mails_to(table, "bob@new.example")
    assert "You are signed up for autumn" in told.subject
    assert "your wishes are amber" in told.text
    assert run(["seat", "move", "spring", "cyd@new.example", "blue", *where]) == 0
    assert [(one.seat, one.role) for one in table.campaign.sittings("spring")] == [("blue", "player")]
    assert [one.role for one in table.campaign.sittings("autumn")] == ["applicant"]
    assert run(["seat", "refuse", "spring", "ann@new.example", *where]) == 2
    assert "has not signed up" in capsys.readouterr().err


def test_a_new_token_ends_the_old_one(table, capsys):
    where = ["--campaign", str(table.campaign.config.folder)]
    assert run(["seat", "token", "g1", "blue", *where]) == 0
    answer = table.write("x@elsewhere.example", f"TOKEN {table.tokens['blue']}\nbid 5")
    assert "had no effect" in table.written(answer).text
    (_, new) = mails_to(table, "blue@mail.example", "token")
    token = new.text.partition("Your token is ")[2].partition(".")[0]
    table.write("x@elsewhere.example", f"TOKEN {token}\nbid 5")
    assert table.orders("blue") == ("bid 5",)


def test_a_seat_whose_player_is_gone_is_without_player_in_hell_on_wheels(make_table):
    """HW-Q42: it is not waited for and left out of the ranking, until somebody else sits there."""
    table = make_table(game="hell-on-wheels", seats=3).start()

    def gone():
        return table.campaign.position("g1").get("without player", ())

    seat = table.seats[1]
    window, due = table.live().window.key, table.live().row["deadline"]
    table.write(table.seats[0], "bid 1")
    before = table.orders(table.seats[0])
    table.write(seat, "RESIGN")
    assert list(gone()) == [table.live().seat_name(seat)]
    assert table.live().window.asks[seat].waits is False
    assert (table.live().window.key, table.live().row["deadline"]) == (window, due)
    assert table.orders(table.seats[0]) == before
    assert "(no player)" in table.written(table.out("report")[-1]).text
    table.campaign.replace("g1", seat, "bo@new.example", table.now)
    assert list(gone()) == []
    assert table.live().window.asks[seat].waits
    with table.campaign.store.read() as connection:
        assert verify(record_of(connection, "g1", full=True)).differences == ()
