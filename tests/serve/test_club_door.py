"""The door of the club by mail: games listed, sign-ups confirmed, politely or by a subject alone; who is refused."""

import re

import pytest

from judge.campaign import people
from judge.grammar.letter import said
from tests.serve.test_start_and_sitters import players


def ask(table, sender, words, **more):
    return " ".join(table.written(table.write(sender, words, subject="hello", **more)).text.split())


def word_in(text):
    return re.search(r"CONFIRM ([a-z2-7]{17})", text)[1]


def applicants(table):
    return {one.addresses[0] for one in table.campaign.sittings("g1") if one.role == "applicant"}


def test_a_polite_letter_and_a_subject_alone_sign_somebody_up(form):
    table = form()
    said = ask(table, "ann@new.example", "Hello!\n\nJOIN g1 blue please\n\nThanks,\nAnn\n-- \nAnn from afar")
    assert "and you are in" in said
    answer = table.write("ann@new.example", "", subject=f"Confirm {word_in(said)}")
    assert "you are signed up for g1" in table.written(answer).text
    assert applicants(table) == {"ann@new.example"}
    told = [row.facts["text"] for row in table.out("gm")]
    assert any("ann@new.example has signed up for g1" in one and "Blue" in one for one in told)
    (mail,) = [one for one in map(table.written, table.out("gm")) if "has signed up" in one.subject]
    assert "has signed up for g1, wishing for Blue; " in " ".join(mail.text.split())
    assert "{'code'" not in mail.text


SHAPES = {
    "polite": ("Dear Judge,\n\nI hope this finds you well.\n\n{}, please!\n\nThank you very much!\nAnn", "hello"),
    "signed": ("{}\n\n-- \nAnn\nSent from my telephone", "hello"),
    "above a quotation": (
        "{}\n\nOn Mon, 1 Mar 2027 at 09:00, Judge <judge@judge.localhost> wrote:\n> JOIN g1 copper\n> GAMES\n",
        "Re: hello",
    ),
    "a subject alone": ("", "{}"),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_is_asked_at_the_door_is_understood_in_any_dress(make_table, shape):
    table = make_table(settings={"sign_up": "open"}).start()
    table.write("blue", "RESIGN")
    body, subject = SHAPES[shape]
    asked = {
        "GAMES": "Without a player: Blue",
        "OBSERVE g1": "for the public reports of g1",
        "TAKEOVER g1 blue": "to take over Blue of g1",
        "STANDBY": "You stand by for any game",
    }
    for number, (words, expected) in enumerate(asked.items()):
        sender = f"p{number}@new.example"
        answer = table.write(sender, body.format(words), subject=subject.format(words))
        said = " ".join(table.written(answer).text.split())
        assert expected in said, (words, said)
        if "CONFIRM" in said:
            word = word_in(said)
            again = table.write(sender, body.format(f"CONFIRM {word}"), subject=subject.format(f"CONFIRM {word}"))
            assert again.facts["verdict"] == "OK", words


@pytest.mark.parametrize("dress", ["CONFIRM {}, please!", "Confirm {}."])
def test_a_word_is_the_same_with_a_sign_behind_it(dress):
    for word in ("k7wq2mzdk7wq2mzdk", "abcdefghijklmnopq"):
        assert said(dress.format(word)).rest == word, word


def test_one_click_opens_a_mail_that_confirms(form):
    table = form()
    said = ask(table, "ann@new.example", "JOIN g1")
    subject = re.search(r"mailto:judge@judge\.localhost\?subject=(\S+)", said)[1].replace("%20", " ")
    assert "signed up" in table.written(table.write("ann@new.example", "", subject=subject)).text


def test_a_word_that_went_to_somebody_else_confirms_nothing(form):
    table = form()
    said = ask(table, "ann@new.example", "JOIN g1")
    assert "nothing to confirm" in ask(table, "bob@new.example", f"CONFIRM {word_in(said)}")
    assert applicants(table) == set()


def test_games_tells_what_is_open_and_what_it_is_like(form):
    table = form(settings={"press": "none", "least_reliability": 80}, options=None)
    said = ask(table, "ann@new.example", "GAMES please")
    for words in ("places free", "JOIN g1", "windows of 3 days", "press: none", "reliability of at least 80 percent"):
        assert words in said, words


def test_games_tells_of_a_running_game_its_window_its_deadline_and_who_is_asked(table):
    table.write("blue", "RESIGN")
    said = ask(table, "ann@new.example", "GAMES")
    for words in ("due Thursday 4 March 2027", "it asks Amber", "Without a player: Blue", "OBSERVE g1 sends you"):
        assert words in said, words


def test_the_game_master_is_told_of_whoever_comes_in(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    table.write("blue", "RESIGN")
    for words, told in (("OBSERVE g1", "looks on"), ("TAKEOVER g1 blue", "Blue")):
        sender = f"{words.split()[0].lower()}@new.example"
        ask(table, sender, f"CONFIRM {word_in(ask(table, sender, words))}")
        mails = [table.written(row) for row in table.out("gm")]
        assert any(sender in mail.text for mail in mails), told


def test_a_game_with_a_word_is_for_those_who_know_it(form):
    table = form(more="club: {join_words: {g1: tumbleweed}}\n")
    assert "for those who know its word" in ask(table, "ann@new.example", "JOIN g1 blue")
    assert "is another" in ask(table, "ann@new.example", "JOIN g1 blue WORD sagebrush")
    assert "you are in" in ask(table, "ann@new.example", "JOIN g1 blue WORD Tumbleweed")


def test_a_games_word_is_asked_of_whoever_looks_on_or_takes_over(make_table):
    table = make_table(settings={"sign_up": "open"}, more="club: {join_words: {all: tumbleweed}}\n").start()
    table.write("blue", "RESIGN")
    for words in ("OBSERVE g1", "TAKEOVER g1 blue"):
        assert "for those who know its word" in ask(table, "ann@new.example", words), words
        assert "sagebrush is another" in ask(table, "ann@new.example", f"{words} WORD sagebrush, please"), words
        assert "and you are in" in ask(table, "ann@new.example", f"{words} WORD tumbleweed"), words
    assert "the game's word at the end of both" in ask(table, "ann@new.example", "GAMES")


def test_what_stands_behind_observe_and_means_nothing_is_named(table):
    assert 'leave out "blue"' in ask(table, "ann@new.example", "OBSERVE g1 blue")


def test_who_is_on_the_list_of_those_who_may_not_come_does_not(form):
    table = form(more="club: {deny: [spam@new.example, bad.example]}\n")
    for sender in ("spam@new.example", "ann@bad.example", "ann@sub.bad.example"):
        for words in ("JOIN g1", "OBSERVE g1", "STANDBY"):
            assert "takes no sign-ups" in ask(table, sender, words), (sender, words)
    assert "you are in" in ask(table, "ann@new.example", "JOIN g1")


def test_where_there_is_a_list_of_those_who_may_come_others_may_not(form):
    table = form(more="club: {allow: [new.example]}\n")
    assert "you are in" in ask(table, "ann@new.example", "JOIN g1")
    assert "takes no sign-ups" in ask(table, "ann@other.example", "JOIN g1")


def test_somebody_who_looks_on_gets_the_public_reports(table):
    said = ask(table, "ann@new.example", "I'd love to see it.\nOBSERVE g1")
    ask(table, "ann@new.example", f"CONFIRM {word_in(said)}")
    mine = [row for row in table.out("report") if row.recipient == "ann@new.example"]
    assert len(mine) == 1
    assert mine[0].facts["seat"] == "*public"


def test_a_vacant_seat_of_an_open_game_is_taken_over_by_mail(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    table.write("blue", "RESIGN")
    assert "Without a player: Blue" in ask(table, "ann@new.example", "GAMES")
    assert "amber@mail.example has a seat in g1 already" in ask(table, "amber", "TAKEOVER g1 blue")
    said = ask(table, "ann@new.example", "TAKEOVER g1 blue please")
    assert "is yours" in ask(table, "ann@new.example", f"CONFIRM {word_in(said)}")
    assert players(table)["blue"] == "ann@new.example"


def test_a_seat_of_a_game_by_invitation_is_the_game_masters_to_give(table):
    table.write("blue", "RESIGN")
    said = ask(table, "ann@new.example", "TAKEOVER g1 blue")
    assert "Blue of g1 is vacant, and the game master decides who plays there" in said
    assert "I passed your words on to the game master" in said
    assert "blue@mail.example" in players(table).values()


def test_whoever_wants_a_seat_that_has_a_player_is_told_so_and_of_standing_by(make_table):
    table = make_table(settings={"sign_up": "open"}).start()
    for letter in ("TAKEOVER g1 blue", "Hello, I'd like to take over the blue seat in g1."):
        said = ask(table, "ann@new.example", letter)
        assert "Blue of g1 is not vacant now. STANDBY lanterns puts you on the list" in said, letter
        assert "I passed your words on to the game master" in said, letter
    assert "No seat of g1 is vacant now" in ask(table, "ann@new.example", "TAKEOVER g1")
    assert "g1 has begun: TAKEOVER g1 asks for a vacant seat" in ask(table, "ann@new.example", "JOIN g1")
    table.campaign.end("g1", ["amber"], "agreed", table.now)
    for letter in ("TAKEOVER g1 blue", "JOIN g1"):
        assert "was not carried out: g1 is over" in ask(table, "ann@new.example", letter), letter


def test_a_game_is_made_by_mail_by_those_who_are_trusted(form):
    table = form(more="club: {create: [amber@mail.example]}\n")
    assert "is made" in ask(table, "amber", "CREATE autumn diplomacy deadlines=5d")
    assert "JOIN autumn" in ask(table, "ann@new.example", "GAMES")
    assert "only people named in campaign.yaml" in ask(table, "ann@new.example", "CREATE winter diplomacy")
    unproven = table.write("amber", "CREATE winter diplomacy", proven=False, subject="hello")
    assert "nothing in your letter proves" in " ".join(table.written(unproven).text.split())
    for setting in ("deadlines=1s", "deadlines=0s", "deadlines.movement=4m", "confirm=1s"):
        assert "after less than 5 minutes" in ask(table, "amber", f"CREATE winter diplomacy {setting}"), setting
    assert "winter" not in ask(table, "ann@new.example", "GAMES")


def test_nobody_who_is_too_unreliable_signs_up(form):
    table = form(settings={"least_reliability": 80})
    with table.campaign.act(table.now) as act:
        people.join(act, "g1", "late@new.example")
        import json

        from judge.campaign.reliability import Counts
        from judge.store import club
        from judge.store import people as persons

        player = persons.of_address(act.connection, "late@new.example")
        counts = json.dumps({"met": 5, "late": 0, "missed": 15, "given_up": 0})
        club.put_reputation(act.connection, player, "other", counts, "2027-01-01T00:00:00Z")
        people.resign(act, "g1", f"*{player}")
    assert Counts(met=5, missed=15).percent == 25
    assert "needs a reliability of 80 percent, and yours is 25" in ask(table, "late@new.example", "JOIN g1")
