"""Orders taken for a seat, from a letter or the game master's hand, and the sets for the open window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import Seat
from judge.campaign import ahead, docket, offers
from judge.campaign.act import Act, Look
from judge.campaign.docket import Acknowledgement, Said
from judge.campaign.languages import books_for
from judge.campaign.live import Live, NotNow, load_game, seat_of
from judge.campaign.remarks import Remark, Telling
from judge.campaign.telling import note, tell_player
from judge.campaign.wake import set_wake
from judge.grammar.seats import find_seat
from judge.mail.hearing import Ear, Heard, lines_of
from judge.mail.language import HARMLESS, Command, OrderLine, Section, command_of, read
from judge.report.saying import Saying
from judge.report.words import Words
from judge.store.base import stamp
from judge.store.docket import of_sitter


def take(act: Act, live: Live, seat: Seat, said: Said, words: Words) -> Acknowledgement:
    """Take a text about a seat's set, and about the windows after it in the turn."""
    if said.doubted:
        # Orders for later windows take proof: they are asked for again.
        return docket.receive(act, live, seat, said, words)
    if said.clear:
        ahead.take_back(act, live, seat)
    done = docket.receive(act, live, seat, said, words)
    ahead.keep_all(act, live, of_sitter(seat) if said.sits else seat, done.later)
    return done


def enter(act: Act, name: str, seat: str, said: Said, on_behalf: bool = False) -> Acknowledgement:
    """Take orders for a seat. `on_behalf`: the game master's entry is on record, and the player is told."""
    live = load_game(act.connection, name, lock=True)
    return _enter(act, live, seat_of(live.game, seat), said, on_behalf)


def _enter(act: Act, live: Live, seat: Seat, said: Said, on_behalf: bool) -> Acknowledgement:
    done = take(act, live, seat, said, docket.words_for(act, live))
    if on_behalf:
        offers.remember(act, live, seat, str(done.receipt), "", done.suggestions)
        note(act, live, "orders on behalf", {"seat": seat, "receipt": done.receipt, "hash": done.hash})
        tell_player(
            act,
            live,
            seat,
            done.receipt,
            Saying("mails/orders-entered", {"game": live.name, "orders": done.orders}),
        )
    # When all have answered, the clock looks at the game at once (or after the cool-off).
    set_wake(act, load_game(act.connection, live.name))
    return done


@dataclass(slots=True)
class _Entry:
    """The content of the game master's text: lines for the open window, remarks on the set, everything else that was
    done."""

    set: Said
    lines: list[OrderLine] = field(default_factory=list)
    told: list[Saying | str] = field(default_factory=list)
    wrong: list[Remark] = field(default_factory=list)
    beside: list[Saying] = field(default_factory=list)
    """Of words that changed nothing."""

    def tell(self, problems: Sequence[Remark], doubts: Sequence[Remark]) -> None:
        """Tell which lines for later were not taken, and which would not be if their window were open."""
        self.wrong += problems
        self.told += [Saying("entered/doubted", {"line": one.line, "why": one.sentence}) for one in doubts]


def enter_as_said(
    act: Act, name: str, seat: str, text: str, clear: bool = False, source: str = "gm"
) -> tuple[Acknowledgement | None, tuple[Saying | str, ...]]:
    """Read the game master's entry as a letter of the seat: STANDING, PHASE, IF, CLEAR, READY.

    Returns the acknowledgement (None where nothing was for the open window) and what else was done, in words.
    """
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    reading = read(lines_of(text))
    entry = _Entry(Said("", source, clear=clear))
    for line, code in reading.faults:
        said = Saying(f"faults/{code}")
        if code in HARMLESS:
            entry.beside.append(Saying("entered/beside", {"line": line, "why": said}))
        else:
            entry.wrong.append(Remark(line=line, code=code, sentence=said))
    for section in reading.sections:
        stray = _astray(live, chosen, section)
        if stray:
            lines = [(one.number, one.text) for one in section.lines]
            lines += [(one.number, f"{one.verb.upper()} {one.rest}".strip()) for one in section.commands]
            entry.wrong += [
                Remark(line=line, code="not-yours", sentence=stray, number=number) for number, line in sorted(lines)
            ]
            continue
        for command in section.commands:
            _carry_out(act, live, chosen, section, command, entry)
        if section.later is not None and not ahead.is_for_now(live, section.later):
            emptied = any(command.verb == "clear" for command in section.commands)
            try:
                aside = ahead.put_aside(act, live, chosen, section.later, section.lines, clear=emptied)
            except NotNow as error:
                if not section.lines:
                    raise
                entry.wrong += [
                    Remark(line=one.text, code=error.code, sentence=error.said, number=one.number)
                    for one in section.lines
                ]
                continue
            if aside.lines or not section.lines:
                entry.told.append(Saying("entered/kept", {"window": aside.window, "any": bool(aside.lines)}))
            entry.tell(aside.problems, aside.doubts)
        else:
            entry.lines += section.lines
    if entry.told:
        note(act, live, "orders on behalf", {"seat": chosen})
        tell_player(
            act,
            live,
            chosen,
            f"standing/{stamp(act.now)}",
            Saying("mails/lines-entered", {"game": live.name, "told": entry.told}),
        )
    if not entry.lines and not entry.set.clear and entry.set.wait is None and entry.told and not entry.wrong:
        return None, (*entry.told, *entry.beside)
    heard, conditions = _heard(act, live, chosen, entry.lines)
    done = _enter(act, live, chosen, replace(entry.set, heard=heard, faults=tuple(entry.wrong)), on_behalf=True)
    return done, (*entry.told, *entry.beside, *conditions)


def _astray(live: Live, seat: Seat, section: Section) -> Saying | None:
    """Why a part of the text cannot be entered for this seat: it is another's, or another game's."""
    if section.game is not None and section.game != live.name:
        return Saying("entered/other-game", {"game": section.game, "this": live.name})
    if section.seat is not None and find_seat(live.game.seats, section.seat) != seat:
        return Saying("entered/other-seat", {"seat": section.seat, "this": live.seat_name(seat)})
    return None


def _heard(act: Act, live: Live, seat: Seat, lines: Sequence[OrderLine]) -> tuple[Heard, tuple[Saying, ...]]:
    """Lines as the seat's letter would be heard; answers to its questions and what became of its conditions."""
    ask = live.need_window().asks.get(seat)
    if ask is None:
        raise NotNow("seat-not-asked", seat=live.seat_name(seat), window=live.need_window().title, game=live.name)
    ear = Ear(live.game, live.state, seat, ask.form, books_for(act, live, seat))
    heard = ear.hear(lines)
    told = Telling(ear, Words(live.game, live.state, own=act.config.own_templates), heard)
    answers = [Saying("entered/answer", {"asked": asked, "said": said}) for asked, said in told.answers()]
    return heard, (*answers, *told.conditions())


def _carry_out(act: Act, live: Live, seat: Seat, section: Section, command: Command, entry: _Entry) -> None:
    """A command that a game master may enter for a seat; what it says of the set of orders itself."""
    match command.verb:
        case "standing":
            made = ahead.set_standing(act, live, seat, command.rest)
            stand = [
                Saying("entered/standing", {"kind": kind, "text": one}) for kind, one in sorted(made.texts.items())
            ]
            entry.told += stand or [Saying("entered/nothing-stands")]
            entry.tell(made.problems, made.doubts)
        case "clear":
            # In a PHASE block it empties the texts kept for that window.
            entry.set = replace(entry.set, clear=entry.set.clear or section.later is None)
            if section.later is None:
                entry.lines.clear()
        case "wait" | "ready":
            entry.set = replace(entry.set, wait=command.verb == "wait")
        case _:
            raise NotNow("players-own-to-say", command=command.verb.upper())


def fix(act: Act, name: str, seat: str, which: str) -> tuple[Acknowledgement | None, tuple[Saying | str, ...]]:
    """Take suggestions of the newest answer to a seat: `1`, `1 3`, `all`."""
    live = load_game(act.connection, name, lock=True)
    chosen = seat_of(live.game, seat)
    texts = offers.taken(act, live, chosen, which)
    commands = [text for text in texts if command_of(text, 1) is not None]
    if commands:
        raise NotNow("players-own-to-say", command=commands[0])
    return enter_as_said(act, name, seat, "\n".join(texts))


def docket_of(look: Look, name: str) -> tuple[Live, dict[Seat, docket.Entry]]:
    """A game, and what every asked seat has in."""
    live = load_game(look.connection, name)
    live.need_window()
    return live, docket.entries(look, live)
