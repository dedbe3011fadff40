"""Whether the dice of a record of the second scheme are those that were promised (docs/dice.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from judge.adjudicator.chronicle import link_in, told_in
from judge.adjudicator.dice import commits_to, draw, order_of, orders_digest, proves, sha256, step_key, words_digest
from judge.adjudicator.links import Drawn, Spool, wrong_links
from judge.report.saying import Saying

Step = Mapping[str, Any]
Said = tuple[int, Saying]


@dataclass(frozen=True, slots=True)
class Held:
    """What a reader holds: the first commitment, words given, hashes of the record from reports."""

    commitment: str = ""
    words: tuple[tuple[str, str], ...] = ()
    records: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    """Hashes of what only a seat was told, from its reports; compared with a record that is open."""


@dataclass(frozen=True)
class Fairness:
    """The checks of one record. `wrong` gives (step, sentence) for all that is not as it should be."""

    record: Mapping[str, Any]
    held: Held = field(default_factory=Held)

    @property
    def steps(self) -> list[Step]:
        """Every step in the order of making, those taken back among them."""
        undone = [step for back in self.record["undone"] for step in back["steps"]]
        return sorted((*self.record["steps"], *undone), key=lambda step: int(step["made"]))

    def wrong(self) -> Iterator[Said]:
        """All that is not as it should be."""
        yield from self._promises()
        yield from self._reels()
        yield from self._links()
        yield from self._chain()
        for step in self.steps:
            if step.get("dice"):
                yield from ((step["number"], said) for said in self._draws(step))
            elif step["draws"]:
                yield step["number"], Saying("checks/no-link")

    def _promises(self) -> Iterator[Said]:
        if [step["made"] for step in self.steps] != list(range(1, len(self.steps) + 1)):
            yield 0, Saying("checks/steps-missing")
        if self.held.commitment and self.held.commitment != self.record["dice"][0]["open_commitment"]:
            yield 0, Saying("checks/another-commitment")
        given = {(one["seat"], one["word"]) for one in self.record["words"]}
        said = self.record.get("game", {}).get("words")
        if said is not None and {*said.items()} != given:
            yield 0, Saying("checks/words-not-mixed")
        for seat, word in self.held.words:
            if (seat, word) not in given:
                yield 0, Saying("checks/word-not-mixed", {"seat": seat, "word": word})

    def _reels(self) -> Iterator[Said]:
        """A new reel follows a rollback that was published, or the step that used up the one before."""
        published = {back["reel"] for back in self.record["undone"]}
        drawn = {step["made"]: (step["dice"]["reel"], step["dice"]["link"]) for step in self.steps if step.get("dice")}
        for reel in self.record["dice"][1:]:
            used_up = drawn.get(reel["after"]) == (reel["number"] - 1, reel["length"] * reel["chains"])
            if reel["number"] not in published and not used_up:
                yield 0, Saying("checks/reel-of-no-rollback", {"reel": reel["number"]})

    def _links(self) -> Iterator[Said]:
        spools = [
            Spool(number=reel["number"], links=reel["length"] * reel["chains"], after=reel["after"])
            for reel in self.record["dice"]
        ]
        numbers = {step["made"]: step["number"] for step in self.steps}
        # A step made again is the one that was made after the same steps with the same orders.
        paths = {0: b""}
        for step in self.steps:
            own = _orders(step) if step.get("dice") else str(step["made"]).encode()
            paths[step["made"]] = sha256(paths.get(step["from"], b""), own)
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

    def _chain(self) -> Iterator[Said]:
        """Each step's hash is that of the step it was made from and its own; those told in reports are among them."""
        hashes = {0: ""}
        for step in self.steps:
            hashes[step["made"]] = link_in(hashes.get(step["from"], ""), step)
            if hashes[step["made"]] != step["record"] or not self._told_so(step):
                yield step["number"], Saying("checks/changed-after")
        own = {one for step in self.steps for one in step.get("told", {}).values()}
        for one in self.held.told if own else ():
            if one not in own:
                yield 0, Saying("checks/no-such-report", {"hash": one})
        for one in self.held.records:
            if one not in hashes.values():
                yield 0, Saying("checks/no-such-record", {"hash": one})

    def _told_so(self, step: Step) -> bool:
        """Where the record is open: whether each seat was told what its hash says."""
        before: Step = next((one for one in self.steps if one["made"] == step["from"]), {"told": {}})
        return all(
            told_in(before["told"].get(seat, ""), seat, step) == said for seat, said in step.get("told", {}).items()
        )

    def _draws(self, step: Step) -> Iterator[Saying]:
        dice = step["dice"]
        reel = next((one for one in self.record["dice"] if one["number"] == dice["reel"]), None)
        if reel is None:
            yield Saying("checks/reel-never-published", {"reel": dice["reel"]})
            return
        link = bytes.fromhex(dice["open"])
        chain, place = (dice["link"] - 1) // reel["length"], (dice["link"] - 1) % reel["length"] + 1
        if not proves(link, place, self._commitment(reel, chain)):
            yield Saying("checks/link-leads-elsewhere", {"link": dice["link"], "reel": dice["reel"]})
        if "salt" in dice and commits_to(bytes.fromhex(dice["salt"]), bytes.fromhex(dice["next"])) != link:
            yield Saying("checks/tip-of-its-chain")
        beat = b""
        if bool(self.record.get("beacon")) != bool(dice.get("beacon")):
            yield Saying("checks/beacon-not-mixed")
        if dice.get("beacon"):
            yield from self._beat(step)
            beat = bytes.fromhex(dice["beacon"].get("randomness", ""))
        words = words_digest({one["seat"]: one["word"] for one in self.record["words"] if one["since"] <= step["made"]})
        orders = _orders(step)
        keys = {False: step_key(link, words, orders, beat)}
        if "sealed" in dice:
            keys[True] = step_key(bytes.fromhex(dice["sealed"]), words, sha256(b"sealed", orders), beat)
        for one in step["draws"]:
            if one["sealed"] in keys and (expected := _drawn(keys[one["sealed"]], one)) != one["result"]:
                yield Saying(
                    "checks/draw-differs", {"label": one["label"], "result": one["result"], "expected": expected}
                )

    def _beat(self, step: Step) -> Iterator[Saying]:
        beat, beacon = step["dice"]["beacon"], self.record["beacon"]
        if beat.get("missing"):
            # The game goes on without its beacon where its setting says so.
            if beacon and beacon.get("else") != "chain":
                yield Saying("checks/without-beacon")
        elif hashlib.sha256(bytes.fromhex(beat["signature"])).hexdigest() != beat["randomness"]:
            yield Saying("checks/beacon-not-signed")
        if beacon and (beat["closed"] - beacon["genesis"]) // beacon["period"] + 2 != beat["round"]:
            yield Saying("checks/not-the-first-round", {"round": beat["round"]})
        before = next((one for one in self.steps if one["made"] == step["from"]), None)
        if before and before.get("dice", {}).get("beacon", {}).get("closed", 0) >= beat["closed"]:
            yield Saying("checks/closed-before-opened")

    def _commitment(self, reel: Mapping[str, Any], chain: int) -> bytes:
        """The commitment of a reel's chain: published, or proved by the tip of the chain before it."""
        for step in self.steps if chain else ():
            dice = step.get("dice") or {}
            if (dice.get("reel"), dice.get("link")) == (reel["number"], chain * reel["length"]) and "next" in dice:
                return bytes.fromhex(dice["next"])
        return bytes.fromhex(reel["open_commitment"])


def _orders(step: Step) -> bytes:
    return orders_digest({seat: one["hash"] for seat, one in step["orders"].items()})


def _drawn(key: bytes, one: Mapping[str, Any]) -> Sequence[int]:
    if one["kind"] == "roll":
        return [draw(key, one["label"], one["sides"]) + 1]
    return list(order_of(key, one["label"], one["sides"]))
