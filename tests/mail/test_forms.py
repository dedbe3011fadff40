"""Order forms in letters: what was filled in, what was put in place of a line, and the player's own lines beside it."""

import textwrap

import pytest

from judge.mail.fates import Fate
from judge.mail.forms import changed, forms_in
from judge.mail.language import Filled, read
from judge.mail.letter import read_letter

PRINTED = ("G(Kan) ___", "GH(Coo) ___", "G(Lzy) ___")
FORM = "\n".join(("ORDERS spring lazy-s summer-1870-movement", *PRINTED, "END ORDERS"))


def reading(body):
    lines = read_letter(b"From: a@b.example\r\nContent-Type: text/plain\r\n\r\n" + body.encode()).lines
    filled = [Filled(form, changed(form, PRINTED)) for form in forms_in(lines)]
    return read(lines, filled=filled)


def said(body):
    return [[line.text for line in section.lines] for section in reading(body).sections]


@pytest.mark.parametrize("prefix", ["", "> ", ">> "])
@pytest.mark.parametrize("above", ["", "done, see below\n\n", "Hi,\nhere you go\n\n"])
def test_what_was_put_into_a_form_counts_below_any_courtesy(above, prefix):
    form = FORM.replace("G(Kan) ___", "GH(Kan) - Nth").replace("G(Lzy) ___", "G(Lzy) stands")
    assert said(above + textwrap.indent(form, prefix))[-1] == ["GH(Kan) - Nth", "G(Lzy) stands"]


def test_a_form_that_nobody_touched_says_nothing():
    assert said("Thanks!\n\n" + textwrap.indent(FORM, "> "))[0] == ["Thanks!"]
    assert len(said("Thanks!\n\n" + textwrap.indent(FORM, "> "))) == 1


def test_orders_above_a_form_and_others_in_it_are_both_shown():
    form = FORM.replace("G(Lzy) ___", "G(Lzy) - Mon")
    assert said("G(Lzy) stands\n\n" + form) == [["G(Lzy) stands"], ["G(Lzy) - Mon"]]


def test_a_forms_frame_is_a_form_and_what_was_changed_is_for_the_game_to_read():
    fates = reading("READY\n" + FORM.replace("G(Lzy) ___", "G(Lzy) - Mon")).fates
    assert fates == (Fate.COMMAND, Fate.FORM, Fate.FORM, Fate.FORM, None, Fate.FORM)


def test_a_forms_seat_and_window_are_its_own():
    (section,) = reading(FORM.replace("G(Lzy) ___", "G(Lzy) - Mon")).sections
    assert (section.game, section.seat, section.window) == ("spring", "lazy-s", "summer-1870-movement")


def test_a_command_in_a_form_is_not_carried_out_as_a_command():
    found = reading(FORM.replace("G(Kan) ___", "RESIGN"))
    assert found.commands == ()
    assert [line.text for line in found.sections[-1].lines] == ["RESIGN"]
