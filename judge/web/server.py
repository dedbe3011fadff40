"""The pages inside `judge serve`: uvicorn in a thread of its own, without a log of addresses, which hold links."""

from __future__ import annotations

import logging
import socket
import threading

import uvicorn

from judge.campaign.numbers import mail_secret
from judge.campaign.web import Web
from judge.serve.daemon import Daemon
from judge.store import Connection
from judge.web.app import application
from judge.web.front import Front
from judge.web.slot import Slot


def front_for(daemon: Daemon, web: Web) -> Front:
    """The pages' own part of a daemon, with an open slot for letters."""
    with daemon.campaign.store.begin() as connection:
        secret = mail_secret(connection)
        bell_key = _bell_key(connection) if web.push else ""
    slot = Slot(daemon.intake.hand_in, daemon.together.judging.set)
    slot.start()
    return Front(
        campaign=daemon.campaign, account=daemon.account, web=web, slot=slot, secret=secret, now=daemon.now,
        bell_key=bell_key,
    )  # fmt: skip


def _bell_key(connection: Connection) -> str:
    from judge.serve.bells import public_key

    return public_key(connection)


class Pages:
    """Listens where `web:` says."""

    def __init__(self, daemon: Daemon, web: Web, listen: tuple[str, int]) -> None:
        self.front = front_for(daemon, web)
        self.socket = socket.create_server(listen, family=_family(listen[0]), backlog=512)
        self.port = int(self.socket.getsockname()[1])
        config = uvicorn.Config(
            application(self.front), access_log=False, log_config=None, server_header=False, date_header=True,
            timeout_keep_alive=20, limit_concurrency=1000, proxy_headers=True, lifespan="on",
        )  # fmt: skip
        # `access_log=False` only takes the handlers away: whoever puts one back would read the links of seats.
        logging.getLogger("uvicorn.access").disabled = True
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True, name="pages")

    def start(self) -> Pages:
        """Answer requests."""
        self._thread.start()
        return self

    def _run(self) -> None:
        self._server.run(sockets=[self.socket])

    def stop(self) -> None:
        """Answer the open requests, then stop."""
        self._server.should_exit = True
        self._thread.join(15)
        self.front.slot.stop()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
