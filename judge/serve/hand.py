"""A letter in hand: everything known of it and of its writer, and the answer that is being written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from judge.adjudicator.protocol import Seat
from judge.campaign.act import Act
from judge.campaign.live import Live, NotNow
from judge.campaign.masters import GameMaster
from judge.campaign.telling import tell_gm
from judge.mail.accounts import Account
from judge.mail.envelope import Envelope
from judge.mail.fates import Fate
from judge.mail.language import Command
from judge.mail.proof import Grade, Proof
from judge.report.saying import Saying, Unable
from judge.serve.opened import Opened
from judge.serve.parts import ForMaster, Listed, Orders, Part, ReadAs, Refused, ReportAgain, Said, Talk, Unheeded
from judge.serve.spoken import Spoken
from judge.store.letters import Arrived

if TYPE_CHECKING:
    from judge.serve.talks import Asked


OF_THE_SET = ("clear", "orders", "wait", "ready")
"""Commands about the set of orders itself, which are carried out along with it."""


class NotRead(Unable):
    """A letter nothing was done with. `code`: the reason its writer sees; `words`: another code that words it."""

    kind = "unread"

    def __init__(self, code: str, words: str = "", /, **facts: Any) -> None:
        super().__init__(words or code, **facts)
        self.code = code


@dataclass(kw_only=True)
class Answer:
    """The answer to come: parts in order; the subject's verdict is the worst of them."""

    parts: list[Part] = field(default_factory=list)
    verdict: str = "OK"
    game: str = ""
    title: str = ""
    key: str = ""
    receipt: int = 0
    reports: list[ReportAgain] = field(default_factory=list)
    live: Live | None = None
    seat: Seat | None = None
    offers: list[str] = field(default_factory=list)
    """The suggestions that FIX takes, by number from 1."""

    @property
    def codes(self) -> str:
        """Why not all of it was carried out, as words: `late`, `errors`, `partial`; `asked`: the game master was."""
        found = [part.code for part in self.parts if isinstance(part, Unheeded)]
        found += ["errors"] if self.verdict == "ERRORS" else []
        found += ["partial"] if any(isinstance(part, Orders) and part.unsaid for part in self.parts) else []
        found += ["asked"] if any(isinstance(part, ForMaster | Talk) for part in self.parts) else []
        return " ".join(dict.fromkeys(found))

    def offer(self, text: str) -> int:
        """The number of a suggestion; 0: there is none."""
        if not text:
            return 0
        self.offers.append(text)
        return len(self.offers)

    def say(self, code: str, /, **facts: Any) -> None:
        """A part in the words of templates/said/answers.j2."""
        self.pass_on(Saying(f"answers/{code}", facts))

    def pass_on(self, said: Saying | str) -> None:
        """A part in words."""
        self.parts.append(Said(said))

    def refuse(self, command: Command, why: Saying | str) -> None:
        """A command that was not carried out, in its writer's words, and why."""
        self.worsen("ERRORS")
        verb = "PRESS TO" if command.verb == "press" else command.verb.upper()
        self.parts.append(Refused(f"{verb} {command.rest}".strip(), why))

    def show(self, title: Saying | str, lines: Sequence[Saying | str]) -> None:
        """Lines under a title."""
        self.parts.append(Listed(title, lines))

    def read_as(self, line: str, command: str, own: str, *, done: bool = True) -> None:
        """A command that was found in a sentence, which is quoted; `own`: the judge's address."""
        self.worsen("WARNINGS")
        self.parts.append(ReadAs(line, command, done, own))

    def worsen(self, verdict: str) -> None:
        """The verdict is at least as bad as this."""
        ranks = ("OK", "WARNINGS", "ERRORS", "NOT READ")
        if ranks.index(verdict) > ranks.index(self.verdict):
            self.verdict = verdict


@dataclass(frozen=True, kw_only=True)
class Writer:
    """A letter's writer, as far as proven."""

    address: str
    seats: tuple[Mapping[str, Any], ...]
    by_token: Mapping[str, Any] | None
    proof: Proof
    player_id: int | None
    key: str = ""
    """The public key that came along."""
    master: GameMaster | None = None
    """The game master whose address it gives, or whose word came along."""
    by_word: bool = False
    is_unclear: bool = False
    """Whether its address is one person's, and a reply address that it is to another's."""

    @property
    def is_known(self) -> bool:
        """A registered address, a token, a game master."""
        return self.by_token is not None or self.player_id is not None or self.master is not None

    @property
    def grade_as_master(self) -> Grade:
        """The grade of its proof that the game master wrote it."""
        return Grade.TOKEN if self.by_word and self.proof.pgp != "pass" else self.grade_as_person

    @property
    def grade_as_person(self) -> Grade:
        """The grade of its proof that the person of its address wrote it: somebody else's token proves nothing."""
        token = self.by_token
        own_token = token is not None and token["player_id"] == (self.player_id or 0)
        return self.grade if own_token else replace(self, by_token=None).grade

    @property
    def is_forged(self) -> bool:
        """Whether the mail server that received it speaks against its sender, and nothing else for them."""
        return self.proof.speaks_against(self.address) and self.grade_as_person is Grade.BARE

    @property
    def grade(self) -> Grade:
        """The grade of its best proof, of an address or of a seat."""
        if self.proof.pgp == "pass":
            return Grade.SIGNED
        if self.by_token is not None:
            return Grade.TOKEN
        if self.proof.account:
            return Grade.ACCOUNT
        return Grade.VOUCHED if self.proof.vouches_for(self.address) else Grade.BARE

    def grade_for(self, game: str, seat: Seat) -> Grade:
        """The grade of its proof that this seat's player wrote it: the token of another seat proves nothing."""
        token = self.by_token
        if (
            token is None
            or (token["game"], token["seat"]) == (game, seat)
            or token["player_id"] in (self.player_id or 0,)
        ):
            return self.grade
        return replace(self, by_token=None).grade


@dataclass
class Hand:
    """One letter while it is dealt with. Everything done for it is one act, which other letters may share."""

    act: Act
    account: Account
    arrived: Arrived
    opened: Opened
    envelope: Envelope
    writer: Writer
    answer: Answer = field(default_factory=Answer, kw_only=True)
    touched: set[str] = field(default_factory=set, kw_only=True)
    """The games in which a seat's set changed."""
    sets: list[tuple[Live, Seat]] = field(default_factory=list, kw_only=True)
    """The sets that the letter is about."""
    fixed: list[str] = field(default_factory=list, kw_only=True)
    """The lines that FIX put in."""
    echoes: frozenset[int] = field(default=frozenset(), kw_only=True)
    """The lines from a mail of ours, and others that are quoted."""
    asked: list[Asked] = field(default_factory=list, kw_only=True)
    """The parts of it for the game master."""
    talk: int = field(default=0, kw_only=True)
    """The letter that began the talk which this one goes on."""
    spoken: Spoken | None = field(default=None, kw_only=True)
    """The chat it was said in, if it did not come by mail."""
    amid: set[int] = field(default_factory=set, kw_only=True)
    """The lines in whose middle a command was found."""
    brings_word: bool = field(default=False, kw_only=True)
    """Whether a word that we mailed came back with it: looked at only where its writer has had all answers."""
    fates: dict[int, list[tuple[str, Fate, Saying | str]]] = field(default_factory=dict, kw_only=True)
    """The fates of lines that may be orders."""

    looked_for_hidden: set[tuple[str, Seat]] = field(default_factory=set, kw_only=True)
    """The seats for which it was looked through for lines that nobody sees."""
    taken: Counter[str] = field(default_factory=Counter, kw_only=True)
    """How often it asked for what costs much."""

    def take(self, command: str, most: int) -> None:
        """Count one more of what costs much; what is beyond the most that a letter may ask for is refused."""
        self.taken[command] += 1
        if self.taken[command] > most:
            raise NotNow("enough-of-it", command=command, most=most)

    def tell_gm(self, key: str, said: Saying, live: Live | None = None) -> None:
        """A notice to the game master; of one key there is only one."""
        tell_gm(self.act, live, key, said)


__all__ = ["Answer", "Hand", "NotRead", "Writer"]
