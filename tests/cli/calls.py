"""Command lines out of help texts and pages, read as the program itself would read them, without being carried out."""

from __future__ import annotations

import re
import shlex

import click

from judge.cli.main import COMMANDS, judge


def calls(line: str) -> list[tuple[str, ...]]:
    """The calls of `judge` in a shell line, as words: without pipes, redirections, comments and what is around them."""
    inner = re.search(r"\$\((judge [^)]*)\)", line)
    words = shlex.shlex(inner[1] if inner else line.replace(", or: ", " ; "), posix=True, punctuation_chars="|&;<>")
    words.commenters = "#"
    words.whitespace_split = True
    found: list[list[str]] = [[]]
    file = False
    for word in words:
        if set(word) <= set("|&;"):
            found.append([])
        elif set(word) <= set("<>"):
            file = True
        elif file:
            file = False
        else:
            found[-1].append(word)
    return [tuple(call) for call in found if call and call[0] == "judge"]


def parsed(call: tuple[str, ...]) -> click.Context:
    """The context in which the command would run; a click error says what is wrong with the call."""
    context = click.Context(judge, info_name="judge")
    _, name, *rest = call
    assert name in COMMANDS, f"there is no command {name}"
    command = judge.get_command(context, name)
    while isinstance(command, click.Group) and rest and not rest[0].startswith("-"):
        assert rest[0] in command.commands, f"{name} has no {rest[0]}"
        context = click.Context(command, info_name=name, parent=context)
        command, name, rest = command.commands[rest[0]], rest[0], rest[1:]
    return command.make_context(name, rest, parent=context)
