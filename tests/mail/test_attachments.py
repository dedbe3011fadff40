"""What is attached to a letter: texts, pages, mails and documents are read with it, all else is named."""

import io
import zipfile
from email.message import EmailMessage

import pytest

from judge.mail import docx
from judge.mail.letter import read_letter

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def document(*paragraphs, raw=""):
    inside = raw or "".join(f"<w:p>{one}</w:p>" for one in paragraphs)
    xml = f'<?xml version="1.0"?><w:document xmlns:w="{WORD}"><w:body>{inside}</w:body></w:document>'
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", xml if not raw.startswith("<?xml") else raw)
    return kept.getvalue()


def run(text):
    return f"<w:r><w:t>{text}</w:t></w:r>"


def mail(body="Orders attached.", sender="a@b.example"):
    message = EmailMessage()
    if sender:
        message["From"] = sender
    message["Subject"] = "moves"
    message.set_content(body)
    return message


def read(message):
    letter = read_letter(message.as_bytes())
    return letter, [line.text for line in letter.lines if line.is_own and line.part]


ORDERS = ["A PAR - BUR", "F BRE - MAO"]


def attached_text(message):
    message.add_attachment("\n".join(ORDERS), filename="orders.txt")


def attached_page(message):
    message.add_attachment("<p>A PAR - BUR</p><p>F BRE - MAO</p>", subtype="html", filename="orders.html")


def attached_document(message):
    table = "".join(f"<w:tbl><w:tr><w:tc><w:p>{run(one)}</w:p></w:tc></w:tr></w:tbl>" for one in ORDERS)
    kind, subtype = DOCX.split("/")
    message.add_attachment(document(raw=table), maintype=kind, subtype=subtype, filename="moves.docx")


def attached_mail(message):
    message.add_attachment(mail("\n".join(ORDERS)))


def attached_file_of_a_mail(message):
    whole = mail("\n".join(ORDERS)).as_bytes()
    message.add_attachment(whole, maintype="application", subtype="octet-stream", filename="moves.eml")


@pytest.mark.parametrize(
    "attach", [attached_text, attached_page, attached_document, attached_mail, attached_file_of_a_mail]
)
def test_orders_that_are_attached_are_part_of_the_letter(attach):
    message = mail()
    attach(message)
    letter, said = read(message)
    assert [line for line in said if line] == ORDERS
    assert len(letter.attached) == 1
    assert letter.unread == ()
    assert letter.text.split("\n")[0] == "Orders attached."
    assert len(letter.text.split("\n")) == len(letter.lines)


def test_a_mail_of_somebody_else_is_a_quotation():
    message = mail()
    message.add_attachment(mail("A PAR - BUR", sender="france@c.example"))
    letter, said = read(message)
    assert said == []
    assert "A PAR - BUR" in [line.text for line in letter.lines if line.quoted]


def test_an_attached_draft_is_its_senders():
    message = mail()
    message.add_attachment(mail("A PAR - BUR", sender=""))
    assert [line for line in read(message)[1] if line] == ["A PAR - BUR"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [("application/pdf", "moves.pdf"), ("application/zip", "all.zip"), ("application/msword", "moves.doc"),
     ("application/vnd.ms-excel", "moves.xls"), ("audio/ogg", "voice.ogg"),
     ("image/jpeg", "my-orders.jpg")],
)  # fmt: skip
def test_every_other_attachment_is_named_as_not_read(kind, name):
    message = mail()
    main, sub = kind.split("/")
    message.add_attachment(b"\x00\x01", maintype=main, subtype=sub, filename=name)
    letter, said = read(message)
    assert letter.unread == (name,)
    assert said == []


def test_what_was_struck_out_moved_away_or_hidden_in_a_document_is_not_there():
    said = docx.text_of(
        document(
            run("A PAR") + f"<w:del>{run(' - PIC')}</w:del><w:ins>{run(' - BUR')}</w:ins>",
            f"<w:moveFrom>{run('A MAR H')}</w:moveFrom>",
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>F BRE H</w:t></w:r>" + run("F BRE - MAO"),
            "<w:r><w:t>A MAR</w:t><w:br/><w:t>H</w:t></w:r>",
        )
    )
    assert said.split("\n") == ["A PAR - BUR", "", "F BRE - MAO", "A MAR", "H"]


def test_a_document_that_would_grow_without_end_is_not_read():
    bomb = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><w>&a;</w>'
    assert docx.text_of(document(raw=bomb)) is None
    assert docx.text_of(document(run("A PAR - BUR " * 300_000))) is None
    for broken in (b"", b"PK\x03\x04", document("<w:r>")[:200], b"no archive at all"):
        assert docx.text_of(broken) is None
