"""A player who composes orders with the mouse, or with a finger, and nothing else."""

from __future__ import annotations

import math

from judge.report import compose
from judge.shelf import shipped

MOST = 4
"""Of so many pieces in a window each is given an order, each in another way: by place, list, drag or choice."""
LABEL = """t => {
  const it = judgeComposer, all = it.subjects().flatMap(s => s.choices || []);
  return it.sayChoice(all.find(c => c.text === t));
}"""
CLEAR = 16
"""A figure's circle and a little more."""
SPOT = """([x, y]) => {
  const svg = document.querySelector("#compose-map svg");
  const at = (px, py) => new DOMPoint(px, py).matrixTransform(svg.getScreenCTM());
  const map = document.getElementById("compose-map"), first = at(x, y), box = map.getBoundingClientRect();
  map.scrollBy(first.x - box.left - box.width / 2, first.y - box.top - box.height / 2);
  const then = at(x, y);
  window.scrollBy(0, then.y - 200);
  const now = at(x, y);
  return [now.x, now.y];
}"""


THERE = """spots => {
  const drawn = document.querySelector("#compose-map svg").getScreenCTM();
  return spots.map(([x, y]) => { const p = new DOMPoint(x, y).matrixTransform(drawn); return [p.x, p.y]; });
}"""


def open_page(page, game, view, window, sent=()):
    """The composer of one seat, as a page may hold it."""
    seat = view.seat
    part = compose.page_part(game, view, window, compose.Outlet("judge@example.org", "subject"), sent={seat: sent})
    markup = str(part).partition("<script src=")[0]
    style = (shipped("templates") / "site" / "style.css").read_text()
    page.goto("about:blank")
    page.set_content(f"<!doctype html><html lang=en><style>{style}</style><main>{markup}</main></html>")
    page.add_script_tag(content=compose.syntax_script(game, view))
    for name in compose.SCRIPTS:
        script = (shipped("templates") / "site" / name).read_text()
        page.add_script_tag(content=script.replace('window.addEventListener("DOMContentLoaded", ', "queueMicrotask("))
    # The page begins when its scripts are there: they come one after the other here, and the first began alone.
    page.dispatch_event("#compose-text", "input")


class Hand:
    """Clicks, or taps."""

    def __init__(self, page, sheet, touch):
        self.page, self.sheet, self.touch = page, sheet, touch

    def spot(self, x, y):
        x, y = self.page.evaluate(SPOT, [x, y])
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def space(self, name):
        self.spot(*self.sheet.spots[name])

    def button(self, found):
        if self.touch:
            found.tap()
        else:
            found.click()

    def option(self, label):
        self.button(self.page.get_by_role("button", name=label, exact=True).first)

    def drag(self, names):
        points = [self.page.evaluate(SPOT, list(self.sheet.spots[names[0]]))]
        points += self.page.evaluate(THERE, [list(self.sheet.spots[name]) for name in names[1:]])
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for x, y in points[1:]:
            self.page.mouse.move(x, y, steps=3)
        self.page.mouse.up()
        self.page.wait_for_timeout(60)


def lines(page):
    return page.input_value("#compose-text").splitlines()


def play(page, game, view, window, seat, touch):
    """Order something about every subject of a seat by clicks; the lines that were meant."""
    sheet = compose.composer(game.key).sheet(game, view)
    hand, wanted = Hand(page, sheet, touch), []
    for number, subject in enumerate(compose.subjects(game, view, seat, window.asks[seat])[:MOST]):
        made = order(hand, subject, number)
        if made:
            assert made in lines(page), (subject.id, made, lines(page))
            wanted.append(made)
    return wanted


def order(hand, subject, number):
    """One order about one subject: by its piece on the map, else by its row."""
    row = f"#compose-{subject.id}"
    if subject.route and number % 4 != 3:
        near = hand.sheet.near[subject.route.start][number % 3 :][:1]
        way = (subject.route.start, *near)
        if hand.touch:
            pick(hand, subject)
            hand.space(way[-1])
            hand.option("Leave it")
        else:
            pick(hand, subject)
            hand.drag(way)
            hand.option("Leave it")
        return subject.route.text.replace("{way}", "-".join(way))
    if subject.spot and number % 2 == 0:
        pick(hand, subject)
        hand.spot(*inside(hand.sheet, subject, number))
        if subject.spot.corners:
            hand.option("Leave it")
        return next((one for one in lines(hand.page) if one.startswith(subject.spot.text.partition("{")[0])), "nothing")
    if subject.said == "others":
        return None
    if subject.choices:
        choice = subject.choices[number * 7 % len(subject.choices)]
        if choice.steps and all(step in hand.sheet.spots for step in choice.steps):
            pick(hand, subject)
            for step in choice.steps if choice.steps != (subject.space,) else ():
                hand.space(step)
            label = hand.page.evaluate(LABEL, choice.text)
            offered = hand.page.locator("#compose-options").get_by_role("button", name=label, exact=True)
            # On a busy machine the page answers a moment later: the order is in, or it is offered.
            for _ in range(200):
                if choice.text in lines(hand.page) or offered.count():
                    break
                hand.page.wait_for_timeout(50)
            if choice.text not in lines(hand.page):
                hand.button(offered.first)
            leave = hand.page.locator("#compose-options").get_by_role("button", name="Leave it")
            if leave.count():
                hand.button(leave)
        else:
            hand.page.select_option(row, str(subject.choices.index(choice)))
        return choice.text
    if subject.amount:
        more = hand.page.locator(f".sums:has({row})").get_by_role("button").nth(1)
        hand.button(more)
        hand.button(more)
        return subject.amount.text.replace("{n}", "2") if subject.amount.most > 1 else None
    if subject.several and subject.several.items:
        group = hand.page.locator(".several").get_by_role("button", name=subject.several.items[0][1]).first
        hand.button(group)
        return subject.several.text.replace("{list}", subject.several.items[0][0])
    return None


def pick(hand, subject):
    """The piece itself where it stands alone on the map, else the sign in its row."""
    hand.button(hand.page.locator(f".subject[data-subject='{subject.id}'] .pick"))


def inside(sheet, subject, number):
    """A place on the picture within what the page marked: half way to its rim, and on nobody else's figure."""
    plane, shape = sheet.plane, subject.spot.shape or ((2000, 2000 + 100 * number),)
    xs, ys = [x for x, _ in shape], [y for _, y in shape]
    middle = (min(xs) + max(xs)) / 200, (min(ys) + max(ys)) / 200
    on = plane["left"] + middle[0] * plane["scale"], plane["top"] + (plane["depth"] - middle[1]) * plane["scale"]
    start = sheet.spots.get(subject.space) or on
    others = [spot for name, spot in sheet.spots.items() if name != subject.space]
    for turn in range(len(shape)):
        x, y = shape[(3 + number + turn) % len(shape)]
        rim = plane["left"] + x * plane["scale"] / 100, plane["top"] + (plane["depth"] - y / 100) * plane["scale"]
        spot = (start[0] + rim[0]) / 2, (start[1] + rim[1]) / 2
        if all(math.dist(spot, other) > CLEAR for other in others):
            return spot
    raise AssertionError(f"no free place for {subject.id}")
