"""Posting reports to forums and chats by their interfaces: an extra that never blocks a turn.

Paste-ready text comes first (judge.report); the modules here post that text to a target. Posting is idempotent: a part
whose remote id is known is edited, never posted again.
"""

from judge.forum.publish import Posted, publish, trial
from judge.forum.targets import KINDS, Target, TargetError, read_targets
from judge.forum.wire import Refused, Unreached

__all__ = ["KINDS", "Posted", "Refused", "Target", "TargetError", "Unreached", "publish", "read_targets", "trial"]
