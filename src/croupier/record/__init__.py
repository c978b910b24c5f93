"""A round as text: the notation, and replay."""

from croupier.record.fault import Fault, Unreadable
from croupier.record.notation import Record, read, record_of, write
from croupier.record.replay import Replay, replay

__all__ = ["Fault", "Record", "Replay", "Unreadable", "read", "record_of", "replay", "write"]
