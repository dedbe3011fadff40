"""Disputed rules as named values. An edition is a choice for every point of DATC chapter 4 that the kernel depends on.

The default, `EDITION_2023`, is DATC 3.2's own preference throughout.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Edition:
    """One reading of the rules; each field names the issue of DATC chapter 4 that it settles."""

    key: str
    _: KW_ONLY
    convoy_routes: Literal["any", "all"] = "any"
    """4.A.1. `any`: a convoy fails only when no route is left. `all`: one fleet of it dislodged is enough (1971)."""
    paradox: Literal["szykman", "all-hold", "no-cut"] = "szykman"
    """4.A.2. `szykman`: the convoyed armies of the paradox stay where they are. `all-hold`: every move of the paradox
    fails (1982). `no-cut`: a convoyed army never cuts the support of an attack on a fleet of its own convoy (1971,
    2000); what is still a paradox then is settled by Szykman's rule."""
    adjacent_convoy: Literal["intent", "always", "via"] = "intent"
    """4.A.3. When an army ordered to a neighbour goes by sea: `intent`: on the word VIA, or when a fleet of its own
    power is in the ordered route (2000, 2023); `always`: whenever the route is ordered (1971); `via`: on the word
    only."""
    via_without_convoy: Literal["fails", "by-land"] = "fails"
    """4.A.3. An army told to go by convoy to a neighbour when nobody carries it: it stays, or goes by land."""
    attack_from: Literal["origin", "last-fleet"] = "origin"
    """4.A.4. Where a convoyed attack comes from when it cuts the support against that very place: the army's own
    province, or (Brannan's rule) never that province."""
    retreat_to_convoyed_origin: bool = True
    """4.A.5. A unit dislodged by a convoyed army may retreat to where that army came from."""
    dislodged_bounces: bool = True
    """4.A.7. A unit dislodged by an attack that was not head to head still bounces others in its attacker's origin."""
    unknown_coast: Literal["fails", "default"] = "fails"
    """4.B.1. A fleet that could go to either coast and was told neither: the order fails, or the first coast of the
    map is taken."""
    sole_coast: Literal["moves", "fails"] = "moves"
    """4.B.2. A fleet that can reach one coast only and was not told which: it goes there, or the order fails."""
    wrong_coast: Literal["fails", "moves"] = "fails"
    """4.B.3. A fleet told a coast that it cannot reach while it can reach the other: the order fails, or it goes to
    the one it can reach."""
    support_needs_coast: bool = False
    """4.B.4. A support of a move to a province with coasts must say the coast."""
    support_wrong_source_coast: Literal["ignored", "fails"] = "ignored"
    """4.B.5, for supports: a wrong coast of the supported unit."""
    own_wrong_coast: Literal["ignored", "fails"] = "ignored"
    """4.B.5, for the unit's own order: a wrong coast of the unit itself."""
    army_coast: Literal["ignored", "fails"] = "ignored"
    """4.B.6. A coast given to an army's destination."""
    build_coast: Literal["fails", "default"] = "fails"
    """4.B.7. A fleet built where there are two coasts without saying which."""
    removal_distance: Literal["owned", "home"] = "owned"
    """4.D.8. Civil disorder measures from the nearest owned centre (2023), or from the nearest home centre (1971,
    2000)."""
    removal_paths: Literal["provinces", "unit"] = "provinces"
    """4.D.8. Distances count every province, or only steps the unit could make itself."""


EDITION_2023 = Edition("2023")
EDITION_2000 = Edition("2000", paradox="no-cut", removal_distance="home")
EDITION_1971 = Edition(
    "1971",
    convoy_routes="all",
    paradox="no-cut",
    adjacent_convoy="always",
    via_without_convoy="by-land",
    retreat_to_convoyed_origin=False,
    removal_distance="home",
)

EDITIONS = {edition.key: edition for edition in (EDITION_2023, EDITION_2000, EDITION_1971)}
