"""Somebody who visits the pages of a table: over HTTP, as a browser without JavaScript does."""

from __future__ import annotations

import http.client
import urllib.parse
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser

from judge.campaign.web import Web
from judge.store import seats
from judge.web.front import Place
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

    def __init__(self, table, base=BASE, **web):
        self.table = table
        self.pages = Pages(table.daemon, Web(base, None, **web), ("127.0.0.1", 0)).start()
        self.front = self.pages.front

    def close(self):
        self.pages.stop()

    def row(self, seat, role="player"):
        with self.table.campaign.store.read() as connection:
            rows = seats.with_games(connection, self.table.name)
        return next(row for row in rows if row["seat"] == seat and row["role"] == role)

    def link(self, seat, role="player"):
        return f"/seat/{self.place(self.row(seat, role)).link(self.front.secret)}"

    def place(self, row):
        """A row at the table as its link opens it."""
        return Place(row=row, game=row["game"], seat=row["seat"], role=row["role"], address="", player=0)

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

    def send(self, seat, text, page="", **headers):
        """Load the page, write into its field, press the button: the answer that is shown."""
        path = self.link(seat)
        if page == "table":
            return self.post(f"{path}/table", {"slip": self.slip(path), "what": "letter", "letter": text}, **headers)
        form = self.get(path).tree.css_first("form#compose-form, form#letter")
        given = {one.attributes["name"]: one.attributes.get("value", "") for one in form.css("input[name]")}
        return self.post(path, {**given, "letter": text}, **headers)

    def slip(self, path):
        """The slip that every form of a seat's page has."""
        return self.get(path).tree.css_first("input[name=slip]").attributes["value"]
