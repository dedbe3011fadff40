"""A campaign with its game master at it: every act as one call at a time that is named, each in its own transaction."""

from __future__ import annotations

from judge.campaign import (
    correcting,
    ending,
    filling,
    founding,
    looking,
    pace,
    people,
    releasing,
    secrecy,
    stating,
    taking,
    telling,
)
from judge.campaign.campaign import Campaign
from judge.campaign.closing import closing_report
from judge.campaign.docket import Said
from judge.campaign.founding import Wanted
from judge.campaign.live import load_game


def _timed(do, place):
    """`do(act, …)` as a method that takes the time after so many other arguments."""

    def method(self, *given, **more):
        before, (now, *after) = given[:place], given[place:]
        with self.act(now) as act:
            return do(act, *before, *after, **more)

    return method


def _look(do):
    """`do(look, …)` as a method."""

    def method(self, *given, **more):
        with self.look() as look:
            return do(look, *given, **more)

    return method


class Master(Campaign):
    """The acts of a game master, and what the clock's owner can see."""

    start = _timed(founding.start, 1)
    assign = _timed(filling.assign, 3)
    replace = _timed(filling.replace, 3)
    enter_as_said = _timed(taking.enter_as_said, 3)
    release = _timed(releasing.release, 1)
    preview = _timed(releasing.preview, 1)
    roll_back = _timed(correcting.roll_back, 2)
    roll_forward = _timed(correcting.roll_forward, 1)
    edit = _timed(correcting.edit, 3)
    note = _timed(correcting.official_word, 2)
    vote = _timed(ending.vote, 3)
    end = _timed(ending.end, 3)
    state = _timed(stating.state, 3)
    extend = _timed(pace.extend, 3)
    pause = _timed(pace.pause, 2)
    resume = _timed(pace.resume, 1)
    join = _timed(people.join, 2)
    resign = _timed(people.resign, 2)
    be_away = _timed(people.be_away, 3)
    register_key = _timed(people.register_key, 2)
    forget = _timed(people.forget, 1)
    may_look = _timed(secrecy.may_look, 2)
    tell_gm = _timed(telling.tell_gm, 3)

    position = _look(correcting.position)
    changes = _look(correcting.changes)
    report = _look(looking.report_again)
    audit = _look(looking.audit)
    sittings = _look(looking.table)
    docket = _look(taking.docket_of)
    closing = _look(lambda look, name: closing_report(look, load_game(look.connection, name)))

    def new_game(self, name, key, now, settings=None, options=None, seats=()):
        with self.act(now) as act:
            return founding.new_game(act, name, key, Wanted(None, options or {}, settings, tuple(seats)))

    def enter(self, name, seat, text, now, source="gm", *, clear=False, wait=None):
        with self.act(now) as act:
            return taking.enter(act, name, seat, Said(text, source, clear=clear, wait=wait))
