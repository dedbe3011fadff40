"""Every command and subcommand has help, with an example that the program itself would take."""

import re

import click
import pytest

from judge.cli.main import COMMANDS, judge, run
from tests.cli.calls import calls, parsed


def every(command, path=()):
    """(words, command) of every command and group below."""
    if isinstance(command, click.Group):
        for name in sorted(command.list_commands(None)):
            yield from every(command.get_command(None, name), (*path, name))
    if path:
        yield path, command


EVERY = {" ".join(path): command for path, command in every(judge)}


@pytest.mark.parametrize("words", sorted(EVERY))
def test_help_has_an_example_that_is_taken(words):
    command = EVERY[words]
    assert command.help, "what does it do?"
    assert command.epilog.startswith("Example: ")
    shown = calls(command.epilog.removeprefix("Example: "))
    assert shown
    for call in shown:
        assert " ".join(call).startswith(f"judge {words}"), "an example of another command"
        try:
            parsed(call)
        except click.BadParameter as error:
            # Files of the example need not be there.
            if "does not exist" not in error.format_message():
                raise


@pytest.mark.parametrize("words", sorted(EVERY))
def test_help_is_printed_and_fits_a_terminal(words, capsys):
    assert run([*words.split(), "--help"]) == 0
    said = capsys.readouterr().out
    assert "Example: judge" in re.sub(r"\s+", " ", said) or "Example: e" in said
    assert max(map(len, said.splitlines())) <= 100


@pytest.mark.parametrize("words", sorted(EVERY))
def test_every_option_says_what_it_does(words):
    for parameter in EVERY[words].params:
        if isinstance(parameter, click.Option) and not parameter.hidden:
            assert parameter.help, f"judge {words} {parameter.opts[0]}"


PRINTS_NO_DATA = {
    "book": "writes a page", "demo": "plays on the screen", "edit": "opens an editor", "completion": "a shell script",
    "export": "JSON itself", "mail key": "a key in armour, for players", "map": "a picture", "map-import": "a map",
    "map-new": "a map", "serve": "a daemon", "batch": "JSON lines",
}  # fmt: skip
"""Commands without --json, and what they print instead."""

ONLY_LOOKS = {
    "adjudicate", "audit", "batch", "book", "check", "completion", "datc", "demo", "docs", "doctor", "export", "games",
    "games show", "mail key", "mail list", "mail read", "mail show", "mail test", "map", "map-check", "map-draw",
    "map-import", "map-new", "orders show", "player list", "player record", "player reputation", "player show",
    "preview", "press", "report", "rules", "seat list", "sheet", "simulate", "site", "stats", "status",
    "templates check", "tournament list", "tournament show", "verify", "whatif",
}  # fmt: skip

TRIED_OTHERWISE = {
    "backup": "changes nothing but a file",
    "edit": "shows what would change, and asks",
    "init": "makes an empty campaign",
    "jobs": "what is listed is what would be done",
    "mail fetch": "takes what is there anyway",
    "mail ingest": "`mail read` shows what would become of a letter",
    "new": "changes no game that is there",
    "orders enter": "`whatif` and `mail read` show what would come of it",
    "orders fix": "takes what an answer has shown",
    "orders paste": "`whatif` shows what would come of it",
    "position": "--load with --dry-run",
    "post": "--dry-run shows what would be sent",
    "restore": "asks for --force over a campaign that is there",
    "serve": "is a daemon",
    "store copy": "into an empty store only",
    "store prune": "--dry-run says what would go",
}
"""Commands that change something and are no acts in a campaign's audit, and how one knows before what they do."""


def options_of(words):
    return {name for parameter in EVERY[words].params for name in parameter.opts}


COMMANDS_THEMSELVES = sorted(words for words, command in EVERY.items() if not isinstance(command, click.Group))


@pytest.mark.parametrize("words", COMMANDS_THEMSELVES)
def test_whatever_prints_data_prints_it_as_json(words):
    assert ("--json" in options_of(words)) != (words in PRINTS_NO_DATA) or words == "batch"


@pytest.mark.parametrize("words", COMMANDS_THEMSELVES)
def test_every_act_can_be_tried_before_and_given_a_reason(words):
    if words not in ONLY_LOOKS | set(TRIED_OTHERWISE):
        assert options_of(words) >= {"--dry-run", "--reason", "--yes", "--json"}


def test_the_list_of_commands_is_what_there_is():
    for name, (_, line) in COMMANDS.items():
        command = judge.get_command(None, name)
        assert command is not None, name
        assert line.endswith((".", "…", "?")), line


@pytest.mark.parametrize(
    ("call", "wrong"),
    [
        ("judge rename spring", "Missing parameter"),
        ("judge start spring --fast", "No such option"),
        ("judge games play", "has no play"),
        ("judge stert spring", "no command stert"),
        ("judge completion basic", "'basic' is not one of"),
    ],
)
def test_an_example_that_is_not_valid_would_be_seen(call, wrong):
    with pytest.raises((click.UsageError, AssertionError), match=wrong):
        parsed(tuple(call.split()))
