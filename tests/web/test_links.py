"""What a link opens: one seat of one game, as long as its token holds and the game goes on."""

import socket
from pathlib import Path

import pytest

from judge.campaign.web import KEYS, Web, read_web
from judge.grammar.document import Document
from judge.web import guard

ROOT = Path(__file__).resolve().parents[2]


def test_a_link_opens_its_own_seat_and_no_other(visitor):
    for seat in visitor.table.seats:
        words = visitor.get(visitor.link(seat)).words()
        assert f"You are {seat.title()}" in words
        assert not any(f"You are {other.title()}" in words for other in visitor.table.seats if other != seat)


@pytest.mark.parametrize("spoil", [lambda link: link[:-1] + "ab"[link[-1] == "a"], lambda link: link + "a",
                                   lambda link: link.partition("-")[0], lambda link: "/seat/999999-" + "a" * 26,
                                   lambda link: "/seat/" + "9" * 400, lambda link: "/seat/-", lambda link: link.upper(),
                                   lambda link: "/seat/1-%C3%A9%00"])  # fmt: skip
def test_a_guessed_link_opens_nothing(visitor, spoil):
    got = visitor.get(spoil(visitor.link("amber")))
    assert got.status == 404
    assert "amber" not in got.text.lower()


def test_the_word_of_one_seat_does_not_open_another(visitor):
    (_, word), (other, _) = (visitor.link(seat).rsplit("-", 1) for seat in ("amber", "blue"))
    assert visitor.get(f"{other}-{word}").status == 404


def test_a_new_player_gets_a_new_link_and_the_old_one_ends(visitor):
    old = visitor.link("amber")
    visitor.table.campaign.replace(visitor.table.name, "amber", "new@mail.example", visitor.table.now)
    assert visitor.get(old).status == 404
    assert visitor.get(visitor.link("amber")).status == 200


def test_a_redirect_leads_to_no_other_host(visitor):
    """A link with a stroke behind it is mended by a redirect; the host is not the one that the visitor named."""
    link = visitor.link("amber")
    got = visitor.get(f"{link}/?a=1", host="evil.example")
    assert (got.status, got.headers["location"]) == (307, f"{link}?a=1")


def test_what_the_campaign_says_of_pages_is_read():
    assert read_web(Document(None), []) is None
    said = Document({"base_url": "https://play.example.org/", "listen": "0.0.0.0:80"})
    assert read_web(said, []) == Web("https://play.example.org", ("0.0.0.0", 80))
    assert read_web(Document({"base_url": "http://localhost:8080", "listen": "none"}), []).listen is None


@pytest.mark.parametrize(("value", "said"), [
    ({"base_url": "http://play.example.org"}, "https://play.example.org"),
    ({}, "base_url is where"),
    ({"base_url": "https://a.example/?x"}, "base_url"),
    ({"base_url": "https://a.example", "listen": "everywhere"}, "host:port"),
    ({"base_url": "https://a.example", "lisen": "a:1"}, 'did you mean "listen"'),
    ({"base_url": "https://a.example", "requests": "many"}, "a number from 10"),
])  # fmt: skip
def test_a_mistake_about_pages_is_named(value, said):
    complaints = []
    read_web(Document(value), complaints)
    assert any(said in one.sentence for one in complaints)


def test_the_guide_names_each_setting():
    guide = (ROOT / "docs" / "web-guide.md").read_text(encoding="utf-8")
    assert not [key for key in KEYS if f"| `{key}` |" not in guide]


def test_who_sends_a_form_bit_by_bit_keeps_nobodys_place(visitor, monkeypatch):
    monkeypatch.setattr(guard, "PATIENCE", 0.05)
    head = f"POST {visitor.link('amber')} HTTP/1.1\r\nHost: play.example.org\r\nContent-Length: 1000\r\n\r\nletter="
    with socket.create_connection(("127.0.0.1", visitor.pages.port), timeout=20) as line:
        line.sendall(head.encode())
        answer = b""
        # Head and page may come one after the other.
        while b"</html>" not in answer and (more := line.recv(100_000)):
            answer += more
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"took too long to come" in answer
    assert visitor.get(visitor.link("amber")).status == 200


@pytest.mark.parametrize("body", [b"letter=%ff%fe", b"\xff\xfe\x00", b"=&&&;==", b"letter=" + b"%F0%9F%8E%B2" * 9])
def test_bytes_that_are_no_form_of_ours_send_nothing(visitor, body):
    got = visitor.ask("POST", visitor.link("amber"), body, content_type="application/x-www-form-urlencoded")
    assert got.status in (400, 403)
    assert visitor.table.letters() == []
