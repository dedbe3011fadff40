"""Each forgery that somebody would choose, carried out on all five games as they were played with words and a beacon.

The forger runs the Judge and so has every secret: what they give out is drawn anew from what they chose, and every hash
fits. Both strangers' checkers and `judge verify` are given what a player holds: commitments, a word, mails, and what
the beacon says of itself.
"""

import copy
from types import SimpleNamespace

import pytest

pytest.importorskip("py_arkworks_bls12381")

from judge.adjudicator.chronicle import act_hash, link_in
from judge.adjudicator.dice import (
    Reel,
    draw,
    later_secret,
    order_of,
    salt_of,
    sealed_hash,
    sets_digest,
    sha256,
    step_key,
    words_digest,
)
from judge.campaign.beacons import settled
from judge.campaign.docket import Said
from judge.campaign.founding import mix_in, start
from judge.campaign.live import load_game
from judge.campaign.record import record_of
from judge.campaign.releasing import release
from judge.campaign.taking import enter
from judge.grammar.document import Document
from tests.adjudicator.honest_record import promises_of
from tests.adjudicator.test_forgeries import in_javascript, in_python, in_the_judge
from tests.campaign.conftest import entropy, make_folder
from tests.campaign.test_all_games import GAMES
from tests.campaign.test_beacons import Clock, name_beacon
from tests.forum.drand import Drand
from tests.master import Master

SETTINGS = {"dice": "beacon", "beacon_notice": "9s"}
WORD = "tumbleweed"
CHECKERS = (in_python, in_javascript, in_the_judge)
KEYS = sorted(key for key, _ in GAMES.values())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Each game as it goes on, with its secrets and without, and when it is over."""
    with Drand() as drand, Drand(secret=7) as other:
        folder = make_folder(tmp_path_factory.mktemp("forged") / "club")
        name_beacon(folder, drand)
        campaign = Master.open(folder, entropy())
        found = {key: play(campaign, name, key, seats) for name, (key, seats) in GAMES.items()}
        campaign.close()
        for one in found.values():
            one.drand, one.other = drand, other
        yield found


def play(campaign, name, key, seats):
    """Three windows, with a look at the second; the last is taken back, and the game master enters another order."""
    clock = Clock()
    campaign.new_game(name, key, clock(), seats=seats, settings=Document(SETTINGS, name="settings"))
    with campaign.look() as look:
        live = load_game(look.connection, name)
        first = seats[0] if seats else live.game.seats[0].id

    def released():
        return settled(campaign, name, lambda act: release(act, name), clock, clock.wait)

    with campaign.act(clock()) as act:
        mix_in(act, name, first, WORD)
    live = settled(campaign, name, lambda act: start(act, name), clock, clock.wait)
    for window in range(3):
        for seat in sorted(live.window.asks):
            campaign.enter(name, seat, live.game.letter(live.state, seat, "fair"), clock())
        if window == 1:
            campaign.preview(name, clock())
        live = released()
    live = campaign.roll_back(name, 2, clock())
    with campaign.act(clock()) as act:
        seat = min(live.window.asks)
        enter(act, name, seat, Said("", "gm", clear=True), on_behalf=True)
    released()
    with campaign.look() as look:
        whole, going = (record_of(look.connection, name, full) for full in (True, False))
    campaign.end(name, [], "a draw", clock())
    with campaign.look() as look:
        return SimpleNamespace(whole=whole, going=going, over=record_of(look.connection, name), seat=first)


class Forger:
    """A game with all its secrets, to be drawn anew and given out."""

    def __init__(self, one):
        self.game, self.one = copy.deepcopy(one.whole), one

    @property
    def steps(self):
        """In the order of making."""
        undone = [step for back in self.game["undone"] for step in back["steps"]]
        return sorted([*self.game["steps"], *undone], key=lambda step: step["made"])

    def reels(self, number):
        about = self.game["dice"][number]
        return [Reel(bytes.fromhex(about[f"{kind}_secret"])) for kind in ("open", "sealed")]

    def drawn(self, step, link=None, beat=None):
        """The step with the dice of a link, and with another round of the beacon; its mail tells the same."""
        dice, texts = step["dice"], {seat: one["text"] for seat, one in step["orders"].items()}
        opened, sealed = (reel.link(link or dice["link"]) for reel in self.reels(dice["reel"]))
        for seat, one in step["orders"].items():
            one["hash"] = sealed_hash(salt_of(sealed, seat), seat, texts[seat])
        dice |= {"open": opened.hex(), "sealed": sealed.hex(), "orders": sets_digest(sealed, texts).hex()}
        dice["beacon"] |= beat or {}
        words = words_digest(self.game["game"]["words"])
        for act in [act for act in step["acts"] if act["act"] == "round fixed"][-1:]:
            hashes = {seat: one["hash"] for seat, one in step["orders"].items()}
            act["orders"] = hashes if step["from"] else {"words": words.hex()}
            act |= {"sets": dice["orders"]} if step["from"] else {}
            act |= {key: dice["beacon"][key] for key in ("closed", "round")} | {"beacon": self.game["beacon"]}
        used, seed = bytes.fromhex(dice["orders"]), bytes.fromhex(dice["beacon"]["randomness"])
        keys = [step_key(opened, words, used, seed), step_key(sealed, words, sha256(b"sealed", used), seed)]
        for one in step["draws"]:
            key = keys[one["sealed"]]
            rolled = one["kind"] == "roll"
            one["result"] = (
                [draw(key, one["label"], one["sides"]) + 1]
                if rolled
                else list(order_of(key, one["label"], one["sides"]))
            )
        return step

    def round(self, number, drand=None):
        """A round as its beacon signed it."""
        return (drand or self.one.drand).round(number)

    def given_out(self):
        """The public record, with every hash made to fit."""
        game, steps = copy.deepcopy(self.game), self.steps
        told = [copy.deepcopy(act) for step in steps for act in step["acts"]]
        game["acts"] = told + game["acts"][len(told) :]
        return fitted(public(game))


def public(game):
    """What of a record is for everybody while the game goes on."""
    game["full"] = False
    for reel in game["dice"]:
        del reel["open_secret"], reel["sealed_secret"]
    for step in [*game["steps"], *(step for back in game["undone"] for step in back["steps"])]:
        del step["told"], step["state"]
        step["state_hash"] = None
        step["events"] = [event for event in step["events"] if event["told"] is None]
        step["notices"] = [one for one in step["notices"] if one["told"] is None]
        step["draws"] = [one for one in step["draws"] if not one["sealed"]]
        step["orders"] = {seat: {"hash": one["hash"]} for seat, one in step["orders"].items()}
        step.get("dice", {}).pop("sealed", None)
    return game


def fitted(game):
    hashes = {0: ""}
    undone = [step for back in game["undone"] for step in back["steps"]]
    for step in sorted([*game["steps"], *undone], key=lambda step: step["made"]):
        step["record"] = hashes[step["made"]] = link_in(hashes[step["from"]], step, promises_of(game, step))
    return game


def held_of(one):
    """What the player of a seat holds who kept all mails and looked the beacon up."""
    game = one.going
    steps = [*game["steps"], *(step for back in game["undone"] for step in back["steps"])]
    rounds = [step["dice"]["beacon"]["round"] for step in steps]
    return {
        "commitment": " ".join(f"5:{game['dice'][0][f'{kind}_commitment']}" for kind in ("open", "sealed")),
        "words": [[one.seat, WORD]],
        "records": [f"{step['record']}={step['closes']}" for step in steps]
        + [act_hash(act) for act in game["acts"] if act["act"] == "round fixed"],
        "rounds": [
            [step["number"], f"{number}:{one.drand.round(number)['randomness']}"]
            for step, number in zip(steps, rounds, strict=True)
        ],
        "beacons": [one.drand.info],
    }


def another_link(forger):
    """The best of four hundred, given out as the next."""
    step = forger.steps[-1]
    number = step["dice"]["link"]
    best = max(range(number + 1, number + 400), key=lambda link: _first(forger.drawn(step, link)))
    forger.drawn(step, best)


def _first(step):
    return [one["result"] for one in step["draws"]], step["dice"]["open"]


def a_skipped_link(forger):
    step = forger.steps[-1]
    step["dice"]["link"] += 1
    forger.drawn(step)


def a_link_once_more(forger):
    step = forger.steps[2]
    step["dice"]["link"] -= 1
    forger.drawn(step)


def a_rollback_with_one_more_line(forger):
    """It is told, and the dice are those of the link that was used already."""
    step = forger.steps[-1]
    step["dice"] |= {key: forger.steps[-2]["dice"][key] for key in ("reel", "link")}
    step["orders"][min(step["orders"])]["text"].append("one more line")
    forger.drawn(step)


def a_rollback_left_out(forger):
    forger.game["undone"] = []


def a_rollback_that_nobody_was_told_of(forger):
    """A backup is restored, or the window simply closed once more: no trace is left but in mailboxes."""
    game, step = forger.game, forger.steps[-1]
    gone = forger.steps[-2]
    game["undone"], game["dice"] = [], game["dice"][:1]
    step["made"] = gone["made"]
    step["dice"] |= {"reel": 0, "link": gone["dice"]["link"]}
    step["acts"] = [act for act in step["acts"] if act["act"] == "round fixed"]
    game["acts"] = []
    forger.drawn(step)


def an_invented_game(forger):
    """So is one that was deleted and made anew."""
    for reel in forger.game["dice"]:
        for at, kind in enumerate(("open", "sealed")):
            secret = later_secret(bytes([at + 1] * 32), reel["number"]) if reel["number"] else bytes([at + 1] * 32)
            reel |= {f"{kind}_secret": secret.hex(), f"{kind}_commitment": Reel(secret).commitment.hex()}
    for act in [act for step in forger.steps for act in step["acts"] if act["act"] == "rollback"]:
        act |= {kind: forger.game["dice"][1][f"{kind}_commitment"] for kind in ("open", "sealed")}
    for step in forger.steps:
        forger.drawn(step)


def an_old_report(forger):
    forger.steps[1]["title"] = "Something else"


def another_word(forger):
    forger.game["words"][0]["word"] = forger.game["game"]["words"][forger.one.seat] = "sagebrush"
    for step in forger.steps:
        forger.drawn(step)


def another_moment(seconds):
    """The window is said to have closed at another moment, so that its round is another."""

    def forge(forger):
        step = forger.steps[-1]
        beat = step["dice"]["beacon"]
        known = forger.round(beat["round"] + seconds // 3)
        forger.drawn(step, beat=known | {"closed": beat["closed"] + seconds})

    return forge


def a_round_that_was_not_told(forger):
    step = forger.steps[-1]
    told = copy.deepcopy(step["acts"])
    another_moment(30)(forger)
    step["acts"] = told


def another_beacon(forger):
    """One of the forger's own, whose rounds they can sign before they come."""
    about = forger.one.other.beacon
    forger.game["beacon"] |= {"public_key": about.public_key}
    for step in forger.steps:
        forger.drawn(step, beat=forger.round(step["dice"]["beacon"]["round"], forger.one.other))


def an_act_left_out(what):
    def forge(forger):
        for step in forger.steps:
            step["acts"] = [act for act in step["acts"] if act["act"] != what]
        forger.game["acts"] = []

    return forge


def another_round_told_to_others(forger):
    """Others had the mail of a round that pleased less."""
    acts = forger.steps[-1]["acts"]
    (mine,) = (act for act in acts if act["act"] == "round fixed")
    acts.insert(acts.index(mine), mine | {"round": mine["round"] - 9, "closed": mine["closed"] - 27})


HOLDS = "no step has the record"
FORGED = {
    # What is given out alone refutes.
    "another link, the best of many": (another_link, "does not lead back to the commitment", ()),
    "a skipped link": (a_skipped_link, "turn", ()),
    "a link once more": (a_link_once_more, "turn", ()),
    "a rollback with one more line": (a_rollback_with_one_more_line, "turn", ()),
    "a rollback left out": (a_rollback_left_out, "steps are missing", ()),
    "a round that was not told": (a_round_that_was_not_told, "not the one that was told", ()),
    # Every hash fits: what a player holds refutes.
    "an invented game": (an_invented_game, "none of the game's first commitments", ("commitment",)),
    "a rollback that nobody was told of": (a_rollback_that_nobody_was_told_of, HOLDS, ("records",)),
    "a changed old report": (an_old_report, HOLDS, ("records",)),
    "another word": (another_word, "was not mixed in", ("words",)),
    "an earlier moment": (another_moment(-3), HOLDS, ("records",)),
    "a later moment": (another_moment(300), HOLDS, ("records",)),
    "a beacon of one's own": (another_beacon, "its beacon is none of those that you looked up", ("beacons",)),
    "its rounds": (another_beacon, "the beacon's public record says otherwise", ("rounds",)),
    "a hidden preview": (an_act_left_out("preview"), HOLDS, ("records",)),
    "a hidden order of the game master": (an_act_left_out("orders on behalf"), HOLDS, ("records",)),
    "another round told to others": (another_round_told_to_others, "of which you hold no mail", ("records",)),
}


@pytest.mark.parametrize("key", KEYS)
def test_a_game_as_it_was_played_is_found_true_by_who_holds_everything(played, key):
    one = played[key]
    shown = public(copy.deepcopy(one.whole))
    assert all(shown[part] == one.going[part] for part in ("dice", "steps", "undone", "acts", "words", "beacon"))
    for check in CHECKERS:
        assert check(one.going, **held_of(one))[0] == []
        assert check(one.over, **held_of(one))[0] == []


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("forgery", FORGED)
def test_a_forgery_of_a_game_is_found(played, key, forgery):
    one, (forge, said, holds) = played[key], FORGED[forgery]
    forger, held = Forger(one), held_of(one)
    forge(forger)
    game = forger.given_out()
    if said == "of which you hold no mail":
        held["records"] = held["records"][-1:]
    for check in CHECKERS:
        if holds:
            assert check(game)[0] == [], "the forger knows their trade"
        found = check(game, **{name: held[name] for name in holds})[0]
        assert any(said in sentence for sentence in found), (check.__name__, found)


@pytest.mark.parametrize("key", KEYS)
def test_lines_in_another_order_have_the_same_dice_and_cannot_be_exchanged_afterwards(played, key):
    forger = Forger(played[key])
    step, seat = next(
        (step, seat) for step in forger.steps for seat, one in step["orders"].items() if len(set(one["text"])) > 1
    )
    before = copy.deepcopy(step)
    step["orders"][seat]["text"].reverse()
    forger.drawn(step)
    assert step["draws"] == before["draws"]
    assert step["dice"]["orders"] == before["dice"]["orders"]
    assert step["orders"][seat]["hash"] != before["orders"][seat]["hash"]
    over = copy.deepcopy(played[key].over)
    every = [*over["steps"], *(one for back in over["undone"] for one in back["steps"])]
    next(one for one in every if one["made"] == step["made"])["orders"][seat]["text"].reverse()
    for check in CHECKERS:
        assert any(f"sealed orders of {seat} are not those" in one for one in check(over)[0])
