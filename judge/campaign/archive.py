"""A game's public record for the site, and what was posted where."""

from __future__ import annotations

import itertools
from typing import Any

from judge import report
from judge.campaign import closing, due, reports
from judge.campaign.act import Look
from judge.campaign.annals import annals, names_of, results
from judge.campaign.campaign import Campaign
from judge.campaign.live import Live, NotNow, events_of, line_of, load_game, state_of, step_at
from judge.campaign.record import record_of as proof_of
from judge.campaign.seating import names_told
from judge.campaign.tournaments import standings
from judge.forum import Refused, Target
from judge.forum.publish import publish, publish_picture, requests
from judge.grammar.options import house_rules
from judge.report import pictures
from judge.report.blocks import Block, parse
from judge.report.build import Report
from judge.report.chat import CHATS, news_part, summary
from judge.report.languages import worded_in
from judge.report.media.front_page import NoPage, front_page
from judge.report.saying import Saying, worded
from judge.report.site import Phase, Record
from judge.report.site.record import CLOSING as CLOSING_PAGE
from judge.report.site.record import page_file
from judge.report.words import Words
from judge.store import cups, notices


def record_of(look: Look, name: str) -> Record:
    """Everything that everybody may see of a game, phase by phase, in its language."""
    live = load_game(look.connection, name)
    if live.step is None:
        raise NotNow("nothing-to-show", game=live.name)
    with worded_in(live.settings.language):
        return _record(look, live)


def _record(look: Look, live: Live) -> Record:
    game, name = live.game, live.name
    before = None
    phases = []
    for step in line_of(look.connection, live):
        state = state_of(game, step)
        told = report.told_to(events_of(game, step), None)
        when = live.settings.calendar.zone
        made = reports.moment_of(step).astimezone(when).isoformat(timespec="seconds")
        notes = reports.notes_for(look, live, step, None, False)
        phases.append(
            Phase(int(step["number"]), before, state, told, when=made, title=step["window_title"], notes=notes)
        )
        before = state
    mail = look.config.mail.value if isinstance(look.config.mail.value, dict) else {}
    over = live.row["status"] == "over"
    return Record(
        live.name,
        live.name.replace("-", " ").title(),
        game,
        phases,
        players=names_told(live, look.ledger.sittings(live.id), own=look.config.own_templates),
        deadline=due.said(live),
        house_rules=house_rules(game, live.options),
        campaign=look.config.name,
        language=live.settings.language,
        judge_address=str(mail.get("address", "")),
        press=tuple((row["signed"], row["text"]) for row in closing.public_press(look.connection, live)),
        ended=closing.outcome_of(live) if over else None,
        closing=closing.closing_report(look, live).blocks if over else (),
        proof=proof_of(look.connection, name) if live.scheme > 1 else {},
    )


def club_of(look: Look) -> dict[str, Any]:
    """The content of the club's pages, as plain values: the annals, the tournaments, the people with a page."""
    found = results(look)
    names = names_of(look, found)
    told = annals(look, found=found)
    cups_told = [standings(look, name, names) for name in cups.names(look.connection)]
    return {**told, "tournaments": cups_told, "known": [one["number"] for one in told["players"]]}


WIDTH = 800
CLOSING = -1
"""In place of a step's number: the closing report of a game."""


def post_report(
    campaign: Campaign, target: Target, name: str, number: int | None, dry_run: bool, picture: bool = False
) -> list[dict[str, object]]:
    """Post (or edit) the public report of a step, or the CLOSING one; each part is on record as soon as it is posted.

    `picture`: the map of the step goes before it, to a chat the page of the game's paper; a board that refuses it gets
    the report all the same, before the refusal is raised. A chat is told the news alone, and where the rest stands.
    """
    with campaign.look() as look:
        live = load_game(look.connection, name)
        if live.step is None:
            raise NotNow("nothing-to-post", game=live.name)
        step = live.head if number is None else number
        with worded_in(live.settings.language):
            is_closing = step == CLOSING
            made = closing.closing_report(look, live) if is_closing else reports.report_of(look, live, step, None)
            blocks = _for_chat(look, live, step, made, target) if target.dialect in CHATS else made.blocks
            png, alt = b"", ""
            if picture and not is_closing:
                png, alt = _picture_for(look, live, step, made, target)
        known = notices.posts_of(look.connection, live.id, step, target.name)
    key = f"{campaign.config.name}-{live.name}-{live.row['branch']}-{'closing' if step == CLOSING else step}"
    if dry_run:
        shown: list[dict[str, object]] = [{"part": 0, "text": f"({alt})", "request": {}}] if png else []
        return shown + [
            {"part": part, "text": text, "request": request.shown() if request else None}
            for part, text, _, request in requests(target, key, blocks, known)
        ]
    done: list[dict[str, object]] = []
    first, refused = None, None
    if png:
        try:
            first = publish_picture(target, key, png, alt, known.get(0))
        except Refused as error:
            refused = Refused(f"the picture was not taken: {error}")
    for posted in itertools.chain([first] if first else [], publish(target, key, blocks, known)):
        with campaign.store.begin() as connection:
            where = {"game_id": live.id, "step": step, "target": target.name, "part": posted.part}
            notices.put_post(connection, where, {"remote": posted.remote, "digest": posted.digest})
        done.append({"part": posted.part, "remote": posted.remote, "edited": posted.edited})
    if refused is not None:
        raise refused
    return done


def _for_chat(look: Look, live: Live, step: int, made: Report, target: Target) -> tuple[Block, ...]:
    """The one message that tells a chat of a step, or of the end."""
    known = step_at(look.connection, live.id, step) if step != CLOSING else None
    page = page_file(step, known["window_title"] or made.title) if known is not None else CLOSING_PAGE
    base = look.config.base_url.rstrip("/")
    # Chats read these signs as markup, and addresses may contain them.
    address = f"{base}/{live.name}/{page}".replace("_", "%5F").replace("~", "%7E") if base else ""
    words = Words(live.game, None, {}, look.config.own_templates)
    around = words.marked(
        "common/chat.j2", campaign=look.config.name, name=live.name, title=made.title, address=address
    )
    return summary(made.blocks, parse(around), target.dialect)


def page_of_paper(look: Look, name: str, number: int | None = None) -> tuple[bytes, str]:
    """The front page of a game's paper as a picture, and the words that stand for it."""
    live = load_game(look.connection, name)
    if live.step is None:
        raise NotNow("not-begun", game=live.name)
    step = live.head if number is None else number
    made = reports.report_of(look, live, step, None)
    if not _has_paper(look, live):
        raise NotNow("no-paper", game=live.name)
    svg = _map_of(look, live, step)
    alt = _alt(look, live, "mail/paper", made)
    # The first line of the news says which game it is: the name of the paper does so here.
    news = news_part(made.blocks)[1:]
    return front_page(news, svg, _alt(look, live, "mail/map-of", made), look.config.own_templates), alt


def _has_paper(look: Look, live: Live) -> bool:
    return live.settings.style == "gazette" and Words(live.game, None, {}, look.config.own_templates).has_paper


def _picture_for(look: Look, live: Live, number: int, made: Report, target: Target) -> tuple[bytes, str]:
    """The picture above the words: the public map of the step; in a chat, which has no room for the whole paper, its
    front page. If the package that sets pages is missing, `judge doctor` says so."""
    if target.dialect in CHATS and _has_paper(look, live):
        try:
            return page_of_paper(look, live.name, number)
        except NoPage:
            pass
    svg = _map_of(look, live, number)
    return pictures.png(svg, WIDTH) if svg else b"", _alt(look, live, "mail/map-of", made)


def _alt(look: Look, live: Live, code: str, made: Report) -> str:
    facts = {"game": f"{look.config.name}/{live.name}", "title": made.title}
    return worded(Saying(code, facts), look.config.own_templates)


def _map_of(look: Look, live: Live, number: int) -> str:
    """The map of a step as everybody may see it."""
    step = step_at(look.connection, live.id, number)
    return reports.map_of(live, step, None) if step is not None else ""
