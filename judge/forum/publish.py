"""Posting a report to a target: new parts posted, known ones edited, in order."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.forum.targets import Target, edited_post, new_post, picture_post, remote_id, upload
from judge.forum.wire import Refused, Request, send
from judge.report.blocks import Block, parse
from judge.report.media.forum import posts_of
from judge.report.media.html import html_of


@dataclass(frozen=True)
class Posted:
    """One part as it is now on the board."""

    part: int
    remote: str
    digest: str
    edited: bool


def publish(
    target: Target,
    key: str,
    blocks: Sequence[Block],
    known: Mapping[int, tuple[str, str]],
    wait: Callable[[float], None] = time.sleep,
) -> Iterator[Posted]:
    """Post each part. `known`: part -> (remote id, digest) from the outbox. Yields after each part, so that a posted
    part is stored even when a later one fails."""
    for part, text, html, request in requests(target, key, blocks, known):
        digest = digest_of(text, html)
        if request is None:
            continue
        remote = remote_id(target, send(request, wait))
        if part in known:
            # An edit keeps the post it edits, whatever the board names the edit itself.
            yield Posted(part, known[part][0], digest, True)
            continue
        if not remote:
            raise Refused(f"{target.name} took the post but did not say how it is named")
        yield Posted(part, remote, digest, False)


def requests(
    target: Target, key: str, blocks: Sequence[Block], known: Mapping[int, tuple[str, str]]
) -> Iterator[tuple[int, str, str, Request | None]]:
    """The requests to send: (part, text, HTML, request); no request for a part that is there unchanged."""
    for part, text in enumerate(posts_of(blocks, target.dialect), 1):
        html = html_of(parse(text), inline=False) if target.kind == "matrix" else ""
        digest = digest_of(text, html)
        if part in known:
            remote, before = known[part]
            request = None
            if before != digest:
                request = edited_post(target, remote, text, html, f"{key}-{part}-{digest[:8]}")
            yield part, text, html, request
        else:
            yield part, text, html, new_post(target, text, html, f"{key}-{part}")


def publish_picture(
    target: Target,
    key: str,
    png: bytes,
    alt: str,
    known: tuple[str, str] | None,
    wait: Callable[[float], None] = time.sleep,
) -> Posted | None:
    """Post a picture, as part 0; None if it is there unchanged."""
    digest = hashlib.sha256(png).hexdigest()
    if known is not None and known[1] == digest:
        return None
    brought = upload(target, png)
    there = send(brought, wait) if brought is not None else {}
    before = known[0] if known is not None else ""
    request = picture_post(target, png, alt, there, (f"{key}-0-{digest[:8]}", before))
    remote = remote_id(target, send(request, wait))
    return Posted(0, before or remote, digest, known is not None)


def digest_of(text: str, html: str) -> str:
    """A digest that tells an unchanged part from a changed one."""
    return hashlib.sha256(f"{text}\0{html}".encode()).hexdigest()


def trial(target: Target, wait: Callable[[float], None] = time.sleep) -> Posted:
    """A test post, so that a game master knows it works before the first report."""
    blocks = parse("**A test post from the Judge.** Reports will appear here.\n")
    return next(iter(publish(target, f"trial-{int(time.time())}", blocks, {}, wait)))
