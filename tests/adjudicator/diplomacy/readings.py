"""Every reading of the disputed rules that is tried: the editions, each other choice by itself, and mixtures."""

from dataclasses import replace

from judge.adjudicator.diplomacy.editions import EDITION_2023, EDITIONS
from judge.variants.diplomacy.options import DISPUTED, edition_of

CHOICES = tuple((key, value) for key, _, values, _ in DISPUTED for value in values[1:])
"""Every choice beside those of 2023."""

SINGLE = tuple(replace(edition_of({key: value}), key=f"{key}={value}") for key, value in CHOICES)
READINGS = (*EDITIONS.values(), *SINGLE)


def mixed(chance):
    """Each disputed point settled by lot."""
    chosen = {key: chance.choice(values) for key, _, values, _ in DISPUTED}
    return replace(edition_of(chosen), key="mixed")


def own_choices(edition):
    """The fields in which a reading is not that of 2023."""
    return [key for key, *_ in DISPUTED if getattr(edition, key) != getattr(EDITION_2023, key)]
