"""Which lines of a letter are the writer's own, quotation or signature, by their looks.

No stripper of quotes is perfect, so nothing here is thrown away: every line is kept, with its kind. All patterns are
anchored at a line and bounded: no text makes one run long.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from judge.adjudicator.value import value
from judge.grammar.columns import names_columns
from judge.grammar.memory import of_lines
from judge.grammar.text import without_controls

LONGEST = 1000


@value
class TextLine:
    """A line of a letter.

    `apart`: what else it is than words, `space`, `signature`, `armour`, or `unread` because there is too much of it.
    `part`: 0 in the body, else which of the attachments it is from. `origin`: its kind, by its content, `quoted`,
    `press`, `echo` or `asked`.
    """

    text: str
    quoted: bool = False
    apart: str = ""
    part: int = 0
    origin: str = ""

    def __reduce__(self) -> tuple[type[TextLine], tuple[str, bool, str, int, str]]:
        # A letter has many; it comes out of another process.
        return TextLine, (self.text, self.quoted, self.apart, self.part, self.origin)

    @property
    def is_own(self) -> bool:
        """Whether the writer says it, today."""
        return not self.quoted and not self.apart


_QUOTE_SIGNS = re.compile(r"^ ?(?:>[ ]?){1,20}")
_BAR = re.compile(r"^ {0,4}\| ?")
"""The layout of orders and press in our own mails: set apart, whoever sends them back."""
_ROW = re.compile(r"^ {0,4}\|[ ]*[^|\s][^|]*\|(?:[^|]*\|){1,20}[ ]*$")
"""A row of a table: a bar at both ends, one between, and something in its first cell."""
_INITIALS = re.compile(r"^ ?[A-Z]{2,3}> ")
# The ends of the first line of a quotation in mail programs of many languages.
_WROTE = re.compile(
    r"(?i)(?:wrote|writes|schrieb|geschrieben|schreibt|a écrit|écrit|escribió|ha scritto|scrisse|schreef|escreveu|"
    r"napisał(?:\(a\)|a)?|pisze|skrev|kirjoitti|napsal(?:\(a\)|a)?|пишет|писал(?:\(а\)|а)?|написал(?:\(а\)|а)?|wrote"
    r"|写道|寫道|書きました|のメール|작성|yazdı|írta|έγραψε|a scris)\s{0,3}(?:[^:：]{0,80})[:：]\s*-{0,4}$"
)
_ZOHO = re.compile(r"(?i)^-{3,}\s?(?:on|am|le|el|il)\b.{5,200}-{3,}$")
_OPENS = re.compile(
    r"(?i)^(?:on|in a message dated|am|le|el|il|op|em|den|dne|dnia|w dniu|в|\d{1,4}[.\-/年]|\w{2,12},? \d|"
    r".{0,80}[<\[]\S{1,80}@)"
)
# "17.03.2024, 12:00, "Judge" <judge@example.org>:"
_DATED = re.compile(r"^\W?(?:\w{1,12}[,.]?\s){0,2}\d{1,4}[.\-/ ]\S{1,12}.{0,120}<[^<>\s]{3,120}@[^<>\s]{3,120}>\s?:$")
_STRICT = re.compile(r"(?i)^(?:on|am|le|el|il|op|em|den|dne|dnia|w dniu)\b.{0,60}\d")
# "Mar 3, 2025, 10:00 by judge@example.org:"
_BY = re.compile(r"(?i)^\w{3,9}\.? \d.{4,60} (?:by|von|par|от) \S{1,80}@\S{1,80}:$")
_TIME_OR_ADDRESS = re.compile(r"\d{1,2}[:.h]\d\d|\b(?:19|20)\d\d\b|\S@\S")
_DIVIDER = re.compile(
    r"(?i)^\W{0,3}-{2,}\s?(?:original|ursprüngliche|urspr|weitergeleitete|forwarded|message d.origine|"
    r"message transféré|"
    r"mensaje original|mensagem original|messaggio originale|oorspronkelijk|doorgestuurd|исходное|пересылаемое|"
    r"пересланное|alkuperäinen|oprindelig|opprinnelig|ursprungligt|původní|wiadomość|eredeti|原始邮件|元のメッセージ)"
    r".{0,60}-{2,}\s*$"
)
_BEGIN = re.compile(
    r"(?i)^(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)|début du message (?:réexpédié|"
    r"transféré)|inicio del mensaje reenviado|inizio messaggio inoltrato|начало переадресованного сообщения)\s?:"
)
_HEAD_FIRST = re.compile(
    r"(?i)^\W{0,3}(?:from|von|de|da|od|från|fra|van|от кого|от|expéditeur|absender|lähettäjä|remitente|"
    r"发件人|差出人|보낸 사람)"
    r"\*?\s?[:：]\*?\s{0,20}\S"
)
_HEAD_MORE = re.compile(
    r"(?i)^\W{0,3}(?:sent|date|to|cc|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|pour|objet|"
    r"enviado(?: el)?|para|"
    r"asunto|assunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|отправлено|дата|кому|тема|копия|skickat|till|ämne|"
    r"sendt|til|emne|wysłano|do|temat|fecha|importance|wichtigkeit|发送时间|收件人|主题|送信日時|宛先|件名)"
    r"\*?\s?[:：]\*?\s?"
)
_SIGNATURE = re.compile(r"^(?:--|—|– –)\s*$")
_MOBILE = re.compile(
    r"(?i)^\W{0,3}(?:sent from (?:my|mail|outlook|yahoo|samsung|proton|the|aol|blue|gmail|nine|spark|fairemail|"
    r"canary|an?)\b.{0,90}|"
    r"sent (?:with|via|by|using) .{0,80}(?:mail|app|proton|outlook|spark|tuta|k-9|android|superhuman)\b.{0,60}|"
    r"get outlook for .{0,40}|(?:von|aus) meinem? .{0,60}gesendet\.?|gesendet (?:von|mit|über|aus) .{0,80}|"
    r"diese nachricht wurde von meinem .{0,80}gesendet\.?|envoyé (?:de|depuis|avec|à partir) .{0,80}|"
    r"enviado (?:desde|do|de) m?.{0,60}|inviato da .{0,60}|verstuurd vanaf .{0,60}|verzonden (?:vanaf|met) .{0,60}|"
    r"skickat från .{0,60}|sendt fra .{0,60}|wysłane z .{0,60}|odesláno z .{0,60}|lähetetty .{0,60}(?:puhelime|"
    r"iphone).{0,20}|"
    r"отправлено (?:с|из|с помощью) .{0,80}|iphone(?:から|에서).{0,20}|发自我的.{0,30}|"
    r"(?:sent|secured|securely sent) .{0,20}tutanota.{0,60}|secured with tuta mail.{0,60})$"
)
_DISCLAIMER = re.compile(
    r"(?i)^\W{0,4}(?:confidentiality (?:notice|note)|disclaimer\b|legal notice|this (?:e-?mail|message|"
    r"communication) (?:and any|"
    r"is (?:confidential|intended|for the)|contains|may contain|has been (?:checked|scanned)|was (?:sent|scanned))|"
    r"diese e-mail (?:enthält|kann)|virus-free\b|virenfrei\b|avast|l'absence de virus|ce (?:message|"
    r"courriel) (?:et|est)|"
    r"you received this message because|to unsubscribe|unsubscribe\b.{0,60}$|le message et ses)"
)
_LIST_RULE = re.compile(r"^[_=-]{20,}$")
_LIST_WORDS = re.compile(r"(?i)mailing list|mailman|listinfo|unsubscribe|https?://|\S@\S+\.\S|google groups|groups\.io")
_BANNER = re.compile(
    r"(?i)^\W{0,4}(?:\[?external(?: e-?mail| sender| message)?\]?\W{0,3}(?:$|this)|caution\s?:.{0,200}|\[extern\]$|"
    r"warning\s?:\s?external.{0,160}|you don't often get (?:e-?mail|this) .{0,200}|"
    r"some people who received this .{0,160}|"
    r"\[?cid:\S{0,80}\]?|\[image:.{0,80}\])\s*$"
)
_PGP = re.compile(r"^-----(BEGIN|END) PGP [A-Z ]{4,30}-----\s*$")
_BOARD_OPENS = re.compile(r"(?i)^\[quote(?:[=\s][^\[\]]{0,120})?\]")
_BOARD_ENDS = "[/quote]"
_CUT_LINE = re.compile(r"(?i)^\W{0,4}reply above this line\W{0,4}$")


def is_barred(line: str) -> bool:
    """Whether a line is set apart as our own mails set orders and press apart."""
    return _BAR.match(line) is not None


def plain_lines(lines: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """(depth, text) of lines by the signs in front."""
    found = []
    for at, whole in enumerate(lines):
        line = whole if len(whole) <= LONGEST and whole.isprintable() else without_controls(whole[:LONGEST])
        head = line[:8]
        signs = None
        if ">" in head:
            signs = _QUOTE_SIGNS.match(line) or _INITIALS.match(line)
        elif "|" in head:
            signs = None if in_cells(line) or _heads_rows(line, lines[at + 1 : at + 2]) else _BAR.match(line)
        if signs:
            found.append((max(1, signs.group().count(">")), line[signs.end() :].rstrip()))
        else:
            found.append((0, line.rstrip()))
    return tuple(found)


def in_cells(line: str, is_own: bool = False) -> str:
    """The text of a table's row, cell after cell; "": it is none. `is_own`: its writer's, so that no bar quotes it."""
    is_row = line[-1:] == "|" if is_own else _ROW.match(line)
    return " ".join(line.replace("|", " ").split()) if is_row else ""


def _heads_rows(line: str, below: Sequence[str]) -> bool:
    """Whether a row that begins with an empty cell is the head of a table: a rule is below it."""
    return any(_is_rule(one) and one.lstrip()[:2] == "|-" for one in below) and line.rstrip().endswith("|")


def _unframed(rows: Sequence[tuple[int, str]]) -> list[int]:
    """The rows of tables without a bar at their ends: lines below each other with bars in them, one of which is a rule
    or names the columns."""
    found: list[int] = []
    run: list[int] = []
    if not any("|" in text for _, text in rows):
        return found
    for place, (depth, text) in enumerate([*rows, (0, "")]):
        if not depth and "|" in text.strip("| "):
            run.append(place)
            continue
        heads = (rows[one][1] for one in run)
        if len(run) > 1 and any(names_columns(text.replace("|", " ")) or _is_rule(text) for text in heads):
            found += run
        run = []
    return found


def _is_rule(text: str) -> bool:
    return "-" in text and not text.strip("-|:+ ")


def sorted_out(lines: Sequence[tuple[int, str]]) -> tuple[TextLine, ...]:
    """Every line, the writer's own or another's: quoted, or apart (signatures, banners, what telephones add)."""
    rows = [(depth, text.replace("\u00a0", " ").strip()) for depth, text in lines]
    if _are_all_own(rows):
        return tuple([TextLine(text, False, "" if text else "space") for _, text in rows])
    for place in _unframed(rows):
        rows[place] = (0, f"| {rows[place][1].strip('| ')} |")
    marks = _armour(rows)
    out = [_one(depth, text, mark) for (depth, text), mark in zip(rows, marks, strict=True)]
    for place in _boarded(rows):
        _quote(out, place)
    _cut_below(out, [(max(0, depth), "" if one.apart else one.text) for (depth, _), one in zip(rows, out, strict=True)])
    return tuple(out)


def _one(depth: int, text: str, mark: str) -> TextLine:
    if mark == "dashed":
        text, mark = text[2:], ""
    if depth < 0:
        depth, mark = 0, "signature" if text else ""
    return TextLine(text, bool(depth and text), mark or ("" if text else "space"))


def _boarded(rows: Sequence[tuple[int, str]]) -> list[int]:
    """The lines between a board's signs of quotation, with these. Words beside a sign on its line are nobody's: such a
    line will be refused; so will a sign without its pair."""
    found: list[int] = []
    opened: list[int] = []
    for place, (_, text) in enumerate(rows):
        if text[:1] != "[" and not opened:
            continue
        if _BOARD_OPENS.match(text):
            opened.append(place)
        if opened and _BOARD_ENDS in text.lower():
            first = opened.pop()
            if not opened and text.lower().endswith(_BOARD_ENDS):
                found += range(first, place + 1)
    return found


def _cut_below(out: list[TextLine], rows: Sequence[tuple[int, str]]) -> None:
    """Mark the text below the lines that begin a quotation or a signature."""
    floor = signed = False
    skip = 0
    announcing = [_may_end_an_attribution(text) for _, text in rows]
    for place, (depth, text) in enumerate(rows):
        if not text:
            continue
        if skip:
            skip -= 1
            _quote(out, place)
            continue
        if depth or floor:
            _quote(out, place)
            continue
        looks = _looks(text)
        if looks.divides or (looks.heads and _heading_block(rows, place)):
            floor = True
            _quote(out, place)
            # A rule above the heading is part of it.
            above = place - 1
            while above >= 0 and (not rows[above][1] or re.fullmatch(r"[_\-=*]{5,}", rows[above][1])):
                if rows[above][1]:
                    _quote(out, above)
                above -= 1
            continue
        cut = _attribution(rows, place) if any(announcing[place : place + 4]) and _may_announce(text) else None
        if cut:
            skip, floor = cut[0] - 1, cut[1]
            _quote(out, place)
            continue
        # Below what a program signs its writer may go on: `PS forget what I said about Edinburgh`.
        signed = (signed and not _POSTSCRIPT.match(text)) or looks.signs or (looks.rules and _list_footer(rows, place))
        if signed or looks.is_added:
            out[place] = replace(out[place], apart="signature")


def _may_end_an_attribution(text: str) -> bool:
    return ":" in text or "：" in text or text.endswith("--")


def _are_all_own(rows: Sequence[tuple[int, str]]) -> bool:
    """Whether it is plain that all lines are their writer's: none is set apart, and none announces a quotation, which
    takes one that may begin to and one that may end it."""
    texts = [text for depth, text in rows if not (depth or _is_set_apart(text))]
    if len(texts) < len(rows):
        return False
    return not any(map(_may_end_an_attribution, texts)) or not any(map(_may_announce, texts))


@of_lines
def _is_set_apart(text: str) -> bool:
    """Whether a line is one of a table, a quotation, a signature or armour, or begins one."""
    return "|" in text or text[:1] == "[" or text[:5] == "-----" or any(_looks(text))


_POSTSCRIPT = re.compile(r"p\.? ?(?:p\.? ?)?s\b", re.IGNORECASE)


class _Looks(NamedTuple):
    """Whether a line by itself begins a quotation or a signature, or a telephone or a server added it. Also whether it
    may be the first of a mail's headings, or of a list's footer."""

    divides: bool
    signs: bool
    is_added: bool
    heads: bool
    rules: bool


@of_lines
def _looks(text: str) -> _Looks:
    return _Looks(
        divides=any(one.match(text) for one in (_DIVIDER, _BEGIN, _CUT_LINE)),
        signs=any(one.match(text) for one in (_SIGNATURE, _DISCLAIMER)),
        is_added=any(one.match(text) for one in (_MOBILE, _BANNER)),
        heads=bool(_HEAD_FIRST.match(text)),
        rules=bool(_LIST_RULE.match(text)),
    )


@of_lines
def _may_announce(text: str) -> bool:
    """Whether a line may be the first of an attribution, or all of it."""
    return any(one.match(text) for one in (_OPENS, _DATED, _ZOHO, _BY)) or bool(_WROTE.search(text))


def _quote(out: list[TextLine], place: int) -> None:
    """Mark a line as quoted."""
    line = out[place]
    if not line.quoted:
        out[place] = TextLine(line.text, True, line.apart, line.part)


def _heading_block(lines: Sequence[tuple[int, str]], place: int) -> int:
    """From: with two more heading lines below: how a whole mail is put under another."""
    more = gap = 0
    for _, text in lines[place + 1 : place + 10]:
        if _HEAD_MORE.match(text):
            more += 1
        elif (not more and text) or (more and not text):
            break
        else:
            # A long list of recipients goes on; an empty line may follow the first.
            gap += 1
            if gap > 3:
                break
    return more + 1 if more >= 2 else 0


def _attribution(lines: Sequence[tuple[int, str]], place: int) -> tuple[int, bool] | None:
    """How many lines the attribution that begins here takes, and whether what it announces has no signs in front."""
    joined = ""
    for count in range(1, 5):
        if place + count > len(lines):
            return None
        depth, text = lines[place + count - 1]
        if depth or not text:
            return None
        joined = f"{joined} {text}".strip()
        if len(joined) > 400:
            return None
        if any(
            _announces(" ".join(text for _, text in lines[place + first : place + count])) for first in range(1, count)
        ):
            # The attribution begins further down; this line is not part of it.
            return None
        wrote = bool(_WROTE.search(joined)) and (count == 1 or bool(_OPENS.match(joined)))
        if not (wrote or _DATED.match(joined) or _ZOHO.match(joined) or _BY.match(joined)):
            # Japanese and Chinese clients wrap nothing; only a line that opens like an attribution may go on.
            if not _OPENS.match(joined):
                return None
            continue
        follows = next((depth for depth, text in lines[place + count :] if text), 0)
        if follows:
            return count, False
        if _TIME_OR_ADDRESS.search(joined) and (_OPENS.match(joined) or _ZOHO.match(joined)):
            return count, True
        return None
    return None


def _announces(text: str) -> bool:
    """Whether this is a whole attribution beyond doubt."""
    if len(text) > 400:
        return False
    return bool(
        _DATED.match(text) or _ZOHO.match(text) or _BY.match(text) or (_STRICT.match(text) and _WROTE.search(text))
    )


def _list_footer(lines: Sequence[tuple[int, str]], place: int) -> bool:
    """A rule with the words of a mailing list below it."""
    below = " ".join(text for _, text in lines[place + 1 : place + 5])
    return bool(_LIST_WORDS.search(below[:600]))


def _armour(lines: Sequence[tuple[int, str]]) -> list[str]:
    """Which lines are the armour of a clear-signed letter, and which begin with a dash that armour put there."""
    marks = [""] * len(lines)
    if not any(text[:5] == "-----" and _PGP.match(text) for depth, text in lines if not depth):
        return marks
    state = "open"
    for place, (depth, text) in enumerate(lines):
        if not depth and _PGP.match(text):
            marks[place] = "armour"
            state = "head" if "BEGIN PGP SIGNED MESSAGE" in text else "armour" if "BEGIN PGP" in text else "open"
        elif state == "armour" or (state == "head" and text.lower().startswith(("hash:", "charset:", "comment:"))):
            marks[place] = "armour"
        else:
            state = "signed" if state == "head" and text else state
            if state == "signed" and text.startswith("- "):
                marks[place] = "dashed"
    return marks
