"""The campaign's figures as sentences: what is right, and what somebody should look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from judge.campaign.figures import Figures
from judge.grammar.text import many
from judge.report.saying import Saying

STALE_CLOCK = timedelta(minutes=10)
STALE_MAILBOX = timedelta(minutes=15)
LONG_LETTER, LONG_MAIL, LONG_LAG = 600.0, 900.0, 300.0


@dataclass(frozen=True, slots=True)
class Check:
    """One check. `state`: ok, note or bad."""

    what: str
    state: str
    said: Saying


def health(found: Figures, now: datetime, running: Mapping[str, float] | None = None) -> Iterator[Check]:
    """The meaning of the figures. `running`: a running daemon's answer on its port."""
    yield _clock(found, now)
    yield _letters(found)
    yield _mail_out(found)
    if found.due and found.lag > LONG_LAG:
        yield Check(
            "deadlines", "bad",
            Saying("health/windows-overdue", {"windows": found.due, "ago": spell(found.lag)}),
        )  # fmt: skip
    for box in found.mailboxes:
        if box.collected is None:
            yield Check("mailbox", "note", Saying("health/mailbox-not-read-through", {"name": box.name}))
            continue
        ago = now - box.collected
        if ago > STALE_MAILBOX:
            yield Check(
                "mailbox",
                "bad",
                Saying(
                    "health/mailbox-not-read",
                    {"name": box.name, "ago": spell(ago.total_seconds()), "holder": box.holder},
                ),
            )
        else:
            yield Check(
                "mailbox",
                "ok",
                Saying(
                    "health/mailbox-read", {"name": box.name, "ago": spell(ago.total_seconds()), "holder": box.holder}
                ),
            )
    if running is not None:
        yield _running(running)


def _clock(found: Figures, now: datetime) -> Check:
    if found.last_look is None:
        return Check("clock", "note", Saying("health/clock-never-ran"))
    ago = now - found.last_look
    if ago < -timedelta(minutes=1):
        return Check(
            "clock", "bad",
            Saying("health/clock-in-the-future", {"at": f'{found.last_look:%Y-%m-%d %H:%M}'}),
        )  # fmt: skip
    if ago < STALE_CLOCK:
        return Check("clock", "ok", Saying("health/clock-looked", {"ago": spell(max(0.0, ago.total_seconds()))}))
    return Check(
        "clock",
        "note",
        Saying("health/clock-stopped", {"ago": spell(ago.total_seconds())}),
    )


def _letters(found: Figures) -> Check:
    if found.letters_bad:
        return Check(
            "letters",
            "bad",
            Saying("health/letters-bad", {"letters_waiting": found.letters_waiting, "letters_bad": found.letters_bad}),
        )
    if found.letters_waiting and found.oldest_letter > LONG_LETTER:
        return Check(
            "letters",
            "bad",
            Saying(
                "health/letters-wait",
                {
                    "letters_waiting": found.letters_waiting,
                    "letters_bad": found.letters_bad,
                    "oldest": spell(found.oldest_letter),
                },
            ),
        )
    return Check(
        "letters",
        "ok",
        Saying("health/letters", {"letters_waiting": found.letters_waiting, "letters_bad": found.letters_bad}),
    )


def _mail_out(found: Figures) -> Check:
    if found.mails_failed:
        return Check(
            "mail out",
            "bad",
            Saying("health/mails-failed", {"mails_waiting": found.mails_waiting, "mails_failed": found.mails_failed}),
        )
    if found.mails_waiting and found.last_look is None:
        return Check(
            "mail out",
            "note",
            Saying(
                "health/mails-wait-for-serve",
                {"mails_waiting": found.mails_waiting, "mails_failed": found.mails_failed},
            ),
        )
    if found.mails_waiting and found.oldest_mail > LONG_MAIL:
        return Check(
            "mail out",
            "bad",
            Saying(
                "health/mails-wait",
                {
                    "mails_waiting": found.mails_waiting,
                    "mails_failed": found.mails_failed,
                    "oldest": spell(found.oldest_mail),
                },
            ),
        )
    if found.mails_later:
        return Check(
            "mail out",
            "note",
            Saying(
                "health/mails-later",
                {"mails_waiting": found.mails_waiting, "mails_failed": found.mails_failed, "later": found.mails_later},
            ),
        )
    return Check(
        "mail out",
        "ok",
        Saying("health/mails", {"mails_waiting": found.mails_waiting, "mails_failed": found.mails_failed}),
    )


def _running(figures: Mapping[str, float]) -> Check:
    letters, sent = int(figures.get("judge_letters_total", 0)), int(figures.get("judge_letter_seconds_count", 0))
    steps, spent = int(figures.get("judge_step_seconds_count", 0)), figures.get("judge_step_seconds_sum", 0.0)
    restarts = int(figures.get("judge_reader_restarts_total", 0))
    facts = {
        "letters": letters,
        "a_letter": f"{1000 * figures.get('judge_letter_seconds_sum', 0.0) / sent:.0f}" if sent else "",
        "mails": int(figures.get("judge_mails_total", 0)),
        "steps": steps,
        "a_step": f"{1000 * spent / steps:.0f}" if steps else "",
        "restarts": restarts,
    }
    return Check("daemon", "note" if restarts else "ok", Saying("health/running", facts))


def spell(seconds: float) -> str:
    """A span as people say it: the largest unit that says enough."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 2 * unit or (unit == 60 and seconds >= unit):
            return many(int(seconds // unit), name)
    return many(int(seconds), "second")
