"""Shared by campaign commands: their campaign, the time, complaints as one sentence."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from datetime import UTC, datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judge import private
from judge.cli.common import Complain, Unreachable, words_of

if TYPE_CHECKING:
    from judge.campaign.campaign import Campaign

F = TypeVar("F", bound=Callable[..., Any])

campaign_option = click.option(
    "--campaign", "folder", envvar="JUDGE_CAMPAIGN", metavar="DIR", help="The campaign's folder (default: found above)."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
override_option = click.option(
    "--override",
    metavar="REASON",
    help="If the game master plays: look in spite of that; every player reads the reason.",
)


def now() -> datetime:
    """The time. JUDGE_NOW (2027-03-01T09:00:00Z) sets it, for rehearsals."""
    said = os.environ.get("JUDGE_NOW")
    if not said:
        return datetime.now(UTC)
    try:
        time = datetime.fromisoformat(said)
    except ValueError:
        raise Complain(f'JUDGE_NOW is a time such as 2027-03-01T09:00:00Z, not "{said}"') from None
    return time if time.tzinfo else time.replace(tzinfo=UTC)


@contextmanager
def complaining() -> Iterator[None]:
    """A refused use case as one sentence and exit status 2 (3: a server does not answer)."""
    from judge.campaign.config import NoCampaign
    from judge.campaign.deadlines import RuleError
    from judge.campaign.live import NoGame, NotNow
    from judge.campaign.paste import NoHeadings
    from judge.campaign.record import NoRecord
    from judge.campaign.seating import BadAddress
    from judge.grammar.document import DocumentError
    from judge.grammar.options import OptionError
    from judge.report import TemplateTrouble, UnknownMedium
    from judge.shelf import NotOnShelf
    from judge.store.base import NO_ANSWER, StoreError, StoreUnreachable

    try:
        yield
    except StoreUnreachable as error:
        raise Unreachable(words_of(error)) from None
    except NO_ANSWER as error:
        raise Unreachable(f"the store does not answer: {error.orig}") from None
    except (
        BadAddress, DocumentError, NoCampaign, NoGame, NoHeadings, NoRecord, NotNow, NotOnShelf, OptionError,
        RuleError, StoreError, TemplateTrouble, UnknownMedium,
    ) as error:  # fmt: skip
        raise Complain(words_of(error), "settings" if str(error).startswith("campaign.yaml") else None) from None


@contextmanager
def opened(folder: str | None) -> Iterator[Campaign]:
    """The campaign in a folder, or in the nearest one above."""
    from judge.campaign.campaign import Campaign
    from judge.campaign.config import find_folder

    with complaining():
        campaign = Campaign.open(find_folder(folder, Path.cwd()))
        try:
            sit_down(campaign)
            yield campaign
        finally:
            campaign.close()


RIGHT_OF = {
    "status": "look", "preview": "look", "audit": "look", "report": "look", "map": "look", "sheet": "look",
    "orders show": "look",
    "seat list": "look", "player list": "look", "player show": "look", "player reputation": "look",
    "stats": "look", "tournament show": "look", "tournament list": "look", "verify": "look", "whatif": "look",
    "book": "look",
    "release": "release", "deadline": "clock", "set": "look",
    "orders enter": "orders", "orders fix": "orders", "orders paste": "orders", "vote": "orders",
    "note": "words", "statement": "words", "press": "words", "post": "words",
    "rollback": "correct", "rollforward": "correct", "position": "correct", "edit": "correct", "mail let-go": "correct",
    "new": "games", "start": "games", "end": "games", "archive": "games", "rename": "games", "delete": "games",
    "import": "games", "export": "games",
}  # fmt: skip
"""The right that a game master needs for each command. All commands of `seat` but one need the same."""
AMONG_OWN = ("status", "stats", "tournament show", "tournament list", "mail list", "mail show", "mail read")
"""Commands that name no game and tell a game master for some games of those alone, or what everybody may know."""


def sit_down(campaign: Campaign) -> None:
    """JUDGE_GM names the game master who acts here; the audit keeps the name. Refuses acts without the right."""
    who = os.environ.get("JUDGE_GM", "").strip()
    if not who:
        return
    master = campaign.config.master_at(who)
    if master is None:
        raise Complain(f"JUDGE_GM is {who}: no game master in campaign.yaml has that address", "third-week")
    campaign.who = master.who
    context = click.get_current_context(silent=True)
    if context is None:
        return
    command = context.command_path.partition(" ")[2]
    right = RIGHT_OF.get(command, "seats" if command.startswith("seat ") else "all")
    named = (context.params.get("name"), *(context.params.get("names") or ()))
    games: list[str | None] = [one for one in named if isinstance(one, str)]
    if master.games is not None and not games and command not in AMONG_OWN and "names" not in context.params:
        own = ", ".join(sorted(master.games))
        raise Complain(f"judge {command} without a game is for the whole campaign; {who} has {own}", "third-week")
    for name in games or [None]:
        why = master.refused(right, name)
        if why:
            raise Complain(words_of(why), "third-week")


def on_campaign(command: F) -> F:
    """A command whose first argument is the open campaign."""

    @campaign_option
    @wraps(command)
    def wrapped(*args: Any, folder: str | None, **values: Any) -> Any:
        with opened(folder) as campaign:
            return command(campaign, *args, **values)

    return wrapped  # type: ignore[return-value]


def gathered(name: str, into: type) -> Callable[[F], F]:
    """Several options of a command as one argument: each field of `into` is an option's."""

    def decorated(command: F) -> F:
        @wraps(command)
        def wrapped(*args: Any, **values: Any) -> Any:
            return command(*args, **{name: into(**{one.name: values.pop(one.name) for one in fields(into)})}, **values)

        return wrapped  # type: ignore[return-value]

    return decorated


def write_out(path: str, text: str | bytes, public: bool = False) -> None:
    """Write a file the user named, with its folder; complain if that fails. A file that is not public is readable by
    its owner alone."""
    try:
        target = Path(path)
        if public:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode() if isinstance(text, str) else text)
        else:
            private.write(private.folder(target.parent) / target.name, text)
    except OSError as error:
        raise Complain(f"{path}: {error.strerror}") from None


def pause(seconds: float) -> None:
    """Wait, and say so if somebody watches."""
    import sys
    import time

    if seconds > 2 and sys.stderr.isatty():
        click.echo(f"waiting {seconds:.0f} seconds for the beacon ...", err=True)
    time.sleep(seconds)
