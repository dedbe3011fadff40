"""Records that were forged, each in a way somebody would choose: the stranger's checkers find every one."""

import copy
import hashlib
import importlib.util
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from judge.adjudicator.chronicle import act_hash, closing_hash, link_in
from judge.adjudicator.dice import Reel
from judge.campaign.fairness import Fairness, Held
from tests.adjudicator.honest_record import BEACON, LENGTH, PUBLIC, Book, honest, promises_of

ROOT = Path(__file__).resolve().parents[2]
_spec = importlib.util.spec_from_file_location("check_dice", ROOT / "tools" / "check_dice.py")
check_dice = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(check_dice)
NODE = shutil.which("node")
SCRIPT = (ROOT / "templates" / "site" / "check.js").read_text(encoding="utf-8")


def in_python(game, commitment="", words=(), rounds=(), records=(), beacons=()):
    return check_dice.check(
        game, commitment=[commitment], word=list(map("=".join, words)), record=records, beacon=beacons,
        round=[f"{step}={said}" for step, said in rounds],
    )  # fmt: skip


ASKED = """
require("node:readline").createInterface({input: process.stdin}).on("line", (line) => {
  const [game, held] = JSON.parse(line);
  console.log(JSON.stringify(check(game, held)));
});
"""


@cache
def page():
    """The page's script in a node of its own, which is asked for one game after the other: one a line."""
    return subprocess.Popen([NODE, "-e", SCRIPT + ASKED], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def in_javascript(game, commitment="", words=(), rounds=(), records=(), beacons=()):
    if NODE is None:
        pytest.skip("no node on this machine; the page itself is tried in Chromium")
    held = {"commitment": commitment, "words": words, "rounds": rounds, "records": records, "beacons": beacons}
    print(json.dumps([game, held]), file=page().stdin, flush=True)
    said = page().stdout.readline()
    if not said:
        page.cache_clear()
        raise AssertionError("the script broke off; node says why above")
    return tuple(json.loads(said))


def in_the_judge(game, commitment="", words=(), rounds=(), records=(), beacons=()):
    """`judge verify` on the public part."""
    told = [tuple(one.split("=")) for one in records]
    held = Held(
        commitments=tuple(commitment.split()), words=tuple(map(tuple, words)), records=tuple(one[0] for one in told),
        rounds=tuple(map(tuple, rounds)), moments=tuple(one for one in told if len(one) > 1), beacons=tuple(beacons),
    )  # fmt: skip
    wrong = [f"step {number}: {said}" if number else str(said) for number, said in Fairness(game, held).wrong()]
    return wrong, in_python(game)[1]


both = pytest.mark.parametrize("check", [in_python, in_javascript, in_the_judge])


def rehashed(game):
    """The chain of hashes made to fit again, as a forger would."""
    records = {0: ""}
    for step in sorted(
        [*game["steps"], *(step for back in game["undone"] for step in back["steps"])], key=lambda step: step["made"]
    ):
        step["record"] = records[step["made"]] = link_in(records[step["from"]], step, promises_of(game, step))
    return game


@both
@pytest.mark.parametrize("beacon", [False, True])
def test_an_honest_game_has_nothing_wrong_while_it_goes_on_and_when_it_is_over(check, beacon):
    going = honest(beacon)
    assert check(going, going["dice"][0]["open_commitment"], [["red", "tumbleweed"], ["blue", "cactus"]])[0] == []
    assert check(going)[1] == 3 * 9
    over = honest(beacon, over=True)
    assert tuple(check(over)) == ([], 4 * 9)


@both
@pytest.mark.parametrize("beacon", [False, True])
def test_a_game_of_the_scheme_before_is_checked_by_its_own_rules_and_strangers_say_who_does_that(check, beacon):
    game = honest(beacon, version=3)
    for step in [*game["steps"], *(step for back in game["undone"] for step in back["steps"])]:
        del step["closes"]
    older = "this game is of an earlier scheme: only `judge verify` checks it"
    assert check(game)[0] == ([] if check is in_the_judge else [older])


@both
def test_another_beacon_counts_from_the_window_on_whose_closing_told_of_it(check):
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    book.beacon = BEACON | {"genesis": 1002}
    book.act("beacon changed", {"beacon": book.beacon})
    book.play({"red": ["bid 3"]})
    assert check(book.game)[0] == []
    for acts in (book.game["acts"], book.game["steps"][1]["acts"]):
        acts[:] = [act for act in acts if act["act"] != "beacon changed"]
    assert "is not the first after the window closed" in " ".join(check(rehashed(book.game))[0])


@both
def test_a_deadline_and_a_round_are_held_against_the_record_by_who_was_told_them(check):
    game = honest(beacon=True)
    step = game["steps"][1]
    told = act_hash(next(act for act in step["acts"] if act["act"] == "round fixed"))
    assert check(game, records=[told, f"{step['record']}={step['closes']}"])[0] == []
    (wrong,) = check(game, records=[f"{step['record']}=2026-03-09T09:00:00Z"])[0]
    assert "2026-03-09T09:00:00Z, the record says otherwise" in wrong
    # A closing of which nobody was told in time is forged throughout: only the mail that a player has can tell.
    for act in of_act(game, "round fixed"):
        act["at"] = "2026-03-10"
    assert check(rehashed(game))[0] == []
    assert check(game, records=[told])[0] == [f"no step has the record {told} that you were told"]


@both
def test_every_report_s_record_is_found_in_the_game(check):
    game = honest()
    assert check(game, records=[step["record"] for step in game["steps"]])[0] == []


def skipped():
    book = Book()
    book.play({"red": ["pass"]})
    book.play({"red": ["bid 3"]}, link=3)
    return book.game


def chosen():
    """The best of many links: one further down the chain was taken, and given out as the next."""
    book = Book()
    book.play({"red": ["pass"]})
    step = book.play({"red": ["bid 3"]}, link=4)
    step["dice"]["link"] = 2
    return rehashed(book.game)


def used_twice():
    book = Book()
    book.play({"red": ["pass"]})
    book.play({"red": ["bid 3"]}, link=1)
    return book.game


def unpublished():
    """Rolled back and played otherwise, without a word of it."""
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1, publish=False)
    book.play({"red": ["bid 4"]})
    return book.game


def hidden():
    """The same with the numbers of the steps closed up."""
    game = unpublished()
    game["steps"][-1]["made"] = 3
    game["dice"][1]["after"] = 2
    return rehashed(game)


def another_roll():
    game = honest()
    game["steps"][2]["draws"][0]["result"] = [game["steps"][2]["draws"][0]["result"][0] % 6 + 1]
    return rehashed(game)


def another_order():
    game = honest()
    game["steps"][2]["dice"]["orders"] = "0" * 64
    return rehashed(game)


def another_word():
    game = honest()
    game["words"][0]["word"] = "sagebrush"
    return game


def another_deck():
    game = honest(over=True)
    game["steps"][0]["draws"][-1]["result"] = list(range(9))
    return game


def no_chain_after():
    game = honest()
    game["steps"][3]["dice"]["next"] = Reel(b"z" * 32).commitment.hex()
    return rehashed(game)


def old_step_changed():
    game = honest()
    game["steps"][1]["events"][0]["by"] = "somebody else"
    return game


def another_round():
    game = honest(beacon=True)
    game["steps"][1]["dice"]["beacon"] = copy.deepcopy(game["steps"][0]["dice"]["beacon"])
    return rehashed(game)


def a_later_round():
    game = honest(beacon=True)
    game["steps"][1]["dice"]["beacon"]["round"] += 1
    return rehashed(game)


def without_its_beacon():
    game = honest(beacon=True)
    del game["steps"][1]["dice"]["beacon"]
    return rehashed(game)


def invented_randomness():
    game = honest(beacon=True)
    game["steps"][1]["dice"]["beacon"]["randomness"] = "11" * 32
    return rehashed(game)


def an_act_hidden(what):
    """What the game master did is taken off the list, and out of the step that tells of it."""

    def hidden_from_the_list():
        book = Book()
        book.play({"red": ["pass"]})
        book.act(what, {"seat": "red", "reason": "none given"})
        book.play({"red": ["bid 3"]})
        book.game["acts"].clear()
        return book.game

    return hidden_from_the_list


def an_act_hidden_everywhere():
    book = Book()
    book.play({"red": ["pass"]})
    book.act("preview", {"own": False})
    book.play({"red": ["bid 3"]})
    book.game["acts"].clear()
    book.game["steps"][1]["acts"] = []
    return book.game


def another_story():
    """The steps that were taken back are given out as the game, and those that were played as taken back."""
    game = honest()
    gone = game["undone"][0]["steps"]
    game["undone"][0]["steps"] = game["steps"][4:]
    game["steps"][4:] = gone
    return game


def one_seat_two_words():
    game = honest()
    game["words"].append({"seat": "red", "word": "sagebrush"})
    return rehashed(game)


def another_sealed_commitment():
    game = honest()
    game["dice"][0]["sealed_commitment"] = "ab" * 32
    return game


def an_invented_deck():
    """A sealed link of choice, with the deck that it gives: the secret that was promised gives another."""
    game = honest(over=True)
    step = game["steps"][0]
    link = bytes(32)
    orders = bytes.fromhex(step["dice"]["orders"])
    words = check_dice.pairs({one["seat"]: one["word"] for one in game["words"]})
    key = check_dice.sha(link, words, check_dice.sha(b"sealed", orders))
    step["dice"]["sealed"] = link.hex()
    step["draws"][-1]["result"] = check_dice.draw(key, "T1/deck", 9, "shuffle")
    return game


def a_second_secret_of_choice():
    """A rollback was made to have a new secret, by somebody who knew the orders and the words by then."""
    game = honest(over=True)
    game["dice"][1] |= {"open_secret": "11" * 32, "open_commitment": Reel(b"\x11" * 32, 4).commitment.hex()}
    return rehashed(game)


def orders_changed_at_the_end():
    game = honest(over=True)
    game["steps"][2]["orders"]["red"]["text"] = ["bid 99"]
    return game


def lines_changed_at_the_end(lines):
    """What comes first may matter, and how often a line stands there: both were fixed before the dice were known."""

    def made():
        game = honest(over=True)
        text = game["steps"][2]["orders"]["red"]["text"]
        game["steps"][2]["orders"]["red"]["text"] = lines(text)
        return game

    return made


def a_deal_of_choice():
    """Nobody orders anything before the deal: what its key has of orders is chosen until the deal pleases."""
    game = honest()
    game["steps"][0]["orders"] = {}
    game["steps"][0]["dice"]["orders"] = "11" * 32
    return drawn_anew(game, game["steps"][0])


def orders_of_other_dice():
    """The key is made of other orders than the hashes are of, and nobody sees it before the end."""
    game = honest(over=True)
    step = game["steps"][2]
    step["dice"]["orders"] = "11" * 32
    return drawn_anew(game, step)


def a_step_twice():
    game = honest()
    game["steps"].append(copy.deepcopy(game["steps"][-1]))
    return game


def two_seats_swapped():
    game = honest(over=True)
    orders = game["steps"][2]["orders"]
    orders["red"], orders["blue"] = orders["blue"], orders["red"]
    return rehashed(game)


def without_the_first_step():
    game = honest()
    del game["steps"][0]
    return game


def closed_before_it_opened():
    game = honest(beacon=True)
    game["beacon"]["else"] = "chain"
    game["steps"][2]["dice"]["beacon"] = {"closed": 4003, "round": 1023, "missing": True}
    return rehashed(game)


def played_by_another_round(game, step, moved):
    """A step drawn anew with the round of another moment, every hash made to fit."""
    beat = step["dice"]["beacon"]
    beat["closed"] += moved
    beat["round"] += moved // 3
    signature = check_dice.sha(b"round", str(beat["round"]).encode())
    beat |= {"signature": signature.hex(), "randomness": hashlib.sha256(signature).hexdigest()}
    orders = bytes.fromhex(step["dice"]["orders"])
    words = check_dice.pairs({one["seat"]: one["word"] for one in game["words"]})
    key = check_dice.sha(bytes.fromhex(step["dice"]["open"]), words, orders, bytes.fromhex(beat["randomness"]))
    for one in step["draws"]:
        one["result"] = check_dice.draw(key, one["label"], one["sides"], one["kind"])
    return rehashed(game)


def another_moment():
    """The window is said to have closed at another moment, whose round was better."""
    game = honest(beacon=True)
    return played_by_another_round(game, game["steps"][2], 30)


def another_moment_for_a_step_made_again():
    game = honest(beacon=True)
    return played_by_another_round(game, game["steps"][4], 30)


def of_act(game, what):
    """The acts of a kind, as they are listed and as steps tell of them."""
    every = [*game["acts"], *(act for step in game["steps"] for act in step["acts"])]
    return [act for act in every if act["act"] == what]


def other_orders_than_were_told():
    """The round was told for other orders of a seat, which were changed when it had come."""
    game = honest(beacon=True)
    for act in of_act(game, "round fixed"):
        if act["window"] == "turn-3":
            act["orders"] = act["orders"] | {"red": "0" * 32}
    return rehashed(game)


def told_of_another_beacon():
    """The mail named a beacon whose rounds come later, and the round is that of another."""
    game = honest(beacon=True)
    for act in of_act(game, "round fixed"):
        act["beacon"] = act["beacon"] | {"genesis": 1003}
    return rehashed(game)


def no_round_told():
    game = honest(beacon=True)
    for acts in (game["acts"], *(step["acts"] for step in game["steps"])):
        acts[:] = [act for act in acts if act.get("window") != "turn-3"]
    return rehashed(game)


def no_notice():
    """Rounds are said to follow at once, so that one of the past could be named."""
    game = honest(beacon=True)
    game["beacon"]["notice"] = -60
    return rehashed(game)


def another_beacon():
    """A beacon of one's own is taken in the middle of the game, and only the list of the game says otherwise."""
    game = honest(beacon=True)
    game["beacon"] = game["beacon"] | {"chain": "of my own", "genesis": 1001}
    return rehashed(game)


def a_label_twice():
    """A roll is said once more under the same label, as if it had come so again."""
    game = honest()
    game["steps"][2]["draws"].append(copy.deepcopy(game["steps"][2]["draws"][0]))
    return rehashed(game)


def orders_of_no_seat():
    """A seat that nobody has is said to have ordered: its hash would choose the dice."""
    game = honest()
    game["steps"][2]["orders"]["ghost"] = {"hash": "0" * 32}
    return rehashed(game)


def a_word_of_no_seat():
    game = honest()
    game["words"].append({"seat": "ghost", "word": "chosen"})
    game["game"]["words"]["ghost"] = "chosen"
    return rehashed(game)


def without_dice():
    """A window is said to have needed no dice, and no link."""
    game = honest()
    game["steps"][-1] |= {"dice": None, "draws": []}
    return rehashed(game)


def a_correction_that_nobody_made():
    game = honest()
    game["steps"][-1] |= {"kind": "edit", "dice": None, "draws": []}
    return rehashed(game)


def another_setting():
    """Another beacon is named, and with it leave to go on without."""
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    book.beacon = BEACON | {"else": "chain"}
    book.act("beacon changed", {"beacon": book.beacon})
    book.play({"red": ["bid 3"]})
    return book.game


def sealed_links_kept_back():
    game = honest(over=True)
    step = game["steps"][2]
    step["dice"]["sealed"], step["draws"] = None, [one for one in step["draws"] if not one["sealed"]]
    return game


def orders_kept_back():
    game = honest(over=True)
    del game["steps"][2]["orders"]["red"]["text"]
    return game


def another_length():
    """After a rollback the operator tries lengths of the new reel, which give other links of the same secret."""
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1)
    book.reels[1] = tuple(Reel(one.secret, LENGTH + 3) for one in book.reels[1])
    book.game["dice"][1] = book.reel(1, 3) | {"length": LENGTH + 3}
    book.play({"red": ["bid 4"]})
    return book.game


def beyond_the_end():
    """The reel is said to be shorter than it is, and its links go on."""
    game = honest()
    for reel in game["dice"]:
        reel["chains"] = 1
    return rehashed(game)


def drawn_anew(game, step):
    """What a step draws in public from the link that it says, every hash made to fit."""
    orders = bytes.fromhex(step["dice"]["orders"])
    words = check_dice.pairs({one["seat"]: one["word"] for one in game["words"]})
    key = check_dice.sha(bytes.fromhex(step["dice"]["open"]), words, orders)
    for one in step["draws"]:
        one["result"] = check_dice.draw(key, one["label"], one["sides"], one["kind"])
    return rehashed(game)


def the_first_chain_again():
    """What comes after a chain is not said, and its links are given out once more as those of the next."""
    game = honest()
    del game["steps"][3]["dice"]["next"], game["steps"][3]["dice"]["salt"]
    for step in (game["steps"][4], game["undone"][0]["steps"][0]):
        step["dice"]["open"] = game["steps"][0]["dice"]["open"]
        drawn_anew(game, step)
    return game


def of_a_kind(kind, place=2):
    """A step of a kind that is not played again: the position after it could be anything."""

    def made():
        game = honest()
        game["steps"][place]["kind"] = kind
        return rehashed(game)

    return made


def an_end_in_the_middle():
    game = honest()
    game["steps"][4] |= {"kind": "end", "dice": None, "draws": []}
    return rehashed(game)


def a_correction_with_dice():
    book = Book()
    book.play({"red": ["pass"]})
    step = book.play({"red": ["bid 3"]})
    step["kind"] = "edit"
    book.act("edit", {"reason": "a typo"})
    return rehashed(book.game)


def a_deck_that_is_neither_open_nor_sealed():
    """Python takes a number for the name of no key, and would leave the deck unchecked."""
    game = another_deck()
    game["steps"][0]["draws"][-1]["sealed"] = 2
    return rehashed(game)


def true_for_one():
    """Python takes true for 1, JavaScript does not."""
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1)
    book.acts[-1]["to"] = True
    book.play({"red": ["bid 4"]})
    return book.game


def a_rollback_behind_another():
    """Two steps are taken back without a word and made anew; a rollback that is told of later takes them along."""
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    gone, book.game["steps"] = book.game["steps"][2:], book.game["steps"][:2]
    book.play({"red": ["bid 7"]}, link=4)
    book.roll_back(1)
    book.game["undone"][0]["steps"][:0] = gone
    book.play({"red": ["bid 8"]})
    return book.game


def a_rollback_to_another_step():
    """It is told as one of two steps, and took back three."""
    book = Book()
    for bid in "1234":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1)
    book.game["undone"][0]["to"] = book.acts[-1]["to"] = 2
    book.play({"red": ["bid 8"]})
    return book.game


def a_reel_after_its_rollback():
    """The step after a rollback draws from the old reel, as if the new one had been published only then."""
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1)
    book.game["dice"][1]["after"] = 4
    book.play({"red": ["bid 8"]}, reel=0, link=4)
    return book.game


FORGERIES = {
    "a rollback hidden behind another": (a_rollback_behind_another, "not where the rollbacks that were told lead"),
    "a rollback told as one to another step": (a_rollback_to_another_step, "not where the rollbacks that were told"),
    "a reel published after its rollback": (a_reel_after_its_rollback, "follows no rollback that was published"),
    "a label drawn under twice": (a_label_twice, "a label is drawn under twice"),
    "orders of a seat that nobody has": (orders_of_no_seat, "of a seat that is none of its seats"),
    "a word of a seat that nobody has": (a_word_of_no_seat, "of a seat that is none of its seats"),
    "a window without dice": (without_dice, "a step that is no correction has no dice"),
    "a correction that nobody made": (a_correction_that_nobody_made, "the corrections are not those among"),
    "another setting of the beacon": (another_setting, "a setting of the beacon was changed in the middle"),
    "sealed links kept back at the end": (sealed_links_kept_back, "sealed links or orders are missing"),
    "orders kept back at the end": (orders_kept_back, "sealed links or orders are missing"),
    "a reel of another length": (another_length, "a reel is not of a length that there is"),
    "links beyond the end of a reel": (beyond_the_end, "a reel is not of a length that there is"),
    "the links of a chain once more": (the_first_chain_again, "does not lead back to the commitment"),
    "a step of no known kind": (of_a_kind("tern"), ("of a kind that cannot be there", "is no record of a game")),
    "a setup in the middle": (of_a_kind("setup"), "of a kind that cannot be there"),
    "a beginning without a setup": (of_a_kind("turn", place=0), "of a kind that cannot be there"),
    "an end in the middle": (an_end_in_the_middle, "of a kind that cannot be there"),
    "a correction with dice": (a_correction_with_dice, "or a correction has"),
    "a deck neither open nor sealed": (a_deck_that_is_neither_open_nor_sealed, "this is no record of a game"),
    "true where a number was told": (true_for_one, "this is no record of a game"),
    "another moment of closing": (another_moment, "not the one that was told when its window closed"),
    "another moment for a step made again": (another_moment_for_a_step_made_again, "not the one that was told"),
    "other orders than the round was told for": (other_orders_than_were_told, "not the one that was told"),
    "a round of another beacon than was told": (told_of_another_beacon, "not the one that was told when its window"),
    "a round that nobody was told": (no_round_told, "not the one that was told when its window closed"),
    "a round without notice": (no_notice, "this is no record of a game"),
    "a beacon of one's own": (another_beacon, "is not the first after the window closed"),
    "an order of the game master hidden": (an_act_hidden("orders on behalf"), "not those that were told"),
    "a preview hidden": (an_act_hidden("preview"), "not those that were told"),
    "a correction hidden": (an_act_hidden("edit"), "not those that were told"),
    "an act hidden everywhere": (an_act_hidden_everywhere, "it was changed after it was told"),
    "what was taken back given out as played": (another_story, "not where the rollbacks that were told lead"),
    "two words of one seat": (one_seat_two_words, "not those that the game was begun with"),
    "another sealed commitment": (another_sealed_commitment, "it was changed after it was told"),
    "an invented deck": (an_invented_deck, "its sealed link is not that of the secret"),
    "a second secret of choice": (a_second_secret_of_choice, "was not made from the first one"),
    "orders changed at the end": (orders_changed_at_the_end, "sealed orders of red are not those"),
    "lines in another order at the end": (lines_changed_at_the_end(lambda text: text[::-1]), "sealed orders of red"),
    "a line once more at the end": (lines_changed_at_the_end(lambda text: [*text, text[0]]), "sealed orders of red"),
    "a deal of choice": (a_deal_of_choice, "its dice were not keyed by the orders on record"),
    "dice keyed by other orders": (orders_of_other_dice, "its dice were not keyed by the orders on record"),
    "a step twice": (a_step_twice, "steps are missing"),
    "two seats swapped": (two_seats_swapped, "sealed orders of red are not those"),
    "the first step left out": (without_the_first_step, "steps are missing"),
    "a window that closed before it opened": (closed_before_it_opened, "its window closed before it opened"),
    "a skipped link": (skipped, "turn"),
    "a link of choice": (chosen, "does not lead back to the commitment"),
    "a link used twice": (used_twice, "turn"),
    "a rollback nobody was told of": (unpublished, "steps are missing"),
    "a rollback hidden": (hidden, "follows no rollback that was published"),
    "another roll": (another_roll, "T3/fight"),
    "another set of orders": (another_order, "T3/fight"),
    "another word": (another_word, "T1/long"),
    "another deck": (another_deck, "T1/deck"),
    "a chain that was not committed to": (no_chain_after, "does not commit to the next"),
    "an old step changed": (old_step_changed, "it was changed after it was told"),
    "another round of the beacon": (another_round, "its window closed before it opened"),
    "a later round of the beacon": (a_later_round, "is not the first after the window closed"),
    "no beacon": (without_its_beacon, "the beacon is not mixed in as the game says"),
    "randomness from nowhere": (invented_randomness, "is not that of its signature"),
}


@both
@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_found(check, forgery):
    made, said = FORGERIES[forgery]
    wrong, _ = check(made())
    assert any(part in one for part in ([said] if isinstance(said, str) else said) for one in wrong), wrong


@both
def test_a_game_invented_from_nothing_is_not_the_one_a_player_was_promised(check):
    game = honest()
    assert check(game)[0] == []
    (wrong,) = check(game, "ab" * 32)[0]
    assert "none of the game's first commitments" in wrong


@both
def test_a_word_left_out_and_a_record_rewritten_are_found_by_who_holds_them(check):
    game = honest()
    assert check(game, words=[["red", "sagebrush"]])[0] == ["the word red=sagebrush was not mixed in"]
    assert check(game, records=["ab" * 16])[0] == [f"no step has the record {'ab' * 16} that you were told"]
    beat = honest(beacon=True)
    place = beat["steps"][0]
    said = f"{place['dice']['beacon']['round']}:{'22' * 32}"
    assert any("public record says otherwise" in one for one in check(beat, rounds=[[place["number"], said]])[0])


@both
def test_either_commitment_of_the_first_report_can_be_held_against_a_record(check):
    game = honest()
    opened, sealed = (game["dice"][0][f"{kind}_commitment"] for kind in ("open", "sealed"))
    assert check(game, f"{opened} {sealed}")[0] == []
    game["dice"][0]["sealed_commitment"] = "ab" * 32
    assert check(rehashed(game), sealed)[0]


@both
def test_the_same_orders_in_another_order_of_lines_give_the_same_dice_and_are_bound_by_another_hash(check):
    one, other = Book(), Book()
    first, again = (book.play({"red": lines}) for book, lines in ((one, ["bid 3", "pass"]), (other, ["pass", "bid 3"])))
    assert first["draws"] == again["draws"]
    assert first["orders"] != again["orders"]
    assert check(other.game)[0] == []


@both
def test_a_game_given_out_as_one_of_an_older_scheme_is_found_by_who_holds_anything_of_it(check):
    """The third scheme hashes no deadline and no round: by its rules they could be named afterwards."""
    game = honest(beacon=True)
    step = game["steps"][1]
    told = act_hash(next(act for act in step["acts"] if act["act"] == "round fixed"))
    mine = [f"5:{game['dice'][0][f'{kind}_commitment']}" for kind in ("open", "sealed")]
    assert check(game, " ".join(mine), records=[told, f"{step['record']}={step['closes']}"])[0] == []
    older = honest(beacon=True, version=3)
    if check is not in_the_judge:
        assert "is of an earlier scheme" in check(older)[0][0]
        return
    assert check(older)[0] == []
    for one in mine:
        assert check(older, one)[0] == [f"{one} is none of the game's first commitments"]
    assert check(older, records=[told])[0] == [f"no step has the record {told} that you were told"]
    moment = f"{older['steps'][1]['record']}={step['closes']}"
    assert "your report says that the next window closes at" in " ".join(check(older, records=[moment])[0])


@both
def test_a_round_that_only_others_were_told_is_found_by_who_holds_the_mail_of_another(check):
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    about = {"window": "turn-2", "closed": 5150, "round": 1405, "orders": {"red": "0" * 32}, "beacon": BEACON}
    book.act("round fixed", about)
    step = book.play({"red": ["bid 3"]})
    told = [act_hash(act) for act in step["acts"]]
    assert check(book.game, records=told)[0] == []
    assert check(book.game, records=told[1:])[0] == [
        f"another round was told for a window of yours, of which you hold no mail (record {told[0]})"
    ]


@both
def test_a_round_that_only_others_were_told_is_found_also_where_it_is_told_of_after_the_step(check):
    """Two players were told a round each, and the better one was used: the other is an act after the last step."""
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    told = act_hash(book.play({"red": ["bid 3"]})["acts"][0])
    about = {"window": "turn-2", "closed": 5150, "round": 1405, "orders": {"red": "0" * 32}, "beacon": BEACON}
    book.act("round fixed", about)
    other = act_hash(about := book.game["acts"][-1])
    assert check(book.game, records=[told, other])[0] == []
    for mine, theirs in ((told, other), (other, told)):
        assert check(book.game, records=[mine])[0] == [
            f"another round was told for a window of yours, of which you hold no mail (record {theirs})"
        ]


@both
def test_a_round_told_to_others_for_a_window_that_there_was_not_is_found(check):
    """Each of two players is told a round for a window of another name; the better one names the window."""
    for name in ("turn-2", "turn-2 again"):
        book = Book(beacon=True)
        book.play({"red": ["pass"]})
        about = {"window": name, "closed": 5150, "round": 1405, "orders": {"red": "0" * 32}, "beacon": BEACON}
        book.act("round fixed", about)
        step = book.play({"red": ["bid 3"]})
        other, mine = map(act_hash, step["acts"])
        assert f"of which you hold no mail (record {other})" in " ".join(check(book.game, records=[mine])[0])
    assert "not the one that was told when its window closed" in check(book.game)[0][0]
    assert len(check(book.game)[0]) == 1


@both
def test_a_step_after_the_last_report_of_a_game_keeps_no_secrets_back(check):
    book = Book()
    told = closing_hash(book.play({"red": ["pass"]})["record"], [])
    book.play({"red": ["bid 3"]})
    assert check(book.game, records=[told])[0] == ["the game is over, and its secrets are kept back"]


@both
def test_secrets_kept_back_when_a_game_is_over_are_missed_by_who_has_the_last_report(check):
    book = Book()
    book.play({"red": ["pass"]})
    step = book.play({"red": ["bid 1"]})
    told = closing_hash(step["record"], [])
    assert check(book.game)[0] == []
    assert check(book.game, records=[told])[0] == ["the game is over, and its secrets are kept back"]
    # It is taken back: then they stay secret.
    going = copy.deepcopy(book)
    going.roll_back(0)
    assert check(going.game, records=[told])[0] == []
    assert check(book.opened(), records=[told])[0] == []


@both
def test_secrets_of_a_game_s_own_after_a_rollback_are_found_unless_it_was_over_and_they_were_open(check):
    book = Book()
    for bid in "123":
        book.play({"red": [f"bid {bid}"]})
    book.roll_back(1, anew=True)
    book.play({"red": ["bid 4"]})
    book.roll_back(1)
    book.play({"red": ["bid 5"]})
    game = book.opened()
    assert check(game)[0] == []
    for act in of_act(game, "rollback"):
        act.pop("anew", None)
    assert any("was not made from the first one" in one for one in check(rehashed(game))[0])


@both
def test_a_beacon_that_is_not_what_it_says_of_itself_in_public_is_found(check):
    """Its rounds are said to come three seconds later than they do: those that are out already could be named."""
    assert check(honest(beacon=True), beacons=[PUBLIC])[0] == []
    book = Book(beacon=True)
    book.beacon = book.game["beacon"] = BEACON | {"genesis": 1003}
    book.play({"red": ["pass"]})
    assert check(book.game)[0] == []
    assert check(book.game, beacons=[PUBLIC])[0] == ["its beacon is none of those that you looked up"]
    assert check(honest(), beacons=[PUBLIC])[0] == ["its beacon is none of those that you looked up"]


@both
def test_a_round_that_comes_at_another_moment_than_its_mail_said_is_found(check):
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    told = act_hash(book.play({"red": ["bid 3"]})["acts"][0])
    # Closed at 5200, with a notice of 60 seconds: a beacon that began at 1000 has its round 1422 at 5263.
    assert check(book.game, records=[f"{told}=1970-01-01T01:27:43Z"])[0] == []
    (wrong,) = check(book.game, records=[f"{told}=1970-01-01T01:27:46Z"])[0]
    assert "1970-01-01T01:27:46Z, the record says otherwise" in wrong


@both
def test_a_mail_that_did_not_yet_name_the_beacon_is_no_forgery_by_the_scheme_of_then_alone(check):
    for version in (4, 5):
        book = Book(beacon=True, version=version, names_beacon=False)
        steps = [book.play({"red": [f"bid {bid}"]}) for bid in "12"]
        told = [act_hash(act) for step in steps for act in step["acts"]]
        if version == 5:
            assert "not the one that was told when its window" in check(book.game, records=told)[0][0]
        elif check is in_the_judge:
            assert check(book.game, records=told, beacons=[PUBLIC])[0] == []


@both
def test_the_rounds_that_one_looked_up_fit_a_step_that_was_made_twice(check):
    game = honest(beacon=True)
    beats = [one["steps"][5]["dice"]["beacon"] for one in (game, {"steps": [None] * 4 + game["undone"][0]["steps"]})]
    said = [[5, f"{beat['round']}:{beat['randomness'].upper()}"] for beat in beats]
    assert said[0] != said[1]
    assert check(game, rounds=said)[0] == []
    assert check(game, rounds=said[:1])[0] == []
    for wrong in (f"{beats[0]['round']}:{'22' * 32}", f"1:{beats[0]['randomness']}"):
        assert check(game, rounds=[[5, wrong]])[0] == ["step 5: the beacon's public record says otherwise"]


@both
def test_what_was_done_after_the_last_step_is_held_against_the_record_by_who_has_the_last_report(check):
    book = Book()
    book.play({"red": ["pass"]})
    step = book.play({"red": ["bid 1"]})
    book.act("end", {"reason": "a draw"})
    told = closing_hash(step["record"], book.game["acts"])
    book.act("official note", {"reason": "well played"})
    game = copy.deepcopy(book).opened()
    assert check(game, records=[told])[0] == []
    for forged in ([game["acts"][1]], [{**game["acts"][0], "reason": "all gave up"}, game["acts"][1]]):
        assert check(game | {"acts": forged}, records=[told])[0] == [
            f"no step has the record {told} that you were told"
        ]
    # The game is taken back and goes on: the last report of before holds as well.
    book.roll_back(0)
    book.play({"red": ["bid 3"]})
    assert check(book.game, records=[told])[0] == []


@both
def test_the_mail_of_a_round_that_no_step_was_made_with_yet_is_found_in_the_record(check):
    book = Book(beacon=True)
    book.play({"red": ["pass"]})
    book.act("round fixed", {"window": "turn-2", "closed": 5150, "round": 1405, "orders": {}, "beacon": BEACON})
    assert check(book.game, records=[act_hash(book.game["acts"][-1])])[0] == []


def test_a_record_that_an_editor_saved_with_a_mark_in_front_is_read(tmp_path):
    """As the page and `judge verify` read it."""
    path = tmp_path / "game.json"
    path.write_text(json.dumps(honest()), encoding="utf-8-sig")
    assert check_dice.read(str(path)) == honest()
