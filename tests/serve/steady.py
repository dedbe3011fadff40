"""A daemon to be killed: `python -m tests.serve.steady FOLDER IMAP SMTP [USER AT SECONDS DIR]`.

AT: the machine it says it runs on; SECONDS: how long what it has in hand stays its own when it dies; DIR: a folder in
which it makes a file AT once it serves.
"""

from __future__ import annotations

import sys
import threading
from datetime import timedelta
from pathlib import Path

from judge.campaign.campaign import Campaign
from judge.mail.accounts import Account, Server
from judge.serve.daemon import Daemon
from judge.serve.log import set_up
from judge.serve.together import Spans
from tests.serve.table import JUDGE, PLENTY
from tests.toy.register import register


def main(
    folder: str, imap: str, smtp: str, user: str = "judge", at: str = "", seconds: str = "", ready: str = ""
) -> None:
    register()
    where = Path(folder)
    account = Account(
        JUDGE,
        imap=Server("imap", "127.0.0.1", int(imap), "opportunistic", user),
        smtp=Server("smtp", "127.0.0.1", int(smtp), "opportunistic", ""),
        secret={"password_file": "secret"}, folder=where, limits=PLENTY, idle=2,
    )  # fmt: skip
    span = timedelta(seconds=float(seconds)) if seconds else None
    spans = Spans(span, span, span) if span else None
    daemon = Daemon(Campaign.open(where), account, apart=False, spans=spans, at=at)
    set_up("json", daemon=daemon.owner, campaign=where.name)
    daemon.start()
    daemon.to_send.set()
    if ready:
        (Path(ready) / at).touch()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:8])
