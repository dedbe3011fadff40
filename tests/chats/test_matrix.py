"""Players who write to the Judge on a real Matrix homeserver."""

import urllib.error

import pytest

from judge import variants
from tests.chats.talker import Talking, judge_on
from tests.forum.synapse import Player
from tests.serve.house import wait_for

pytestmark = pytest.mark.server


@pytest.fixture
def house(server, tmp_path, monkeypatch, request):
    """A table, the Judge's account on the homeserver, and a way to make players there. `param`: the settings."""
    judge, secret = judge_on(server)
    monkeypatch.setenv("CHAT_SECRET", secret)
    made = House(server, tmp_path / "club", judge, getattr(request, "param", None))
    yield made
    made.close()
    variants.GAMES.pop("lanterns", None)


class House(Talking):
    """The table of these tests."""

    def __init__(self, homeserver, folder, judge, settings):
        self.server, self.judge = homeserver, judge
        self.count = 0
        said = f"chats:\n  room: {{kind: matrix, url: '{homeserver.url}', secret_env: CHAT_SECRET}}\n"
        super().__init__(folder, said, settings=settings)
        self.hear()

    def player(self, seat=""):
        """Somebody in a room with the Judge; with a seat, connected."""
        self.count += 1
        player = Player(self.server, f"{seat or 'somebody'}{self.count}{self.judge[1:].partition(':')[0]}", self.judge)
        self.hear()
        if seat:
            player.say(f"CONNECT {self.code_for(seat)}")
            self.hear()
        return player


def test_an_account_is_connected_by_a_code_that_goes_by_mail(house):
    code = house.code_for("blue")
    player = house.player()
    player.say("bid 3")
    house.hear()
    assert "I do not know you yet" in player.answers()[-1]
    assert "I did not read what you wrote" in player.answers()[-1]
    player.say(f"connect {code}")
    house.hear()
    assert "This account on room writes for blue@mail.example now" in player.answers()[-1]
    (mail,) = house.told("connected")
    assert mail.recipient == "blue@mail.example"
    assert mail.facts["account"] == player.account
    player.say("bid 3")
    assert house.hear() == 1
    assert "bid 3" in player.answers()[-1]
    assert house.table.orders("blue") == ("bid 3",)


def test_an_order_said_in_private_is_answered_there_alone(house):
    player = house.player("blue")
    mails = len(house.table.rows("receipt"))
    player.say("bid 4\nREADY")
    house.hear()
    (answer,) = house.table.rows("receipt")[mails:]
    assert answer["chat"] == "room"
    assert answer["state"] == "sent"
    said = player.answers()[-1]
    assert said.startswith("# OK: ")
    assert "bid 4" in said
    assert "Receipt" in said


@pytest.mark.parametrize("house", [{"auth": "token"}], indirect=True)
def test_an_account_proves_as_much_as_a_token(house):
    player = house.player("blue")
    player.say("bid 5")
    house.hear()
    assert player.answers()[-1].startswith("# OK")
    receipt = house.table.campaign.docket(house.table.name)[1]["blue"]
    assert receipt.source[-1].endswith("said by a connected account")


def test_a_message_is_one_letter_however_often_it_is_heard(house):
    """The process dies when the letter is stored, and once more when its answer was said."""
    player = house.player("blue")
    player.say("bid 6")
    before = len(house.table.letters())
    since = house.since
    house.heard.listen(0)
    house.restart()
    house.since = since
    house.heard.listen(0)
    assert len(house.table.letters()) == before + 1
    house.table.daemon.read_all()
    answers = len(player.answers())
    house.heard.say_waiting()
    house.unsay()
    house.restart()
    house.heard.say_waiting()
    assert len(player.answers()) == answers + 1


def test_orders_in_company_are_answered_in_private_and_said_to_have_been_seen(house):
    player, other = house.player("blue"), house.player("copper")
    room = player.open_room(house.judge, other.account)
    house.hear()
    other.join(room)
    player.say("I think I shall bid 7", room)
    assert house.hear() == 0
    player.say(f"{house.judge}: bid 7", room)
    assert house.hear() == 1
    assert player.answers(room) == []
    assert other.answers()[-1].startswith("# You are connected")
    said = player.answers()[-1]
    assert said.startswith("# WARNINGS")
    assert "bid 7" in said
    assert "Others can read what you wrote" in said
    assert house.table.orders("blue") == ("bid 7",)


def test_a_game_may_be_played_in_the_open_in_a_room_of_its_own(house):
    player, other = house.player("blue"), house.player("copper")
    room = player.open_room(house.judge, other.account)
    house.hear()
    other.join(room)
    house.listen_in(room, house.table.name)
    player.say("bid 8", room, **{"m.mentions": {"user_ids": [house.judge]}})
    assert house.hear() == 1
    assert player.answers(room) == []
    said = player.answers()[-1]
    assert said.startswith("# OK")
    assert "Others can read" not in said


def test_a_code_said_in_company_is_void(house):
    code = house.code_for("blue")
    player, other = house.player(), house.player("copper")
    room = player.open_room(house.judge, other.account)
    house.hear()
    other.join(room)
    player.say(f"{house.judge} CONNECT {code}", room)
    house.hear()
    (alone,) = player.invitations()
    assert "That code is void" in player.answers(player.join(alone))[-1]
    player.say(f"CONNECT {code}", alone)
    house.hear()
    assert "I do not know you yet" in player.answers(alone)[-1]


def test_an_old_code_connects_nobody(house):
    code = house.code_for("blue")
    house.table.pass_time(hours=25)
    player = house.player()
    player.say(f"CONNECT {code}")
    house.hear()
    assert "I do not know you yet" in player.answers()[-1]


def test_changed_and_deleted_messages_are_said_not_to_count(house):
    player = house.player("blue")
    event = player.say("bid 9")
    house.hear()
    player.change(event, "bid 10")
    assert house.hear() == 0
    assert "I do not read changes of a message" in player.answers()[-1]
    player.take_back(event)
    house.hear()
    assert "What you deleted still counts" in player.answers()[-1]
    assert house.table.orders("blue") == ("bid 9",)


def test_who_writes_in_an_encrypted_room_is_answered_in_one_that_is_not(house):
    player = house.player("blue")
    sealed = player.open_room(
        house.judge, more=({"type": "m.room.encryption", "content": {"algorithm": "m.megolm.v1.aes-sha2"}},)
    )
    house.hear()
    player.send_sealed(sealed)
    house.hear()
    said = [one for room in [player.room, *map(player.join, player.invitations())] for one in player.answers(room)]
    assert any("I cannot read that room" in one for one in said)


def test_a_picture_is_named_and_not_dropped(house):
    player = house.player("blue")
    player.say("orders.png", msgtype="m.image", url="mxc://judge.localhost/x")
    house.hear()
    assert "“orders.png” was attached and not read" in player.answers()[-1]


def test_who_disconnects_is_a_stranger_again(house):
    player = house.player("blue")
    player.say("DISCONNECT room")
    house.hear()
    (mail,) = house.told("disconnected")
    assert mail.recipient == "blue@mail.example"
    player.say("bid 3")
    house.table.pass_time(days=1)
    assert house.hear() == 0
    assert house.table.orders("blue") == ()


def test_a_forgotten_player_has_no_account_left(house):
    player = house.player("blue")
    player.say("bid 3")
    house.hear()
    house.table.campaign.forget("blue@mail.example", house.table.now)
    text = house.everything()
    assert player.account not in text
    assert "blue@mail.example" not in text


def test_a_reminder_is_said_as_well(house):
    player = house.player("blue")
    house.table.pass_time(days=2, hours=12)
    house.table.daemon.tick()
    house.heard.say_waiting()
    assert "nothing has come from you" in player.answers()[-1]
    by_mail = [row for row in house.table.rows("reminder") if row["chat"] is None and "blue" in row["recipient"]]
    assert len(by_mail) == 1


def test_a_clock_set_back_moves_no_letter_before_what_was_heard(house):
    """An account's own server says when a message was sent."""
    player = house.player("blue")
    house.hear()
    house.table.pass_time(hours=1)
    house.hear()
    player.say("bid 3")
    house.hear()
    (letter,) = [one for one in house.table.letters() if one["account"] == "chat room"]
    assert letter["received_at"] == house.table.stamp


def test_a_daemon_answers_by_itself(house):
    player = house.player("blue")
    before = len(player.answers())
    house.table.daemon.start()
    try:
        player.say("bid 3")
        assert wait_for(lambda: len(player.answers()) > before)
    finally:
        house.table.daemon.stop()
    assert "bid 3" in player.answers()[-1]


def test_somebody_who_comes_into_a_room_reads_no_answer(house):
    player, other = house.player("blue"), house.player("copper")
    player.say("bid 4")
    house.heard.listen(0)
    # Before the answer is given.
    player.ask_in(other.account, player.room)
    other.join(player.room)
    house.table.daemon.read_all()
    house.heard.say_waiting()
    assert not any("bid 4" in one for one in other.answers(player.room))
    (alone,) = player.invitations()
    assert "bid 4" in player.answers(player.join(alone))[-1]


def test_who_made_a_room_and_left_it_reads_no_answer_when_they_are_back(house):
    """They made it, with the player and the Judge in it, and the player writes while they are away."""
    player, other = house.player("blue"), house.player("copper")
    room = other.open_room(house.judge, player.account)
    house.hear()
    player.join(room)
    other.leave(room)
    player.say(f"{house.judge} bid 4", room)
    assert house.hear() == 1
    player.ask_in(other.account, room)
    other.join(room)
    assert other.answers(room) == player.answers(room) == []
    said = player.answers()[-1]
    assert "bid 4" in said
    assert "Others can read what you wrote" in said


def test_nobody_but_the_judge_lets_anybody_into_the_room_of_its_answers(house):
    player, other = house.player("blue"), house.player("copper")
    player.answers()
    (room,) = player.asked
    with pytest.raises(urllib.error.HTTPError):
        player.ask_in(other.account, room)
    with pytest.raises(urllib.error.HTTPError):
        other.join(room)


def test_who_left_the_room_of_their_answers_is_asked_into_another(house):
    player = house.player("blue")
    player.answers()
    player.leave(player.asked.pop())
    player.say("bid 4")
    house.hear()
    assert "bid 4" in player.answers()[-1]
