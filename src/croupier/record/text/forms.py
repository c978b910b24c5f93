"""How acts are written: one form for each kind, from which it is both read and written.

A form is words with fields in braces, `{field:codec}`, and what may be left out in square brackets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from croupier.games import acts as general
from croupier.games import wagers
from croupier.games.acts import Act, PlayersAct
from croupier.games.blackjack import acts as blackjack
from croupier.games.layout import acts as layout
from croupier.games.money_wheel import acts as money_wheel
from croupier.games.roulette import acts as roulette
from croupier.games.tai_sai import acts as tai_sai
from croupier.games.tournament import acts as tournament
from croupier.games.tournament.session_table import table_acts as table
from croupier.record.text.codecs import CODECS, PLAYER, Codec

_COMMON: dict[type[Act], str] = {
    general.BuyIn: "buy in {amount:dollars}",
    general.CashOut: "cash out {amount:dollars}",
    general.BuyColour: "buy {amount:dollars} of {colour:word} at {chip_value:dollars}",
    general.HandIn: "hand in {amount:dollars}",
    general.HoldUnclaimed: "hold unclaimed chips of {player:player}",
    general.Clock: "clock {seconds:number} seconds",
    general.TakeUpEdition: "take up edition {edition:number}",
    general.OpenTable: "open table",
    general.PostClosing: "post closing in {seconds:number} seconds",
    general.CloseTable: "close table",
    general.ReserveTable: "reserve table for {purpose:purpose}[ with {admitted:names}]",
    general.Admit: "admit {player:player}",
    general.OpenToPublic: "open to the public",
    general.PostLimits: "post limits {sign:sign} in {seconds:number} seconds",
    general.Consent: "agree",
    general.Ready: "ready",
    general.CallEarly: "call early by consent of {agreed:names}",
    general.SeatHousePlayer: "seat house player {player:player} playing {strategy:word}[ with {chips:dollars}]",
    general.RemoveHousePlayer: "remove house player {player:player}",
    general.ChangeLimits: "change limits to {sign:sign}",
    general.CallSupervisor: "call the game supervisor",
    general.AnswerCall: "answer the call",
    general.RecordDispute: "dispute by {player:player} about round {round:number} because {reason:reason}",
    general.MakeGood: "make good {amount:dollars} to {player:player} for round {round:number} because {reason:reason}",
    wagers.Wager: "wager {amount:dollars}[ in {chips:chips}] on {position:position}",
    wagers.Withdraw: "withdraw {position:position}",
    wagers.NoMoreBets: "no more bets",
}
_ON_LAYOUT: dict[type[Act], str] = {
    layout.Collect: "collect",
    layout.PayWager: "pay {player:player} on {position:position}",
    layout.Pay: "pay[ area {area:area}]",
    layout.OpenBetting: "open betting",
    layout.WrongLimits: "wrong limits {amount:dollars}[ in {chips:chips}] on {position:position} for {player:player}",
    layout.VoidWager: "void {player:player} on {position:position}, {ground:ground}",
    layout.VoidChips: "void {amount:dollars} of {player:player} on {position:position}, {ground:ground}",
    layout.Favour: "favour {player:player} on {position:position}[ as {settle_as:position}] because {reason:reason}",
    layout.TakeBackFavour: "take back favour for {player:player} on {position:position} because {reason:reason}",
    layout.CorrectGround: "correct ground because {reason:reason}",
}
_REPLACE_WHEEL = "replace the wheel by {mark:mark} because {reason:reason}"
_ATTENDANCE = "is {present:present}"
_DISQUALIFY = "disqualify {player:player}, {ground:words} because {reason:reason}"
_BY_GAME: dict[str, dict[type[Act], str]] = {
    "roulette": {
        layout.NoSpin: "no spin[, {ground:ground}]",
        roulette.SpinBall: "spin ball {ball:direction}, wheel {wheel:direction}",
        roulette.BallRests: "ball rests",
        roulette.Spin: "spin {number:number}[ after {revolutions:number} revolutions]",
        roulette.Announce: "announce {number:number} {colour:colour}",
        roulette.Dolly: "dolly {number:number}",
        roulette.ReturnBall: "return ball to {number:number}",
        roulette.ExamineBall: "examine ball[, finding {finding:reason}]",
        roulette.ChangeBall: "change ball[ to {ball:ball}][ because {reason:reason}]",
        layout.CheckWheel: "check wheel[ with ball {ball:ball}][, finding {finding:reason}]",
        layout.ReplaceWheel: _REPLACE_WHEEL,
        roulette.CorrectNumber: "correct to {number:number} because {reason:reason}",
    },
    "money-wheel": {
        layout.NoSpin: "no spin[, {ground:ground}]",
        layout.CheckWheel: "check wheel[ with ball {ball:ball}][, finding {finding:reason}]",
        layout.ReplaceWheel: _REPLACE_WHEEL,
        money_wheel.WheelRests: "wheel rests",
        money_wheel.SpinWheel: "spin wheel {direction:direction}",
        money_wheel.IndicatorRests: "spin {section:number}[ after {revolutions:number} revolutions][ {on_peg:on peg}]",
        money_wheel.AnnounceSymbol: "announce {symbol:word}",
        money_wheel.CorrectSection: "correct to {section:number} because {reason:reason}",
    },
    "blackjack": {
        blackjack.Sit: "sit at box {box:number}",
        blackjack.LeaveSeat: "leave the seat",
        general.FreeSeat: "free the seat of {player:player}",
        blackjack.VacateSeat: "vacate the seat at box {box:number}",
        blackjack.InspectCards: "inspect cards",
        blackjack.SpreadCards: "spread cards",
        blackjack.TurnCards: "turn cards",
        blackjack.Wash: "wash",
        blackjack.Stack: "stack",
        blackjack.Riffle: "riffle",
        blackjack.Shuffle: "shuffle",
        blackjack.Cut: "cut at {at:number}",
        blackjack.DeclineCut: "decline the cut",
        blackjack.StaffCut: "staff cut at {at:number}",
        blackjack.InsertCuttingCard: "insert cutting card {from_back:number} from the back",
        blackjack.Burn: "burn",
        blackjack.ReopenBetting: "reopen betting",
        blackjack.CuttingCard: "cutting card",
        blackjack.Deal: "card {card:card}",
        blackjack.CallInsurance: "insurance",
        blackjack.CloseInsurance: "insurance closed",
        blackjack.SettleEarly: "settle early on box {box:number}",
        blackjack.PayBlackjacks: "pay blackjacks",
        blackjack.Stand: "stand on box {box:number}",
        blackjack.Draw: "draw on box {box:number}",
        blackjack.Double: "double {amount:dollars} on box {box:number}",
        blackjack.Split: "split box {box:number}",
        blackjack.ChooseHand: "choose hand {hand:number} of box {box:number}",
        blackjack.SettleBox: "settle box {box:number}",
        blackjack.CollectCards: "collect cards",
        blackjack.RemoveFaceUp: "face up {card:card}",
        blackjack.DrawnUnseen: "card drawn unseen",
        blackjack.DiscardExtra: "extra card {card:card}",
        blackjack.ExposeCard: "card exposed {card:card}",
        blackjack.RefuseCard: "refuse the card on box {box:number}",
        blackjack.CorrectCard: "correct card {place:number} to {card:card} because {reason:reason}",
        blackjack.RestateCards: "restate the cards as {cards:cards} because {reason:reason}",
        blackjack.VoidRound: "void the round because {reason:reason}",
        blackjack.VoidHand: "void hand {hand:hand} of box {box:number} because {reason:reason}",
        blackjack.DrawForAbsent: "draw for the absent on box {box:number}",
        blackjack.StandForAbsent: "stand for the absent on box {box:number}",
        blackjack.ReplaceCards: "replace the cards[ by {mark:mark}]",
        blackjack.OrderShuffle: "order a shuffle because {reason:reason}",
        blackjack.NoteDamage: "note damaged {card:card}",
        blackjack.ReplaceDamaged: "replace damaged {card:card}",
        blackjack.ShowBurnt: "show burnt {card:card}",
        blackjack.ReportCuttingCard: "cutting card passed over at box {box:number}",
        blackjack.ReportNoCuttingCard: "cutting card missing",
        blackjack.FullPatronage: "patronage {full:full}",
        layout.WrongLimits: _ON_LAYOUT[layout.WrongLimits],
        layout.VoidWager: _ON_LAYOUT[layout.VoidWager],
    },
    "tournament-table": {
        table.Attendance: _ATTENDANCE,
        table.AllocateBoxes: "allocate {players:names}",
        table.BeginSession: "begin session",
        table.TakeSeat: "take seat",
        table.LeaveTable: "leave table[ {emergency:emergency}]",
        table.ConsentToLeave: "let {player:player} leave",
        table.LimitTime: "limit time to {seconds:number} seconds",
        table.Disqualify: _DISQUALIFY,
        table.Reinstate: "reinstate {player:player} because {reason:reason}",
        table.PausePlay: "hold the game because {reason:reason}",
        table.ResumePlay: "go on with the game",
        table.AskName: "ask {player:player} for a name",
        table.GiveName: "give name",
        table.PermitWriting: "{permitted:permit} writing[ because {terms:reason}]",
        table.LendChips: "lend {amount:dollars} to {to:player}",
        table.TallyChips: "tally chips",
    },
    "tournament": {
        table.Attendance: _ATTENDANCE,
        table.Disqualify: _DISQUALIFY,
        general.SeatHousePlayer: "seat house player {player:player} playing {strategy:word}[ with {chips:dollars}]",
        general.RemoveHousePlayer: "remove house player {player:player}",
        tournament.Determine: "determine {conditions:conditions}",
        tournament.SetTime: "time {at:moment}",
        tournament.AlterStart: "alter start to {at:moment}",
        tournament.Apply: "apply",
        tournament.NotifyApplicant: "notify {player:player}",
        tournament.PayFee: "pay fee {amount:dollars}",
        tournament.AcceptEntry: "accept {player:player}",
        tournament.RefuseEntry: "refuse {player:player} because {reason:reason}",
        tournament.WithdrawEntry: "withdraw",
        tournament.ConsentToRefund: "refund {player:player}",
        tournament.Contribute: "contribute {amount:dollars}",
        tournament.CancelTournament: "cancel because {reason:reason}",
        tournament.BreakOff: "break off because {reason:reason}",
        tournament.SetTables: "tables of {sizes:sizes}",
        tournament.PlaceAt: "place {player:player} at box {box:number} of session {session:number}",
        tournament.DrawSeat: "draw {player:player}",
        tournament.DrawLot: "draw lot {player:player}",
        tournament.BuyChips: "buy chips",
        tournament.StartSession: "start session {session:number}",
        tournament.RecallSession: "recall session {session:number}",
        tournament.ReportSession: (
            "report session {session:number} {tally:tally}[ record {record:hash}][ because {reason:reason}]"
        ),
        tournament.CorrectTally: "correct session {session:number} {tally:tally} because {reason:reason}",
        tournament.PayPrizes: "pay prizes",
        tournament.IssueAgain: "issue {amount:dollars} again after session {session:number}",
        tournament.DeclineIssue: "issue nothing again after session {session:number}",
        tournament.SharePrize: "share prize {place:number}",
        tournament.Redeem: "redeem {amount:dollars}",
    },
    "tai-sai": {
        tai_sai.NoRoll: "no roll[, {ground:ground}]",
        tai_sai.InspectDice: "inspect dice",
        tai_sai.ReplaceDice: "replace the dice by {mark:mark} because {reason:reason}",
        tai_sai.Tumble: "tumble {tumbles:number}",
        tai_sai.Uncover: "uncover",
        tai_sai.Roll: "roll {dice:dice}[ {flat:not flat}]",
        tai_sai.AnnounceDice: "announce {dice:dice} total {total:number}",
        tai_sai.KeyIn: "key in {dice:dice}",
        tai_sai.Enter: "enter",
        tai_sai.CorrectDice: "correct to {dice:dice} because {reason:reason}",
    },
}


class Literal(Struct, frozen=True):
    words: str

    def write(self, _act: Act) -> str:
        return self.words


class Field(Struct, frozen=True):
    name: str
    codec: Codec

    def write(self, act: Act) -> str:
        return self.codec.write(getattr(act, self.name))


class Optional(Struct, frozen=True):
    pieces: tuple[Literal | Field, ...]

    def write(self, act: Act) -> str:
        """Nothing where every field of it is as it is by default."""
        defaults = _defaults(type(act))
        named = [each.name for each in self.pieces if isinstance(each, Field)]
        if all(getattr(act, name) == defaults[name] for name in named):
            return ""
        return "".join([piece.write(act) for piece in self.pieces])


Piece = Literal | Field | Optional


class Mismatch(Exception):  # noqa: N818  an answer, not an error: another form may match
    """Where the text leaves the form, and what the form has there."""

    def __init__(self, at: int, expected: str, why: str = "") -> None:
        super().__init__(why or f"expected {expected}")
        self.at = at
        self.expected = expected


class Form(Struct, frozen=True):
    kind: type[Act]
    text: str
    pieces: tuple[Piece, ...]
    first_word: str = ""
    """The word with which every act of this form begins; empty where there is no such word."""

    def read(self, text: str, at: int) -> dict[str, Any]:
        """The fields of the act that stands in the text from there to its end."""
        values: dict[str, Any] = {}
        for piece in self.pieces:
            at = _read_piece(piece, text, at, values)
        if at != len(text):
            raise Mismatch(at, "the end of the line")
        return values

    def write(self, act: Act) -> str:
        return "".join([piece.write(act) for piece in self.pieces])

    def write_own(self, act: Act) -> str:
        """A player's act without the words that say for whom, which stand last."""
        return "".join([piece.write(act) for piece in self.pieces[:-1]])


@lru_cache(maxsize=512)
def _defaults(kind: type[Act]) -> dict[str, Any]:
    return {field.name: field.default for field in fields(kind)}


@lru_cache(maxsize=512)
def _spelled(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, words.split(" "))))


def _read_piece(piece: Piece, text: str, at: int, values: dict[str, Any]) -> int:
    match piece:
        case Literal(words):
            found = _spelled(words).match(text, at)
            if found is None:
                raise Mismatch(at, f"“{words.strip()}”")
            return found.end()
        case Field(name, codec):
            return _read_field(name, codec, text, at, values)
        case Optional(pieces):
            inner: dict[str, Any] = {}
            end = at
            try:
                for each in pieces:
                    end = _read_piece(each, text, end, inner)
            except Mismatch as mismatch:
                # Part of it stands there: then it was meant, and the fault is inside it.
                if mismatch.at > at + 1:
                    raise
                return at
            values.update(inner)
            return end


def _read_field(name: str, codec: Codec, text: str, at: int, values: dict[str, Any]) -> int:
    found = re.compile(codec.pattern).match(text, at)
    if found is None:
        raise Mismatch(at, codec.name)
    try:
        values[name] = codec.read(found[0])
    except ValueError as error:
        why = str(error) if codec.says_itself else f"expected {codec.name} ({error})"
        raise Mismatch(at, codec.name, why) from None
    return found.end()


_PIECE = re.compile(r"\{(?P<name>\w+):(?P<codec>[\w ]+)\}|\[(?P<optional>[^\]]*)\]|(?P<words>[^{\[]+)")


def _pieces(text: str) -> tuple[Piece, ...]:
    found: list[Piece] = []
    for piece in _PIECE.finditer(text):
        if piece["name"]:
            found.append(Field(piece["name"], CODECS[piece["codec"]]))
        elif piece["optional"]:
            found.append(Optional(_pieces(piece["optional"])))  # type: ignore[arg-type]
        else:
            found.append(Literal(piece["words"]))
    return tuple(found)


def _form(kind: type[Act], text: str) -> Form:
    """A player's act done by somebody else says for whom."""
    first = _FIRST_WORD.match(text)
    word = first[0] if first else ""
    if issubclass(kind, PlayersAct):
        return Form(kind, text, (*_pieces(text), Optional((Literal(" for "), Field("player", PLAYER)))), word)
    return Form(kind, text, _pieces(text), word)


_FIRST_WORD = re.compile(r"[a-z]+(?= |\[[ ,]|\Z)")
_UP_TO_BLANK = re.compile(r"[^\s,]*")


def _shared(game: str) -> dict[type[Act], str]:
    """What a game has beside its own acts."""
    match game:
        case "tournament":
            return {}
        case "blackjack":
            return _COMMON
        case "tournament-table":
            return _COMMON | _BY_GAME["blackjack"]
        case _:
            return _COMMON | _ON_LAYOUT


FORMS: dict[str, dict[type[Act], Form]] = {
    game: {kind: _form(kind, text) for kind, text in (_shared(game) | own).items()} for game, own in _BY_GAME.items()
}


def read_act(forms: Sequence[Form], text: str, at: int) -> tuple[type[Act], dict[str, Any]]:
    """The form that the text follows; where none fits, `Mismatch` from the one it follows furthest."""
    found = _UP_TO_BLANK.match(text, at)
    word = found[0] if found else ""
    for form in forms:
        # Only a form that begins so can fit. Where none does, all of them are asked how far they would go.
        if form.first_word in (word, ""):
            try:
                return form.kind, form.read(text, at)
            except Mismatch:
                continue
    furthest: Mismatch | None = None
    for form in forms:
        try:
            return form.kind, form.read(text, at)
        except Mismatch as mismatch:
            if furthest is None or mismatch.at > furthest.at:
                furthest = mismatch
    if furthest is None or furthest.at == at:
        raise Mismatch(at, "an act of this game")
    raise furthest
