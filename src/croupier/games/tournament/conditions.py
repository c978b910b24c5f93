"""The conditions of entry: everything that the operator settles before the first application (D7 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct

from croupier.games.blackjack.options import BlackjackOptions, refuses_options
from croupier.games.money import MOST, is_whole
from croupier.games.refusal import Refusal
from croupier.games.sign import Sign
from croupier.rulebook import Cite

FEWEST_AT_TABLE, MOST_AT_TABLE = 4, 7
MOST_PLAYERS = 10_000
MOST_STAGES = 16
MOST_WAGER_SECONDS = 60 * 60
LAST_MOMENT = 253_402_300_800
"""The first second of the year 10000."""
MOST_COUNT = {"rounds": 10_000, "shoes": 1_000, "seconds": 7 * 24 * 60 * 60}


class Issue(StrEnum):
    """How players come by their tournament chips (D7 3.2(d))."""

    FREE = "free"
    SOLD = "sold"


class Measure(StrEnum):
    """What the length of a session is counted in."""

    ROUNDS = "rounds"
    SHOES = "shoes"
    SECONDS = "seconds"


class Duration(Struct, frozen=True):
    """How long a session lasts: by time, by shoes or by rounds (D7 1.0, ruling T1)."""

    measure: Measure
    count: int

    def __str__(self) -> str:
        unit = str(self.measure)
        count = self.count
        if self.measure is Measure.SECONDS and count % 60 == 0:
            unit, count = "minutes", count // 60
        return f"{count} {unit if count != 1 else unit[:-1]}"


class TieBreak(StrEnum):
    """How a tie for going on is broken (D7 6.6, rulings T16, T46); one for winner or runner-up is always played off."""

    PLAY_OFF = "play-off"
    LOT = "lot"
    ALL = "all"
    """All who are tied go on."""


class Stage(Struct, frozen=True):
    """The terms of one stage before the final, as notified to the applicants (D7 6.6)."""

    duration: Duration
    advance: int = 1
    """How many of each table go on: its winner, or more where the terms say so, up to all of them (ruling T39)."""
    best_losers: int = 0
    """How many more go on, the highest of all tables among those who did not go on from their own."""
    sign: Sign | None = None
    """Limits of this stage's tables and play-offs; `None` where they are those of the conditions."""
    chips: int | None = None
    """What each player holds at the beginning of this stage's sessions, where it is not what the others have (T46)."""
    starts: int | None = None
    """When this stage begins, where that is settled beforehand (ruling T46)."""


class Prize(Struct, frozen=True):
    """The prize for one place: a sum, a share of what the pool holds beyond all sums, goods, or several of these."""

    amount: int = 0
    share: int = 0
    """A part of what the pool holds beyond the sums. The parts of all prizes make up the whole of it."""
    goods: str = ""
    value: int = 0
    """What the prize list says the goods are worth (ruling T13)."""


class Conditions(Struct, frozen=True, kw_only=True):
    """All fields but the name may be left open at first; no application is taken until none is (D7 3.2)."""

    name: str
    entry_form: str = ""
    """What an applicant fills in (D7 3.2(a))."""
    entry_fee: int | None = None
    """In cents; 0 where none is charged (D7 3.1, 3.2(b))."""
    chips: int | None = None
    """What each player holds at the beginning of every session, play-offs too (D7 3.2(c), ruling T23)."""
    issue: Issue | None = None
    """Whether chips are given or sold at their face value (D7 3.2(d))."""
    sign: Sign | None = None
    """The limits and the increment at each table (D7 3.2(e), 4.3, 4.4)."""
    lowest_minimum: int | None = None
    """How far the minimum may be lowered during a session (ruling T17); `None` where it stays."""
    highest_maximum: int | None = None
    """How far the maximum may be raised during a session (ruling T17); `None` where it stays."""
    fewest: int | None = None
    """The smallest number of players, where there is one (D7 3.2(f))."""
    most: int | None = None
    """The largest number of players, where there is one (D7 3.2(f))."""
    stages: tuple[Stage, ...] = ()
    """The stages before the final, in order; where more are needed, the last of them is repeated (D7 3.2(g))."""
    final: Duration | None = None
    final_chips: int | None = None
    """What each player holds at the beginning of the final, where it is not what the others have (ruling T46)."""
    final_starts: int | None = None
    """When the final begins, where that is settled beforehand (ruling T46)."""
    play_off: Duration | None = None
    play_off_sign: Sign | None = None
    """Limits of play-offs; `None` where they are those of the stage (ruling T44)."""
    tie_break: TieBreak = TieBreak.PLAY_OFF
    """How a tie for going on is broken (ruling T46)."""
    substitutes: bool = False
    """Whether the best of those who are out takes the place of a qualifier who stays away (rulings T30, T46)."""
    waiting_list: bool = False
    """Whether applicants beyond the largest number wait, and move up when a player goes before play (ruling T46)."""
    late_entries: bool = False
    """Whether entries are taken until the last table of the first stage begins, as long as one has a seat (T46)."""
    break_seconds: int = 0
    """How long the players rest between two stages at least (ruling T46)."""
    prizes: tuple[Prize, ...] = ()
    """From the winner's on (D7 3.2(h))."""
    starts: int | None = None
    """When play begins: seconds of UTC since 1970 (D7 3.5(a))."""
    zone: str = "Pacific/Auckland"
    """The zone in which people read the times."""
    seats: int = MOST_AT_TABLE
    """How many players a table seats at most, where the operator wants fewer than the rules allow (D7 5.4)."""
    options: BlackjackOptions = BlackjackOptions(bettors=1, extra_boxes=0)
    """The table: decks, cutting cards, layout, burnt card. What Division 7 disapplies stays off (D7 2.2(b))."""
    wager_seconds: int | None = None
    """How long a player has for a wager (D7 4.9); `None` without a limit."""
    late_is_minimum: bool = True
    """Whether a player who lets that time pass is held to the minimum (D7 4.9)."""
    director_decides: bool = False
    """Whether the clock asks the director about who lets all of that time pass, also where no dealer calls (T47)."""
    nil_by_round: bool = False
    """Whether of players who hold nothing the one who fell later ranks higher (ruling T20)."""
    notice_seconds: int = 3600
    """How long before a changed start the players are told (D7 3.8)."""

    @property
    def gives_runner_up(self) -> bool:
        """Whether there is a prize for the runner-up (D7 6.9)."""
        return len(self.prizes) > 1

    def stage(self, number: int) -> Stage:
        """The terms of that stage, from 1: the last of them again where the tournament needs more."""
        return self.stages[min(number, len(self.stages)) - 1]

    def chips_of(self, number: int, *, is_final: bool) -> int:
        """What each player holds at the beginning of that stage's sessions (D7 3.2(c), ruling T46)."""
        own = self.final_chips if is_final else self.stage(number).chips
        return own or self.chips or 0

    def sign_of(self, number: int, *, is_final: bool) -> Sign | None:
        """The limits of that stage's tables (D7 3.2(e))."""
        own = None if is_final else self.stage(number).sign
        return own or self.sign

    def start_of(self, number: int, *, is_final: bool) -> int | None:
        """When that stage begins, where it is settled; a stage that is repeated has no time of its own again."""
        if is_final:
            return self.final_starts
        return self.stages[number - 1].starts if number <= len(self.stages) else None


def missing(conditions: Conditions) -> tuple[str, ...]:
    """What the operator has not yet settled, each with its limb of rule 3.2."""
    needs_stages = conditions.most is None or conditions.most > MOST_AT_TABLE
    wanted = {
        "the entry form (a)": conditions.entry_form,
        "the entry fee (b)": conditions.entry_fee is not None,
        "the chips of each player (c)": conditions.chips is not None,
        "whether chips are given or sold (d)": conditions.issue is not None,
        "the limits (e)": conditions.sign is not None,
        "the stages before the final (g)": conditions.stages or not needs_stages,
        "the length of the final (g)": conditions.final is not None,
        "the length of play-offs (g)": conditions.play_off is not None,
        "the prize list (h)": conditions.prizes,
        "when play begins": conditions.starts is not None,
    }
    return tuple(matter for matter, settled in wanted.items() if not settled)


def refuses_conditions(conditions: Conditions) -> Refusal | None:
    """What is wrong with what is settled so far."""
    return (
        _refuses_name(conditions)
        or _refuses_fee_and_chips(conditions)
        or _refuses_limits(conditions)
        or _refuses_numbers(conditions)
        or _refuses_lengths(conditions)
        or _refuses_stages(conditions)
        or _refuses_prizes(conditions)
        or _refuses_table(conditions)
        or _refuses_times(conditions)
    )


def _is_line(text: object, longest: int = 200) -> bool:
    return isinstance(text, str) and len(text) <= longest and text.isprintable() and text == text.strip()


def _refuses_name(conditions: Conditions) -> Refusal | None:
    if not conditions.name or not _is_line(conditions.name, 80):
        return Refusal(
            Cite("D7 1.0 Tournament"), "bad_name", "Give the tournament a name on one line, at most 80 letters."
        )
    if not _is_line(conditions.entry_form):
        return Refusal(Cite("D7 3.2(a)"), "bad_entry_form", "Describe the entry form on one line.")
    return None


def _refuses_fee_and_chips(conditions: Conditions) -> Refusal | None:
    fee = conditions.entry_fee
    every = (conditions.chips, conditions.final_chips, *(stage.chips for stage in conditions.stages))
    if fee is not None and not (is_whole(fee) and 0 <= fee <= MOST):
        return Refusal(Cite("D7 3.2(b)"), "bad_fee", "The entry fee must be $0 or a whole number of cents.")
    if any(chips is not None and not (is_whole(chips) and 0 < chips <= MOST) for chips in every):
        return Refusal(Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be worth more than $0.")
    if conditions.issue is not None and not isinstance(conditions.issue, Issue):
        return Refusal(Cite("D7 3.2(d)"), "bad_issue", "Chips are given free or sold at their face value.")
    return None


def _refuses_limits(conditions: Conditions) -> Refusal | None:
    rule = Cite("D7 3.2(e)")
    for sign, chips in _tables(conditions):
        if sign.by_kind:
            return Refusal(rule, "bad_limits", "The sign of a tournament table states one minimum and one maximum.")
        if chips is not None and chips < sign.minimum:
            return Refusal(rule, "bad_limits", "Every player must hold the minimum at the beginning of a session.")
        if chips is not None and chips % sign.smallest_chip:
            return Refusal(
                Cite("D7 3.2(c)"), "bad_chips", "The chips of each player must be payable in the chips in use."
            )
        if conditions.lowest_minimum is not None and not _may_fall(sign, conditions.lowest_minimum):
            return Refusal(
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The lowest minimum is above the minimum, or cannot be paid in chips.",
            )
        if conditions.highest_maximum is not None and not _may_rise(sign, conditions.highest_maximum):
            return Refusal(
                Cite("D7 4.3", "T17"),
                "bad_limits",
                "The highest maximum is below the maximum, or cannot be paid in chips.",
            )
    return None


def _tables(conditions: Conditions) -> Iterator[tuple[Sign, int | None]]:
    """The limits of every kind of table, with the chips that players begin with there."""
    common, chips = conditions.sign, conditions.chips
    stages = [(stage.sign or common, stage.chips or chips) for stage in conditions.stages]
    sessions = [(common, chips), *stages, (common, conditions.final_chips or chips)]
    play_offs = [(conditions.play_off_sign, held) for _, held in sessions]
    yield from ((sign, held) for sign, held in (*sessions, *play_offs) if sign is not None)


def _may_fall(sign: Sign, lowest: int) -> bool:
    """A minimum need not be a multiple of the increment, but it is never less (4.4, ruling T41)."""
    return is_whole(lowest) and sign.step <= lowest <= sign.minimum and lowest % sign.smallest_chip == 0


def _may_rise(sign: Sign, highest: int) -> bool:
    return is_whole(highest) and sign.maximum <= highest <= MOST and highest % sign.smallest_chip == 0


def _refuses_numbers(conditions: Conditions) -> Refusal | None:
    rule = Cite("D7 3.2(f)")
    for number in (conditions.fewest, conditions.most):
        if number is not None and not (is_whole(number) and FEWEST_AT_TABLE <= number <= MOST_PLAYERS):
            return Refusal(rule, "bad_numbers", f"A tournament has {FEWEST_AT_TABLE} to {MOST_PLAYERS} players.")
    if conditions.fewest is not None and conditions.most is not None and conditions.fewest > conditions.most:
        return Refusal(rule, "bad_numbers", "The smallest number of players is above the largest.")
    return None


def _refuses_lengths(conditions: Conditions) -> Refusal | None:
    settled = [length for length in (conditions.final, conditions.play_off) if length is not None]
    for length in (*settled, *(stage.duration for stage in conditions.stages)):
        if not _is_length(length):
            why = "Give the length of a session in rounds, in shoes or as a time."
            return Refusal(Cite("D7 3.2(g)", "T1"), "bad_length", why)
    return None


def _is_length(length: object) -> bool:
    if not isinstance(length, Duration) or not isinstance(length.measure, Measure):
        return False
    return is_whole(length.count) and 1 <= length.count <= MOST_COUNT[length.measure]


def _refuses_stages(conditions: Conditions) -> Refusal | None:
    rule = Cite("D7 6.6")
    if not is_whole(conditions.seats) or not FEWEST_AT_TABLE <= conditions.seats <= MOST_AT_TABLE:
        return Refusal(Cite("D7 5.4"), "bad_seats", f"A table seats {FEWEST_AT_TABLE} to {MOST_AT_TABLE} players.")
    if len(conditions.stages) > MOST_STAGES:
        return Refusal(Cite("D7 3.2(g)"), "bad_stages", f"There are at most {MOST_STAGES} stages before the final.")
    for stage in conditions.stages:
        if not is_whole(stage.advance) or not 1 <= stage.advance <= MOST_AT_TABLE:
            return Refusal(rule, "bad_advance", f"From 1 to {MOST_AT_TABLE} players can qualify from each table.")
        if not is_whole(stage.best_losers) or not 0 <= stage.best_losers <= MOST_PLAYERS:
            return Refusal(rule, "bad_advance", "The number of best losers is 0 or more.")
    return _refuses_endless(conditions, conditions.stages[-1]) if conditions.stages else None


def _refuses_endless(conditions: Conditions, last: Stage) -> Refusal | None:
    """From an earlier stage all may go on (ruling T39); the last is repeated until one table seats who is left."""
    numbers = _numbers(conditions.most or MOST_PLAYERS)
    stuck = next((number for number in numbers if going_on(number, last, conditions.seats) >= number), None)
    if stuck is None:
        return None
    why = f"Of {stuck} players all would qualify, so the stage would never end."
    return Refusal(Cite("D7 6.6"), "bad_advance", why)


_LARGEST_LOOKED_AT = 400
"""What holds for numbers of players up to this holds beyond."""


def _numbers(most: int) -> range:
    """The numbers of players at which a stage before the final is played."""
    return range(MOST_AT_TABLE + 1, min(most, _LARGEST_LOOKED_AT) + 1)


def tables_for(players: int, seats: int = MOST_AT_TABLE) -> tuple[int, ...]:
    """The sizes of the fewest tables that seat so many, as even as can be, the larger first (5.4, ruling T30).

    Where tables of so many seats would leave one with too few players, the tables take as many as the rules allow.
    """
    sizes = even_tables(players, seats)
    return sizes if sizes[-1] >= FEWEST_AT_TABLE else even_tables(players, MOST_AT_TABLE)


def even_tables(players: int, seats: int) -> tuple[int, ...]:
    """The sizes of the fewest tables of at most so many seats, however few sit at the last."""
    count = -(-players // seats)
    small, larger = divmod(players, count)
    return (small + 1,) * larger + (small,) * (count - larger)


def can_sit(players: int, seats: int) -> bool:
    """Whether so many can be seated at tables of 4 or more, none with more than so many seats."""
    return players >= FEWEST_AT_TABLE and even_tables(players, seats)[-1] >= FEWEST_AT_TABLE


def refuses_cap(players: int, seats: int) -> Refusal:
    """So many players cannot be seated within the operator's own cap: the numbers that can (5.4, ruling T45)."""
    fewer = next((number for number in range(players - 1, FEWEST_AT_TABLE - 1, -1) if can_sit(number, seats)), None)
    more = next(number for number in range(players + 1, players + 2 * MOST_AT_TABLE) if can_sit(number, seats))
    would = f"{more}" if fewer is None else f"{fewer} or {more}"
    if players <= MOST_AT_TABLE:
        why = f"{players} players are too many for one table of {seats} and too few for two tables."
    else:
        why = f"{players} players at tables of {seats} would leave a table with {even_tables(players, seats)[-1]}."
    why += f" A table has {FEWEST_AT_TABLE} or more: {would} players can be seated."
    return Refusal(Cite("D7 5.4", "T45"), "bad_seats", why)


def going_on(players: int, stage: Stage, seats: int = MOST_AT_TABLE) -> int:
    """How many of so many players go on from a stage by its terms."""
    sizes = tables_for(players, seats)
    return min(players, len(sizes) * stage.advance + stage.best_losers)


def players_in_final(players: int, conditions: Conditions) -> int:
    """How many of so many players come to the final by the terms; all that one table seats play it at once."""
    stage = 1
    while players > MOST_AT_TABLE and conditions.stages:
        players = going_on(players, conditions.stage(stage), conditions.seats)
        stage += 1
    return min(players, MOST_AT_TABLE)


def warnings(conditions: Conditions) -> tuple[str, ...]:
    """What the law does not forbid but an operator should know before the first application."""
    if not conditions.stages:
        return ()
    lowest = max(conditions.fewest or FEWEST_AT_TABLE, MOST_AT_TABLE + 1)
    numbers = range(lowest, min(conditions.most or _LARGEST_LOOKED_AT, _LARGEST_LOOKED_AT) + 1)
    short = {
        players: found for players in numbers if (found := players_in_final(players, conditions)) < FEWEST_AT_TABLE
    }
    if not short:
        return ()
    first = min(short)
    said = f"{first} players" if len(short) == 1 else f"{first} players, and {len(short) - 1} other numbers,"
    final = f"By these terms {said} lead to a final of {short[first]}"
    return (f"{final}: fewer than {FEWEST_AT_TABLE} play it as in a play-off (D7 5.4, rulings T6 and T30).",)


def _refuses_prizes(conditions: Conditions) -> Refusal | None:
    rule = Cite("D7 3.2(h)", "T31")
    finalists = MOST_AT_TABLE if conditions.most is None else players_in_final(conditions.most, conditions)
    if len(conditions.prizes) > finalists:
        why = f"The final has {finalists} players, so at most {finalists} places can have prizes."
        return Refusal(rule, "bad_prizes", why)
    for prize in conditions.prizes:
        figures = (prize.amount, prize.share, prize.value)
        if not all(is_whole(figure) and 0 <= figure <= MOST for figure in figures) or not _is_line(prize.goods):
            return Refusal(rule, "bad_prizes", "A prize is an amount, a share of the pool, or goods and their value.")
        if not (prize.amount or prize.share or prize.goods):
            return Refusal(rule, "bad_prizes", "Every place on the list needs a prize.")
    is_money = any(prize.amount or prize.share for prize in conditions.prizes)
    if conditions.prizes and conditions.entry_fee and not is_money:
        return Refusal(
            Cite("D7 3.4"), "bad_prizes", "Entry fees go to the winners, so at least one prize must be money."
        )
    return None


def _refuses_table(conditions: Conditions) -> Refusal | None:
    rule = Cite("D7 2.2(b)")
    options = conditions.options
    if refusal := refuses_options(options):
        return refusal
    if not options.gazetted:
        return Refusal(Cite("D7 2.1(b)"), "not_gazetted", "Tournaments are played only by the rules of the Gazette.")
    switched_on = options.super_sevens is not None or options.holds_absent or options.holds_skipping
    maxima = (options.box_maximum, options.player_maximum, options.player_maxima)
    shared = (options.bettors, options.extra_boxes, *maxima) != (1, 0, None, None, ())
    if switched_on or shared:
        why = "Super Sevens, shared boxes and holding players to the minimum do not apply in a tournament."
        return Refusal(rule, "disapplied", why)
    if options.boxes != MOST_AT_TABLE:
        return Refusal(Cite("D7 5.4"), "bad_boxes", f"A tournament table has {MOST_AT_TABLE} boxes.")
    return None


def _is_moment(moment: object) -> bool:
    return is_whole(moment) and 0 <= moment < LAST_MOMENT  # type: ignore[operator]


def _refuses_stage_times(conditions: Conditions) -> Refusal | None:
    """Starts of their own for later stages, and breaks between them (ruling T46)."""
    rule = Cite("D7 3.8", "T46")
    first = conditions.stages[0].starts if conditions.stages else None
    if first is not None and first != conditions.starts:
        return Refusal(rule, "bad_start", "Leave out the start of the first stage: it starts when play begins.")
    times = [conditions.starts, *(stage.starts for stage in conditions.stages[1:]), conditions.final_starts]
    settled = [moment for moment in times if moment is not None]
    if not all(map(_is_moment, settled)):
        return Refusal(rule, "bad_start", "A stage begins at a time in seconds since 1970 (UTC).")
    if any(later <= earlier for earlier, later in pairwise(settled)):
        return Refusal(rule, "bad_start", "Each stage starts after the one before it.")
    if not (is_whole(conditions.break_seconds) and 0 <= conditions.break_seconds <= MOST_COUNT["seconds"]):
        return Refusal(rule, "bad_time", "A break between two stages can last at most a week.")
    return None


_FLAGS = ("late_is_minimum", "director_decides", "nil_by_round", "substitutes", "waiting_list", "late_entries")


def _refuses_times(conditions: Conditions) -> Refusal | None:
    if conditions.starts is not None and not _is_moment(conditions.starts):
        return Refusal(Cite("D7 3.5(a)(i)"), "bad_start", "Play begins at a time in seconds since 1970 (UTC).")
    if refusal := _refuses_stage_times(conditions):
        return refusal
    wager, notice = conditions.wager_seconds, conditions.notice_seconds
    if wager is not None and not (is_whole(wager) and 1 <= wager <= MOST_WAGER_SECONDS):
        why = f"The time for a wager is 1 to {MOST_WAGER_SECONDS} seconds."
        return Refusal(Cite("D7 4.9"), "bad_time", why)
    if not (is_whole(notice) and 0 <= notice <= MOST_COUNT["seconds"]):
        return Refusal(Cite("D7 3.8"), "bad_time", "The notice of a changed start can be at most a week.")
    if not all(isinstance(getattr(conditions, flag), bool) for flag in _FLAGS):
        return Refusal(Cite("D7 3.2"), "bad_option", "A condition that is on or off must be true or false.")
    if not isinstance(conditions.tie_break, TieBreak):
        return Refusal(Cite("D7 6.6", "T46"), "bad_tie_break", "Break ties for qualifying by play-off, lot or all.")
    if not conditions.zone or not _is_line(conditions.zone, 64):
        return Refusal(Cite("D7 3.8"), "bad_zone", "Name the time zone.")
    return None
