"""The campaign's figures as sentences: what is as it should be, and what somebody should look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.campaign.figures import Figures
from judge.grammar.text import many

STALE_CLOCK = timedelta(minutes=10)
STALE_MAILBOX = timedelta(minutes=15)
LONG_LETTER, LONG_MAIL, LONG_LAG = 600.0, 900.0, 300.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at. `state`: ok, note or bad."""

    what: str
    state: str
    said: str


def health(found: Figures, now: datetime, running: Mapping[str, float] | None = None) -> Iterator[Check]:
    """What the figures mean. `running`: what a running daemon answered on its port."""
    yield _clock(found, now)
    yield _letters(found)
    yield _mail_out(found)
    if found.due and found.lag > LONG_LAG:
        yield Check(
            "deadlines", "bad",
            f"{many(found.due, 'window')} should have been closed by now, one of them {spell(found.lag)} ago: letters "
            "that cannot be read or a mailbox that cannot be opened hold windows open",
        )  # fmt: skip
    for box in found.mailboxes:
        if box.collected is None:
            yield Check("mailbox", "note", f"{box.name} was never read to its end")
            continue
        ago = now - box.collected
        by = f", by {box.holder}" if box.holder else ""
        if ago > STALE_MAILBOX:
            nobody = "" if box.holder else " and nobody reads it now"
            yield Check(
                "mailbox", "bad",
                f"{box.name} was last read {spell(ago.total_seconds())} ago{nobody}: no window closes on a missing "
                "letter until it has been read again",
            )  # fmt: skip
        else:
            yield Check("mailbox", "ok", f"{box.name} was read {spell(ago.total_seconds())} ago{by}")
    if running is not None:
        yield _running(running)


def _clock(found: Figures, now: datetime) -> Check:
    if found.last_look is None:
        return Check("clock", "note", "the daemon has never run here: `judge serve` closes windows and reminds")
    ago = now - found.last_look
    if ago < -timedelta(minutes=1):
        return Check(
            "clock", "bad",
            f"the last look was at {found.last_look:%Y-%m-%d %H:%M} UTC, which is in the future: check the machine's "
            "clock",
        )  # fmt: skip
    if ago < STALE_CLOCK:
        return Check("clock", "ok", f"last looked {spell(max(0.0, ago.total_seconds()))} ago")
    return Check(
        "clock",
        "note",
        f"last looked {spell(ago.total_seconds())} ago: no daemon runs (`judge serve`), so no window closes",
    )


def _letters(found: Figures) -> Check:
    said = f"{found.letters_waiting} to be read, {found.letters_bad} that could not be read"
    if found.letters_bad:
        return Check("letters", "bad", f"{said} within a week: they lie in the Bad folder, and you were told of each")
    if found.letters_waiting and found.oldest_letter > LONG_LETTER:
        return Check(
            "letters", "bad", f"{said}; the oldest waits since {spell(found.oldest_letter)}: does a daemon run?"
        )
    return Check("letters", "ok", said)


def _mail_out(found: Figures) -> Check:
    said = f"{found.mails_waiting} to be sent, {found.mails_failed} given up"
    if found.mails_failed:
        return Check(
            "mail out",
            "bad",
            f"{said} within a week: their servers refused them for good, or did not answer for half a day",
        )
    if found.mails_waiting and found.last_look is None:
        return Check("mail out", "note", f"{said}: `judge serve` sends them")
    if found.mails_waiting and found.oldest_mail > LONG_MAIL:
        return Check(
            "mail out", "bad",
            f"{said}; the oldest waits since {spell(found.oldest_mail)}: the sending server or the hour's limit holds "
            "them up, or no daemon runs",
        )  # fmt: skip
    if found.mails_later:
        return Check("mail out", "note", f"{said}, {found.mails_later} to be tried again later")
    return Check("mail out", "ok", said)


def _running(figures: Mapping[str, float]) -> Check:
    letters, sent = int(figures.get("judge_letters_total", 0)), int(figures.get("judge_letter_seconds_count", 0))
    steps, spent = int(figures.get("judge_step_seconds_count", 0)), figures.get("judge_step_seconds_sum", 0.0)
    restarts = int(figures.get("judge_reader_restarts_total", 0))
    said = f"since it started: {many(letters, 'letter')} read"
    if sent:
        said += f" in {1000 * figures.get('judge_letter_seconds_sum', 0.0) / sent:.0f} ms each"
    said += f", {many(int(figures.get('judge_mails_total', 0)), 'mail')} tried, {many(steps, 'step')}"
    if steps:
        said += f" in {1000 * spent / steps:.0f} ms each"
    if restarts:
        return Check(
            "daemon", "note", f"{said}; {many(restarts, 'letter')} too much for the reader, which was replaced"
        )
    return Check("daemon", "ok", said)


def spell(seconds: float) -> str:
    """A span as people say it: the largest unit that says enough."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * unit or (unit == 60 and seconds >= unit):
            return many(int(seconds // unit), name)
    return many(int(seconds), "second")
