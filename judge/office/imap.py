"""IMAP4rev1 for one connection, with IDLE, MOVE, UIDPLUS, NAMESPACE and UNSELECT.

A session remembers the numbers it has told its client and tells the difference from the present ones, so nothing can be
lost between a SEARCH and an IDLE. Every answer is one write.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from judge.office.boxes import Box, Boxes
from judge.office.mime import Part, envelope, parse, section, structure, text
from judge.office.words import Bad, Looked, Piece, Quoted, inside, number_set, pieces, said, search_key

CAPABILITIES = b"IMAP4rev1 LITERAL+ SASL-IR ID IDLE MOVE UIDPLUS UNSELECT NAMESPACE CHILDREN AUTH=PLAIN"
SYSTEM = ("\\Answered", "\\Flagged", "\\Deleted", "\\Seen", "\\Draft")
LONGEST_LINE = 65_536
LARGEST_MAIL = 8 * 1024 * 1024
IDLE_FOR = 1800.0


class No(Exception):
    """A command that cannot be done; the sentence is the server's answer."""


class Session:
    """One client's connection."""

    def __init__(self, boxes: Boxes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.boxes, self.reader, self.writer = boxes, reader, writer
        self.out = bytearray()
        self.user: str | None = None
        self.box: Box | None = None
        self.read_only = False
        self.told: list[int] = []
        self.told_change = 0
        self.tries = 0
        self.woken = asyncio.Event()

    async def run(self) -> None:
        """From greeting to goodbye."""
        try:
            await self._send(b"* OK [CAPABILITY " + CAPABILITIES + b"] The Judge's post office\r\n")
            while True:
                chunks = await self._command()
                if chunks is None or not await self._answer(chunks):
                    break
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
            pass
        finally:
            self._leave()
            self.writer.close()

    async def _send(self, more: bytes = b"") -> None:
        self.out += more
        if self.out:
            self.writer.write(bytes(self.out))
            self.out.clear()
            await self.writer.drain()

    async def _command(self) -> list[bytes] | None:
        """A command's line, with the literals in it."""
        chunks: list[bytes] = []
        total = 0
        while True:
            try:
                line = await asyncio.wait_for(self.reader.readline(), IDLE_FOR)
            except ValueError:
                await self._send(b"* BYE a line too long\r\n")
                return None
            if not line.endswith(b"\n"):
                return None
            line = line.rstrip(b"\r\n")
            literal = re.search(rb"\{(\d{1,9})(\+?)\}$", line)
            if not literal:
                chunks.append(line)
                return chunks
            size = int(literal[1])
            total += size
            if total > LARGEST_MAIL:
                await self._send(b"* BYE a literal too large\r\n")
                return None
            chunks.append(line[: literal.start()])
            if not literal[2]:
                await self._send(b"+ go on\r\n")
            chunks.append(Quoted(await self.reader.readexactly(size)))

    async def _answer(self, chunks: list[bytes]) -> bool:
        """Do one command. False: the connection ends."""
        tag, _, rest = chunks[0].partition(b" ")
        tag = tag if re.fullmatch(rb"[!-~]{1,60}", tag) else b"*"
        try:
            words = pieces([rest, *chunks[1:]])
            verb = said(words[0]).upper() if words else ""
            words = words[1:]
            by_uid = verb == "UID"
            if by_uid:
                verb, words = said(words[0]).upper() if words else "", words[1:]
            if verb == "LOGOUT":
                await self._send(b"* BYE until next time\r\n%b OK done\r\n" % tag)
                return False
            code = await self._do(verb, words, by_uid, tag)
            # Numbers may not change under commands that use them.
            if by_uid or verb not in ("FETCH", "STORE", "SEARCH"):
                self._news(expunged=True)
            else:
                self._news(expunged=False)
            await self._send(b"%b OK %b%b done\r\n" % (tag, code, verb.encode()))
        except No as error:
            await self._send(b"%b NO %b\r\n" % (tag, str(error).encode()))
        except (Bad, ValueError, IndexError) as error:
            await self._send(b"%b BAD %b\r\n" % (tag, str(error)[:100].encode("ascii", "replace") or b"no"))
        return True

    async def _do(self, verb: str, words: list[Piece], by_uid: bool, tag: bytes) -> bytes:
        if verb in ("CAPABILITY", "NOOP", "CHECK", "ID", "NAMESPACE", "LOGIN", "AUTHENTICATE", "ENABLE"):
            return await self._anybody(verb, words)
        if self.user is None:
            raise No("log in first")
        known = {
            "SELECT": self._select, "EXAMINE": self._select, "CREATE": self._create, "DELETE": self._delete,
            "RENAME": self._rename, "LIST": self._list, "LSUB": self._list, "STATUS": self._status,
            "SUBSCRIBE": self._nothing, "UNSUBSCRIBE": self._nothing, "APPEND": self._append,
        }  # fmt: skip
        if verb in known:
            return known[verb](verb, words)
        if self.box is None:
            raise No("select a folder first") if verb in _SELECTED else Bad("unknown command")
        if verb == "IDLE":
            await self._idle()
            return b""
        if verb in ("CLOSE", "UNSELECT"):
            if verb == "CLOSE" and not self.read_only:
                self._expunge(None)
            self._leave()
            return b""
        if verb == "EXPUNGE":
            self._writable()
            self._expunge(number_set(said(words[0]), self._last_uid()) if by_uid else None)
            return b""
        selected: dict[str, Callable[[list[Piece], bool], bytes]] = {
            "SEARCH": self._search, "FETCH": self._fetch, "STORE": self._store, "COPY": self._copy, "MOVE": self._move,
        }  # fmt: skip
        if verb not in selected:
            raise Bad("unknown command")
        return selected[verb](words, by_uid)

    # Anybody

    async def _anybody(self, verb: str, words: list[Piece]) -> bytes:
        if verb == "CAPABILITY":
            self.out += b"* CAPABILITY " + CAPABILITIES + b"\r\n"
        elif verb == "ID":
            self.out += b'* ID ("name" "The Judge")\r\n'
        elif verb == "NAMESPACE":
            self.out += b'* NAMESPACE (("" "/")) NIL NIL\r\n'
        elif verb == "LOGIN":
            await self._log_in(said(words[0]), said(words[1]))
        elif verb == "AUTHENTICATE":
            if said(words[0]).upper() != "PLAIN":
                raise No("only PLAIN")
            if len(words) < 2:
                await self._send(b"+ \r\n")
                answer = (await self.reader.readline()).strip()
            else:
                answer = said(words[1]).encode()
            try:
                _, name, password = base64.b64decode(answer, validate=True).decode().split("\0")
            except (binascii.Error, UnicodeDecodeError, ValueError):
                raise Bad("not understood") from None
            await self._log_in(name, password)
        return b""

    async def _log_in(self, name: str, password: str) -> None:
        if not self.boxes.lets_in(name.partition("@")[0], password):
            self.tries += 1
            await asyncio.sleep(min(2.0, 0.05 * 2**self.tries))
            raise No("[AUTHENTICATIONFAILED] the name or the password is not right")
        self.user = name.partition("@")[0].lower()

    # Folders

    def _nothing(self, verb: str, words: list[Piece]) -> bytes:
        return b""

    def _named(self, piece: Piece) -> Box:
        assert self.user is not None
        box = self.boxes.box(self.user, said(piece))
        if box is None:
            raise No("[NONEXISTENT] there is no such folder")
        return box

    def _select(self, verb: str, words: list[Piece]) -> bytes:
        self._leave()
        box = self._named(words[0])
        self.box, self.read_only = box, verb == "EXAMINE"
        self.told, self.told_change = sorted(box.mails), box.changes
        box.watchers.add(self.woken.set)
        flags = " ".join(SYSTEM).encode()
        self.out += b"* FLAGS (%b)\r\n* OK [PERMANENTFLAGS (%b \\*)] so\r\n" % (flags, flags)
        self.out += b"* %d EXISTS\r\n* 0 RECENT\r\n" % len(self.told)
        self.out += b"* OK [UIDVALIDITY %d] so\r\n* OK [UIDNEXT %d] so\r\n" % (box.uidvalidity, box.uidnext)
        return b"[READ-ONLY] " if self.read_only else b"[READ-WRITE] "

    def _leave(self) -> None:
        if self.box is not None:
            self.box.watchers.discard(self.woken.set)
        self.box = None

    def _create(self, verb: str, words: list[Piece]) -> bytes:
        assert self.user is not None
        name = said(words[0]).rstrip("/")
        if not name or self.boxes.box(self.user, name):
            raise No("[ALREADYEXISTS] there is that folder already")
        parts = name.split("/")
        for count in range(1, len(parts) + 1):
            if self.boxes.box(self.user, "/".join(parts[:count])) is None:
                self.boxes.create(self.user, "/".join(parts[:count]))
        return b""

    def _delete(self, verb: str, words: list[Piece]) -> bytes:
        box = self._named(words[0])
        if box.name == "INBOX":
            raise No("[CANNOT] INBOX stays")
        self.boxes.delete(box)
        return b""

    def _rename(self, verb: str, words: list[Piece]) -> bytes:
        assert self.user is not None
        box, name = self._named(words[0]), said(words[1])
        if box.name == "INBOX" or self.boxes.box(self.user, name):
            raise No("[CANNOT] not with these names")
        self.boxes.rename(box, name)
        return b""

    def _list(self, verb: str, words: list[Piece]) -> bytes:
        assert self.user is not None
        pattern = said(words[0]) + said(words[1])
        if not said(words[1]):
            self.out += b'* LIST (\\Noselect) "/" ""\r\n'
            return b""
        signs = re.escape(pattern).replace(r"\*", ".*").replace("%", "[^/]*")
        names = self.boxes.names(self.user)
        for name in names:
            if re.fullmatch(signs, name, re.I if name == "INBOX" else 0):
                kids = b"\\HasChildren" if any(other.startswith(name + "/") for other in names) else b"\\HasNoChildren"
                self.out += b'* %b (%b) "/" %b\r\n' % (verb.encode(), kids, text(name))
        return b""

    def _status(self, verb: str, words: list[Piece]) -> bytes:
        box = self._named(words[0])
        known = {
            "MESSAGES": len(box.mails), "RECENT": 0, "UIDNEXT": box.uidnext, "UIDVALIDITY": box.uidvalidity,
            "UNSEEN": sum("\\Seen" not in kept.flags for kept in box.mails.values()),
        }  # fmt: skip
        wanted = words[1] if isinstance(words[1], list) else []
        asked = [said(one).upper() for one in wanted]
        said_of = b" ".join(b"%b %d" % (one.encode(), known[one]) for one in asked if one in known)
        self.out += b"* STATUS %b (%b)\r\n" % (text(box.name), said_of)
        return b""

    def _append(self, verb: str, words: list[Piece]) -> bytes:
        box = self._named(words[0])
        flags = [said(flag) for flag in words[1]] if len(words) > 2 and isinstance(words[1], list) else []
        at = None
        if len(words) > 2 and isinstance(words[-2], Quoted):
            try:
                at = datetime.strptime(said(words[-2]).strip(), "%d-%b-%Y %H:%M:%S %z").astimezone(UTC)
            except ValueError:
                raise Bad("what day is that?") from None
        body = words[-1]
        if not isinstance(body, bytes):
            raise Bad("a mail is missing")
        uid = self.boxes.add(box, bytes(body), flags, at)
        return b"[APPENDUID %d %d] " % (box.uidvalidity, uid)

    # News

    def _last_uid(self) -> int:
        return self.told[-1] if self.told else 0

    def _news(self, expunged: bool) -> None:
        """Tell the client what changed since the last time."""
        box = self.box
        if box is None or box.changes == self.told_change:
            return
        gone = [uid for uid in self.told if uid not in box.mails]
        if gone and not expunged:
            return
        for place in range(len(self.told), 0, -1):
            if self.told[place - 1] not in box.mails:
                self.out += b"* %d EXPUNGE\r\n" % place
                del self.told[place - 1]
        last = self._last_uid()
        new = [uid for uid in box.mails if uid > last]
        for place, uid in enumerate(self.told, 1):
            kept = box.mails[uid]
            if kept.change > self.told_change:
                self.out += b"* %d FETCH (UID %d FLAGS (%b))\r\n" % (place, uid, " ".join(sorted(kept.flags)).encode())
        if new:
            self.told += sorted(new)
            self.out += b"* %d EXISTS\r\n" % len(self.told)
        self.told_change = box.changes

    async def _idle(self) -> None:
        await self._send(b"+ idling\r\n")
        line: asyncio.Task[bytes] = asyncio.ensure_future(self.reader.readline())
        try:
            while True:
                self.woken.clear()
                self._news(expunged=True)
                await self._send()
                waits: Awaitable[bool] = self.woken.wait()
                waking = asyncio.ensure_future(waits)
                done, _ = await asyncio.wait({line, waking}, timeout=IDLE_FOR, return_when=asyncio.FIRST_COMPLETED)
                waking.cancel()
                if not done:
                    raise TimeoutError
                if line in done:
                    if not line.result():
                        raise ConnectionError
                    return
        finally:
            line.cancel()

    # Mails

    def _chosen(self, words: str, by_uid: bool) -> list[tuple[int, int]]:
        """(sequence number, UID) of the mails a set names."""
        assert self.box is not None
        if by_uid:
            spans = number_set(words, self._last_uid())
            return [
                (place, uid) for place, uid in enumerate(self.told, 1) if inside(spans, uid) and uid in self.box.mails
            ]
        spans = number_set(words, len(self.told))
        if any(high > len(self.told) for _, high in spans):
            raise Bad("there are not so many")
        return [
            (place, uid) for place, uid in enumerate(self.told, 1) if inside(spans, place) and uid in self.box.mails
        ]

    def _writable(self) -> None:
        if self.read_only:
            raise No("the folder is open for reading only")

    def _part(self, uid: int) -> Part:
        assert self.box is not None
        return parse(self.boxes.body(self.box, uid))

    def _search(self, words: list[Piece], by_uid: bool) -> bytes:
        assert self.box is not None
        key = search_key(words, len(self.told), self._last_uid())
        found = []
        for place, uid in enumerate(self.told, 1):
            kept = self.box.mails.get(uid)
            if kept is None:
                continue
            cache: list[Part] = []

            def part(uid: int = uid, cache: list[Part] = cache) -> Part:
                if not cache:
                    cache.append(self._part(uid))
                return cache[0]

            if key(Looked(place, uid, kept.at, kept.flags, kept.size, part)):
                found.append(uid if by_uid else place)
        self.out += b"* SEARCH" + b"".join(b" %d" % number for number in found) + b"\r\n"
        return b""

    def _fetch(self, words: list[Piece], by_uid: bool) -> bytes:
        assert self.box is not None
        asked = words[1] if isinstance(words[1], list) else [words[1]]
        items: list[str] = []
        for one in asked:
            items += _MACROS.get(said(one).upper(), [said(one)])
        if by_uid and not any(item.upper() == "UID" for item in items):
            items.insert(0, "UID")
        for place, uid in self._chosen(said(words[0]), by_uid):
            answers = []
            read = False
            raw: bytes | None = None
            part: Part | None = None
            for item in items:
                word = item.upper()
                kept = self.box.mails[uid]
                if word == "UID":
                    answers.append(b"UID %d" % uid)
                elif word == "FLAGS":
                    answers.append(b"FLAGS (%b)" % " ".join(sorted(kept.flags)).encode())
                elif word == "INTERNALDATE":
                    answers.append(b'INTERNALDATE "%b"' % kept.at.strftime("%d-%b-%Y %H:%M:%S %z").encode())
                elif word == "RFC822.SIZE":
                    answers.append(b"RFC822.SIZE %d" % kept.size)
                else:
                    raw = self.boxes.body(self.box, uid) if raw is None else raw
                    body = re.fullmatch(r"(BODY(?:\.PEEK)?)\[([^\]]*)\](?:<(\d+)(?:\.(\d+))?>)?", item, re.I)
                    if body and not body[2]:
                        answers.append(_cut(b"BODY[]", raw, body))
                        read = read or body[1].upper() == "BODY"
                        continue
                    part = part or parse(raw)
                    if body:
                        answers.append(_cut(b"BODY[%b]" % body[2].upper().encode(), section(part, body[2]), body))
                        read = read or body[1].upper() == "BODY"
                    elif word in ("RFC822", "RFC822.HEADER", "RFC822.TEXT"):
                        value = {"RFC822": raw, "RFC822.HEADER": part.header}.get(word, part.body)
                        answers.append(b"%b {%d}\r\n%b" % (word.encode(), len(value), value))
                        read = read or word != "RFC822.HEADER"
                    elif word == "ENVELOPE":
                        answers.append(b"ENVELOPE " + envelope(part))
                    elif word in ("BODY", "BODYSTRUCTURE"):
                        answers.append(word.encode() + b" " + structure(part, word == "BODYSTRUCTURE"))
                    else:
                        raise Bad(f"{item[:30]} cannot be fetched")
            if read and not self.read_only and "\\Seen" not in self.box.mails[uid].flags:
                self.boxes.mark(self.box, uid, self.box.mails[uid].flags | {"\\Seen"})
            self.out += b"* %d FETCH (%b)\r\n" % (place, b" ".join(answers))
        return b""

    def _store(self, words: list[Piece], by_uid: bool) -> bytes:
        assert self.box is not None
        self._writable()
        how = said(words[1]).upper()
        given = frozenset(said(flag) for flag in (words[2] if isinstance(words[2], list) else words[2:]))
        given = frozenset(next((one for one in SYSTEM if one.lower() == flag.lower()), flag) for flag in given)
        if not re.fullmatch(r"[+-]?FLAGS(\.SILENT)?", how):
            raise Bad("only flags can be stored")
        for place, uid in self._chosen(said(words[0]), by_uid):
            old = self.box.mails[uid].flags
            new = old | given if how[0] == "+" else old - given if how[0] == "-" else given
            self.boxes.mark(self.box, uid, new)
            if not how.endswith(".SILENT"):
                also = b"UID %d " % uid if by_uid else b""
                self.out += b"* %d FETCH (%bFLAGS (%b))\r\n" % (place, also, " ".join(sorted(new)).encode())
        if not [uid for uid in self.told if uid not in self.box.mails] and self._last_uid() >= max(
            self.box.mails, default=0
        ):
            self.told_change = self.box.changes
        return b""

    def _copied(self, words: list[Piece], by_uid: bool, move: bool) -> bytes:
        assert self.box is not None
        assert self.user is not None
        to = self.boxes.box(self.user, said(words[1]))
        if to is None:
            raise No("[TRYCREATE] there is no such folder")
        pairs = self.boxes.copy(self.box, [uid for _, uid in self._chosen(said(words[0]), by_uid)], to, move)
        if not pairs:
            return b""
        old = ",".join(str(one) for one, _ in pairs).encode()
        new = ",".join(str(one) for _, one in pairs).encode()
        return b"[COPYUID %d %b %b] " % (to.uidvalidity, old, new)

    def _copy(self, words: list[Piece], by_uid: bool) -> bytes:
        return self._copied(words, by_uid, False)

    def _move(self, words: list[Piece], by_uid: bool) -> bytes:
        self._writable()
        code = self._copied(words, by_uid, True)
        if code:
            # A MOVE tells its UIDs before the numbers change.
            self.out += b"* OK %bmoved\r\n" % code
        return b""

    def _expunge(self, spans: list[tuple[int, int]] | None) -> None:
        assert self.box is not None
        self.boxes.remove(
            self.box,
            [
                uid
                for uid, kept in self.box.mails.items()
                if "\\Deleted" in kept.flags and (spans is None or inside(spans, uid))
            ],
        )


_SELECTED = ("SEARCH", "FETCH", "STORE", "COPY", "MOVE", "EXPUNGE", "CLOSE", "UNSELECT", "IDLE")
_MACROS = {
    "ALL": ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE"],
    "FAST": ["FLAGS", "INTERNALDATE", "RFC822.SIZE"],
    "FULL": ["FLAGS", "INTERNALDATE", "RFC822.SIZE", "ENVELOPE", "BODY"],
}


def _cut(name: bytes, value: bytes, body: re.Match[str]) -> bytes:
    if body[3] is not None:
        start = int(body[3])
        value = value[start : start + int(body[4])] if body[4] else value[start:]
        name += b"<%d>" % start
    return b"%b {%d}\r\n%b" % (name, len(value), value)
