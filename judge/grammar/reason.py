"""The reason of an order: words behind it that tell of others and order nothing."""

from __future__ import annotations

from judge.grammar.shapes import Shapes
from judge.grammar.text import plain

LONGEST = 400
_CLOSING = {"(": ")", "-": " - ", "–": " – ", "—": " — "}
_SHAPES = Shapes("reason.lark", lexer="basic")


def reasoned(line: str) -> tuple[str, str]:
    """A line's order, and the reason behind it: `F Edi to Nwg so that he cannot convoy`. One in brackets or between
    dashes ends with them, and the order goes on. Without a reason, or where the reason may turn the order ("but only
    if …"), the line is left whole and the second text is empty."""
    text = plain(line)
    if len(text) > LONGEST:
        return line, ""
    kinds = _SHAPES.kinds(text)
    if ("REASON" not in kinds and "TOLD" not in kinds) or (text.rstrip(" )!").endswith("?") and kinds[-1:] != ("TAG",)):
        return line, ""
    tokens = _SHAPES.tokens(text)
    at = next((number for number, token in enumerate(tokens) if number and token.type in ("REASON", "TOLD")), 0)
    if not at or any(token.type == "TURN" or token == ":" for token in tokens[at:]):
        return line, ""
    start = tokens[at].start_pos or 0
    if tokens[at].type == "TOLD" and any(token == "so" for token in tokens[at:]):
        return line, ""  # "he won't get there, so he stays"
    closing = _CLOSING.get(text[:start].rstrip()[-1:], "")
    head, closed, behind = text[start:].partition(closing) if closing else ("", "", "")
    if closed and behind.strip(" .,;!"):
        return f"{text[:start].rstrip(' ,;:-(')} {behind.strip()}", head
    return text[:start].rstrip(" ,;:-("), text[start:]


def tells(text: str) -> bool:
    """Whether words beside an order say no more than what somebody cannot, need not or is not."""
    tokens = _SHAPES.tokens(f"- {plain(text)}"[:LONGEST])
    begins = [token.type for token in tokens if token != "-"][:1]
    return begins == ["TOLD"] and not any(token.type == "TURN" or token in (":", ";") for token in tokens)


def begins_with_reason(line: str) -> bool:
    """Whether the first word of a line says why something is ordered: `Since Burgundy is empty, …`."""
    text = plain(line)
    if not text or len(text) > LONGEST:
        return False
    kind, _, said = next(_SHAPES.words_of(text))
    return kind == "SINCE" or (kind == "REASON" and said.lower() in _FIRST)


_FIRST = ("since", "because")
__all__ = ["begins_with_reason", "reasoned", "tells"]
