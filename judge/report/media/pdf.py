"""A PDF from typst source, with our own fonts and no others: the same bytes each time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from judge.package import install
from judge.report import pictures

PAPERS = {"a4": "a4", "letter": "us-letter"}
"""Sizes of paper, and typst's names for them."""


class NoPdf(Exception):
    """The package that sets PDFs is not installed."""


def pdf(source: str, drawn: Mapping[str, str] | None = None) -> bytes:
    """Typst source as a PDF. `drawn`: its pictures as SVG, by their names in the source."""
    try:
        import typst
    except ImportError:
        raise NoPdf(f"a PDF needs one more package: {install('pdf')}") from None
    folders: Any = sorted({str(Path(one).parent) for one in pictures.fonts()})
    made = typst.compile(
        source.encode(), format="pdf", font_paths=folders, ignore_system_fonts=True, timestamp=0,
        sys_inputs=dict(drawn or {}),
    )  # fmt: skip
    assert isinstance(made, bytes)
    return made


__all__ = ["PAPERS", "NoPdf", "pdf"]
