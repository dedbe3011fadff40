"""Words by their first letters: nothing is found otherwise than by trying every pattern at every place."""

import re
from itertools import product
from random import Random

import pytest

from judge.grammar.scanning import FirstOf
from judge.grammar.shapes import Shapes
from tests.letters.corpora import entries

GRAMMARS = ("courtesy", "mood", "range_war", "small_talk", "thinning", "undoing")
LINES = sorted({line for entry in entries() for line in entry.text.lower().splitlines() if line.strip()})


@pytest.mark.parametrize("name", GRAMMARS)
def test_a_word_is_the_first_that_matches_wherever_it_stands(name):
    starts = ("start", "apart") if name == "range_war" else ("start",)
    patterns = [(word, pattern.pattern) for word, pattern in Shapes(f"{name}.lark", starts, "basic").words]
    every = re.compile("|".join(f"(?P<{word}>{pattern})" for word, pattern in patterns))
    few = FirstOf(patterns)
    for line in Random(1871).sample(LINES, 300):
        for place in range(len(line)):
            found, wanted = few.match(line, place), every.match(line, place)
            assert (found and found[0]) == (wanted and wanted[0]), (line, place)


@pytest.mark.parametrize(
    "pattern",
    ["(?i:a)", "(?i:k)", "[^b]x?", "x*y", r"\d", r"\w+", r"\s", "(?<=a)b", "(?!a).", "(?i:[a-f])", "(?i:straße)", "ß",
     "a|(b|c)?d", "(?:(?i:q)|z){2}", r"[\W]", ".", "$|!"],
)  # fmt: skip
def test_no_sign_with_which_a_match_begins_is_left_out(pattern):
    whole, few = re.compile(pattern), FirstOf([("one", pattern)])
    for sign in (*map(chr, range(256)), "ſ", "K", "İ", "ı"):
        for text in (sign, sign * 2, f"{sign}d", f"{sign}y", f"{sign}traße"):
            found, wanted = few.match(text), whole.match(text)
            assert (found and found.span()) == (wanted and wanted.span()), text


@pytest.mark.parametrize(
    "pattern",
    ["(?i:ask)", "(?i:i?kéß)", "a(é|b)?c", "a[é-í]?b", "(ab|a)c?d", "a{2,3}b", "(a|b)*c", "(a?b?)*c", r"a\w?b", r"a\b",
     "a[^b]c", "(?i:[a-c]){2}d", "a(?=b)b?c?", "(?<!a)b", "a??b", "(a|)b", "(?:a|b{0,2}){0,2}c", "[a-c][a-c]d", "ab|"],
)  # fmt: skip
def test_the_second_and_the_third_sign_leave_no_match_out(pattern):
    whole, few = re.compile(pattern), FirstOf([("one", pattern)])
    for length in range(1, 4):
        for signs in product("abcdisKéſıß", repeat=length):
            found, wanted = few.match("".join(signs)), whole.match("".join(signs))
            assert (found and found.span()) == (wanted and wanted.span()), signs
            assert few.all_of("".join(signs)) == ({"one"} if whole.fullmatch("".join(signs)) else set()), signs


@pytest.mark.parametrize(
    "pattern",
    ["(?i:no|(\\w+ ){1,2}(i meant|it is))", "(?i:((and|but) )*([a-z]+ )?mask|oh)", "[a-z]+ing|x", "(?i:(a|.*k) abc)",
     "(?i:(one|\\w+) (is|ſee) abc|b)", "\\w+?(?=abc)", "(\\w+ ?){1,3}abc?", ".(abc|bcd|(cde)*)", "(?i:\\w+ (KEN|İst))"],
)  # fmt: skip
def test_where_a_match_needs_words_no_text_that_has_them_is_passed_over(pattern):
    whole, few = re.compile(pattern), FirstOf([("one", pattern), ("other", r"(?s:.)")])
    chance = Random(1871)
    parts = (
        "abc",
        " ",
        "bcd",
        "cde",
        "I meant",
        "it is",
        "and ",
        "mask",
        "maſk",
        "KEN",
        "ing",
        "x",
        "oh",
        "no",
        "İst",
        "see",
    )
    for _ in range(2_000):
        text = "".join(chance.choices(parts, k=chance.randint(1, 6)))
        found, wanted, at = list(few.words(text, ())), [], 0
        while at < len(text):
            one = whole.match(text, at)
            wanted.append(("one", at, one[0]) if one and one[0] else ("other", at, text[at]))
            at += len(wanted[-1][2])
        assert found == wanted, text


@pytest.mark.parametrize("name", [*GRAMMARS, "limits", "reason", "remark", "request"])
def test_the_words_of_a_line_are_those_that_the_lexer_of_lark_finds(name):
    starts = ("start", "apart") if name == "range_war" else ("start",)
    shapes = Shapes(f"{name}.lark", starts, "basic")
    telling = [line for line in LINES if any(one in line for one in (" meant", "it is", "ing", "extension"))]
    for line in (*Random(1871).sample(LINES, 300), *telling[:300]):
        if name == "range_war":
            line = re.sub("[^a-z,. ]+", " ", line)
        wanted = [(one.type, one.start_pos, str(one)) for one in shapes.lark.lex(line)]
        assert list(shapes.words_of(line)) == wanted
        assert [(one.type, one.start_pos, str(one)) for one in shapes.tokens(line)] == wanted
        assert list(shapes.kinds(line)) == [kind for kind, _, _ in wanted]
        for passed in ((), ("WORD",), ("SIGN", "MARK", "WORD")):
            first = next((kind for kind, _, _ in wanted if kind not in passed), "")
            assert (
                shapes.first_of(line, *passed)
                == first
                == Shapes(f"{name}.lark", starts, "basic").first_of(line, *passed)
            )
