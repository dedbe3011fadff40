"""The chats of a campaign's file, and what doctor says of them."""

import pytest

from judge.chats import read_chats
from judge.cli.main import run
from judge.grammar.document import DocumentError, load
from tests.chats.boards import NodeBBBoard
from tests.loopback import serving


def test_chats_from_a_campaign_file(tmp_path, monkeypatch):
    (tmp_path / "key").write_text("k3y\n")
    monkeypatch.setenv("BOT", "b0t")
    text = (
        "forum: {kind: discourse, url: 'https://forum.example/', user: judge, secret_file: key, rooms: {12: spring}}\n"
        "server: {kind: discord, secret_env: BOT, rooms: {'99': }}\n"
    )
    chats = read_chats(load(text), tmp_path)
    assert (chats["forum"].url, chats["forum"].secret, chats["forum"].rooms) == (
        "https://forum.example", "k3y", {"12": "spring"},
    )  # fmt: skip
    assert chats["server"].rooms == {"99": ""}
    assert "k3y" not in repr(chats)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("a: {kind: matrx, url: x, secret_env: BOT}", 'did you mean "matrix"?'),
        ("a: {kind: discourse, url: x, secret_env: BOT}", "a discourse chat needs `user`"),
        ("a: {kind: discord}", "needs `secret_file` or `secret_env`"),
        ("a: {kind: discord, secret: abc}", '"secret" means nothing here'),
        ("a b: {kind: discord, secret_env: BOT}", "players write it behind CONNECT"),
        ("a: {kind: discord, secret_env: BOT, rooms: [1]}", "rooms are `room: game`"),
        ("[a]", "chats are `name:"),
    ],
)
def test_a_mistake_is_named(tmp_path, monkeypatch, wrong, said):
    monkeypatch.setenv("BOT", "b0t")
    with pytest.raises(DocumentError) as error:
        read_chats(load(wrong), tmp_path)
    assert said in str(error.value)


def test_doctor_says_whether_each_chat_lets_the_judge_in(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CHAT_SECRET", "s3cret")
    assert run(["init", "club"]) == 0
    with serving(NodeBBBoard()) as board, (tmp_path / "club" / "campaign.yaml").open("a") as file:
        file.write(f"\nchats:\n  board: {board.said.format(url=board.url, rooms=', rooms: {12: spring}')}\n")
        file.flush()
        run(["doctor", "--campaign", "club"])
        said = capsys.readouterr().out
        assert "board (nodebb) lets the Judge in as judge" in said
        assert "its rooms name spring, and no game is called so" in said
        board.down = 401
        assert run(["doctor", "--campaign", "club"]) != 0
        said = capsys.readouterr().out
    assert "BAD" in said
    assert "answered 401" in said
    assert "s3cret" not in said
