"""The YAML loader people meet: text stays text, mistakes are named with file, line and key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.grammar.document import DocumentError, dump, load


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0412", "0412"),
        ("20:30", "20:30"),
        ("NO", "NO"),
        ("yes", "yes"),
        ("true", True),
        ("12", 12),
        ("-3", -3),
        ("2026-01-01", "2026-01-01"),
        ("1e3", "1e3"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),
        ("~", None),
        ("null", None),
        ("", None),
        ("12.5, 30", "12.5, 30"),
    ],
)
def test_plain_values(text, value):
    assert load(f"key: {text}").value == {"key": value}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb:\n  c: 1\n  c: 2\n", "test.yaml, line 4, b/c: this key stands here twice"),
        ("a: [1\n", "test.yaml, line 2: this is not readable as YAML"),
        ("? [a]\n: b\n", "a key must be plain text"),
        ("a: !!python/object:os.system 1\n", "test.yaml, line 1: a tag (`!…`), which a document has none of"),
    ],
)
def test_mistakes_name_file_line_and_key(text, said):
    with pytest.raises(DocumentError) as error:
        load(text, "test.yaml")
    assert said in str(error.value)


def test_a_part_still_knows_its_lines():
    document = load("a:\n  b:\n  - x\n  - y: 1\n", "test.yaml")
    part = document.sub("a", "b")
    assert part.value == ["x", {"y": 1}]
    assert part.line(1, "y") == 4
    assert part.complaint("wrong", 1).said("test.yaml") == "test.yaml, line 4, a/b/1: wrong"


leaves = st.none() | st.booleans() | st.integers() | st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]))
keys = st.text(alphabet="abcdefghijklmnopqrstuvwxyz0123456789- ", min_size=1)


@given(st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=12))
def test_what_is_dumped_loads_the_same(value):
    def named(value):
        # A key that looks like a number is read as one: position documents never write such keys as text.
        if isinstance(value, dict):
            return all(load(dump({key: 0})).value == {key: 0} for key in value) and all(map(named, value.values()))
        return not isinstance(value, list) or all(map(named, value))

    assert named(value)
    assert load(dump(value)).value == value


ALIASES = "\n".join(["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"] + [
    f"a{number}: &a{number} [{', '.join([f'*a{number - 1}'] * 10)}]" for number in range(1, 9)
])  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cash: " + "9" * 200_000, "a number of 200000 digits"),
        ("[" * 3000, "nested too deeply"),
        ("{a: " * 3000, "nested too deeply"),
        ("a: &a [*a]", "nested too deeply"),
        (ALIASES, "aliases written out"),
        ("cash: !!float abc", "a tag"),
        ("cash: !!bool abc", "a tag"),
        ("? !!int ''\n: 1", "a tag"),
        ("seats:\n- !!timestamp 2027-13-45", "a tag"),
        (f"cash: !!float 1{':1' * 400}", "a tag"),
        ("!!set {a: 1}", "a tag"),
        ('name: "evil\\0name"', "a sign that cannot be seen"),
        ('"\\e[2J": 1', "a sign that cannot be seen"),
    ],
)
def test_a_file_made_to_hurt_ends_in_one_clear_sentence(text, said):
    with pytest.raises(DocumentError) as told:
        load(text, "evil.yaml")
    assert said in str(told.value)
    assert str(told.value).startswith("evil.yaml, line ")
