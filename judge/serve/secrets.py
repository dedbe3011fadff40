"""The campaign's own mail secret, and everything derived from it: reply addresses, links, the seal on return paths."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from judge.campaign.live import NotNow
from judge.campaign.masters import GameMaster
from judge.campaign.numbers import mail_secret
from judge.campaign.seating import TOKEN_LENGTH, is_word, token_hash
from judge.grammar.letter import said
from judge.grammar.text import plain
from judge.mail.guard import masked
from judge.serve.disguised import readings
from judge.store import Connection, games, seats, talks
from judge.store.club import open_codes
from judge.store.facts import recall, recall_under, remember
from judge.store.restored import drawn_for_masters

CONFIRMING = ("deed:", "join:", "request:")
"""Under what the things are kept that wait for a word: a player's, a newcomer's, a game master's."""
MOST_ENDED = 100
"""So many times a game master's reply addresses may have ended since a mail whose talk is still known."""
_ADDRESS = re.compile(r"[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,60}")


def reply_word(secret: bytes, seat_id: int, token_hash: str) -> str:
    """The word in the reply address of a seat's reports: as good as its token, and gone with it."""
    mac = hmac.new(secret, f"reply {seat_id} {token_hash}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:18].decode().lower()


def link_of(secret: bytes, row: int, token_hash: str, links: int) -> str:
    """The last part of a seat's address: its row at the table, and the word that opens it."""
    mac = hmac.new(secret, f"page {row} {links} {token_hash}".encode(), hashlib.sha256).digest()
    return f"{row}-{base64.b32encode(mac)[:26].decode().lower()}"


def desk_link(connection: Connection, address: str) -> str:
    """The last part of the address of a game master's pages; another one each time that it is renewed."""
    said = f"desk {_drawn(connection, address)} {address}"
    mac = hmac.new(mail_secret(connection), said.encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:26].decode().lower()


def renewals(connection: Connection, address: str) -> int:
    """The number of times a game master's link was renewed, and with it their reply address."""
    return int(recall(connection, renewals_key(address)) or 0)


def _drawn(connection: Connection, address: str) -> str:
    """A word that LINK NEW or a restore changes, which ends a game master's link."""
    return f"{drawn_for_masters(connection)}{renewals(connection, address)}"


def _replies(connection: Connection, address: str) -> int:
    """The number of times a game master's reply addresses ended: with their link, or read by others."""
    return renewals(connection, address) + int(recall(connection, _read_key(address)) or 0)


def end_replies(connection: Connection, address: str) -> None:
    """Others have read a game master's reply address: from now on it says no more who wrote."""
    remember(connection, _read_key(address), str(int(recall(connection, _read_key(address)) or 0) + 1))


def renewals_key(address: str) -> str:
    """The key of that number."""
    return f"desk-link:{_hashed(address)}"


def _read_key(address: str) -> str:
    return f"replies-read:{_hashed(address)}"


def _hashed(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:32]


def request_key(word: str) -> str:
    """Under what a game master's requests wait for their word; the word itself is not stored."""
    return f"request:{token_hash(word)[:32]}"


def talk_word(secret: bytes, letter: int, side: str, drawn: str = "") -> str:
    """The word in the reply address of a talk's mails: it says whose answer comes there, `gm` or `player`.

    `drawn`: what ends that of the game master's side.
    """
    mac = hmac.new(secret, f"talk {letter} {side}{drawn}".encode(), hashlib.sha256).digest()
    return base64.b32encode(mac)[:18].decode().lower()


def drawn_for_talks(connection: Connection, gm: str) -> str:
    """Mixed into the words of talks on the game master's side: another one each time that their reply addresses end."""
    return _drawn_for(drawn_for_masters(connection), _replies(connection, gm))


def _drawn_for(drawn: str, replies: int) -> str:
    return f" {drawn}{replies}" if drawn or replies else ""


@dataclass(frozen=True, slots=True)
class TalkOf:
    """The talk that an address goes on, and for which side. `proves`: whether its word is still its reader's alone."""

    letter: int
    side: str
    proves: bool


def talk_of(connection: Connection, said: tuple[int, str] | None, gm: str | None) -> TalkOf | None:
    """The talk that the number and the word of an address go on; None: none of ours.

    A word of the game master's that was ended still says which talk it is, and no more who wrote.
    """
    if said is None:
        return None
    number, word = said
    secret, restored = mail_secret(connection), drawn_for_masters(connection)
    now = _replies(connection, gm) if gm else 0
    # An address of an older version has the number as it is.
    for letter in (masked(secret, word, number), number):
        if is_word(talk_word(secret, letter, "player"), word):
            return TalkOf(letter, "player", True)
        for replies in range(now, max(now - MOST_ENDED, 0) - 1, -1):
            if is_word(talk_word(secret, letter, "gm", _drawn_for(restored, replies)), word):
                return TalkOf(letter, "gm", replies == now)
    return None


def master_word(connection: Connection, address: str) -> str:
    """The word in the reply address of a game master's mails: as good as their own word, until their link is renewed or
    somebody else has read it."""
    drawn = f"{drawn_for_masters(connection)}{_replies(connection, address)}"
    said = f"game master {drawn} {address}"
    mac = hmac.new(mail_secret(connection), said.encode(), hashlib.sha256).digest()
    # Its first sign tells it from the name of a game.
    return "2" + base64.b32encode(mac)[:17].decode().lower()


def master_by_word(connection: Connection, word: str, masters: Sequence[GameMaster]) -> GameMaster | None:
    """The game master whose reply address this is."""
    return next(
        (one for one in masters if one.address and is_word(master_word(connection, one.address), word.lower())),
        None,
    )


def check_no_secret(connection: Connection, text: str, masters: Sequence[GameMaster]) -> None:
    """Words that others will read must hold no token, no word that confirms, no reply address, no link to a page,
    however they are written: in capitals, in letters that look alike, spaced out, with signs between, backwards, in
    codes that `readings` knows, in the middle of a sentence. Nor may they hold the head of an order form, which would
    count where its reader sends the words back in a quotation. Raises NotNow.

    `masters`: the game masters whose words they must not hold, the first of them first.
    """
    if _holds_a_form(connection, text):
        raise NotNow("holds-a-form")
    rows = seats.with_games(connection, None)
    known = {str(row["token_hash"]) for row in rows if row["token_hash"]}
    secret, open_rows = mail_secret(connection), [row for row in rows if row["token_hash"]]
    words = {reply_word(secret, row["id"], row["token_hash"]) for row in open_rows}
    words |= {link_of(secret, row["id"], row["token_hash"], row["links"]).partition("-")[2] for row in open_rows}
    named = [one.address for one in masters if one.address]
    words |= {master_word(connection, address) for address in named} | {desk_link(connection, one) for one in named}
    sides = (("player", ""), ("gm", drawn_for_talks(connection, masters[0].address)))
    words |= {talk_word(secret, letter, *side) for letter in talks.letters(connection) for side in sides}
    read = readings(text)
    runs = {one[at : at + TOKEN_LENGTH] for one in read for at in range(len(one) - TOKEN_LENGTH + 1)}
    hashes = {token_hash(run) for run in runs if not run.isalpha()}
    written = "\n".join(read)
    if any(word in written for word in words) or not known.isdisjoint(hashes) or _confirms(connection, hashes):
        raise NotNow("holds-a-token")


def _confirms(connection: Connection, hashes: Collection[str]) -> bool:
    """Whether one of these is the hash of a word that confirms what waits, or takes an offered seat: whoever has it
    needs no other proof than an address in From."""
    if not hashes:
        return False
    waiting = {mark for kind in CONFIRMING for mark, said in recall_under(connection, kind).items() if said != "{}"}
    return not waiting.isdisjoint(one[:32] for one in hashes) or not open_codes(connection).isdisjoint(hashes)


def _holds_a_form(connection: Connection, text: str) -> bool:
    """Whether the head of an order form for one of our games is anywhere in a text, on one line or on several."""
    words = plain(text).split()
    heads = (said(" ".join(words[at : at + 4])) for at in range(len(words) - 3))
    named = {head.parts[0].lower() for head in heads if head is not None and head.what == "form"}
    return bool(named) and not named.isdisjoint(games.names(connection))


def seat_by_reply(connection: Connection, secret: bytes, word: str, game: str | None) -> Mapping[str, Any] | None:
    """The seat (with its game's name) whose reply address this is."""
    for row in seats.with_games(connection, game):
        if row["token_hash"] and is_word(reply_word(secret, row["id"], row["token_hash"]), word.lower()):
            return row
    return None


def address_in(text: str) -> str | None:
    """The first mail address in a text."""
    found = _ADDRESS.search(text)
    return found[0] if found else None
