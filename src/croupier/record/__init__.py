"""A round as text: the notation, and replay."""

from croupier.record.audits.audit import Report, audit_journal
from croupier.record.audits.replay import Replay, replay
from croupier.record.files.conditions import read_conditions, write_conditions
from croupier.record.journals.journal import Journal, read_journal
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.notation import Record, read, record_of, write
from croupier.record.text.wagers import WagerLine, read_wagers

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
