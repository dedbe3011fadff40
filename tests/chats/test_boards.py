"""Players who write to the Judge on Discourse, NodeBB and Discord, played by servers on loopback."""

import json

import pytest

from judge import variants
from judge.store import door_tables
from tests.chats.boards import BOARDS, JUDGE
from tests.chats.talker import Talking
from tests.loopback import serving

ANN, BOB, TOPIC = 21, 22, 55


@pytest.fixture(params=sorted(BOARDS))
def board(request):
    with serving(BOARDS[request.param]()) as server:
        server.kind = request.param
        yield server


@pytest.fixture
def house(board, tmp_path, monkeypatch, request):
    monkeypatch.setenv("CHAT_SECRET", "s3cret")
    # A topic with no game in the open.
    said = board.said.format(url=board.url, rooms=f", rooms: {{{TOPIC}: }}")
    made = Talking(tmp_path / "club", f"chats:\n  room: {said}\n", settings=getattr(request, "param", None))
    made.hear()
    yield made
    made.close()
    variants.GAMES.pop("lanterns", None)


def connect(house, board, person=ANN, seat="blue"):
    """An account that writes for a seat. Everybody calls the Judge first where others read it, as Discord demands."""
    board.post(person, f"{board.call} hello", TOPIC)
    house.hear()
    board.say(person, f"CONNECT {house.code_for(seat)}")
    house.hear()
    assert f"writes for {seat}@mail.example now" in board.answers(person)[-1]


def test_a_stranger_is_told_in_private_how_to_connect(house, board):
    board.post(ANN, f"{board.call} bid 3", TOPIC)
    assert house.hear() == 0
    (answer,) = board.answers(ANN)
    assert "I do not know you yet" in answer
    assert "CONNECT room by mail" in answer
    board.post(ANN, f"{board.call} bid 4", TOPIC)
    house.hear()
    assert len(board.answers(ANN)) == 1
    assert board.in_company() == []


def test_a_crowd_of_strangers_is_told_by_the_hour_and_keeps_nobody_waiting(house, board):
    """Each of them would be asked into a room."""
    connect(house, board)
    for person in range(100, 140):
        board.post(person, f"{board.call} hello", TOPIC)
        board.post(person, f"{board.call} again", TOPIC)
        if person % 5 == 4:
            house.hear()
    board.say(ANN, "bid 5")
    house.hear()
    assert "bid 5" in board.answers(ANN)[-1]
    house.heard.say_waiting()
    told = [person for person in range(100, 140) if board.answers(person)]
    # Ann was one of them before she was connected.
    assert len(told) == 19
    house.table.pass_time(hours=1, minutes=10)
    board.post(139, f"{board.call} hello", TOPIC)
    house.hear()
    assert "I do not know you yet" in board.answers(139)[-1]


def test_an_order_said_in_private_is_answered_there(house, board):
    connect(house, board)
    board.say(ANN, "bid 5")
    assert house.hear() == 1
    assert "bid 5" in board.answers(ANN)[-1]
    assert house.table.orders("blue") == ("bid 5",)
    assert house.hear() == 0
    assert board.in_company() == []


@pytest.mark.server
def test_a_server_keeps_accounts_as_a_file_does(cluster, tmp_path, monkeypatch):
    monkeypatch.setenv("CHAT_SECRET", "s3cret")
    with serving(BOARDS["nodebb"]()) as board:
        said = board.said.format(url=board.url, rooms="")
        house = Talking(tmp_path / "club", f"chats:\n  room: {said}\n", store=cluster.database())
        house.hear()
        board.say(ANN, f"CONNECT {house.code_for('blue')}")
        house.hear()
        board.say(ANN, "bid 5")
        assert house.hear() == 1
        assert "bid 5" in board.answers(ANN)[-1]
        house.table.campaign.forget("blue@mail.example", house.table.now)
        assert "blue@mail.example" not in house.everything()
        house.close()
    variants.GAMES.pop("lanterns", None)


def test_orders_below_a_burst_of_other_posts_are_heard(house, board):
    connect(house, board)
    board.post(ANN, f"{board.call} bid 4", TOPIC)
    for number in range(45):
        board.post(BOB, f"I have {number} words more", TOPIC)
    while house.hear():
        pass
    assert house.table.orders("blue") == ("bid 4",)


def test_what_others_say_in_a_topic_is_not_the_judges_to_read(house, board):
    connect(house, board)
    board.post(ANN, "I think I shall bid 9", TOPIC)
    board.post(ANN, f"{board.call}: bid 6", TOPIC)
    assert house.hear() == 1
    assert "Others can read what you wrote" in board.answers(ANN)[-1]
    assert house.table.orders("blue") == ("bid 6",)
    assert board.in_company() == []


def test_what_is_quoted_is_nobodys_order(house, board):
    connect(house, board)
    board.say(ANN, '[quote="judge, post:2"]bid 7[/quote]\n```\nbid 8\n```\n')
    assert house.hear() == 1
    assert house.table.orders("blue") == ("bid 8",)


def test_a_message_is_one_letter_however_often_it_is_heard(house, board):
    connect(house, board)
    before, since = len(house.table.letters()), house.since
    board.say(ANN, "bid 6")
    house.heard.listen(0)
    house.restart()
    house.since = since
    house.heard.listen(0)
    assert len(house.table.letters()) == before + 1
    house.table.daemon.read_all()
    house.heard.say_waiting()
    answers = len(board.answers(ANN))
    house.heard.say_waiting()
    assert len(board.answers(ANN)) == answers


def test_an_answer_that_cannot_be_given_there_goes_by_mail(house, board):
    connect(house, board)
    board.say(ANN, "bid 6")
    house.heard.listen(0)
    house.table.daemon.read_all()
    board.down = 403
    house.heard.say_waiting()
    row = house.table.rows("receipt")[-1]
    assert (row["chat"], row["state"], row["recipient"]) == (None, "queued", "blue@mail.example")
    board.down = 0
    house.heard.say_waiting()
    assert "bid 6" not in board.answers(ANN)[-1]


def test_the_rooms_of_two_people_are_never_mixed_up(house, board):
    connect(house, board)
    connect(house, board, BOB, "copper")
    board.say(ANN, "bid 5")
    board.say(BOB, "bid 8")
    assert house.hear() == 2
    assert "bid 5" in board.answers(ANN)[-1]
    assert not any("bid 8" in one for one in board.answers(ANN))
    assert "bid 8" in board.answers(BOB)[-1]
    assert not any("bid 5" in one for one in board.answers(BOB))


def test_answers_are_given_in_rooms_that_the_judge_made(house, board):
    """Whoever made one lets others in, who read what was said before."""
    connect(house, board)
    board.say(ANN, "bid 5")
    house.hear()
    assert "bid 5" in board.answers(ANN)[-1]
    assert {board.makers[one["room"]] for one in board.words if one["by"] == JUDGE} == {JUDGE}


def test_who_takes_over_a_name_takes_over_nothing_else(house, board, monkeypatch):
    """The name is the first's, the number another's."""
    connect(house, board)
    monkeypatch.setattr("tests.chats.boards.name_of", lambda person: "judge" if person == 7 else f"ann{ANN}")
    board.post(BOB, f"{board.call} bid 9", TOPIC)
    assert house.hear() == 0
    assert house.table.orders("blue") == ()


def test_a_secret_is_in_no_address_and_calls_nobody(house, board):
    connect(house, board)
    assert all("s3cret" not in one["path"] for one in board.bodies)
    assert any("s3cret" in str(one["headers"]) for one in board.bodies)
    said = [one for one in board.bodies if "content" in one]
    assert all(one["allowed_mentions"] == {"parse": []} for one in said)


def test_a_mail_is_no_message(house, board):
    """It holds what the inbox knows a message by, and proves nothing."""
    connect(house, board)
    raw = house.table.mail("mallory@evil.example", "bid 9", proven=False, Judge_Account=f"ann{ANN}#{ANN}")
    raw = raw.replace(b"mallory@evil.example", b"blue@mail.example")
    house.table.arrive(raw)
    row = house.table.rows("receipt")[-1]
    assert row["chat"] is None
    assert "connected account" not in str(house.table.campaign.docket(house.table.name)[1]["blue"].source)


def test_a_code_of_another_chat_connects_nobody(house, board):
    board.post(ANN, f"{board.call} hello", TOPIC)
    house.hear()
    code = house.code_for("blue")
    with house.table.campaign.store.begin() as connection:
        connection.execute(door_tables.account_codes.update().values(chat="other"))
    board.say(ANN, f"CONNECT {code}")
    assert house.hear() == 0
    assert house.told("connected") == []


@pytest.mark.parametrize("house", [{"press": "grey"}], indirect=True)
def test_unsigned_press_does_not_name_its_writers_account(house, board):
    connect(house, board)
    for words in (f"Ask for ann{ANN}.", f"ann{ANN}#{ANN} says so."):
        house.table.write("blue", f"PRESS TO ALL\n{words}\nEND PRESS\n")
    house.table.write("blue", "PRESS TO ALL\nAsk for Ann.\nEND PRESS\n")
    assert {json.loads(row["facts"])["text"] for row in house.table.rows("press")} == {"Ask for Ann."}


def test_a_chat_that_cannot_be_heard_holds_a_window_up_for_an_hour(house, board):
    table = house.table
    table.pass_time(days=2, hours=23)
    house.heard.look()
    board.down = 401
    table.pass_time(hours=7, minutes=5)
    assert [one.act for one in table.daemon.tick()] == []
    house.heard.look()
    assert "room cannot be heard" in [one.facts["subject"] for one in table.out("gm")]
    table.pass_time(minutes=56)
    assert "closed" in [one.act for one in table.daemon.tick()]
