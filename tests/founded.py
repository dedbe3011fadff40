"""Campaigns made quickly: an empty store is made once and copied, since making its tables takes longer than a test."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from judge import private
from judge.campaign.campaign import Campaign
from judge.campaign.config import FILE, FIRST, Config, read_config


def founded(folder: Path, name: str, file: str = "") -> Config:
    """A campaign in a folder, as `judge init` makes it, with this file instead of the usual one."""
    private.folder(folder)
    private.write(folder / FILE, file or usual(name))
    store = read_config(folder).store_url
    if store.startswith("sqlite:///"):
        private.write(Path(store.removeprefix("sqlite:///")), _empty())
    return Campaign.create(folder, name)


def usual(name: str) -> str:
    """The file that a campaign begins with."""
    return FIRST.format(name=name, zone="UTC")


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as place:
        Campaign.create(Path(place), "empty")
        return (Path(place) / "judge.sqlite").read_bytes()
