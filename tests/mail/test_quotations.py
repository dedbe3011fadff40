"""What a player sends back of our own mails is a quotation in any client and language; what he wrote himself is not."""

import textwrap
import time

import pytest

from judge.mail.forms import changed, forms_in
from judge.mail.letter import read_letter
from judge.mail.quotations import Index, in_doubt, origins, recognised

FORM = """\
ORDERS g1 austria spring-1901-movement
A Vienna ___
A Budapest ___
F Trieste ___
END ORDERS"""
PRINTED = ("A Vienna ___", "A Budapest ___", "F Trieste ___")
REPORT = f"""\
[club/g1] Winter 1900 {{spring-1901-movement}}

The year 1901 begins. Seven powers look at each other across the map of Europe, and nobody has moved yet.

Last winter's builds, as they were carried out: A VIE built, A BUD built, F TRI built.
RESIGN gives your seat up, and CLEAR takes all your orders back.

Your deadline is Thursday 4 March 2027, 09:00 UTC (in 3 days). Fill in the form below and send this mail back.

{FORM}

This is report 0 of g1. What is not answered was not received; a later letter changes only what it names.
"""
SENT = (Index.of(REPORT),)
PRESS = f"""\
From France to Austria, in g1. An answer to this mail goes to France.

Dear Franz, I should like to see you in Trieste and Venice by autumn. Paste this and send it, it helps us both:

{FORM.replace("A Vienna ___", "A Vienna - Tyrolia")}

Yours, the Republic
"""


def lines_of(body, kind="plain"):
    head = f"From: a@b.example\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n"
    return read_letter(head.encode() + body.encode()).lines


def own(body, sent=SENT, kind="plain"):
    """What is left as the writer's own, courtesies and all."""
    found = recognised(lines_of(body, kind), sent)
    return [line.text for line in found if line.is_own and line.origin != "echo"]


def html(text):
    rows = "".join(f"<tr><td>{row}</td></tr>" if row else "<tr><td><br></td></tr>" for row in text.splitlines())
    return f"<html><body><p>F TRI - ALB</p><table>{rows}</table></body></html>"


WAYS = {
    "no signs at all": REPORT,
    "signs": textwrap.indent(REPORT, "> ", lambda line: True),
    "wrapped at fifty": "\n".join(row for line in REPORT.splitlines() for row in textwrap.wrap(line, 50) or [""]),
    "joined to long lines": " ".join(REPORT.split()),
    "a zero-width space in each line": "\n".join(line[:3] + "\u200b" + line[3:] for line in REPORT.splitlines()),
    "full-width signs and no-break spaces": REPORT.replace(" ", "\u00a0"),
    "trimmed in the middle": "\n".join([*REPORT.splitlines()[:4], "[...]", *REPORT.splitlines()[7:]]),
    "Outlook in Turkish": "Kimden: Judge <judge@club.example>\nGönderilme: 3 Mart 2027\nKonu: g1\n\n" + REPORT,
    "Gmail in Tamil": "புதன், 3 மார். 2027 அன்று, Judge <judge@club.example> எழுதியது:\n\n" + REPORT,
    "a letter mark down the side": textwrap.indent(REPORT, "| ", lambda line: True),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_report_sent_back_whole_is_no_word_of_the_writers(way):
    text = own("F TRI - ALB\n\n" + WAYS[way])
    assert [line for line in text if line != "[...]"] == ["F TRI - ALB"]


def test_a_page_alone_is_known_as_well():
    assert own(html(REPORT), kind="html") == ["F TRI - ALB"]


def test_what_stands_between_quoted_lines_is_the_writers():
    rows = REPORT.splitlines()
    rows.insert(4, "Really? I saw something else.")
    rows.insert(9, "A VIE - GAL")
    assert own("\n".join(rows)) == ["Really? I saw something else.", "A VIE - GAL"]


def test_a_short_line_that_was_once_sent_is_named_never_dropped():
    receipt = Index.of("Your orders now:\n| A Vienna - Galicia via Budapest\n| F Trieste H\nDeadline: 4")
    (line,) = recognised(lines_of("A Vienna - Galicia via Budapest"), (receipt,))
    assert line.origin == "echo"
    assert line.is_own


def test_a_letter_of_ones_own_is_ones_own():
    said = "Hi,\nA VIE - GAL\nA BUD - SER\nF TRI - ALB\nThanks for the report, see you in spring.\nFranz"
    assert own(said) == said.splitlines()


def test_a_form_counts_wherever_it_stands_and_every_line_of_it_that_was_changed():
    filled = REPORT.replace("A Vienna ___", "A Vienna - Galicia").replace("A Budapest ___", "GA(Bud) - Serbia")
    (form,) = forms_in(recognised(lines_of("done, see below\n\n" + filled), SENT))
    assert (form.game, form.seat, form.key) == ("g1", "austria", "spring-1901-movement")
    assert [row.text for row in changed(form, PRINTED)] == ["A Vienna - Galicia", "GA(Bud) - Serbia"]


def test_a_line_of_a_form_that_was_wrapped_is_one_line():
    long = "A Vienna supports the army in Budapest on its long way to Serbia beyond the Danube ___"
    text = FORM.replace("A Vienna ___", "\n".join(textwrap.wrap(long, 64))).replace("F Trieste ___", "F Trieste H")
    (form,) = forms_in(lines_of(textwrap.indent(text, "> ")))
    assert [row.text for row in changed(form, (long, *PRINTED[1:]))] == ["F Trieste H"]


@pytest.mark.parametrize("prefix", ["", "> ", "| "])
def test_an_order_form_in_press_gives_no_orders_when_it_comes_back(prefix):
    sent = (*SENT, Index.of(PRESS, is_press=True))
    lines = recognised(lines_of("Thanks!\n\n" + textwrap.indent(PRESS, prefix)), sent)
    assert [line.text for line in lines if line.is_own] == ["Thanks!"]
    assert forms_in(lines) == ()


def test_a_quoted_command_is_not_the_writers():
    assert own("Nice.\n\n" + "\n".join(REPORT.splitlines()[4:8])) == ["Nice."]


def test_hostile_lines_and_many_mails_take_no_time():
    many = [Index.of(f"{REPORT} {n}") for n in range(30)]
    lines = [" ".join(REPORT.split()[n % 80 : n % 80 + 12]) for n in range(2000)]
    began = time.process_time()
    origins(lines, many)
    assert time.process_time() - began < 1


def test_an_index_is_kept_and_read_again():
    index = Index.of(REPORT)
    assert Index.read(index.kept()) == index


def test_an_order_written_into_a_form_did_not_stand_in_it():
    sent = Index.of("ORDERS g1 france fall-1902-retreats\nF MAO R ___  # BRE, IRI, NAF or D\nEND ORDERS")
    assert not sent.holds("F MAO R BRE")
    assert sent.holds("F MAO R ___  # BRE, IRI, NAF or D")


def test_a_line_of_the_report_that_is_typed_again_above_it_is_the_writers():
    report = f"Naples to the Ionian Sea: bounced.\n\n{REPORT}"
    said = "Naples to the Ionian Sea\n\n" + textwrap.indent(report, "> ")
    lines = recognised(lines_of(said), (Index.of(report),))
    assert lines[0].is_own
    assert in_doubt(lines) == frozenset()


def test_a_line_of_the_report_below_a_quotation_of_it_stays_in_doubt():
    sent = (Index.of(f"{REPORT}\nYou might order: Naples to the Ionian Sea."),)
    lines = recognised(lines_of(f"{REPORT}\nI like this:\nNaples to the Ionian Sea"), sent)
    assert in_doubt(lines) == {len(lines)}
