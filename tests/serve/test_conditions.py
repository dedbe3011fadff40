"""Conditional orders, orders for later windows and standing orders by letter, in every game that ships."""

import pytest

from judge.grammar.document import Document
from tests.serve.table import Table

RANCHES = {
    "phase": "Turn 3, pay and bids",
    "options": {"hidden_cash": True, "scouting": True},
    "seats": ["ok-corral", "lazy-b"],
    "settlements": {
        "0204": "Town, ok-corral",
        "0407": "Gold Mine, face down",
        "1202": "Ranch of lazy-b, lazy-b",
        "0105": "Ranch of ok-corral, ok-corral",
    },
    "units": {"ok-corral": ["Baron 0105", "2 Regulators 0204"], "lazy-b": ["Baron 1202", "Regulator 0507"]},
    "cash": {"ok-corral": 31, "lazy-b": 12},
    "lots": ["Cowboys", "Railway Station"],
}
GULCH = {
    "phase": "Turn 3",
    "options": {"beasts": "none", "hidden": "both"},
    "scenery": {},
    "order": ["traders", "indians"],
    "figures": {
        "T1": {"at": "20,20", "weapon": "revolver", "loaded": 0, "reloads": 6, "gold": 1},
        "T2": {"at": "50,20", "weapon": "revolver", "loaded": 6, "reloads": 6},
        "I1": {"at": "20,24", "weapon": "repeater", "loaded": 5, "reloads": 3, "gold": 2},
    },
}
TOWNS = {
    "phase": "Turn 3, building",
    "seats": ["Red", "Blue"],
    "supervisor": "Blue",
    "cash": {"Red": 11, "Blue": 12},
    "hands": {"Red": ["Saloon", "Miners"], "Blue": ["Church", "Outlaws"]},
    "towns": {
        "past": {"town": "Laramie", "cards": ["Saloon of Red", "Saloon of Blue"], "mayhem": ["Drinking"]},
        "present": {"town": "Cheyenne", "cards": ["Brothel of Red"]},
        "future": "Omaha",
    },
    "options": {"hidden_money": True},
}


def game(tmp_path, key, seats, position=None):
    """A running game, in a position typed by hand where chance would have dealt one."""
    made = Table(
        tmp_path, game=key, seats=seats, options=(position or {}).get("options"),
        settings={"deadlines": "3d", "grace": "0h"},
    )  # fmt: skip
    made.start()
    if position:
        made.campaign.edit(made.name, Document(position), "as typed", made.now)
    return made


@pytest.fixture
def play(tmp_path):
    made = []

    def start(key, seats=2, position=None):
        made.append(game(tmp_path / f"club{len(made)}", key, seats, position))
        return made[-1]

    yield start
    for one in made:
        one.close()


def close(table):
    """The window closes, whoever has not written, and the reports are read."""
    table.campaign.release(table.name, table.now)
    table.pass_time(minutes=10)


def text_of(table, row):
    return " ".join(table.written(row).text.split())


def report(table, seat):
    rows = [row for row in table.out("report") if row.recipient == f"{seat}@mail.example"]
    return " ".join(table.written(rows[-1]).text.replace("|", " ").split())


# --- conditions ------------------------------------------------------------------------------------------------------


DIPLOMACY = [
    # Munich has its army, Burgundy is empty in Spring 1901.
    ("IF German A IN MUN\nA PAR - BUR\nELSE\nA PAR H\nENDIF", {"A PAR - BUR"}),
    ("IF NOT German A IN MUN\nA PAR - BUR\nELSE\nA PAR H\nENDIF", {"A PAR H"}),
    ("IF Burgundy IS EMPTY THEN A PAR - BUR ELSE A PAR H", {"A PAR - BUR"}),
    ("If the Burgundy is not empty then A PAR H ELSE A PAR - PIC", {"A PAR - PIC"}),
    ("IF France OWNS PAR\nIF Italy OWNS PAR\nA PAR H\nELSE IF A IN Paris\nA PAR - GAS\nELSE\nA PAR - PIC\nENDIF\nENDIF",
     {"A PAR - GAS"}),
    ("IF F IN STP/NC THEN F BRE H ELSE F BRE - MAO", {"F BRE - MAO"}),
    ("IF Russia HAS at least 4 centres AND I HAVE 3 units\nA MAR - SPA\nENDIF", {"A MAR - SPA"}),
    ("IF A IN BUR OR enemy F IN LON\nF BRE - ENG\nENDIF", {"F BRE - ENG"}),
    ("IF BEL IS OWNED BY nobody\nA MAR H\nENDIF", {"A MAR H"}),
]  # fmt: skip
RANGE_WAR = [
    # The Lazy S begins with gangs at home, in Coogan's Bluff and in Chama; Dev is Devil's Hole's own.
    ("IF my gang IN Coo THEN G(Coo) S G(Lzy) ELSE G(Coo)-Mes", {"G(Coo) S G(Lzy)"}),
    ("IF G(Coo) AND NOT Devil's Hole G IN Dev\nG(Lzy)-Mon\nELSE\nG(Lzy) stands\nENDIF", {"G(Lzy) H"}),
    ("IF Coogan's Bluff IS EMPTY THEN G(Lzy)-Mon ELSE G(Lzy) stands", {"G(Lzy) H"}),
    ("IF Lazy S OWNS Lzy\nG(CHM) stands\nENDIF", {"G(CHM) H"}),
    ("IF Lone Star HAS 2 gangs\nG(CHM) stands\nENDIF", {"G(CHM) H"}),
]
LAND_BARONS = [
    ("IF my cash >= 31 THEN pay all ELSE pay none", {"pay all"}),
    ("IF my cash >= 32 THEN pay all ELSE pay none", {"pay none"}),
    ("IF 0507 enemy shoot > 0\npay all\nENDIF", {"pay all"}),
    ("IF 0507 IS EMPTY THEN pay all ELSE pay none", {"pay none"}),
    ("IF Lazy B Regulator IN 0507 AND Lazy B OWNS 1202\nbid 5 on Cowboys\nENDIF", {"bid 5 on Cowboys"}),
    ("IF Town IN 0204 AND 0204 IS MINE\nbid 5 on Cowboys\nENDIF", {"bid 5 on Cowboys"}),
    ("IF Lazy B HAS 3 units THEN bid 5 on Cowboys", set()),
]
GOLD_RUSH = [
    (
        "IF I1 within 4 of 1 THEN 1: move to contact with I1, attack ELSE 1: stand",
        {"T1: move to contact with I1, attack"},
    ),
    ("IF I1 within 4 of 2 THEN 2: fire at I1 ELSE 2: stand", {"T2: stand"}),
    ("IF 1 is empty\n1: reload\nELSE\n1: fire at nearest\nENDIF", {"T1: reload"}),
    ("IF I1 is down THEN 2: stand ELSE 2: move 40,20", {"T2: move 40,20"}),
    ("IF Natives HAVE 1 figure AND NOT I1 within 20 of 2\n2: stand\nENDIF", {"T2: stand"}),
]
HELL_ON_WHEELS = [
    ("IF Saloon IN my hand THEN Saloon on Past ELSE pass", {"Saloon on Past"}),
    ("IF Church IN my hand\nChurch on Past\nELSE\nkeep Saloon\nENDIF", {"keep Saloon"}),
    ("IF Blue Saloon IN Laramie AND my cash >= 10K\nSaloon on Present\nENDIF", {"Saloon on Present"}),
    ("IF Red is Supervisor THEN keep Miners ELSE keep Saloon", {"keep Saloon"}),
    ("IF Brothel IN Past OR saloons in Past = 2\nkeep Saloon\nENDIF", {"keep Saloon"}),
    ("IF hand of Blue >= 3\nkeep Saloon\nELSE\nkeep Miners\nENDIF", {"keep Miners"}),
]


@pytest.mark.parametrize(
    ("key", "seats", "position", "seat", "letters"),
    [
        ("diplomacy", 7, None, "france", DIPLOMACY),
        ("range-war", 8, None, "lazy-s", RANGE_WAR),
        ("land-barons", 2, RANCHES, "ok-corral", LAND_BARONS),
        ("gold-rush", 2, GULCH, "traders", GOLD_RUSH),
        ("hell-on-wheels", 2, TOWNS, "red", HELL_ON_WHEELS),
    ],
)
def test_orders_under_conditions(play, key, seats, position, seat, letters):
    table = play(key, seats, position)
    for letter, orders in letters:
        table.write(seat, f"CLEAR\n{letter}")
        assert set(table.orders(seat)) == orders, letter


UNREAD = {
    "diplomacy": ("france", "IF the moon is round", "IF BUR IS EMPTY"),
    "range-war": ("lazy-s", "IF the moon is round", "IF Coo IS EMPTY"),
    "land-barons": ("ok-corral", "IF the moon is round", "IF 0507 IS EMPTY"),
    "gold-rush": ("traders", "IF the moon is round", "IF M2 within 6 of 3"),
    "hell-on-wheels": ("red", "IF the moon is round", "IF Saloon IN my hand"),
}


@pytest.mark.parametrize("key", sorted(UNREAD))
def test_a_condition_that_is_not_understood(play, key):
    """It is quoted, nothing under it is taken in either branch, and it is said how such a thing is written here."""
    positions = {"land-barons": RANCHES, "gold-rush": GULCH, "hell-on-wheels": TOWNS}
    table = play(key, 8, positions.get(key)) if key not in positions else play(key, 2, positions[key])
    seat, condition, example = UNREAD[key]
    form = table.live().window.asks[seat].form
    order = table.live().game.letter(table.live().state, seat, "x").splitlines()[0]
    answer = table.write(seat, f"{condition}\n{order}\nELSE\n{order}\nENDIF")
    assert form
    assert answer.facts["verdict"] == "ERRORS"
    assert table.orders(seat) == ()
    said = text_of(table, answer)
    assert '"the moon is round" was not understood' in said
    assert example in said


def test_names_that_are_nearly_right_are_suggested(play):
    table = play("diplomacy", 7)
    assert "Did you mean France?" in text_of(table, table.write("france", "IF Frnace OWNS PAR THEN A PAR H"))
    assert "Did you mean Paris" in text_of(table, table.write("france", "IF A IN Pariss THEN A PAR H"))
    assert "Nobody can own NTH" in text_of(table, table.write("france", "IF England OWNS NTH THEN A PAR H"))


# --- what a seat may not see -----------------------------------------------------------------------------------------


def but(position, **changes):
    return {**position, **{key: {**position[key], **value} for key, value in changes.items()}}


SECRETS = [
    (
        "land-barons", RANCHES, "ok-corral", "lazy-b",
        but(RANCHES, cash={"lazy-b": 40}, settlements={"0407": "Farm, face down"}),
        ["Lazy B's cash >= 20", "Lazy B HAS 12 Dollars", "NOT Lazy B HAS 40 Dollars", "cash of Lazy B > 12",
         "Gold Mine IN 0407", "NOT Gold Mine IN 0407", "Farm IN 0407"],
        "IF my cash >= 20 THEN pay none ELSE pay all",
    ),
    (
        "gold-rush", GULCH, "traders", "indians",
        but(GULCH, figures={"I1": {"at": "20,24", "weapon": "repeater", "loaded": 0, "reloads": 9}}),
        ["I1 is empty", "I1 is loaded", "I1: empty", "Natives HAVE 2 gold", "gold of Natives >= 1",
         "NOT Natives HAVE 0 gold", "I1 has 5 rounds"],
        "IF 1 is empty THEN 1: move 20,30 ELSE 1: stand",
    ),
    (
        "hell-on-wheels", TOWNS, "red", "blue",
        but(TOWNS, hands={"Blue": ["Saloon", "Vice"]}, cash={"Blue": 13}),
        ["Church IN Blue's hand", "Outlaws IN hand of Blue", "NOT Church IN Blue's hand", "Blue HAS Church IN hand",
         "Blue HAS Church", "Blue HOLDS Saloon", "cash of Blue >= 13", "Blue HAS 12K", "Church IN hand"],
        "IF Church IN my hand THEN keep Church ELSE pass",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "truth", "asks", "keeps", "other", "conditions", "own"), SECRETS)
def test_a_condition_tells_nothing_of_what_is_hidden(play, key, truth, asks, keeps, other, conditions, own):
    """Two games that differ only in another seat's secret answer alike, byte for byte; its owner's answers differ."""
    tables = play(key, 2, truth), play(key, 2, other)
    orders = tables[0].live().game.letter(tables[0].live().state, asks, "x").splitlines()[0]

    def answers(seat, text):
        rows = [table.write(seat, text) for table in tables]
        mails = [table.written(row) for table, row in zip(tables, rows, strict=True)]
        return [(mail.subject, mail.text, mail.html, row.facts["parts"]) for mail, row in zip(mails, rows, strict=True)]

    for condition in conditions:
        one, two = answers(asks, f"IF {condition}\n{orders}\nELSE\n{orders}\nENDIF")
        assert one == two, condition
    mine, theirs = answers(keeps, own)
    assert mine[1] != theirs[1]


# --- orders for later windows, orders that stand ---------------------------------------------------------------------


LATER = [
    (
        "diplomacy", 7, None, "france",
        "A PAR - BUR\nPHASE F1901M\nIF A IN BUR THEN A BUR - BEL ELSE A PAR - BEL\nENDPHASE",
        [("Spring 1901, movement", {"A PAR - BUR"}), ("Fall 1901, movement", {"A BUR - BEL"}),
         ("Winter 1901, adjustments", set()), ("Spring 1902, movement", set()), ("Fall 1902, movement", set())],
    ),
    (
        "diplomacy", 7, None, "france",
        "A PAR - BUR, A MAR - SPA\nPHASE adjustments\nIF France HAS at least 4 centres\nBuild A PAR\nELSE\nWaive",
        # Spain is taken in the spring and held in the fall: a fourth centre. The block outlives the fall's moves.
        [("Spring 1901, movement", {"A PAR - BUR", "A MAR - SPA"}), ("Fall 1901, movement", set()),
         ("Winter 1901, adjustments", {"Build A PAR"}), ("Spring 1902, movement", set())],
    ),
    (
        "range-war", 8, None, "lazy-s",
        "PHASE Winter 1870, movement\nIF my gang IN Coo\nG(Coo) S G(Lzy)\nELSE\nG(Lzy) stands\nENDIF\nENDPHASE",
        [("Summer 1870, movement", set()), ("Winter 1870, movement", {"G(Coo) S G(Lzy)"}),
         ("Summer 1871, movement", set()), ("Winter 1871, movement", set())],
    ),
    (
        "land-barons", 2, RANCHES, "ok-corral",
        "pay none\nPHASE pay and bids\nIF Lazy B OWNS 1202 THEN pay all ELSE pay none\nENDPHASE",
        [("Turn 3, pay and bids", {"pay none"}), ("Turn 3, build and raid", set()),
         ("Turn 4, pay and bids", {"pay all"}), ("Turn 4, build and raid", set()), ("Turn 5, pay and bids", set())],
    ),
    (
        "gold-rush", 2, GULCH, "traders",
        "1: reload\nPHASE turn\nIF 1 is loaded THEN 1: stand ELSE 1: reload\nENDPHASE",
        [("Turn 3", {"T1: reload"}), ("Turn 4", {"T1: stand"}), ("Turn 5", set())],
    ),
    (
        "hell-on-wheels", 2, TOWNS, "red",
        "PHASE bid\nIF Blue is Supervisor THEN bid 2 ELSE bid 0\nENDPHASE",
        [("Turn 3, building", set()), ("Turn 4, bid", {"bid 2K"}), ("Turn 4, extra cards", set()),
         ("Turn 4, building", set()), ("Turn 5, bid", set())],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("key", "seats", "position", "seat", "letter", "windows"), LATER)
def test_orders_for_a_later_window_are_taken_once(play, key, seats, position, seat, letter, windows):
    table = play(key, seats, position)
    table.write(seat, letter)
    for title, orders in windows:
        assert table.live().window.title == title
        assert set(table.orders(seat) if seat in table.live().window.asks else ()) == orders, title
        close(table)


STANDING = [
    # What stands, what is said instead in the second window of the kind, and the windows.
    ("diplomacy", 7, None, "france", "movement: A MAR H", "A MAR S A PAR - GAS", "A MAR S A PAR - GAS",
     [("Spring 1901, movement", None), ("Fall 1901, movement", "A MAR H"), ("Spring 1902, movement", "A MAR H")]),
    ("range-war", 8, None, "lazy-s", "movement: G(Coo) S G(Lzy)", "G(Coo) stands", "G(Coo) H",
     [("Summer 1870, movement", None), ("Winter 1870, movement", "G(Coo) S G(Lzy)"),
      ("Summer 1871, movement", "G(Coo) S G(Lzy)")]),
    ("land-barons", 2, RANCHES, "ok-corral", "pay-and-bids: pay all", "pay none", "pay none",
     [("Turn 3, pay and bids", None), ("Turn 3, build and raid", None), ("Turn 4, pay and bids", "pay all")]),
    ("gold-rush", 2, GULCH, "traders", "turn: 2: stand", "2: move 50,22", "T2: move 50,22",
     [("Turn 3", None), ("Turn 4", "T2: stand"), ("Turn 5", "T2: stand")]),
    ("hell-on-wheels", 2, TOWNS, "red", "bid: bid 1", "bid 3", "bid 3K",
     [("Turn 3, building", None), ("Turn 4, bid", "bid 1K"), ("Turn 4, extra cards", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("key", "seats", "position", "seat", "stands", "instead", "written", "windows"), STANDING)
def test_standing_orders(play, key, seats, position, seat, stands, instead, written, windows):
    """They are read in whenever their kind of window opens, what is sent replaces them there, and no longer."""
    table = play(key, seats, position)
    table.write(seat, f"STANDING {stands}")
    last = windows[-1][0]
    for title, order in windows:
        assert table.live().window.title == title
        assert table.orders(seat) == (() if order is None else (order,)), title
        if order is not None:
            assert f"Taken from your standing orders: {order}." in report(table, seat)
            table.write(seat, instead)
            assert table.orders(seat) == (written,)
        if title != last:
            close(table)
    kind = stands.partition(":")[0]
    assert "You have none" in text_of(table, table.write(seat, f"STANDING {kind}:"))
    refused = text_of(table, table.write(seat, "STANDING carnival: dance"))
    assert '"carnival" is no kind of window here' in refused
    assert kind in refused


@pytest.mark.parametrize(("held", "order"), [(["Saloon"], ("pass",)), (["Saloon", "Lawmen"], ())])
def test_a_standing_order_may_ask_the_hand(play, held, order):
    """In a strict game a player who holds no raid need not be waited for in every window."""
    position = {
        "phase": "Turn 3, window 4, Red",
        "options": {"tempo": "strict"},
        "seats": ["Red", "Blue"],
        "hands": {"Red": held, "Blue": []},
        "towns": {"present": {"town": "Cheyenne", "mayhem": "Vice"}, "future": "Omaha"},
    }
    table = play("hell-on-wheels", 2, position)
    table.write("red", "STANDING chance: IF no raid IN my hand THEN pass")
    for _ in range(12):
        close(table)
        if table.live().window.title == "Turn 3, window 5, Red":
            break
    assert table.live().window.title == "Turn 3, window 5, Red"
    assert table.orders("red") == order


def test_commands_around_conditions(play):
    table = play("diplomacy", 7)
    answer = table.write("france", "WAIT\nIF BUR IS EMPTY THEN A PAR - BUR\nPHASE adjustments\nBuild A PAR\nENDPHASE")
    assert "WAIT is set for you" in text_of(table, answer)
    # A command under a condition is not carried out, and its writer is told.
    answer = table.write("france", "IF BUR IS EMPTY\nREADY\nCLEAR\nENDIF")
    assert answer.facts["verdict"] == "ERRORS"
    assert "“CLEAR”: Commands are carried out at once" in text_of(table, answer)
    assert table.orders("france") == ("A PAR - BUR",)
    assert table.campaign.docket(table.name)[1]["france"].wait
    # CLEAR empties the set of the open window; what was sent ahead is shown, and taken back by its own CLEAR.
    said = text_of(table, table.write("france", "CLEAR\nREADY"))
    assert table.orders("france") == ()
    assert "- the next window of the kind adjustments: “Build A PAR”" in said
    assert "“Build A PAR”" in text_of(table, table.write("france", "ORDERS"))
    said = text_of(table, table.write("france", "PHASE adjustments\nCLEAR\nENDPHASE"))
    assert "Nothing is kept for" in said
    assert "Build A PAR" not in text_of(table, table.write("france", "ORDERS"))


def test_a_dated_phase_is_never_another(play):
    table = play("diplomacy", 7)
    # The open window by its date is now, not the next of its kind.
    table.write("france", "PHASE Spring 1901, movement\nA PAR H\nENDPHASE")
    assert table.orders("france") == ("A PAR H",)
    table.write("france", "PHASE Fall 1902, movement\nA PAR - PIC\nENDPHASE")
    close(table)
    assert table.orders("france") == ()
    said = text_of(table, table.write("france", "A MAR H\nPHASE Spring 1901, movement\nA PAR - GAS\nENDPHASE"))
    assert "is closed" in said
    assert table.orders("france") == ("A MAR H",)
    said = text_of(table, table.write("france", "PHASE carnival\nA PAR H\nENDPHASE\nF BRE H"))
    assert "the kinds are movement, retreats, adjustments" in said
    # The rest of the letter does not suffer for it.
    assert set(table.orders("france")) == {"A MAR H", "F BRE H"}


def test_what_cannot_be_taken_up_is_told_at_once_and_when_it_is_due(play):
    table = play("diplomacy", 7)
    said = text_of(table, table.write("france", "PHASE adjustments\nBuild A PAX\nENDPHASE"))
    assert 'There is no space "PAX" on the map' in said
    said = text_of(table, table.write("france", "STANDING retreats: A PAX D"))
    assert 'There is no space "PAX" on the map' in said
    assert "would not be taken" not in text_of(table, table.write("france", "STANDING retreats: A BUR R PIC"))
    table.write("france", "A PAR - BUR\nPHASE Fall 1901, movement\nA PAR H\nIF A IN Pariss THEN A MAR H\nENDPHASE")
    close(table)
    said = report(table, "france")
    assert "There is no unit in Paris (PAR)" in said
    assert 'There is no space "Pariss" on the map' in said
    # It is for France's eyes.
    assert "Pariss" not in report(table, "germany")


def test_the_game_masters_entry_is_read_as_the_seats_letter_would_be(play):
    table = play("diplomacy", 7)
    text = "IF German A IN MUN\nA PAR - BUR\nELSE\nA PAR H\nENDIF\nSTANDING retreats: A BUR D\nPHASE F1901M\nA BUR H"
    done, said = table.campaign.enter_as_said(table.name, "france", text, table.now)
    assert done.orders == ("A PAR - BUR",)
    said = [str(one) for one in said]
    assert "“German A IN MUN” is true" in said
    assert "kept for the window F 1901 movement" in said
    close(table)
    assert table.orders("france") == ("A BUR H",)
    text = "STANDING retreats: A PAX D\nPHASE adjustments\nBuild A PAX"
    done, _ = table.campaign.enter_as_said(table.name, "france", text, table.now)
    assert [one.line for one in done.problems] == ["A PAX D", "Build A PAX"]
    assert all('There is no space "PAX" on the map' in one.sentence for one in done.problems)
    done, _ = table.campaign.enter_as_said(table.name, "france", "IF the moon is round THEN A BUR H", table.now)
    assert [(one.line, "IF BUR IS EMPTY" in str(one.sentence)) for one in done.problems] == [
        ("IF the moon is round", True)
    ]
    done, _ = table.campaign.enter_as_said(table.name, "france", "IF BUR IS EMPTY\nCLEAR\nENDIF", table.now)
    assert ["cannot depend on an IF" in str(one.sentence) for one in done.problems] == [True]
    assert table.orders("france") == ("A BUR H",)


def test_a_forecast_reads_what_a_letter_may_say(play):
    table = play("diplomacy", 7)
    answer = table.write("france", "FORECAST\nIF German A IN MUN\nA PAR - BUR\nELSE\nA PAR - PIC\nENDIF\nA PAX H\nEND")
    said = text_of(table, answer)
    assert "“German A IN MUN” is true" in said
    assert "A PAR - BUR: *done*" in said
    assert "A PAR - PIC" not in said
    assert 'There is no space "PAX" on the map' in said
    assert table.orders("france") == ()
    gulch = play("gold-rush", 2, GULCH)
    assert "T1 (revolver) at 20,20 sees: I1" in text_of(gulch, gulch.write("traders", "FORECAST\nSIGHT 1\nEND"))


def test_an_answer_sent_back_unquoted_asks_for_nothing(play):
    """What stands in an answer about conditions and orders sent ahead is nobody's IF, PHASE or order."""
    table = play("diplomacy", 7)
    letter = "IF BUR IS EMPTY THEN A PAR - BUR\nPHASE adjustments\nBuild A PAR\nENDPHASE\nSTANDING retreats: A BUR D"
    table.write("france", letter)
    answer = table.written(table.write("france", "ORDERS"))
    before = table.orders("france")
    table.write("france", "A MAR - SPA\n\n" + answer.text)
    assert set(table.orders("france")) == {*before, "A MAR - SPA"}
    again = table.written(table.write("france", "ORDERS"))
    assert again.text.count("Build A PAR") == answer.text.count("Build A PAR") == 1


def test_a_seat_that_is_not_asked_sees_what_it_has_sent_ahead(play):
    """France has nothing to retreat."""
    table = play("diplomacy", 7)
    for seat, orders in (
        ("austria", "A VIE - TYR"), ("italy", "A VEN H"), ("austria", "A BUD - TRI\nF TRI - ADR"),
    ):  # fmt: skip
        table.write(seat, orders)
    close(table)
    table.write("austria", "A TYR - VEN\nA TRI S A TYR - VEN")
    table.write("france", "PHASE adjustments\nBuild A PAR")
    close(table)
    # Venice is taken with support: Italy alone has a retreat to order.
    assert sorted(table.live().window.asks) == ["italy"]
    said = text_of(table, table.write("france", "ORDERS"))
    assert "France is not asked" in said
    assert "the next window of the kind adjustments: “Build A PAR”" in said
