"""`judge docs`: the pages, wherever the Judge is installed."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import Complain, say_json


@click.command(epilog="Example: judge docs mail-guide")
@click.argument("page", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def docs(page: str | None, as_json: bool) -> None:
    """The pages of the manual: a list, or the one named (mail-guide, players/range-war, rulings/diplomacy …)."""
    from judge import shelf
    from judge.grammar.lexicon import nearest

    folder = shelf.shipped("docs")
    pages = {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.rglob("*.md"))
        if path.name != "README.md" and "decisions" not in path.relative_to(folder).parts
    }
    if page is None:
        if as_json:
            say_json({name: _title(path) for name, path in pages.items()})
            return
        width = max(map(len, pages))
        for name, path in pages.items():
            click.echo(f"{name:{width}}  {_title(path)}")
        return
    wanted = page.strip().removeprefix("docs/").removesuffix(".md").lower()
    found = [name for name in pages if wanted in (name, name.rpartition("/")[2])]
    if not found:
        near = nearest(wanted, pages)
        raise Complain(
            f'there is no page "{page}"' + (f': did you mean "{near}"?' if near else ': "judge docs" lists them')
        )
    if len(found) > 1:
        raise Complain(f'there are several pages "{page}": {", ".join(found)}')
    text = pages[found[0]].read_text(encoding="utf-8")
    if as_json:
        say_json({"page": found[0], "text": text})
    else:
        click.echo_via_pager(text)


def _title(path: Path) -> str:
    """The first heading of a page."""
    with path.open(encoding="utf-8") as lines:
        return next((line[2:].strip() for line in lines if line.startswith("# ")), "")
