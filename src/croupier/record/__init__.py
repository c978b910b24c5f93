"""A round as text: the notation, and replay."""

from croupier.record.audit import Report, audit_journal
from croupier.record.conditions import read_conditions, write_conditions
from croupier.record.fault import TextFault, Unreadable
from croupier.record.journal import Journal, read_journal
from croupier.record.notation import Record, read, record_of, write
from croupier.record.replay import Replay, replay
from croupier.record.wagers import WagerLine, read_wagers

__all__ = [
    "Journal",
    "Record",
    "Replay",
    "Report",
    "TextFault",
    "Unreadable",
    "WagerLine",
    "audit_journal",
    "read",
    "read_conditions",
    "read_journal",
    "read_wagers",
    "record_of",
    "replay",
    "write",
    "write_conditions",
]
