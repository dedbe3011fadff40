"""The pages for another ASGI server, beside `judge serve`: `uvicorn --factory judge.web.asgi:pages --no-access-log`.

The campaign is the one JUDGE_CAMPAIGN names, or the nearest above the current folder. This process and the daemon share
only the store.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from starlette.applications import Starlette

from judge.campaign.campaign import Campaign
from judge.campaign.config import find_folder
from judge.mail.accounts import read_account
from judge.serve.daemon import Daemon
from judge.web.app import application
from judge.web.server import front_for


def pages() -> Starlette:
    """The application of that campaign."""
    campaign = Campaign.open(find_folder(os.environ.get("JUDGE_CAMPAIGN"), Path.cwd()))
    web = campaign.config.web
    if web is None:
        raise RuntimeError("campaign.yaml has no web: part, which says where the pages are (docs/web-guide.md)")
    daemon = Daemon(campaign, read_account(campaign.config.mail, campaign.config.folder))
    front = front_for(daemon, web)

    @contextlib.contextmanager
    def open_for() -> Iterator[None]:
        daemon.together.start(lambda: None)
        yield
        front.slot.stop()
        daemon.opener.close()
        daemon.together.stop()
        campaign.close()

    return application(front, open_for())
