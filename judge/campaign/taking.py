"""Orders taken for a seat from the game master's hand, and what is in for the open window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, conditions, docket
from judge.campaign.act import Act, Look
from judge.campaign.docket import Acknowledgement, Said
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.telling import note, tell_player
from judge.campaign.wake import set_wake
from judge.mail.language import Command, OrderLine, Section, read
from judge.mail.quotes import TextLine
from judge.store.base import stamp


def enter(act: Act, name: str, seat: str, said: Said, on_behalf: bool = False) -> Acknowledgement:
    """Take orders for a seat. `on_behalf`: the game master's entry is on record, and the player is told."""
    live = load_game(act.connection, name, lock=True)
    return _enter(act, live, seat_of(live.game, seat), said, on_behalf)


def _enter(act: Act, live: Live, seat: Seat, said: Said, on_behalf: bool) -> Acknowledgement:
    done = docket.receive(act, live, seat, said, docket.words_for(act, live))
    if on_behalf:
        note(act, live, "orders on behalf", {"seat": seat, "receipt": done.receipt, "hash": done.hash}, by="gm")
        text = "The game master entered orders on your behalf:\n\n" + "\n".join(done.orders)
        tell_player(act, live, seat, done.receipt, f"Orders entered for you in {live.name}", text)
    # When all have answered, the clock looks at the game at once (or after the cool-off).
    set_wake(act, load_game(act.connection, live.name))
    return done


def enter_as_said(
    act: Act, name: str, seat: str, text: str, clear: bool = False
) -> tuple[Acknowledgement | None, tuple[str, ...]]:
    """What the game master enters is read as the letter of the seat would be: STANDING, PHASE, IF, CLEAR, READY.

    Returns the acknowledgement (None where nothing was for the open window) and what else was done, in words.
    """
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    reading = read([TextLine(line) for line in text.splitlines()])
    for line, code in reading.faults:
        raise NotNow(f'"{line}" does not fit: {code.replace("-", " ")}')
    lines: list[OrderLine] = []
    told: list[str] = []
    of_set = Said("", "gm", clear=clear)
    for section in reading.sections:
        for command in section.commands:
            of_set = _carried_out(act, live, chosen, section, command, of_set, told)
        if section.later is not None and not ahead.is_for_now(live, section.later):
            emptied = any(command.verb == "clear" for command in section.commands)
            kept = ahead.put_aside(act, live, chosen, section.later, section.lines, clear=emptied)
            told.append(f"kept for {kept}" if section.lines else f"nothing is kept any more for {kept}")
            told += _doubts(act, live, chosen, section.later, [line.text for line in section.lines])
        else:
            lines += section.lines
    if told:
        note(act, live, "orders on behalf", {"seat": chosen}, by="gm")
        words = "The game master entered on your behalf:\n\n" + "\n".join(told)
        tell_player(act, live, chosen, f"standing/{stamp(act.now)}", f"Orders entered for you in {live.name}", words)
    if not lines and not of_set.clear and of_set.wait is None and told:
        return None, tuple(told)
    stood = conditions.stand(live, chosen, lines, act.config.own_templates)
    if stood.wrong:
        raise NotNow("; ".join(f"{line}: {sentence}" for line, sentence in stood.wrong))
    entered = replace(of_set, text="\n".join(line.text for line in stood.lines))
    return _enter(act, live, chosen, entered, on_behalf=True), (*told, *stood.told)


def _carried_out(
    act: Act, live: Live, seat: Seat, section: Section, command: Command, of_set: Said, told: list[str]
) -> Said:
    """A command that a game master may enter for a seat; what it says of the set of orders itself."""
    match command.verb:
        case "standing":
            texts = docket.set_standing(act, live, seat, command.rest)
            stand = [f"standing orders, {kind}: {one}" for kind, one in sorted(texts.items())]
            kind, _, text = command.rest.partition(":")
            told += stand or ["no standing orders any more"]
            told += _doubts(act, live, seat, kind, [text] if text.strip() else [])
            return of_set
        case "clear":
            # In a PHASE block it empties what is kept for that window.
            return replace(of_set, clear=of_set.clear or section.later is None)
        case "wait" | "ready":
            return replace(of_set, wait=command.verb == "wait")
        case _:
            raise NotNow(f"{command.verb.upper()} is the player's own to say, by mail")


def _doubts(act: Act, live: Live, seat: Seat, window: str, texts: Sequence[str]) -> list[str]:
    found = ahead.doubts(live, seat, window, texts, act.config.own_templates)
    return [f'as the game stands now, "{line}" would not be taken: {why}' for line, why in found]


def docket_of(look: Look, name: str) -> tuple[Live, dict[Seat, docket.Entry]]:
    """A game, and what every asked seat has in."""
    live = load_game(look.connection, name)
    live.need_window()
    return live, docket.entries(look, live)
