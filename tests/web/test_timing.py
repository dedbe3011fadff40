"""Secrets are compared in a time that tells nothing: whatever opens something is looked up by its hash, or compared by
`hmac.compare_digest`. Read from the program itself, never from a clock."""

import ast
import hmac

import pytest

from judge.mail.guard import bounced_number, verp_word
from judge.serve.secrets import desk_link, mail_secret
from judge.web.slips import slip
from tests.source import modules

MADE = {"_mac", "desk_link", "link_of", "master_word", "link_hash", "reply_word", "slip", "talk_word", "verp_word"}
"""What makes the words that open something."""
SAID = ("x", "ü" * 17, "2" + "ü" * 17, "a" * 18, "2" + "a" * 17, "\u0130" * 18)


def compared(tree, names):
    """The lines on which what one of these functions made is compared by `==`, `!=` or `in`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn)):
            calls = [
                one for side in (node.left, *node.comparators) for one in ast.walk(side) if isinstance(one, ast.Call)
            ]
            called = {getattr(call.func, "id", getattr(call.func, "attr", "")) for call in calls}
            found += [node.lineno] if called & names else []
    return found


def test_no_secret_is_compared_sign_by_sign():
    wrong = {module.where: lines for module in modules() if (lines := compared(module.tree, MADE))}
    assert not wrong, "compare them by hmac.compare_digest"


def test_the_gate_finds_a_secret_that_is():
    assert compared(ast.parse("if link == link_of(secret, 1, '', 0): pass"), MADE) == [1]
    assert compared(ast.parse("if hmac.compare_digest(link_of(secret, 1, '', 0), link): pass"), MADE) == []


@pytest.fixture
def told(monkeypatch):
    """What was compared in constant time."""
    pairs, real = [], hmac.compare_digest

    def compare(one, other):
        pairs.append(
            {part if isinstance(part, str) else bytes(part).decode("utf-8", "replace") for part in (one, other)}
        )
        return real(one, other)

    monkeypatch.setattr(hmac, "compare_digest", compare)
    return pairs


def spoiled(word):
    """As long, and wrong in its last sign."""
    return word[:-1] + ("a" if word[-1] != "a" else "b")


def test_every_door_of_the_pages_compares_so(visitor, told):
    link = visitor.link("amber").rpartition("/")[2]
    assert visitor.get(f"/seat/{spoiled(link)}").status == 404
    assert {link, spoiled(link)} in told
    with visitor.table.campaign.store.read() as connection:
        desk = desk_link(connection, "gm@example.org")
        secret = mail_secret(connection)
    assert visitor.get(f"/gm/{spoiled(desk)}").status == 404
    assert {desk, spoiled(desk)} in told
    told.clear()
    right = slip(visitor.front.secret, "seat amber", visitor.table.now)
    visitor.post(visitor.link("amber"), {"slip": spoiled(right), "letter": "bid 3\n"})
    assert any(spoiled(right).partition(".")[2] in pair for pair in told)
    assert bounced_number(secret, spoiled(verp_word(secret, 7))) is None
    assert not visitor.table.letters()


def test_a_seat_that_is_not_there_is_compared_as_well(visitor, told):
    """Or an answer that comes sooner would tell how many seats there are."""
    assert visitor.get("/seat/999999-" + "a" * 26).status == 404
    assert any("999999-" + "a" * 26 in pair for pair in told)


@pytest.mark.parametrize("word", SAID)
def test_a_token_in_any_signs_is_a_wrong_token_and_no_more(visitor, word):
    table = visitor.table
    assert table.write("amber", f"TOKEN {word}\nbid 3\n") is not None
    assert visitor.ask("GET", "/api/table", authorization=f"Bearer {word}".encode().decode("latin-1")).status == 401
    assert not [row for row in table.letters() if row["state"] != "done"]
