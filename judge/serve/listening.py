"""One chat: messages to the Judge there come into the inbox, and its answers are said there.

A message is stored in the transaction that notes how far the chat was heard, so that a crash repeats nothing. An answer
is claimed, said and noted as mails are: a crash repeats one answer at most, and none where the chat knows a repeat.
"""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from judge.campaign import connecting, post
from judge.campaign.act import Act
from judge.campaign.telling import tell_gm
from judge.chats import Chat, Heard, Service, What
from judge.forum import Refused, Unreached
from judge.mail.fetch import back_off
from judge.mail.quotations import Index
from judge.mail.quotes import is_barred
from judge.report.blocks import Block, parse
from judge.report.media.forum import JOINER, posts_of
from judge.report.media.text import text_of
from judge.report.saying import Saying
from judge.report.words import environment
from judge.serve.intake import Overtaken
from judge.serve.log import about
from judge.serve.postroom import Postroom
from judge.serve.shift import Shift
from judge.serve.spoken import MARK, message_id_of, row_of
from judge.serve.together import Together
from judge.store import chats
from judge.store.base import TROUBLE, cause_of
from judge.store.facts import recall, remember
from judge.store.letters import store_all
from judge.store.mails import (
    Outgoing,
    claim_outgoing,
    mark_failed,
    mark_sent,
    next_mail,
    send_by_mail,
    take_out,
)
from judge.store.sent import put_words
from judge.store.tally import STRANGERS

log = logging.getLogger("judge")

MOST_PARTS = 3
"""An answer that is longer than so many messages goes by mail."""
MOST_TRIES = 4
# One look waits so long for something to happen; between two looks is at least a pause.
A_LOOK, PAUSE, LONGEST_PAUSE, LOOK_OUT = 5.0, 0.5, 60.0, 5.0
AT_ONCE = 20
MOST_STRANGERS = 20
"""So many new accounts an hour are told how to connect: each is asked into a room of its own, before those who wait."""
SINCE = "heard/"


class Listening:
    """One chat of a campaign, for one daemon to hear and speak in."""

    def __init__(self, shift: Shift, chat: Chat, service: Service, postroom: Postroom) -> None:
        self.campaign, self.metrics, self.now, self.stopping = shift.campaign, shift.metrics, shift.now, shift.stopping
        self.chat, self.service, self.postroom = chat, service, postroom
        self.owner, self.lease = shift.together.owner, shift.together.spans.mail
        at = shift.together.owner.partition("/")[0]
        self.together = Together(shift.campaign.store, f"chat {chat.name}", shift.together.spans, at)
        self.to_say = threading.Event()

    # --- in ---------------------------------------------------------------------------------------------------------

    def listen(self, seconds: float) -> int:
        """Hear the messages since the last time, and store them; how many letters that were."""
        if not self.together.holds_mailbox():
            return 0
        before, until = self.now(), self.together.collected()
        with self.campaign.store.read() as connection:
            since, rooms = recall(connection, self._since) or "", chats.rooms_of(connection, self.chat.name)
        listened = self.service.listen(since, seconds, rooms)
        count = 0
        if listened.heard or listened.since != since:
            with self.campaign.act(self.now(), "letter", max(1, len(listened.heard))) as act:
                if not self.together.renew(act.connection):
                    raise Overtaken(f"another daemon listens to {self.chat.name}")
                letters = [row for one in listened.heard for row in self._taken(act, one, until)]
                if letters:
                    store_all(act.connection, letters)
                remember(act.connection, self._since, listened.since)
                remember(act.connection, f"{connecting.CALLED}{self.chat.name}", self.service.whoami())
                count = len(letters)
        self.together.note_collected(before)
        self.metrics.fetched(count)
        return count

    def look(self) -> int:
        """One look that waits for nothing; a chat that cannot be heard is reported, and holds nobody up."""
        try:
            return self.listen(0)
        except (Refused, Unreached) as error:
            self._trouble(error, 1)
            return 0

    @property
    def _since(self) -> str:
        return f"{SINCE}{self.chat.name}"

    def _taken(self, act: Act, one: Heard, until: datetime | None) -> list[dict[str, Any]]:
        """Deal with an event of the chat: the letter it is, if it is one. `until`: how far the chat was heard
        before."""
        name = self.chat.name
        if not (one.account.isprintable() and one.room.isprintable()):
            log.warning("an account in %s whose name no server gives was passed over", name)
            return []
        chats.note_account(act.connection, name, one.account, act.now)
        if one.what is What.SEALED:
            if chats.address_of(act.connection, name, one.account) or self._is_told(act, one.account):
                self._tell(act, one, "sealed", f"{act.now:%Y%m%d}")
            return []
        came = connecting.connect(act, name, one.account, one.text, one.is_private) if one.what is What.SAID else None
        address = chats.address_of(act.connection, name, one.account)
        if came is not None:
            self._tell(act, one, came, one.key, yours=address or "")
        elif address is None:
            # Once a day: there is nothing else that the account of a stranger can do.
            if self._is_told(act, one.account):
                self._tell(act, one, "unknown", f"{act.now:%Y%m%d}")
        elif one.what is not What.SAID:
            if chats.is_letter(act.connection, MARK + name, message_id_of(name, one.of)):
                self._tell(act, one, str(one.what), one.key)
        else:
            # We believe the time that an account's own server gives, as far as nobody had listened since.
            received = min(act.now, max(one.at, until) if until is not None else one.at)
            tag = (act.config.name, self.chat.rooms.get(one.room, ""))
            return [dict(row_of(name, one, address, tag, received))]
        return []

    def _is_told(self, act: Act, account: str) -> bool:
        """Whether a stranger's account is one of those that are told how to connect in this hour."""
        tallies, chat = act.ledger.tallies, f"chat {self.chat.name}"
        own = f"{chat} {account}"
        if tallies.count(STRANGERS, own, act.now)[1]:
            return True
        if tallies.count(STRANGERS, chat, act.now)[0] >= MOST_STRANGERS:
            return False
        for key in (own, chat):
            tallies.add(STRANGERS, key, act.now)
        return True

    def _tell(self, act: Act, one: Heard, told: str, number: str, **more: Any) -> None:
        """Answer an account in private, in the words of templates/mail/chats.j2."""
        name = self.chat.name
        address = chats.address_of(act.connection, name, one.account)
        facts = {"game": "", "told": told, "chat": name, "account": one.account, "only_said": address is None, **more}
        piece = post.Piece(
            "token", post.To(address or one.account), f"{told}/{name}/{one.account}/{number}", facts, chat=name
        )
        post.put(act, None, piece)

    # --- out --------------------------------------------------------------------------------------------------------

    def say_waiting(self) -> int:
        """Say every answer that is due here; how many were."""
        count = 0
        while not self.stopping.is_set():
            with self.campaign.store.begin() as connection:
                rows = claim_outgoing(connection, self.owner, self.now(), AT_ONCE, self.lease, chat=self.chat.name)
            if not rows:
                break
            for row in rows:
                count += self._say(row)
        return count

    def _say(self, row: Outgoing) -> int:
        try:
            blocks = self._blocks(row)
            whole = self._speak(row, blocks)
        except Unreached as error:
            log.warning("%s", error, extra=about(mail=row.id, tries=row.tries))
            again = self.now() + timedelta(seconds=5 * 3**row.tries)
            self._not_said(row, str(error), again if row.tries < MOST_TRIES else None)
            return 0
        except Refused as error:
            log.warning("an answer could not be given in %s", self.chat.name, extra=about(mail=row.id))
            self._not_said(row, str(error), None)
            return 0
        with self.campaign.store.begin() as connection:
            if whole or row.facts.get("only_said"):
                mark_sent(connection, [row.id], self.now())
            else:
                send_by_mail(connection, row.id, self.now())
        self.metrics.mail(row.kind, "sent")
        return 1

    def _blocks(self, row: Outgoing) -> tuple[Block, ...]:
        """The answer in blocks, kept by its words as mails are."""
        self.postroom.prepare()
        with self.campaign.look() as look:
            blocks = self.postroom.said(look, row, self.now())
        if row.kind != "token":
            index = Index.of("\n".join(line for line in text_of(blocks).split("\n") if not is_barred(line)))
            kept = {"mail": row.id, "address": row.recipient.lower(), "is_press": False, "runs": index.kept()}
            with self.campaign.store.begin() as connection:
                put_words(connection, [kept])
        return blocks

    def _speak(self, row: Outgoing, blocks: tuple[Block, ...]) -> bool:
        """Say it where this account alone reads it; whether all of it was said."""
        account = str(row.facts["account"])
        with self.campaign.store.read() as connection:
            room = chats.room_of(connection, self.chat.name, account)
        parts = posts_of(blocks, self.chat.kind)
        whole = len(parts) <= MOST_PARTS
        if not whole:
            parts = (*parts[: MOST_PARTS - 1], *posts_of(self._rest(), self.chat.kind))
        for number, part in enumerate(parts):
            # Nobody but its reader is there to be called, and an address must be fit to be copied.
            key = f"{row.message_id.strip('<>')}-{number}"
            known, room = room, self.service.say(account, room, part.replace(f"@{JOINER}", "@"), key)
            if room != known:
                with self.campaign.store.begin() as connection:
                    chats.put_room(connection, self.chat.name, account, room, self.now())
        return whole

    def _rest(self) -> tuple[Block, ...]:
        """The words in place of the rest of an answer."""
        words = environment(self.campaign.config.own_templates)
        return parse(words.get_template("mail/chats.j2").render(told="rest"))

    def _not_said(self, row: Outgoing, error: str, again: datetime | None) -> None:
        """Try it again; after that, or if the chat refuses, it goes by mail."""
        with self.campaign.store.begin() as connection:
            if again is not None:
                mark_failed(connection, row.id, error, again)
            elif row.facts.get("only_said"):
                take_out(connection, [row.id])
            else:
                send_by_mail(connection, row.id, self.now())
        self.metrics.mail(row.kind, "later" if again is not None else "refused")

    # --- the loops --------------------------------------------------------------------------------------------------

    def hear_on(self, heard: Callable[[], object]) -> None:
        """Listen until all is to end. `heard`: is called when letters came."""
        failures = 0
        while not self.stopping.is_set():
            began = time.monotonic()
            try:
                if self.listen(A_LOOK):
                    heard()
                failures = 0
                # Where a look does not wait, or another daemon listens, the next one does.
                self.stopping.wait(max(0.0, PAUSE - (time.monotonic() - began)))
            except (Refused, Unreached) as error:
                failures += 1
                with contextlib.suppress(*TROUBLE):
                    self._trouble(error, failures)
                self.stopping.wait(min(LONGEST_PAUSE, back_off(failures)))
            except Overtaken as error:
                log.warning("%s", error)
            except TROUBLE as error:
                failures += 1
                log.warning("what is said in %s waits: %s", self.chat.name, cause_of(error))
                self.stopping.wait(back_off(min(failures, 5)))
            except Exception:
                failures += 1
                log.exception("the loop that listens stumbled")
                self.stopping.wait(back_off(min(failures, 6)))

    def speak_on(self) -> None:
        """Say what is to be said until all is to end."""
        while not self.stopping.is_set():
            try:
                with self.campaign.store.read() as connection:
                    wait = next_mail(connection, self.now(), self.chat.name)
                self.to_say.wait(LOOK_OUT if wait is None else min(LOOK_OUT, wait))
                self.to_say.clear()
                self.say_waiting()
            except TROUBLE as error:
                log.warning("answers in %s wait: %s", self.chat.name, cause_of(error))
                self.stopping.wait(1)
            except Exception:
                log.exception("the loop that speaks stumbled")
                self.stopping.wait(5)

    def _trouble(self, error: Exception, failures: int) -> None:
        """Report a chat that cannot be heard: to the game master, once a day, when it has lasted."""
        log.warning("%s cannot be heard: %s (failure %d)", self.chat.name, error, failures)
        if failures == 8 or isinstance(error, Refused):
            with self.campaign.act(self.now(), "daemon") as act:
                tell_gm(
                    act, None, f"chat/{self.chat.name}/{act.now:%Y%m%d}",
                    Saying("mails/chat-not-heard", {"chat": self.chat.name, "error": error}),
                )  # fmt: skip


__all__ = ["Listening"]
