"""Somebody who visits the pages of a table: over HTTP, as a browser without JavaScript does."""

from __future__ import annotations

import http.client
import urllib.parse
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from judge.serve.links import Web
from judge.serve.secrets import link_of
from judge.store import seats
from judge.web.server import Pages

BASE = "https://play.example.org"


@dataclass(frozen=True)
class Got:
    status: int
    headers: dict
    body: bytes

    @property
    def text(self):
        return self.body.decode()

    @property
    def tree(self):
        return LexborHTMLParser(self.text)

    def words(self, css="body"):
        """What is read in a part of the page, on one line."""
        return " ".join(" ".join(one.text(separator=" ") for one in self.tree.css(css)).split())


class Visitor:
    """`table`: whose pages are visited."""

    def __init__(self, table, **web):
        self.table = table
        self.pages = Pages(table.daemon, Web(BASE, None, **web), ("127.0.0.1", 0)).start()
        self.front = self.pages.front

    def close(self):
        self.pages.stop()

    def row(self, seat, role="player"):
        with self.table.campaign.store.read() as connection:
            rows = seats.with_games(connection, self.table.name)
        return next(row for row in rows if row["seat"] == seat and row["role"] == role)

    def link(self, seat, role="player"):
        row = self.row(seat, role)
        return f"/seat/{link_of(self.front.secret, row['id'], row['token_hash'], row['links'])}"

    def ask(self, method, path, body=b"", **headers):
        client = http.client.HTTPConnection("127.0.0.1", self.pages.port, timeout=30)
        try:
            client.request(method, path, body or None, {key.replace("_", "-"): one for key, one in headers.items()})
            answer = client.getresponse()
            return Got(answer.status, {key.lower(): value for key, value in answer.getheaders()}, answer.read())
        finally:
            client.close()

    def get(self, path, **headers):
        return self.ask("GET", path, **headers)

    def post(self, path, form, **headers):
        kind = {"content_type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urllib.parse.urlencode(form).encode(), **{**kind, **headers})

    def send(self, seat, text, path=None, **headers):
        """Load the page, write into its field, press the button: the answer that is shown."""
        path = path or self.link(seat)
        form = self.get(path).tree.css_first("form#compose-form, form#letter")
        given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
        return self.post(path, {**given, "letter": text}, **headers)
