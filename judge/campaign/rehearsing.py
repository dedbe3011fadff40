"""What an act would do, and whom it would tell: it is done, looked at, and undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import shorten

from judge.campaign.act import Act, undone
from judge.campaign.live import load_game
from judge.grammar.text import many
from judge.report.words import listed
from judge.store import games, mails, notices


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """What would come of an act: mails by kind and recipient, what the next reports say, what is on record."""

    mails: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    acts: tuple[str, ...]
    stands: str
    """How the game stands then; "" where it is gone, or where the act is about none."""

    def said(self) -> list[str]:
        """The same, a line each."""
        lines = [self.stands] if self.stands else []
        kinds = Counter(kind for kind, _ in self.mails)
        people = len({recipient for _, recipient in self.mails})
        if kinds:
            which = listed([many(count, _NAMES.get(kind, kind)) for kind, count in sorted(kinds.items())])
            lines.append(f"mails to {'1 person' if people == 1 else f'{people} people'}: {which}")
        else:
            lines.append("nobody is mailed")
        return lines + [f"the reports will say: {shorten(text, 140)}" for text in self.told]


_NAMES = {"closing": "closing report", "token": "mail with a token", "gm": "notice to the game master"}


def rehearsed(act: Act, name: str, do: Callable[[Act], object]) -> Rehearsed:
    """What would come of doing this. Nothing of it stays."""
    with undone(act) as tried:
        before = mails.newest(tried.connection), notices.newest(tried.connection), notices.newest_act(tried.connection)
        do(tried)
        tried.ledger.write()
        stands = ""
        if name and games.is_there(tried.connection, name):
            live = load_game(tried.connection, name)
            window = live.window
            how = f"{window.title} open" if window else ("over" if live.row["status"] == "over" else "not begun")
            held = "; its clock held" if live.row["held"] else ""
            stands = f"{name} at step {live.head}, {how}{held}" if live.step is not None else f"{name}, not begun"
        return Rehearsed(
            tuple(mails.put_since(tried.connection, before[0])),
            tuple(dict.fromkeys(notices.told_since(tried.connection, before[1]))),
            tuple(notices.acts_since(tried.connection, before[2])),
            stands,
        )


__all__ = ["Rehearsed", "rehearsed"]
