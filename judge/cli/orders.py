"""`judge orders`: enter orders for a seat or for several at once, and show those that are in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from judge.cli.common import Complain, Group, not_so, read_text, say_json, words_of
from judge.cli.opened import json_option, now, on_campaign, override_option
from judge.report.saying import Saying

if TYPE_CHECKING:
    from collections.abc import Sequence

    from judge.adjudicator.protocol import Seat
    from judge.campaign.campaign import Campaign
    from judge.campaign.docket import Acknowledgement
    from judge.campaign.remarks import Remark


@click.group(cls=Group, epilog="Example: judge orders enter spring lazy-s orders.txt")
def orders() -> None:
    """Enter orders for a seat, and see those that are in for the open window."""


@orders.command("enter", epilog="Example: echo 'G(Lzy)-Ran' | judge orders enter spring lazy-s -")
@click.argument("name")
@click.argument("seat")
@click.argument("file", default="-")
@click.option("--clear", is_flag=True, help="Empty the seat's set first.")
@override_option
@json_option
@on_campaign
def enter(
    campaign: Campaign, name: str, seat: str, file: str, clear: bool, override: str | None, as_json: bool
) -> None:
    """Enter orders for a seat, read like its own letter (STANDING, PHASE, IF as well); the player is told. Exit
    status 1 when a line is not taken.
    """
    from judge.campaign.secrecy import may_look
    from judge.campaign.taking import enter_as_said

    text, chosen = read_text(file), _seat(campaign, name, seat)
    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/orders-of", {"seat": seat}), override, chosen)
    with campaign.act(now()) as act:
        done, more = enter_as_said(act, name, seat, text, clear)
    _show(name, done, more, as_json)


@orders.command("fix", epilog="Example: judge orders fix spring lazy-s all")
@click.argument("name")
@click.argument("seat")
@click.argument("which", nargs=-1, required=True)
@override_option
@json_option
@on_campaign
def fix(campaign: Campaign, name: str, seat: str, which: tuple[str, ...], override: str | None, as_json: bool) -> None:
    """Take suggestions of the newest answer to a seat, by their numbers, or all of them."""
    from judge.campaign.secrecy import may_look
    from judge.campaign.taking import fix as take_fix

    chosen = _seat(campaign, name, seat)
    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/orders-of", {"seat": seat}), override, chosen)
    with campaign.act(now()) as act:
        done, more = take_fix(act, name, seat, " ".join(which))
    _show(name, done, more, as_json)


def _show(name: str, done: Acknowledgement | None, more: Sequence[Saying | str], as_json: bool) -> None:
    """The result of an entry; exit status 1 when a line is not taken."""
    if as_json:
        say_json({**(_plain(done) if done else {"game": name}), "notes": list(more)})
    else:
        for line in more:
            click.echo(words_of(line))
        if done:
            click.echo(said(done))
    if done and done.problems:
        not_so()


@orders.command("paste", epilog="Example: judge orders paste spring thread.txt")
@click.argument("name")
@click.argument("file", default="-")
@override_option
@json_option
@on_campaign
def paste(campaign: Campaign, name: str, file: str, override: str | None, as_json: bool) -> None:
    """Orders of several seats, as copied from a forum thread or a chat: seat names as headings, or players as posters.

    For a game of Diplomacy, results as another judge lists them work too, if the phase is the open one.
    """
    from judge.campaign.live import NotNow, load_game
    from judge.campaign.paste import split_orders
    from judge.campaign.seating import known_names, sittings
    from judge.campaign.secrecy import may_look
    from judge.campaign.taking import enter_as_said
    from judge.variants import part

    text = read_text(file)
    with campaign.act(now()) as act:
        may_look(act, name, Saying("looks/other-orders"), override)
    with campaign.store.read() as connection:
        live = load_game(connection, name)
        players = known_names(sittings(connection, live.id))
    # A game may have a reader of other judges' results.
    listing = part(live.row["game"], "listing")
    results = listing.read_results(text) if listing is not None else ()
    title = live.need_window().title
    ours = [one for one in results if one.title in ("", title)]
    if results and not ours:
        raise Complain(f"these are results of {', '.join(one.title for one in results)}; {title} is open in {name}")
    text = "\n\n".join(one.text for one in ours) or text
    pasted = split_orders(live.game, text, players)
    ignored = (*pasted.ignored, *(line for one in ours[:1] for line in one.others))
    done: list[Acknowledgement] = []
    wrong: list[str] = []
    notes: list[str] = []
    for seat, lines in pasted.by_seat.items():
        try:
            with campaign.act(now()) as act:
                entered, more = enter_as_said(act, name, seat, lines, source="paste")
                done += [entered] if entered else []
                notes += [f"{seat}: {one}" for one in more]
        except NotNow as error:
            wrong.append(str(error))
    if as_json:
        sets = [_plain(one) for one in done]
        say_json({"sets": sets, "refused": wrong, "ignored": list(ignored), "notes": notes})
    else:
        for line in notes:
            click.echo(line)
        click.echo("\n".join(said(one) for one in done).rstrip())
        for sentence in wrong:
            click.echo(f"judge: {sentence}", err=True)
        for line in ignored:
            click.echo(f"ignored: {line}", err=True)
    if wrong or any(one.problems for one in done):
        not_so()


@orders.command("show", epilog="Example: judge orders show spring lazy-s")
@click.argument("name")
@click.argument("seat", required=False)
@override_option
@json_option
@on_campaign
def show(campaign: Campaign, name: str, seat: str | None, override: str | None, as_json: bool) -> None:
    """The orders that are in for the open window, and what silence would add."""
    from judge.campaign.secrecy import may_look
    from judge.campaign.taking import docket_of

    chosen = _seat(campaign, name, seat) if seat else None
    with campaign.act(now()) as act:
        may_look(
            act,
            name,
            Saying("looks/orders-of", {"seat": seat}) if seat else Saying("looks/all-orders"),
            override,
            chosen,
        )
    with campaign.look() as look:
        live, entries = docket_of(look, name)
    if chosen is not None and chosen not in entries:
        raise Complain(f"{chosen} is not asked in {live.need_window().title}")
    shown = {one: entries[one] for one in sorted(entries) if chosen in (None, one)}
    if as_json:
        say_json(
            {
                one: {
                    "orders": list(entry.lines),
                    "silence": [live.game.write(live.state, one, order) for order in entry.checked.filled],
                    "answered": entry.answered,
                    "wait": entry.wait,
                    "source": list(entry.source),
                }
                for one, entry in shown.items()
            }
        )
        return
    for one, entry in shown.items():
        click.echo(f"{live.seat_name(one)}:{'' if entry.answered else '  (nothing yet)'}")
        for line in entry.lines:
            click.echo(f"  {line}")
        for order in entry.checked.filled:
            click.echo(f"  ({live.game.write(live.state, one, order)})")


def _seat(campaign: Campaign, name: str, text: str) -> Seat:
    from judge.campaign.live import load_game, seat_of

    with campaign.store.read() as connection:
        return seat_of(load_game(connection, name).game, text)


def said(done: Acknowledgement) -> str:
    """The acknowledgement that would go by mail."""
    lines = [f"{done.seat} of {done.game}, {done.window_title}: {done.verdict}"]
    lines += [f"  {line}" for line in done.orders] or ["  (no orders)"]
    if done.problems:
        lines.append("not taken:")
        lines += [_remark(one) for one in done.problems]
    if done.warnings:
        lines.append("look at this again:")
        lines += [_remark(one) for one in done.warnings]
    if done.later:
        lines.append("kept for later:")
        lines += [f"  {one.kind}: {one.text}" for one in done.later]
    if done.suggestions:
        lines.append("`judge orders fix` takes:")
        lines += [f"  {number}. {text}" for number, text in enumerate(done.suggestions, 1)]
    if done.silence:
        lines.append("not ordered; if nothing more comes:")
        lines += [f"  ({line})" for line in done.silence]
    if done.deadline:
        lines.append(f"deadline: {done.deadline}")
    lines.append(f"receipt {done.receipt}, hash {done.hash}")
    return "\n".join(lines) + "\n"


def _remark(one: Remark) -> str:
    number = f"line {one.number}: " if one.number else ""
    return f"  {number}{one.line}\n    {one.sentence}"


def _plain_remark(one: Remark) -> dict[str, object]:
    """A remark for --json."""
    return {
        "number": one.number, "line": one.line, "code": one.code, "said": one.sentence, "suggestion": one.suggestion,
    }  # fmt: skip


def _plain(done: Acknowledgement) -> dict[str, object]:
    """The acknowledgement for --json."""
    return {
        "game": done.game,
        "seat": done.seat,
        "window": done.window_key,
        "verdict": done.verdict,
        "orders": list(done.orders),
        "silence": list(done.silence),
        "problems": [_plain_remark(one) for one in done.problems],
        "warnings": [_plain_remark(one) for one in done.warnings],
        "kept": [{"kind": one.kind, "text": one.text} for one in done.later],
        "suggestions": list(done.suggestions),
        "receipt": done.receipt,
        "hash": done.hash,
        "deadline": done.deadline,
    }
