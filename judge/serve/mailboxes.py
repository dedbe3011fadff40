"""The mailboxes of our own post office: one for everybody at a table and every game master with an address there."""

from __future__ import annotations

from collections.abc import Iterable

from judge import private
from judge.campaign.campaign import Campaign
from judge.mail.accounts import OWN_PORTS, OWN_SECRET, Account
from judge.mail.headers import domain, local_part
from judge.office import Office
from judge.office.house import password
from judge.store import people


class Mailboxes:
    """The office, and its users with their passwords, which lie in a file that the game master alone can read."""

    def __init__(self, campaign: Campaign, account: Account) -> None:
        folder = campaign.config.folder
        self.campaign, self.account = campaign, account
        self.passwords, self.own = folder / "post-office-passwords", folder / OWN_SECRET
        self.host = domain(account.address)
        ports = {**OWN_PORTS, **account.local}
        self.office = Office(
            folder / "post-office.sqlite", self.host, imap_port=ports["imap"], smtp_port=ports["smtp"], sync="FULL",
        )  # fmt: skip
        self._known: dict[str, str] = {}

    def open(self) -> None:
        """Let in everybody known by now, and open the doors."""
        if self.passwords.exists():
            lines = self.passwords.read_text(encoding="utf-8").splitlines()
            self._known = dict(line.split(" ", 1) for line in lines if " " in line)
        self._add((local_part(self.account.address), "gm", *self._people()))
        self.office.start(self._known)
        private.write(self.own, self._known[local_part(self.account.address)])

    def let_in(self) -> None:
        """A new player gets a mailbox before any mail goes there."""
        for user in self._add(self._people()):
            self.office.set_user(user, self._known[user])

    def _people(self) -> list[str]:
        with self.campaign.store.read() as connection:
            players = people.addresses_at(connection, self.host)
        masters = [one.address for one in self.campaign.config.masters if domain(one.address) == self.host]
        return [local_part(address) for address in (*masters, *players)]

    def _add(self, users: Iterable[str]) -> list[str]:
        """Those of them who had no password yet; they have one now."""
        new = [user for user in dict.fromkeys(users) if user not in self._known]
        if new:
            self._known |= {user: password() for user in new}
            text = "".join(f"{user} {word}\n" for user, word in sorted(self._known.items()))
            private.write(self.passwords, text)
        return new
