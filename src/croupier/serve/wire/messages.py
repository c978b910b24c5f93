"""What goes over a table's socket, in both directions: closed shapes, told apart by the word in `type`."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.floor.casino import Casino
from croupier.floor.house_rules.judges import IN_OFFICE, RoleAsked
from croupier.floor.house_rules.not_accepted import accept
from croupier.floor.house_rules.request import Request
from croupier.floor.house_rules.rules import HouseRule
from croupier.floor.people.sign_in.sign_ins import Visitor
from croupier.floor.tables.commands import act_of, command_type, read_command, words_of
from croupier.floor.tables.receipt import Receipt
from croupier.games.blackjack.state import BlackjackPublicView
from croupier.games.chips import Purse
from croupier.games.layout.table import LayoutPublicView
from croupier.games.people import Role
from croupier.games.tournament.state import Entry as TournamentEntry
from croupier.record.text.forms import FORMS
from croupier.serve.security.errors import Fault
from croupier.serve.wire.offers import LegalShown
from croupier.serve.wire.work import Work

LARGEST_MESSAGE = 16 * 1024
_LARGEST_NUMBER = 2**63 - 1

# A plain `$` would let a newline through at the end, and with it a second line into the journal.
Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.-]{1,64}(?!\n)$", description="Your own mark on this request.")]
Nonce = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}(?!\n)$", description="16 random bytes of your own, in hex.")]
Number = Annotated[int, Meta(ge=0, le=_LARGEST_NUMBER)]


# From the client


class ActRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"acting": "as"}):
    """An act as it is asked for. The same key is the same request: done once, and answered as often as it comes."""

    act: dict[str, Any]
    """One of the game's: `{"act": "wager", "position": {"kind": "straight up", "numbers": [17]}, "amount": 2000}`."""
    key: Key
    nonce: Nonce | None = None
    """Goes into the draw of the round. The server never makes one for you."""
    round: Number | None = None
    """The round that it is meant for: in any other it is refused."""
    acting: Role | None = None
    """The role in which it is done, where it is not the one that the act itself has."""


class ActMessage(ActRequest, frozen=True, kw_only=True, tag_field="type", tag="act"):
    pass


class ResumeMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="resume"):
    """Begin again after the entry of this number; the answer is `acts` with `resumed`, or a `snapshot`."""

    after: Number


class PingMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="ping"):
    pass


Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thank_you",
    "so_close",
    "one_moment",
    "heart",
    "thumbs_up",
    "star",
    "smile",
]
"""All that can be said at a table: nobody has to read it first."""


class SayMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="say"):
    """A phrase to those at the table, from somebody who sits there. It is in no journal, and touches no state."""

    phrase: Phrase


ClientMessage = ActMessage | ResumeMessage | PingMessage | SayMessage


# From the server


_Object = Annotated[Any, Meta(extra_json_schema={"type": "object"})]
_ObjectOrNull = Annotated[Any, Meta(extra_json_schema={"anyOf": [{"type": "object"}, {"type": "null"}]})]
"""Acts and views: written as they are in the rules, and read as objects. Their schemas stand by name in the OpenAPI
document."""
_NULL = Meta(extra_json_schema={"default": None})


class ShownEntry(Struct, frozen=True, omit_defaults=True):
    """One entry of the journal as everybody may see it."""

    number: int
    time: int
    hash: str
    line: str
    """The act in the notation; empty where the line has none."""
    act: _ObjectOrNull = None
    """The act in JSON."""
    reveal: str = ""
    """The secret of the round that this entry ended: its SHA-256 is the seal that stood before the wagers."""
    seal: str = ""
    """The seal of the round that this entry opened."""


class PublicSnapshot(Struct, frozen=True, tag_field="type", tag="snapshot"):
    """The part of a snapshot that is the same for all who watch: it is written once for them."""

    table: str
    number: int
    hash: str
    time: int
    """Of the entry of that number."""
    began: int
    """When the table's own clock stood at 0, in UTC seconds: notices count by that clock."""
    seal: str
    """Of the open round; empty at a table that draws from no seal."""
    due: int | None
    """When the house goes on by itself: the window closes, or a decision not made is an absent player's. In UTC."""
    view: _Object
    """What everybody may see."""
    names: dict[str, str]
    """What people at this table are called."""


class Snapshot(PublicSnapshot, frozen=True, tag_field="type", tag="snapshot"):
    """The table as it is."""

    now: int
    """The server's clock, UTC seconds."""
    player: str
    """Your own id at this table, which is no other table's; empty where nobody is signed in."""
    you: Purse | None
    """Your own chips: nobody else is told of them."""
    entry: TournamentEntry | None = None
    """Your own entry, where this is a tournament and you have applied."""
    legal: LegalShown | None = None
    """What you may do, where you asked for it with `?legal=true`."""
    work: Work | None = None
    """What comes next for your office, where you asked for it with `?as=dealer`."""


class Acts(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="acts"):
    """What has been done, and the table after it. Numbers follow one another without a gap."""

    entries: tuple[ShownEntry, ...]
    number: int
    hash: str
    time: int
    seal: str
    names: dict[str, str] = {}
    """Only those who are new."""
    due: Annotated[int | UnsetType | None, _NULL] = UNSET
    view: Annotated[_ObjectOrNull | UnsetType, _NULL] = UNSET
    """Left out where more entries follow at once."""
    resumed: bool = False
    """The first after `resume`: its entries begin after the number that was asked for."""
    legal: LegalShown | None = None
    """What you may do now, where you asked for it and it has changed; left out where more follows at once."""
    work: Work | None = None
    """What comes next for your role now, where you asked for it; left out where more follows at once."""


class You(Struct, frozen=True, omit_defaults=True, tag_field="type", tag="you"):
    """Your own chips at this table have changed, or your own entry in this tournament."""

    number: int
    purse: Purse | None
    entry: TournamentEntry | None = None


class ReceiptMessage(Struct, frozen=True, tag_field="type", tag="receipt"):
    """Your act is durable. Keep it: it proves that the entry was there."""

    key: str
    table: str
    number: int
    hash: str
    time: int


class RefusedMessage(Struct, frozen=True, tag_field="type", tag="refused"):
    """Your act was not accepted, and nothing was done."""

    key: str
    refusal: Fault


class ErrorMessage(Struct, frozen=True, tag_field="type", tag="error"):
    """The server did not understand your message."""

    refusal: Fault


class Reality(Struct, frozen=True, tag_field="type", tag="reality"):
    """A reality check, between two rounds: how long you have played, and what you have lost today."""

    seconds: int
    lost: int
    """In cents; below zero while you are winning."""
    now: int


class Company(Struct, frozen=True, tag_field="type", tag="company"):
    """How many watch who have no chips here, where you asked for it with `?company=true`."""

    watching: int


class Said(Struct, frozen=True, tag_field="type", tag="said"):
    """A phrase, where you asked for company."""

    player: str
    """Who said it, by the id at this table."""
    phrase: Phrase


class NotSaid(Struct, frozen=True, tag_field="type", tag="not_said"):
    """Your phrase was not passed on."""

    refusal: Fault


class Pong(Struct, frozen=True, tag_field="type", tag="pong"):
    number: int
    now: int


ServerMessage = (
    Snapshot | Acts | You | ReceiptMessage | RefusedMessage | ErrorMessage | Reality | Company | Said | NotSaid | Pong
)

DEVICE_KEYS = "device-"
"""How the keys of results begin that came from a device: nobody else's may."""
LONGEST_WORD = 40
"""How much of an unknown act's name is told back."""
_CLIENT: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_ENCODER = msgspec.json.Encoder()


def read_message(text: str) -> ClientMessage:
    """Raises `msgspec.MsgspecError`, or `RecursionError` where it is nested too deeply."""
    return _CLIENT.decode(text)


def frame(message: Any) -> str:
    """As it goes over the wire."""
    return _ENCODER.encode(message).decode()


def receipt_message(key: str, receipt: Receipt) -> ReceiptMessage:
    return ReceiptMessage(key, receipt.table, receipt.number, receipt.hash, receipt.time)


# Acts


def request_of(casino: Casino, table: str, visitor: Visitor | None, asked: ActRequest) -> Request:
    """What the table is asked; raises `NotAccepted`, or `msgspec.ValidationError` with the place in the document."""
    actor = casino.actor(table)
    game = actor.setting.game
    if visitor is None:
        raise HouseRule.NO_SESSION.refused("to_act")
    if asked.key.startswith(DEVICE_KEYS):
        raise HouseRule.BAD_KEY.refused("of_device")
    _check_word(asked.act.get("act"), words_of(game))
    command = command_of(game, asked.act)
    act = act_of(command, visitor.person.id, asked.acting, actor.player_id(visitor.person.id))
    accept(IN_OFFICE.refuses(RoleAsked(act.actor.role, visitor.roles)))
    return Request(
        person=visitor.person.id,
        act=act,
        key=asked.key,
        nonce=asked.nonce or "",
        round=asked.round,
        body=hashlib.sha256(msgspec.json.encode((table, act, asked.nonce, asked.round), order="sorted")).digest(),
    )


def _check_word(word: Any, known: tuple[str, ...]) -> None:
    """A word that names no act of the game is answered with those that do. What is no word at all is malformed."""
    if isinstance(word, str) and word not in known:
        raise HouseRule.NO_SUCH_ACT.refused("named", act=word[:LONGEST_WORD], acts=", ".join(known))


def command_of(game: str, act: dict[str, Any]) -> Any:
    """An act as a client wrote it; raises `msgspec.ValidationError`, or `NotAccepted` where it is nested too deeply."""
    try:
        # Through its text: a decoder is made once for each game, and what it decodes into is worked out with it.
        return read_command(game, msgspec.json.encode(act))
    except RecursionError:
        raise HouseRule.MALFORMED.refused("deep_message") from None
    except msgspec.ValidationError as error:
        # The place is told as the client wrote it: the act stands inside its request.
        words = str(error)
        raise msgspec.ValidationError(
            words.replace("`$", "`$.act") if "`$" in words else f"{words} - at `$.act`"
        ) from None


# For those who read the schema

_REF = "#/components/schemas/{name}"


def _schemas() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of both directions and of each game's acts, by name; and every component that they are made of."""
    named: dict[str, tuple[str, Any]] = {"ClientMessage": ("", ClientMessage), "ServerMessage": ("", ServerMessage)}
    # What `view` holds: one shape for the layout games, each with equipment of its own, and one for blackjack.
    named |= {"LayoutView": ("Layout", LayoutPublicView), "BlackjackView": ("Blackjack", BlackjackPublicView)}
    # Two games have acts of one name with different parts: each game has its own prefix. What an act shares with a view
    # stands here as the act has it, closed: so acts come after views.
    named |= {f"{_title(game)}Act": (_title(game), command_type(game)) for game in FORMS}
    schemas: dict[str, Any] = {}
    components: dict[str, Any] = {}
    for name, (prefix, kind) in named.items():
        (schema,), parts = msgspec.json.schema_components([kind], ref_template=_REF)
        own = {part: part if part.startswith(prefix) else f"{prefix}{part}" for part in parts}
        refs = {_REF.format(name=part): _REF.format(name=named_so) for part, named_so in own.items()}
        schemas[name] = _with_refs(schema, refs)
        components |= {own[part]: _with_refs(each, refs) for part, each in parts.items()}
    return schemas, components


def _with_refs(schema: Any, refs: dict[str, str]) -> Any:
    """The same schema with other names for what it refers to."""
    match schema:
        case dict():
            return {key: _with_refs(value, refs) for key, value in schema.items()}
        case list():
            return [_with_refs(each, refs) for each in schema]
        case str():
            return refs.get(schema, schema)
        case _:
            return schema


def _title(game: str) -> str:
    return "".join(word.capitalize() for word in game.split("-"))


def __getattr__(name: str) -> Any:
    """`COMPONENTS` and `DESCRIPTION`, for the OpenAPI document: made when somebody asks for them."""
    if name not in {"COMPONENTS", "DESCRIPTION"}:
        raise AttributeError(name)
    schemas, components = _schemas()
    globals()["COMPONENTS"] = {**components, **schemas}
    globals()["DESCRIPTION"] = {
        "path": "/api/v1/tables/{id}/socket",
        "summary": "Watch a table, and act at it. Frames are JSON text. A tournament has one too, under /tournaments.",
        "query": {
            "after": "The number of the last entry that you have: the stream continues after it.",
            "legal": "`true`: what you may do comes with each frame that changes it, as `GET …/legal` has it.",
            "company": "`true`: how many watch, and what those who sit there say, comes too.",
            "as": "A role that you hold: what comes next for it comes with each frame, as `GET …/working` has it.",
        },
        "send": {"$ref": "#/components/schemas/ClientMessage"},
        "receive": {"$ref": "#/components/schemas/ServerMessage"},
        "acts": {game: {"$ref": f"#/components/schemas/{_title(game)}Act"} for game in FORMS},
        "closes": {
            "1001": "quiet for too long, or the server stops",
            "1003": "not text",
            "1008": "too many messages or sockets, or your session is over",
            "1009": "a message of more than 16 KiB",
            "1011": "an error of ours: resume by number",
            "1013": "you read too slowly: resume by number",
            "4404": "the table has been taken away: do not come back",
        },
    }
    return globals()[name]
