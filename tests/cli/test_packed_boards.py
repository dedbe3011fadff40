"""A board in an archive, whatever the archive holds: it is read, or one sentence says what is wrong."""

import zipfile

import pytest

from judge.cli.main import run

SHEET = "<VARIANTS><VARIANT name='a'/></VARIANTS>"


def packed(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def with_bytes(path, local, central, value):
    """The same archive with another value in the heads of its first file."""
    data = bytearray(path.read_bytes())
    data[local] = data[data.index(b"PK\x01\x02") + central] = value
    path.write_bytes(data)


def told(path, capsys):
    assert run(["map-import", str(path), "--no-picture"]) == 2
    said = capsys.readouterr()
    assert "fault in the Judge" not in said.err + said.out
    return said.err + said.out


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"readme.txt": "x"}, "there is no variants.xml in it"),
        ({"variants.xml": " " * 5_000_001}, "there is no variants.xml in it, of at most 5000000 bytes"),
        ({"variants.xml": "<VARIANTS><VARIANT name='a'><MAP adjacencyURI='x.xml'/></VARIANT></VARIANTS>"},
         "there is no x.xml in it"),
        ({"a/variants.xml": SHEET}, "the variant has no MAP"),
    ],
)  # fmt: skip
def test_what_an_archive_lacks_is_named(tmp_path, capsys, files, said):
    packed(tmp_path / "a.zip", files)
    assert said in told(tmp_path / "a.zip", capsys)


@pytest.mark.parametrize(("local", "central", "value", "said"), [(6, 8, 1, "encrypted"), (8, 10, 99, "not supported")])
def test_an_archive_that_cannot_be_unpacked_is_named(tmp_path, capsys, local, central, value, said):
    packed(tmp_path / "a.zip", {"variants.xml": SHEET})
    with_bytes(tmp_path / "a.zip", local, central, value)
    assert said in told(tmp_path / "a.zip", capsys)


def test_an_archive_that_is_not_there_is_named(tmp_path, capsys):
    assert "No such file" in told(tmp_path / "none.zip", capsys)
