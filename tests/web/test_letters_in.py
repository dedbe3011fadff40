"""A text handed in at a page is a letter: taken, answered and proven as one that came by mail with the seat's token."""

import json

import sqlalchemy as sa

from judge.mail.proof import Grade
from judge.store import tables
from tests.web.conftest import BOTH
from tests.web.visitor import Visitor


@BOTH
def test_orders_of_a_page_are_in_and_answered_there_and_by_mail(visitor):
    got = visitor.send("amber", "bid 3\n")
    assert got.status == 200
    assert "OK: Round 1, bids" in got.words(".answer")
    assert "| bid 3" in got.words(".answer")
    assert visitor.table.orders("amber") == ("bid 3",)
    (mail,) = visitor.table.out("receipt")
    assert mail.recipient == "amber@mail.example"
    assert "| bid 3" in visitor.table.written(mail).text


def test_a_page_proves_what_the_token_proves(make_table):
    table = make_table(settings={"auth": "token"}).start()
    visitor = Visitor(table)
    try:
        assert "OK" in visitor.send("amber", "bid 3\n").words(".answer h2")
        (row,) = [json.loads(one["source"]) for one in docket(table)]
        assert Grade.TOKEN.said in row[-1]
    finally:
        visitor.close()


def docket(table):
    with table.campaign.store.read() as connection:
        return [dict(row) for row in connection.execute(sa.select(tables.docket)).mappings()]


@BOTH
def test_the_same_form_sent_twice_is_one_letter(visitor):
    path = visitor.link("amber")
    form = visitor.get(path).tree.css_first("form#compose-form, form#letter")
    given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
    first = visitor.post(path, {**given, "letter": "bid 3"})
    visitor.table.pass_time(minutes=5)
    second = visitor.post(path, {**given, "letter": "bid 3"})
    assert len(visitor.table.letters()) == 1
    assert first.words(".answer") == second.words(".answer")


def test_a_form_we_did_not_give_out_is_refused(visitor):
    path = visitor.link("amber")
    for slip in ("", "1.a", "668a13e080400.72c5956f4094c264c31cb166a838c0ca"):
        got = visitor.post(path, {"slip": slip, "window": "", "letter": "bid 3"})
        assert got.status == 403
    assert not visitor.table.letters()


def test_what_another_site_sends_is_refused(visitor):
    for headers in ({"sec_fetch_site": "cross-site"}, {"origin": "https://evil.example"}):
        assert visitor.send("amber", "bid 3", **headers).status == 403
    assert not visitor.table.letters()
    assert visitor.send("amber", "bid 3", sec_fetch_site="same-origin", origin="null").status == 200


def test_every_answer_has_the_headers_of_a_strict_page(visitor):
    for got in (visitor.get(visitor.link("amber")), visitor.get("/seat/1-a"), visitor.get("/nowhere")):
        assert "default-src 'none'" in got.headers["content-security-policy"]
        assert "unsafe" not in got.headers["content-security-policy"]
        assert got.headers["referrer-policy"] == "no-referrer"
        assert got.headers["cache-control"] == "no-store"
        assert "set-cookie" not in got.headers
