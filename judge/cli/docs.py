"""`judge docs`: the pages, wherever the Judge is installed."""

from __future__ import annotations

from pathlib import Path

import click

from judge.cli.common import Complain, say_json
from judge.cli.paper import paper_option, print_pages


@click.command(epilog="Example: judge docs mail-guide")
@click.argument("page", required=False)
@click.argument("game", required=False)
@click.option("--out", metavar="DIR", default=".", help="Of `docs print`: the folder to write to.")
@paper_option
@click.option("--language", default="en", metavar="CODE", help="Of `docs print`: en, de, fr.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def docs(page: str | None, game: str | None, out: str, paper: str, language: str, as_json: bool) -> None:
    """The pages of the manual: a list, or the one named (mail-guide, players/range-war, rulings/diplomacy …).

    `judge docs syntax range-war` is made from the grammar that orders are read by. `judge docs print range-war` writes
    the pages for its players as PDF: how to write orders, letters, rulings.
    """
    from judge import shelf
    from judge.grammar.lexicon import nearest

    if page == "syntax":
        _syntax(game, as_json)
        return
    if page == "print":
        print_pages(game, out, paper, language, as_json)
        return
    if game is not None:
        raise Complain(
            f'only "judge docs syntax" and "judge docs print" are about a game: "judge docs players/{game}" is its page'
        )
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
    # A page in another language is named with it: players/de/letters.
    found = [name for name in found if name.count("/") == min(one.count("/") for one in found)]
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


def _syntax(game: str | None, as_json: bool) -> None:
    """The syntax of a game's orders, from its grammar."""
    from judge.grammar.shapes import FOLDERS
    from judge.grammar.syntax import syntax
    from judge.shelf import not_known
    from judge.variants import GAMES

    if game is None or game not in GAMES:
        raise Complain(
            str(not_known("game", game, GAMES))
            if game
            else f"of which game? judge docs syntax {'|'.join(sorted(GAMES))}"
        )
    path = Path(FOLDERS[0]) / f"{game.replace('-', '_')}.lark"
    found = syntax(path.read_text(encoding="utf-8"))
    if as_json:
        say_json(
            {
                "starts": found.starts,
                "rules": {rule.name: rule.lines for rule in found.rules},
                "words": {word.name: word.spellings for word in found.words},
            }
        )
        return
    rows = ["A line is read by: " + ", ".join(found.starts), ""]
    for rule in found.rules:
        rows += [rule.name.strip("_").replace("_", " "), *(f"    {line}" for line in rule.lines)]
    rows += [
        "",
        "<…> is a rule above, […] may be left out, … may come again, a | b is the one or the other. The words:",
        "",
    ]
    wide = max((len(word.name) for word in found.words), default=0)
    for word in found.words:
        rows.append(f"{word.name:<{wide}}  {', '.join(word.spellings) or 'a name of the game, in any spelling of it'}")
    click.echo_via_pager("\n".join(rows))


def _title(path: Path) -> str:
    """The first heading of a page."""
    with path.open(encoding="utf-8") as lines:
        return next((line[2:].strip() for line in lines if line.startswith("# ")), "")
