"""The same game at three tables, of which one writes German, one French and one English: all letters go through the
mailbox, and the records are equal."""

import re

import pytest

from judge import shelf
from judge.campaign.archive import post_report, record_of
from judge.forum.targets import Target
from judge.report.site import write_site
from tests.serve.table import Table, look, text_of
from tests.web.visitor import Visitor

WORDS = {
    "en": {"A": "Army", "F": "Fleet", "-": "to", "H": "holds", "S": "supports", "C": "convoys", "VIA": "via convoy",
           "R": "retreats to", "D": "disbands", "Build": "build", "Remove": "remove", "Waive": "waive",
           "/NC": " north coast", "/SC": " south coast", "/EC": " east coast",
           "G": "gang", "GH": "gang and herd", "stands": "stands"},
    "de": {"A": "Armee", "F": "Flotte", "-": "nach", "H": "hält", "S": "unterstützt", "C": "befördert",
           "VIA": "per Konvoi", "R": "weicht nach", "D": "löst sich auf", "Build": "baue", "Remove": "entferne",
           "Waive": "verzichte", "/NC": " Nordküste", "/SC": " Südküste", "/EC": " Ostküste",
           "G": "Bande", "GH": "Bande samt Herde", "stands": "bleibt stehen"},
    "fr": {"A": "Armée", "F": "Flotte", "-": "vers", "H": "tient", "S": "soutient", "C": "convoie", "VIA": "par convoi",
           "R": "se retire vers", "D": "se dissout", "Build": "construire", "Remove": "supprime", "Waive": "renonce",
           "/NC": " côte nord", "/SC": " côte sud", "/EC": " côte est",
           "G": "bande", "GH": "bande et troupeau", "stands": "reste sur place"},
}  # fmt: skip
CONDITIONS = ("SI une armée allemande est à BUR", "SI BUR EST VIDE", "SI Allemagne POSSÈDE MUN",
              "SI Allemagne A au moins 4 centres")  # fmt: skip
ASKED = {"en": "", "de": "SPRACHE DEUTSCH", "fr": "LANGUE FRANÇAIS"}


def put(language, game, line):
    """An order of the scripted player's, as somebody at this table writes it."""
    said, book = WORDS[language], shelf.phrasebooks().get(language)
    parts = re.findall(r"[A-Za-z']+|/[A-Z]{2}|-|,", line.replace("retreats", "R").replace("disbands", "D"))
    written = []
    for part in parts:
        name = game.names.get(part)
        is_piece = part in ("A", "F", "G", "GH", "H") and game.key == "range-war"
        if part in said and not (is_piece and part in ("A", "F")):
            written.append(said["stands" if part == "H" and game.key == "range-war" else part])
        elif name:
            written.append(book.name_of(game.key, name) if book else name)
        else:
            written.append(part)
    return " ".join(written).replace("  ", " ")


def played(folder, language, key, seats, windows):
    """What each window came to at a table of this language: titles, orders as they were understood, states."""
    table = Table(folder, game=key, name="same", seats=seats, settings={"language": language, "early": "never"})
    table.start()
    try:
        record = []
        for number in range(windows):
            live = table.live()
            for seat in sorted(live.need_window().asks):
                lines = [part.strip() for line in live.game.letter(live.state, seat, f"{number}").splitlines()
                         for part in line.split(";") if part.strip()]  # fmt: skip
                text = "\n".join(put(language, live.game, line) for line in lines) or "READY"
                answer = table.write(seat, text)
                assert answer.facts["verdict"] in ("OK", "WARNINGS"), f"{text}: {text_of(table, answer)}"
            record.append((live.need_window().title, {seat: table.orders(seat) for seat in live.need_window().asks}))
            look(table, days=4)
            record.append(table.live().step["state_hash"])
            table.pass_time(hours=8)
        return record, [text_of(table, row) for row in table.out("report")[-3:]]
    finally:
        table.close()


@pytest.mark.parametrize(("key", "seats", "windows"), [("diplomacy", 7, 5), ("range-war", 8, 3)])
def test_three_tables_play_the_same_game(tmp_path, key, seats, windows):
    english, _ = played(tmp_path / "en", "en", key, seats, windows)
    for language, word in (("de", "Deine Befehle"), ("fr", "Tes ordres")):
        record, reports = played(tmp_path / language, language, key, seats, windows)
        assert record == english, f"the table that writes {language}"
        assert any(word in one for one in reports)


@pytest.fixture
def mixed(tmp_path):
    table = Table(tmp_path / "club", game="diplomacy", seats=7, settings={"language": "en"}).start()
    for seat, language in (("germany", "de"), ("france", "fr")):
        table.write(seat, ASKED[language])
    yield table
    table.close()


def test_each_reads_their_own_language_at_one_table(mixed):
    german = mixed.write("germany", "Armee München nach Ruhr\nArmee Berlin hält\nFlotte Kiel nach Dänemark")
    french = mixed.write("france", "Armée Paris vers Bourgogne\nArmée Marseille tient\nFlotte Brest vers Manche")
    english = mixed.write("england", "A LVP - YOR\nF EDI H\nF LON - NTH")
    assert [one.facts["verdict"] for one in (german, french, english)] == ["OK"] * 3
    assert (
        mixed.written(german).subject.startswith("[club/same]")
        or "Frühjahr 1901, Züge" in mixed.written(german).subject
    )
    assert "Deine Befehle, wie sie jetzt gelten" in text_of(mixed, german)
    assert "Tes ordres tels qu’ils sont maintenant" in text_of(mixed, french)
    assert "Your orders now" in text_of(mixed, english)
    look(mixed, days=4)
    reports = {row.recipient.partition("@")[0]: text_of(mixed, row) for row in mixed.out("report")[-8:]}
    assert "Was aus deinen Befehlen wurde" in reports["germany"]
    assert "What became of your orders" in reports["england"]


def test_an_error_is_told_in_the_players_language_with_the_letters_own_words(mixed):
    answer = mixed.write("germany", "Armee München nach Schlaraffenland")
    told = text_of(mixed, answer)
    assert answer.facts["verdict"] == "ERRORS"
    assert "„Armee München nach Schlaraffenland“: Auf der Karte gibt es keine Provinz „Schlaraffenland“." in told


def test_who_plainly_writes_in_another_language_is_offered_it(mixed):
    letter = "Hallo, ich kann leider nicht am Tisch sein und bitte um Geduld.\nA ROM - APU\nDanke und bis bald"
    assert "SPRACHE DEUTSCH" in text_of(mixed, mixed.write("italy", letter))
    assert "SPRACHE DEUTSCH" not in text_of(mixed, mixed.write("germany", letter.replace("ROM - APU", "MUN - RUH")))
    assert "SPRACHE DEUTSCH" not in text_of(mixed, mixed.write("england", "Hello, here are my moves.\nA LVP - YOR"))


@pytest.mark.parametrize(
    ("letter", "told"),
    [
        ("HILFE Presse", "schreib HILFE in eine eigene Zeile. VORSCHLAG 1 setzt „HILFE“ ein."),
        ("REGELN diplomacy D-999", "eine Regel „D-999“ hat diplomacy nicht"),
        ("REGELN Quark", "ein Spiel „quark“ gibt es nicht: es gibt diplomacy"),
        ("DAUERBEFEHLE", "schreib DAUERBEFEHLE, eine Art von Phase"),
        ("PRESSE AN Atlantis\nHallo\nENDE PRESSE", "„PRESSE AN Atlantis“ wurde nicht ausgeführt"),
        ("Für Herbst 1901:\nA MUN - BUR", "Das steht unter „Für Herbst 1901:“"),
        ("Für Rückzüge:\nA MUN R BER", "Vorgemerkt für die nächste Phase der Art Rückzüge"),
    ],
)
def test_no_english_word_is_left_in_what_a_german_is_told(mixed, letter, told):
    assert told in text_of(mixed, mixed.write("germany", letter))


@pytest.mark.parametrize(
    ("seat", "question"),
    [("germany", "Ich gebe auf?"), ("germany", "Aufgeben ?"), ("germany", "STIMME FÜR REMIS?"),
     ("germany", "Alles löschen?"), ("france", "J’abandonne ?"), ("france", "VOTE NUL ?")],
)  # fmt: skip
def test_a_question_commands_nothing_in_any_language(mixed, seat, question):
    mixed.write("germany", "A MUN - RUH")
    before = mixed.count("gm")
    answer = mixed.write(seat, question)
    assert answer.facts["verdict"] in ("WARNINGS", "ERRORS"), text_of(mixed, answer)
    assert mixed.orders("germany") == ("A MUN - RUH",)
    assert mixed.count("gm") == before
    assert "AUFGEBEN" not in text_of(mixed, mixed.write("germany", "SPIELER"))


def test_a_heading_of_another_phase_orders_nothing(mixed):
    mixed.write("germany", "Für Herbst 1901:\nA MUN - BUR")
    assert mixed.orders("germany") == ()


def test_of_pieces_of_one_line_the_same_is_said_once(mixed):
    letter = "Hallo, ich weiß nicht, wie das geht. Bitte schick mir eine Erklärung und die Regeln.\nA MUN - RUH"
    assert text_of(mixed, mixed.write("germany", letter)).count("Damit ist nichts befohlen") == 1


def test_a_language_that_is_not_spoken_is_refused_with_those_that_are(mixed):
    assert "en, de, fr" in text_of(mixed, mixed.write("italy", "SET LANGUAGE klingon"))


def test_english_is_asked_back_in_any_language(mixed):
    mixed.write("germany", "SPRACHE ENGLISCH")
    assert "Your orders now" in text_of(mixed, mixed.write("germany", "A MUN - RUH"))


def test_commands_are_known_in_any_language(mixed):
    assert "What do you" not in text_of(mixed, mixed.write("italy", "HILFE"))
    assert "How to write to the Judge" in text_of(mixed, mixed.write("italy", "HILFE"))
    assert "Wie du mir schreibst" in text_of(mixed, mixed.write("germany", "HELP"))


@pytest.mark.parametrize(
    ("seat", "letter", "told"),
    [
        ("germany", "PRESSE AN Frankreich, Österreich\nWollen wir?\nENDE PRESSE", "an Frankreich und Österreich"),
        ("france", "PRESSE À Allemagne\nOn y va ?\nFIN PRESSE", "à l’Allemagne"),
        ("germany", "STIMME FÜR SIEG VON Frankreich", "deine Stimme ist gezählt"),
        ("france", "VOTE NUL Angleterre et France", "ton vote est compté"),
        ("germany", "STIMME FÜR REMIS zwischen England und Deutschland", "deine Stimme ist gezählt"),
    ],
)
def test_a_power_is_known_by_its_local_name_in_commands_too(mixed, seat, letter, told):
    assert told in text_of(mixed, mixed.write(seat, letter))


def test_conditions_and_their_orders_are_read_in_the_players_language(mixed):
    letter = "WENN Ruhr ist leer DANN A München nach Ruhr SONST A München hält\nArmee Berlin hält\nFlotte Kiel hält"
    answer = mixed.write("germany", letter)
    assert answer.facts["verdict"] == "OK"
    assert mixed.orders("germany") == ("A MUN - RUH", "A BER H", "F KIE H")


@pytest.mark.parametrize(
    ("seat", "letter", "told"),
    [
        ("germany", "WENN der Mond voll ist DANN A Berlin - Kiel", "„WENN der Mond voll ist“: „der Mond voll ist“"),
        ("france", "SI la lune est pleine ALORS A Paris tient", "«\xa0SI la lune est pleine\xa0» : «\xa0la lune est"),
        ("france", "SI la lune est pleine ALORS A Paris tient", "SI une armée allemande est à BUR, SI BUR EST VIDE"),
    ],
)
def test_a_condition_is_quoted_as_it_was_written(mixed, seat, letter, told):
    answer = mixed.write(seat, letter)
    assert answer.facts["verdict"] == "ERRORS"
    assert " ".join(told.split()) in text_of(mixed, answer)


@pytest.mark.parametrize("number", range(4))
def test_the_conditions_that_an_error_shows_can_be_written(mixed, number):
    answer = mixed.write("france", f"{CONDITIONS[number]} ALORS A Paris tient\nA Marseille tient\nF Brest tient")
    assert answer.facts["verdict"] in ("OK", "WARNINGS"), text_of(mixed, answer)


def test_why_a_standing_order_was_not_taken_is_told_in_the_players_language(mixed):
    mixed.write("france", "ORDRES PERMANENTS mouvements : A Paris tient")
    mixed.write("france", "A Paris - Bourgogne\nA Marseille tient\nF Brest tient")
    look(mixed, days=4)
    (report,) = [row for row in mixed.out("report")[-8:] if row.recipient.startswith("france")]
    assert "Il n’y a pas d’unité à Paris" in text_of(mixed, report).replace("| ", "")


@pytest.fixture(scope="module")
def german(tmp_path_factory):
    """A table whose game is in German, before its first deadline."""
    table = Table(tmp_path_factory.mktemp("german") / "club", game="diplomacy", seats=7, settings={"language": "de"})
    yield table.start()
    table.close()


def test_a_game_has_a_language_of_its_own(german):
    assert "Füll das Formular aus" in text_of(german, german.out("report")[0])


def test_the_pages_of_a_game_are_in_its_language(german, tmp_path):
    with german.campaign.look() as look:
        write_site([record_of(look, "g1")], tmp_path, "Club")
    page = (tmp_path / "g1" / "index.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in page
    assert "Gerade läuft <strong>Frühjahr 1901, Züge</strong>, bis Donnerstag, 4. März 2027, 09:00 UTC" in page
    assert "Klick eine deiner Figuren an." in (tmp_path / "g1" / "orders.html").read_text(encoding="utf-8")


def test_a_post_is_in_the_games_language(german):
    target = Target("board", "discourse", "key", url="https://forum.example.org", topic="7")
    (part,) = post_report(german.campaign, target, "g1", None, True)
    assert "Die Partie beginnt" in part["text"]
    assert "Frist für Frühjahr 1901, Züge" in part["text"]


def test_a_seats_pages_are_in_its_players_language(german):
    visitor = Visitor(german)
    try:
        said = visitor.get(visitor.link("france")).words()
        assert "Deine Befehle für Frühjahr 1901, Züge" in said
        assert "du spielst Frankreich" in said
        german.write("austria", "PRESSE AN Frankreich\nWollen wir?\nENDE PRESSE")
        link = visitor.link("france")
        assert "Österreich an Frankreich" in visitor.get(f"{link}/press").words()
        german.write("italy", "SPRACHE ENGLISCH")
        assert "Your orders for Spring 1901, movement" in visitor.get(visitor.link("italy")).words()
    finally:
        visitor.close()


def test_a_game_ends_in_its_language(german):
    for seat in sorted(german.live().need_window().asks):
        german.write(seat, "STIMME FÜR REMIS")
    (closing, *_) = [row for row in german.out("closing") if row.recipient.startswith("austria")]
    assert german.written(closing).subject.endswith("Die ganze Partie")
    assert "haben gemeinsam gewonnen (als Unentschieden vereinbart)" in text_of(german, closing)
