"""Every page and mail of every game as a browser shows it: pictures to be looked at, and what can be measured.

python -m tests.looking OUT [GAME …]

Each is opened at 390 and at 1280 pixels, light and dark. A line is printed for whatever is wrong: more than 1.5 MB or
two seconds, words wider than the screen, a fault found by axe, a script's error, something fetched from elsewhere; of
mails a style block or more than 102 kB.
"""

from __future__ import annotations

import base64
import functools
import http.server
import re
import sys
import tempfile
import time
from pathlib import Path

from judge.campaign.archive import club_of, record_of
from judge.campaign.clock import tick
from judge.mail.headers import message_of
from judge.report.site import write_club, write_site
from judge.serve.secrets import desk_link
from judge.variants import GAMES
from tests.loopback import serving
from tests.serve.table import Table
from tests.site.test_pages import CHROMIUM, FLAGS, Quiet
from tests.web.visitor import Visitor

LOCAL = "http://127.0.0.1"
MOST_BYTES, MOST_SECONDS, MOST_MAIL = 1_500_000, 2.0, 102_000
WAYS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]
WINDOWS = {"diplomacy": 8, "range-war": 7, "land-barons": 8, "gold-rush": 5, "hell-on-wheels": 8}
DEEP = 2600
"""So many pixels of a page are kept."""


def main() -> int:
    """Take all the pictures; how many things are wrong."""
    out, keys = Path(sys.argv[1]).absolute(), sys.argv[2:] or [key for key in sorted(GAMES) if key != "lanterns"]
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        wrong = [one for key in keys for one in look_at(browser, key, out / key)]
        browser.close()
    print(f"{len(wrong)} things are wrong")
    return len(wrong) > 0


def look_at(browser, key, out):
    """All pages and mails of one game."""
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        table, sent = played(Path(scratch) / "club", key)
        visitor = Visitor(table, LOCAL)
        out.mkdir(parents=True, exist_ok=True)
        site = Path(scratch) / "site"
        with table.campaign.look() as look:
            write_site([record_of(look, table.name)], site, "The club", "https://club.example/games")
            write_club(site, ("The club", "club"), club_of(look), "https://club.example/games")
        mails = write_mails(table, sent, out / "mails")
        handler = functools.partial(Quiet, directory=str(site))
        with serving(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
            pages = dict(addresses(table, visitor, f"{LOCAL}:{server.server_port}", site))
            pages |= {name: path.as_uri() for name, path in mails.items()}
            contexts = {
                (width, scheme): browser.new_context(
                    viewport={"width": width, "height": 844}, color_scheme=scheme, has_touch=width < 500,
                    is_mobile=width < 500,
                )
                for width, scheme in WAYS
            }  # fmt: skip
            for name, address in pages.items():
                for width, scheme in WAYS:
                    for fault in shot(contexts[width, scheme], address, out / f"{name}-{width}-{scheme}.png", width):
                        wrong.append(f"{key} {name} {width} {scheme}: {fault}")
                        print(wrong[-1], flush=True)
        for name, path in mails.items():
            text = path.with_suffix(".mail").read_text(encoding="utf-8")
            size = len(text.encode())
            faults = [said for said, is_so in (
                (f"{size} bytes", size > MOST_MAIL), ("a style block", "<style" in text),
                ("something from elsewhere", re.search(r'(?:src|background)="(?!cid:)', text)),
            ) if is_so]  # fmt: skip
            wrong += [f"{key} {name}: {fault}" for fault in faults]
            for fault in faults:
                print(f"{key} {name}: {fault}", flush=True)
        largest = max(path.with_suffix(".mail").stat().st_size for path in mails.values())
        print(f"{key}: {len(pages)} pages, largest mail {largest} bytes", flush=True)
        for context in contexts.values():
            context.close()
        visitor.close()
        table.close()
    return wrong


def played(folder, key):
    """Some windows of a game, with press, a mistake and a question by mail; and the mails as they went out then."""
    table = Table(folder, game=key, seats=99, settings={"press_kinds": "white, grey", "press": "private"},
                  more=f"web:\n  base_url: {LOCAL}\n").start()  # fmt: skip
    sent = {}
    for number in range(WINDOWS[key]):
        live = table.live()
        if live.window is None:
            break
        asked = sorted(live.window.asks)
        keep(table, sent)
        for seat in asked:
            table.campaign.enter(table.name, seat, live.game.letter(live.state, seat, f"look {number}"), table.now)
        if number == WINDOWS[key] - 2:
            table.write(asked[0], live.game.letter(live.state, asked[0], "look") + "\nthis line is no order\n")
            table.write(asked[0], "HELP\nSTATUS\n")
            other = next(one for one in table.seats if one != asked[0])
            table.write(asked[0], f"PRESS TO {other}\nShall we keep the peace?\nEND PRESS\n")
        table.campaign.release(table.name, table.now)
        table.pass_time(hours=5)
    live = table.live()
    if live.window is not None:
        table.pass_time(hours=50)
        tick(table.campaign, table.now)
    keep(table, sent)
    return table, sent


def keep(table, sent):
    """The mails that are due now, as they go out: one to each of two readers is enough to look at."""
    readers = ("gm@example.org", f"{table.seats[0]}@mail.example")
    for row in table.out():
        if row.id not in sent and row.kind != "token" and (row.kind != "report" or row.recipient in readers):
            sent[row.id] = table.sent_bytes(row)


def write_mails(table, sent, out):
    """The mails, one of each kind for a player and the newest report: as texts, and as pages with all pictures."""
    out.mkdir(parents=True, exist_ok=True)
    found = {}
    for row in table.rows():
        if row["id"] in sent:
            found.setdefault(row["kind"], []).append(row["id"])
    rows = {one.id: one for one in table.out()}
    player = [rows[at] for at in found.get("report", ()) if rows[at].recipient.endswith("mail.example")]
    picked = {"first-report": player[0], "report": player[-1]}
    picked |= {f"{kind}-{place}": rows[at] for kind, ids in found.items() if kind not in ("report", "token")
               for place, at in enumerate(ids[-3:] if kind == "receipt" else ids[-1:])}  # fmt: skip
    made = {}
    for name, row in picked.items():
        message = message_of(sent[row.id])
        parts = {part.get("Content-ID", "").strip("<>"): part for part in message.walk()}
        kinds = {part.get_content_type(): part for part in reversed(list(message.walk()))}
        page = kinds.get("text/html")
        (out / f"{name}.txt").write_bytes(kinds["text/plain"].get_payload(decode=True))
        if page is None:
            continue
        text = page.get_payload(decode=True).decode()
        (out / f"{name}.mail").write_text(text, encoding="utf-8")

        def inside(match, parts=parts):
            data = base64.b64encode(parts[match[1]].get_payload(decode=True)).decode()
            return f'src="data:image/png;base64,{data}"'

        made[f"mail-{name}"] = out / f"{name}.html"
        made[f"mail-{name}"].write_text(re.sub(r'src="cid:([^"]+)"', inside, text), encoding="utf-8")
    return made


def addresses(table, visitor, site_address, site):
    """The name and the address of every kind of page."""
    game = site / table.name
    phases = sorted(path.name for path in game.glob("0*.html"))
    yield "site", f"{site_address}/index.html"
    for one in ("club.html", "stats.html"):
        if (site / one).is_file():
            yield f"site-{one[:-5]}", f"{site_address}/{one}"
    for one in sorted({"index.html", "orders.html", "check.html", "closing.html", phases[0], phases[-2], phases[-1]}):
        if (game / one).is_file():
            yield f"site-{'step' if one[0] == '0' else ''}{one[:-5]}", f"{site_address}/{table.name}/{one}"
    live = table.live()
    seat = sorted(live.window.asks)[0] if live.window else table.seats[0]
    home = f"{LOCAL}:{visitor.pages.port}"
    for name, path in (("seat", ""), ("seat-press", "/press"), ("seat-table", "/table"), ("seat-archive", "/archive"),
                       ("seat-step", f"/archive/{live.head}")):  # fmt: skip
        yield name, home + visitor.link(seat) + path
    with table.campaign.store.read() as connection:
        desk = f"{home}/gm/{desk_link(connection, 'gm@example.org')}"
    game = f"{desk}/games/{table.name}"
    yield "gm", desk
    yield "gm-letters", f"{desk}/letters"
    yield "gm-letter", f"{desk}/letters/in-1"
    yield "gm-mail", f"{desk}/letters/out-{max(row['id'] for row in table.rows())}"
    yield "gm-game", game
    yield "gm-settings", f"{game}/settings"
    if live.window is not None:
        yield "gm-orders", f"{game}/orders"
        yield "gm-enter", f"{game}/orders/{seat}"
        yield "gm-preview", f"{game}#Preview a release"


def shot(context, address, path, width):
    """One picture, of the page behind a button where the address names one; what is wrong with the page."""
    from axe_playwright_python.sync_playwright import Axe

    page, wrong, sizes = context.new_page(), [], []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("response", lambda answer: sizes.append(answer))
    began = time.monotonic()
    address, _, button = address.partition("#")
    page.goto(address, wait_until="load")
    seconds = time.monotonic() - began
    whole = sum(len(one.body()) for one in sizes if one.status == 200)
    if button:
        with page.expect_navigation(wait_until="load"):
            page.get_by_role("button", name=button).click()
    elsewhere = [one.url for one in sizes if not one.url.startswith((LOCAL, "file:", "data:"))]
    if whole > MOST_BYTES and not address.startswith("file:"):
        wrong.append(f"{whole} bytes")
    if seconds > MOST_SECONDS:
        wrong.append(f"{seconds:.1f} seconds")
    wrong += [f"fetched {one}" for one in elsewhere]
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        wrong.append(f"{wide} pixels wide")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    # A mail's heading is its subject, and axe takes any page without colours of its own for one on white.
    known = ("page-has-heading-one", "color-contrast") if address.startswith("file:") else ()
    wrong += [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in found
        if one["impact"] != "minor" and one["id"] not in known
    ]
    deep = min(DEEP, page.evaluate("document.documentElement.scrollHeight"))
    page.screenshot(path=str(path), clip={"x": 0, "y": 0, "width": width, "height": deep}, full_page=True)
    page.close()
    return [one for one in wrong if "favicon" not in one]


if __name__ == "__main__":
    sys.exit(main())
