"""Ratings and records from finished games: worked out from the store, and the same each time."""

import json
from datetime import timedelta

import pytest

from judge.campaign.annals import annals, careers, results
from judge.club.ratings import Rating, rated
from tests.campaign.conftest import START
from tests.cli.calls import *  # noqa: F403
from tests.master import Master
