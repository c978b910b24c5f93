"""Checkpoints: a signed root over the heads of all journals, in the form of C2SP's tlog-checkpoint.

Whoever keeps a checkpoint outside the house can show later that a journal was cut or written anew, without any player's
receipt. A checkpoint is a note: origin, number of journals and root, then who signed it. Lines of our own stand between
them: its number, its time, and the hash of the note before, so that checkpoints are a chain themselves. Below the note
stand the heads that moved since the checkpoint before; all of them together are the leaves of the tree.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from croupier.record.text.codecs import NAME
from croupier.record.text.fault import TextFault, Unreadable
from croupier.record.text.moments import utc

NO_CHECKPOINT = "0" * 64
"""Stands for the note before the first."""
ED25519 = b"\x01"
"""The algorithm's number in a note's signature."""
_ORIGIN = r"[A-Za-z0-9./-]{1,128}"
_BASE64 = r"[A-Za-z0-9+/]+={0,2}"
_NOTE = re.compile(
    rf"(?P<text>(?P<origin>{_ORIGIN})\n(?P<size>[1-9][0-9]*)\n(?P<root>{_BASE64})\n"
    r"number (?P<number>0|[1-9][0-9]*)\ntime (?P<time>\S+)\nprevious (?P<previous>[0-9a-f]{64})\n)"
    rf"\n— (?P<signer>{_ORIGIN}) (?P<signature>{_BASE64})\n"
)
_HEAD = re.compile(rf"(?P<stream>{NAME}) (?P<number>0|[1-9][0-9]{{0,17}}) (?P<hash>[0-9a-f]{{64}})\n")
KEY_LINE = "# key "
_KEY_BYTES = 33
_KEY = re.compile(rf"(?P<name>{_ORIGIN})\+(?P<id>[0-9a-f]{{8}})\+(?P<key>{_BASE64})")


class JournalTip(Struct, frozen=True):
    """The last entry of a journal."""

    stream: str
    number: int
    hash: str

    def __str__(self) -> str:
        return f"{self.stream} {self.number} {self.hash}"


Tips = Mapping[str, JournalTip]


# The tree, as RFC 6962 has it


def leaf_hash(tip: JournalTip) -> bytes:
    return hashlib.sha256(b"\x00" + str(tip).encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def leaves_of(tips: Tips) -> list[bytes]:
    """In the order of the journals' names."""
    return [leaf_hash(tips[stream]) for stream in sorted(tips)]


class HeadTree:
    """All levels of the tree, from the leaves up: so that many paths cost no more hashing than one."""

    def __init__(self, leaves: Sequence[bytes]) -> None:
        self._levels = [list(leaves) or [hashlib.sha256().digest()]]
        while len(below := self._levels[-1]) > 1:
            above = [_node(*pair) for pair in zip(below[::2], below[1::2], strict=False)]
            self._levels.append([*above, *below[len(above) * 2 :]])  # one without a partner goes up as it is

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def path(self, index: int) -> list[bytes]:
        """What a leaf must be hashed with to come to the root, from the leaf up."""
        steps = ((level, (index >> height) ^ 1) for height, level in enumerate(self._levels[:-1]))
        return [level[partner] for level, partner in steps if partner < len(level)]


# The note


class VerifierKey(Struct, frozen=True):
    """A public key as notes name it: `croupier-1a2b3c4d+5e6f7081+AW…`."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        return hashlib.sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{_encoded(ED25519 + self.public)}"


def read_key(text: str) -> VerifierKey:
    """Raises `ValueError`."""
    found = _KEY.fullmatch(text.strip())
    bytes = _decoded(found["key"]) if found else b""
    if found is None or bytes[:1] != ED25519 or len(bytes) != _KEY_BYTES:
        raise ValueError("expected a key for checkpoints: name+id+key")
    key = VerifierKey(found["name"], bytes[1:])
    if key.id.hex() != found["id"]:
        raise ValueError("the key's id does not fit its name and bytes")
    return key


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


class Checkpoint(Struct, frozen=True):
    """A note that was read, and the heads that moved since the one before."""

    note: str
    """All of it, with the signature."""
    text: str
    """What is signed."""
    number: int
    time: str
    size: int
    root: bytes
    previous: str
    signer: str
    signature: bytes
    """With the key's id before it."""
    moved: tuple[JournalTip, ...]
    line: int
    """Of the file, at which it begins."""

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.note.encode()).hexdigest()


Sign = Callable[[bytes], bytes]
Verify = Callable[[bytes, bytes], bool]
"""Whether a signature of that text is the key's own: signature first."""


def note_of(key: VerifierKey, sign: Sign, tips: Tips, *, number: int, time: int, previous: str) -> str:
    """A checkpoint over those heads, signed."""
    root = _encoded(HeadTree(leaves_of(tips)).root)
    text = f"{key.name}\n{len(tips)}\n{root}\nnumber {number}\ntime {utc(time)}\nprevious {previous}\n"
    return f"{text}\n— {key.name} {_encoded(key.id + sign(text.encode()))}\n"


def block_of(note: str, moved: Sequence[JournalTip]) -> str:
    """As it stands in the file."""
    return note + "\n" + "".join(f"{tip}\n" for tip in moved) + "\n"


def head_of_file(key: VerifierKey) -> str:
    return f"{KEY_LINE}{key}\n\n"


# Reading


def read_checkpoints(text: str) -> tuple[VerifierKey, list[Checkpoint]]:
    """The key that the file names, and what stands in it; raises `Unreadable`."""
    first, _, rest = text.removeprefix("\ufeff").replace("\r\n", "\n").partition("\n\n")
    try:
        key = read_key(first.removeprefix(KEY_LINE))
    except ValueError as error:
        raise Unreadable([TextFault(1, 1, str(error))]) from None
    return key, list(read_blocks(rest, 3))


def read_blocks(text: str, line: int) -> Iterator[Checkpoint]:
    """Checkpoints without the key before them; `line` is that of the first. Raises `Unreadable`."""
    at = 0
    while at < len(text):
        start, note = line, _NOTE.match(text, at)
        if note is None:
            raise Unreadable([TextFault(start, 1, "expected a checkpoint: origin, number of journals, root")])
        end, moved = note.end(), []
        if text[end : end + 1] != "\n":
            raise Unreadable([TextFault(start + note[0].count("\n"), 1, "expected an empty line below the note")])
        end += 1
        while tip := _HEAD.match(text, end):
            moved.append(JournalTip(tip["stream"], int(tip["number"]), tip["hash"]))
            end = tip.end()
        line = start + text.count("\n", at, end) + 1
        if text[end : end + 1] != "\n":
            raise Unreadable([TextFault(line - 1, 1, "expected the head of a journal, or an empty line")])
        at = end + 1
        yield Checkpoint(
            note=note[0],
            text=note["text"],
            number=int(note["number"]),
            time=note["time"],
            size=int(note["size"]),
            root=_decoded(note["root"]),
            previous=note["previous"],
            signer=note["signer"],
            signature=_decoded(note["signature"]),
            moved=tuple(moved),
            line=start,
        )


def check_chain(key: VerifierKey, checkpoints: Sequence[Checkpoint], verify: Verify) -> dict[str, JournalTip]:
    """The heads at the last of them; raises `Unreadable` with the first that is not signed, or does not fit."""
    tips: dict[str, JournalTip] = {}
    previous = NO_CHECKPOINT
    for number, each in enumerate(checkpoints):
        tips.update((tip.stream, tip) for tip in each.moved)
        why = ""
        if each.signer != key.name or each.signature[:4] != key.id:
            why = "another key signed it"
        elif not verify(each.signature[4:], each.text.encode()):
            why = "its signature does not fit"
        elif each.number != number or each.previous != previous:
            why = "it does not follow the one before"
        elif len(tips) != each.size or HeadTree(leaves_of(tips)).root != each.root:
            why = "the heads below it do not come to its root"
        if why:
            raise Unreadable([TextFault(each.line, 1, f"checkpoint {each.number}: {why}")])
        previous = each.hash
    return tips


def receipts_of(checkpoints: Sequence[Checkpoint]) -> dict[str, dict[int, set[str]]]:
    """What they say of single entries: each is as good as a receipt."""
    found: dict[str, dict[int, set[str]]] = {}
    for each in checkpoints:
        for tip in each.moved:
            found.setdefault(tip.stream, {}).setdefault(tip.number, set()).add(tip.hash)
    return found
