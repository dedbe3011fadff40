"""The console script: commands are imported only when they are called, so that `judge --help` is instant."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

import click

from judge import __version__
from judge.cli.bare import not_installed
from judge.cli.common import Complain, Group

# command -> (module under judge.cli, the line shown in `judge --help`). A module has a click command of that name
# with dashes as underscores.
COMMANDS: dict[str, tuple[str, str]] = {
    "batch": ("batch", "Adjudicate Diplomacy phases, JSON lines in and out."),
    "init": ("setup", "Make a campaign, or bring an old one up to date."),
    "new": ("setup", "A new game in the campaign."),
    "seat": ("seats", "The players of a game: assign, replace, remove, list, join …"),
    "start": ("setup", "Deal, place, open the first window."),
    "set": ("setup", "A game's settings: deadlines, silence, press, votes."),
    "orders": ("orders", "Enter orders for a seat, and see those that are in."),
    "status": ("desk", "The dashboard: phase, deadline, who is missing, which games need you."),
    "archive": ("desk", "Archive a game that is over."),
    "rename": ("desk", "Another name for a game."),
    "delete": ("desk", "Delete a game that is over, for good."),
    "preview": ("turns", "What a release would do now; sends nothing."),
    "release": ("turns", "Close the open window: adjudicate, commit, send."),
    "rollback": ("corrections", "Take a game back to a step."),
    "rollforward": ("corrections", "Take a game forward again, as it was played."),
    "deadline": ("turns", "Put a deadline off, stop and start the clock."),
    "note": ("turns", "An official word in the next report."),
    "end": ("corrections", "End a game by agreement."),
    "vote": ("turns", "A seat's vote for a draw or a concession."),
    "statement": ("turns", "A player's closing statement."),
    "audit": ("turns", "Every act of the game master, on record."),
    "position": ("positions", "The position as an editable document, out and in."),
    "edit": ("positions", "Change the position in your editor."),
    "whatif": ("positions", "Resolve tentative orders; stores nothing."),
    "report": ("positions", "Any report again, in any medium."),
    "map": ("positions", "The map of a step as SVG, PNG or text."),
    "sheet": ("paper", "Order sheets to print, as PDF."),
    "adjudicate": ("positions", "Position and orders from files; no campaign needed."),
    "verify": ("records", "Replay a game and recompute its dice."),
    "export": ("records", "A whole game as JSON."),
    "import": ("records", "A game from its JSON."),
    "docs": ("docs", "The manual: list its pages, or print one."),
    "doctor": ("upkeep", "Check the campaign for faults."),
    "backup": ("upkeep", "The whole campaign as one file."),
    "restore": ("upkeep", "A campaign from its backup."),
    "store": ("upkeep", "Copy a store into another."),
    "player": ("players", "Players: their seats, their reliability; forget one."),
    "stats": ("annals", "Ratings, the hall of fame, results by seat."),
    "tournament": ("tournament", "Rounds, boards, standings of a tournament."),
    "press": ("press", "The press between the players, as far as you may read it."),
    "jobs": ("jobs", "Jobs after each step: pages, posts, calls, backups."),
    "completion": ("upkeep", "Completion for your shell."),
    "rules": ("rulings", "The rulings of a game."),
    "check": ("rules", "Run scenario files: rules as a GM would write them down."),
    "simulate": ("simulate", "Complete games between opponents, with results."),
    "map-import": ("interop", "Turn a board of DPjudge, `diplomacy`, jDip or godip into a map of ours."),
    "post": ("publish", "Post the public report to a forum or chat."),
    "site": ("publish", "Write the static archive: reports, maps, replay, order composer."),
    "book": ("publish", "A finished game as one page: maps, orders, press, verified dice."),
    "templates": ("templates", "Try out a campaign's own templates."),
    "map-check": ("mapcheck", "Check a map file."),
    "datc": ("datc", "Run Diplomacy's published test cases from their own document."),
    "map-draw": ("mapdraw", "Draw a picture for a map of Diplomacy from its borders alone."),
    "map-new": ("mapnew", "Make a new random map, for games that can."),
    "serve": ("serve", "The daemon: collect letters, acknowledge, adjudicate, report, remind."),
    "mail": ("serve", "Letters from files, or once from the mailbox."),
    "web": ("web", "The link of a game master to their pages."),
    "demo": ("serve", "A whole campaign on this machine, with real mail."),
    "games": ("rules", "The games that can be played, their seats, options and maps."),
}

# The page that explains a refused command.
PAGES = {
    "adjudicate": "scenarios",
    "batch": "api",
    "datc": "interop",
    "check": "scenarios",
    "export": "operations",
    "import": "operations",
    "doctor": "operations",
    "backup": "operations",
    "jobs": "operations",
    "restore": "operations",
    "store": "operations",
    "player": "operations",
    "map-check": "adding-a-map",
    "map-draw": "adding-a-map",
    "map-import": "adding-a-map",
    "map-new": "adding-a-map",
    "mail": "mail-guide",
    "serve": "mail-guide",
    "new": "settings",
    "set": "settings",
    "web": "web-guide",
    "post": "forum-guide",
    "report": "forum-guide",
    "site": "forum-guide",
    "templates": "templates",
    "verify": "dice",
} | dict.fromkeys(
    (
        "init", "seat", "start", "orders", "status", "preview", "release", "rollback", "rollforward", "deadline",
        "note", "end", "vote", "archive", "rename", "delete", "audit", "press", "position", "edit", "whatif", "map",
        "sheet",
    ),
    "gm-guide",
)  # fmt: skip


class Commands(Group):
    """A group that loads a command's module when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"judge.cli.{COMMANDS[cmd_name][0]}")
        name = cmd_name.replace("-", "_")
        # `import`, `map` and `set` have a meaning in Python: their functions end in an underscore.
        command: click.Command = getattr(module, f"{name}_", None) or getattr(module, name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in sorted(COMMANDS)])


@click.group(
    cls=Commands,
    epilog="Example: judge games",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="judge")
def judge() -> None:
    """The Judge: collects orders by mail, adjudicates at the deadline, reports to every seat."""


def run(args: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1, 2 or 3. No traceback ever reaches a user."""
    try:
        # Out of standalone mode click hands back the exit status of `Exit` instead of raising it.
        status = judge.main(args=args, prog_name="judge", standalone_mode=False)
    except click.Abort:
        click.echo("judge: stopped", err=True)
        return 2
    except click.ClickException as error:
        error.show()
        command = next(iter(sys.argv[1:] if args is None else args), "")
        page = getattr(error, "page", None) or PAGES.get(command)
        if page and isinstance(error, Complain):
            click.echo(f"judge: explained in `judge docs {page}`", err=True)
        return error.exit_code
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except ModuleNotFoundError as error:
        try:
            click.echo(not_installed(error), err=True)
        except ModuleNotFoundError:
            return _fault(error)
        return 2
    except Exception as error:
        return _fault(error)
    return status if isinstance(status, int) else 0


def _fault(error: Exception) -> int:
    """A fault of ours: one sentence for the user, the traceback into a file for developers."""
    import os
    import tempfile
    import traceback

    if os.environ.get("JUDGE_TRACEBACK"):
        raise error
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="judge-fault-", suffix=".txt", delete=False, encoding="utf-8"
        ) as file:
            file.write(f"judge {__version__}, Python {sys.version}\n\n")
            traceback.print_exception(error, file=file)
        where = f"; the details are in {file.name}"
    except OSError:
        where = ""
    click.echo(f"judge: a fault in the Judge itself, nothing you did wrong: {said}{where}", err=True)
    return 2
