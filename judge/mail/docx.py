"""The text of a .docx: its paragraphs as lines. Bounded: its own word on its size is not believed."""

from __future__ import annotations

import io
import zipfile
import zlib
from xml.etree import ElementTree

MOST_XML = 2 * 1024 * 1024
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARTS = "word/document.xml"
# Parts that were struck out or moved away, and those shown to other programs in their place.
_GONE = frozenset(
    {f"{_WORD}del", f"{_WORD}moveFrom", "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"}
)
_BREAKS = frozenset({f"{_WORD}br", f"{_WORD}cr"})


def text_of(content: bytes) -> str | None:
    """The text that a reader of the document sees, a line each paragraph; None: it cannot be read."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive, archive.open(_PARTS) as inside:
            xml = inside.read(MOST_XML + 1)
        # Entities can be made to grow without end, and only a DOCTYPE declares them.
        if len(xml) > MOST_XML or b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
            return None
        return _lines(xml)
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, OSError, RuntimeError, ValueError, EOFError,
            NotImplementedError, zlib.error):  # fmt: skip
        return None


def _lines(xml: bytes) -> str:
    rows: list[str] = []
    row: list[str] = []
    gone = hidden = 0
    for happens, node in ElementTree.iterparse(io.BytesIO(xml), events=("start", "end")):
        opens = happens == "start"
        if node.tag in _GONE:
            gone += 1 if opens else -1
        elif node.tag == f"{_WORD}r" and opens:
            hidden = 0
        elif node.tag == f"{_WORD}vanish" and opens:
            hidden = node.get(f"{_WORD}val", "true") not in ("0", "false")
        elif opens or gone or hidden:
            pass
        elif node.tag == f"{_WORD}t":
            row.append(node.text or "")
        elif node.tag == f"{_WORD}tab":
            row.append(" ")
        elif node.tag == f"{_WORD}noBreakHyphen":
            row.append("-")
        elif node.tag in _BREAKS:
            rows.append("".join(row))
            row = []
        if not opens and node.tag == f"{_WORD}p":
            rows.append("".join(row))
            row = []
            node.clear()
    return "\n".join([*rows, *(["".join(row)] if row else [])])


__all__ = ["text_of"]
