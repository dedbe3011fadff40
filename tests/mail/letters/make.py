"""Writes the corpus: every shape with some of the texts, as .eml files, and index.yaml that says which is which.

Run by hand after a change to shapes.py or texts.yaml: `python -m tests.mail.letters.make`.
"""

from __future__ import annotations

from pathlib import Path

import yaml

from tests.mail.letters.shapes import BARE, SHAPES, WESTERN, Wrote

HERE = Path(__file__).resolve().parent
A_SHAPE = 6


def fits(shape: str, text: dict) -> bool:
    """Whether this program could have sent this text."""
    if text.get("fills") and shape in BARE:
        return False
    if shape in WESTERN:
        try:
            text["wrote"].encode("ascii" if shape == "mutt" else "cp1252")
        except UnicodeEncodeError:
            return False
    # Where all is quoted below a text that says nothing, there is nothing to attach or to sign.
    return not (shape in ("attached-text", "sheet", "empty-text-part", "flowed-delsp") and not text["orders"])


def main() -> None:
    texts = yaml.safe_load((HERE / "texts.yaml").read_text(encoding="utf-8"))
    for old in HERE.glob("*.eml"):
        old.unlink()
    names = list(texts)
    index = {}
    for turn, (shape, made) in enumerate(SHAPES.items()):
        chosen = [names[(turn * 5 + step * 7) % len(names)] for step in range(len(names))]
        chosen = [name for name in dict.fromkeys(chosen) if fits(shape, texts[name])][:A_SHAPE]
        for name in chosen:
            text = texts[name]
            file = f"{shape}.{name}.eml"
            (HERE / file).write_bytes(made(Wrote(text["wrote"], text["game"], text.get("fills") or {})))
            index[file] = name
    (HERE / "index.yaml").write_text(yaml.safe_dump(index, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    main()
