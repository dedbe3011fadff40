"""The box: 62 kinds, 82 cards, ten towns, as the rules list them."""

import re
from collections import Counter
from pathlib import Path

import pytest

from judge import report, shelf
from judge.adjudicator.dice import KeyedDice, ScriptedDice
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Problem, Table
from judge.grammar.document import dump, load
from judge.grammar.options import complete_options
from judge.variants import make
from judge.variants.hell_on_wheels.opportunists import EFFECTS

ROOT = Path(__file__).resolve().parent.parent.parent
GAME = shelf.game("hell-on-wheels")
LISTED = {
    "S": "Saloon*7",
    "G": "Gambling House*6",
    "B": "Brothel*5",
    "C": "Church*2 School*2 Jail*2 Post Office*2 Town Hall*2",
    "W": "Tracklayers Irish Construction Crews|Workers Scots Mexicans Civil War Vets|Blacks Scandinavians Railroaders "
    "Miners Traders Migrants Young Men|Townsfolk",
    "M": "Prostitution Rowdiness Depravity Drunkenness Murders Rampant Crime|Drinking Gambling Shootings Anarchy "
    "Boomtown Lawlessness Vice Rough & Tumble|Alcohol Ungovernable Harass Settlers",
    "R": "Supervisor General Dodge|Jack Casement|Vigilantes Law & Order|Lawmen Lynching's RR Boss|Marshall",
    "O": "Vile Men|Indian Attack|Arsonist Con Men|Desperados Outlaws Ladies of the Evening|Gamblers Entrepreneur "
    "Hangers On|Scoundrels Claim Jumpers|Blackmail",
}


def test_sixty_two_kinds_and_eighty_two_cards():
    box = GAME.box
    assert len(box.kinds) == 62
    assert len(box.deck) == 82
    copies = Counter(box.kinds[card].letter for card in box.deck)
    assert copies == {"S": 7, "G": 6, "B": 5, "C": 10, "W": 15, "M": 17, "R": 9, "O": 13}
    kinds = Counter(kind.letter for kind in box.kinds.values())
    assert kinds == {"S": 1, "G": 1, "B": 1, "C": 5, "W": 15, "M": 17, "R": 9, "O": 13}
    assert GAME.lint() == ()


def test_every_kind_stands_in_the_list_of_the_rules():
    for kind in GAME.box.kinds.values():
        listed = LISTED[kind.letter].replace("|", " ")
        assert kind.name in listed, kind
        if kind.letter in "SGBC":
            assert f"{kind.name}*{kind.copies}" in listed
        else:
            assert kind.copies == 1


def test_ten_towns_with_their_types():
    by_type = {}
    for town, type_ in GAME.box.towns.items():
        by_type.setdefault(type_, set()).add(GAME.box.name(town))
    assert by_type == {
        "spontaneous": {"Julesberg", "Benton", "Laramie", "Sidney"},
        "planned": {"Cheyenne", "Grand Island", "Rawlins"},
        "existing": {"Corinne", "North Platte", "Omaha"},
    }


def test_every_opportunist_but_blackmail_has_its_effect():
    opportunists = {kind.id for kind in GAME.box.kinds.values() if kind.letter == "O"}
    assert len(opportunists) == 13
    assert set(EFFECTS) == opportunists - {"blackmail"}
    functions = [effect.carry_out for effect in EFFECTS.values()]
    assert len(set(functions)) == 12


def test_a_box_with_a_card_too_many_is_complained_of():
    text = shelf.map_text("hell-on-wheels").replace("Saloon, type: S, copies: 7", "Saloon, type: S, copies: 8")
    assert [problem.code for problem in make("hell-on-wheels", load(text)).lint()] == ["map-deck"]


def test_a_box_with_towns_of_the_wrong_types_or_without_a_house_is_complained_of():
    text = shelf.map_text("hell-on-wheels").replace("name: Omaha, type: existing", "name: Omaha, type: planned")
    found = make("hell-on-wheels", load(text)).lint()
    assert [(one.code, one.detail["type"], one.detail["count"]) for one in found] == [
        ("map-towns", "planned", 4),
        ("map-towns", "existing", 2),
    ]
    text = shelf.map_text("hell-on-wheels").replace("  brothel: {name: Brothel", "  bordello: {name: Brothel")
    assert [one.code for one in make("hell-on-wheels", load(text)).lint()] == ["map-house"]


def test_players_names_may_be_written_where_the_box_gives_them():
    text = shelf.map_text("hell-on-wheels").replace("name: Blue, also: []", "name: Blue, also: [Ann]")
    game = make("hell-on-wheels", load(text))
    state = game.read_position(load("{phase: 'Turn 3, building', hands: {Red: Gamblers, Blue: Church}}"))
    taken = take(game, state, "red", "building", "play Gamblers on Ann before Taxes")
    assert [game.write(state, "red", order) for order in taken.orders] == ["window 3: play Gamblers on Blue"]


def test_the_setup():
    """Seats by chance, both decks shuffled, 20K each, one town to Present and one to Future (HW-15 to HW-18, HW-Q1)."""
    table = Table(("red", "blue", "green"), complete_options(GAME, {}))
    dice = ScriptedDice(
        {
            "setup/seating": ["green", "red", "blue"],
            "setup/deck": ["vice", "church"],
            "setup/towns": ["omaha", "laramie", "sidney"],
        }
    )
    step = GAME.setup(table, dice)
    assert step.state.seats == ("green", "red", "blue")
    assert step.state.deck[:2] == ("vice", "church")
    assert len(step.state.deck) == 82
    assert step.state.towns["past"] is None
    assert (step.state.towns["present"].town, step.state.towns["future"].town) == ("omaha", "laramie")
    assert step.state.town_deck[0] == "sidney"
    assert len(step.state.town_deck) == 8
    assert set(step.state.cash.values()) == {20}
    assert set(step.state.hands.values()) == {()}
    assert step.state.supervisor is None
    assert {draw.label: draw.sealed for draw in dice.draws} == {
        "setup/seating": False,
        "setup/deck": True,
        "setup/towns": True,
    }


def test_more_than_six_are_warned():
    seats = [seat.id for seat in GAME.seats]
    for count, crowded in ((6, False), (7, True), (8, True)):
        step = GAME.setup(Table(tuple(seats[:count]), complete_options(GAME, {})), KeyedDice.of("crowd"))
        text = report.text_of_step(GAME, None, step.state, step.events, None)
        assert ("More than six play" in " ".join(text.split())) is crowded


def test_the_position_of_the_documentation_reads_back():
    text = (ROOT / "docs" / "positions" / "hell-on-wheels.md").read_text(encoding="utf-8")
    example = re.search(r"```yaml\n(.*?)```", text, re.DOTALL)[1]
    state = GAME.read_position(load(example))
    written = dump(GAME.write_position(state))
    assert GAME.read_position(load(written)) == state
    assert state.towns["past"].mayhem == ("drinking", "gambling")
    assert state.cash["red"] == 31


def test_the_documentation_names_every_key_of_a_position():
    text = (ROOT / "docs" / "positions" / "hell-on-wheels.md").read_text(encoding="utf-8")
    rows = [
        tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in text.splitlines() if line.startswith("| `")
    ]
    assert rows == [(f"`{key}`", said, about) for key, said, about in GAME.position.table()]


PAGE = (ROOT / "docs" / "players" / "hell-on-wheels.md").read_text(encoding="utf-8")


def test_every_order_on_the_page_for_players_is_understood():
    state = GAME.read_position(
        load(
            "{phase: 'Turn 3, building', seats: [Blue, Red], hands: {Blue: [Saloon, Saloon, Irish]}, "
            "towns: {past: {town: Omaha, cards: [Church of Red]}, "
            "present: {town: Cheyenne, customers: Miners}, future: Sidney}}"
        )
    )
    orders = [found for line in PAGE.splitlines() for found in re.findall(r"^\| `([^`]+)`", line)]
    orders += re.findall(r"`(keep raids, Saloon)`", PAGE)
    assert len(orders) > 25
    for order in orders:
        form = "bid" if order.startswith("bid") or "Outlaws on Blue" in order else "building"
        lines = GAME.read(state, "blue" if form == "building" else "red", form, order)
        assert lines, order
        assert not [line for line in lines if isinstance(line.said, Problem)], (order, lines)


def test_the_standing_orders_on_the_page_are_understood():
    strict = GAME.read_position(load("{phase: 'Turn 3, window 4, Red', options: {tempo: strict}, seats: [Red, Blue]}"))
    brisk = GAME.read_position(load("{phase: 'Turn 3, building', seats: [Red, Blue]}"))
    found = re.findall(r"`STANDING (\w+): ([^`]+)`", PAGE)
    assert {kind for kind, _ in found} == {"extra", "building", "chance"}
    for kind, text in found:
        assert kind in GAME.kinds
        lines = GAME.read(strict if kind == "chance" else brisk, "red", kind, text)
        assert lines
        assert not [line for line in lines if isinstance(line.said, Problem)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{phase: 'Turn 12, bid'}", "is no phase of this game"),
        ("{hands: {Red: Salon}}", "did you mean Saloon"),
        ("{hands: {Red: [Vice], Blue: [Vice]}}", "Vice lies in 2 places, but there are only 1"),
        ("{towns: {past: Omaha, present: Omaha}}", "Omaha lies in two positions"),
        ("{towns: {past: {town: Omaha, cards: [Saloon]}}}", "write whose it is"),
        ("{towns: {past: {town: Omaha, customers: [Vice]}}}", "Vice is no customer card"),
        ("{cash: {Red: -1}}", 'a whole number is expected, not "-1"'),
        ("{cash: {Rad: 3}}", '"Rad" is no seat; there are'),
        ("{options: {tempo: fast}}", 'the option tempo cannot be "fast"'),
        ("{townz: {}}", "did you mean towns"),
    ],
)
def test_mistakes_in_positions_are_named(text, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        GAME.read_position(load(text))
