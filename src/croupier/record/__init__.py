"""A round as text: the notation, and replay."""

from croupier.record.fault import TextFault, Unreadable
from croupier.record.notation import Record, read, record_of, write
from croupier.record.replay import Replay, replay
from croupier.record.wagers import WagerLine, read_wagers

__all__ = [
    "Record",
    "Replay",
    "TextFault",
    "Unreadable",
    "WagerLine",
    "read",
    "read_wagers",
    "record_of",
    "replay",
    "write",
]
