"""Whole mails, as programs for mail make them: their writer's own words of today count, and nobody else's."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
import yaml

from judge.mail.headers import message_of
from judge.serve.demo import text_of
from tests.mail.test_attachments import document, run
from tests.serve.table import Table
from tests.serve.test_one_way import send_all

ALL = yaml.safe_load((Path(__file__).parent / "whole_mails.yaml").read_text(encoding="utf-8"))["mails"]
MAILS = [one for one in ALL if one.get("reply") != "other"]
FRANCE = "france@mail.example"
DOCX = "vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A game of Diplomacy for the mails that answer no press."""
    table = seated(tmp_path_factory.mktemp("mails"))
    yield table
    table.close()


def seated(folder):
    table = Table(folder / "club", game="diplomacy", seats=7, name="spring").start()
    send_all(table)
    return table


def mail_of(table, one, answers):
    """A mail of France's, signed by its server."""
    mail = message_of(table.mail("france", "x", subject=one.get("subject", "Re: [club/spring] Spring 1901")))
    found = EmailMessage()
    for name, value in mail.items():
        if name.lower() not in ("content-type", "content-transfer-encoding", "mime-version"):
            found[name] = " ".join(value.split())
    if answers:
        found["In-Reply-To"] = answers
    for name, value in one.get("headers", {}).items():
        found[name] = value
    if "html" in one:
        found.set_content(one["html"], subtype="html")
    elif "charset" in one:
        found.set_content(one["text"], charset=one["charset"], cte="base64")
    else:
        found.set_content(one["text"])
    if one.get("flowed"):
        found.set_param("format", "flowed")
    if "docx" in one:
        found.add_attachment(
            document(*map(run, one["docx"])), maintype="application", subtype=DOCX, filename="orders.docx"
        )
    if "picture" in one:
        found.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename=one["picture"])
    return found.as_bytes()


def answered(table, one):
    """What it answers: a mail that the Judge sent to France."""
    kind = {"answer": "receipt"}.get(one.get("reply"), one.get("reply"))
    return next((row.message_id for row in reversed(table.out(kind)) if row.recipient == FRANCE), "") if kind else ""


def wrong(table, one):
    """What is not as its writer meant it; "": all is."""
    table.write("france", "CLEAR")
    if one.get("reply") == "answer":
        table.write("france", one.get("before", "RESIGN"))
    if "press" in one:
        table.write("germany", f"PRESS TO france\n{one['press']}\nEND PRESS")
        send_all(table)
    answer = table.arrive(mail_of(table, one, answered(table, one)))
    allowed = one["answer"] if isinstance(one["answer"], list) else [one["answer"]]
    verdict = answer.facts["verdict"] if answer is not None else "none"
    nested = one["orders"] and any(isinstance(orders, list) for orders in one["orders"])
    sets = one["orders"] if nested else [one["orders"]]
    if sorted(table.orders("france")) not in [sorted(orders) for orders in sets]:
        return f"other orders: {table.orders('france')}"
    if verdict not in allowed:
        return f"{verdict} for {allowed}"
    said = text_of(message_of(table.sent_bytes(answer))) if answer is not None else ""
    return next((f"not named: {words}" for words in one.get("named", ()) if words not in said), "")


@pytest.mark.parametrize("one", MAILS, ids=[one["title"] for one in MAILS])
def test_a_whole_mail_is_read_as_its_writer_meant_it(shared, tmp_path, one):
    """Those that are not yet say why; when one is, that must go."""
    table = seated(tmp_path) if "press" in one else shared
    assert bool(wrong(table, one)) == ("stays" in one), wrong(table, one)
    assert table.live().row["status"] == "running"
    if table is not shared:
        table.close()


def test_an_answer_to_a_mail_of_another_game_orders_nothing_here(tmp_path):
    table = seated(tmp_path)
    (one,) = (one for one in ALL if one.get("reply") == "other")
    table.campaign.new_game("autumn", "diplomacy", table.now)
    for seat in table.seats:
        writer = {"turkey": FRANCE, "france": "otto@mail.example"}.get(seat, f"{seat}@mail.example")
        table.campaign.assign("autumn", seat, writer, table.now)
    table.campaign.start("autumn", table.now)
    autumn = next(row for row in reversed(table.out("report")) if row.recipient == FRANCE)
    answer = table.arrive(mail_of(table, one, autumn.message_id))
    assert answer.facts["verdict"] in one["answer"]
    assert table.orders("france") == ()
    assert all(entry.lines == () for entry in table.campaign.docket("autumn")[1].values())
    table.close()
