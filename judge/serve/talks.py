"""Words to the game master and back: the parts of a letter that are no orders are passed on, and the answer finds its
way.

Each mail of a talk has a reply address of its own, which says whose answer comes there. Neither side's words are ever
read as orders, and neither needs to know the other's address.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import post, seating
from judge.campaign.live import Live, NoGame, NotNow, load_game
from judge.campaign.seat_draw import APPLICANT
from judge.campaign.telling import note
from judge.campaign.unnamed import HIDDEN, person
from judge.grammar.courtesy import courtesy
from judge.grammar.mentions import names_of
from judge.grammar.request import is_prose, request
from judge.grammar.text import without_controls
from judge.mail.fates import Fate
from judge.mail.language import Command, Section
from judge.mail.proof import Grade
from judge.mail.requests import ORDERED, asked_in
from judge.mail.understood import Understood
from judge.report.saying import Saying
from judge.report.words import listed
from judge.serve.hand import OF_THE_SET, Hand, NotRead
from judge.serve.parts import Door, ForMaster, Refused, Talk, Verbatim, Welcome
from judge.serve.relaying import check_no_orders
from judge.serve.secrets import check_no_secret, request_key, talk_of
from judge.serve.who import check_not_forged
from judge.serve.wishing import named_here
from judge.store import games, talks
from judge.store.base import stamp
from judge.store.facts import remember

LONGEST = 20_000
WISHES = ("password",)
"""Commands of older judges that a person has to carry out."""
A_DAY, OF_STRANGERS, OF_ALL_STRANGERS = 20, 3, 20
"""So many letters of one address reach the game master in a day, and so many of all that nobody here has."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The part of a letter for the game master. `sure`: it says so in words that leave no doubt."""

    lines: tuple[str, ...]
    live: Live | None = None
    seat: Seat | None = None
    sure: bool = True


def ask(hand: Hand, live: Live, seat: Seat, lines: Sequence[Understood], heard: Sequence[Understood]) -> None:
    """Lines of a seat's letter, all of which was `heard`, are for the game master, with the words around them. One who
    plays is shown those alone that ask for something."""
    if live.settings.gm_plays:
        lines = [one for one in lines if _asks(one.text, live)]
    if lines:
        sure = all(one.why != "unsure" for one in lines)
        said = [one.text for one in lines] if live.settings.gm_plays else _in_full(hand, lines, heard)
        hand.asked.append(Asked(tuple(said), live, seat, sure))


def _in_full(hand: Hand, lines: Sequence[Understood], heard: Sequence[Understood]) -> list[str]:
    """These lines as they were written, with all words of a letter that orders nothing, else of their paragraphs."""
    other = {one.number for one in heard if one.fate not in _TALK or one.why in ("echo", "quotation", "corrected")}
    talk = {one.number for one in heard} - other
    kept = {one.number for one in lines}
    if any(one.fate in ORDERED for one in heard):
        for number in (*sorted(talk), *sorted(talk, reverse=True)):
            kept |= {number} if {number - 1, number + 1} & kept else set()
    else:
        kept |= talk
    written = {number: line.text for number, line in enumerate(hand.opened.letter.lines, 1) if number in talk}
    own = {one.number: one.text for one in lines}
    said: list[str] = []
    for number in sorted(kept):
        said += [""] if said and number - 1 not in kept else []
        said.append(written.get(number) or own[number])
    return said


_TALK = (Fate.REQUEST, Fate.QUESTION, Fate.COURTESY, Fate.NOT_ORDERED)


NO_SEAT = ("not-yours", "which-game", "not-begun-start", "not-asked")
"""Why nothing in a letter can be an order of somebody who is known here."""


def ask_instead(hand: Hand, section: Section, code: str = "") -> bool:
    """A section that could not be acted upon may be none for the Judge: what of it is for the game master is passed
    on. Whether that is all it says. `code`: why it was not; of a person without a seat all talk is for the game master.
    """
    lines = [line.text for line in section.lines]
    wishes = [written(hand, command) for command in section.commands if command.verb in WISHES]
    live, seat = _place(hand)
    if code == "is-over":
        return _after_the_end(hand, section, lines)
    asking = [text for text in lines if _asks(text, live)]
    # A playing game master is shown no word of anybody's plans.
    shows = live is None or not live.settings.gm_plays
    if shows and _may_be_talk(hand, code, lines):
        asking = asking or [text for text in lines if is_prose(text)]
    if not asking and not wishes:
        return False
    rest = [text for text in lines if text not in asking and not (shows and is_prose(text))]
    hand.asked.append(Asked((*wishes, *(asking if rest else lines)), live, seat))
    return not rest and len(wishes) == len(section.commands)


def _after_the_end(hand: Hand, section: Section, lines: Sequence[str]) -> bool:
    """A letter to a game that is over orders nothing: all of it is for a person. False: it says nothing."""
    live, seat = hand.answer.live, hand.answer.seat
    if live is None or not lines or any(command.verb in OF_THE_SET for command in section.commands):
        return False
    sure = any(courtesy(text) is not None or is_prose(text) or _asks(text, live) for text in lines)
    if not sure:
        hand.answer.worsen("WARNINGS")
    hand.asked.append(Asked(tuple(lines), live, seat))
    hand.answer.say("over", game=live.name, rules=live.game.title)
    return True


def _may_be_talk(hand: Hand, code: str, lines: Sequence[str]) -> bool:
    """Whether what nobody asked for may be for a person: a player's words where they have no orders to give, and those
    of a stranger who names a game of ours."""
    if hand.writer.is_known:
        return code in NO_SEAT
    return code == "unknown-sender" and any(named_here(hand, text) for text in lines)


def _asks(text: str, live: Live | None) -> bool:
    return (request(text) if live is None else asked_in(text, names_of(live.game))) is not None


def wish(hand: Hand, command: Command, live: Live | None = None, seat: Seat | None = None) -> None:
    """A command that only the game master can carry out."""
    hand.asked.append(Asked((written(hand, command),), live, seat))


def say_beside(hand: Hand, lines: Sequence[str]) -> None:
    """The words of somebody without a seat beside their commands: a person's words go to the game master, others are
    named."""
    live, _seat = _place(hand)
    prose = tuple(text for text in lines if _asks(text, live) or is_prose(text))
    if prose:
        hand.asked.append(Asked(prose, sure=any(isinstance(part, Door) for part in hand.answer.parts)))
    for text in lines:
        if text not in prose:
            hand.answer.worsen("WARNINGS")
            hand.answer.parts.append(Refused(text, Saying("refusals/nothing-understood")))


def is_wish(hand: Hand, command: Command) -> bool:
    """Whether words that read as a command are a wish in prose: to join some game, of no name."""
    return command.verb in ("join", "takeover", "observe") and request(written(hand, command)) is not None


def written(hand: Hand, command: Command) -> str:
    """A command in its writer's own words."""
    lines = hand.opened.letter.lines
    return lines[command.number - 1].text if 0 < command.number <= len(lines) else command.verb.upper()


def _place(hand: Hand) -> tuple[Live | None, Seat | None]:
    """The game and the seat a letter is about, as far as its outside and its writer tell."""
    own = [row for row in hand.writer.seats if row["game"] == hand.envelope.game or hand.envelope.game is None]
    name = hand.envelope.game or (str(own[0]["game"]) if len({row["game"] for row in own}) == 1 else None)
    if name is None:
        return None, None
    try:
        live = hand.act.ledger.game(name)
    except NoGame:
        return None, None
    seats = [Seat(str(row["seat"])) for row in own if row["role"] in ("player", APPLICANT)]
    return live, seats[0] if len(seats) == 1 else None


def pass_on(hand: Hand) -> None:
    """Send the questions of this letter to the game master, in one mail; its writer is told."""
    asked, act = hand.asked, hand.act
    if not asked:
        return
    text = without_controls("\n\n".join("\n".join(one.lines) for one in asked))[:LONGEST]
    if not act.config.gm:
        hand.answer.worsen("WARNINGS")
        hand.answer.parts.append(ForMaster("nobody", text.splitlines()))
        return
    most = A_DAY if hand.writer.is_known else OF_STRANGERS
    since = stamp(act.now - timedelta(days=1))
    code = "too-many" if talks.begun_since(act.connection, hand.writer.address, since) >= most else ""
    if not code and not hand.writer.is_known:
        most = OF_ALL_STRANGERS
        code = "crowd" if talks.begun_by_strangers(act.connection, since) >= most else ""
    if code:
        hand.answer.worsen("WARNINGS")
        hand.answer.parts.append(ForMaster(code, text.splitlines(), most))
        return
    try:
        check_no_secret(act.connection, text, act.config.masters)
    except NotNow as error:
        hand.answer.worsen("ERRORS")
        hand.answer.pass_on(error.said)
        return
    live, seat = asked[0].live, asked[0].seat
    message_id = hand.opened.letter.message_id or ""
    talks.begin(
        act.connection,
        {
            "letter": hand.arrived.id, "game_id": live.id if live else None, "seat": seat or "",
            "address": hand.writer.address, "subject": hand.opened.letter.subject[:200], "heard": message_id,
            "answered": "", "at": stamp(act.now),
        },
    )  # fmt: skip
    _to_game_master(hand, live, seat, text, "")
    sure = all(one.sure for one in asked)
    if not sure:
        hand.answer.worsen("WARNINGS")
    known = hand.writer.is_known or any(isinstance(part, Welcome | Door) for part in hand.answer.parts)
    hand.answer.parts.append(ForMaster("sent", text.splitlines(), sure=sure, known=known))


def _to_game_master(hand: Hand, live: Live | None, seat: Seat | None, text: str, answers: str) -> None:
    address = person(hand.act, live.name if live else None, hand.writer.address)
    called = _called(hand, live, seat or "", hand.writer.address)
    facts = {
        "side": "gm", "game": live.name if live else "", "seat": "", "from": called,
        "address": called if address == HIDDEN else address, "text": text, "letter": hand.talk or hand.arrived.id,
        "source": hand.arrived.id, "proven": hand.writer.grade_as_person is not Grade.BARE,
    }  # fmt: skip
    to = post.To(hand.act.config.gm, "*gm")
    post.put(hand.act, live, post.Piece("talk", to, hand.arrived.id, facts, in_reply_to=answers or None))


def _called(hand: Hand, live: Live | None, seat: str, address: str) -> Saying | str:
    """The player's name in a talk, as the game master may know them."""
    if live is not None and seat and not seat.startswith("*"):
        return live.seat_name(Seat(seat))
    return person(hand.act, live.name if live else None, address)


def go_on(hand: Hand) -> bool:
    """An answer in a talk, to its other side. False: it speaks to the Judge itself, and is read as any letter."""
    talk = talk_of(hand.act.connection, hand.envelope.talk, hand.act.config.gm)
    row = talks.of_letter(hand.act.connection, talk.letter) if talk is not None else None
    if talk is None or row is None:
        raise NotRead("no-talk")
    if talk.side == "player" and hand.opened.reading.commands:
        return False
    _check_side(hand, talk.side, str(row["address"]))
    if talk.side == "gm" and hand.opened.reading.commands:
        _ask_back(hand, [written(hand, one) for one in hand.opened.reading.commands])
        return True
    text = without_controls("\n".join(hand.opened.letter.said).strip())[:LONGEST]
    if not text:
        raise NotRead("nothing-said", "nothing-of-its-own")
    check_no_secret(hand.act.connection, text, hand.act.config.masters)
    own = hand.opened.letter.message_id or ""
    if talk.side == "player":
        hand.talk = talk.letter
        _to_their_master(hand, row, text, own)
    elif hand.writer.grade_as_master is Grade.BARE:
        _ask_again(hand, talk.letter, row, text, own)
    else:
        send_on(hand, talk.letter, text, own)
    return True


def _check_side(hand: Hand, side: str, address: str) -> None:
    """Whether a letter can be from the person on this side of a talk, who has this `address` if they are no game
    master. The word in its address says which talk it is; beside an address of somebody else's it says no more."""
    writer = hand.writer
    if side == "gm":
        if writer.master is None or writer.master.address != hand.act.config.gm:
            raise NotRead("no-talk", "talk-of-another")
        check_not_forged(hand)
        return
    theirs = hand.act.ledger.known(address).player_id
    is_theirs = writer.address == address or (theirs is not None and writer.player_id == theirs)
    token = writer.by_token["player_id"] if writer.by_token is not None else None
    if writer.is_known and not is_theirs and (token is None or token != theirs):
        raise NotRead("no-talk", "talk-of-another")


def _to_their_master(hand: Hand, row: Mapping[str, Any], text: str, own: str) -> None:
    """Words of a player in a talk go on to the game master."""
    live = _stands(hand, row)
    seat = Seat(str(row["seat"])) or None
    if live is not None and seat is not None:
        check_no_orders(live, seat, hand.opened.letter.own)
    _to_game_master(hand, live, seat, text, str(row["answered"]))
    talks.go_on(hand.act.connection, hand.talk, heard=own)
    hand.answer.parts.append(Talk(""))


def send_on(hand: Hand, number: int, text: str, own: str) -> None:
    """The game master's words in a talk go on to the player. `own`: the Message-ID of the letter that says them."""
    row = talks.of_letter(hand.act.connection, number)
    if row is None:
        raise NotNow("waits-no-more")
    live = _stands(hand, row)
    facts = {"side": "player", "game": hand.answer.game, "seat": row["seat"], "text": text, "letter": number}
    to = post.To(str(row["address"]), str(row["seat"]))
    post.put(hand.act, live, post.Piece("talk", to, hand.arrived.id, facts, in_reply_to=str(row["heard"]) or None))
    talks.go_on(hand.act.connection, number, answered=own)
    note(hand.act, live, "answered a letter", {"letter": number, "seat": row["seat"]}, by="gm")
    hand.answer.parts.append(Talk(_called(hand, live, str(row["seat"]), str(row["address"]))))


def _ask_again(hand: Hand, number: int, row: Mapping[str, Any], text: str, own: str) -> None:
    """Nothing proves that the game master wrote: their words wait for the one that goes to their own address."""
    assert hand.writer.master is not None
    live = _stands(hand, row)
    word = seating.new_token(hand.act.campaign.entropy)
    at = stamp(hand.act.now)
    facts = {"master": hand.writer.master.address, "at": at, "talk": number, "text": text, "own": own}
    remember(hand.act.connection, request_key(word), json.dumps(facts))
    hand.answer.worsen("WARNINGS")
    hand.answer.say("answer-waits", to=_called(hand, live, str(row["seat"]), str(row["address"])))
    hand.answer.parts.append(Verbatim(textwrap.indent(text, "| ", lambda line: True)))
    hand.answer.say("confirm-all", one=True, word=word)


def _stands(hand: Hand, row: Mapping[str, Any]) -> Live | None:
    """The game that a talk is about, which its answer is then about too."""
    name = games.name_of(hand.act.connection, int(row["game_id"])) if row["game_id"] else None
    hand.answer.live = live = load_game(hand.act.connection, name) if name else None
    hand.answer.game = live.name if live else ""
    return live


def _ask_back(hand: Hand, lines: Sequence[str]) -> None:
    """An answer to a player with a command in it: neither is the one sent on nor the other done, before it is clear."""
    hand.answer.worsen("ERRORS")
    said = listed([f"“{line.strip()}”" for line in lines])
    hand.answer.say("answer-not-sent-on", lines=said, one=len(lines) == 1)


__all__ = ["Asked", "ask", "ask_instead", "go_on", "is_wish", "pass_on", "send_on", "wish"]
