"""The large part of the table: of the whole step where most was done, go by go where that go was done."""

from itertools import islice
from xml.etree import ElementTree

from judge import report, shelf
from judge.adjudicator.protocol import Table
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.report.animation import go_by_go
from judge.scenario.simulate import play, seats_for
from judge.variants.gold_rush import picture
from judge.variants.gold_rush.picture_codes import INSET
from judge.variants.gold_rush.picture_pieces import Table as Cloth


def turns():
    """Some turns of a game: what everybody sees after each, what happened in it, and its picture."""
    game = shelf.game("gold-rush")
    table = Table(seats_for(game, 0, 7), complete_options(game, {}))
    for played in islice(play(game, table, "look"), 3, 6):
        view, events = game.view(played.state, None), report.told_to(played.events, None)
        yield view, events, picture.goes(game, events), pictures.picture(game, view, events)


def done_in(view, events, goes, go):
    """Where figures of a go ended their ways, shot and were shot at, in pixels."""
    cloth = Cloth(view)
    own = [event for event, number in zip(events, goes, strict=True) if number == go]
    ends = [event.path[-1] for event in own if event.code == "moved"]
    shots = [place for event in own if event.code == "fired" for place in (event.start, event.end)]
    return [cloth.at(place) for place in ends + shots]


def large(svg):
    """The part of the table that is drawn large; parts that are not shown do not count."""

    def shown(part):
        if part.get("display") == "none":
            return
        if part.tag.endswith("svg") and part.get("x"):
            left, top, wide, high = map(float, part.get("viewBox").split())
            yield left, top, left + wide, top + high
        for inner in part:
            yield from shown(inner)

    found = list(shown(ElementTree.fromstring(svg)))
    assert len(found) == 1
    return found[0]


def test_what_a_go_does_is_seen_large_in_its_frame_wherever_it_is_done():
    moved = 0
    for view, events, goes, svg in turns():
        *frames, whole = go_by_go(svg)
        for go, frame in enumerate(frames, start=1):
            here, done = large(frame), done_in(view, events, goes, go)
            moved += here != large(whole)
            xs, ys = [x for x, _ in done] or [0], [y for _, y in done] or [0]
            if max(xs) - min(xs) < INSET[0] - 40 and max(ys) - min(ys) < INSET[1] - 40:
                assert all(here[0] <= x <= here[2] and here[1] <= y <= here[3] for x, y in done), go
    assert moved


def test_the_whole_step_has_one_large_part_where_most_was_done():
    for _, _, goes, svg in turns():
        assert large(svg) == large(go_by_go(svg)[-1])
        assert len(go_by_go(svg)) == max(go for go in goes if go) + 1
