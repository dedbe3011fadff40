"""For commands that change much: what they would do, a question before it, several games at once."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judge.cli.common import Complain, gathered_json, said_of, say_done, words_of
from judge.cli.opened import complaining, gathered, json_option, now
from judge.grammar.text import many
from judge.report.saying import Saying

if TYPE_CHECKING:
    from judge.campaign.act import Act
    from judge.campaign.campaign import Campaign

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


@dataclass(frozen=True)
class Care:
    """How to carry out a command."""

    yes: bool
    dry_run: bool
    reason: str
    as_json: bool

    def of(self, do: Callable[[Act], T]) -> Callable[[Act], T]:
        """The same act, with the reason on record."""
        return lambda act: do(replace(act, reason=self.reason))

    def say(self, said: Saying | str, /, **facts: object) -> None:
        """Print the result, in words or as JSON."""
        say_done(self.as_json, words_of(said), **facts)


def careful(command: F) -> F:
    """A command that changes something: --yes, --dry-run, --reason, and --json for its output."""
    found: F = json_option(gathered("care", Care)(command))
    for option in (
        click.option("--reason", default="", help="Why: kept on record, and told to players who are told of the act."),
        click.option("--dry-run", is_flag=True, help="Say what it would do and whom it would tell, and stop."),
        click.option("--yes", is_flag=True, help="Do not ask."),
    ):
        found = option(found)
    return found


def is_watched() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def carry_out(
    campaign: Campaign, care: Care, what: tuple[str, str], do: Callable[[Act], T], asks: str = "watched"
) -> T | None:
    """Do it, after a question if it asks one; None when it was only tried. `what`: the question, the game's name.

    `asks`: `never`; `watched`, if somebody is there, for commands that scripts call and that can be undone; `always`.
    """
    question, name = what
    asked = not care.yes and (asks == "always" or (asks == "watched" and is_watched()))
    if care.dry_run:
        try_out(campaign, care, name, do)
        return None
    if asked:
        for line in _tried(campaign, care, name, do):
            click.echo(words_of(line), err=True)
        ask(question)
    with campaign.act(now()) as act:
        return care.of(do)(act)


def try_out(campaign: Campaign, care: Care, name: str, do: Callable[[Act], object]) -> None:
    """Say what it would do and whom it would tell, and stop."""
    say_tried(care, _tried(campaign, care, name, do))


def say_tried(care: Care, lines: Sequence[Saying | str]) -> None:
    """Print the findings of --dry-run."""
    care.say("\n".join(map(words_of, lines)), would=list(lines))
    click.echo("nothing was done (--dry-run)", err=True)


def _tried(campaign: Campaign, care: Care, name: str, do: Callable[[Act], object]) -> list[Saying]:
    from judge.campaign.rehearsing import rehearsed

    with campaign.act(now()) as act:
        return rehearsed(act, name, care.of(do)).said()


def done(do: Callable[..., object], *given: object) -> Callable[[Act], bool]:
    """An act that returns nothing, as one that says it was done."""

    def act_done(act: Act) -> bool:
        do(act, *given)
        return True

    return act_done


def ask(question: str) -> None:
    """Ask a question that needs a yes."""
    if not is_watched():
        raise Complain(f"{question}? Nobody is here to be asked: --yes does it, --dry-run says what it would do")
    if not click.confirm(f"{question}?", err=True):
        raise Complain("nothing was done")


@dataclass(frozen=True)
class Which:
    """The games for a command."""

    names: tuple[str, ...]
    every: bool
    where: tuple[str, ...]

    @property
    def is_by_name(self) -> bool:
        """Whether they are named, not chosen."""
        return not self.every and not self.where


def games_options(command: F) -> F:
    """--all and --where."""
    found: F = click.option("--all", "every", is_flag=True, help="Every game that is not archived.")(command)
    return click.option(
        "--where", multiple=True, metavar="WHAT",
        help="Games by condition: game=diplomacy, name=spring-*, held, late, needs … (repeatable).",
    )(found)  # fmt: skip


def on_games(question: str = "") -> Callable[[F], F]:
    """A `careful` command for one game as a command for several, by names, --all or --where; each is done separately.

    `question`: asked before it is done to games that were not named (`release`), if anything.
    """

    def decorated(command: F) -> F:
        @wraps(command)
        def wrapped(
            campaign: Campaign, names: tuple[str, ...], every: bool, where: tuple[str, ...], **values: Any
        ) -> Any:
            which, care = Which(names, every, where), values["care"]
            asked = "" if care.yes or care.dry_run else question
            return each_game(campaign, which, lambda name: command(campaign, name, **values), care.as_json, asked)

        return click.argument("names", nargs=-1, metavar="NAME...")(games_options(wrapped))  # type: ignore[return-value]

    return decorated


def _found(campaign: Campaign, which: Which) -> list[str]:
    from judge.campaign.choosing import chosen

    with campaign.look() as look:
        found = chosen(look, now(), which.names, which.every, which.where)
    return found if which.is_by_name else own_games(campaign, found)


def own_games(campaign: Campaign, names: Sequence[str]) -> list[str]:
    """Only the games of the acting game master."""
    master = next((one for one in campaign.config.masters if one.who == campaign.who), None)
    return [name for name in names if master is None or master.is_of(name)]


def each_game(campaign: Campaign, which: Which, do: Callable[[str], object], as_json: bool, question: str = "") -> None:
    """Do it for one game after the other; a refusal in one does not stop the others. The worst exit status is the
    command's.

    `question`: asked if the games were not named.
    """
    found = _found(campaign, which)
    if question and not which.is_by_name:
        ask(f"{question} {many(len(found), 'game')}: {', '.join(found)}")
    if len(found) == 1 and which.is_by_name:
        do(found[0])
        return
    worst = 0
    with gathered_json(as_json):
        for name in found:
            try:
                with complaining(), said_of(name):
                    do(name)
            except Complain as error:
                click.echo(f"judge: {name}: {error.message}", err=True)
                worst = max(worst, error.exit_code)
            except click.exceptions.Exit as left:
                worst = max(worst, left.exit_code)
    if worst:
        raise click.exceptions.Exit(worst)
