"""The picture and the text map: what lies on the table, and nothing of what is hidden."""

import xml.etree.ElementTree as xml
from collections import Counter

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close, take
from judge.adjudicator.protocol import Table
from judge.grammar.document import load
from judge.grammar.options import complete_options
from judge.report.animation import go_by_go
from judge.report.pictures import picture, sketch
from judge.scenario.simulate import play, seats_for
from judge.variants.hell_on_wheels.picture import goes
from judge.variants.hell_on_wheels.picture_stands import stands

GAME = shelf.game("hell-on-wheels")
POSITION = """
phase: Turn 3, building
seats: [Red, Blue, Black]
supervisor: Blue
hands: {Red: [Lawmen, Drinking], Blue: [Jail, Outlaws]}
towns:
  present: {town: Laramie, cards: [Saloon of Red, Church of Blue], customers: [Miners], mayhem: [Vice, Anarchy]}
  future: Cheyenne
"""


def texts(svg):
    return ["".join(element.itertext()) for element in xml.fromstring(svg).iter() if element.tag.endswith("text")]


def test_the_picture_shows_the_table_and_no_hand():
    state = GAME.read_position(load(POSITION))
    svg = picture(GAME, GAME.view(state, None))
    said = texts(svg)
    for word in ("Laramie", "Cheyenne", "no town", "Saloon", "Church", "Miners", "Vice", "Anarchy", "Mayhem 3 = 2 + 1"):
        assert word in said, word
    for hidden in ("Lawmen", "Drinking", "Jail", "Outlaws"):
        assert hidden not in svg
    assert svg == picture(GAME, GAME.view(state, None))
    # Blue and Black are told apart by their letters.
    assert {"R", "Bu", "Ba"} <= set(said)


def labels(svg):
    found = [one for one in xml.fromstring(svg).iter() if one.tag.endswith("text")]
    return [("".join(one.itertext()), float(one.get("x")), float(one.get("y"))) for one in found]


def test_the_star_stands_by_the_supervisor():
    """Nearer to the name it belongs to than to any other."""
    view = GAME.view(GAME.read_position(load(POSITION)), None)
    root = xml.fromstring(picture(GAME, view))
    stars = [one for one in root.iter() if one.get("fill") == "#d9a521" and one.tag.endswith(("path", "polygon"))]
    points = stars[0].get("d") or stars[0].get("points")
    numbers = [float(one) for one in "".join(sign if sign in "0123456789.-" else " " for sign in points).split()]
    x, y = sum(numbers[::2]) / len(numbers[::2]), sum(numbers[1::2]) / len(numbers[1::2])
    names = {said: (at, up) for said, at, up in labels(picture(GAME, view)) if said in ("Red", "Blue", "Black")}
    near = {said: abs(x - at) + abs(y - up) for said, (at, up) in names.items()}
    assert min(near, key=near.get) == "Blue"
    assert near["Blue"] < 130


def test_each_house_bears_its_owners_name():
    said = labels(picture(GAME, GAME.view(GAME.read_position(load(POSITION)), None)))
    for card, owner in (("Saloon", "Red"), ("Church", "Blue")):
        _, x, y = next(one for one in said if one[0] == card)
        assert any(name == owner and abs(x - at) < 2 and 0 < up - y < 45 for name, at, up in said), card


def test_letters_can_be_read_at_800_pixels():
    root = xml.fromstring(picture(GAME, GAME.view(GAME.read_position(load(POSITION)), None)))
    scale = 800 / float(root.get("viewBox").split()[2])
    # Initials on markers repeat what stands written beside them.
    small = [one for one in root.iter() if one.tag.endswith("text") and len("".join(one.itertext())) > 2]
    assert min(float(one.get("font-size")) for one in small) * scale >= 9


def test_what_was_discarded_is_crossed_out_where_it_lay():
    state = GAME.read_position(load(POSITION))
    orders = take(GAME, state, "red", "building", "window 6: raid Vice in Present").orders
    step = close(GAME, state, {"red": orders}, KeyedDice.of("picture")).step
    svg = picture(GAME, GAME.view(step.state, None), report.told_to(step.events, None))
    assert "stroke-dasharray" in svg
    assert "Vice" in texts(svg)
    assert "Vice" not in texts(picture(GAME, GAME.view(step.state, None)))


def test_the_text_map_is_76_columns_wide_at_most():
    for seats in (2, 6, 8):
        table = Table(seats_for(GAME, 0, seats), complete_options(GAME, {}))
        for played in play(GAME, table, "sketch"):
            text = sketch(GAME, GAME.view(played.state, None))
            assert max(map(len, text.splitlines())) <= 76
            drawn = xml.fromstring(picture(GAME, GAME.view(played.state, None), report.told_to(played.events, None)))
            assert drawn.tag.endswith("svg")


def test_the_text_map_names_the_towns_and_their_cards():
    text = sketch(GAME, GAME.view(GAME.read_position(load(POSITION)), None))
    for word in (
        "Laramie (S)",
        "Cheyenne (P)",
        "(no town)",
        "Red: Saloon",
        "Blue: Church",
        "+ Miners",
        "! Vice",
        "Mayhem 3",
    ):
        assert word in text, word
    assert "Lawmen" not in text


@pytest.mark.parametrize("word", ["one", "two"])
def test_a_replay_begins_with_every_town_as_it_was_before_the_step(word):
    """Found by going back from the present: cards played and discarded, moved, jumped, foreclosed, towns that left."""

    def cards(town):
        return town and (town.town, Counter((*town.houses, *town.civilized, *town.customers, *town.mayhem)))

    table = Table(seats_for(GAME, 0, 4), complete_options(GAME, {}))
    before, moved = None, 0
    for played in play(GAME, table, word):
        view, numbers = GAME.view(played.state, None), goes(GAME, played.events)
        if before is not None and any(numbers):
            # One event more, before all: how things stood after it is how the step found them.
            later = tuple(number and number + 1 for number in numbers)
            found = stands(GAME.box, view, (None, *played.events), (1, *later))
            for place in ("past", "present", "future"):
                (then,) = (one.town for one in found if one.place == place and one.first == 1)
                assert cards(then) == cards(before.town(place)), (view.turn, place)
            moved += any(event.code == "town-moves-on" for event in played.events)
        before = view
    assert moved > 3


def test_in_a_replay_a_town_has_its_name_on_the_board_until_it_moves_on():
    table = Table(seats_for(GAME, 0, 4), complete_options(GAME, {}))
    before = None
    for played in play(GAME, table, "one"):
        left = next((event.town for event in played.events if event.code == "town-leaves"), "")
        if left and before is not None:
            frames = go_by_go(picture(GAME, GAME.view(played.state, None), played.events))
            name = GAME.names[left]
            assert name in shown(frames[0])
            assert name not in shown(frames[-1])
            return
        before = played
    raise AssertionError("no town left")


def shown(svg):
    """All words of a picture that are not hidden."""
    root, hidden = xml.fromstring(svg), set()
    for group in root.iter():
        if group.get("display") == "none":
            hidden |= set(group.iter())
    return ["".join(one.itertext()) for one in root.iter() if one not in hidden and one.tag.endswith("text")]
