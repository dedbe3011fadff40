"""How readable the pages are: sentence length, passives and words that this project avoids, group by group.

python tools/readability.py [FILE ...] [--list MEASURE]

Without files it counts README, docs, rulings, decisions, the English templates, and each layer's docstrings and
comments. `--list` prints the sentences that one measure found. Tables, code and headings are no sentences and are left
out.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import sys
import tokenize
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parent.parent
LONG = 25
"""A sentence of more words than this is long."""

IRREGULAR = (
    "beaten become begun bound bought broken brought built burnt caught chosen come cut dealt done drawn driven drunk "
    "fallen fed felt forgotten found fought forgiven given gone got grown had heard held hidden hurt kept known laid "
    "led left lent let lost made meant met paid put read run said seen sent set shot shown shut sold spent spoken "
    "spread stolen struck sworn taken taught thought thrown told understood undone withdrawn won worn written"
).split()
ADVERB = r"(?:(?:not|never|always|only|also|then|still|now|again|all|both|already|once|\w+ly) )*"
PASSIVE = re.compile(
    rf"\b(?:is|are|was|were|be|been|being|gets?|got) {ADVERB}(?:\w+ed|{'|'.join(IRREGULAR)})\b", re.IGNORECASE
)
MEASURES: dict[str, Callable[[str], bool]] = {
    "long": lambda one: len(one.split()) > LONG,
    "passive": lambda one: bool(PASSIVE.search(one)),
    "stand": lambda one: bool(re.search(r"\b(?:stand|stands|standing|stood)\b(?! orders)(?! by)", one, re.IGNORECASE)),
    "he": lambda one: bool(re.search(r"\b(?:he|him|his|himself)\b", one, re.IGNORECASE)),
    "headless": lambda one: bool(re.match(r"(?:what|who|whoever|whatever)\b(?!.*\?$)", one, re.IGNORECASE)),
}
"""What is counted, a sentence at a time."""


@dataclass(frozen=True)
class Text:
    """The sentences of a group of files."""

    name: str
    sentences: tuple[str, ...]

    def share(self, measure: str) -> int:
        return sum(MEASURES[measure](one) for one in self.sentences)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and list items of a Markdown page, without links and marks; code in a line is one word."""
    inside = 0
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        inside += {"table_open": 1, "heading_open": 1, "table_close": -1, "heading_close": -1}.get(token.type, 0)
        if token.type == "inline" and not inside:
            parts = (
                "CODE" if one.type == "code_inline" else " " if one.type.endswith("break") else one.content
                for one in token.children or ()
                if one.type in ("text", "code_inline", "softbreak", "hardbreak")
            )
            yield " ".join("".join(parts).split())


def sentences(paragraph: str) -> list[str]:
    """Cut behind a full stop, question mark or exclamation mark that a new beginning follows."""
    safe = re.sub(r"\b(?:e\.g|i\.e|etc|vs|Dr|St|No)\.", lambda found: found[0].replace(".", ""), paragraph)
    found = re.split(r"(?<=[.!?…])[)\"”’*]*\s+(?=[\"“‘(]?[A-Z0-9])", safe)
    return [one for one in found if len(re.findall(r"[A-Za-z]+", one)) > 1]


def worded(template: str) -> Iterator[str]:
    """The text between the tags of a template; a value that is put in is one word."""
    text = re.sub(r"\{#.*?#\}|<(script|style)\b.*?</\1>", "\n", template, flags=re.DOTALL)
    text = re.sub(r"\{\{.*?\}\}", "VALUE", text, flags=re.DOTALL)
    text = re.sub(r"\{%-?\s*(?:if|elif|else|endif)\b.*?%\}", "", text, flags=re.DOTALL)
    for one in re.split(r"\{%.*?%\}|<[^>]+>|\n\s*\n", text, flags=re.DOTALL):
        if len(re.findall(r"\b[a-z]+\b", one)) > 2:
            yield " ".join(one.split())


def explained(code: str) -> Iterator[str]:
    """The docstrings of a module, those below its constants among them, and its comments; directives are none."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield from paragraphs("\n".join(line.strip() for line in node.value.value.splitlines()))
    block: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type != tokenize.COMMENT or re.match(r"# (?:fmt|type|noqa|mypy|pragma)\b", token.string):
            continue
        if token.start[0] != last + 1 or token.line.strip() != token.string:
            yield from paragraphs("\n".join(block))
            block = []
        block.append(token.string.lstrip("#! "))
        last = token.start[0]
    yield from paragraphs("\n".join(block))


READERS = {".md": paragraphs, ".py": explained}


def read(name: str, pages: Iterable[Path]) -> Text:
    texts = ((READERS.get(page.suffix, worded), page.read_text(encoding="utf-8")) for page in pages)
    return Text(name, tuple(one for reader, text in texts for part in reader(text) for one in sentences(part)))


def groups() -> Iterator[tuple[str, list[Path]]]:
    yield "README.md", [ROOT / "README.md"]
    yield "docs", sorted((ROOT / "docs").glob("*.md"))
    for folder in ("players", "rulings", "decisions"):
        yield f"docs/{folder}", sorted((ROOT / "docs" / folder).glob("*.md"))
    english = [one for one in sorted((ROOT / "templates").rglob("*.j2")) if len(one.parent.name) > 2]
    yield "templates", [one for one in english if not {"de", "fr"} & set(one.relative_to(ROOT).parts)]
    for layer in sorted(one for one in (ROOT / "judge").iterdir() if (one / "__init__.py").is_file()):
        yield f"judge/{layer.name}", sorted(layer.rglob("*.py"))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="How readable the pages are.")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--list", choices=sorted(MEASURES), help="print the sentences that this measure found")
    asked = parser.parse_args(words)
    wanted = [(str(one), [one]) for one in asked.files] or list(groups())
    texts = [read(name, pages) for name, pages in wanted]
    if asked.list:
        for text in texts:
            for one in text.sentences:
                if MEASURES[asked.list](one):
                    print(f"{text.name}: {one}")
        return 0
    print(f"{'':24}{'words':>8}{'mean':>6}" + "".join(f"{one:>10}" for one in MEASURES))
    for text in texts:
        count = sum(len(one.split()) for one in text.sentences)
        total = len(text.sentences) or 1
        shares = "".join(f"{text.share(one):>5}{100 * text.share(one) // total:>4}%" for one in MEASURES)
        print(f"{text.name:24}{count:>8}{count / total:>6.1f}{shares}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
