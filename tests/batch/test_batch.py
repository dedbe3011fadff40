"""`judge batch` to the letter: the JSON lines, every odd thing real archives contain, streaming, comparison."""

import json
import os
import random
import subprocess
import sys
from collections import Counter

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.positions import phases
from judge.adjudicator.diplomacy import compiled
from judge.adjudicator.diplomacy.editions import EDITIONS
from judge.batch import adjudicate, prepared
from judge.batch import batch as the_batch
from judge.batch.lines import Batch
from judge.batch.notation import read_order
from judge.batch.schema import SCHEMA
from judge.batch.shape import BadLine
from judge.batch.stream import Comparison, answers
from judge.cli.main import judge
from judge.shelf import map_document


@pytest.fixture(scope="module", params=["interpreted", "compiled"])
def batch(request):
    if request.param == "compiled" and not compiled():
        if os.environ.get("JUDGE_REQUIRE_COMPILED"):
            pytest.fail("the compiled kernel is wanted (JUDGE_REQUIRE_COMPILED) but not there: run `make compile`")
        pytest.skip("the kernel is not compiled here")
    return Batch(map_document("diplomacy").value, interpreted=request.param == "interpreted")


def movement(batch, units, orders, phase="S1901M", **more):
    return batch.result({"game": 1, "phase": phase, "units": units, "orders": orders, **more})


def test_a_bounce_says_with_whom(batch):
    out = movement(
        batch,
        {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]},
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR"]},
    )
    assert out["results"] == {"A PAR - BUR": "fails", "A MUN - BUR": "fails"}
    assert out["reasons"]["A PAR - BUR"] == {
        "code": "bounce",
        "strength": 1,
        "to": "BUR",
        "by": [{"power": "GERMANY", "unit": "A MUN", "strength": 1, "how": "moves"}],
    }
    assert out["next_phase"] == "F1901M"
    assert out["units"] == {"FRANCE": ["A PAR"], "GERMANY": ["A MUN"]}


def test_every_key_of_the_contract_and_unknown_ones_carried(batch):
    out = movement(batch, {"FRANCE": ["A PAR"]}, {}, colour="blue")
    assert list(out) == [
        "game", "phase", "next_phase", "units", "dislodged", "retreats", "centers", "results", "reasons",
        "destroyed", "colour",
    ]  # fmt: skip
    assert out["colour"] == "blue"


def test_a_dislodged_unit_waits_for_its_retreat(batch):
    out = movement(
        batch,
        {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},
        {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GERMANY": ["A BUR H"]},
    )
    assert out["results"]["A BUR H"] == "dislodged"
    assert out["next_phase"] == "S1901R"
    assert out["units"] == {"FRANCE": ["A BUR", "A MAR"], "GERMANY": []}
    assert out["dislodged"] == {"GERMANY": ["A BUR"]}
    assert sorted(out["retreats"]["A BUR"]) == ["BEL", "GAS", "MUN", "PIC", "RUH"]


def test_a_unit_with_nowhere_to_go_is_destroyed_at_once(batch):
    # DATC 6.H.17: every place round Portugal is taken or closed.
    out = movement(
        batch,
        {"FRANCE": ["F MAO", "A SPA"], "ENGLAND": ["A POR"]},
        {"FRANCE": ["F MAO S A SPA - POR", "A SPA - POR"], "ENGLAND": ["A POR H"]},
    )
    assert out["results"]["A POR H"] == "destroyed"
    assert out["dislodged"] == {}
    assert out["retreats"] == {}
    assert out["next_phase"] == "F1901M"


def test_spring_without_dislodgement_leads_to_fall_and_keeps_centres(batch):
    out = movement(batch, {"FRANCE": ["A GAS"]}, {"FRANCE": ["A GAS - SPA"]}, centers={"FRANCE": ["PAR"]})
    assert (out["next_phase"], out["centers"]) == ("F1901M", {"FRANCE": ["PAR"]})


def test_after_the_fall_centres_change_hands_before_the_adjustment(batch):
    out = movement(
        batch, {"FRANCE": ["A GAS"]}, {"FRANCE": ["A GAS - SPA"]}, "F1901M", centers={"FRANCE": ["PAR"], "ITALY": []}
    )
    assert out["next_phase"] == "W1901A"
    assert out["centers"] == {"FRANCE": ["PAR", "SPA"], "ITALY": []}


def test_an_adjustment_in_which_nobody_can_build_is_skipped(batch):
    out = movement(batch, {"FRANCE": ["A PAR"]}, {}, "F1901M", centers={"FRANCE": ["PAR", "SPA"]})
    assert out["next_phase"] == "S1902M"


def test_a_fall_retreat_decides_a_centre(batch):
    out = batch.result(
        {
            "phase": "F1902R",
            "units": {"GERMANY": ["A BUR"]},
            "dislodged": {"FRANCE": ["A PAR"]},
            "retreats": {"A PAR": ["BRE"]},
            "centers": {"FRANCE": ["PAR", "MAR"], "ENGLAND": ["BRE"]},
            "orders": {"FRANCE": ["A PAR R BRE"]},
        }
    )
    assert out["results"] == {"A PAR R BRE": "succeeds"}
    assert out["centers"] == {"FRANCE": ["BRE", "MAR", "PAR"], "ENGLAND": []}
    assert out["next_phase"] == "W1902A"


def test_without_retreats_any_vacant_neighbour_is_open(batch):
    line = {"phase": "S1902R", "units": {"GERMANY": ["A BUR"]}, "dislodged": {"FRANCE": ["A PAR"]}}
    assert batch.result({**line, "orders": {"FRANCE": ["A PAR R GAS"]}})["results"] == {"A PAR R GAS": "succeeds"}
    assert batch.result({**line, "orders": {"FRANCE": ["A PAR R BUR"]}})["results"] == {"A PAR R BUR": "illegal"}
    assert batch.result({**line, "orders": {}})["units"] == {"GERMANY": ["A BUR"], "FRANCE": []}


def test_two_retreats_to_one_place_destroy_both(batch):
    out = batch.result(
        {
            "phase": "S1902R",
            "units": {},
            "dislodged": {"FRANCE": ["A PAR"], "GERMANY": ["A MAR"]},
            "orders": {"FRANCE": ["A PAR R GAS"], "GERMANY": ["A MAR R GAS"]},
        }
    )
    assert set(out["results"].values()) == {"fails"}
    assert out["units"] == {"FRANCE": [], "GERMANY": []}
    assert out["reasons"]["A PAR R GAS"]["met"] == ["A MAR"]


def test_builds_waives_and_shared_texts(batch):
    out = batch.result(
        {
            "phase": "W1901A",
            "units": {"FRANCE": ["A SPA"], "ENGLAND": ["F NTH"], "RUSSIA": ["A MOS", "A UKR"]},
            "centers": {"FRANCE": ["PAR", "MAR", "BRE"], "ENGLAND": ["LON", "EDI"], "RUSSIA": ["MOS"]},
            "orders": {
                "RUSSIA": ["A UKR D"],
                "FRANCE": ["A PAR B", "WAIVE", "F BRE B"],
                "ENGLAND": ["WAIVE", "F STP/NC B"],
            },
        }
    )
    assert out["results"] == {
        "A PAR B": "succeeds",
        "FRANCE: WAIVE": "succeeds",
        "F BRE B": "illegal",
        "WAIVE": "succeeds",
        "F STP/NC B": "illegal",
        "A UKR D": "succeeds",
    }
    assert out["units"] == {"FRANCE": ["A PAR", "A SPA"], "ENGLAND": ["F NTH"], "RUSSIA": ["A MOS"]}
    assert out["next_phase"] == "S1902M"


def test_removals_not_ordered_follow_civil_disorder(batch):
    out = batch.result(
        {"phase": "W1901A", "units": {"RUSSIA": ["A LVN", "A PRU"]}, "centers": {"RUSSIA": ["STP"]}, "orders": {}}
    )
    # DATC 6.J.3: Livonia is one step from St. Petersburg, Prussia two.
    assert out["units"] == {"RUSSIA": ["A LVN"]}


def test_eighteen_centres_end_the_game(batch):
    centres = ["BRE", "MAR", "PAR", "SPA", "POR", "BEL", "HOL", "KIE", "BER", "MUN", "DEN", "SWE", "LON", "LVP", "EDI"]
    out = movement(
        batch,
        {"FRANCE": ["A NWY", "A TUN", "A VEN"]},
        {},
        "F1910M",
        centers={"FRANCE": centres, "ITALY": ["VEN", "ROM"]},
    )
    assert out["next_phase"] == "COMPLETED"
    assert len(out["centers"]["FRANCE"]) == 18
    seventeen = movement(batch, {"FRANCE": ["A NWY", "A TUN"]}, {}, "F1910M", centers={"FRANCE": centres})
    assert seventeen["next_phase"] != "COMPLETED"


# What real archives contain.


def test_via_to_a_neighbour_without_a_convoy_stays(batch):
    # DATC 6.G.8: a fleet is there that could carry, nobody ordered it to.
    out = movement(batch, {"FRANCE": ["A BEL"], "ENGLAND": ["F NTH"]}, {"FRANCE": ["A BEL - HOL VIA"]})
    assert out["results"] == {"A BEL - HOL VIA": "invalid"}
    assert out["reasons"]["A BEL - HOL VIA"]["code"] == "no-convoy"
    # Nobody at sea at all, and no sea between them.
    out = movement(batch, {"FRANCE": ["A BEL"]}, {"FRANCE": ["A BEL - HOL VIA"]})
    assert out["results"] == {"A BEL - HOL VIA": "illegal"}
    out = movement(batch, {"FRANCE": ["A BUR"]}, {"FRANCE": ["A BUR - MUN VIA"]})
    assert out["results"] == {"A BUR - MUN VIA": "illegal"}
    assert out["units"] == {"FRANCE": ["A BUR"]}


def test_an_edition_lets_it_go_by_land():
    line = {"phase": "S1901M", "units": {"FRANCE": ["A BUR"]}, "orders": {"FRANCE": ["A BUR - MUN VIA"]}}
    assert adjudicate(line, edition="1971")["results"] == {"A BUR - MUN VIA": "succeeds"}


def test_wrong_coasts_in_supports(batch):
    units = {"FRANCE": ["F GAS", "F MAO", "F SPA/SC"], "ITALY": ["F WES"]}
    out = movement(batch, units, {"ITALY": ["F WES S F SPA/NC"], "FRANCE": ["F SPA/SC H"]})
    assert out["results"]["F WES S F SPA/NC"] == "given"
    units = {"FRANCE": ["F POR", "F MAO"]}
    orders = {"FRANCE": ["F POR S F MAO - SPA/NC", "F MAO - SPA/SC"]}
    assert movement(batch, units, orders)["results"]["F POR S F MAO - SPA/NC"] == "invalid"


def test_a_wrong_coast_or_kind_of_the_unit_itself_is_overlooked(batch):
    out = movement(batch, {"FRANCE": ["F SPA/SC", "A PAR"]}, {"FRANCE": ["F SPA/NC - LYO", "F PAR - BUR"]})
    assert out["results"] == {"F SPA/NC - LYO": "succeeds", "F PAR - BUR": "succeeds"}


def test_units_without_orders_hold_and_powers_without_orders_do_not_matter(batch):
    out = movement(batch, {"FRANCE": ["A PAR", "A MAR"], "ITALY": ["A ROM"]}, {"FRANCE": ["A PAR - BUR"]})
    assert out["results"] == {"A PAR - BUR": "succeeds"}
    assert out["units"] == {"FRANCE": ["A BUR", "A MAR"], "ITALY": ["A ROM"]}
    assert batch.result({"phase": "S1901M", "units": {"ITALY": ["A ROM"]}})["units"] == {"ITALY": ["A ROM"]}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("A ROM - VEN", "no-unit-there"),
        ("A XXX H", "no-such-place"),
        ("A MUN H", "not-your-unit"),
        ("forward!", "not-understood"),
        ("", "not-understood"),
        ("A PAR R BUR", "wrong-phase"),
        ("WAIVE", "wrong-phase"),
        ("A PAR - LON", "no-fleet-could-carry"),
        ("A PAR - ENG", "army-to-sea"),
    ],
)
def test_orders_that_are_no_good_are_reported_and_change_nothing(batch, text, code):
    units = {"FRANCE": ["A PIC" if "LON" in text else "A PAR"], "GERMANY": ["A MUN"]}
    text = text.replace("A PAR - LON", "A PIC - LON")
    out = movement(batch, units, {"FRANCE": [text]})
    assert out["results"] == {text: "illegal"}
    assert out["reasons"][text]["code"] == code
    assert out["units"] == units


def test_of_two_orders_for_a_unit_the_first_legal_one_counts(batch):
    out = movement(
        batch, {"FRANCE": ["A PAR"]}, {"FRANCE": ["A PAR - MOS", "A PAR - BUR", "A PAR - PIC", "A PAR - BUR"]}
    )
    assert out["results"] == {"A PAR - BUR": "succeeds", "A PAR - MOS": "illegal", "A PAR - PIC": "illegal"}
    assert out["reasons"]["A PAR - PIC"] == {"code": "second-order", "unit": "A PAR"}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({}, '"phase" is missing'),
        ({"phase": "S1901M"}, '"units" is missing'),
        ({"phase": "X1901M", "units": {}}, "is no phase"),
        ({"phase": "W1901M", "units": {}}, "is no phase"),
        ({"phase": 1901, "units": {}}, '"phase" is missing'),
        ({"phase": "S1901M", "units": {"FRANCE": ["A XYZ"]}}, 'no province "XYZ"'),
        ({"phase": "S1901M", "units": {"FRANCE": ["PAR"]}}, "is no unit"),
        ({"phase": "S1901M", "units": {"FRANCE": ["F PAR"]}}, "no fleet can stand in PAR"),
        ({"phase": "S1901M", "units": {"FRANCE": ["A ENG"]}}, "no army can stand in ENG"),
        ({"phase": "S1901M", "units": {"FRANCE": ["F STP"]}}, "needs a coast"),
        ({"phase": "S1901M", "units": {"FRANCE": ["A PAR"], "ITALY": ["A PAR"]}}, "two units stand in PAR"),
        ({"phase": "S1901M", "units": {"FRANCE": "A PAR"}}, "must be a list"),
        ({"phase": "S1901M", "units": ["A PAR"]}, "must be an object"),
        ({"phase": "S1901M", "units": {"FRANCE": [7]}}, "texts"),
        ({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": [None]}}, "texts"),
        ({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": [["A PAR H"]]}}, "texts"),
        ({"phase": "F1901M", "units": {}, "centers": {"FRANCE": ["BUR"]}}, "no supply centre"),
        ({"phase": "F1901M", "units": {}, "centers": {"FRANCE": ["PAR"], "ITALY": ["PAR"]}}, "belongs to both"),
        ({"phase": "S1901R", "units": {}, "retreats": []}, None),
        (
            {"phase": "S1901R", "units": {}, "dislodged": {"FRANCE": ["A PAR"]}, "retreats": {"A PAR": 3}},
            "must be a list",
        ),
        ({"phase": "S1901R", "units": {}, "dislodged": {"FRANCE": ["A PAR"]}, "retreats": 3}, "must be an object"),
        ({"phase": "W1901A", "units": {}, "centers": {"FRANCE": 3}}, "must be a list"),
    ],
)
def test_bad_lines_are_named(batch, line, sentence):
    if sentence is None:
        assert batch.result(line)["units"] == {}
        return
    with pytest.raises(BadLine) as caught:
        batch.result(line)
    assert sentence in str(caught.value)


def test_a_bad_line_never_stops_the_run(batch):
    good = json.dumps({"game": "g", "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}})
    found = list(answers(batch, [good, "{", "", "[]", "\x00", '{"phase": "S1901M"}', good]))
    assert [fine for _, fine in found] == [True, False, False, False, False, False, True]
    assert json.loads(found[1][0])["line"] == 2
    assert json.loads(found[0][0]) == json.loads(found[6][0])


def test_what_is_no_json_is_said_once(batch):
    good = '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}}'
    told = [json.loads(text)["error"] for text, _ in answers(batch, [f"{good} x", '{"game": NaN}', "[1]", " "])]
    assert told == [
        "this line is no JSON: something follows the object",
        "this line is no JSON: NaN is no number of JSON",
        "a line must be one JSON object",
        "this line is empty",
    ]


def test_half_a_character_stops_nothing(tmp_path):
    text = r'{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR \ud800 - BUR"]}}'
    (tmp_path / "lines").write_text(f"{text}\n" * 2)
    done = subprocess.run(
        [sys.executable, "-m", "judge", "batch", tmp_path / "lines"], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line)["results"] for line in done.stdout.splitlines()] == [{"A PAR \ud800 - BUR": "illegal"}] * 2


def generated(seed, count, batch):
    return [phase.line(batch.board, number) for number, phase in enumerate(phases(_lower(batch), seed, count))]


def _lower(batch):
    from judge.adjudicator.diplomacy.board import Board

    return Board.from_map(map_document("diplomacy").value)


def test_shuffled_input_changes_no_result(batch):
    chance = random.Random(4)
    for line in generated(11, 60, batch):
        expected = batch.result(line)
        for _ in range(3):
            powers = list(line["units"])
            chance.shuffle(powers)
            mixed = {
                **line,
                "units": {power: chance.sample(line["units"][power], len(line["units"][power])) for power in powers},
                "orders": {
                    power: chance.sample(line["orders"][power], len(line["orders"][power]))
                    for power in reversed(powers)
                },
            }
            found = batch.result(mixed)
            assert found["results"] == expected["results"]
            assert {p: sorted(u) for p, u in found["units"].items()} == {
                p: sorted(u) for p, u in expected["units"].items()
            }
            assert found["retreats"] == expected["retreats"]
            assert found["reasons"] == expected["reasons"]


def test_reasons_are_those_of_the_kernel(batch):
    """The JSON written by hand for the commonest reasons says what `reasons` says."""
    from judge.adjudicator.diplomacy.movement import Court

    court = Court(batch.board, interpreted=True)
    seen = Counter()
    for phase, line in zip(phases(batch.board, 12, 60), generated(12, 60, batch), strict=True):
        after = court.movement(phase.units, phase.orders)
        texts = {text[2:5]: text for texts in line["orders"].values() for text in texts}
        out = batch.result(line)
        for result in after.results:
            text = texts[result.unit.place[:3]]
            assert out["results"][text] == result.said
            if result.reason is None:
                assert text not in out["reasons"]
                continue
            seen[result.reason.code] += 1
            plain = json.loads(json.dumps({"code": result.reason.code, **result.reason.detail}))
            assert out["reasons"][text] == plain
    assert {"bounce", "own-unit", "cut-by-attack"} <= set(seen)


def test_every_result_fits_the_schema(batch):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    whole = {**SCHEMA, "oneOf": [{"$ref": "#/$defs/output"}]}
    given_ = {**SCHEMA, "oneOf": [{"$ref": "#/$defs/input"}]}
    for line in generated(13, 20, batch):
        jsonschema.validate(line, given_)
        jsonschema.validate(batch.result(line), whole)


words = st.sampled_from(
    ["A", "F", "PAR", "STP/NC", "SPA", "ENG", "XXX", "S", "C", "H", "R", "B", "D", "-", "BUR", "MAO", "SPA/SC", "VIA"]
)
texts = st.one_of(st.text(max_size=12), st.lists(words, max_size=8).map(" ".join))


@settings(deadline=None)  # the first call makes the board
@given(
    st.dictionaries(st.sampled_from(["FRANCE", "ITALY", "x", ""]), st.lists(st.one_of(texts, st.none()), max_size=4)),
    st.sampled_from(["S1901M", "F1901M", "S1901R", "F1901R", "W1901A"]),
    st.dictionaries(st.sampled_from(["FRANCE", "ITALY"]), st.lists(texts, max_size=3), max_size=2),
)
def test_junk_gives_a_result_or_a_sentence(orders, phase, units):
    for each in ({"FRANCE": ["A PAR", "F MAO", "F STP/NC"]}, units):
        line = {"phase": phase, "units": each, "dislodged": {"FRANCE": ["A BUR"]}, "orders": orders}
        try:
            out = adjudicate(line)
        except BadLine:
            continue
        assert all(key in out["results"] for key in out["reasons"])


def test_order_texts_in_other_dress():
    same = ["A PAR - BUR", "a par-bur", " A  PAR → BUR ", "A PAR -> BUR", "A PAR – BUR"]
    assert len({read_order(text) for text in same}) == 1
    assert read_order("F BRE C A PIC - LON VIA") == read_order("F BRE C A PIC - LON")


# Comparison and the command.


def compare(batch, *lines):
    comparison = Comparison(batch)
    return [json.loads(text) for text in comparison.differences(map(json.dumps, lines))], comparison


def test_a_bad_expectation_never_stops_the_comparison(batch):
    line = {"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {}}
    found, comparison = compare(
        batch,
        {**line, "next_units": {"FRANCE": ["A PAR", 3]}},
        {**line, "next_centers": {"FRANCE": [None]}},
        {**line, "next_dislodged": "A PAR"},
        {**line, "next_units": {"FRANCE": ["A PAR"]}},
    )
    assert [each["error"] for each in found] == [
        '"next_units" must hold texts such as "A PAR"',
        '"next_centers" must hold texts such as "PAR"',
        '"next_dislodged" must be an object with a list for each power',
    ]
    assert (comparison.bad, comparison.summary) == (3, "compared 1 phases, 0 differ")


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), texts, st.sampled_from(["A PAR", "F MAO", "PAR", "FRANCE"])),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["FRANCE", "A BUR", ""]), inner)
    ),
    max_leaves=6,
)
keys = ["units", "centers", "dislodged", "retreats", "orders", "game", "next_units", "next_centers", "next_phase"]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from(keys), anything), st.sampled_from(["S1901M", "F1901R", "W1901A"]))
def test_whatever_a_line_holds_is_answered_or_told_in_a_sentence(line, phase):
    batch = the_batch()
    text = json.dumps({"units": {"FRANCE": ["A PAR"]}, "phase": phase, **line})
    [(said, good)] = answers(batch, [text])
    assert good == ("error" not in json.loads(said))
    assert "cannot be adjudicated" not in said
    assert "cannot be compared" not in "".join(Comparison(batch).differences([text]))


def test_comparison_reports_each_difference(batch):
    line = {"game": 7, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}}
    right = {**line, "next_units": {"FRANCE": ["A BUR"]}, "next_phase": "F1901M", "next_dislodged": {}}
    wrong = {**line, "next_units": {"FRANCE": ["A PAR"], "ITALY": []}, "next_phase": "S1901R"}
    found, comparison = compare(batch, right, wrong, line)
    assert [(each["line"], each["differs"]) for each in found] == [(2, "next_units"), (2, "next_phase")]
    assert found[0]["expected"] == {"FRANCE": ["A PAR"]}
    assert found[0]["found"] == {"FRANCE": ["A BUR"]}
    assert comparison.summary == "compared 3 phases, 1 differ"


def run(args, text):
    return CliRunner().invoke(judge, ["batch", *args], input=text, standalone_mode=False)


def test_the_command():
    line = json.dumps({"game": 1, "phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "next_phase": "F1901M"})
    good = run([], line + "\n")
    assert json.loads(good.stdout)["next_phase"] == "F1901M"
    assert json.loads(good.stdout)["game"] == 1
    bad = run([], line + "\nnonsense\n" + line + "\n")
    assert bad.return_value == 1 or bad.exit_code == 1
    assert len(bad.stdout.splitlines()) == 3
    fine = run(["--compare"], line + "\n")
    assert fine.stdout == ""
    assert fine.stderr.strip() == "compared 1 phases, 0 differ"
    assert json.loads(run(["--schema"], "").stdout) == SCHEMA


def test_several_processes_answer_as_one_does(tmp_path):
    line = json.dumps({"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BUR"]}})
    lines = [line] * 700
    lines[613] = "nonsense"
    (tmp_path / "lines").write_text("\n".join(lines))
    one, three = (
        subprocess.run(
            [sys.executable, "-m", "judge", "batch", "--jobs", jobs, tmp_path / "lines"],
            capture_output=True, text=True, timeout=60,
        )
        for jobs in ("1", "3")
    )  # fmt: skip
    assert (one.returncode, one.stderr) == (three.returncode, three.stderr) == (1, "")
    assert three.stdout == one.stdout
    assert [each["line"] for each in map(json.loads, three.stdout.splitlines()) if "error" in each] == [614]


def test_the_prepared_board_works_without_text():
    from judge.adjudicator.diplomacy.kernel import SUCCEEDS
    from judge.adjudicator.diplomacy.orders import Hold, Move

    court = prepared()
    codes = [court.code("A", "PAR", Move("PAR", "BUR")), court.code("A", "MUN", Hold("MUN"))]
    assert court.kernel.run(codes, [0, 1]) == [SUCCEEDS, 0]


def test_a_support_given_by_a_unit_driven_out_is_told_with_who_did_it():
    """Editions in which a convoyed army cuts no support against its own convoy, not even by dislodging it."""
    line = {
        "phase": "F1905M",
        "units": {"ITALY": ["A ALB", "F ION", "A APU", "F GRE"], "FRANCE": ["F NAP", "F TUN"]},
        "orders": {
            "ITALY": ["A ALB - NAP", "F ION C A ALB - NAP", "A APU S A ALB - NAP", "F GRE S F ION"],
            "FRANCE": ["F NAP S F TUN - ION", "F TUN - ION"],
        },
    }
    for edition in ("1971", "2000"):
        told = adjudicate(line, edition=edition)
        assert told["results"]["F NAP S F TUN - ION"] == "given, dislodged"
        by = {"power": "ITALY", "unit": "A ALB"}
        assert told["reasons"]["F NAP S F TUN - ION"] == {
            "code": "dislodged", "by": by, "strength": 2, "against": 1
        }  # fmt: skip
        assert told["dislodged"] == {"FRANCE": ["F NAP"]}
    told = adjudicate(line, edition="2023")
    assert told["results"]["F NAP S F TUN - ION"] == "cut, dislodged"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_gives_each_order_a_word_and_each_failure_a_reason(edition):
    """What went as ordered has no reason; everything else has one, and two ways of asking agree."""
    ours = the_batch(edition)
    for number, phase in enumerate(phases(ours.board, 1982, 150)):
        told = ours.result(phase.line(ours.board, number))
        after = ours.court.movement(phase.units, phase.orders)
        assert sorted(told["results"].values()) == sorted(result.said for result in after.results)
        plain = {"succeeds", "given", "available", "stands"}
        failed = {text for text, said in told["results"].items() if said not in plain}
        assert set(told["reasons"]) == failed
