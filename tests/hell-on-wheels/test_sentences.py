"""Sentences made from the grammar, from word to word: read whole and written back the same, or refused with a code."""

import os
import random

from lark import Token

from judge import report, shelf
from judge.adjudicator.driver import take
from judge.adjudicator.protocol import Later, Problem
from judge.grammar.document import load

GAME = shelf.game("hell-on-wheels")
MANY = 10_000 if os.environ.get("JUDGE_PROOF") else 1_000
STATE = GAME.read_position(
    load(
        """
phase: Turn 3, building
seats: [Red, Blue, Green]
supervisor: Blue
cash: {Red: 14, Blue: 9, Green: 20}
hands: {Red: [Saloon, Saloon, Church, Miners, Irish, Vice, Vigilantes, Outlaws, Desperados, Entrepreneur, Arsonist]}
towns:
  past: {town: Laramie, cards: [Saloon of Red, Saloon of Blue, School of Green], mayhem: [Drinking]}
  present: {town: Cheyenne, cards: [Brothel of Red], customers: [Scots], mayhem: [Murders, Alcohol]}
  future: {town: Omaha, cards: [Gambling House of Green]}
"""
    )
)

# How the words of the grammar may be written; a game master would know others.
SAID = {
    "PLACE": ("Past", "Present", "Future", "Laramie", "Omaha"), "HEADED_PLACE": ("Past", "Cheyenne"),
    "CARD": ("Saloon", "Church", "Miners", "Vice", "Saloons", "Murders", "Drinking", "mayhem", "customers", "Scots"),
    "HEADED_CARD": ("Civilized", "Customers"), "HEADED_PHASE": ("phase 3", "phase 9"),
    "SEAT": ("Blue", "Green", "Red"), "HEADED_SEAT": ("Red", "Blue"),
    "TRICK": ("Outlaws", "Vigilantes", "Desperados", "Entrepreneur", "Arsonist", "Blackmail", "Supervisor"),
    "WINDOW": ("window 6", "w3", "in window 9"), "SIDE": ("before", "after"), "PHASE": ("Taxes", "phase 5", "Railroad"),
    "SUM": ("2", "4K", "three", "$5,000"), "TIMES": ("x2", "2x"), "ALL": ("all", "both"), "OTHER": ("other",),
    "MINE": ("my",), "UP_TO": ("up to",), "A": ("a",), "FROM": ("from",), "ORDINAL": ("first", "last"),
    "JOIN": (",", "and", ", and"), "STOP": (".",), "ELSE": ("; else", ", otherwise"), "FIXED": ("no wait ,", "I mean"),
    "IF": ("if", "unless"), "SIGN": (">=", "at least", "<"), "MORE": ("or more", "+"), "LESS": ("or less",),
    "BE": ("is", "is not"), "CASH": ("cash",), "HAND": ("hand",), "ME": ("me", "I"), "HE": ("he",), "NO": ("no",),
    "NONE": ("nothing",), "USUAL": ("as usual",), "TYPE": ("raids", "opportunists"), "PASS": ("pass",),
    "REST": ("nothing else",), "RAID": ("raid", "burn"), "OR_AT": ("and", "or"), "PLUS": ("plus",),
    "WITHOUT": ("without",), "NOT": ("do not", "never"), "_AND_IF": ("and",), "_HAS": ("has",), "_THERE": ("there is",),
    "_MAYOR": ("Mayor",), "_BID": ("bid", "my bid is"), "_TOKEN": ("for the token",), "_DRAW": ("draw", "buy"),
    "_EXTRA": ("extra cards",), "_KEEP": ("keep",), "_KEEP_REST": ("the rest I keep",),
    "_DISCARD": ("discard",), "_GIVE": ("give",), "_CARDS": ("cards",),
    "_FROM_ME": ("from me",), "_FORGET": ("forget",), "_LINE": ("line",), "_VERB": ("play", "build", "send"),
    "_MOVES": (", move",), "_ON": ("on", "in"), "_IN": ("in",), "_TO": ("to",), "_AGAINST": ("against",),
    "_FROM": ("from",), "_WITH": ("with",), "_OF": ("of",), "_FOR": ("for",), "_LIST": (",", "and"),
    "TOGETHER": (", together with",), "_ITEM": (",",),
    "_COLON_AT": (":",), "_HEADED_ON": ("on",), "_HEAD": ("windows",), "_PHASE": ("phase",),
    "_RATHER": ("rather than",), "_HITS": ("hits",), "_AIMED": (", target",), "_FOR_A": ("for",),
    "_DASH": ("-",), "THERE": ("there",), "_TO_BE": ("to be",), "_TO_STAY": ("to stay",),
    "_SAME_AS": ("same place as",),
    "GROUP_CARD": ("mayhem",), "_WORTH": ("is worth",), "_GETS": ("gets",),
    "_WITH_BID": ("with my bid of",), "_BY": ("is raided by the",),
    "EACH": ("each",), "NTH": ("the second", "first"), "REST_OF": ("the rest of",), "SAME_PLACE": ("there",),
    "RESPECTIVELY": ("respectively",), "LISTED": ("two",), "HEADED_AT": ("customers",), "INSTEAD": ("instead",),
    "KEPT_CARD": ("Saloon", "Vice"), "KEPT_TRICK": ("Outlaws",), "_STAYS": ("stays in my hand", "I keep"),
    "_BACK": ("back",), "_OR_WINDOW": ("or",), "_FOR_SEAT": ("for",), "_NOT_THIS": (", not",),
    "_EXCEPT_TO": (", except",), "EXCEPT": ("except",), "EVERYTHING": ("everything",),
    "_OF_AT": ("of",), "WINDOW_FOR": ("w7 :",), "KEEP_HEAD": ("keep :",), "_KEPT_ALSO": (", also",), "ADDS": ("too",),
    "_AND_NUMBER": ("and",), "W_NUMBER": ("7",), "_OVER": ("before",),
    "SAME_WINDOW": ("same window",), "TRICK_TOO": ("too",), "TOO": ("too", "likewise"), "KEPT_TYPE": ("raids",),
    "HE_TOO": ("he",), "STAYS_HOME": ("he stays home",), "_IF_SEAT": ("and if",), "ELSE_NONE": ("has none left ,",),
    "NUMBERED": ("2 )",), "SWAP": ("swap those two",), "_DEED": (": burn",), "_AT_FIRST": ("in",),
    "_IF_CARD": ("and if",), "ELSE_GONE": ("is gone ,",), "_IS": ("is",),
    "_WHICH_STAYS": (", which I keep",), "_IF_FIRST": ("if that is full",),
    "LINE_NUMBER": ("line 2",), "DONT": ("don't",), "PLAYS_NONE": ("don't play anything",),
    "OTHER_STAYS": ("the other stays in my hand",), "_THEM": ("them",),
    "_LEFT_OVER": ("whatever is left",), "TO_NUMBER": ("-",),
    "NO_WINDOWS": ("both windows empty",), "_HEADED_PHASES": ("phases 3-5",), "IN_FRONT": ("first",),
    "LONE_SIDE": ("after",),
    "_OUT": ("out of it",), "ALL_BUT": ("everything but",), "COLON": (":",), "COMMA": (",",), "EQUAL": ("=",),
}  # fmt: skip
HEADS = {
    "KEEP_HEAD",
    "_AT_FIRST",
    "_HEAD",
    "HEADED_AT",
    "HEADED_CARD",
    "HEADED_PHASE",
    "_HEADED_PHASES",
    "HEADED_PLACE",
    "HEADED_SEAT",
    "_FORGET",
}
PLAIN = {"CARD", "PLACE", "SUM", "_BID", "_ON"}
"""The words of the plainest orders, drawn more often: nearly all that the grammar learns later speaks of other orders,
and is refused where there are none, so that of evenly drawn words fewer and fewer sentences would be orders."""
UNSAID = {"TALE", "KEEPS_NONE", "QUOTED", "ASKED"}
ALL_BUT = {"INSTEAD", "_NOT_THIS", "RESPECTIVELY", "KEPT_CARD", "KEPT_TRICK", "KEPT_TYPE"} | {
    "FIXED", "_RATHER", "_FORGET", "HEADED_CARD", "HEADED_SEAT", "_FOR", "SIDE", "PASS", "NO", "WITHOUT", "NOT",
}  # fmt: skip
"""With one of these not everything that is named is ordered."""


def sentence(rng):
    """A walk from word to word until the sentence may end."""
    walk = GAME.tongue.shapes.lark.parse_interactive("")
    words, types = [], []
    while True:
        may = sorted(walk.accepts() - UNSAID)
        if "$END" in may:
            may.remove("$END")
            if words and (rng.random() < 0.3 or not may or len(words) > 14):
                return " ".join(words), types
        if len(words) > 24:
            return "", []
        plain = [one for one in may if one in PLAIN]
        type_ = rng.choice(plain if plain and rng.random() < 0.7 else may)
        text = rng.choice(SAID[type_])
        walk.feed_token(Token(type_, text))
        words.append(text)
        types.append(type_)


def canonical(line):
    return line.said.text if isinstance(line.said, Later) else GAME.write(STATE, "red", line.said)


def test_sentences_are_read_whole_or_refused():
    rng = random.Random(1869)
    words = report.Words(GAME, STATE)
    read = refused = 0
    for _ in range(MANY):
        text, types = sentence(rng)
        if not text or text.startswith(";"):
            continue  # A line that begins with a semicolon is a comment.
        lines = GAME.read(STATE, "red", "building", text)
        assert lines or HEADS & set(types), text
        for line in lines:
            for problem in (*line.notes, *([line.said] if isinstance(line.said, Problem) else [])):
                assert words.problem(problem).strip(), text
        if any(isinstance(line.said, Problem) for line in lines):
            refused += 1
            continue
        read += 1
        for line in lines:
            again = GAME.read(STATE, "red", "building", canonical(line))
            assert [one.said for one in again] == [line.said], (text, canonical(line))
        taken = take(GAME, STATE, "red", "building", text)
        assert set(GAME.check(STATE, "red", taken.orders).refused) <= set(range(len(taken.orders)))
        if not ALL_BUT & set(types):
            said = "; ".join(map(canonical, lines)).lower()
            for name in ("Blue", "Green", "Church", "Miners", "Vice", "Murders", "Outlaws", "Arsonist", "Entrepreneur"):
                assert name.lower() not in text.lower() or name.lower() in said, (text, said)
    assert read > MANY // 12
    assert refused > MANY // 8
