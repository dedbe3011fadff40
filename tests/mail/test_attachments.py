"""What is attached to a letter: texts, pages, mails and documents are read with it, all else is named."""

import io
import zipfile
from email.message import EmailMessage

import pytest

from judge.grammar.text import without_struck
from judge.mail import docx
from judge.mail.letter import read_letter

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def document(*paragraphs, raw="", styles=""):
    inside = raw or "".join(f"<w:p>{one}</w:p>" for one in paragraphs)
    xml = f'<?xml version="1.0"?><w:document xmlns:w="{WORD}"><w:body>{inside}</w:body></w:document>'
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        if styles:
            archive.writestr("word/styles.xml", f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>')
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
    said = docx.read(
        document(
            run("A PAR") + f"<w:del>{run(' - PIC')}</w:del><w:ins>{run(' - BUR')}</w:ins>",
            f"<w:moveFrom>{run('A MAR H')}</w:moveFrom>",
            "<w:r><w:rPr><w:vanish/></w:rPr><w:t>F BRE H</w:t></w:r>" + run("F BRE - MAO"),
            "<w:r><w:t>A MAR</w:t><w:br/><w:t>H</w:t></w:r>",
        )
    )
    assert said.hidden == ("F BRE H",)
    assert said.text.split("\n") == ["A PAR - BUR", "", "F BRE - MAO", "A MAR", "H"]


UNSEEN = {
    "white": '<w:color w:val="FFFFFF"/>',
    "white by the theme": '<w:color w:val="auto" w:themeColor="background1"/>',
    "tiny": '<w:sz w:val="2"/>',
    "squeezed": '<w:w w:val="1"/>',
    "crowded": '<w:spacing w:val="-400"/>',
    "far below": '<w:position w:val="-4000"/>',
    "marked in its own colour": '<w:highlight w:val="black"/>',
    "shaded in its own colour": '<w:color w:val="336699"/><w:shd w:val="clear" w:fill="336699"/>',
    "hidden on the web": "<w:webHidden/>",
    "hidden for a heading": "<w:specVanish/>",
    "in little pictures": '<w:rFonts w:ascii="Wingdings"/>',
    "filled with nothing": '<x:textFill xmlns:x="urn:x"><x:noFill/></x:textFill>',
    "by a style": '<w:rStyle w:val="X"/>',
}
UNSEEN_PLACES = {
    "a style of paragraphs": '<w:p><w:pPr><w:pStyle w:val="Y"/></w:pPr>{}</w:p>',
    "a style that rests on another": '<w:p><w:pPr><w:pStyle w:val="Z"/></w:pPr>{}</w:p>',
    "a frame": '<w:p><w:pPr><w:framePr w:x="-9999"/></w:pPr>{}</w:p>',
    "off the page": '<w:p><w:pPr><w:ind w:left="-9999"/></w:pPr>{}</w:p>',
    "a line without height": '<w:p><w:pPr><w:spacing w:line="1" w:lineRule="exact"/></w:pPr>{}</w:p>',
    "a box": "<w:p><w:r><w:pict><w:txbxContent><w:p>{}</w:p></w:txbxContent></w:pict></w:r></w:p>",
    "a field to be filled in": (
        "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:p>{}</w:p></w:sdtContent></w:sdt>"
    ),
    "a row without height": (
        '<w:tbl><w:tr><w:trPr><w:trHeight w:val="0" w:hRule="exact"/></w:trPr><w:tc><w:p>{}</w:p></w:tc></w:tr></w:tbl>'
    ),
    "a hidden row": "<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr><w:tc><w:p>{}</w:p></w:tc></w:tr></w:tbl>",
    "the instruction of a field": (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>{}<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    ),
}
STYLES = """
<w:style w:type="character" w:styleId="X"><w:rPr><w:vanish/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Y"><w:rPr><w:color w:val="FEFEFE"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="Z"><w:basedOn w:val="Y"/></w:style>
"""


@pytest.mark.parametrize("how", UNSEEN.values(), ids=UNSEEN)
def test_letters_of_a_document_that_nobody_sees_are_not_read(how):
    said = docx.read(document(f"<w:r><w:rPr>{how}</w:rPr><w:t>A MAR H</w:t></w:r>", run("F BRE H"), styles=STYLES))
    assert said.text.split() == ["F", "BRE", "H"]
    assert said.hidden == ("A MAR H",)


@pytest.mark.parametrize("place", UNSEEN_PLACES.values(), ids=UNSEEN_PLACES)
def test_nor_what_stands_where_nobody_sees_it(place):
    said = docx.read(document(raw=place.format(run("A MAR H")) + f"<w:p>{run('F BRE H')}</w:p>", styles=STYLES))
    assert said.text.split() == ["F", "BRE", "H"]
    assert said.hidden == ("A MAR H",)


def test_letters_of_a_document_that_anybody_sees_are_read():
    plain = '<w:b/><w:color w:val="auto"/><w:sz w:val="22"/><w:lang w:val="en-GB"/><w:rFonts w:ascii="Aptos"/>'
    on_black = (
        '<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="000000"/></w:tcPr><w:p><w:r><w:rPr>'
        '<w:color w:val="FFFFFF"/></w:rPr><w:t>F BRE H</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
    )
    said = docx.read(document(raw=f"<w:p><w:r><w:rPr>{plain}</w:rPr><w:t>A MAR H</w:t></w:r></w:p>{on_black}"))
    assert said == docx.Document("A MAR H\nF BRE H")


@pytest.mark.parametrize("how", ["strike", "dstrike"])
def test_what_is_struck_through_in_a_document_is_taken_back(how):
    said = docx.read(document(f"<w:r><w:rPr><w:{how}/></w:rPr><w:t>A MAR H</w:t></w:r>"))
    assert without_struck(said.text).strip() == ""


def test_a_document_that_would_grow_without_end_is_not_read():
    bomb = '<?xml version="1.0"?><!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><w>&a;</w>'
    assert docx.read(document(raw=bomb)) is None
    assert docx.read(document(run("A PAR - BUR " * 300_000))) is None
    assert docx.read(document(raw="<w:p/>" * 70_000)) is None
    # Each of its letters would be looked up in all of these.
    defaults = '<w:style w:default="1" w:type="paragraph"/>'
    assert docx.read(document(run("A PAR - BUR"), styles=defaults)) == docx.Document("A PAR - BUR")
    assert docx.read(document(run("A PAR - BUR"), styles=defaults * 1000)) is None
    for broken in (b"", b"PK\x03\x04", document("<w:r>")[:200], b"no archive at all"):
        assert docx.read(broken) is None
