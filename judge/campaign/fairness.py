"""Whether the dice of a record are those that were promised, from the second scheme on (docs/dice.md)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import chain, repeat, zip_longest
from typing import Any

from judge.adjudicator.chronicle import act_hash, closing_hash, link_in, promised, told_in
from judge.adjudicator.dice import (
    Reel,
    canonical,
    commits_to,
    draw,
    later_secret,
    order_of,
    orders_digest,
    proves,
    salt_of,
    sealed_hash,
    sets_digest,
    sha256,
    step_key,
    words_digest,
)
from judge.adjudicator.links import Drawn, Spool, wrong_links
from judge.campaign.outline import RECORD, Step, broken, fits
from judge.campaign.standing import MOVES, Course, course
from judge.forum.beacon import CHAINED, SCHEMES, Beacon, Beat, verifies
from judge.report.saying import Saying

Said = tuple[int, Saying]
TOLD = ("window", "closed", "round", "orders", "sets", "beacon")
"""The facts that a round is told with."""
FIGURES, PUBLIC = ("chain", "public_key", "genesis", "period"), ("hash", "public_key", "genesis_time", "period")
"""The figures that tell one beacon from another, by their names in a record and by the beacon's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A reader's proofs: the first commitments, words, hashes of the record from reports, rounds of the beacon."""

    commitments: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    records: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """Hashes of what only a seat was told, from its reports; compared with a record that is open."""
    rounds: tuple[tuple[int, str], ...] = ()
    """For a step what the beacon's own record has: the round and its randomness, with a colon between."""
    moments: tuple[tuple[str, str], ...] = ()
    """For the hash of a record the moment told with it: until when letters count, or when a round comes."""
    beacons: tuple[Mapping[str, Any], ...] = ()
    """The public descriptions that beacons give of themselves, as drand writes them."""


@dataclass(frozen=True)
class Fairness:
    """The checks of one record. `wrong` gives (step, sentence) for all that is not as it should be."""

    record: Mapping[str, Any]
    held: Held = field(default_factory=Held)

    @cached_property
    def steps(self) -> list[Step]:
        """Every step in the order of making, those taken back among them."""
        undone = [step for back in self.record["undone"] for step in back["steps"]]
        return sorted((*self.record["steps"], *undone), key=lambda step: int(step["made"]))

    def wrong(self) -> Iterator[Said]:
        """All that is not as it should be."""
        if not fits(self.record, RECORD):
            yield 0, Saying("checks/no-record")
            return
        if (said := broken(self.record, self.steps)) is not None:
            yield 0, said
            return
        for check in (
            self._promises,
            self._reels,
            self._undone,
            self._acts,
            self._secrets,
            self._links,
            self._chain,
            self._mails,
        ):
            yield from check()
        for step in self.steps:
            if step.get("dice"):
                yield from ((step["number"], said) for said in self._draws(step))
            elif step["draws"]:
                yield step["number"], Saying("checks/no-link")

    def _promises(self) -> Iterator[Said]:
        yield from another_commitment(self.record, self.held)
        given = {one["seat"]: one["word"] for one in self.record["words"]}
        if len(given) != len(self.record["words"]) or given != self.record["game"]["words"]:
            yield 0, Saying("checks/not-the-words")
        yield from words_left_out(given, self.held)

    @cached_property
    def _course(self) -> Course:
        return course(self.record, self.steps)

    def _reels(self) -> Iterator[Said]:
        """A new reel follows a rollback that was published, or the step that used up the one before."""
        if self.record["version"] > 3:
            after, due = [reel["after"] for reel in self.record["dice"]], self._course.reels
            for reel in [at for at, pair in enumerate(zip_longest(after, due)) if len(set(pair)) > 1][:1]:
                yield 0, Saying("checks/reel-of-no-rollback", {"reel": reel})
            return
        published = [back["reel"] for back in self.record["undone"]]
        drawn = {step["made"]: (step["dice"]["reel"], step["dice"]["link"]) for step in self.steps if step.get("dice")}
        for reel in self.record["dice"][1:]:
            used_up = drawn.get(reel["after"]) == (reel["number"] - 1, reel["length"] * reel["chains"])
            if published.count(reel["number"]) != 1 and not used_up:
                yield 0, Saying("checks/reel-of-no-rollback", {"reel": reel["number"]})

    def _undone(self) -> Iterator[Said]:
        """A rollback took back steps that were made since the one before it, and before its reel."""
        if self.record["version"] > 3:
            if [back["reel"] for back in self.record["undone"]] != self._course.rollbacks:
                yield 0, Saying("checks/other-rollbacks")
            return
        reels, since = {reel["number"]: reel["after"] for reel in self.record["dice"][1:]}, 0
        for back in self.record["undone"]:
            upto = reels.get(back["reel"], -1)
            if upto < since or any(not since < step["made"] <= upto for step in back["steps"]):
                yield 0, Saying("checks/rollback-of-others", {"to": back["to"]})
                return
            since = upto

    def _acts(self) -> Iterator[Said]:
        """The acts that are listed are those that the steps tell of, and every rollback is one of them."""
        if self.record["version"] < 3:
            return
        listed = self.record["acts"]
        told = [act for step in self.steps for act in step["acts"]]
        if not same(told, listed[: len(told)]):
            yield 0, Saying("checks/other-acts")
        backs = [_rollback(act) for act in _rollbacks(self.record)]
        if not same(backs, [_rollback(back) for back in self.record["undone"]]):
            yield 0, Saying("checks/other-rollbacks")
        if self.record["version"] > 3:
            yield from self._settled(listed)

    def _settled(self, listed: Sequence[Mapping[str, Any]]) -> Iterator[Said]:
        """A step without dice is a correction on record, or the end; and the beacon's settings stay as they were."""
        if not self._course.is_as_told:
            yield 0, Saying("checks/steps-elsewhere")
        edits = [act["step"] for act in listed if act["act"] in ("edit", "without player")]
        if edits != [step["number"] for step in self.steps if step["kind"] == "edit"]:
            yield 0, Saying("checks/other-corrections")
        if any(bool(step.get("dice")) == (step["kind"] in ("edit", "end")) for step in self.steps):
            yield 0, Saying("checks/no-dice")
        first = self.record.get("beacon") or {}
        if any(one.get(key) != first.get(key) for one in changed_beacons(self.steps) for key in ("else", "notice")):
            yield 0, Saying("checks/another-setting")

    def _secrets(self) -> Iterator[Said]:
        """Once they are open: each secret gives its commitment, and sealed links and orders are what they say."""
        sealed: dict[int, Reel] = {}
        # After a rollback of a game whose secrets were known to all, reels are made from a secret of their own.
        pairs = zip(self.record["undone"], _rollbacks(self.record), strict=False)
        anew = [back["reel"] for back, act in pairs if act.get("anew") is True]
        for one in self.record["dice"]:
            base = max(0, *(reel for reel in (0, *anew) if reel <= one["number"]))
            for kind in ("open", "sealed"):
                if one.get(f"{kind}_secret") is None:
                    continue
                secret, number = bytes.fromhex(one[f"{kind}_secret"]), one["number"]
                reel = Reel(secret, one["length"], one["chains"])
                about = {"reel": number, "kind": kind}
                if reel.commitment.hex() != one[f"{kind}_commitment"]:
                    yield 0, Saying("checks/secret-of-another", about)
                first = bytes.fromhex(self.record["dice"][base].get(f"{kind}_secret") or "")
                if self.record["version"] > 2 and number != base and secret != later_secret(first, number):
                    yield 0, Saying("checks/secret-of-its-own", about)
                if kind == "sealed":
                    sealed[number] = reel
        for step in self.steps:
            yield from ((step["number"], said) for said in _opened(step, sealed, self.record["version"]))

    def _links(self) -> Iterator[Said]:
        spools = [
            Spool(number=reel["number"], links=reel["length"] * reel["chains"], after=reel["after"])
            for reel in self.record["dice"]
        ]
        numbers = {step["made"]: step["number"] for step in self.steps}
        paths = self._paths
        drawn = [
            Drawn(
                made=step["made"], reel=step["dice"]["reel"], link=step["dice"]["link"],
                same=(paths[step["made"]],),
            )
            for step in self.steps
            if step.get("dice")
        ]  # fmt: skip
        for made, (one, due) in wrong_links(spools, drawn).items():
            if due is None:
                yield numbers[made], Saying("checks/reel-not-published", {"reel": one.reel})
            else:
                yield (
                    numbers[made],
                    Saying(
                        "checks/link-out-of-turn",
                        {"reel": one.reel, "link": one.link, "due_reel": due[0], "due": due[1]},
                    ),
                )

    @cached_property
    def _paths(self) -> dict[int, bytes]:
        """By the number a step was made under, what it has in common with the same step made again: the steps before
        it and the orders."""
        paths = {0: b""}
        for step in self.steps:
            own = _orders(step) if step.get("dice") else str(step["made"]).encode()
            paths[step["made"]] = sha256(paths.get(step["from"], b""), own)
        return paths

    def _chain(self) -> Iterator[Said]:
        """Each step's hash is that of the step it was made from and its own; those told in reports are among them."""
        hashes = {0: ""}
        for step in self.steps:
            hashes[step["made"]] = link_in(hashes[step["from"]], step, self._promised(step))
            if hashes[step["made"]] != step["record"] or not self._told_so(step):
                yield step["number"], Saying("checks/changed-after")
        own = {one for step in self.steps for one in (step.get("told") or {}).values()}
        for one in self.held.told if self.record["full"] else ():
            if one not in own:
                yield 0, Saying("checks/no-such-report", {"hash": one})
        known = {*hashes.values(), *self._told_between}
        for one in self.held.records:
            if one not in known:
                yield 0, Saying("checks/no-such-record", {"hash": one})

    @cached_property
    def _told_between(self) -> set[str]:
        """The hashes told beside those of steps: of rounds, and of a game that was over with all acts by then."""
        if self.record["version"] < 4:
            return set()
        return {act_hash(act) for act in self.record["acts"]}.union(*(hashes for hashes, _ in self._closed))

    @cached_property
    def _closed(self) -> list[tuple[set[str], bool]]:
        """For each step the hashes of a last report, if it ended the game, and whether a rollback followed."""
        every, found, told = self.record["acts"], [], 0
        for step, after in zip(self.steps, [*self.steps[1:], {"acts": every}], strict=True):
            told += len(step["acts"])
            is_back = any(act["act"] == "rollback" for act in every[told:])
            found.append((_closings(step, every[told : told + len(after["acts"])]), is_back))
        return found

    def _untold(self) -> Iterator[Said]:
        """Other things that a reader of one mail must hold: other rounds of a window, and what opens at the end."""
        mine = {*self.held.records}
        if not self.record["full"] and any(mine & closed and not is_back for closed, is_back in self._closed):
            yield 0, Saying("checks/secrets-kept-back")
        places = [place for place, step in enumerate(self.steps) for _ in step["acts"]]
        later = repeat(len(self.steps) - self.record["full"])
        acts = zip(self.record["acts"], chain(places, later), strict=False)
        fixed = [(act_hash(act), act.get("window"), place) for act, place in acts if act["act"] == "round fixed"]
        heard = [about for one, *abouts in fixed if one in mine for about in abouts]
        for one, *abouts in fixed:
            if one not in mine and any(about in heard for about in abouts):
                yield 0, Saying("checks/another-round-told", {"hash": one})

    def _mails(self) -> Iterator[Said]:
        """Findings on deadlines, rounds and the beacon, by the reader's mails and the beacon's own public record."""
        is_told = self.record["version"] > 3
        for step in self.steps:
            for told in (moment for record, moment in self.held.moments if record == step["record"]):
                if told != (step.get("closes") if is_told else None):
                    yield step["number"], Saying("checks/another-deadline", {"told": told})
        rounds = {act_hash(act): act for act in self.record.get("acts") or () if act["act"] == "round fixed"}
        for record, told in self.held.moments if is_told else ():
            if record in rounds and not _comes(rounds[record], told):
                yield 0, Saying("checks/round-comes-otherwise", {"told": told})
        yield from self._untold() if is_told else ()
        public = [[one.get(key) for key in PUBLIC] for one in self.held.beacons]
        for about in [self.record.get("beacon") or {}, *changed_beacons(self.steps)] if public else ():
            if [about.get(key) for key in FIGURES] not in public:
                yield 0, Saying("checks/another-beacon")
        for number, said in self.held.rounds:
            yield from self._looked_up(number, said)

    def _looked_up(self, number: int, said: str) -> Iterator[Said]:
        """A step may have been made more than once, each time with a round of its own."""
        known, _, randomness = said.lower().partition(":")
        beats = [(step.get("dice") or {}).get("beacon") or {} for step in self.steps if step["number"] == number]
        of_it = [beat for beat in beats if str(beat.get("round")) == known]
        if not of_it or any(not one.get("missing") and one.get("randomness") != randomness for one in of_it):
            yield number, Saying("checks/not-the-beacons")

    def _promised(self, step: Step) -> list[Any] | None:
        if self.record["version"] < 3:
            return None
        reels = [one for one in self.record["dice"] if one["after"] < step["made"]]
        found = promised(self.record["words"], self.record.get("beacon"), reels)
        return [*found, step.get("closes")] if self.record["version"] > 3 else found

    def _beacon(self, step: Step) -> Mapping[str, Any] | None:
        """The beacon that a step's round is of: that of the game, or another that everybody was told of by then."""
        is_told = self.record["version"] > 3
        named = changed_beacons([one for one in self.steps if is_told and one["made"] <= step["made"]])
        found: Mapping[str, Any] | None = named[-1] if named else self.record.get("beacon")
        return found

    def _told_before(self, step: Step) -> bool:
        """Whether the newest round that was told for a step's window, with the hashes of its orders, is its own.

        A step made again with the same orders has the round it had.
        """
        beat, paths = step["dice"]["beacon"], self._paths
        for one in self.steps[: step["made"] - 1]:
            if one.get("dice") and paths[one["made"]] == paths[step["made"]]:
                return same(one["dice"].get("beacon") or {}, beat)
        told: list[Mapping[str, Any]] = []
        for act in step["acts"]:
            told = [] if act["act"] in MOVES else [*told, act] if act["act"] == "round fixed" else told
        orders = {seat: one["hash"] for seat, one in step["orders"].items()}
        if step["from"] == 0:
            orders = {"words": words_digest(self.record["game"]["words"]).hex()}
        if any(act.get("window") != (step.get("window") or "setup") for act in told):
            return False
        # By the fourth scheme mails that told a round did not always name its beacon.
        named = self._beacon(step) if self.record["version"] > 4 or (told and "beacon" in told[-1]) else None
        sets = step["dice"].get("orders") if self.record["version"] > 4 and step["from"] else None
        about = [step.get("window") or "setup", beat["closed"], beat["round"], orders, sets, named]
        return bool(told) and same([told[-1].get(key) for key in TOLD], about)

    def _told_so(self, step: Step) -> bool:
        """Where the record is open: whether each seat was told what its hash says."""
        before: Step = next((one for one in self.steps if one["made"] == step["from"]), {})
        return all(
            told_in((before.get("told") or {}).get(seat, ""), seat, step) == said
            for seat, said in (step.get("told") or {}).items()
        )

    def _draws(self, step: Step) -> Iterator[Saying]:
        dice = step["dice"]
        reel = self.record["dice"][dice["reel"]]
        link = bytes.fromhex(dice["open"])
        chain, place = (dice["link"] - 1) // reel["length"], (dice["link"] - 1) % reel["length"] + 1
        if not proves(link, place, self._commitment(reel, chain)):
            yield Saying("checks/link-leads-elsewhere", {"link": dice["link"], "reel": dice["reel"]})
        salt, after = (bytes.fromhex(dice.get(key) or "") for key in ("salt", "next"))
        if (salt or after) and commits_to(salt, after) != link:
            yield Saying("checks/tip-of-its-chain")
        yield from self._beat(step)
        beat = bytes.fromhex((dice.get("beacon") or {}).get("randomness") or "")
        words = words_digest({one["seat"]: one["word"] for one in self.record["words"]})
        orders = _orders(step)
        if self.record["version"] > 4:
            orders = bytes.fromhex(dice["orders"])
            if not step["orders"] and orders != sets_digest(b"", {}):
                yield Saying("checks/not-keyed-by-orders")
        keys = {False: step_key(link, words, orders, beat)}
        if dice.get("sealed") is not None:
            keys[True] = step_key(bytes.fromhex(dice["sealed"]), words, sha256(b"sealed", orders), beat)
        for one in step["draws"]:
            if one["sealed"] in keys and (expected := _drawn(keys[one["sealed"]], one)) != one["result"]:
                yield Saying(
                    "checks/draw-differs", {"label": one["label"], "result": one["result"], "expected": expected}
                )

    def _beat(self, step: Step) -> Iterator[Saying]:
        beat, beacon = step["dice"].get("beacon"), self._beacon(step)
        if bool(beacon) != bool(beat):
            yield Saying("checks/beacon-not-mixed")
        if not beacon or not beat:
            return
        if beat.get("missing"):
            # The game goes on without its beacon where its setting says so.
            if beacon.get("else") != "chain" or beat.get("randomness") is not None:
                yield Saying("checks/without-beacon")
        elif hashlib.sha256(bytes.fromhex(beat.get("signature") or "")).hexdigest() != beat.get("randomness"):
            yield Saying("checks/beacon-not-signed")
        elif is_signed(beacon, beat) is False:
            yield Saying("checks/not-its-key")
        known_at = beat["closed"] + (beacon.get("notice") or 0)
        if (known_at - beacon["genesis"]) // beacon["period"] + 2 != beat["round"]:
            yield Saying("checks/not-the-first-round", {"round": beat["round"]})
        if self.record["version"] > 3 and not self._told_before(step):
            yield Saying("checks/not-told-before")
        before = next((one for one in self.steps if one["made"] == step["from"]), {})
        if ((before.get("dice") or {}).get("beacon") or {}).get("closed", -1) >= beat["closed"]:
            yield Saying("checks/closed-before-opened")

    def _commitment(self, reel: Mapping[str, Any], chain: int) -> bytes:
        """The commitment of a reel's chain: published, or proved by the tip of the chain before it."""
        for step in self.steps if chain else ():
            dice = step.get("dice") or {}
            if (dice.get("reel"), dice.get("link")) == (reel["number"], chain * reel["length"]) and dice.get("next"):
                return bytes.fromhex(dice["next"])
        return b"" if chain else bytes.fromhex(reel["open_commitment"])


def _comes(act: Mapping[str, Any], told: str) -> bool:
    """Whether the round that an act tells of comes when its mail said."""
    beacon, number = act.get("beacon"), act.get("round")
    try:
        at = datetime.fromisoformat(told).timestamp()
    except ValueError:
        return False
    if not beacon or number is None:
        return False
    return bool(at == beacon["genesis"] + (number - 1) * beacon["period"])


def another_commitment(record: Mapping[str, Any], held: Held) -> Iterator[Said]:
    """Commitments that a reader was given and the game did not begin with."""
    first = record["dice"][0]
    for one in held.commitments:
        scheme, sign, known = one.rpartition(":")
        is_known = known.lower() in (first["open_commitment"], first["sealed_commitment"])
        if not is_known or (sign and scheme != str(record["version"])):
            yield 0, Saying("checks/another-commitment", {"hash": one})


def words_left_out(given: Mapping[str, str], held: Held) -> Iterator[Said]:
    """Words that a reader gave and that are not among those of the game."""
    for seat, word in held.words:
        if given.get(seat) != word:
            yield 0, Saying("checks/word-not-mixed", {"seat": seat, "word": word})


def is_signed(about: Mapping[str, Any], beat: Mapping[str, Any]) -> bool | None:
    """Whether the beacon's key signed a round; None where that cannot be told here."""
    scheme, key, previous = about.get("scheme"), about.get("public_key"), beat.get("previous") or ""
    if key is None:
        return None
    if scheme not in SCHEMES or not isinstance(key, str) or (scheme == CHAINED and not previous):
        return False
    beacon = Beacon(
        urls=(), chain="", public_key=key, period=about["period"], genesis=about["genesis"], scheme=str(scheme)
    )
    return 0 <= beat["round"] < 2**63 and verifies(beacon, Beat(beat["round"], beat["signature"], previous))


def same(one: object, other: object) -> bool:
    """Whether two parts of a record are written alike: true is no 1 there."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def changed_beacons(steps: Sequence[Step]) -> list[Mapping[str, Any]]:
    """The beacons that a game took instead of its first."""
    acts = [act for step in steps for act in step.get("acts") or ()]
    return [act["beacon"] for act in acts if act.get("act") == "beacon changed"]


def _rollbacks(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [act for act in record["acts"] if act["act"] == "rollback"]


def _rollback(one: Mapping[str, Any]) -> list[Any]:
    return [one.get(key) for key in ("at", "from", "to", "reason")]


def _closings(step: Step, acts: Sequence[Mapping[str, Any]]) -> set[str]:
    """The hashes that a last report may tell after a step: with none of the acts since, or one of them, or more."""
    return {closing_hash(step["record"], acts[:end]) for end in range(len(acts) + 1)}


def _opened(step: Step, sealed: Mapping[int, Reel], scheme: int) -> Iterator[Saying]:
    """The sealed link of a step is that of the secret, and the orders are those whose hash was published."""
    dice = step.get("dice") or {}
    if dice.get("sealed") is None:
        return
    reel = sealed.get(dice["reel"])
    if reel is None or dice["link"] > reel.links or reel.link(dice["link"]).hex() != dice["sealed"]:
        yield Saying("checks/sealed-link")
    for seat, one in step["orders"].items():
        salt = salt_of(bytes.fromhex(dice["sealed"]), seat)
        lines = one.get("text")
        said = canonical(lines) if lines is not None and scheme < 5 else lines
        if said is not None and sealed_hash(salt, seat, said) != one["hash"]:
            yield Saying("checks/sealed-orders-differ", {"seat": seat})
    texts = {seat: one.get("text") for seat, one in step["orders"].items()}
    if scheme > 4 and None not in texts.values():
        if sets_digest(bytes.fromhex(dice["sealed"]), texts).hex() != dice.get("orders"):
            yield Saying("checks/not-keyed-by-orders")


def _orders(step: Step) -> bytes:
    return orders_digest({seat: one["hash"] for seat, one in step["orders"].items()})


def _drawn(key: bytes, one: Mapping[str, Any]) -> Sequence[int]:
    if one["kind"] == "roll":
        return [draw(key, one["label"], one["sides"]) + 1]
    return list(order_of(key, one["label"], one["sides"]))
