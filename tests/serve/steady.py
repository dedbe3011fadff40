"""A daemon in a process of its own, to be killed: `python -m tests.serve.steady FOLDER IMAP SMTP`."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from judge.campaign.campaign import Campaign
from judge.mail.accounts import Account, Server
from judge.serve.daemon import Daemon
from tests.serve.table import JUDGE, PLENTY
from tests.toy.register import register


def main(folder: str, imap: str, smtp: str) -> None:
    register()
    where = Path(folder)
    account = Account(
        JUDGE,
        imap=Server("imap", "127.0.0.1", int(imap), "opportunistic", "judge"),
        smtp=Server("smtp", "127.0.0.1", int(smtp), "opportunistic", ""),
        secret={"password_file": "secret"}, folder=where, limits=PLENTY, idle=2,
    )  # fmt: skip
    daemon = Daemon(Campaign.open(where), account, apart=False)
    daemon.start()
    daemon.to_send.set()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:4])
