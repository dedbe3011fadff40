"""Newcomers, in the words they write: commands amid sentences, what everybody may know, and answers that end."""

import json
import re
from email.message import EmailMessage

import pytest

from judge.grammar.seats import seat_lexicon
from judge.grammar.wishes import wishes
from judge.mail.amid import amid, apart
from judge.mail.guard import Limits
from judge.report.saying import Saying
from judge.shelf import game
from judge.store import club
from judge.store import people as persons
from tests.serve.test_club_door import applicants, ask, word_in
from tests.serve.test_tournament_by_mail import cup, enter, entered

ASKED = {
    "Hi, I found you through a friend and would like to JOIN g1 if there is still room.": "for a seat in g1 for",
    "Is there a seat free in g1? If so: JOIN g1.": "for a seat in g1 for",
    "Bonjour, je voudrais jouer. JOIN g1": "un siège dans g1",
    "JOIN g1 - and please tell me more about it": "for a seat in g1 for",
    "Hello! JOIN g1. Best, Ann": "for a seat in g1 for",
    "JOIN g1, I would prefer Blue or Amber but anything is fine": "(Blue and Amber if possible)",
    "JOIN lanterns": "for a seat in g1 for",
    "Can I OBSERVE g1? I would like to watch before I play.": "for the public reports of g1",
    "What GAMES do you have?": "places free",
    "I don't want to JOIN g1, I just want to see the GAMES.": "places free",
    "I'm happy to STANDBY for any game of lanterns.": "STANDBY lanterns is not done yet",
    "Please add me to your STANDBY list.": "STANDBY is not done yet",
    "What is my REPUTATION here?": "has played nothing here yet",
    "Could you send me the STATUS of g1?": "g1",
}


def test_a_command_in_a_newcomers_sentence_is_understood(form):
    table = form()
    for number, (letter, expected) in enumerate(ASKED.items()):
        said = ask(table, f"p{number}@new.example", f"{letter}\n\nCheers\nAnn", proven=False)
        assert expected in said, letter
        assert "I do not know the address" not in said, letter


def test_the_sentence_that_a_command_stood_in_is_quoted(form):
    said = ask(form(), "ann@new.example", "I found you through a friend and would like to JOIN g1 if I may.")
    assert "“I found you through a friend and would like to JOIN g1 if I may.” was read as JOIN g1." in said


def test_a_command_that_is_denied_is_not_done(form):
    table = form()
    for letter in ("I will never JOIN g1", "I do not want to OBSERVE g1", "Nobody should STANDBY"):
        said = ask(table, "ann@new.example", letter)
        assert "CONFIRM" not in said, letter
        assert "You stand by" not in said, letter


def test_standing_by_is_not_done_for_a_question(form):
    table = form()
    said = ask(table, "ann@new.example", "Why would anybody be on your STANDBY list?")
    assert "may be meant as STANDBY list, and nothing was done" in said
    with table.campaign.look() as look:
        assert not club.standing_by(look.connection)


def test_whoever_is_not_understood_is_told_what_is_open_with_a_click_for_each(form):
    table = form()
    cup(table)
    said = ask(table, "ann@new.example", "Could you put me down for something?")
    assert "I do not know the address ann@new.example" in said
    for line in ("JOIN g1: Lanterns.", "JOIN cup: Lanterns."):
        assert line in said
    assert "mailto:judge@judge.localhost?subject=JOIN%20g1" in said


YES = ["Yes please", "Yes, that was me!\n\nThanks\nAnn", "ok", "CONFIRM", "I confirm", "Sure!"]


def over(table, sender, words):
    """An answer above the mail that asked whether an address is theirs."""
    mail = table.written(table.write(sender, "OBSERVE g1", subject="hello")).text
    quoted = "\n".join(f"> {line}" for line in mail.splitlines())
    return ask(table, sender, f"{words}\n\nOn Mon, 1 Mar 2027, Judge wrote:\n{quoted}\n")


def test_a_yes_over_the_mail_that_asked_confirms(table):
    for number, yes in enumerate(YES):
        assert "The public reports of g1 come to you" in over(table, f"p{number}@new.example", yes), yes


def test_other_words_over_it_confirm_nothing(table):
    for number, no in enumerate(("No thanks", "Yes, but not now", "What is this?", "I have read it")):
        assert "come to you" not in over(table, f"p{number}@new.example", no), no


def test_a_yes_over_somebody_elses_word_confirms_nothing(form):
    table = form()
    word = word_in(ask(table, "ann@new.example", "JOIN g1 blue"))
    ask(table, "eve@new.example", f"Yes please\n\nOn Mon, 1 Mar 2027, Judge wrote:\n> CONFIRM {word}\n")
    assert applicants(table) == set()


def test_the_word_stands_on_the_line_of_its_confirm(form):
    table = form()
    for name in ("a", "somebody-with-a-long-name", "ann.of.the.green.gables"):
        mail = table.written(table.write(f"{name}@new.example", "JOIN g1 amber blue", subject="hello")).text
        assert re.search(r"^ *CONFIRM [a-z2-7]{17}$", mail, re.MULTILINE), mail


SORRY = [
    "sorry, I have to stop. {}",
    "Sorry for the trouble, but {}",
    "Apologies, no time at the moment: {}",
    "Sorry, {}.",
]


def test_what_stands_behind_an_apology_is_done(table):
    cup(table)
    for sorry in SORRY:
        enter(table, "amber@mail.example")
        assert "no further round of cup" in ask(table, "amber", sorry.format("RESIGN cup")), sorry
        assert entered(table) == [], sorry
        assert "nothing on offer to you" in ask(table, "amber", sorry.format("DECLINE")), sorry
    ask(table, "amber", "Sorry, no time left. RESIGN")
    assert "amber" not in playing(table)


def playing(table):
    return {one.seat for one in table.campaign.sittings("g1") if one.state == "active"}


def test_a_command_in_a_players_sentence_is_offered_and_not_done(table):
    assert "FIX 1 puts “REPUTATION”" in ask(table, "amber", "Can you tell me my REPUTATION please?")
    assert "windows asked" in ask(table, "amber", "FIX 1")
    assert "Nothing was done with this" in ask(table, "amber", "I wonder whether I should RESIGN")
    assert "amber" in playing(table)


def test_an_order_before_a_command_is_not_swallowed(table):
    table.write("amber", "bid 5. RESIGN")
    assert "amber" in playing(table)


def test_the_games_word_may_stand_on_a_line_of_its_own(form):
    table = form(more="club: {join_words: {g1: tumbleweed}}\n")
    for words in (
        "JOIN g1\nWORD tumbleweed",
        "JOIN g1\nPassword: tumbleweed",
        "JOIN g1 as Blue, the word is tumbleweed",
    ):
        assert "and you are in" in ask(table, "ann@new.example", words), words
    assert "sagebrush is another" in ask(table, "ann@new.example", "JOIN g1\nWORD sagebrush")


def test_a_word_that_no_game_asks_for_is_named(form):
    assert "asks for no word, so “tumbleweed” was not needed" in ask(
        form(), "ann@new.example", "JOIN g1 blue, the word is tumbleweed"
    )


@pytest.mark.parametrize(
    ("said", "seats", "word"),
    [
        ("as Lazy S, the word is tumbleweed", ("lazy-s",), "tumbleweed"),
        ("with the Lazy S or Devil's Hole Gang please", ("lazy-s", "devils-hole"), ""),
        ("lazy s, lone star", ("lazy-s", "lone-star"), ""),
        ("", (), ""),
    ],
)
def test_seats_are_wished_for_in_plain_words(said, seats, word):
    found = wishes(said, seat_lexicon(game("range-war", None, None).seats))
    assert (found.named, found.word, found.other, found.denies) == (seats, word, "", False)


def test_a_seat_that_is_not_wanted_is_no_wish(form):
    table = form()
    assert "it is not clear which seats you mean" in ask(table, "ann@new.example", "JOIN g1, anything but Blue")
    assert 'no seat "Purple"' in ask(table, "ann@new.example", "JOIN g1 Purple")


def test_an_observer_reads_what_everybody_may_know(table):
    word = word_in(ask(table, "ann@new.example", "OBSERVE g1"))
    ask(table, "ann@new.example", f"CONFIRM {word}")
    said = ask(table, "ann@new.example", "GAME g1\nSTATUS\nPLAYERS\nREPORT")
    assert "waiting for" in said
    assert "Amber: amber" in said
    again = [row for row in table.out("report") if row.recipient == "ann@new.example"]
    assert {row.facts["seat"] for row in again} == {"*public"}
    assert "has no seat here" in ask(table, "ann@new.example", "STATUS\nVOTE DRAW")


def test_a_token_below_everything_counts(table):
    said = ask(table, "strange@new.example", f"bid 4\nTOKEN {table.tokens['amber']}", proven=False)
    assert "bid 4" in said
    assert table.orders("amber") == ("bid 4",)


def test_a_game_with_a_word_tells_strangers_nothing(make_table):
    table = make_table(more="club: {join_words: {g1: tumbleweed}}\n").start()
    said = ask(table, "ann@new.example", "STATUS g1\nPLAYERS g1")
    assert "waiting for" not in said
    assert said.count("for those who know its word") == 2


def test_an_anonymous_game_tells_nobody_who_plays(make_table):
    table = make_table(settings={"anonymous": True}).start()
    said = ask(table, "ann@new.example", "PLAYERS g1\nSTATUS g1")
    assert "amber@" not in said
    assert "Amber: a player" in said
    assert "waiting for" not in said


def test_nothing_is_done_for_a_stranger_that_is_not_answered(make_table):
    table = make_table(settings={"sign_up": "open"}, limits=Limits(unknown_per_hour=2, unknown_per_day=9)).start()

    def stranger(words):
        return table.write("eve@elsewhere.example", words, proven=False, subject="hello")

    word = word_in(" ".join(table.written(stranger("OBSERVE g1")).text.split()))
    assert "this is the last for now" in " ".join(table.written(stranger("GAMES")).text.split())
    assert stranger("STANDBY") is None
    with table.campaign.look() as look:
        assert not club.standing_by(look.connection)
        assert persons.of_address(look.connection, "eve@elsewhere.example") is None
    # What brings a word of ours back was read by whoever has the mailbox: it is done, and answered.
    assert "public reports of g1 come to you" in " ".join(table.written(stranger(f"CONFIRM {word}")).text.split())


def test_a_proven_newcomer_has_as_many_answers_as_a_player(make_table):
    table = make_table(limits=Limits(unknown_per_hour=2, replies_per_hour=5)).start()
    answers = [table.write("ann@new.example", "GAMES", subject="hello") for _ in range(6)]
    assert [one is not None for one in answers] == [True] * 5 + [False]


def from_named(name, words):
    message = EmailMessage()
    message["Authentication-Results"] = "mx.judge.localhost; dkim=pass header.d=new.example"
    message["From"] = name
    message["To"] = "judge@judge.localhost"
    message["Subject"] = "hello"
    message["Message-ID"] = f"<{abs(hash((name, words)))}@new.example>"
    message.set_content(words)
    return message.as_bytes()


def test_people_are_called_as_their_mails_call_them(table):
    cup(table)
    for number, (sender, name) in enumerate((
        ("Martha Quill <{}>", "Martha Quill"), ('"Quill, Märthe" <{}>', "Quill, Märthe"), ("{}", "p2"),
        ('"{}" <{}>', "p3"),
    )):  # fmt: skip
        address = f"p{number}@new.example"
        sender = sender.replace("{}", address)
        asked = " ".join(table.written(table.arrive(from_named(sender, "JOIN cup"))).text.split())
        said = " ".join(table.written(table.arrive(from_named(sender, f"CONFIRM {word_in(asked)}"))).text.split())
        assert f"Others read your name as {name}" in said, sender
        with table.campaign.look() as look:
            assert persons.name_of_address(look.connection, address) == name


def test_who_has_no_seat_has_settings_of_their_own(table):
    cup(table)
    enter(table, "ann@new.example")
    assert "Ann of the Green" in ask(table, "ann@new.example", "SET NAME Ann of the Green")
    ask(table, "ann@new.example", "SET PAGES OFF")
    with table.campaign.look() as look:
        player = persons.of_address(look.connection, "ann@new.example")
        assert json.loads(persons.settings(look.connection, player))["pages"] is False
    assert "I do not know the address" in ask(table, "eve@new.example", "SET NAME Eve")


WORDS = (
    "JOIN join spring RESIGN sorry thanks not GAMES CONFIRM k7wq2mzdk7wq2mzdk , . ? ! : - but I would like to the word"
    ' is " ( ) STANDBY'
).split(" ")


def test_any_mixture_of_words_is_read_without_a_fault(seed_of):
    import random

    chance = random.Random(seed_of(1871))
    seats = seat_lexicon(game("diplomacy", None, None).seats)
    for _ in range(600):
        text = " ".join(chance.choices(WORDS, k=chance.randint(1, 14)))
        found, alone = amid(text), apart(text)
        assert found is None or found.text.split()[0].isupper(), text
        assert alone is None or alone.what, text
        assert set(wishes(text, seats).named) <= set(seats.words), text


@pytest.mark.parametrize("code", ["mail-comes-back", "a-mail-came-back"])
def test_why_a_mail_came_back_is_told_once_and_plainly(code):
    facts = {"address": "ann@new.example", "kind": "report", "reason": "550 no such user"}
    said = str(Saying(f"mails/{code}", facts))
    assert "550 no such user" in said
    assert "ann@new.example" in said
    for wrong in (": :", "(:", ". ."):
        assert wrong not in said
    assert "None" not in str(Saying(f"mails/{code}", {**facts, "reason": ""}))


def test_a_subject_says_it_where_the_letter_says_nothing(form):
    table = form()
    for number, (subject, words) in enumerate({
        "JOIN g1": "As my subject says", "Please sign me up for g1": "", "Re: JOIN g1 please": "Thanks!\n\nAnn",
    }.items()):  # fmt: skip
        answer = table.write(f"p{number}@new.example", words, subject=subject)
        assert "and you are in" in " ".join(table.written(answer).text.split()), subject


def test_two_games_want_a_line_each(form):
    table = form()
    cup(table)
    for verb in ("JOIN", "OBSERVE"):
        said = ask(table, "ann@new.example", f"{verb} g1 and cup")
        assert f"write a line for each: {verb} g1, {verb} cup" in said


@pytest.mark.parametrize(
    "letter",
    [
        "Please cancel my JOIN of spring.",
        "Who runs this?",
        "Good game, report me if you must",
        'What is "JOIN spring"?',
    ],
)
def test_words_that_only_look_like_a_command_are_none(letter):
    assert amid(letter) is None


def test_what_is_left_of_a_wish_is_named(form):
    table = form()
    said = ask(table, "ann@new.example", "JOIN g1 with Tom as Blue")
    assert "(Blue if possible)" in said
    assert "“Tom”: These words change nothing" in said
