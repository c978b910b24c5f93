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
_SAME_KEY = "repeat the request with the same key: it is not done twice"


class HouseRule(Enum):
    """A rule that stands in no clause. In its words, `{name}` is a value of the case at hand."""

    topic: str
    code: str
    wording: str
    cases: Mapping[str, str]
    """Other words for the same code, where the case is a particular one."""
    help: str
    """For programs, where the words do not say it: which request or field would be right. No page shows it."""

    # Who asks, and how
    NO_SESSION = (
        "sessions",
        "no_session",
        "Sign in first.",
        {"to_act": "Sign in first. A spectator cannot act."},
        "POST /api/v1/guests, or POST /api/v1/sessions",
    )
    LOGIN_OVER = "sessions", "session_over", "You have been signed out. Sign in again."
    GUEST_GIVES_UP = (
        "sessions",
        "guest_gives_up",
        "A guest who signs out loses the chips at the tables. Cash out, or create an account first.",
        _NONE,
        "give_up=true signs out all the same",
    )
    NO_SUCH_SESSION = "sessions", "no_such_session", "You have no sign-in with that ID."
    WRONG_ROLE = (
        "roles",
        "wrong_role",
        "You need the role of {role} for this.",
        {"for_others": "Only the {roles} can do this."},
    )
    WRONG_ORIGIN = "origin", "wrong_origin", "{what_is_wrong}"
    WRONG_HOST = (
        "origin",
        "wrong_host",
        "This server does not answer to that name. The operator sets it with --origin.",
    )
    WRONG_CSRF = (
        "origin",
        "wrong_csrf",
        "Reload the page, then try again.",
        _NONE,
        "send the header X-CSRF-Token, which GET /api/v1/me has",
    )
    TOO_MANY = "rates", "too_many", "Too many requests at once. Try again in {seconds} seconds."

    # The request itself
    MALFORMED = (
        "requests",
        "malformed",
        "The request cannot be understood.",
        {
            "at": "{what_is_wrong}",
            "deep_document": "The document is nested too deeply.",
            "deep_message": "The message is nested too deeply.",
            "not_utf_8": "The document is not text in UTF-8.",
            "after": "The parameter “after” must be the number of an entry.",
        },
    )
    NOT_JSON = "requests", "not_json", "The request must be JSON.", _NONE, "send Content-Type: application/json"
    TOO_LARGE = "requests", "too_large", "The request is too large."
    TOO_SLOW = "requests", "too_slow", "The request took too long to arrive."
    NO_SUCH_PAGE = "requests", "no_such_page", "There is nothing at this address."
    NO_SUCH_METHOD = "requests", "no_such_method", "This address does not take requests of that kind."
    BAD_KEY = (
        "requests",
        "bad_key",
        "A key has 1 to 64 letters, digits, dots, dashes or underscores.",
        {"of_device": "Keys that begin with device- belong to devices. Choose another."},
    )
    KEY_USED = "requests", "key_used", "That key was used for another request. Use a new one."
    BAD_NONCE = "requests", "bad_nonce", "A nonce is 16 bytes, in lower-case hex."
    BAD_PERIOD = "requests", "bad_period", "A report must end after it begins, and cover at most {most} days."
    NO_PDF = "requests", "no_pdf", "PDFs cannot be made here until this is installed: {how_to_install}"
    NOT_YOUR_NONCE = "chance", "not_your_nonce", "Only players add nonces to a round."

    # The server and its store
    STOPPING = "server", "stopping", "The server is stopping. Try again in a moment.", _NONE, _SAME_KEY
    ERROR = (
        "server",
        "error",
        "Something went wrong on our side, and is on record. Try again.",
        {"of_kind": "Something went wrong on our side, and is on record ({kind})."},
        _SAME_KEY,
    )
    UNFORESEEN = "server", "unforeseen", "Something went wrong on our side, and is on record."
    NOT_DONE = (
        "store",
        "not_done",
        "The database does not answer, so this was not done.",
        {
            "stored": "This could not be saved, so it was not done.",
            "request": "This could not be saved. Try again.",
            "message": "This could not be done. Try again.",
            "day": "The server is still looking up what you played today. Try again in a moment.",
        },
        _SAME_KEY,
    )
    UNKNOWN = (
        "store",
        "unknown",
        "We do not know whether this was done. Check before you repeat it.",
        {"noted": "This could not be saved. Try again."},
        _SAME_KEY,
    )
    ONLY_HERE = (
        "address",
        "only_here",
        "Phones cannot join: the server accepts only this machine. Start it with --host 0.0.0.0.",
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
            "unsealed": "This table is out of order: it has no seal to draw results from.",
            "no_entropy": "No table can open: {what_is_wrong}.",
        },
    )
    IN_ORDER = "tables", "in_order", "This table is in order. Close it by the rules instead."
    TABLE_IN_USE = (
        "tables",
        "in_use",
        "Somebody has chips at this table, or a round is open. Retire it when all have cashed out.",
        {"not_this_way": "Only a cash table that is in order can be retired. Others end by the rules or are wound up."},
    )
    NO_PRIVATE_COPIES = (
        "tables",
        "no_private_copies",
        "Players cannot open a private table like this one here.",
        {"of_this_kind": "A private table is a copy of one of the house's automatic cash tables."},
    )
    TOO_MANY_PRIVATE = (
        "tables",
        "too_many_private",
        "You have {most} private tables open. Close one first.",
        {
            "a_day": "You have opened {most} private tables in a day. Use one of them, or come back tomorrow.",
            "address": "Too many private tables were opened from where you are. Come back tomorrow.",
            "house": "The house has no room for another private table now. Try again later.",
        },
    )
    NOT_YOUR_TABLE = "tables", "not_your_table", "Only the person who opened this private table can close it."
    NO_CHIPS_HERE = "tables", "no_chips_here", "Take chips first. Phrases are for the players at this table."
    NO_PHRASES = "tables", "no_phrases", "Phrases are for cash tables only."
    NO_REASON = "tables", "no_reason", "Give a reason in words, on one line, without #."
    TABLE_BUSY = "tables", "busy", "This table is busy. Try again in a moment."
    NO_SUCH_ACT = (
        "tables",
        "no_such_act",
        "This game does not have this act.",
        {"named": "This game has no act “{act}”. It has: {acts}."},
    )
    NO_TABLE_OF_GAME = "tables", "no_such_game", "Choose one of these games: {games}."
    BAD_TABLE = "tables", "bad_table", "{what_is_wrong}"
    NOT_GAZETTED = (
        "tables",
        "not_gazetted",
        "Tables here follow the Gazette. Other houses' rules work only in the solver and simulator.",
    )
    BAD_PACE = (
        "tables",
        "bad_pace",
        "Choose {least} to {most} seconds to decide, 0 to {most} for a rest, {soonest} to {latest} for an empty seat.",
    )
    BAD_HOUSE_PACE = "tables", "bad_house_pace", "A table deals at most {most} rounds an hour. 0 sets no pace."
    BAD_TABLE_NAME = "tables", "bad_name", "A table's name has 1 to {most} characters."
    NO_EXAM_PASSED = (
        "school",
        "no_exam_passed",
        "You need an exam to deal {game} in this house. Pass it in the school first.",
    )
    NO_SUCH_EXAM = "school", "no_such_exam", "You have not begun an exam with that ID."
    EXAM_OVER = "school", "exam_over", "This exam was handed in already. Begin a new one."
    NO_SUCH_LESSON = "school", "no_such_lesson", "{what_is_wrong}", _NONE, "GET /api/v1/school lists the lessons"
    HAS_A_DEALER = "tables", "has_a_dealer", "Another dealer is at this table. They must leave it first."
    NOT_ON_DUTY = (
        "tables",
        "not_on_duty",
        "You are not the dealer of this table. Take it first.",
        {
            "to_leave": "You are not the dealer of this table.",
            "nobody": "No dealer is at this table. A device reports results for its table's dealer.",
        },
    )
    DEALS_ITSELF = "tables", "deals_itself", "This table is automatic: it has no dealer."
    DRAWN_FROM_SEAL = (
        "tables",
        "drawn_from_seal",
        "This table's cards are drawn under a seal and cannot be changed. A round can only be made void.",
    )
    OWN_CLOCK = "tables", "own_clock", "Only the house moves the table's clock."
    OWN_ACT = "tables", "own_act", "Only the house itself can do that."
    TABLE_SESSION_OVER = "tables", "session_over", "This session is over, and its chips are counted."
    OTHER_ROUND = "tables", "other_round", "That was meant for round {meant}. This is round {round}."
    NOTHING_TO_PASS = "tables", "nothing_to_pass", "You cannot pass now: no question is open for you."
    BETTING_OPEN = (
        "tables",
        "betting_open",
        "Betting stays open until the announced time. There is nothing to void yet.",
    )
    TOO_SOON = "pace", "too_soon", "The next round opens in {seconds} s."

    # Devices
    NO_SUCH_DEVICE = (
        "devices",
        "no_such_device",
        "This token is not known here. Ask the operator for one.",
        {"named": "This device is not on the list of this table, or its token has been revoked already."},
        "send the header Authorization: Device TOKEN",
    )
    DEVICE_REVOKED = "devices", "device_revoked", "The operator has revoked this token. Ask for a new one."
    DEVICE_ELSEWHERE = "devices", "device_elsewhere", "This token belongs to another table."
    DEVICE_NUMBER = (
        "devices",
        "device_number",
        "Result {due} is due. A device numbers its results 1, 2, 3 and so on, without a gap.",
        {"repeat": "That result has been reported already. Result {due} is due."},
    )
    NO_RESULT = "devices", "no_result", "A device at this table reports only: {acts}. The dealer does everything else."
    TOO_MANY_DEVICES = "devices", "too_many_devices", "This table has had {most} devices. Make a new table for more."

    # Chips and cash
    NO_TRAY = "chips", "no_tray", "Only a live table of the house has a tray of chips and a drop box."
    WRONG_SLIP = (
        "chips",
        "wrong_slip",
        "That cannot be done now: {why}. An opening float sheet opens the tray, and a closing one closes it.",
    )
    SLIP_WAITS = "chips", "slip_waits", "A slip ({kind}) waits for a second signature here. Sign or withdraw it first."
    CHIPS_ON_LAYOUT = (
        "chips",
        "chips_on_layout",
        "Chips lie on the layout. Count the tray between rounds, when everything is paid and collected.",
    )
    NOT_IN_TRAY = "chips", "not_in_tray", "The tray should hold {held}. No more than that can go back to the cage."
    ONE_NAME_TWICE = "chips", "one_name_twice", "The second signature must be somebody else's. Ask a colleague."
    NO_SUCH_SLIP = (
        "chips",
        "no_such_slip",
        "No slip of this number is waiting for that. Somebody may have been quicker.",
    )
    BAD_PIECES = (
        "chips",
        "bad_pieces",
        "Count whole chips or notes, fewer than a million of each value.",
        {
            "values": "Name each value once. The values are: {values}.",
            "none": "Say which chips, and how many of each.",
            "box": "A drop box is taken first, and counted when it is open. Leave the notes out now.",
        },
    )

    # Tournaments
    NO_SUCH_TOURNAMENT = "tournaments", "no_such_tournament", "No tournament has that number."
    NO_SUCH_LEAGUE = "leagues", "no_such_league", "No league has this ID.", _NONE, "GET /api/v1/leagues lists them"
    BAD_LEAGUE = "leagues", "bad_league", "Choose how many of a player's evenings count: 1 to {most}, or 0 for all."
    NOT_OVER = "leagues", "not_over", "A tournament counts in a league only when it is over and its places are decided."
    COUNTED_ALREADY = "leagues", "counted_already", "This evening is counted in the league already."
    NOT_COUNTED = "leagues", "not_counted", "This evening is not counted in the league."
    TOURNAMENT_OUT_OF_ORDER = "tournaments", "out_of_order", "No tournament can open: {what_is_wrong}."
    BAD_ROW = "tournaments", "bad_row", "Line {line}: {what_is_wrong} Nobody was entered."
    ROW_REFUSED = (
        "tournaments",
        "row_refused",
        "Line {line}: {what_is_wrong} Names before it were entered. The others have accounts but were not entered.",
    )
    RECALLED = "tournaments", "recalled", "This session was recalled. It will be played at another table."
    PLACES_PAID = (
        "tournaments",
        "places_paid",
        "All places are paid for, some by players who have withdrawn. Give a fee back first.",
    )
    HAS_BEGUN = "tournaments", "has_begun", "The session has begun at its table. It must be played to its end."
    BAD_CONDITIONS = "tournaments", "bad_conditions", "{what_is_wrong}"
    HAS_STARTED = "tournaments", "has_started", "A tournament must start at a time in the future."
    NO_WAGER_SECONDS = (
        "tournaments",
        "no_wager_seconds",
        "Automatic tables need a time for wagers.",
        _NONE,
        "set wager_seconds",
    )
    BAD_PAUSE = "tournaments", "bad_pause", "The next tournament can start at most {most} seconds later, or not at all."
    INCOMPLETE = (
        "tournaments",
        "incomplete",
        "An automatic tournament needs all its conditions when it opens. Still missing: {missing}.",
    )
    NEEDS_DIRECTOR = (
        "tournaments",
        "needs_director",
        "An automatic tournament cannot sell chips or have dealers. Both need a director.",
    )
    NO_HOUSE_PLAYERS = (
        "tournaments",
        "no_house_players",
        "Bots can fill only an automatic tournament that has no entry fee and starts without notice.",
    )
    NO_SUCH_LIST = "tournaments", "no_such_list", "Choose one of these lists: {lists}."

    # Money
    NOT_ENOUGH_MONEY = (
        "wallet",
        "not_enough_money",
        "Your wallet does not hold that much.",
        {"to_move": "There is not enough money to move that much."},
    )
    TOO_MUCH = "wallet", "too_much", "The amount is too large."
    NOTHING_HELD = "wallet", "nothing_held", "The house holds no chips of yours."
    GRANT_RANGE = "grants", "grant_range", "The house gives at most ${most} at a time."
    GRANT_DAY = "grants", "grant_day", "The house gives at most ${most} a day."

    # People
    NO_SUCH_PERSON = "people", "no_such_person", "No account has this ID."
    ALREADY_ACCOUNT = "people", "already_account", "This is an account already."
    ACCOUNT_CLOSED = "people", "account_closed", "This account is closed."
    CHIPS_TO_CASH_OUT = (
        "people",
        "chips_on_table",
        "Chips or a round are still at a table. Finish the round and cash out first.",
        {"on_the_way": "Chips are still at a table. Cash out first."},
    )
    PEOPLE_BUSY = "people", "busy", "The tables are too busy for this. Try again in a moment."
    PASSWORD_NEEDED = "people", "password_needed", "Enter your password. This cannot be undone."
    GUEST_HAS_NO_PASSWORD = "people", "guest_has_no_password", "A guest has no password. Create an account first."
    NAME_TAKEN = "names", "name_taken", "Somebody here has that name, or one that looks like it. Choose another."
    NAME_LENGTH = "names", "name_length", "A name has 1 to {most} characters."
    NAME_UNSEEN = (
        "names",
        "name_unseen",
        "Remove the invisible characters from the name.",
    )
    NAME_FORM = (
        "names",
        "name_form",
        "Write the name in plain characters, without ligatures and without wide, raised or framed letters.",
    )
    NAME_SPACES = "names", "name_spaces", "A name cannot begin or end with a space, or have two in a row."
    NAME_LETTERS = "names", "name_letters", "A name needs a letter or a digit, with at most {most} accents on each."
    NAME_RESERVED = "names", "name_reserved", "That name looks like one of the house's own. Choose another."
    PASSWORD_LENGTH = "passwords", "password_length", "A password has {least} to {most} characters."
    PASSWORD_TEXT = "passwords", "password_text", "The password has characters that cannot be read. Choose another."
    PASSWORD_COMMON = (
        "passwords",
        "password_common",
        "That password is too common. Choose another.",
    )
    WRONG_CREDENTIALS = "sign-in", "wrong_credentials", "The name or the password is wrong."
    LOCKED_OUT = "sign-in", "locked_out", "Too many wrong passwords from here for this name. Wait {minutes} minutes."
    SECOND_FACTOR = "second factor", "second_factor", "This account also needs a code from your app, or a passkey."
    WRONG_CODE = "second factor", "wrong_code", "That code is wrong, or has been used. Wait for the next one."
    WRONG_PASSKEY = (
        "second factor",
        "wrong_passkey",
        "This passkey does not belong to your account, or answered another request. Try again.",
    )
    CHALLENGE_OVER = "second factor", "challenge_over", "Too much time has passed. Begin again."
    NO_PASSKEY = "second factor", "no_passkey", "This account has no passkey. Use a code."
    NO_PASSKEYS_HERE = (
        "second factor",
        "no_passkeys_here",
        "Passkeys need https and a name, or localhost. Use codes from an app here.",
    )
    TOO_MANY_FACTORS = "second factor", "too_many_factors", "You have ten second factors already. Remove one first."
    NO_SUCH_FACTOR = "second factor", "no_such_factor", "You have no second factor with this ID."
    GUEST_FACTOR = "second factor", "guest_factor", "A guest has no password yet. Create an account first."
    PROVE_AGAIN = "second factor", "prove_again", "Confirm that it is you, with a code, a passkey or your password."
    NEEDS_FACTOR = "second factor", "needs_factor", "Staff need a second factor here. Add one first."
    SECOND_OPERATOR = (
        "second factor",
        "second_operator",
        "A second operator must agree to this here. Ask one, then do it again within an hour.",
    )
    NO_SUCH_APPROVAL = (
        "second factor",
        "no_such_approval",
        "Nothing of that kind is waiting, or you asked for it yourself.",
    )
    DEAD_LINK = "links", "dead_link", "This link is wrong, or has expired. Ask for another."
    INSPECTOR_RESET = (
        "links",
        "inspector_reset",
        "An inspector's password can be reset only on the server itself: croupier reset-link NAME.",
    )
    STAFF_MAY_NOT_PLAY = "staff", "staff_may_not_play", "Staff cannot play in this house."
    NOT_OPERATOR = "roles", "not_operator", "Only the operator can do that."
    CHIPS_BEFORE_ROLE = (
        "roles",
        "chips_on_table",
        "Chips are still at a table. This person must cash out before they get a role.",
    )
    INSPECTOR_ALONE = "roles", "inspector_alone", "An inspector cannot have another role in the house."
    PLAYER_IS_NO_OFFICE = (
        "roles",
        "player_is_no_office",
        "Everybody without another role is a player already, so this role cannot be given.",
    )
    GUEST_HAS_NO_ROLE = "roles", "guest_has_no_role", "A guest cannot have a role. They must create an account first."
    LAST_OPERATOR = (
        "roles",
        "last_operator",
        "The house needs at least one operator. Give the role to somebody else first.",
    )
    NO_SUCH_ROLE = "roles", "no_such_role", "Choose one of these roles: {roles}."

    # Responsible play
    SELF_EXCLUDED = "limits", "self_excluded", "You have excluded yourself until {until}."
    HOUSE_EXCLUDED = "limits", "house_excluded", "The house has excluded you until {until}. Ask its staff."
    BAD_EXCLUSION = "limits", "bad_exclusion", "An exclusion needs a reason, and an end within ten years."
    TIMED_OUT = "limits", "timed_out", "You have taken a time-out until {until}."
    TIME_LIMIT = "limits", "time_limit", "You have reached your limit of {minutes} minutes of play a day."
    LOSS_LIMIT = "limits", "loss_limit", "This could take your loss today over your limit of ${limit}."
    DEPOSIT_LIMIT = "limits", "deposit_limit", "This would go over your deposit limit of ${limit} a day."
    LIMIT_RANGE = "limits", "limit_range", "A {kind} limit is from 0 to {most} {unit}."
    REALITY_RANGE = "limits", "reality_range", "A reality check comes every {least} to {most} minutes."
    NO_SUCH_LIMIT = "limits", "no_such_limit", "Choose one of these limits: {limits}."

    # What can be looked up
    NO_SUCH_GAME = "games", "no_such_game", "Choose one of these games: {games}."
    NO_SUCH_CLAUSE = "rulebook", "no_such_clause", "{what_is_wrong}"
    NO_SUCH_ROUND = (
        "history",
        "no_such_round",
        "This table has no finished round with that number.",
        {"broken": "An entry of this journal is unreadable or fails its check. “croupier verify” says which."},
    )
    NO_SUCH_DECISION = (
        "history",
        "no_such_decision",
        "Choose a decision of your own in a last round.",
        _NONE,
        "GET /api/v1/tournaments/ID/coach lists them",
    )
    STILL_READING = (
        "history",
        "still_reading",
        "A long journal is being read, {entries} entries so far. Try again in a moment.",
    )
    NO_LAYOUT_ODDS = (
        "odds",
        "no_layout_odds",
        "The odds of blackjack depend on how you play. See its chart.",
    )
    NO_CHART = "odds", "no_chart", "Only blackjack has a chart."
    NO_COUNT = (
        "odds",
        "no_count",
        "This count adds the same for every card, so it says nothing. Give some cards other numbers.",
    )
    NO_SOLVER = "solver", "no_solver", "The solver cannot be used here until this is installed: {how_to_install}"
    SOLVER_BUSY = "solver", "busy", "The solver is busy. Try again in a moment."
    NO_ANSWER = "solver", "no_answer", "The solver did not answer. Try again."
    UNREADABLE = "practice", "unreadable", "“{line}” cannot be read in practice: {what_is_wrong}."
    NOT_IN_PRACTICE = (
        "practice",
        "not_in_practice",
        "“{line}” is not part of practice, which has only a player and chance.",
    )
    PRACTICE_OVER = "practice", "practice_over", "Practice ends after {most} acts. Begin again."

    # Inspection
    NO_SUCH_JOURNAL = "audit", "no_such_journal", "No journal has this name."
    ACCOUNT_OR_JOURNAL = (
        "audit",
        "account_or_journal",
        "Name an account or a journal. “croupier export” writes the whole ledger.",
    )
    BAD_SEARCH = (
        "audit",
        "malformed",
        "No account and no journal has that name.",
        {
            "account": "No account has that name.",
            "kind": "Choose one of these kinds of account: {kinds}.",
            "after": "The parameter “after” must be what an earlier page gave as “next”.",
        },
    )
    BEING_VERIFIED = "audit", "being_verified", "The house is being verified already. Wait until that is done."
    NO_CHECKPOINT = "audit", "no_checkpoint", "No checkpoint covers this yet. One is made every few minutes."
    NOT_READABLE = (
        "audit",
        "not_readable",
        "The house cannot be read: {what_is_wrong}.",
        {"ended": "The verification was cut short. Try again."},
    )

    def __init__(self, topic: str, code: str, words: str, cases: Mapping[str, str] = _NONE, help: str = "") -> None:
        self.topic = topic
        self.code = code
        self.wording = words
        self.cases = cases
        self.help = help

    def refusal(self, case: str = "", /, **values: object) -> HouseRefusal:
        words = self.cases[case] if case else self.wording
        return HouseRefusal(self.topic, self.code, words.format(**values), self.help)

    def refused(self, case: str = "", /, **values: object) -> NotAccepted:
        """The same, to be raised."""
        return NotAccepted(self.refusal(case, **values))

    def is_of(self, refusal: object) -> bool:
        """Whether the refusal was made by this rule."""
        return isinstance(refusal, HouseRefusal) and (refusal.topic, refusal.code) == (self.topic, self.code)
