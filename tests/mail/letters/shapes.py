"""The shapes in which mail programs send a letter. Each is a function (Wrote) -> bytes, named for its program.

`Wrote` holds the writer's text and the report he answers, whose old orders must never be carried out.
"""

# The lines are long because those of mail programs are.
# ruff: noqa: E501

from __future__ import annotations

import base64
import html
import quopri
from dataclasses import dataclass, field

JUDGE = "judge@judge.example"
KEY = "spring-1901-movement"
OLD = ("Orders of the last phase:", "A WAR - SIL", "F SEV - ARM", "G(Dev)-Cac", "Build A WAR", "CLEAR", "RESIGN")
FORMS = {
    "diplomacy": ("ORDERS g1 austria spring-1901-movement", ("A Vienna", "A Budapest", "F Trieste")),
    "range-war": ("ORDERS g2 lazy-s summer-1870-movement", ("G(Lzy)", "G(CHM)", "GH(Coo)")),
}


@dataclass(frozen=True)
class Wrote:
    """A letter as its writer sees it."""

    text: str
    game: str
    fills: dict[str, str] = field(default_factory=dict)

    @property
    def lines(self) -> list[str]:
        return self.text.rstrip("\n").split("\n") if self.text.strip() else []

    @property
    def report(self) -> list[str]:
        """The report that is answered, its form filled in where it was."""
        head, stems = FORMS[self.game]
        rows = [f"{stem} {self.fills.get(stem, '___')}" for stem in stems]
        return ["The report of the last phase.", "", *OLD, "", head, *rows, "END ORDERS", "", "-- ", "The Judge"]

    @property
    def subject(self) -> str:
        return f"Re: [club/{'g1' if self.game == 'diplomacy' else 'g2'}] Spring 1901 {{{KEY}}}"


def mail(wrote: Wrote, kind: str, body: bytes, more: str = "", subject: str = "", sender: str = "") -> bytes:
    """Headers as they arrive, and a body."""
    head = (
        f"Return-Path: <player@mail.example>\r\nReceived: from mail.example by mx.judge.example; "
        f"Mon, 3 Mar 2025 10:01:00 +0100\r\nFrom: {sender or 'A Player <player@mail.example>'}\r\nTo: {JUDGE}\r\n"
        f"Subject: {subject or wrote.subject}\r\nMessage-ID: <x1@mail.example>\r\nDate: Mon, 3 Mar 2025 10:00:59 +0100\r\n"
        f"In-Reply-To: <r1.report@judge.example>\r\nMIME-Version: 1.0\r\n{more}Content-Type: {kind}\r\n"
    )
    return head.encode() + body


def eight(text: str, charset: str = "utf-8") -> bytes:
    """A body as it is, eight bits."""
    return b"Content-Transfer-Encoding: 8bit\r\n\r\n" + text.replace("\n", "\r\n").encode(charset, "replace")


def printable(text: str, charset: str = "utf-8") -> bytes:
    """A body in quoted-printable, with soft line breaks."""
    coded = quopri.encodestring(text.replace("\n", "\r\n").encode(charset, "replace"), quotetabs=False)
    return b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + coded.replace(b"\r\n", b"\n").replace(
        b"\n", b"\r\n"
    )


def sixty_four(text: str, charset: str = "utf-8") -> bytes:
    """A body in base64."""
    coded = base64.encodebytes(text.replace("\n", "\r\n").encode(charset, "replace"))
    return b"Content-Transfer-Encoding: base64\r\n\r\n" + coded.replace(b"\n", b"\r\n")


def both(plain: bytes, page: bytes, charset: str = "UTF-8") -> bytes:
    """Text and page as alternatives."""
    return (
        b"\r\n--0000bound\r\nContent-Type: text/plain; charset=\"" + charset.encode() + b"\"\r\n" + plain
        + b"\r\n\r\n--0000bound\r\nContent-Type: text/html; charset=\"" + charset.encode() + b"\"\r\n" + page
        + b"\r\n\r\n--0000bound--\r\n"
    )  # fmt: skip


ALTERNATIVE = 'multipart/alternative; boundary="0000bound"'
TEXT = 'text/plain; charset="utf-8"'
PAGE = 'text/html; charset="utf-8"'


def quoted(lines: list[str], sign: str = "> ") -> str:
    return "\n".join((sign + line).rstrip() if line else sign.rstrip() for line in lines)


def rows(lines: list[str], tag: str = "div", style: str = "") -> str:
    """Each line as an element of a page; an empty one holds a break."""
    mark = f" {style}" if style else ""
    return "".join(f"<{tag}{mark}>{_esc(line) or '<br>'}</{tag}>" for line in lines)


def breaks(lines: list[str]) -> str:
    return "<br>\r\n".join(_esc(line) for line in lines)


def _esc(line: str) -> str:
    return html.escape(line, quote=False).replace("  ", "&nbsp; ")


def body(wrote: Wrote) -> str:
    return "\n".join(wrote.lines)


def gmail_web(w):
    said = "On Mon, Mar 3, 2025 at 10:00 AM The Judge <judge@judge.example> wrote:"
    page = (
        f'<div dir="ltr">{breaks(w.lines)}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" '
        f'class="gmail_attr">{_esc(said)}<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;'
        f'border-left:1px solid rgb(204,204,204);padding-left:1ex">{breaks(w.report)}</blockquote></div>'
    )
    return mail(w, ALTERNATIVE, both(eight(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"), printable(page)))


def gmail_html_only(w):
    page = (
        f'<div dir="ltr">{rows(w.lines)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, Mar 3, '
        f'2025 at 10:00 AM The Judge &lt;<a href="mailto:judge@judge.example">judge@judge.example</a>&gt; wrote:<br></div>'
        f'<blockquote class="gmail_quote">{breaks(w.report)}</blockquote></div>'
    )
    return mail(w, PAGE, printable(page))


def gmail_wrapped(w):
    said = "On Mon, Mar 3, 2025 at 10:00 AM The Judge of the Club of Gentlemen\n<judge@judge.example> wrote:"
    return mail(w, TEXT, eight(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_german(w):
    said = "Am Mo., 3. März 2025 um 10:00 Uhr schrieb The Judge <\njudge@judge.example>:"
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_french(w):
    said = "Le lun. 3 mars 2025 à 10:00, The Judge <judge@judge.example> a écrit :"
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_russian(w):
    said = "пн, 3 мар. 2025 г. в 10:00, The Judge <judge@judge.example>:"
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_spanish(w):
    said = "El lun, 3 mar 2025 a las 10:00, The Judge (<judge@judge.example>) escribió:"
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_italian(w):
    said = "Il giorno lun 3 mar 2025 alle ore 10:00 The Judge <judge@judge.example> ha\nscritto:"
    return mail(w, TEXT, eight(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def gmail_signature(w):
    page = (
        f'<div dir="ltr"><div>{breaks(w.lines)}</div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" '
        f'class="gmail_signature" data-smartmail="gmail_signature"><div>A Player<br>Harbour Road 3<br>A RUH - BEL</div></div></div>'
    )
    plain = f"{body(w)}\n\n-- \nA Player\nHarbour Road 3\nA RUH - BEL\n"
    return mail(w, ALTERNATIVE, both(eight(plain), eight(page)))


def outlook_desktop(w):
    said = (
        "-----Original Message-----\nFrom: The Judge <judge@judge.example>\nSent: Monday, March 3, 2025 10:00 AM\n"
        "To: A Player <player@mail.example>\nSubject: [club/g1] Spring 1901\n"
    )
    return mail(
        w, TEXT, printable(f"{body(w)}\n\n{said}\n" + "\n".join(w.report)), "X-Mailer: Microsoft Outlook 16.0\r\n"
    )


def outlook_html(w):
    page = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0cm}</style></head>'
        f'<body lang="EN-GB"><div class="WordSection1">{rows(w.lines, "p", "class=MsoNormal")}<p class="MsoNormal">'
        '<o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        '<p class="MsoNormal"><b>From:</b> The Judge &lt;judge@judge.example&gt; <br><b>Sent:</b> Monday, March 3, 2025'
        " 10:00 AM<br><b>To:</b> A Player &lt;player@mail.example&gt;<br><b>Subject:</b> Spring 1901</p></div></div>"
        f"{rows(w.report, 'p', 'class=MsoNormal')}</div></body></html>"
    )
    return mail(w, PAGE, printable(page), "X-Mailer: Microsoft Outlook 16.0\r\n")


def outlook_german(w):
    said = (
        "-----Ursprüngliche Nachricht-----\nVon: The Judge <judge@judge.example> \nGesendet: Montag, 3. März 2025 10:00\n"
        "An: Spieler <player@mail.example>\nBetreff: [club/g1] Spring 1901\n"
    )
    return mail(
        w, 'text/plain; charset="iso-8859-1"', printable(f"{body(w)}\n\n{said}\n" + "\n".join(w.report), "cp1252")
    )


def outlook_web(w):
    page = (
        f'<html><body dir="ltr"><div style="font-family:Aptos,Arial">{rows(w.lines)}</div><div id="appendonsend"></div>'
        '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri">'
        "<b>From:</b> The Judge &lt;judge@judge.example&gt;<br><b>Sent:</b> Monday, March 3, 2025 10:00 AM<br><b>To:</b> "
        f"A Player<br><b>Subject:</b> Spring 1901</font><div>&nbsp;</div></div><div>{breaks(w.report)}</div></body></html>"
    )
    return mail(w, PAGE, printable(page))


def outlook_web_text(w):
    said = (
        "________________________________\nFrom: The Judge <judge@judge.example>\nSent: Monday, March 3, 2025 10:00 AM\n"
        "To: A Player <player@mail.example>\nSubject: Spring 1901\n"
    )
    return mail(w, TEXT, sixty_four(f"{body(w)}\n{said}\n" + "\n".join(w.report)))


def outlook_mobile(w):
    said = (
        "Get Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: The Judge "
        "<judge@judge.example>\nSent: Monday, March 3, 2025 10:00:00 AM\nTo: A Player\nSubject: Spring 1901\n"
    )
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n" + "\n".join(w.report)))


def outlook_no_rule(w):
    said = (
        "From: The Judge [mailto:judge@judge.example] \nSent: 03 March 2025 10:00\nTo: A Player\nSubject: Spring 1901\n"
    )
    return mail(w, TEXT, eight(f"{body(w)}\n \n{said}\n" + "\n".join(w.report)))


def outlook_french(w):
    said = "De : The Judge <judge@judge.example>\nEnvoyé : lundi 3 mars 2025 10:00\nÀ : Joueur\nObjet : Spring 1901\n"
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n" + "\n".join(w.report)))


def apple_mail(w):
    said = "> On 3 Mar 2025, at 10:00, The Judge <judge@judge.example> wrote:\n> "
    return mail(w, "text/plain; charset=utf-8; delsp=no", printable(f"{body(w)}\n\n{said}\n{quoted(w.report)}\n"))


def apple_mail_html(w):
    page = (
        f'<html><body style="overflow-wrap: break-word;">{breaks(w.lines)}<br id="lineBreakAtBeginningOfMessage"><div><br>'
        f'<blockquote type="cite"><div>On 3 Mar 2025, at 10:00, The Judge &lt;judge@judge.example&gt; wrote:</div><br>'
        f"<div>{rows(w.report)}</div></blockquote></div><br></body></html>"
    )
    return mail(w, PAGE, printable(page))


def iphone(w):
    said = "Sent from my iPhone\n\n> On 3 Mar 2025, at 10:00, The Judge <judge@judge.example> wrote:\n> "
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n{quoted(w.report)}"), "X-Mailer: iPhone Mail (22D82)\r\n")


def iphone_german(w):
    said = "Von meinem iPhone gesendet\n\n> Am 03.03.2025 um 10:00 schrieb The Judge <judge@judge.example>:\n> "
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n> {quoted(w.report)}"))


def iphone_html(w):
    page = (
        f'<html><body dir="auto">{breaks(w.lines)}<br><br><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br>'
        f'<blockquote type="cite">On 3 Mar 2025, at 10:00, The Judge wrote:<br><br></blockquote></div><blockquote '
        f'type="cite"><div dir="ltr">{breaks(w.report)}</div></blockquote></body></html>'
    )
    return mail(w, PAGE, printable(page))


def thunderbird_flowed(w):
    said = "On 3/3/25 10:00, The Judge wrote:"
    return mail(
        w, "text/plain; charset=UTF-8; format=flowed",
        eight(f"{said}\n{quoted(w.report)}\n\n{body(w)}\n\n-- \nA Player\nF RUH - BEL\n"),
    )  # fmt: skip


def thunderbird_html(w):
    page = (
        f'<html><body><p>{breaks(w.lines)}</p><div class="moz-cite-prefix">Am 03.03.25 um 10:00 schrieb The Judge:<br></div>'
        f'<blockquote type="cite" cite="mid:r1@judge.example"><pre class="moz-quote-pre" wrap="">'
        f"{html.escape(chr(10).join(w.report), quote=False)}</pre></blockquote></body></html>"
    )
    return mail(w, PAGE, eight(page), "User-Agent: Mozilla Thunderbird\r\n")


def thunderbird_german(w):
    said = "Am 03.03.25 um 10:00 schrieb The Judge:"
    return mail(w, "text/plain; charset=UTF-8", eight(f"{body(w)}\n\n{said}\n{quoted(w.report)}\n"))


def yahoo_html(w):
    page = (
        f'<html><head></head><body><div class="ydp1 yahoo-style-wrap">{rows(w.lines, "div", "dir=ltr")}<div><br></div>'
        f'</div><div id="ydpyahoo_quoted_1" class="yahoo_quoted"><div>On Monday, March 3, 2025 at 10:00:00 AM GMT+1, The '
        f"Judge &lt;judge@judge.example&gt; wrote:</div><div><br></div><div>{breaks(w.report)}</div></div></body></html>"
    )
    return mail(w, PAGE, sixty_four(page))


def yahoo_text(w):
    said = "    On Monday, March 3, 2025 at 10:00:00 AM GMT+1, The Judge <judge@judge.example> wrote:  \n "
    return mail(w, TEXT, sixty_four(f" {body(w)}\n\n{said}\n {quoted(w.report)}  "))


def gmx_html(w):
    page = (
        f'<html><body><div style="font-family: Verdana;">{rows(w.lines)}<div>&nbsp;<div name="quote" style="margin:10px 5px '
        f'5px 10px; border-left:2px solid #C3D9E5;"><div><b>Gesendet:</b>&nbsp;Montag, 3. März 2025 um 10:00 Uhr<br><b>Von:'
        f"</b>&nbsp;The Judge<br><b>An:</b>&nbsp;player<br><b>Betreff:</b>&nbsp;Spring 1901</div><div>{breaks(w.report)}"
        f"</div></div></div></div></body></html>"
    )
    return mail(w, PAGE, eight(page))


def gmx_text(w):
    said = "Gesendet mit der GMX Mail App\n\nAm 03.03.25 um 10:00 schrieb The Judge\n<judge@judge.example>:"
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}"))


def proton_html(w):
    page = (
        f'<div style="font-family: Arial; font-size: 14px;">{rows(w.lines)}</div><div class="protonmail_signature_block">'
        f'<div class="protonmail_signature_block-proton">Sent with Proton Mail secure email.</div></div><div '
        f'class="protonmail_quote">On Monday, March 3rd, 2025 at 10:00 AM, The Judge wrote:<br><blockquote '
        f'class="protonmail_quote" type="cite">{breaks(w.report)}</blockquote></div>'
    )
    return mail(w, PAGE, sixty_four(page))


def proton_text(w):
    said = "Sent with Proton Mail secure email.\n\nOn Monday, March 3rd, 2025 at 10:00 AM, The Judge <judge@judge.example> wrote:\n"
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n{quoted(w.report)}"))


def k9(w):
    said = (
        "Am 3. März 2025 10:00:00 MEZ schrieb The Judge <judge@judge.example>:\n"
        f"{quoted(w.report, '>')}\n\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet."
    )
    return mail(w, TEXT, eight(f"{body(w)}\n\n{said}"))


def fairemail_html(w):
    page = (
        f'<html><body><div dir="auto">{breaks(w.lines)}</div><div class="fairemail_quote"><div>3 Mar 2025 10:00:00 The Judge '
        f'&lt;judge@judge.example&gt;:</div><blockquote type="cite">{breaks(w.report)}</blockquote></div></body></html>'
    )
    return mail(w, PAGE, printable(page))


def mutt(w):
    said = "On Mon, Mar 03, 2025 at 10:00:00AM +0100, The Judge wrote:"
    return mail(
        w, "text/plain; charset=us-ascii",
        b"\r\n" + f"{said}\n{quoted(w.report)}\n\n{body(w)}\n\n-- \n  o o\n F LON - ENG\n".replace("\n", "\r\n").encode(),
        "User-Agent: Mutt/2.2.9\r\n",
    )  # fmt: skip


def yandex_html(w):
    page = (
        f'<div>{rows(w.lines)}</div><div> </div><div>03.03.2025, 10:00, "The Judge" &lt;judge@judge.example&gt;:</div>'
        f"<blockquote><p>{breaks(w.report)}</p></blockquote>"
    )
    return mail(w, PAGE, sixty_four(page), "X-Mailer: Yamail [ http://yandex.ru ] 5.0\r\n")


def yandex_text(w):
    said = '03.03.2025, 10:00, "The Judge" <judge@judge.example>:'
    return mail(w, TEXT, sixty_four(f"{body(w)}\n \n{said}\n{quoted(w.report)}"))


def mail_ru(w):
    said = "Понедельник, 3 марта 2025, 10:00 +03:00 от The Judge <judge@judge.example>:"
    return mail(
        w, TEXT, sixty_four(f"{body(w)}\n\n--\nОтправлено из мобильной Почты Mail\n\n{said}\n{quoted(w.report)}")
    )


def outlook_russian(w):
    said = (
        "-----Исходное сообщение-----\nОт: The Judge <judge@judge.example>\nОтправлено: 3 марта 2025 г. 10:00\nКому: Игрок\n"
        "Тема: Spring 1901\n"
    )
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n" + "\n".join(w.report)))


def zoho(w):
    said = "---- On Mon, 03 Mar 2025 10:00:00 +0100 The Judge <judge@judge.example> wrote ----"
    return mail(w, TEXT, printable(f"{body(w)}\n\n\n{said}\n\n" + "\n".join(w.report)))


def fastmail_html(w):
    page = (
        f"<!DOCTYPE html><html><head><title></title></head><body>{rows(w.lines)}<div><br></div><div>On Mon, 3 Mar 2025, at "
        f'10:00, The Judge wrote:</div><blockquote type="cite" id="qt" style="">{rows(w.report)}</blockquote></body></html>'
    )
    return mail(w, PAGE, eight(page))


def tuta_html(w):
    page = (
        f'<div dir="auto">{breaks(w.lines)}</div><div class="tutanota_signature">--<br>Secured with Tuta Mail</div><br>'
        f'Mar 3, 2025, 10:00 by judge@judge.example:<br><blockquote class="tutanota_quote">{breaks(w.report)}</blockquote>'
    )
    return mail(w, PAGE, sixty_four(page))


def samsung(w):
    said = (
        "Sent from my Galaxy\n\n-------- Original message --------\nFrom: The Judge <judge@judge.example> \nDate: 03/03/2025 "
        "10:00 (GMT+01:00) \nTo: player@mail.example \nSubject: Spring 1901 \n"
    )
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n" + "\n".join(w.report)))


def cp1252_as_latin1(w):
    return mail(w, "text/plain; charset=iso-8859-1", eight(f"{body(w)}\n", "cp1252"))


def utf8_as_ascii(w):
    return mail(w, "text/plain; charset=us-ascii", eight(f"{body(w)}\n"))


def no_charset(w):
    return mail(w, "text/plain", eight(f"{body(w)}\n"))


def bogus_charset(w):
    return mail(w, "text/plain; charset=x-unknown-thing", eight(f"{body(w)}\n"))


def utf16(w):
    return mail(w, "text/plain; charset=utf-16", sixty_four(f"{body(w)}\n", "utf-16"))


def bom_utf8(w):
    return mail(w, TEXT, sixty_four("\ufeff" + body(w) + "\n"))


def gb2312(w):
    said = "在 2025-03-03 10:00:00，The Judge <judge@judge.example> 写道："
    return mail(w, "text/plain; charset=gb2312", sixty_four(f"{body(w)}\n\n{said}\n{quoted(w.report)}", "gb18030"))


def flowed_delsp(w):
    text = "\n".join(
        line if len(line) < 30 or line.startswith(">") else line[:20] + " \n" + line[20:] for line in w.lines
    )
    return mail(w, "text/plain; charset=utf-8; format=flowed; delsp=yes", eight(text + "\n"))


def list_footer(w):
    foot = "_______________________________________________\nClub mailing list\nClub@lists.example\nhttps://lists.example/listinfo/club\n"
    return mail(w, TEXT, eight(f"{body(w)}\n\n{foot}"))


def winmail(w):
    coded = base64.encodebytes(b"\x78\x9f\x3e\x22" + b"A RUH - BEL\r\n" * 20).replace(b"\n", b"\r\n")
    return mail(
        w, 'multipart/mixed; boundary="0000bound"',
        b"\r\n--0000bound\r\nContent-Type: text/plain; charset=utf-8\r\n" + eight(body(w) + "\n")
        + b"\r\n--0000bound\r\nContent-Type: application/ms-tnef; name=\"winmail.dat\"\r\nContent-Transfer-Encoding: base64\r\n"
        b"Content-Disposition: attachment; filename=\"winmail.dat\"\r\n\r\n" + coded + b"--0000bound--\r\n",
    )  # fmt: skip


def forwarded_below(w):
    said = (
        "---------- Forwarded message ---------\nFrom: The Judge <judge@judge.example>\nDate: Mon, Mar 3, 2025 at 10:00 AM\n"
        "Subject: Spring 1901\nTo: <player@mail.example>\n"
    )
    return mail(
        w, TEXT, eight(f"{body(w)}\n\n{said}\n\n" + "\n".join(w.report)), subject=w.subject.replace("Re:", "Fwd:")
    )


def clear_signed(w):
    armour = "-----BEGIN PGP SIGNATURE-----\n\niHUEARYKAB0WIQ\nA RUH - BEL\n=abcd\n-----END PGP SIGNATURE-----"
    inner = "\n".join("- " + line if line.startswith("-") else line for line in w.lines)
    return mail(w, TEXT, eight(f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{inner}\n{armour}\n"))


def corporate(w):
    banner = "CAUTION: This email originated from outside of the organization.\n\n"
    foot = "\n\nCONFIDENTIALITY NOTICE: This e-mail and any attachments are for the exclusive use of\nthe addressee. A RUH - BEL.\nF LON - ENG\n"
    return mail(w, TEXT, printable(f"{banner}{body(w)}{foot}"))


def interleaved(w):
    old = [f"> {line}" for line in w.report]
    half = max(1, len(old) // 3)
    return mail(
        w,
        TEXT,
        eight(
            "On 3 Mar 2025 The Judge wrote:\n"
            + "\n".join(old[:half])
            + "\n\n"
            + body(w)
            + "\n\n"
            + "\n".join(old[half:])
            + "\n"
        ),
    )


def attached_text(w):
    return mail(
        w, 'multipart/mixed; boundary="0000bound"',
        b"\r\n--0000bound\r\nContent-Type: text/plain; charset=utf-8\r\n" + eight("\n")
        + b"\r\n--0000bound\r\nContent-Type: text/plain; charset=utf-8; name=\"orders.txt\"\r\nContent-Disposition: attachment; "
        b"filename=\"orders.txt\"\r\n" + sixty_four(body(w) + "\n") + b"--0000bound--\r\n",
    )  # fmt: skip


def sheet(w):
    cells = "".join(f"<tr><td>{_esc(line)}</td></tr>" for line in w.lines)
    return mail(w, PAGE, printable(f"<html><body><table border=0><tbody>{cells}</tbody></table></body></html>"))


def roundcube(w):
    page = (
        f'<html><body style="font-size: 10pt"><div class="pre">{breaks(w.lines)}</div><p id="reply-intro">On 2025-03-03 10:00, '
        f'The Judge wrote:</p><blockquote type="cite" style="padding: 0 0.4em">{breaks(w.report)}</blockquote></body></html>'
    )
    said = "On 2025-03-03 10:00, The Judge wrote:"
    return mail(w, ALTERNATIVE, both(printable(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}"), printable(page)))


def notes_text(w):
    said = "\n\n\nFrom:   The Judge <judge@judge.example>\nTo:     player@mail.example\nDate:   03.03.2025 10:00\nSubject:        Spring 1901\n"
    return mail(w, TEXT, printable(f"{body(w)}{said}\n\n\n" + "\n".join(w.report)))


def hidden_html(w):
    page = (
        '<html><head><style>div{color:red}</style><script>var a="A RUH - BEL"</script></head><body><div style="display:none">'
        f'F LON - ENG</div><!-- A RUH - BEL -->{rows(w.lines, "p")}<span style="font-size:0px">G(Dev)-Cac</span></body></html>'
    )
    return mail(w, PAGE, eight(page))


def signed_smime(w):
    coded = base64.encodebytes(b"signature" * 30).replace(b"\n", b"\r\n")
    return mail(
        w, 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary="0000bound"',
        b"\r\n--0000bound\r\nContent-Type: text/plain; charset=utf-8\r\n" + printable(body(w) + "\n")
        + b"\r\n--0000bound\r\nContent-Type: application/pkcs7-signature; name=\"smime.p7s\"\r\nContent-Transfer-Encoding: base64\r\n"
        b"\r\n" + coded + b"--0000bound--\r\n",
    )  # fmt: skip


def empty_text_part(w):
    return mail(w, ALTERNATIVE, both(eight("\n"), eight(f"<html><body>{rows(w.lines)}</body></html>")))


def dutch(w):
    said = "Op ma 3 mrt 2025 om 10:00 schreef The Judge <judge@judge.example>:"
    return mail(w, TEXT, eight(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def polish(w):
    said = "W dniu 3.03.2025 o 10:00, The Judge pisze:"
    return mail(w, TEXT, sixty_four(f"{body(w)}\n\n{said}\n{quoted(w.report)}\n"))


def swedish(w):
    said = "Den mån 3 mars 2025 kl 10:00 skrev The Judge <judge@judge.example>:"
    return mail(w, TEXT, printable(f"{body(w)}\n\n{said}\n\n{quoted(w.report)}\n"))


def plain_command_line(w):
    return mail(w, TEXT, eight(f"{body(w)}\n"))


SHAPES = {
    name.replace("_", "-"): made
    for name, made in list(globals().items())
    if callable(made) and getattr(made, "__code__", None) is not None and made.__code__.co_varnames[:1] == ("w",)
}
# Shapes that do not carry the report along: no form can be filled in there.
BARE = {
    "gmail-signature", "cp1252-as-latin1", "utf8-as-ascii", "no-charset", "bogus-charset", "utf16", "bom-utf8",
    "flowed-delsp", "list-footer", "winmail", "clear-signed", "corporate", "attached-text", "sheet", "hidden-html",
    "signed-smime", "empty-text-part", "plain-command-line",
}  # fmt: skip
# Shapes whose charset has no room for every sign.
WESTERN = {"outlook-german", "cp1252-as-latin1", "mutt"}
