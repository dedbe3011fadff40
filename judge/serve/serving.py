"""Settings of the daemon: the `serve:` part of a campaign's file."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from judge.campaign.deadlines import RuleError, read_length
from judge.grammar.document import Complaint, Document, DocumentError
from judge.grammar.lexicon import nearest
from judge.serve.log import FORMS
from judge.serve.together import Spans

KEYS = {
    "metrics": "a port of this machine on which figures for Prometheus are to be had (none)",
    "log": "human, or json for a line of JSON each (human)",
    "log_addresses": "show, or hide people's mail addresses in the log (hide)",
    "hold": "how long a daemon that says nothing keeps the mailbox before another takes it over (60s)",
}


@dataclass(frozen=True, slots=True)
class Serving:
    """`metrics`: a port, 0 for none."""

    metrics: int = 0
    log: str = "human"
    addresses: bool = False
    spans: Spans = field(default_factory=Spans)


def read_serving(document: Document) -> Serving:
    """The `serve:` part; every mistake is named with its line."""
    value: dict[str, Any] = document.value if isinstance(document.value, dict) else {}
    complaints: list[Complaint] = []
    for key in value:
        if key not in KEYS:
            near = nearest(str(key), KEYS)
            hint = f'did you mean "{near}"?' if near else f"known are {', '.join(KEYS)}"
            complaints.append(document.complaint(f'"{key}" means nothing here: {hint}', key))
    port = value.get("metrics", 0)
    if not isinstance(port, int) or isinstance(port, bool) or not 0 <= port <= 65535:
        said = f'metrics is the number of a port, such as 9187, not "{port}": it is served to this machine alone'
        complaints.append(document.complaint(said, "metrics"))
        port = 0
    log = str(value.get("log", "human"))
    if log not in FORMS:
        complaints.append(document.complaint(f'log is human or json, not "{log}"', "log"))
    addresses = str(value.get("log_addresses", "hide"))
    if addresses not in ("show", "hide"):
        complaints.append(document.complaint(f'log_addresses is show or hide, not "{addresses}"', "log_addresses"))
    spans = Spans()
    if "hold" in value:
        try:
            hold = read_length(str(value["hold"]))
        except RuleError as error:
            complaints.append(document.complaint(str(error), "hold"))
        else:
            if not timedelta(seconds=5) <= hold <= timedelta(hours=1):
                complaints.append(document.complaint(f'hold is from 5s to 1h, not "{value["hold"]}"', "hold"))
            spans = Spans(mailbox=hold)
    if complaints:
        raise DocumentError(document.name, complaints)
    return Serving(port, log, addresses == "show", spans)
