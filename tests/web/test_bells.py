"""Browsers that are rung: by a push service on this machine, with a message that has no words, as long as the link."""

from __future__ import annotations

import http.server
import json
import queue
import threading
from base64 import urlsafe_b64decode

import pytest

from judge.campaign.config import read_config
from judge.campaign.web import SERVICES, Web
from judge.store.bells import forget_gone
from judge.store.door_tables import bells
from tests.web.test_browser import browser  # noqa: F401
from tests.web.visitor import BASE, Visitor

pytest.importorskip("py_vapid")
from py_vapid import Vapid02

from judge.serve.bells import Ringer, public_key


class Service:
    """Where the maker of a browser would take messages: it keeps each, and answers with `status`."""

    def __init__(self):
        self.got, self.status = queue.Queue(), 201
        service = self

        class Taking(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                service.got.put((self.path, dict(self.headers), body))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Taking)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class House:
    """A table whose players' browsers can be rung."""

    def __init__(self, table):
        self.table, self.service = table, Service()
        self.visitor = Visitor(table, push=(self.service.origin,))
        self.ringer = Ringer(table.campaign, self.visitor.front.web)

    def ask(self, seat, endpoint=None, **more):
        path = self.visitor.link(seat)
        form = {"slip": self.visitor.slip(path), "endpoint": endpoint or f"{self.service.origin}/{seat}", **more}
        return self.visitor.post(f"{path}/bell", form)

    def rung(self):
        """What the service got of all mails that there are, each as if it had just gone."""
        for mail in self.table.out():
            self.ringer.went(mail)
        self.ringer.start()
        self.ringer.stop()
        self.ringer = Ringer(self.table.campaign, self.visitor.front.web)
        return [self.service.got.get_nowait() for _ in range(self.service.got.qsize())]

    def bells(self):
        with self.table.campaign.store.read() as connection:
            return [row.endpoint for row in connection.execute(bells.select().order_by(bells.c.endpoint))]

    def close(self):
        self.visitor.close()
        self.service.close()


@pytest.fixture
def house(make_table):
    made = House(make_table(more=f"web:\n  base_url: {BASE}\n").start())
    yield made
    made.close()


def test_a_report_rings_whoever_asked_at_their_own_seat_alone(house):
    assert house.ask("amber").status == 204
    house.table.campaign.release("g1", house.table.now)
    rung = house.rung()
    assert {path for path, _, _ in rung} == {"/amber"}
    assert len(rung) == sum(mail.recipient == "amber@mail.example" for mail in house.table.out("report"))


def test_a_message_says_nothing_and_is_signed_with_the_key_that_browsers_know(house):
    house.ask("amber")
    _, headers, body = house.rung()[0]
    assert body == b""
    assert Vapid02.verify(headers["Authorization"])
    words = dict(part.split("=", 1) for part in headers["Authorization"].removeprefix("vapid ").split(","))
    with house.table.campaign.store.read() as connection:
        assert words["k"] == public_key(connection)
    page = house.visitor.get(f"{house.visitor.link('amber')}/table")
    assert page.tree.css_first("#bell").attributes["data-key"] == words["k"]
    # The key and the signature are numbers in letters: they may spell anything. What the token claims is in words.
    claims = urlsafe_b64decode(words["t"].split(".")[1] + "==").decode()
    told = json.dumps({**headers, "Authorization": claims})
    assert '"aud"' in claims
    for secret in ("g1", "amber", house.visitor.link("amber"), house.table.tokens["amber"]):
        assert secret not in told


@pytest.mark.parametrize("end", ["SET LINK NEW", "replace", "off", "gone"])
def test_with_the_link_the_ringing_ends(house, end):
    house.ask("amber")
    if end == "replace":
        house.table.campaign.replace("g1", "amber", "new@mail.example", house.table.now)
    elif end == "off":
        assert house.ask("amber", off="yes").status == 204
    elif end == "gone":
        house.service.status = 410
        house.rung()
    else:
        house.table.write("amber", "SET LINK NEW\n")
    house.table.campaign.release("g1", house.table.now)
    assert house.rung() == []
    with house.table.campaign.act(house.table.now) as act:
        forget_gone(act.connection)
    assert house.bells() == []


def test_a_service_in_trouble_is_asked_again_with_the_next_news(house):
    house.ask("amber")
    house.service.status = 503
    assert house.rung()
    assert house.bells() == [f"{house.service.origin}/amber"]


@pytest.mark.parametrize(
    "endpoint",
    ["", "http://127.0.0.1:1/x", "https://evil.example/x", "{own}", "{own}/", "{own}@evil.example/x", "{own}/ä",
     "{own}/" + "x" * 1000, "file:///etc/passwd", "https://[::1/x"],
)  # fmt: skip
def test_nothing_but_a_push_service_is_ever_rung(house, endpoint):
    path = house.visitor.link("amber")
    form = {"slip": house.visitor.slip(path), "endpoint": endpoint.format(own=house.service.origin)}
    assert house.visitor.post(f"{path}/bell", form).status == 400
    assert house.bells() == []


def test_nobody_else_makes_a_browser_ring(house):
    path, other = house.visitor.link("amber"), house.visitor.link("blue")
    form = {"slip": house.visitor.slip(other), "endpoint": f"{house.service.origin}/x"}
    assert house.visitor.post(f"{path}/bell", form).status == 403
    assert house.visitor.post(f"{path[:-1]}/bell", form).status == 404
    assert house.bells() == []


def test_a_seat_has_so_many_bells_and_the_newest_ones(house):
    for number in range(12):
        house.table.pass_time(seconds=1)
        house.ask("amber", f"{house.service.origin}/{number:02}")
    assert house.bells() == [f"{house.service.origin}/{number:02}" for number in range(2, 12)]


def test_the_script_that_a_browser_keeps_names_the_game_and_no_other_site(house):
    got = house.visitor.get(f"{house.visitor.link('amber')}/worker.js")
    assert got.headers["content-type"].startswith("text/javascript")
    assert '"There is news in g1"' in got.text
    assert "//" not in got.text.replace("// ", "")
    assert house.visitor.link("amber") not in got.text


def test_where_it_was_not_switched_on_no_page_speaks_of_it(table):
    visitor = Visitor(table)
    try:
        path = visitor.link("amber")
        assert "data-ring" not in visitor.get(f"{path}/table").text
        form = {"slip": visitor.slip(path), "endpoint": "https://fcm.googleapis.com/x"}
        assert visitor.post(f"{path}/bell", form).status == 400
    finally:
        visitor.close()


@pytest.mark.parametrize(
    ("said", "services"),
    [("push: yes", SERVICES), ("push: no", ()), ("push: [https://push.example.org/]", ("https://push.example.org",))],
)
def test_campaign_yaml_says_which_services_may_be_rung(tmp_path, said, services):
    assert web_of(tmp_path, said) == services


def test_a_service_that_is_none_is_named_with_its_line(tmp_path):
    with pytest.raises(Exception, match="push is yes, no, or "):
        web_of(tmp_path, "push: everywhere")


def test_the_makers_of_browsers_are_known():
    web = Web("https://play.example.org", None, push=SERVICES)
    assert web.is_service("https://fcm.googleapis.com/fcm/send/abc:def")
    assert web.is_service("https://wns2-by3p.notify.windows.com/w/?token=abc")
    assert not web.is_service("https://fcm.googleapis.com.evil.example/x")
    assert not web.is_service("https://evil.example/.notify.windows.com/x")


def web_of(folder, said):
    (folder / "campaign.yaml").write_text(f"name: club\nweb:\n  base_url: https://play.example.org\n  {said}\n")
    return read_config(folder).web.push


PRETENDED = """
const ring = { endpoint: ENDPOINT, unsubscribe: async function () { window.asked = null; return true; } };
PushManager.prototype.subscribe = async function (how) { window.asked = how; return ring; };
PushManager.prototype.getSubscription = async function () { return window.asked ? ring : null; };
Notification.requestPermission = async function () { return "granted"; };
"""


@pytest.mark.server
def test_a_browser_asks_is_rung_and_shows_the_news(make_table, browser):  # noqa: F811
    """All but the maker's own service, which no test can be: the browser's answer from there is made up."""
    table = make_table(more=f"web:\n  base_url: {BASE}\n").start()
    service = Service()
    visitor = Visitor(table, "http://127.0.0.1", push=(service.origin,))
    context = browser.new_context(viewport={"width": 390, "height": 844}, permissions=["notifications"])
    try:
        page = context.new_page()
        page.add_init_script(PRETENDED.replace("ENDPOINT", json.dumps(f"{service.origin}/phone")))
        page.goto(f"http://127.0.0.1:{visitor.pages.port}{visitor.link('amber')}/table")
        page.get_by_role("button", name="Ring here").click()
        page.get_by_text("This browser rings when there is news.").first.wait_for()
        assert page.evaluate("window.asked.userVisibleOnly && window.asked.applicationServerKey.length") == 65
        ringer = Ringer(table.campaign, visitor.front.web)
        ringer.start()
        ringer.went(next(mail for mail in table.out("report") if mail.recipient == "amber@mail.example"))
        ringer.stop()
        assert service.got.get_nowait()[0] == "/phone"
        worker = context.service_workers[0] if context.service_workers else context.wait_for_event("serviceworker")
        worker.evaluate("""() => new Promise(function (done) {
            const push = new PushEvent("push"), waits = [];
            push.waitUntil = function (one) { waits.push(one); };
            self.dispatchEvent(push);
            Promise.all(waits).then(done);
        })""")
        shown = worker.evaluate("() => self.registration.getNotifications().then(all => all.map(one => one.body))")
        assert shown == ["There is news in g1"]
        page.get_by_role("button", name="Ring no more").click()
        page.get_by_text("This browser does not ring.").first.wait_for()
        with table.campaign.store.read() as connection:
            assert connection.execute(bells.select()).all() == []
    finally:
        context.close()
        visitor.close()
        service.close()
