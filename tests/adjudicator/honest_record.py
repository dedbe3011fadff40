"""A record as an honest Judge writes it, short enough to forge by hand: chains of four links, rolls and a deck."""

import copy
import hashlib

from judge.adjudicator.chronicle import link_in, promised
from judge.adjudicator.dice import (
    KeyedDice,
    Reel,
    canonical,
    later_secret,
    orders_digest,
    salt_of,
    sealed_hash,
    sets_digest,
    sha256,
    step_key,
    words_digest,
)  # fmt: skip

LENGTH = 4
WORDS = ({"seat": "red", "word": "tumbleweed"}, {"seat": "blue", "word": "cactus"})
BEACON = {"chain": "52db9ba7", "period": 3, "genesis": 1000, "notice": 60, "else": "wait"}
PUBLIC = {"hash": "52db9ba7", "period": 3, "genesis_time": 1000, "schemeID": "bls-unchained-g1-rfc9380"}
"""What that beacon says of itself."""
TITLES = {"red": "Röd – först", "blue": "Blue 🤠"}


def promises_of(game, step):
    """What was promised before a step was made."""
    reels = [one for one in game["dice"] if one["after"] < step["made"]]
    found = promised(game["words"], game["beacon"], reels)
    return [*found, step.get("closes")] if game["version"] > 3 else found


class Book:
    """Makes steps one by one."""

    def __init__(self, beacon=False, version=5, names_beacon=True):
        self.reels = [(Reel(b"a" * 32, LENGTH), Reel(b"b" * 32, LENGTH))]
        self.game = {
            "format": "judge-game", "version": version, "full": False, "words": list(WORDS),
            "game": {"words": {one["seat"]: one["word"] for one in WORDS}, "seats": ["blue", "red"]},
            "beacon": BEACON if beacon else None, "dice": [self.reel(0, 0)], "steps": [], "undone": [], "acts": [],
        }  # fmt: skip
        self.made, self.base, self.secrets, self.acts, self.beacon = 0, 0, [], [], BEACON
        self.names_beacon = names_beacon

    def reel(self, number, after):
        opened, sealed = self.reels[number]
        return {
            "number": number, "length": LENGTH, "chains": 4, "after": after,
            "open_commitment": opened.commitment.hex(), "sealed_commitment": sealed.commitment.hex(),
        }  # fmt: skip

    def play(self, orders, number=None, reel=None, link=None):
        """A step with these orders (seat: lines), from the next link of the newest reel unless told otherwise."""
        line = self.game["steps"]
        drawn = [(one["dice"]["reel"], one["dice"]["link"]) for one in self.all if one.get("dice")]
        reel = len(self.reels) - 1 if reel is None else reel
        link = max((one[1] for one in drawn if one[0] == reel), default=0) + 1 if link is None else link
        opened, sealed = (one.link(link) for one in self.reels[reel])
        self.made += 1
        said = {seat: lines if self.game["version"] > 4 else canonical(lines) for seat, lines in orders.items()}
        hashes = {seat: sealed_hash(salt_of(sealed, seat), seat, lines) for seat, lines in said.items()}
        words = words_digest({one["seat"]: one["word"] for one in WORDS})
        dice = {"reel": reel, "link": link, "open": opened.hex()}
        digest = orders_digest(hashes)
        if self.game["version"] > 4:
            digest = sets_digest(sealed, orders)
            dice["orders"] = digest.hex()
        chain, place = self.reels[reel][0].place(link)
        if place == LENGTH and chain < 3:
            dice |= {
                "next": self.reels[reel][0].chain(chain + 1).commitment.hex(),
                "salt": self.reels[reel][0].salt(chain).hex(),
            }
        beat = b""
        if self.game["beacon"]:
            again = [one for one in self.all if one["dice"]["link"] == link and one["dice"]["reel"] == reel]
            dice["beacon"] = again[0]["dice"]["beacon"] if again else self.round(hashes, dice.get("orders"))
            beat = bytes.fromhex(dice["beacon"]["randomness"])
        rolled = KeyedDice(
            step_key(opened, words, digest, beat), step_key(sealed, words, sha256(b"sealed", digest), beat)
        )
        rolled.roll(f"T{self.made}/fight", 6)
        rolled.roll(f"T{self.made}/long", 1000)
        rolled.shuffle(f"T{self.made}/order", range(7), sealed=False)
        rolled.shuffle(f"T{self.made}/deck", range(9))
        draws = [
            {"label": one.label, "kind": one.kind, "sides": one.sides, "result": list(one.result), "sealed": one.sealed}
            for one in rolled.draws
        ]
        before = line[-1] if line else None
        step = {
            "made": self.made, "from": before["made"] if before else 0,
            "number": len(line) if number is None else number, "kind": "turn" if before else "setup",
            "window": f"turn-{self.made}",
            "title": f"Turn {self.made}, {TITLES['red']}", "made_at": f"2026-03-0{self.made}T20:30:00Z", "reason": None,
            "orders": {seat: {"hash": one} for seat, one in hashes.items()},
            "events": [{"is": "fought", "told": None, "by": TITLES["blue"]}, {"is": "drew", "told": ["red"]}],
            "draws": [one for one in draws if not one["sealed"]], "dice": dice,
            "acts": self.acts, "closes": f"2026-03-0{self.made + 1}T20:30:00Z",
        }  # fmt: skip
        self.acts = []
        self.secrets.append((step, draws, sealed.hex(), orders))
        step["record"] = link_in(before["record"] if before else "", step, promises_of(self.game, step))
        line.append(step)
        return step

    def round(self, hashes, sets):
        """A round of the beacon, told when the window closed."""
        words = words_digest({one["seat"]: one["word"] for one in WORDS}).hex()
        closed = 5000 + 100 * (self.made + len(self.acts))
        number = (closed + self.beacon["notice"] - self.beacon["genesis"]) // self.beacon["period"] + 2
        about = {"closed": closed, "round": number}
        window = f"turn-{self.made}"
        told = {"window": window, **about, "orders": hashes if self.made > 1 else {"words": words}}
        told |= {"sets": sets} if self.made > 1 and sets else {}
        self.act("round fixed", told | ({"beacon": self.beacon} if self.names_beacon else {}))
        signature = sha256(b"round", str(number).encode())
        return about | {"signature": signature.hex(), "randomness": hashlib.sha256(signature).hexdigest()}

    @property
    def all(self):
        return [*self.game["steps"], *(step for back in self.game["undone"] for step in back["steps"])]

    def roll_back(self, to, publish=True, anew=False):
        """Back to step `to`; the new reel is published with the rollback. `anew`: with secrets of its own."""
        number = len(self.reels)
        self.base = number if anew else self.base
        secrets = (
            (b"c" * 32, b"d" * 32) if anew else [later_secret(one.secret, number) for one in self.reels[self.base]]
        )
        self.reels.append(tuple(Reel(one, LENGTH) for one in secrets))
        self.game["dice"].append(self.reel(number, self.made))
        gone, self.game["steps"] = self.game["steps"][to + 1 :], self.game["steps"][: to + 1]
        if publish:
            about = {"from": len(self.game["steps"]) + len(gone) - 1, "to": to, "at": "2026-03-09", "reason": "a typo"}
            self.game["undone"].append({"reel": number, **about, "steps": gone})
            self.act("rollback", about | ({"anew": True} if anew else {}))

    def act(self, what, about):
        """An act of the game master, told with the next step."""
        self.acts.append({"act": what, "step": len(self.game["steps"]) - 1, "at": "2026-03-09", **about})
        self.game["acts"].append(self.acts[-1])

    def opened(self):
        """The record when the game is over: with the sealed draws and links."""
        for step, draws, sealed, orders in self.secrets:
            step["draws"] = draws
            for seat, lines in orders.items():
                step["orders"][seat]["text"] = lines
            step["dice"]["sealed"] = sealed
        for one, (opened, hidden) in zip(self.game["dice"], self.reels, strict=True):
            one |= {"open_secret": opened.secret.hex(), "sealed_secret": hidden.secret.hex()}
        self.game["full"] = True
        return self.game


def honest(beacon=False, over=False, version=5):
    """Six steps over the end of a chain, a rollback of two, the first made again as it was, another made anew."""
    book = Book(beacon, version)
    sets = [{"red": [f"bid {n}", "pass"], "blue": [f"raid {n}"]} for n in range(6)]
    for orders in sets:
        book.act("orders on behalf", {"seat": "red", "reason": "by telephone"})
        book.play(orders)
    book.roll_back(3)
    book.play(sets[4], reel=0, link=5)
    book.play({"red": ["bid 9"], "blue": ["pass"]})
    book.play({"red": ["bid 1"], "blue": ["pass"]})
    return copy.deepcopy(book.opened() if over else book.game)
