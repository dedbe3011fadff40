"""`judge map-import`: boards of other programs."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

import click

from judge.cli.common import Complain, read_text, words_of
from judge.grammar.document import DocumentError, dump


@click.command("map-import", epilog="Example: judge map-import modern.map --out maps/modern.yaml --title 'Modern'")
@click.argument("file", type=click.Path())
@click.option("--out", type=click.Path(dir_okay=False), help="Write the map here (default: standard output).")
@click.option("--title", help="The map's title (default: from the file).")
@click.option("--variant", help="Which variant of a jDip file (default: its own default).")
@click.option("--svg", type=click.Path(), help="A picture that says where the provinces of a JSON board lie.")
@click.option("--picture/--no-picture", default=True, help="Draw a picture for it (up to a minute), or do not.")
def map_import(
    file: str, out: str | None, title: str | None, variant: str | None, svg: str | None, picture: bool
) -> None:
    """Turn a board of another program into a map file of the Judge.

    FILE is a .map of DPjudge or of the `diplomacy` package, jDip's variants.xml or the .zip it comes in, or a board
    of godip's kind as JSON.
    """
    try:
        value, passed_over = _read(file, variant, svg)
    except DocumentError as error:
        raise Complain(words_of(error)) from None
    for line in passed_over:
        click.echo(f"judge: {Path(file).name}, {line} (passed over)", err=True)
    text = dump({**value, "title": title} if title else value)
    if picture:
        text = _drawn(text, out or file)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Complain(f"{out}: {error.strerror}") from None
    click.echo(f"wrote {out}; `judge map-check {out}` looks it over", err=True)


def _drawn(text: str, name: str) -> str:
    """The map with a picture, if one can be made."""
    from judge.cli.mapdraw import tell
    from judge.report.drawn import Undrawn, with_picture

    try:
        drawn, measures = with_picture("diplomacy", text, name)
    except (Undrawn, DocumentError) as error:
        click.echo(f"judge: no picture was drawn: {error}", err=True)
        return text
    tell(measures, name)
    return drawn


def _read(file: str, variant: str | None, svg: str | None) -> tuple[Mapping[str, object], tuple[str, ...]]:
    """A board in its file's own format."""
    from judge.interop.dpmap import read_dpmap
    from judge.interop.godip import read_godip
    from judge.interop.jdip import read_jdip

    path = Path(file)
    ending = path.suffix.lower()
    if ending == ".zip":
        include = _packed(path)
        try:
            return read_jdip(include("variants.xml"), path.name, include, variant)
        except FileNotFoundError as missing:
            raise Complain(f"{path}: there is no {missing} in it, of at most {MOST_PACKED} bytes") from None
    if ending == ".xml":
        return read_jdip(read_any(file), path.name, lambda name: read_any(str(_beside(path, name))), variant)
    if ending == ".json":
        return read_godip(read_text(file), path.stem, read_any(svg) if svg else None)

    def beside(name: str) -> str:
        found = _beside(path, name)
        return read_any(str(found if found.exists() else _beside(path, f"{name}.map")))

    return read_dpmap(read_any(file), path.stem, beside)


def _beside(path: Path, name: str) -> Path:
    """A file that a board names: it lies beside the board, wherever its name leads."""
    return path.parent / Path(name).name


def read_any(path: str) -> str:
    """A file's text in UTF-8 or, as in old maps, in Latin-1."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return Path(path).read_text(encoding="latin-1")
    except OSError as error:
        raise Complain(f"{path}: {error.strerror}") from None


MOST_PACKED = 5_000_000


def _packed(path: Path) -> Callable[[str], str]:
    """The files in an archive by their bare names, each unpacked when it is asked for."""

    def include(name: str) -> str:
        try:
            with zipfile.ZipFile(path) as archive:
                named = [one for one in archive.infolist() if Path(one.filename).name == name]
                if not named or named[-1].file_size > MOST_PACKED:
                    raise FileNotFoundError(name)
                return archive.read(named[-1]).decode("utf-8", "replace")
        except OSError as error:
            if isinstance(error, FileNotFoundError) and error.errno is None:
                raise
            raise Complain(f"{path}: {error.strerror or error}") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError) as error:
            # Among the last are a password, and a way to pack that Python does not know.
            raise Complain(f"{path}: {error}") from None

    return include
