"""One moving picture for a thread or a chat: a whole game, a map for each step, or one step, a frame for each go."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from judge.report.palette import in_one_palette
from judge.report.pictures import full_colour

WIDTH = 800
FAINT = "0.25"
MILLISECONDS, LAST = 1800, 6000
"""How long a step is shown, and the last one, before it begins again."""


_GO = re.compile(r'<g class="go" data-go="(\d+)"')
_STAND = re.compile(r'(<g class="stand" data-first="(\d+)" data-until="(\d+)")(?: display="none")?')

_VIEWS = re.compile(r'viewBox="([^"]*)" data-views="([^"]*)"')


def go_by_go(svg: str) -> tuple[str, ...]:
    """A step's map go by go, then the whole; only the map where order does not matter.

    The present go is drawn as usual, earlier ones are faint, later ones hidden; pieces stand where it left them.
    """
    ends = {until for _, _, until in _STAND.findall(svg)}
    # Only the picture of the whole shows signs of go 0.
    numbers = sorted({int(found) for found in (*_GO.findall(svg), *ends)} - {0})

    def at(now: int) -> str:
        def lit(found: re.Match[str]) -> str:
            go = int(found[1])
            return found[0] + (f' opacity="{FAINT}"' if go < now else ' display="none"' if go > now else "")

        def stood(found: re.Match[str]) -> str:
            return found[1] + ("" if int(found[2]) <= now <= int(found[3]) else ' display="none"')

        def looked(found: re.Match[str]) -> str:
            views = (one.split(" ", 2) for one in found[2].split(","))
            view = next((view for first, until, view in views if int(first) <= now <= int(until)), found[1])
            return f'viewBox="{view}"'

        return _VIEWS.sub(looked, _STAND.sub(stood, _GO.sub(lit, svg)))

    return (*(at(number) for number in numbers), svg)


def animated(maps: Sequence[str], ending: str) -> bytes:
    """Maps as SVG, in order, as the bytes of a .webp or a .gif."""
    frames = [_frame(svg) for svg in maps]
    # A table may have grown from one step to the next: every frame is as large as the largest, on its own paper.
    size = (WIDTH, max(frame.height for frame in frames))
    sheets = []
    for frame in frames:
        sheet = Image.new("RGB", size, frame.getpixel((2, frame.height - 3)))
        sheet.paste(frame)
        sheets.append(sheet)
    if ending == "gif":
        sheets = in_one_palette(sheets)
    written = BytesIO()
    how = {"quality": 80, "method": 3} if ending == "webp" else {"optimize": True}
    shown = [MILLISECONDS] * (len(sheets) - 1) + [LAST]
    sheets[0].save(
        written, ending.upper(), save_all=True, append_images=sheets[1:], duration=shown, loop=0, **how
    )  # fmt: skip
    return written.getvalue()


def _frame(svg: str) -> Image.Image:
    with Image.open(BytesIO(full_colour(svg, WIDTH))) as drawn:
        return drawn.convert("RGB")
