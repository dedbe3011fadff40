"""Orders in another language: every sentence that the grammar makes is read as its English twin; what means two things
is refused with both; an English order is read at any table."""

import random
from functools import cache

import pytest
from lark import Token

from judge import shelf
from judge.adjudicator.dice import KeyedDice
from judge.adjudicator.driver import close
from judge.adjudicator.protocol import Problem, Seat, Table
from judge.grammar.document import load
from judge.grammar.mentions import ORDERING
from judge.grammar.options import complete_options
from judge.grammar.phrase_words import folded_words
from judge.grammar.phrasebook import Phrasebook
from judge.mail.fates import Fate
from judge.mail.hearing import Ear, lines_of
from judge.mail.language import read
from judge.variants import GAMES

BOOKS = shelf.phrasebooks()
DIPLOMACY = shelf.game("diplomacy")
RANGE_WAR = shelf.game("range-war")
BOARDS = {
    "movement": "units: {France: [A PAR, A MAR, F BRE, F MAO, A BUR], Germany: [A MUN, F KIE], Russia: [F STP/NC]}",
    "retreats": """
phase: Fall 1902, retreats
units: {Germany: [A BUR], England: [F MAO]}
dislodged: {France: [A BUR, F MAO]}
""",
    "adjustments": "phase: Winter 1902, adjustments\nunits: {France: [A SPA]}\ncentres: {France: [PAR, MAR, BRE, SPA]}",
}
STATES = {form: DIPLOMACY.read_position(load(text)) for form, text in BOARDS.items()}
FRANCE, LAZY = Seat("france"), Seat("lazy-s")
SAME = {"COLON": ":", "LPAR": "(", "RPAR": ")", "COAST": "/sc"}
WITH_WORDS_BETWEEN = "…"


def start_of_range_war():
    seats = tuple(seat.id for seat in RANGE_WAR.seats)
    return RANGE_WAR.setup(Table(seats, complete_options(RANGE_WAR, {})), KeyedDice.of("languages")).state


def twins(book, game, shapes):
    """Of each terminal of a grammar, words of ours with those of the language."""
    patterns = [(name, pattern) for name, pattern in shapes.words if name not in ("PLACE", "WORD", "PROSE")]
    found = {}
    for section in ("", game.key):
        for local, ours in book.orders.get(section, {}).items():
            names = [name for name, pattern in patterns if pattern.fullmatch(ours.lower())]
            if WITH_WORDS_BETWEEN not in local and names:
                found.setdefault(names[0], []).append((ours, local))
    return found


def phrases_of(book):
    return {folded_words(local) for section in book.orders.values() for local in section}


def runs_over(one, other, known):
    """Whether the end of one phrase and the beginning of the next make another one."""
    words, more = folded_words(one), folded_words(other)
    return any((*words[at:], *more[:end]) in known for at in range(len(words)) for end in range(1, len(more) + 1))


def walk(chance, shapes, said, known, start="start"):
    """A sentence of the grammar twice: in our words, and in the language's."""
    parser = shapes.lark.parse_interactive(start=start)
    pairs = []
    while len(pairs) < 14:
        accepted = sorted(parser.accepts())
        if "$END" in accepted and (len(accepted) == 1 or chance.random() < 0.45):
            break
        names = [name for name in accepted if name in said]
        if not names:
            break
        name = chance.choice(names)
        parser.feed_token(Token(name, name))
        fitting = [one for one in said[name] if not pairs or not runs_over(pairs[-1][1], one[1], known)]
        if not fitting:
            break
        pairs.append(chance.choice(fitting))
    return " ".join(ours for ours, _ in pairs), " ".join(local for _, local in pairs)


def orders(game, state, seat, form, text):
    """What a line is read as: orders, and the codes of what is wrong."""
    return [
        (line.said.code if isinstance(line.said, Problem) else line.said)
        for line in game.read(state, seat, form, text)
    ]  # fmt: skip


@pytest.mark.parametrize("count", [300, pytest.param(5_000, marks=pytest.mark.proof)], ids=["some", "many"])
@pytest.mark.parametrize("code", sorted(BOOKS))
def test_a_sentence_of_diplomacy_is_read_as_its_english_twin(code, count):
    book, chance = BOOKS[code], random.Random(1901)
    places = [
        (name, local) for name, locals_ in book.names["diplomacy"].items() for local in locals_ if "(" not in name
    ]
    places = [(name, local) for name, local in places if name in DIPLOMACY.names.values() and name not in POWERS]
    said = {**twins(book, DIPLOMACY, DIPLOMACY.chart.tongue.shapes), "PLACE": places}
    said |= {name: [(sign, sign)] for name, sign in SAME.items()}
    said["_TO"] = [*said["_TO"], ("-", "-")]
    # AUS is Austria.
    said = {name: [pair for pair in pairs if pair[1] != "aus"] for name, pairs in said.items()}
    read = 0
    for _ in range(count):
        ours, local = walk(chance, DIPLOMACY.chart.tongue.shapes, said, phrases_of(book))
        turned = book.turned(DIPLOMACY, local)
        text = turned.text if turned else local
        for form, state in STATES.items():
            expected = orders(DIPLOMACY, state, FRANCE, form, ours)
            if any(isinstance(one, str) for one in expected):
                continue
            read += 1
            found = orders(DIPLOMACY, state, FRANCE, form, text)
            assert found == expected, f"{local!r} as {text!r}, which should be {ours!r}"
    assert read > count // 10


POWERS = {seat.name for seat in DIPLOMACY.seats} | {"army", "fleet"}


@pytest.mark.parametrize("count", [300, pytest.param(5_000, marks=pytest.mark.proof)], ids=["some", "many"])
@pytest.mark.parametrize("code", sorted(BOOKS))
def test_a_sentence_of_range_war_is_read_as_its_english_twin(code, count):
    book, chance, state = BOOKS[code], random.Random(1871), start_of_range_war()
    shapes = RANGE_WAR.chart.speech.shapes
    names = ("Lazy S", "Coogan's Bluff", "Crazy Horse Mtn", "Montana Valley", "Mesquite Flats", "Lzy", "Coo", "Mon")
    said = {**twins(book, RANGE_WAR, shapes), "PLACE": [(one, one) for one in names]}
    read = 0
    for _ in range(count):
        ours, local = walk(chance, shapes, said, phrases_of(book))
        expected = orders(RANGE_WAR, state, LAZY, "movement", ours)
        if not expected or any(isinstance(one, str) for one in expected):
            continue
        read += 1
        turned = book.turned(RANGE_WAR, local)
        text = turned.text if turned else local
        assert orders(RANGE_WAR, state, LAZY, "movement", text) == expected, f"{local!r} as {text!r}, not {ours!r}"
    assert read > count // 20


PEOPLE_WRITE = {
    "de": {
        "Die Armee in Paris soll in die Picardie ziehen": "A PAR - PIC",
        "Paris unterstützt Armee Marseille in die Gascogne": "A PAR S A MAR - GAS",
        "Armee Paris bleibt stehen": "A PAR H",
        "flotte brest in den aermelkanal": "F BRE - ENG",
        "F Mittelatlantik nach Spanien Südküste": "F MAO - SPA/SC",
        "A Par unterstützt deutsche Armee München nach Ruhr": "A PAR S A MUN - RUH",
        "Ich möchte Paris nach der Picardie ziehen": "A PAR - PIC",
        "A Par greift Pikardie an": "A PAR - PIC",
        "Zieh A Paris nach Pic": "A PAR - PIC",
        "Alle Einheiten halten": "All units hold",
        "A Burgund rührt sich nicht": "A BUR H",
        "F Brest in den Englischen Kanal": "F BRE - ENG",
        "F Mittelatlantik nach Spanien/SK": "F MAO - SPA/SC",
    },
    "fr": {
        "L'armée de Paris va en Picardie": "A PAR - PIC",
        "Paris soutient Armée Marseille vers Gascogne": "A PAR S A MAR - GAS",
        "A Par reste sur place": "A PAR H",
        "Flotte Brest va dans la Manche": "F BRE - ENG",
        "F Atlantique central vers Espagne côte sud": "F MAO - SPA/SC",
        "A Par soutient l'armée allemande de Munich vers Ruhr": "A PAR S A MUN - RUH",
        "Toutes les unités tiennent": "All units hold",
        "A Bourgogne soutient l'attaque de A Munich sur Ruhr": "A BUR S A MUN - RUH",
        "A Marseille défend": "A MAR H",
        "F MAO - Espagne/cs": "F MAO - SPA/SC",
    },
}
MORE = [
    ("de", "retreats", "Armee Burgund zieht sich nach Paris zurück", "A BUR R PAR"),
    ("de", "retreats", "Armee Burgund löst sich auf", "A BUR D"),
    ("de", "adjustments", "Baue eine Armee in Paris und eine Flotte in Brest", "Build A PAR, F BRE"),
    ("de", "adjustments", "Neue Flotte in Brest", "Build F BRE"),
    ("fr", "retreats", "Armée Bourgogne se retire vers Paris", "A BUR R PAR"),
    ("fr", "adjustments", "Construire une armée à Paris", "Build A PAR"),
]
WRITTEN = [(code, "movement", *pair) for code, lines in PEOPLE_WRITE.items() for pair in lines.items()] + MORE


@pytest.mark.parametrize(("code", "form", "line", "order"), WRITTEN, ids=[one[2] for one in WRITTEN])
def test_what_people_write_is_an_order(code, form, line, order):
    ear = Ear(DIPLOMACY, STATES[form], FRANCE, form, (BOOKS[code],))
    assert ear.hear_text(line).orders == ear.hear_text(order).orders != ()


OTHER_GAMES = [
    ("de", "range-war", "movement", "Bande aus Devil's Hole zieht mit der Herde nach Box Canyon", "GH(Dev)-Box"),
    ("de", "range-war", "movement", "Alle Banden bleiben stehen", "All stand"),
    ("fr", "range-war", "movement", "Toutes les bandes restent sur place", "All stand"),
    ("fr", "range-war", "movement", "La bande de Devil's Hole mène le troupeau à Box Canyon", "GH(Dev)-Box"),
    ("de", "land-barons", "pay-and-bids", "Ich biete 16 Dollar auf Cowboys 1", "bid 16 on Cowboys 1"),
    ("de", "land-barons", "build-and-raid", "Stelle Cowboys bei 1202 auf", "place Cowboys at 1202"),
    ("de", "gold-rush", "go", "4: nachladen", "4: reload"),
    ("de", "gold-rush", "go", "3: geh in Kontakt mit T1, greif an", "3: move to contact with T1, attack"),
    ("de", "gold-rush", "go", "2: nimm Gold von T1", "2: take gold from T1"),
    ("de", "gold-rush", "go", "3: gehe zum Laden", "3: move towards the shop"),
    ("de", "gold-rush", "go", "4: verlasse den Tisch am Ostrand", "4: leave by the east edge"),
    ("de", "hell-on-wheels", "extra", "Kaufe 1 Zusatzkarte", "draw 1 extra"),
    ("de", "hell-on-wheels", "building", "Nichts weiter", "nothing else"),
]


@cache
def opened(key, form):
    """The first window of a game that asks for this form: the state, and a seat it asks."""
    game = shelf.game(key)
    least, most = game.seat_range
    seats = tuple(seat.id for seat in game.seats)[: max(least, min(most, 8 if key == "range-war" else 4))]
    state = game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("x")).state
    for number in range(8):
        asks = game.window(state).asks
        if asks[min(asks)].form == form:
            return game, state, min(asks)
        sent = {seat: Ear(game, state, seat, ask.form).hear_text(game.letter(state, seat, f"{number}")).orders
                for seat, ask in sorted(asks.items())}  # fmt: skip
        sent = {seat: game.check(state, seat, found).accepted for seat, found in sent.items()}
        state = close(game, state, sent, KeyedDice.of(f"{number}")).step.state
    raise AssertionError(f"{key} never asks for {form}")


@pytest.mark.parametrize(("code", "key", "form", "line", "order"), OTHER_GAMES, ids=[one[3] for one in OTHER_GAMES])
def test_what_people_write_in_the_other_games_is_an_order(code, key, form, line, order):
    game, state, seat = opened(key, form)
    ear = Ear(game, state, seat, form, (BOOKS[code],))
    assert ear.hear_text(line).orders == ear.hear_text(order).orders != ()


def test_an_english_order_is_read_at_any_table():
    for form in STATES:
        for line in DIPLOMACY.forms[form]:
            english = Ear(DIPLOMACY, STATES[form], FRANCE, form).hear_text(line)
            for book in BOOKS.values():
                heard = Ear(DIPLOMACY, STATES[form], FRANCE, form, (book,)).hear_text(line)
                assert [(one.text, one.fate, one.said) for one in heard.lines] == [
                    (one.text, one.fate, one.said) for one in english.lines
                ], f"{line} where {book.name} is spoken"


def test_a_line_that_means_two_things_is_refused_with_both():
    book = Phrasebook(
        code="xx", name="Xish", calls=frozenset(), common=frozenset(), orders={"": {"holds": "- Picardy"}},
    )  # fmt: skip
    heard = Ear(DIPLOMACY, STATES["movement"], FRANCE, "movement", (book,)).hear_text("A PAR holds")
    (one,) = heard.lines
    assert one.fate is Fate.REFUSED
    assert one.said.code == "two-readings"
    assert (one.said.detail["one"], one.said.detail["other"]) == ("A PAR holds", "A PAR - Picardy")


def test_what_is_not_understood_is_quoted_as_it_was_written():
    ear = Ear(DIPLOMACY, STATES["movement"], FRANCE, "movement", (BOOKS["de"],))
    (one,) = ear.hear_text("Armee Paris nach Schlaraffenland").lines
    assert one.text == "Armee Paris nach Schlaraffenland"
    assert one.said.detail["text"] == "Schlaraffenland"


@pytest.mark.parametrize("code", sorted(BOOKS))
def test_a_local_name_is_no_other_places_name(code):
    wrong = []
    lexicon = next(one for one in DIPLOMACY.lexicons if one.kind == "space")
    for name, local in BOOKS[code].names["diplomacy"].items():
        for one in local:
            meant = lexicon.matches(one) if lexicon.is_spelling(one) else ()
            if meant and name not in [lexicon.name(key) for key in meant]:
                wrong.append(f"{one}, {name} here, is {meant} elsewhere")
    assert not wrong


@pytest.mark.parametrize("code", sorted(BOOKS))
def test_every_place_and_power_has_a_local_name(code):
    names = BOOKS[code].names["diplomacy"]
    assert not [name for name in DIPLOMACY.names.values() if name not in names]
    assert len({folded_words(local[0]) for local in names.values()}) == len(names)


TEMPI = [("de", key) for key in GAMES] + [("fr", "diplomacy"), ("fr", "range-war")]


@pytest.mark.parametrize(("code", "key"), TEMPI)
def test_the_titles_of_windows_have_no_english_word(code, key):
    """`Runde 1, Zusatzkarten cards` stood in every subject."""
    game, left = shelf.game(key), set()
    least, most = game.seat_range
    for options in ({}, {"tempo": "strict"}) if "tempo" in {one.key for one in game.options} else ({},):
        seats = tuple(seat.id for seat in game.seats)[: max(least, min(most, 3))]
        state = game.setup(Table(seats, complete_options(game, options)), KeyedDice.of("titles")).state
        for number in range(30):
            if (window := game.window(state)) is None:
                break
            said = {word.strip(",") for word in BOOKS[code].titled(window.title).split()}
            left |= {word for word in window.title.replace(",", "").split() if word.islower() and word in said}
            sent = {seat: Ear(game, state, seat, ask.form).hear_text(game.letter(state, seat, f"{number}")).orders
                    for seat, ask in sorted(window.asks.items())}  # fmt: skip
            sent = {seat: game.check(state, seat, found).accepted for seat, found in sent.items()}
            state = close(game, state, sent, KeyedDice.of(f"{number}")).step.state
    assert not left - {seat.id for seat in game.seats}


@pytest.mark.parametrize("code", sorted(BOOKS))
def test_no_phrase_stands_for_two(code):
    text = (shelf.shipped("templates") / code / "words.yaml").read_text(encoding="utf-8")
    wrong = []
    for section, phrases in load(text).value["orders"].items():
        seen = {}
        for ours, local in phrases.items():
            for one in local:
                if seen.setdefault(folded_words(str(one)), ours) != ours:
                    wrong.append(f"{section}: {one} is {seen[folded_words(str(one))]} and {ours}")
    assert not wrong


@pytest.mark.parametrize("language", BOOKS)
def test_no_command_of_another_language_is_an_order_in_english(language):
    """They are read from anybody: `stand`, German for STATUS, took an English order to stand out of the letter."""
    for written in BOOKS[language].commands:
        words = folded_words(written.replace(WITH_WORDS_BETWEEN, ""))
        assert words[:1] == ("vote",) or words[0] not in ORDERING, written


def test_an_english_order_to_stand_is_an_order():
    found = read(lines_of("stand\n3) stand\nSPIELSTAND"))
    assert [command.verb for command in found.commands] == ["status"]
    assert [line.text for section in found.sections for line in section.lines] == ["stand", "3) stand"]


def locally(chance, book, key, line):
    """A line with each phrase of the grammar in one of the language's words for it."""
    known = {}
    for section in ("", key):
        for local, ours in book.orders.get(section, {}).items():
            if WITH_WORDS_BETWEEN not in local:
                known.setdefault(folded_words(ours), []).append(local)
    words, written, place = line.split(), [], 0
    while place < len(words):
        for length in range(min(4, len(words) - place), 0, -1):
            run = words[place : place + length]
            bare = run[-1].rstrip(",;:.")
            said = folded_words(" ".join((*run[:-1], bare)))
            if said in known and len(said) == length:
                phrases = phrases_of(book)
                fitting = [one for one in known[said] if not written or not runs_over(written[-1], one, phrases)]
                if fitting:
                    written.append(chance.choice(fitting) + run[-1][len(bare) :])
                    place += length
                    break
        else:
            written.append(words[place])
            place += 1
    return " ".join(written)


SCRIPTED = [(code, key) for code, keys in (("de", GAMES), ("fr", ("diplomacy", "range-war"))) for key in keys]


@pytest.mark.parametrize("windows", [4, pytest.param(40, marks=pytest.mark.proof)], ids=["some", "many"])
@pytest.mark.parametrize(("code", "key"), SCRIPTED)
def test_a_game_is_the_same_game_in_another_language(code, key, windows):
    """Two tables play from the same beginning with the same dice, one in the language: each line is the same order."""
    game, book, chance = shelf.game(key), BOOKS[code], random.Random(1911)
    least, most = game.seat_range
    seats = tuple(seat.id for seat in game.seats)[: max(least, min(most, 4))]
    state = game.setup(Table(seats, complete_options(game, {})), KeyedDice.of("twins")).state
    turned = 0
    for number in range(windows):
        window = game.window(state)
        if window is None:
            break
        sent = {}
        for seat, ask in sorted(window.asks.items()):
            lines = game.letter(state, seat, f"twins/{number}").splitlines()
            english = Ear(game, state, seat, ask.form).hear_text("\n".join(lines))
            local = [locally(chance, book, key, line) for line in lines]
            heard = Ear(game, state, seat, ask.form, (book,)).hear_text("\n".join(local))
            assert heard.orders == english.orders, f"{window.title}, {seat}: {local}"
            turned += local != lines
            sent[seat] = game.check(state, seat, heard.orders).accepted
        state = close(game, state, sent, KeyedDice.of(f"twins/{number}")).step.state
    assert turned
