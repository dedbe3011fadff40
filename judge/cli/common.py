"""Shared by commands: complaints, JSON, progress."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

T = TypeVar("T")


class Complain(click.ClickException):
    """A call, a file or a configuration that is wrong: one clear sentence, exit status 2."""

    exit_code = 2

    def __init__(self, message: str, page: str | None = None) -> None:
        """`page`: the page that explains it, if that is not the command's own."""
        super().__init__(message)
        self.page = page

    def show(self, file: object = None) -> None:
        """The sentence, on stderr."""
        click.echo(f"judge: {self.message}", err=True)


class Unreachable(Complain):
    """A server could not be reached: exit status 3."""

    exit_code = 3


class Group(click.Group):
    """A word with commands under it. An unknown one is answered with the nearest, or with all."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        from judge.grammar.lexicon import nearest

        path = ctx.command_path
        near = nearest(name, self.list_commands(ctx))
        offered = f'did you mean "{path} {near}"?' if near else f'"{path} --help" lists them all.'
        raise Complain(f'there is no command "{path} {name}": {offered}')


def not_so() -> NoReturn:
    """The answer to the question is no: exit status 1."""
    raise click.exceptions.Exit(1)


_gathered: list[Any] | None = None
"""The values of several games, while they are gathered."""
_about = ""
"""The game in hand, of several."""


def spoken_language(code: str) -> str:
    """A language that can be asked for, by its code."""
    from judge.package import install
    from judge.report.languages import ENGLISH, spoken

    if code not in spoken():
        more = f"; others need a package more: {install('languages')}" if spoken() == (ENGLISH,) else ""
        raise Complain(f'"{code}" is no language here: there are {", ".join(spoken())}{more}')
    return code


language_option = click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="A language for orders besides English: de, fr."
)


def say_json(value: Any) -> None:
    """Plain values as JSON on stdout."""
    from judge.report.saying import all_worded

    value = all_worded(value, own_templates())
    if _gathered is not None:
        _gathered.append(value)
        return
    click.echo(json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True))


def say_done(as_json: bool, said: str, /, **facts: object) -> None:
    """Print the result of a command, in words or as JSON."""
    if as_json:
        say_json(facts)
        return
    for line in said.split("\n") if _about else (said,):
        # A line that names its game already says which one it is about.
        click.echo(line if not _about or _about in line else f"{_about}: {line}")


@contextmanager
def said_of(name: str) -> Iterator[None]:
    """Everything printed meanwhile is about one of several games: each line names it."""
    global _about
    _about = name
    try:
        yield
    finally:
        _about = ""


@contextmanager
def gathered_json(is_on: bool) -> Iterator[None]:
    """Everything printed as JSON meanwhile comes as one list."""
    global _gathered
    _gathered = [] if is_on else None
    try:
        yield
    finally:
        found, _gathered = _gathered, None
    if found is not None:
        say_json(found)


def own_maps() -> Path | None:
    """The maps of the campaign we are in, if we are in one."""
    return _own("maps")


def own_templates() -> Path | None:
    """The templates of the campaign we are in, if it has its own."""
    folder = _own("templates")
    return folder if folder is not None and folder.is_dir() else None


def _own(kind: str) -> Path | None:
    from judge.campaign.config import NoCampaign, find_folder

    context = click.get_current_context(silent=True)
    named = context.params.get("folder") if context is not None else None
    try:
        return find_folder(named or os.environ.get("JUDGE_CAMPAIGN"), Path.cwd()) / kind
    except NoCampaign:
        return None


def words_of(said: Any) -> str:
    """A saying, or why something cannot be done, in the words of the campaign we are in."""
    from judge.report.saying import said_of, worded

    return worded(said_of(said) if isinstance(said, Exception) else said, own_templates())


def hint(text: str) -> None:
    """Suggest the next step to a game master, on stderr, where no script reads it."""
    click.echo(f"next: {text}", err=True)


def read_text(path: str) -> str:
    """A file's text (`-`: standard input), or a complaint that names it."""
    if path == "-":
        return sys.stdin.read()
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Complain(f"{path} is not UTF-8 text") from None
    except OSError as error:
        raise Complain(f"{path}: {error.strerror}") from None


def progress(items: Iterable[T], length: int, label: str) -> Iterator[T]:
    """The items, with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, label=label, file=sys.stderr) as bar:
        yield from bar


@contextmanager
def counted(label: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on a terminal, told how much of how much is done; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=0, label=label, file=sys.stderr) as bar:

        def shown(done: int, whole: int) -> None:
            bar.length = whole
            bar.update(done - bar.pos)

        yield shown


def settings(pairs: Iterable[str]) -> dict[str, object]:
    """`--set option=value` pairs."""
    found: dict[str, object] = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign or not key.strip():
            raise Complain(f'--set wants option=value, not "{pair}"')
        found[key.strip()] = value.strip()
    return found
