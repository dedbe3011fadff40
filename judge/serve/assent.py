"""A yes or a no above a mail that asked: the word of ours that came back with it is the proof, the yes is their own.

Above the mail that asks who is there, before a game begins, a yes is HERE.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from judge.campaign import confirming, handing_over
from judge.grammar.courtesy import courtesy, free_words, is_name
from judge.grammar.mood import mood
from judge.grammar.text import plain
from judge.mail.language import Command
from judge.serve import commands, twice
from judge.serve.commands import masters, waiting
from judge.serve.hand import Hand

YES = frozenset("yes yep yeah yup ok okay sure confirm confirmed agreed absolutely certainly ja oui si sí gern gerne"
                " klar".split())  # fmt: skip
IT_IS = frozenset({
    "i do", "i am", "it is", "that's me", "that is me", "it was me", "that was me", "i confirm", "c'est moi",
    "c'était moi", "je confirme", "das bin ich", "das war ich", "ich bestätige", "bin ich",
})  # fmt: skip
HERE = YES | frozenset("i i'm im am here there in and ready to play go still will be present around"
                       " ich bin da dabei hier bereit und noch je suis là la toujours présent présente present prêt"
                       " prête et partant partante".split())  # fmt: skip
NO = re.compile(
    r"(no|nope|nein|non)([ ,]+(thanks|thank you|sorry|danke|merci|not (this|that) time))?"
    r"|(no[ ,]+)?((that|this|it) )?(wasn't|was not|was definitely not|isn't|is not) (me|by me|mine)"
    r"|(no[ ,]+)?not me|(nein[ ,]+)?(das war )?(ich )?nicht (ich|von mir)|(das war ich|ich war (das|es)) nicht"
    r"|(non[ ,]+)?(ce n'(était|est) )?pas moi"
    r"|(i )?(must |have to )?(decline|pass)|(i )?(did not|didn't|never) (ask|write|send)( for)? (this|that|it)"
)
LEAST_SIGNS, MOST_WORDS = 16, 40
"""Signs of a word of ours, and how many that may be one are looked up."""


def confirmed(hand: Hand) -> bool:
    """Whether a letter says only yes or no to one mail of ours that waits for that; if so, it is done."""
    reading = hand.opened.reading
    verbs = {one.verb for one in reading.commands}
    says = next((one for one in (_says_yes, _says_no) if not verbs and _says_alone(hand, one)), None)
    quoted = [line.text for line in hand.opened.letter.lines if line.quoted and not line.part]
    found = _words_of_ours(hand, quoted) if says is not None else []
    if says is None or len(found) != 1:
        return not found and verbs <= {"here", "ready"} and _said_here(hand)
    if says is _says_yes:
        _carry_out(hand, says, Command(0, "confirm", found[0]))
    elif handing_over.open_offer(hand.act, found[0], hand.writer.address) is not None:
        _carry_out(hand, says, Command(0, "decline", found[0]))
    else:
        # Nothing waits for this word any more.
        for drop in (waiting.drop, twice.drop, masters.drop):
            drop(hand.act, found[0])
        hand.answer.say("dropped")
    return True


def _said_here(hand: Hand) -> bool:
    """Whether a letter says that its writer is there, in a game that asks; then that is noted."""
    if not _says_alone(hand, _says_here):
        return False
    if not any(confirming.waits_for(hand.act, name, player) for name, player in _places(hand)):
        return False
    _carry_out(hand, _says_here, Command(0, "here"))
    return True


def _says_alone(hand: Hand, says: Callable[[str], bool]) -> bool:
    """Whether a letter says this and otherwise only courtesies."""
    own = [text for text in map(plain, hand.opened.letter.own) if text]
    return any(map(says, own)) and all(says(text) or _is_courtesy(text, own) for text in own)


def _carry_out(hand: Hand, says: Callable[[str], bool], command: Command) -> None:
    """Do what was meant; the answer quotes the words it was read from."""
    line = next(text for text in map(plain, hand.opened.letter.own) if text and says(text))
    if line.strip(" .!").upper() != command.verb.upper():
        hand.answer.read_as(line, command.verb.upper(), hand.account.address)
    hand.act.ledger.forget()
    commands.for_anybody(hand, (command,))
    hand.act.ledger.forget()


def _places(hand: Hand) -> set[tuple[str, int]]:
    """The games of a writer that this letter may be about."""
    rows = [*hand.writer.seats, *([hand.writer.by_token] if hand.writer.by_token is not None else [])]
    return {(str(row["game"]), int(row["player_id"])) for row in rows
            if hand.envelope.game in (None, str(row["game"]))}  # fmt: skip


def brings_word(hand: Hand) -> bool:
    """Whether a word that we mailed to its writer, and that is waited for, is anywhere in a letter."""
    return bool(_words_of_ours(hand, [hand.opened.letter.subject, *(line.text for line in hand.opened.letter.lines)]))


def language_of_question(hand: Hand) -> str:
    """The language in which somebody asked at the door who now answers our mail; "": unknown."""
    found = _words_of_ours(hand, [line.text for line in hand.opened.letter.lines])
    return waiting.language_of(hand.act, found[0]) if len(found) == 1 else ""


def _words_of_ours(hand: Hand, texts: Sequence[str]) -> list[str]:
    words = [word.strip(".,;:!?()<>\"'*|").rpartition("%20")[2] for text in texts for word in text.split()]
    likely = [word for word in dict.fromkeys(words) if len(word) >= LEAST_SIGNS and word.isalnum()]
    return [word for word in likely[:MOST_WORDS] if _waits(hand, word)]


def _waits(hand: Hand, word: str) -> bool:
    act, writer = hand.act, hand.writer
    return (
        waiting.is_waited_for(act, word, writer.address)
        or twice.is_waited_for(act, word, writer.player_id)
        or masters.is_waited_for(act, word, writer.master)
    )


def _says_yes(text: str) -> bool:
    words = [word.strip(".,;:!?").replace("’", "'") for word in text.lower().split()]
    if " ".join(words) in IT_IS:
        return True
    said = [word for word in words if word in YES]
    left = {word.lower() for word in free_words(" ".join(word for word in words if word not in YES))}
    return bool(said) and mood(text) == "" and (not left or " ".join(w for w in words if w not in YES) in IT_IS)


def _says_no(text: str) -> bool:
    return NO.fullmatch(text.lower().strip(" .,;:!?")) is not None


def _says_here(text: str) -> bool:
    words = [word.strip(".,;:!?") for word in text.lower().split()]
    return (
        mood(text) == ""
        and bool(words)
        and {word.lower() for word in free_words(text)} <= HERE | {""}
        and any(word in HERE for word in words)
    )


def _is_courtesy(text: str, own: list[str]) -> bool:
    read = courtesy(text)
    return (read is not None and read.sure) or (text is own[-1] and is_name(text))


__all__ = ["confirmed"]
