"""The boards that come with the Judge: facts, pictures that can be played from, whole games."""

import re
from pathlib import Path

import pytest
from shapely import LineString, MultiPolygon, Polygon, box

from judge.adjudicator.diplomacy.orders import Build
from judge.adjudicator.protocol import Table, Verdict
from judge.grammar.document import Document, load
from judge.grammar.options import complete_options
from judge.report import pictures
from judge.scenario.simulate import play, seats_for
from judge.shelf import map_document
from judge.variants.diplomacy.game import Diplomacy
from judge.variants.diplomacy.picture_outlines import Outlines

FOLDER = Path(__file__).resolve().parents[2] / "maps"
# Provinces, centres, powers, centres that win: as the board is played.
BOARDS = {
    "ancient-mediterranean": (79, 34, 5, 18),
    "american-empire": (161, 58, 10, 30),
    "canton": (81, 36, 7, 19),
    "cold-war": (90, 27, 2, 17),
    "empires-and-coalitions": (96, 44, 9, 23),
    "europe-1939": (148, 55, 8, 28),
    "fall-of-europe": (87, 40, 7, 18),
    "hundred": (41, 17, 3, 9),
    "modern": (141, 64, 10, 33),
    "1900": (90, 40, 7, 18),
    "pure": (7, 7, 7, 4),
    "sengoku": (81, 37, 7, 25),
    "three-kingdoms": (42, 17, 3, 9),
    "vietnam-war": (53, 25, 5, 15),
    "western-world-901": (157, 64, 9, 33),
}


def board(name):
    file = FOLDER / f"diplomacy-{name}.yaml"
    return Diplomacy(load(file.read_text(encoding="utf-8"), file.name))


@pytest.fixture(scope="module", params=BOARDS)
def shipped(request):
    return request.param, board(request.param)


def neighbours(game):
    """Every pair of provinces between which some unit can step."""
    pairs = set()
    for code, sheet in game.chart.value["provinces"].items():
        ways = [*sheet.get("army", ()), *sheet.get("fleet", ())]
        ways += [way for coast in (sheet.get("coasts") or {}).values() for way in coast]
        pairs |= {tuple(sorted((code, way.partition("/")[0]))) for way in ways}
    return pairs


def area(outlines, code):
    """What the lines that bear a province's name enclose, islands of others left out."""
    rings = sorted((Polygon(ring) for ring in outlines.rings(code) if len(ring) > 3), key=lambda one: -one.area)
    whole = rings[0].buffer(0)
    for ring in rings[1:]:
        whole = whole.difference(ring) if whole.contains(ring.representative_point()) else MultiPolygon([whole, ring])
    return whole


def test_it_can_be_played_and_has_the_counts_of_its_game(shipped):
    name, game = shipped
    provinces, centres, powers, solo = BOARDS[name]
    assert game.lint() == ()
    assert len(game.chart.value["provinces"]) == provinces
    assert len(game.chart.centres) == centres
    assert game.chart.solo == solo
    assert sum(sheet.get("played", True) for sheet in game.chart.value["powers"].values()) == powers


def test_every_border_is_a_line_or_a_dotted_way_and_no_line_is_false(shipped):
    _, game = shipped
    sheet = game.chart.value["picture"]
    outlines = Outlines.of(sheet)
    drawn = {tuple(sorted((one, other))) for one, other, _ in outlines.lines if not {"land", "edge"} & {one, other}}
    dotted = {tuple(sorted(two.split())) for two in sheet.get("links") or ()}
    across = {
        tuple(sorted((code, other)))
        for code, (_, _, said) in (sheet.get("beyond") or {}).items()
        for other in said.split()
    }
    assert drawn <= neighbours(game)
    assert drawn | dotted | across == neighbours(game)
    # Borders that no flat sheet holds are few; on the smallest board everybody borders on everybody.
    assert len(drawn) >= 0.94 * len(neighbours(game)) or len(outlines.marks) == 7


def test_names_stand_within_their_provinces_large_enough_to_be_read(shipped):
    name, game = shipped
    outlines = Outlines.of(game.chart.value["picture"])
    wide = pictures.ruler()
    for code, (x, y, size, unit_x, unit_y, *rows) in outlines.marks.items():
        is_sea = game.chart.value["provinces"][code]["kind"] == "sea"
        text = (rows[0] if rows else game.names[code]).split("/")
        width, height = max(wide(row, is_sea) for row in text) * size, size * len(text)
        place = area(outlines, code).buffer(2)
        assert place.contains(box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)), (name, code)
        assert place.contains(box(unit_x - 8, unit_y - 8, unit_x + 8, unit_y + 8)), (name, code)
        assert size * 1200 / outlines.size[0] >= 9, (name, code)


def test_provinces_do_not_overlap(shipped):
    name, game = shipped
    outlines = Outlines.of(game.chart.value["picture"])
    areas = sorted((area(outlines, code) for code in outlines.marks), key=lambda one: one.bounds)
    for number, one in enumerate(areas):
        for other in areas[number + 1 :]:
            if other.bounds[0] > one.bounds[2]:
                break
            assert one.intersection(other).area < 12, name


def games(game, count, years):
    for number in range(count):
        options = complete_options(game, {"last_year": game.chart.first_year + years})
        table = Table(seats_for(game, 0, None), options)
        *_, last = play(game, table, f"board {number}")
        assert last.state.over is not None
        assert set(last.state.centres) <= set(game.chart.centres)


def test_a_year_is_played_on_it_and_drawn(shipped):
    _, game = shipped
    games(game, 1, 0)
    state = game.setup(Table(seats_for(game, 0, None), complete_options(game, {})), None).state
    svg = pictures.picture(game, game.view(state, None))
    assert svg.startswith("<svg")
    assert not re.search(r"[\" ,]nan[\" ,]", svg)


LABEL = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*font-size="([\d.]+)"[^>]*>([^<]+)</text>')
DOTTED = re.compile(r'd="M([\d.]+) ([\d.]+)Q([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)"[^>]*dasharray="0.1 9"')


def test_no_name_is_written_over_a_dotted_way(shipped):
    name, game = shipped
    state = game.setup(Table(seats_for(game, 0, None), complete_options(game, {})), None).state
    svg = pictures.picture(game, game.view(state, None))
    wide = pictures.ruler()
    for numbers in DOTTED.findall(svg):
        x0, y0, x1, y1, x2, y2 = map(float, numbers)
        way = LineString(
            (
                (1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2,
                (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2,
            )
            for t in (step / 20 for step in range(21))
        )
        for x, y, size, row in LABEL.findall(svg):
            if row in game.names.values():
                half, tall = wide(row, False) * float(size) / 2, float(size) * 0.65
                letters = box(float(x) - half, float(y) - tall, float(x) + half, float(y))
                assert not letters.intersects(way), (name, row)


def test_what_lies_beyond_the_edge_is_named_within_it():
    value = board("fall-of-europe").chart.value
    left, _, width, _ = value["picture"]["frame"]
    beyond = {"ENG": [left + 1, 371, "MID NAT IRI"], "NAT": [left + width - 1, 32, "MID ENG IRI"]}
    game = Diplomacy(Document({**value, "picture": {**value["picture"], "beyond": beyond}}))
    state = game.setup(Table(seats_for(game, 0, None), complete_options(game, {})), None).state
    said = [one for one in LABEL.findall(pictures.picture(game, game.view(state, None))) if one[3].startswith("→")]
    assert said
    for x, _, size, row in said:
        half = len(row) * float(size) * 0.3
        assert left + half <= float(x) <= left + width - half, row


def test_in_escalation_units_are_built_in_the_homes_that_were_named_alone():
    game = Diplomacy(map_document("diplomacy-escalation"))
    options = complete_options(game, {"last_year": 1904})
    *_, last = played = list(play(game, Table(seats_for(game, 0, None), options), "homes"))
    homes = last.state.homes
    assert {len(named) for named in homes.values()} <= {1, 2, 3}
    built = 0
    for one in played:
        for event in one.events:
            if isinstance(event, Verdict) and isinstance(event.order, Build) and one.window.title >= "Winter 1901":
                assert game.chart.province(event.order.at) in homes[event.seat]
                built += 1
    assert built > 5


@pytest.mark.proof
def test_twenty_games_are_played_on_it(shipped):
    games(shipped[1], 20, 7)


def test_every_shipped_board_is_in_the_list():
    assert {file.stem.removeprefix("diplomacy-") for file in FOLDER.glob("diplomacy-*.yaml")} >= set(BOARDS)
    page = (FOLDER.parent / "docs" / "maps" / "boards.md").read_text(encoding="utf-8")
    for name in BOARDS:
        assert f"`diplomacy-{name}`" in page, name
