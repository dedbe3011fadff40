"""Letters of game masters: whose letter it is, which requests are done at once, and which ask for a second letter.

A look needs no proof: its answer goes to the game master's own address, whoever wrote. A request that changes a game,
or tells the players of a look, needs the mail server's word for the address, the reply address of a mail, or a
signature. Without it, and always where nothing brings the old state back as it was, the answer holds a word that does
it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.campaign import seating
from judge.campaign.act import Act
from judge.campaign.beacons import AwaitsBeacon, ask_for_release
from judge.campaign.deadlines import RuleError
from judge.campaign.ledger import Ledger
from judge.campaign.live import NoGame, NotNow, load_game
from judge.campaign.masters import GameMaster
from judge.campaign.rehearsing import rehearsed
from judge.campaign.releasing import OrdersChanged
from judge.campaign.seating import BadAddress
from judge.grammar.courtesy import courtesy
from judge.grammar.document import DocumentError
from judge.grammar.letter import Requested, is_masterly, requested
from judge.grammar.options import OptionError
from judge.grammar.text import plain, without_number
from judge.mail.language import REQUEST, Command, OrderLine, Section
from judge.mail.proof import Grade
from judge.mail.signing_off import signing_in
from judge.report.saying import Saying, as_json, said_of
from judge.serve import talks
from judge.serve.commands.deeds import DEEDS, LOOKS, Deed, Request, game_for
from judge.serve.commands.errand import Errand
from judge.serve.hand import Hand
from judge.serve.parts import Beacon
from judge.serve.secrets import request_key
from judge.serve.who import check_not_forged
from judge.store import games
from judge.store.base import moment, stamp
from judge.store.facts import recall, remember

WITHIN = timedelta(days=2)
HATS = ("gm", "game-master", "master", "judge")
"""Names for a SEAT line by which a game master who plays as well speaks for no seat."""
REFUSALS = (NotNow, NoGame, BadAddress, RuleError, DocumentError, OptionError, OrdersChanged)
EXAMPLES = {
    "preview": "PREVIEW spring", "release": "RELEASE spring 3f2a9c12ab04, with the hash of a PREVIEW",
    "extend": "EXTEND spring 2d: the reason", "put": "EXTEND spring 2d: the reason",
    "postpone": "EXTEND spring 2d: the reason", "deadline": "DEADLINE spring 2027-03-08 20:30: the reason",
    "pause": "PAUSE spring: the reason", "resume": "RESUME spring", "note": "NOTE spring: the words",
    "replace": "REPLACE spring lazy-s BY Bob <bob@example.org>", "assign": "ASSIGN spring lazy-s TO bob@example.org",
    "unseat": "UNSEAT spring lazy-s", "remove": "UNSEAT spring lazy-s", "orders": "ORDERS FOR spring lazy-s",
    "rollback": "ROLLBACK spring TO 3: the reason", "roll": "ROLLBACK spring TO 3: the reason",
    "end": "END GAME spring WON BY lazy-s: the reason", "set": "SET spring grace=12h",
    "send": "SEND RERUNS spring",
}  # fmt: skip


def is_theirs(hand: Hand, section: Section) -> bool:
    """Whether a section is, in part or as a whole, what a game master says as such."""
    if hand.writer.master is None:
        return False
    return any(one.verb == REQUEST for one in section.commands) or _wears_hat(hand, section)


def _wears_hat(hand: Hand, section: Section) -> bool:
    """Whether the whole section is theirs: they say so, or have no seat that it could be for."""
    if section.seat is not None:
        return section.seat.replace(" ", "-") in HATS
    if hand.writer.by_token is not None:
        return False
    game = section.game or hand.envelope.game
    own = {str(row["game"]) for row in hand.writer.seats if row["role"] in ("player", "applicant")}
    return not own if game is None else game not in own


def run(hand: Hand, section: Section, anybody: Collection[str]) -> Section:
    """Do what a game master says; what is left of the section is for the seat they play, or `anybody`'s to ask."""
    assert hand.writer.master is not None
    check_not_forged(hand)
    whole = _wears_hat(hand, section)
    waiting: list[dict[str, Any]] = []
    requests = [_request_of(hand, section, command, whole) for command in section.commands]
    left = [command for command, one in zip(section.commands, requests, strict=True) if one is None]
    # An official word comes with the report that the same letter sends, wherever it stands in the letter.
    for request in sorted(filter(None, requests), key=lambda one: one.said.what != "note"):
        if (deed := _weighed(request, waiting)) is not None:
            _do(request, deed)
    if waiting:
        _ask_again(hand, waiting)
    if not whole:
        return replace(section, commands=tuple(left))
    for command in left:
        if command.verb not in anybody:
            hand.answer.refuse(command, Saying("refusals/no-seat-there"))
    signed = signing_in(section.lines, max((one.number for one in section.commands), default=0))
    for line in section.lines:
        if (look := _orders_of_a_game(hand, line)) is None:
            _name_unread(hand, line, line.number in signed)
        elif (deed := _weighed(look, waiting)) is not None:
            _do(look, deed)
    rest = tuple(one for one in left if one.verb in anybody)
    if not rest and not hand.answer.parts and not hand.answer.reports:
        hand.answer.say("nothing-to-do")
    return Section(commands=rest)


def _request_of(hand: Hand, section: Section, command: Command, whole: bool) -> Request | None:
    """A command as a game master's; None where it is for their seat."""
    assert hand.writer.master is not None
    if command.verb == REQUEST:
        said = requested(command.rest)
        assert said is not None
    elif whole and command.verb in LOOKS:
        said = Requested(LOOKS[command.verb], {"place": command.rest} if command.rest else {})
    else:
        return None
    return Request(hand, command, hand.writer.master, said, section.game or _game_of(hand))


def _game_of(hand: Hand) -> str:
    """The game that the outside of the letter names, if there is one of that name."""
    game = hand.envelope.game or ""
    return game if game and games.is_there(hand.act.connection, game) else ""


def _weighed(request: Request, waiting: list[dict[str, Any]]) -> Deed | None:
    """The deed of a request, where it is done at once; else it waits, or is refused."""
    deed = DEEDS[request.said.what]
    try:
        game = game_for(request) if deed.is_of_a_game else ""
        why = request.master.refused(deed.right, game or None)
        if why:
            raise NotNow("because", why=why)
        proven = deed.weight == 0 or request.hand.writer.grade_as_master > Grade.BARE
        if proven and deed.weight < 2:
            return deed
        live = load_game(request.act.connection, game) if game else None
        request.answer.live, request.answer.game = live, game
        said = rehearsed(
            request.act,
            game,
            lambda act: deed.do(replace(request, hand=_rehearsing(request, act))),
        ).said()
    except AwaitsBeacon as waits:
        said = [Saying("rehearsed/beacon", {"why": waits})]
    except REFUSALS as error:
        request.hand.answer.refuse(_shown(request.command), said_of(error))
        return None
    waiting.append(
        {"line": request.command.rest, "verb": request.command.verb, "body": list(request.command.body), "game": game,
         "head": live.head if live else 0, "said": said}
    )  # fmt: skip
    return None


def _rehearsing(request: Request, act: Act) -> Hand:
    """The same letter in an act that is undone, with an answer that nobody gets."""
    hand, act = request.hand, replace(act, who=request.master.who, reason=request.why)
    return Hand(act, hand.account, hand.arrived, hand.opened, hand.envelope, hand.writer, spoken=hand.spoken)


def _do(request: Request, deed: Deed) -> None:
    """Carry a request out as its game master's act: all of it, or nothing."""
    hand, act = request.hand, request.hand.act
    act.ledger.forget()
    point = act.connection.begin_nested()
    inner = replace(act, who=request.master.who, reason=request.why, ledger=Ledger(act.connection))
    try:
        deed.do(replace(request, hand=replace(hand, act=inner)))
        inner.ledger.write()
    except AwaitsBeacon as waits:
        point.rollback()
        _release_later(request, replace(act, who=request.master.who, reason=request.why), waits)
    except REFUSALS as error:
        point.rollback()
        hand.answer.refuse(_shown(request.command), said_of(error))
    else:
        point.commit()


def _release_later(request: Request, act: Act, waits: AwaitsBeacon) -> None:
    """A window whose dice wait for a round of the beacon is released by the clock, once the round is there."""
    live = load_game(act.connection, game_for(request), lock=True)
    comes = ask_for_release(act, live, waits, request.master.address)
    act.ledger.forget()
    request.answer.live = load_game(act.connection, live.name)
    request.answer.game = live.name
    window, at = live.window.title if live.window else live.name, live.settings.calendar.said(comes, act.now)
    request.answer.parts.append(Beacon(live.name, window, at))


def _shown(command: Command) -> Command:
    """A command as an answer quotes it."""
    return Command(command.number, "", command.rest) if command.verb == REQUEST else command


def _orders_of_a_game(hand: Hand, line: OrderLine) -> Request | None:
    """`ORDERS spring`, where spring is a game: what everybody has in there."""
    verb, _, name = without_number(plain(line.text)).lower().rstrip(" .!:?").partition(" ")
    if verb != "orders" or not games.is_there(hand.act.connection, name.strip()):
        return None
    assert hand.writer.master is not None
    said = Requested(LOOKS[verb], {"place": name.strip()})
    return Request(hand, Command(line.number, "", line.text.strip()), hand.writer.master, said, "")


def _name_unread(hand: Hand, line: OrderLine, is_signature: bool) -> None:
    """A line that is no command: courtesy is passed over, the rest is named."""
    text = without_number(plain(line.text))
    if is_masterly(text):
        first = next((word for word in text.lower().replace(",", " ").split() if word in EXAMPLES), "")
        hand.answer.refuse(
            Command(line.number, "", line.text.strip()),
            Saying("refusals/not-understood-but", {"example": EXAMPLES.get(first, "")}),
        )
    elif not is_signature and ((read := courtesy(text)) is None or not read.sure):
        hand.answer.worsen("WARNINGS")
        hand.answer.say("passed-over", line=line.text.strip())


# --- the second letter ------------------------------------------------------------------------------------------------


def _ask_again(hand: Hand, waiting: Sequence[dict[str, Any]]) -> None:
    """Nothing of this is done yet: the answer says what it would do, and holds the word that does it."""
    assert hand.writer.master is not None
    word = seating.new_token(hand.act.campaign.entropy)
    facts = {"master": hand.writer.master.address, "at": stamp(hand.act.now), "deeds": list(waiting)}
    remember(hand.act.connection, request_key(word), json.dumps(facts, default=as_json))
    hand.answer.worsen("WARNINGS")
    for one in waiting:
        hand.answer.show(Saying("answers/not-done-yet-line", {"line": one["line"]}), one["said"])
    hand.answer.say("confirm-all", one=len(waiting) == 1, word=word)


def confirm(errand: Errand) -> bool:
    """Do what waits for this word. False: nothing of a game master's waits for it."""
    act, key = errand.act, request_key(errand.command.rest.split()[0])
    known = json.loads(recall(act.connection, key) or "{}")
    master = act.config.master_at(known.get("master", ""))
    if master is None:
        return False
    if errand.writer.master != master or moment(known["at"]) + WITHIN < act.now:
        raise NotNow("waits-no-more")
    remember(act.connection, key, "{}")
    if "talk" in known:
        talks.send_on(errand.hand, known["talk"], known["text"], known["own"])
        return True
    for one in known["deeds"]:
        command = Command(0, one["verb"], one["line"], tuple(one["body"]))
        said = (
            requested(one["line"]) if one["verb"] == REQUEST else Requested(LOOKS[one["verb"]], {"place": one["line"]})
        )
        assert said is not None
        try:
            # Since the letter that asked, campaign.yaml may have taken a game or a right from them.
            if why := master.refused(DEEDS[said.what].right, one["game"] or None):
                raise NotNow("because", why=why)
            if one["game"] and load_game(act.connection, one["game"]).head != one["head"]:
                raise NotNow("gone-on-since", game=one["game"])
        except REFUSALS as error:
            errand.answer.refuse(_shown(command), said_of(error))
            continue
        _do(Request(errand.hand, command, master, said, one["game"]), DEEDS[said.what])
    return True


def is_waited_for(act: Act, word: str, master: GameMaster | None) -> bool:
    """Whether something that this game master asked for waits for this word."""
    known = json.loads(recall(act.connection, request_key(word)) or "{}") if master is not None else {}
    in_time = known and moment(known["at"]) + WITHIN >= act.now
    return bool(in_time) and act.config.master_at(known["master"]) == master


def drop(act: Act, word: str) -> None:
    """Nothing that a game master asked for waits for this word any more."""
    remember(act.connection, request_key(word), "{}")


__all__ = ["confirm", "drop", "is_theirs", "is_waited_for", "run"]
