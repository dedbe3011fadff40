"""Orders as people write them, to phrases: many notations, several on a line, and what is no order at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .tongue import MAP, short, tongue

TONGUE = tongue()

READ = {
    "A PAR - BUR": "move A PAR > BUR",
    "a par-bur": "move A PAR > BUR",
    "Army Paris to Burgundy": "move A PAR > BUR",
    "A Paris → Burgundy": "move A PAR > BUR",
    "A Paris — Burgundy": "move A PAR > BUR",
    "Par-Bur": "move PAR > BUR",
    "F Bre S A Par-Pic": "support_move F BRE, A PAR > PIC",
    "fleet english channel convoys army london to belgium": "convoy F ENG, A LON > BEL",
    "A Lon - Bel via convoy": "move A LON > BEL via",
    "A Lon-Bel VIA": "move A LON > BEL via",
    "A Lon via convoy to Bel": "move A LON > BEL via",
    "A Lon - Nth - Bel": "move A LON > NTH BEL",
    "F STP/NC - Nwy": "move F STP/NC > NWY",
    "F St Petersburg (north coast) - Norway": "move F STP/NC > NWY",
    "F St. Petersburg/nc - Nwy": "move F STP/NC > NWY",
    "F stp(nc)-bar": "move F STP/NC > BAR",
    "F StP NC H": "hold F STP/NC",
    "F Spa south coast - Gulf of Lyon": "move F SPA/SC > LYO",
    "F MAO - SPA (N)": "move F MAO > SPA/NC",
    "F Con - Bul-ec": "move F CON > BUL/EC",
    "F Mid-Atlantic - Western Med": "move F MAO > WES",
    "F Mid-Atl Ocean S F Eng-Irish Sea": "support_move F MAO, F ENG > IRI",
    "F NTH S ENG A LON - BEL": "support_move F NTH, england A LON > BEL",
    "A PAR S Austrian A VIE - TRI": "support_move A PAR, austria A VIE > TRI",
    "A Par supports the German army in Munich": "support_hold A PAR, germany A MUN",
    "A Par S A Bur H": "support_hold A PAR, A BUR",
    "F English Channel holds": "hold F ENG",
    "F Eng stands": "hold F ENG",
    "Russia's fleet in Sev to Black Sea": "move russia F SEV > BLA",
    "F Norwegian Sea - N Africa": "move F NWG > NAF",
    "F Nrg - Nat": "move F NWG > NAO",
    "F GOB - BAL": "move F BOT > BAL",
    "F HGB - ECH": "move F HEL > ENG",
    "A Wien - Böhmen": "move A VIE > BOH",
    "A München hält": "bare A ?",
    "F Gulf of Bo - Bal": "move F BOT > BAL",
    "A Bur R Pic, Gas, Par": "retreat A BUR > PIC GAS PAR",
    "A Bur retreats to Picardy or Gascony or disbands": "retreat A BUR > PIC GAS disbands",
    "A Bur D": "disband A BUR d",
    "disband A Bur": "disband A BUR disband",
    "Remove F Nth": "disband F NTH remove",
    "build a fleet in St Petersburg (sc)": "build F STP/SC",
    "A PAR B": "build A PAR",
    "B A PAR": "build A PAR",
    "waive": "waive waive",
    "waive 2": "waive waive 2",
    "A Pariss - Burgundyy": "move A PAR > BUR",
    "F Norwegian See - Bar": "move F NWG > BAR",
    "F Nor - Swe": "move F NAF|NAO|NTH|NWG|NWY > SWE",
    "A Vie - Tyr": "move A VIE > TYR|TYS",
    "A. Par - Bur.": "move A PAR > BUR",
    "hello dear GM, here are my orders": "unclear",
    "A Mar (S) A Par - Bur": "support_move A MAR, A PAR > BUR",
    "F Nth (C) A Lon - Bel": "convoy F NTH, A LON > BEL",
    "A Lon-Bel (via convoy)": "move A LON > BEL via",
    "F Spa (S) - Lyo": "move F SPA/SC > LYO",
    "A Paris: hold": "hold A PAR",
    '"A Par - Bur"': "move A PAR > BUR",
    "F Rom - Tyn Sea": "move F ROM > TYS",
    "Retreat A Bur - Par": "retreat A BUR > PAR",
    "No builds": "waive no builds",
    "Waive 1 build": "waive waive 1",
    "A Mun-Bur, supported by A Ruh": "backed A MUN, A RUH > BUR",
    # What is torn in two by a word not known is one order with a mistake, never two.
    "F Nth konvoy A Lon - Bel": "unclear",
    "A Mun sapporst A Ruh - Bur": "unclear",
    "S S S": "unclear",
    "(((": "unclear",
}

SEVERAL = {
    "A Par-Bur A Mar-Spa F Bre-Eng": ["move A PAR > BUR", "move A MAR > SPA", "move F BRE > ENG"],
    "A Par-Bur, A Mar-Spa; F Bre-Eng. F Lon H.": [
        "move A PAR > BUR", "move A MAR > SPA", "move F BRE > ENG", "hold F LON",
    ],
    "F BRE - ENG F LON H": ["move F BRE > ENG", "hold F LON"],
    "A PAR S A BUR A MAR - GAS": ["support_hold A PAR, A BUR", "move A MAR > GAS"],
    "A Bul - Con, A Con - Smy, Ank H": ["move A BUL > CON", "move A CON > SMY", "hold ANK"],
    "Build A Par, F Bre and A Mar": ["build A PAR", "build F BRE", "build A MAR"],
    "A Bur R Pic, Gas; A Mar D": ["retreat A BUR > PIC GAS", "disband A MAR d"],
    "A Par - Bur, A Mar x Spa, F Bre - Eng": ["move A PAR > BUR", "move A MAR > SPA", "move F BRE > ENG"],
    "A Par, F Bre": ["bare A PAR", "bare F BRE"],
    "A Par F Bre": ["bare A PAR", "bare F BRE"],
    "Build A Par F Bre": ["build A PAR", "build F BRE"],
    "BUILD: A PAR, F BRE": ["build A PAR", "build F BRE"],
    "France: A Par - Bur, F Bre hold": ["move france A PAR > BUR", "hold F BRE"],
}  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), READ.items())
def test_an_order_as_people_write_it(line, expected):
    assert [short(phrase) for phrase in TONGUE.read(line)] == [expected]


@pytest.mark.parametrize(("line", "expected"), SEVERAL.items())
def test_several_orders_on_one_line(line, expected):
    assert [short(phrase) for phrase in TONGUE.read(line)] == expected


@pytest.mark.parametrize("code", MAP["provinces"])
def test_every_spelling_on_the_map_is_read_where_an_order_needs_it(code):
    province = MAP["provinces"][code]
    kind = "F" if province["kind"] == "sea" else "A"
    for spelling in (code, code.lower(), province["name"], *province["also"]):
        for line in (
            f"{kind} {spelling} H",
            f"{kind}  {spelling.upper()}  -  {spelling}",
            f"F Nap S {kind} {spelling}",
        ):
            phrase, *more = TONGUE.read(line)
            assert not more, line
            for named in (*(piece.place for piece in phrase.pieces), *phrase.places):
                assert code in named.choices or named.choices == ("NAP",), line
                assert len(named.choices) == 1 or spelling.upper() in MAP["ambiguous"], line


def test_no_name_is_a_word_of_the_grammar():
    for code, province in MAP["provinces"].items():
        for spelling in (code, province["name"], *province["also"]):
            assert not TONGUE.marker.classes(spelling.lower()), spelling


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=120))
def test_junk_is_never_more_than_unclear(text):
    for phrase in TONGUE.read(text.replace("\n", " ")):
        short(phrase)


VOCABULARY = (
    "a f army fleet par bur lon bel eng nth stp /nc (sc) - to s supports c convoys h r d b build waive via , ; . & ( )"
    " french england's moon gulf of lyon north coast sea"
)
WORDS = st.sampled_from(VOCABULARY.split())


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=14))
def test_words_of_orders_in_any_order_never_raise(words):
    for phrase in TONGUE.read(" ".join(words)):
        short(phrase)
