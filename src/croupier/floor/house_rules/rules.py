"""Every rule of the house: its topic, its code, and the words it refuses with. They are worded nowhere else.

`docs/reference/refusals.md` lists them; `python3 -m tools.house_codes` writes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from croupier.floor.house_rules.not_accepted import NotAccepted
from croupier.floor.house_rules.refusal import HouseRefusal

_NONE: Mapping[str, str] = MappingProxyType({})


class HouseRule(Enum):
    """A rule that stands in no clause. In its words, `{name}` is a value of the case at hand."""

    topic: str
    code: str
    wording: str
    cases: Mapping[str, str]
    """Other words for the same code, where the case is a particular one."""

    # Who asks, and how
    NO_SESSION = (
        "sessions",
        "no_session",
        "Sign in first: POST /api/v1/guests or /api/v1/sessions.",
        {"to_act": "Sign in first: a spectator cannot act."},
    )
    LOGIN_OVER = "sessions", "session_over", "That session is over: sign in again."
    GUEST_GIVES_UP = (
        "sessions",
        "guest_gives_up",
        "A guest who signs out loses the chips at the tables: cash out, or create an account first (or give_up=true).",
    )
    NO_SUCH_SESSION = "sessions", "no_such_session", "You have no session of that name."
    WRONG_ROLE = (
        "roles",
        "wrong_role",
        "You are no {role} of this house.",
        {"for_others": "This is for the {roles}."},
    )
    WRONG_ORIGIN = "origin", "wrong_origin", "{what_is_wrong}"
    WRONG_HOST = (
        "origin",
        "wrong_host",
        "This server is not reached by that name: --origin says by which it is.",
    )
    WRONG_CSRF = "origin", "wrong_csrf", "The header X-CSRF-Token is missing or wrong: GET /api/v1/me has it."
    TOO_MANY = "rates", "too_many", "That was too much at once: ask again in {seconds} seconds."

    # The request itself
    MALFORMED = (
        "requests",
        "malformed",
        "The request cannot be understood.",
        {
            "at": "{what_is_wrong}",
            "deep_document": "The document is nested too deeply.",
            "deep_message": "The message is nested too deeply.",
            "after": "`after` is the number of an entry.",
        },
    )
    NOT_JSON = "requests", "not_json", "The body is JSON: Content-Type: application/json."
    TOO_LARGE = "requests", "too_large", "The request is too large."
    TOO_SLOW = "requests", "too_slow", "The request took too long to arrive."
    NO_SUCH_PAGE = "requests", "no_such_page", "There is nothing at this address."
    NO_SUCH_METHOD = "requests", "no_such_method", "This address does not know that method."
    BAD_KEY = (
        "requests",
        "bad_key",
        "A key has 1 to 64 letters, digits, dots, dashes or underscores.",
        {"of_device": "Keys that begin with device- are those of devices: choose another."},
    )
    KEY_USED = "requests", "key_used", "That key was used for another request."
    BAD_NONCE = "requests", "bad_nonce", "A nonce is 16 bytes, in lower-case hex."
    BAD_PERIOD = "requests", "bad_period", "A report ends after it begins, and spans {most} days at most."
    NO_PDF = "requests", "no_pdf", "PDFs need a part that is not installed here: {how_to_install}"
    NOT_YOUR_NONCE = "chance", "not_your_nonce", "Only players put nonces into a round."

    # The server and its store
    STOPPING = (
        "server",
        "stopping",
        "The server is stopping.",
        {"same_key": "The server is stopping: ask again with the same key."},
    )
    ERROR = (
        "server",
        "error",
        "An error of ours, now on record: ask again with the same key.",
        {"of_kind": "An error of ours, now on record ({kind})."},
    )
    UNFORESEEN = "server", "unforeseen", "Something is wrong with the server; it has been noted."
    NOT_DONE = (
        "store",
        "not_done",
        "The store does not answer, and this was not done.",
        {
            "stored": "This could not be stored, and was not done.",
            "noted": "This could not be stored: ask again with the same key.",
            "request": "This could not be stored: ask again.",
            "message": "This could not be done: ask again.",
            "day": "Your play of today must be looked up first: ask again.",
        },
    )
    UNKNOWN = (
        "store",
        "unknown",
        "It is not known whether this was done: ask again with the same key.",
        {"noted": "This could not be stored: ask again with the same key."},
    )
    ONLY_HERE = (
        "address",
        "only_here",
        "This server hears this machine only: start it with --host 0.0.0.0, and phones in the room can join.",
    )

    # Tables
    NO_SUCH_TABLE = (
        "tables",
        "no_such_table",
        "No table has this name.",
        {"is_tournament": "This is the name of a tournament, not of a table."},
    )
    TABLE_OUT_OF_ORDER = (
        "tables",
        "out_of_order",
        "This table is not running.",
        {
            "trouble": "{what_is_wrong}",
            "named": "{what} is out of order: {what_is_wrong}",
            "unread": "This table is out of order.",
            "unsealed": "This table is out of order: it has no sealed chance to draw on.",
            "no_entropy": "No table can open: {what_is_wrong}.",
        },
    )
    IN_ORDER = "tables", "in_order", "This table is in order: close it by the rules."
    TABLE_IN_USE = (
        "tables",
        "in_use",
        "Somebody has chips at this table, or a round is open: it is retired when all have cashed out.",
        {"not_this_way": "Only a cash table that is in order is retired: others are wound up, or end by the rules."},
    )
    NO_PRIVATE_COPIES = (
        "tables",
        "no_private_copies",
        "This house lets nobody open a private table like this one.",
        {"of_this_kind": "A private table is a copy of an automatic cash table of the house."},
    )
    TOO_MANY_PRIVATE = (
        "tables",
        "too_many_private",
        "You have {most} private tables open: close one first.",
        {
            "a_day": "You have opened {most} private tables within a day: take one of them, or come back tomorrow.",
            "house": "The house has {most} private tables open, and no room for another: try again later.",
        },
    )
    NOT_YOUR_TABLE = "tables", "not_your_table", "Only the person who opened this private table can close it."
    NO_CHIPS_HERE = "tables", "no_chips_here", "Take chips first: phrases are for those who sit at this table."
    NO_PHRASES = "tables", "no_phrases", "Nothing is said at this table."
    NO_REASON = "tables", "no_reason", "A reason is words on one line, without #."
    TABLE_BUSY = "tables", "busy", "Too many wait at this table: ask again in a moment."
    NO_SUCH_ACT = (
        "tables",
        "no_such_act",
        "This game does not have this act.",
        {"named": "This game has no act “{act}”. It has: {acts}."},
    )
    NO_TABLE_OF_GAME = "tables", "no_such_game", "A table is one of: {games}."
    BAD_TABLE = "tables", "bad_table", "{what_is_wrong}"
    NOT_GAZETTED = (
        "tables",
        "not_gazetted",
        "A floor opens tables as gazetted: another house's readings are for study only.",
    )
    BAD_PACE = "tables", "bad_pace", "Players get {least} to {most} seconds to decide, and a table rests 0 to {most}."
    BAD_TABLE_NAME = "tables", "bad_name", "A table's name has 1 to {most} letters."
    NO_EXAM_PASSED = (
        "school",
        "no_exam_passed",
        "This house asks for an exam before anybody deals {game}. Sit it at /school, and come back.",
    )
    NO_SUCH_EXAM = "school", "no_such_exam", "You have begun no exam of that name."
    EXAM_OVER = "school", "exam_over", "This exam was handed in already. Begin a new one."
    NO_SUCH_LESSON = "school", "no_such_lesson", "{what_is_wrong} GET /api/v1/school lists them."
    HAS_A_DEALER = "tables", "has_a_dealer", "Another dealer is at this table."
    NOT_ON_DUTY = (
        "tables",
        "not_on_duty",
        "Take this table first: you are not its dealer.",
        {
            "to_leave": "You are not the dealer of this table.",
            "nobody": "No dealer is on duty here: a device reports results for the dealer of its table.",
        },
    )
    DEALS_ITSELF = "tables", "deals_itself", "This table is automatic: it has no dealer."
    DRAWN_FROM_SEAL = (
        "tables",
        "drawn_from_seal",
        "This table draws from a seal: its cards stand as they were drawn. A round can only be void.",
    )
    OWN_CLOCK = "tables", "own_clock", "The house moves the table's clock."
    OWN_ACT = "tables", "own_act", "That is for the house itself to do."
    TABLE_SESSION_OVER = "tables", "session_over", "The chips are counted: this session is over."
    OTHER_ROUND = "tables", "other_round", "That was meant for round {meant}; this is round {round}."
    NOTHING_TO_PASS = "tables", "nothing_to_pass", "There is nothing here that you could let pass now."
    BETTING_OPEN = (
        "tables",
        "betting_open",
        "Betting lasts until the second that was announced: there is nothing to void yet.",
    )
    TOO_SOON = "pace", "too_soon", "The next round opens in {seconds} s."

    # Devices
    NO_SUCH_DEVICE = (
        "devices",
        "no_such_device",
        "No device has this token: send Authorization: Device TOKEN, as the operator was shown it.",
        {"named": "This device is not on the list of this table, or its token was revoked already."},
    )
    DEVICE_REVOKED = "devices", "device_revoked", "The operator has revoked this token: ask for a new one."
    DEVICE_ELSEWHERE = "devices", "device_elsewhere", "This token is another table's."
    DEVICE_NUMBER = (
        "devices",
        "device_number",
        "Result {due} is due: a device numbers its results 1, 2, 3 and so on, and leaves none out.",
        {"repeat": "That result has come already. Result {due} is due."},
    )
    NO_RESULT = "devices", "no_result", "A device at this table reports: {acts}. Everything else is the dealer's."
    TOO_MANY_DEVICES = "devices", "too_many_devices", "This table has had {most} devices: make a new table for more."

    # Chips and cash
    NO_TRAY = "chips", "no_tray", "Only a live table of the house has a tray of chips and a drop box."
    WRONG_SLIP = (
        "chips",
        "wrong_slip",
        "That cannot be done now: {why}. An opening float sheet opens the tray, a closing one closes it.",
    )
    SLIP_WAITS = "chips", "slip_waits", "A slip ({kind}) waits for its second name here: sign it or withdraw it first."
    CHIPS_ON_LAYOUT = (
        "chips",
        "chips_on_layout",
        "Chips lie on the layout: count the tray between rounds, when everything is paid and collected.",
    )
    NOT_IN_TRAY = "chips", "not_in_tray", "The tray should hold {held}: that much and no more can go back to the cage."
    ONE_NAME_TWICE = "chips", "one_name_twice", "The second name is another person's: ask a colleague to sign."
    NO_SUCH_SLIP = "chips", "no_such_slip", "No slip of this number waits for that. Somebody may have been quicker."
    BAD_PIECES = (
        "chips",
        "bad_pieces",
        "Count whole chips or notes, fewer than a million of each value.",
        {
            "values": "Each value stands once, and is one of: {values}.",
            "none": "Say which chips, and how many of each.",
            "box": "A drop box is taken first, and counted when it is open: leave the notes out now.",
        },
    )

    # Tournaments
    NO_SUCH_TOURNAMENT = "tournaments", "no_such_tournament", "No tournament has that number."
    NO_SUCH_LEAGUE = "leagues", "no_such_league", "No league has that id. GET /api/v1/leagues lists them."
    BAD_LEAGUE = "leagues", "bad_league", "Of each player's evenings the best 1 to {most} count, or 0 for all."
    NOT_OVER = "leagues", "not_over", "Only a tournament that is over, with its places decided, counts in a league."
    COUNTED_ALREADY = "leagues", "counted_already", "This evening counts in the league already."
    NOT_COUNTED = "leagues", "not_counted", "This evening does not count in the league."
    TOURNAMENT_OUT_OF_ORDER = "tournaments", "out_of_order", "None can open: {what_is_wrong}."
    BAD_ROW = "tournaments", "bad_row", "Line {line}: {what_is_wrong}. Nobody was entered."
    ROW_REFUSED = (
        "tournaments",
        "row_refused",
        "Line {line}: {what_is_wrong}. Those before it are entered; it and those after it have accounts, and are not.",
    )
    RECALLED = "tournaments", "recalled", "This session was recalled: it will be played at another table."
    PLACES_PAID = (
        "tournaments",
        "places_paid",
        "All places are paid for, some by players who have withdrawn: give a fee back first.",
    )
    HAS_BEGUN = "tournaments", "has_begun", "The session has begun at its table: it is played to its end."
    BAD_CONDITIONS = "tournaments", "bad_conditions", "{what_is_wrong}"
    HAS_STARTED = "tournaments", "has_started", "A tournament starts at a time that lies ahead."
    NO_WAGER_SECONDS = (
        "tournaments",
        "no_wager_seconds",
        "Tables that deal themselves need a time for wagers: wager_seconds.",
    )
    BAD_PAUSE = "tournaments", "bad_pause", "Another starts within {most} seconds, or none does."
    INCOMPLETE = (
        "tournaments",
        "incomplete",
        "An automatic tournament needs all its conditions when it opens. Still missing: {missing}.",
    )
    NEEDS_DIRECTOR = (
        "tournaments",
        "needs_director",
        "Chips that are sold, and dealers, need a director: an automatic tournament has neither.",
    )
    NO_HOUSE_PLAYERS = (
        "tournaments",
        "no_house_players",
        "House players fill an automatic tournament without an entry fee whose start needs no notice.",
    )
    NO_SUCH_LIST = "tournaments", "no_such_list", "Lists that are made: {lists}."

    # Money
    NOT_ENOUGH_MONEY = (
        "wallet",
        "not_enough_money",
        "Your wallet does not hold that much.",
        {"to_move": "There is not that much to move."},
    )
    TOO_MUCH = "wallet", "too_much", "No journal can write so large an amount."
    NOTHING_HELD = "wallet", "nothing_held", "The house keeps nothing for you."
    GRANT_RANGE = "grants", "grant_range", "the house gives up to ${most} at a time"
    GRANT_DAY = "grants", "grant_day", "the house gives up to ${most} a day"

    # People
    NO_SUCH_PERSON = "people", "no_such_person", "nobody here has this id"
    ALREADY_ACCOUNT = "people", "already_account", "this is an account already"
    ACCOUNT_CLOSED = "people", "account_closed", "this account is closed"
    CHIPS_TO_CASH_OUT = (
        "people",
        "chips_on_table",
        "chips or a round are still at a table: finish and cash out first",
        {"on_the_way": "Chips are still at a table: cash out first."},
    )
    PEOPLE_BUSY = "people", "busy", "Too much is going on at the tables: ask again in a moment."
    PASSWORD_NEEDED = "people", "password_needed", "Give your password: this cannot be undone."
    GUEST_HAS_NO_PASSWORD = "people", "guest_has_no_password", "Create an account first: a guest has no password."
    NAME_TAKEN = "names", "name_taken", "somebody here has that name, or one that looks like it"
    NAME_LENGTH = "names", "name_length", "a name has 1 to {most} characters"
    NAME_UNSEEN = (
        "names",
        "name_unseen",
        "a name has no characters that cannot be seen or that turn the writing around",
    )
    NAME_FORM = (
        "names",
        "name_form",
        "a name is written in plain characters: no ligatures, wide, raised or framed ones",
    )
    NAME_SPACES = "names", "name_spaces", "a name neither begins nor ends with a space, nor has two in a row"
    NAME_LETTERS = "names", "name_letters", "a name has a letter or a digit, and at most {most} marks on one"
    NAME_RESERVED = "names", "name_reserved", "that name looks like one of the house's own: choose another"
    PASSWORD_LENGTH = "passwords", "password_length", "a password has {least} to {most} characters"
    PASSWORD_TEXT = "passwords", "password_text", "a password is made of characters"
    PASSWORD_COMMON = (
        "passwords",
        "password_common",
        "that password is among the first to be tried: choose another",
    )
    WRONG_CREDENTIALS = "sign-in", "wrong_credentials", "name or password is wrong"
    LOCKED_OUT = "sign-in", "locked_out", "too many wrong passwords from here for this name: wait {minutes} minutes"
    SECOND_FACTOR = "second factor", "second_factor", "this account also asks for a code from your app, or a passkey"
    WRONG_CODE = "second factor", "wrong_code", "that code is wrong, or was used already: wait for the next one"
    WRONG_PASSKEY = (
        "second factor",
        "wrong_passkey",
        "that passkey is not one of this account, or answered something else",
    )
    CHALLENGE_OVER = "second factor", "challenge_over", "too much time has gone by: begin again"
    NO_PASSKEY = "second factor", "no_passkey", "this account has no passkey: use a code"
    NO_PASSKEYS_HERE = (
        "second factor",
        "no_passkeys_here",
        "passkeys need https and a name, or localhost: use codes from an app here",
    )
    TOO_MANY_FACTORS = "second factor", "too_many_factors", "there are ten already: take one away first"
    NO_SUCH_FACTOR = "second factor", "no_such_factor", "you have no second factor of that id"
    GUEST_FACTOR = "second factor", "guest_factor", "a guest has no password yet: create an account first"
    PROVE_AGAIN = "second factor", "prove_again", "prove first that it is you: with a code, a passkey or your password"
    NEEDS_FACTOR = "second factor", "needs_factor", "who works here needs a second factor in this house: add one first"
    SECOND_OPERATOR = (
        "second factor",
        "second_operator",
        "in this house a second operator agrees to this: ask one to, then do it again within an hour",
    )
    NO_SUCH_APPROVAL = "second factor", "no_such_approval", "nothing of that kind waits, or you asked for it yourself"
    DEAD_LINK = "links", "dead_link", "this link is not valid, or no longer: ask for another"
    INSPECTOR_RESET = (
        "links",
        "inspector_reset",
        "an inspector's password is reset at the server itself: croupier reset-link NAME",
    )
    STAFF_MAY_NOT_PLAY = "staff", "staff_may_not_play", "who works for the house does not play in it"
    NOT_OPERATOR = "roles", "not_operator", "only the operator does that"
    CHIPS_BEFORE_ROLE = (
        "roles",
        "chips_on_table",
        "chips are still at a table: they are cashed out before a role is given",
    )
    INSPECTOR_ALONE = "roles", "inspector_alone", "an inspector has no other role in the house"
    PLAYER_IS_NO_OFFICE = (
        "roles",
        "player_is_no_office",
        "everybody without another role is a player: this role is not given",
    )
    GUEST_HAS_NO_ROLE = "roles", "guest_has_no_role", "a guest creates an account first"
    LAST_OPERATOR = "roles", "last_operator", "the house keeps at least one operator: give the role to another first"
    NO_SUCH_ROLE = "roles", "no_such_role", "Roles that are given: {roles}."

    # Responsible play
    SELF_EXCLUDED = "limits", "self_excluded", "you have excluded yourself until {until}"
    HOUSE_EXCLUDED = "limits", "house_excluded", "the house has excluded you until {until}: ask its staff"
    BAD_EXCLUSION = "limits", "bad_exclusion", "an exclusion has a reason, and ends within ten years"
    TIMED_OUT = "limits", "timed_out", "you have taken a time-out until {until}"
    TIME_LIMIT = "limits", "time_limit", "your limit of {minutes} minutes of play a day is reached"
    LOSS_LIMIT = "limits", "loss_limit", "this could take your loss today over your limit of ${limit}"
    DEPOSIT_LIMIT = "limits", "deposit_limit", "this would go over your deposit limit of ${limit} a day"
    LIMIT_RANGE = "limits", "limit_range", "a {kind} limit is from 0 to {most} {unit}"
    REALITY_RANGE = "limits", "reality_range", "the reality check comes every {least} to {most} minutes"
    NO_SUCH_LIMIT = "limits", "no_such_limit", "Limits are: {limits}."

    # What can be looked up
    NO_SUCH_GAME = "games", "no_such_game", "The games are: {games}."
    NO_SUCH_CLAUSE = "rulebook", "no_such_clause", "{what_is_wrong}"
    NO_SUCH_ROUND = (
        "history",
        "no_such_round",
        "This table has no finished round of that number.",
        {"broken": "An entry of this journal is unreadable or fails its check: croupier verify names it."},
    )
    NO_SUCH_DECISION = (
        "history",
        "no_such_decision",
        "That is not one of your decisions that can be worked out: GET …/coach lists them.",
    )
    STILL_READING = "history", "still_reading", "A long journal is being read, {entries} entries so far: ask again."
    NO_LAYOUT_ODDS = (
        "odds",
        "no_layout_odds",
        "What blackjack is worth depends on how it is played: see its chart.",
    )
    NO_CHART = "odds", "no_chart", "Only blackjack is played by a chart."
    NO_COUNT = (
        "odds",
        "no_count",
        "A count that adds the same for every card tells nothing: give some cards other numbers.",
    )
    NO_SOLVER = "solver", "no_solver", "The solver is not installed here: {how_to_install}"
    SOLVER_BUSY = "solver", "busy", "Too many wait for the solver: ask again in a moment."
    NO_ANSWER = "solver", "no_answer", "The solver did not answer: ask again."
    UNREADABLE = "practice", "unreadable", "“{line}” is no line of a practice: {what_is_wrong}."
    NOT_IN_PRACTICE = (
        "practice",
        "not_in_practice",
        "“{line}” is not for a practice: there is a player, and chance.",
    )
    PRACTICE_OVER = "practice", "practice_over", "A practice has {most} acts at most: begin a new one."

    # Inspection
    NO_SUCH_JOURNAL = "audit", "no_such_journal", "No journal has this name."
    ACCOUNT_OR_JOURNAL = (
        "audit",
        "account_or_journal",
        "Name an account, or a journal: the whole ledger is what `croupier export` writes.",
    )
    BAD_SEARCH = (
        "audit",
        "malformed",
        "No account and no journal has that name.",
        {
            "account": "No account has that name.",
            "kind": "A kind of account is one of: {kinds}.",
            "after": "`after` is what an earlier page gave as `next`.",
        },
    )
    BEING_VERIFIED = "audit", "being_verified", "The house is being verified already: wait for it."
    NO_CHECKPOINT = "audit", "no_checkpoint", "No checkpoint has this yet: one is made every few minutes."
    NOT_READABLE = (
        "audit",
        "not_readable",
        "The house cannot be read: {what_is_wrong}.",
        {"ended": "The verification ended before its time: ask again."},
    )

    def __init__(self, topic: str, code: str, words: str, cases: Mapping[str, str] = _NONE) -> None:
        self.topic = topic
        self.code = code
        self.wording = words
        self.cases = cases

    def refusal(self, case: str = "", /, **values: object) -> HouseRefusal:
        words = self.cases[case] if case else self.wording
        return HouseRefusal(self.topic, self.code, words.format(**values))

    def refused(self, case: str = "", /, **values: object) -> NotAccepted:
        """The same, to be raised."""
        return NotAccepted(self.refusal(case, **values))

    def is_of(self, refusal: object) -> bool:
        """Whether the refusal was made by this rule."""
        return isinstance(refusal, HouseRefusal) and (refusal.topic, refusal.code) == (self.topic, self.code)
