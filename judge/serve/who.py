"""The writer of a letter, its game, and the seat it may speak for there, proven as the game demands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from judge.adjudicator.protocol import Seat
from judge.campaign import seating, sitters
from judge.campaign.act import Act
from judge.campaign.live import Live, NoGame, seat_of
from judge.campaign.masters import GameMaster
from judge.campaign.numbers import secret_of
from judge.campaign.seat_draw import APPLICANT
from judge.grammar.courtesy import courtesy
from judge.mail.envelope import Envelope
from judge.mail.language import Section
from judge.mail.proof import Grade, Proof
from judge.report.saying import Saying
from judge.serve import secrets
from judge.serve.hand import Hand, NotRead, Writer
from judge.serve.opened import Opened
from judge.store import games, people
from judge.store.base import stamp

MOST_TOKENS = 5


def writer_of(act: Act, opened: Opened, envelope: Envelope) -> Writer:
    """The writer of a letter, as far as its address and its tokens prove."""
    address = opened.letter.sender or ""
    known = act.ledger.known(address)
    if known.bounces:
        # A person who writes is there again: mails that came back before count no more.
        people.forgive_bounces(act.connection, address)
        act.ledger.forget()
        known = act.ledger.known(address)
    said = [*(section.token for section in opened.reading.sections), opened.reading.token]
    found, master = _named_by(act, [(one, envelope.game) for one in said if one])
    is_unclear = False
    if found is None and master is None:
        found, master, is_unclear = _words_of(act, address, envelope, opened.proof.vouches_for(address))
    by_word, proof = master is not None, opened.proof
    owner = _owner(act, address, found, master)
    if owner is not None:
        # The word says who wrote. Beside it, the address of somebody else opens nothing, and hears nothing.
        address, proof = owner, Proof()
        known = act.ledger.known(address)
    return Writer(
        address=address, seats=known.seats, by_token=found, proof=proof, player_id=known.player_id,
        key=opened.key, master=master or act.config.master_at(address), by_word=by_word, is_unclear=is_unclear,
    )  # fmt: skip


def _named_by(act: Act, tokens: Sequence[tuple[str, str | None]]) -> tuple[Mapping[str, Any] | None, GameMaster | None]:
    """The seat and the game master whom tokens or the words of reply addresses name, each with the game beside it."""
    found, master = None, None
    for token, game in tokens[:MOST_TOKENS]:
        found = _seat_by(act, token, game)
        master = master or _master_by(act, token)
        if found is not None:
            break
    return found, master


def _words_of(
    act: Act, address: str, envelope: Envelope, is_proven: bool
) -> tuple[Mapping[str, Any] | None, GameMaster | None, bool]:
    """The seat and the game master whom the words in a letter's addresses name, if they are its writer's own, and
    whether nobody can tell who wrote.

    Somebody can have put their own reply address into the Cc or the address book of another. So beside an address that
    is another's a word says nothing; words of several people say nothing either.
    """
    named = [_named_by(act, [word]) for word in envelope.tokens[:MOST_TOKENS]]
    talk = secrets.talk_of(act.connection, envelope.talk, act.config.gm)
    if talk is not None and talk.side == "gm" and talk.proves:
        named.append((None, act.config.masters[0]))
    own, whose, others = [], set(), False
    for found, master in named:
        if master is not None:
            found = None
        if found is None and master is None:
            continue
        if _owner(act, address, found, master) is not None:
            others = True
            continue
        own.append((found, master))
        whose.add(master.who if master is not None else str(found["player_id"]) if found is not None else "")
    if len(whose) > 1:
        return None, None, not is_proven
    found = next((seat for seat, _ in own if seat is not None), None)
    return found, next((one for _, one in own if one is not None), None), others and not own and not is_proven


def check_not_forged(hand: Hand) -> None:
    """Nothing of a letter under a game master's address is done that its mail server found forged; they are told."""
    writer = hand.writer
    if writer.proof.speaks_against(writer.address) and writer.grade_as_master < Grade.TOKEN:
        hand.tell_gm(
            f"forged/{writer.address}/{stamp(hand.act.now)[:13]}",
            Saying("mails/forged-as-master", {"address": writer.address}),
        )
        raise NotRead("forged", "forged-master")


def end_what_others_read(hand: Hand) -> None:
    """A game master's reply address that stands in a letter to others as well is no secret any more: it ends with this
    letter, and the answer has another."""
    master = hand.writer.master
    if master is None or not hand.writer.by_word:
        return
    known = hand.act.ledger.known(master.address).player_id
    own = {master.address, hand.opened.letter.sender or ""}
    own |= set(people.addresses_of(hand.act.connection, known)) if known is not None else set()
    others = [one for one in hand.opened.proof.head.others if one.lower() not in own]
    if others:
        secrets.end_replies(hand.act.connection, master.address)
        hand.act.ledger.forget()
        hand.answer.say("reply-address-read", others=others[:MOST_TOKENS])


def _owner(act: Act, address: str, found: Mapping[str, Any] | None, master: GameMaster | None) -> str | None:
    """The address of whoever has the word that came along, where the letter gives somebody else's; "": they have
    none."""
    theirs, other = act.ledger.known(address).player_id, act.config.master_at(address)
    if (found is None and master is None) or (theirs is None and other is None):
        return None
    if master is not None:
        player, own = act.ledger.known(master.address).player_id, [master.address]
    else:
        assert found is not None
        player, own = found["player_id"], people.addresses_of(act.connection, found["player_id"])
    if address in own or (theirs is not None and theirs == player):
        return None
    return next(iter(own), "")


def _seat_by(act: Act, token: str, game: str | None) -> Mapping[str, Any] | None:
    """The seat that a token opens, or the word of a reply address."""
    return act.ledger.once(
        ("token", token, game),
        lambda: (
            seating.by_token(act.connection, token)
            or secrets.seat_by_reply(act.connection, secret_of(act), token, game)
        ),
    )


def _master_by(act: Act, token: str) -> GameMaster | None:
    """The game master whose reply address carries this word."""
    return act.ledger.once(("master", token), lambda: secrets.master_by_word(act.connection, token, act.config.masters))


def seat_for(hand: Hand, live: Live, section: Section) -> Seat:
    """The seat a section speaks for, proven as the game demands."""
    writer = hand.writer
    own = [row for row in writer.seats if row["game"] == live.name and may_act(hand.act, live, row)]
    token = writer.by_token if writer.by_token is not None and writer.by_token["game"] == live.name else None
    _check_proof(hand, live, own, has_token=token is not None)
    mine = {Seat(row["seat"]) for row in own}
    if token is not None and sitters.acts_for(live, token, hand.act.now):
        mine.add(Seat(token["seat"]))
    return _chosen(live, section, mine, writer, token)


def _check_proof(hand: Hand, live: Live, own: Sequence[Mapping[str, Any]], *, has_token: bool) -> None:
    """Whether a letter proves as much as the game asks for."""
    writer, auth = hand.writer, live.settings.auth
    if writer.proof.speaks_against(writer.address) and not has_token:
        _tell_of_forgery(hand, live)
        raise NotRead("forged")
    if auth == "token" and not has_token and writer.proof.pgp != "pass" and not writer.proof.account:
        raise NotRead("token-missing", game=live.name)
    if auth == "dkim" and not has_token and not writer.proof.vouches_for(writer.address):
        raise NotRead("not-vouched-for", game=live.name)
    if auth == "address" and not own:
        raise NotRead("not-yours", "registered-only", address=writer.address, game=live.name)


def _chosen(
    live: Live, section: Section, mine: set[Seat], writer: Writer, token: Mapping[str, Any] | None
) -> Seat:  # fmt: skip
    """Which of the seats that a writer may act for a section is for."""
    if not mine:
        raise NotRead("not-yours", "not-yours", address=writer.address, game=live.name)
    if section.seat:
        chosen = seat_of(live.game, section.seat)
        if chosen not in mine:
            raise NotRead("not-yours", "not-your-seat", seat=live.seat_name(chosen), game=live.name)
        return chosen
    if token is not None and Seat(token["seat"]) in mine:
        return Seat(token["seat"])
    if len(mine) > 1:
        raise NotRead("which-seat", game=live.name, seats=[live.seat_name(seat) for seat in sorted(mine)])
    return next(iter(mine))


def may_act(act: Act, live: Live, row: Mapping[str, Any]) -> bool:
    """Whether a seat of the writer's is theirs to act for now."""
    return row["role"] == APPLICANT or sitters.acts_for(live, row, act.now)


def sits_only(hand: Hand, live: Live, seat: Seat) -> bool:
    """Whether a letter comes from a seat's sitter, and not from its player."""
    rows = [*hand.writer.seats, *([hand.writer.by_token] if hand.writer.by_token is not None else [])]
    roles = {row["role"] for row in rows if row["game"] == live.name and row["seat"] == seat}
    return sitters.SITTER in roles and "player" not in roles


def _tell_of_forgery(hand: Hand, live: Live) -> None:
    address = hand.writer.address
    hand.tell_gm(
        f"forged/{address}/{live.head}", Saying("mails/forged-for", {"game": live.name, "address": address}),
        live,
    )  # fmt: skip


def _left_game(hand: Hand, section: Section) -> str | None:
    """The game that RESIGN and its name says, in a section that asks for nothing else."""
    if any(command.verb != "resign" for command in section.commands):
        return None
    if any(courtesy(line.text) is None for line in section.lines):
        return None
    named = {command.rest.split()[0].strip(".,;:!").lower() for command in section.commands if command.rest.split()}
    there = named & set(games.names(hand.act.connection))
    return there.pop() if len(there) == 1 else None


def game_of(hand: Hand, section: Section) -> Live:
    """The game a section is for: as its words or the envelope say, or the only one its writer plays in."""
    writer, ledger = hand.writer, hand.act.ledger
    name = _left_game(hand, section) or section.game or hand.envelope.game
    if name is None and writer.by_token is not None:
        name = str(writer.by_token["game"])
    if name is None:
        own = sorted({row["game"] for row in writer.seats if row["role"] in ("player", APPLICANT, sitters.SITTER)})
        running = [one for one in own if any(row["game"] == one and row["status"] == "running" for row in writer.seats)]
        if len(running) == 1:
            name = running[0]
        elif len(own) == 1:
            name = own[0]
        else:
            raise NotRead(
                "which-game",
                games=list(own),
            )
    try:
        return ledger.game(name)
    except NoGame as unknown:
        try:
            # Older judges write the power's letter before the name.
            return ledger.game(name[1:] if len(name) > 1 and section.game else name)
        except NoGame:
            raise unknown from None


__all__ = ["check_not_forged", "end_what_others_read", "game_of", "may_act", "seat_for", "writer_of"]
