"""The effects of an act, and the people it would tell: the act is done, looked at, and undone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from judge.campaign.act import Act, undone
from judge.campaign.live import Live, load_game
from judge.campaign.unnamed import is_hidden
from judge.report.saying import Saying, of_kept
from judge.store import games, mails, notices


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """The effects of an act: mails by kind and recipient, the words of the next reports, the entries on record."""

    mails: tuple[tuple[str, str], ...]
    told: tuple[str, ...]
    acts: tuple[str, ...]
    stands: Saying | None
    """The game's state then; None if it is gone, or if the act is about none."""
    hidden: bool = False
    """Whether it is nothing for a game master who plays, before it is done."""

    def said(self) -> list[Saying]:
        """The same, a line each."""
        if self.hidden:
            return [Saying("rehearsed/hidden")]
        lines = [self.stands] if self.stands else []
        kinds = Counter(kind for kind, _ in self.mails)
        people = len({recipient for _, recipient in self.mails})
        if kinds:
            mailed = [{"kind": kind, "many": count} for kind, count in sorted(kinds.items())]
            lines.append(Saying("rehearsed/mails", {"people": people, "mails": mailed}))
        else:
            lines.append(Saying("rehearsed/nobody"))
        return lines + [Saying("rehearsed/reports-say", {"said": of_kept(text)}) for text in self.told]


def rehearsed(act: Act, name: str, do: Callable[[Act], object]) -> Rehearsed:
    """The effects of doing this. Nothing of it stays."""
    seen = load_game(act.connection, name) if name and games.is_there(act.connection, name) else None
    with undone(act) as tried:
        due = mails.on_their_way(tried.connection)
        before = notices.newest(tried.connection), notices.newest_act(tried.connection)
        do(tried)
        tried.ledger.write()
        stands = None
        if name and games.is_there(tried.connection, name):
            live = load_game(tried.connection, name)
            window = live.window
            if _closes_for_who_plays(seen, live):
                return Rehearsed((), (), (), None, hidden=True)
            stands = Saying(
                "rehearsed/stands",
                {
                    "game": name, "step": live.head if live.step is not None else None,
                    "window": window.title if window else "", "over": live.row["status"] == "over",
                    "held": bool(live.row["held"]),
                },
            )  # fmt: skip
        return Rehearsed(
            tuple(one for number, one in mails.on_their_way(tried.connection).items() if number not in due),
            tuple(dict.fromkeys(notices.told_since(tried.connection, before[0]))),
            tuple(notices.acts_since(tried.connection, before[1])),
            stands,
        )


def _closes_for_who_plays(before: Live | None, after: Live) -> bool:
    """Whether a window closes in a game whose game master plays: what comes of it tells what others have ordered."""
    return before is not None and is_hidden(before) and after.head > before.head


__all__ = ["Rehearsed", "rehearsed"]
