"""The text of a .docx: its paragraphs as lines. Bounded: its own word on its size is not believed.

Nobody orders what they cannot read, in a document as little as on a page. If a way to set letters is not known here, it
counts as one that nobody sees.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from judge.mail.hypertext import struck_out
from judge.mail.inks import UNKNOWN, Ink, colour, same
from judge.mail.stylesheet import PICTURES

MOST_XML = 2 * 1024 * 1024
MOST_PIECES = 60_000
MOST_STYLES = 20
"""So many styles, one on the other."""
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# Parts that were struck out or moved away, and those shown to other programs in their place.
_GONE = {"del", "moveFrom", "Fallback"}
_UNSEEN = {"txbxContent", "rt", "bdo"}
"""Elements of which nobody can say that a reader sees them."""
_HARMLESS = {
    "rFonts", "b", "bCs", "i", "iCs", "u", "lang", "noProof", "kern", "szCs", "rStyle", "caps", "smallCaps", "em",
    "rtl", "cs", "vertAlign", "snapToGrid", "bdr", "shadow", "outline", "emboss", "imprint", "ins", "rPrChange",
    "highlight", "shd", "color", "sz", "strike", "dstrike", "ligatures", "numForm", "numSpacing", "cntxtAlts",
    "stylisticSets",
}  # fmt: skip
_PALE = {"background1", "light1", "background2", "light2", "bg1", "bg2", "lt1", "lt2"}
_SMALLEST, _SQUEEZED, _CROWDED, _ASIDE, _BEYOND, _FLAT = 5, 20, -60, -1000, 9000, 100
"""Half points, hundredths, and the rest in twentieths of a point."""


@dataclass(frozen=True, slots=True)
class Document:
    """The lines of a document that its reader sees, and those that nobody does."""

    text: str
    hidden: tuple[str, ...] = ()


def read(content: bytes) -> Document | None:
    """The document in these bytes; None: it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            body = _parsed(archive, "word/document.xml")
            styles = _parsed(archive, "word/styles.xml") if "word/styles.xml" in archive.namelist() else None
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, OSError, RuntimeError, ValueError, EOFError,
            NotImplementedError, zlib.error):  # fmt: skip
        return None
    made = _styles_in(styles)
    if len(made.first) > MOST_STYLES or sum(1 for _ in body.iter()) > MOST_PIECES:
        return None
    return _Reader(made).read(body)


def _parsed(archive: zipfile.ZipFile, name: str) -> Element:
    with archive.open(name) as inside:
        xml = inside.read(MOST_XML + 1)
    # Entities can be made to grow without end, and only a DOCTYPE declares them.
    if len(xml) > MOST_XML or b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
        raise ValueError(name)
    return ElementTree.fromstring(xml)


def _name(node: Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _said(node: Element | None, name: str = "val", otherwise: str = "") -> str:
    return otherwise if node is None else str(node.get(f"{_WORD}{name}") or otherwise)


def _number(node: Element | None, *names: str) -> int:
    """The first of these numbers that an element gives; 0 for none."""
    said = next((one for one in (_said(node, name) for name in names or ("val",)) if one), "0")
    try:
        return int(float(said.rstrip("%")))
    except (ValueError, OverflowError):
        return 0


def _is_on(node: Element | None) -> bool:
    return node is not None and _said(node, otherwise="true") not in ("0", "false", "off", "none")


Properties = dict[str, Element]
Chain = tuple[Element, ...]
"""Styles, one on the other."""


@dataclass(slots=True)
class _Styles:
    by_name: dict[str, Element] = field(default_factory=dict)
    first: list[Element] = field(default_factory=list)
    """The defaults: of the document, and of its paragraphs."""
    _kept: dict[tuple[str, bool], Chain] = field(default_factory=dict)

    def of(self, name: str, of_paragraph: bool = False) -> Chain:
        """A style and those that it is based on, the deepest first; of a paragraph's below the defaults."""
        key = name, of_paragraph
        if key not in self._kept:
            found: list[Element] = []
            while name in self.by_name and len(found) < MOST_STYLES:
                found.insert(0, self.by_name[name])
                name = _said(self.by_name[name].find(f"{_WORD}basedOn"))
            self._kept[key] = (*(self.first if of_paragraph else ()), *found)
        return self._kept[key]


def _styles_in(root: Element | None) -> _Styles:
    made = _Styles()
    for one in root if root is not None else ():
        if _name(one) == "docDefaults":
            made.first += [*one.findall(f"{_WORD}rPrDefault"), *one.findall(f"{_WORD}pPrDefault")]
        elif _name(one) == "style":
            made.by_name[_said(one, "styleId")] = one
            if _said(one, "default") in ("1", "true") and _said(one, "type") == "paragraph":
                made.first.append(one)
    return made


_LOOKED_INTO = {"vanish", "w", "spacing", "position", "rFonts", "highlight", "shd", "color", "sz", "strike", "dstrike",
                "ind", "framePr"}  # fmt: skip
_UNKNOWN = "?"


def _said_by(holder: Element, kind: str) -> Properties:
    """The properties that an element gives letters (`rPr`) or a paragraph (`pPr`), the last word on each."""
    found: Properties = {}
    for one in (one for inside in holder.findall(f"{_WORD}{kind}") for one in inside):
        name = _name(one)
        if name in _LOOKED_INTO:
            found[name] = one
        elif name not in _HARMLESS and _is_on(one):
            found[_UNKNOWN] = one
    return found


@dataclass(frozen=True, slots=True)
class _Place:
    """The place of a piece of a document. `styles`: of its paragraph."""

    is_unseen: bool = False
    paper: Ink = (255, 255, 255)
    styles: Chain = ()


class _Reader:
    """Reads a document from its first piece to its last, without recursion: they nest as deep as somebody likes."""

    def __init__(self, styles: _Styles) -> None:
        self.styles = styles
        self.rows: tuple[list[str], list[str]] = ([], [])
        self.row = ["", ""]
        self.in_field = 0
        """Inside how many instructions of fields, which are not shown."""
        self._kept: dict[tuple[int, int, str], Properties] = {}
        """The joint properties of styles: one style may set thousands of letters."""

    def read(self, root: Element) -> Document:
        """All of it."""
        stack: list[tuple[Element, _Place, bool]] = [(root, _Place(), False)]
        while stack:
            node, place, closing = stack.pop()
            if closing:
                self._end_line()
                continue
            name = _name(node)
            if name in _GONE:
                continue
            place = self._within(node, name, place)
            if name == "r":
                self._run(node, place)
                stack += [(one, place, False) for one in reversed(node) if _name(one) not in _OF_RUNS]
                continue
            if name == "p":
                stack.append((node, place, True))
            stack += [(one, place, False) for one in reversed(node)]
        if any(self.row):
            self._end_line()
        return Document("\n".join(self.rows[0]), tuple(one for one in self.rows[1] if one.strip()))

    def _end_line(self) -> None:
        for rows, text in zip(self.rows, self.row, strict=True):
            rows.append(text)
        self.row = ["", ""]

    def _merged(self, of_paragraph: Chain, of_letters: Chain, own: Element, kind: str) -> Properties:
        """The properties that hold for an element, after its styles."""
        key = id(of_paragraph), id(of_letters), kind
        if key not in self._kept:
            self._kept[key] = {}
            for one in (*of_paragraph, *of_letters):
                self._kept[key] |= _said_by(one, kind)
        return self._kept[key] | _said_by(own, kind)

    def _within(self, node: Element, name: str, place: _Place) -> _Place:
        """The text that an element adds to its place."""
        if name in _UNSEEN or any(_name(one) == "showingPlcHdr" for one in node.findall(f"{_WORD}sdtPr/*")):
            return replace(place, is_unseen=True)
        if name == "p":
            return self._paragraph(node, place)
        if name == "tc":
            return replace(place, paper=_paper(node.find(f"{_WORD}tcPr/{_WORD}shd"), place.paper))
        if name == "tr":
            high = node.find(f"{_WORD}trPr/{_WORD}trHeight")
            flat = _said(high, "hRule") == "exact" and _number(high) < _FLAT
            return replace(place, is_unseen=place.is_unseen or flat or _is_on(node.find(f"{_WORD}trPr/{_WORD}hidden")))
        return place

    def _paragraph(self, node: Element, place: _Place) -> _Place:
        styles = self.styles.of(_said(node.find(f"{_WORD}pPr/{_WORD}pStyle")), of_paragraph=True)
        said = self._merged(styles, (), node, "pPr")
        lines, edge = said.get("spacing"), said.get("ind")
        flat = _said(lines, "lineRule") == "exact" and _number(lines, "line") < _FLAT
        left = _number(edge, "left", "start") + _number(edge, "firstLine") - _number(edge, "hanging")
        off = left < _ASIDE or left > _BEYOND
        return _Place(
            place.is_unseen or flat or off or "framePr" in said,
            _paper(said.get("shd"), place.paper),
            styles,
        )

    def _run(self, node: Element, place: _Place) -> None:
        """Letters set alike."""
        style = self.styles.of(_said(node.find(f"{_WORD}rPr/{_WORD}rStyle")))
        said = self._merged(place.styles, style, node, "rPr")
        is_seen = not place.is_unseen and _can_be_seen(said, place.paper)
        is_struck = _is_on(said.get("strike")) or _is_on(said.get("dstrike"))
        for text in self._texts(node):
            if text == "\n":
                self._end_line()
            else:
                self.row[not (is_seen and not self.in_field)] += struck_out(text) if is_struck else text

    def _texts(self, node: Element) -> Iterator[str]:
        for one in node:
            match _name(one):
                case "t":
                    yield one.text or ""
                case "tab":
                    yield " "
                case "noBreakHyphen":
                    yield "-"
                case "br" | "cr":
                    yield "\n"
                case "fldChar":
                    kind = _said(one, "fldCharType")
                    self.in_field = max(0, self.in_field + {"begin": 1, "separate": -1}.get(kind, 0))


_OF_RUNS = {"t", "tab", "noBreakHyphen", "br", "cr", "fldChar", "rPr"}


def _can_be_seen(said: Properties, paper: Ink) -> bool:
    """Whether somebody reads letters that are set so."""
    if _UNKNOWN in said or _is_on(said.get("vanish")):
        return False
    if "sz" in said and _number(said["sz"]) < _SMALLEST:
        return False
    if "w" in said and _number(said["w"]) < _SQUEEZED:
        return False
    if _number(said.get("spacing")) < _CROWDED or abs(_number(said.get("position"))) > _FLAT:
        return False
    faces = said["rFonts"].attrib.values() if "rFonts" in said else ()
    if any(PICTURES.search(one.lower()) for one in faces):
        return False
    paper = _paper(said.get("shd"), paper)
    ink = _ink(said.get("color"), paper)
    # A marker is laid on top of that, and no colour goes by it.
    return not same(ink, colour(_said(said.get("highlight")).lower()) or paper)


def _ink(node: Element | None, paper: Ink) -> Ink:
    said = _said(node, otherwise="auto").lower()
    if _said(node, "themeColor") in _PALE:
        return (255, 255, 255)
    if said == "auto":
        # Black, or white where black could not be read.
        return (0, 0, 0) if sum(paper) > 300 else (255, 255, 255)
    return colour(f"#{said}") or UNKNOWN


def _paper(shade: Element | None, above: Ink) -> Ink:
    said = _said(shade, "fill", "auto").lower()
    return above if said == "auto" else colour(f"#{said}") or above


__all__ = ["Document", "read"]
