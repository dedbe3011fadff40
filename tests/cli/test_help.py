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
