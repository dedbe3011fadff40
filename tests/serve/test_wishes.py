"""People without a seat who write as people write: a wish for a place in their own words is the command that asks for
it, and gives them nothing before they have confirmed it."""

import pytest

from judge import variants
from judge.grammar.door import wished
from tests.serve.test_club_door import applicants, ask, word_in
from tests.serve.test_tournament_by_mail import cup

WISHES = {
    "could you put me down for g1?": "for a seat in g1 for",
    "Count me in for g1!\n\nFay": "for a seat in g1 for",
    "sign me up!": "for a seat in g1 for",
    "I never played before, but I would love to join g1.": "for a seat in g1 for",
    "I'd love to play Blue in g1 if nobody has it.": "for a seat in g1 (Blue if possible)",
    "Hello, I would like to sign up for a game of Lanterns. What do I need to do?": "for a seat in g1 for",
    "JOIN\ng1\n\nCyd": "for a seat in g1 for",
    "Hi there,\n\nI'd like to play. Please JOIN\ng1\n\nCheers, Bea": "for a seat in g1 for",
    "JOIN g1\nI'd love to have Blue or Copper, but Amber is ok too.": "(Blue, Copper and Amber if possible)",
    "JOIN g1\nBlue please": "for a seat in g1 (Blue if possible)",
    "I want to watch g1 please": "for the public reports of g1",
    "Is there room in g1?": "places free",
    "Put me on the list for any vacant seats, please": "You stand by for any game",
}


@pytest.mark.parametrize(("letter", "expected"), WISHES.items())
def test_a_wish_in_plain_words_is_what_it_asks_for(form, letter, expected):
    table = form()
    said = ask(table, "ann@new.example", letter)
    assert expected in said
    assert "was not carried out" not in said
    assert not applicants(table)


def test_the_sentence_of_a_wish_is_quoted_with_what_it_was_read_as(form):
    said = ask(form(), "ann@new.example", "could you put me down for g1?")
    assert "“could you put me down for g1?” was read as JOIN g1." in said


def test_whoever_is_not_meant_has_no_wish():
    for line in (
        "I don't want to join g1", "My friend would like to join g1", "He said he wants to join g1",
        "Would you like to join g1?", "Why would anybody be on your STANDBY list?", "Ich möchte nicht mitspielen",
        "Je ne voudrais pas participer", "I am in Berlin this week",
    ):  # fmt: skip
        assert wished(line) == "", line


def test_join_me_is_said_to_people_and_asks_for_no_game(form):
    said = ask(form(), "lou@new.example", "Join me in attacking Amber!")
    assert "there is no game" not in said
    assert "CONFIRM" not in said
    assert "I do not know the address" in said


def test_a_wish_that_leaves_a_seat_out_is_named_and_not_taken_for_it(form):
    said = ask(form(), "ann@new.example", "JOIN g1\nanything but Blue please")
    assert "Blue if possible" not in said
    assert "“anything but Blue please”" in said


def test_a_tournament_can_be_wished_for(form):
    table = form()
    cup(table)
    assert "to play in the tournament cup" in ask(table, "ann@new.example", "I'd like to play in the cup")


def test_a_stranger_who_names_a_game_is_passed_on_to_the_game_master(form):
    table = form()
    table.write("moe@new.example", "Please put my friend Zoe down for g1, she has no computer", subject="hello")
    (mail,) = table.out("talk")
    assert "my friend Zoe" in table.written(mail).text
    assert not applicants(table)


@pytest.mark.parametrize(
    ("letter", "asked", "yes", "welcome"),
    [
        ("Ich würde gerne bei g1 mitspielen.", "Jemand, hoffentlich du", "Ja, gerne", "Willkommen"),
        ("BEITRETEN g1", "Jemand, hoffentlich du", "das war ich", "Willkommen"),
        ("je voudrais participer à la partie g1", "Quelqu’un", "Oui, c'est moi", "Bienvenue"),
        ("JOIN g1\nSPRACHE de", "Jemand, hoffentlich du", "ok", "Willkommen"),
    ],
)
def test_newcomers_are_answered_in_their_own_language_and_keep_it(form, letter, asked, yes, welcome):
    table = form()
    mail = table.written(table.write("ida@new.example", letter, subject="hallo"))
    assert asked in mail.text
    answer = table.write("ida@new.example", yes + "\n\n" + "\n".join(f"> {one}" for one in mail.text.splitlines()))
    assert welcome in table.written(answer).text
    assert applicants(table) == {"ida@new.example"}
    later = table.written(table.write("ida@new.example", "PLAYERS g1", subject="g1")).text
    assert "people signed up" not in later
    assert ("angemeldet: 1" if welcome == "Willkommen" else "inscriptions\u00a0: 1") in later


@pytest.mark.parametrize("no", ["That was not me!", "No, it wasn't me", "No thanks", "Nein", "Non, pas moi"])
def test_a_no_over_the_mail_that_asks_ends_the_question(form, no):
    table = form()
    mail = table.written(table.write("dan@new.example", "JOIN g1", subject="hello"))
    quoted = "\n".join(f"> {one}" for one in mail.text.splitlines())
    said = " ".join(table.written(table.write("dan@new.example", f"{no}\n\n{quoted}")).text.split())
    assert "nothing is done" in said
    word = word_in(" ".join(mail.text.split()))
    assert "you are signed up" not in ask(table, "dan@new.example", f"CONFIRM {word}")
    assert not applicants(table)


HERE = ("Yes, I am here and ready", "yes", "Ja, bin da!", "I'm in", "Oui, je suis là", "here")


@pytest.mark.parametrize("words", HERE)
def test_any_yes_to_the_question_who_is_there_is_here(make_table, words):
    table = make_table(settings={"confirm": "3d"})
    table.campaign.start("g1", table.now)
    said = ask(table, "amber", words)
    assert "Thank you for answering" in said
    assert "judge start" not in said


def test_a_no_or_a_question_to_who_is_there_is_not_here(make_table):
    table = make_table(settings={"confirm": "3d"})
    table.campaign.start("g1", table.now)
    for words in ("no", "I am not here next week", "When does it begin?"):
        assert "Thank you for answering" not in ask(table, "amber", words), words


def test_words_to_a_game_that_has_not_begun_reach_a_person(form):
    table = form()
    ask(table, "ann@new.example", f"CONFIRM {word_in(ask(table, 'ann@new.example', 'JOIN g1'))}")
    said = ask(table, "ann@new.example", "Actually I would prefer Blue if I may.")
    assert "I passed your words on to the game master" in said
    assert "judge start" not in said


def test_players_of_a_game_that_forms_says_how_many_have_signed_up(form):
    table = form()
    ask(table, "ann@new.example", f"CONFIRM {word_in(ask(table, 'ann@new.example', 'JOIN g1'))}")
    assert "1 person signed up" in ask(table, "bea@new.example", "PLAYERS g1")


def teardown_module():
    variants.GAMES.pop("lanterns", None)
