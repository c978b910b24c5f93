"""The sheet as one HTML page: no script, no address, nothing loaded. It prints, and fits a phone, in light and dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from croupier.report.sheet import Sheet
from croupier.report.tabular import as_data

STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --soft: #595959; --paper: #fff; --line: #d0d0d0; --shade: #f4f4f4;
  --warn: #8a3b00; --S: #fdeec2; --H: #dcefdc; --D: #d3e6f7; --P: #f0dcf0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8e8; --soft: #a8a8a8; --paper: #161616; --line: #3a3a3a;
  --shade: #242424; --warn: #ffb27a; --S: #55481a; --H: #24452a; --D: #1d3f5e; --P: #4d2a4d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; color: var(--ink); background: var(--paper);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0.5rem 0 1rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.25rem 1.5rem; margin: 0; }
dt, .soft, caption { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.85em; overflow-wrap: anywhere; }
.warn { color: var(--warn); font-weight: bold; }
p.warn { border-left: 0.25rem solid; padding-left: 0.75rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { padding: 0.25rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th, td { white-space: nowrap; }
thead th { border-bottom: 2px solid var(--ink); vertical-align: bottom; }
tbody th { font-weight: normal; position: sticky; left: 0; background: var(--paper); }
.number { text-align: right; white-space: nowrap; }
.words { min-width: 16rem; white-space: normal; }
.play td, .play thead th { text-align: center; padding: 0.15rem 0.45rem; }
.play tbody th { text-align: right; font-weight: bold; }
.charts { display: flex; flex-wrap: wrap; align-items: flex-start; gap: 1.5rem; }
.S { background: var(--S); } .H { background: var(--H); } .D { background: var(--D); } .P { background: var(--P); }
footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: 0.5rem; font-size: 0.85rem;
  color: var(--soft); }
@media (max-width: 40rem) { thead th { white-space: normal; } th, td { padding: 0.25rem 0.4rem; }
  dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: 0.5rem; } }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; --line: #bbb; --shade: #f4f4f4;
    --warn: #8a3b00; --S: #fdeec2; --H: #dcefdc; --D: #d3e6f7; --P: #f0dcf0; }
  body { max-width: none; padding: 0; font-size: 9pt; }
  table { font-size: 7.5pt; } th, td { padding: 0.15rem 0.3rem; } .wide { overflow: visible; }
  th, td { white-space: normal; } .words { min-width: 0; } tbody th { position: static; }
  thead { display: table-header-group; } tr, .play { break-inside: avoid; } h2, .soft { break-after: avoid; }
  td[class] { print-color-adjust: exact; }
}
"""

PAGE = """
@page { size: A4; margin: 15mm 12mm 18mm;
  @bottom-left { font: 7pt ui-monospace, monospace; color: #444; content: "rules and code %s"; }
  @bottom-right { font: 7pt system-ui, sans-serif; color: #444;
    content: "page " counter(page) " of " counter(pages); } }
"""
"""In print the hash stands in the margin of every page, where the browser knows such margins."""

COLUMNS = (
    ("places", "places"),
    ("win", "win_ways"),
    ("lose", "lose_ways"),
    ("stand off", "stand_off_ways"),
    ("of", "ways"),
)
FIGURES = (
    ("edge", "edge"),
    ("edge %", "edge_percent"),
    ("return %", "return_percent"),
    ("hit rate %", "hit_percent"),
    ("variance", "variance"),
    ("standard deviation", "standard_deviation"),
    ("volatility index", "volatility_index"),
)
LETTERS = (
    "Rows are the player's hand, columns the dealer's card. S stand, H hit, D double (hit where that is not allowed), "
    "P split."
)


def as_html(sheet: Sheet) -> bytes:
    data = as_data(sheet)
    parts = [*_head(data), *(_blackjack(data["blackjack"]) if "blackjack" in data else ()), *_wagers(data)]
    parts += [*_basis(data), *_foot(data)]
    return ("\n".join(parts) + "\n").encode()


def _head(data: dict[str, Any]) -> Iterable[str]:
    title = escape(f"{data['title']}: PAR sheet")
    yield "<!DOCTYPE html>"
    yield '<html lang="en-NZ">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title><style>{STYLE}{PAGE % data['hash']}</style></head>"
    yield f"<body><main><h1>{title}</h1>"
    facts = {
        "Division": f"{data['division']['id'].removeprefix('D')}, {data['division']['title']}",
        "New Zealand Gazette": data["division"]["gazette"],
        "Rules edition": str(data["edition"]),
        "Made by": f"croupier {data['version']}",
        **data["options"],
    }
    yield "<dl>"
    yield from _facts(facts)
    yield f"<dt>Hash of rules and code, SHA-256</dt><dd><code>{data['hash']}</code></dd></dl>"
    yield from (f'<p class="warn">{escape(said)}</p>' for said in data["warnings"])


def _wagers(data: dict[str, Any]) -> Iterable[str]:
    wagers = data["wagers"]
    alone = "blackjack" in data
    yield _heading("Side wagers" if alone else "Wagers: ways and odds")
    if alone:
        yield from (f"<p>{escape(said)}</p>" for said in data["blackjack"]["side_wagers"])
    head = (*(name for name, _key in COLUMNS), "pays", "wager by", "odds by")
    rows = [(each["wager"] + each["marks"], *(each[key] for _name, key in COLUMNS), *_terms(each)) for each in wagers]
    yield _table(("wager", *head), rows, numbers=range(1, len(COLUMNS) + 1))
    for each in wagers:
        if len(each["payments"]) > 1:
            paid = ", ".join(f"{paid['ways']} paid {paid['pays']}" for paid in each["payments"])
            yield f"<p>{escape(each['wager'])}: of {each['ways']} ways, {escape(paid)}.</p>"
    if not alone:
        yield _heading("Wagers: figures for one unit staked")
    yield f'<p class="soft">Edge and variance are exact fractions. {escape(data["volatility"])}</p>'
    figures = [(each["wager"] + each["marks"], *(each[key] for _name, key in FIGURES)) for each in wagers]
    yield _table(("wager", *(name for name, _key in FIGURES)), figures, numbers=range(1, len(FIGURES) + 1))
    yield _heading("What rests on adopted defaults")
    yield from (f"<p><strong>{mark}</strong> {escape(words)}</p>" for mark, words in data["marks"].items())
    if not data["marks"]:
        yield "<p>No figure on this sheet.</p>"


def _terms(each: dict[str, Any]) -> tuple[str, str, str]:
    return each["pays"], each["rule"], each["odds_rule"]


def _blackjack(game: dict[str, Any]) -> Iterable[str]:
    yield _heading("What the house keeps")
    plays = [
        (each["strategy"], each["edge"], each["edge_percent"], each["return_percent"], each["words"])
        for each in game["plays"]
    ]
    yield _table(
        ("strategy", "edge, all digits", "edge %", "return %", "plays"), plays, numbers=range(1, 4), words=(4,)
    )
    yield '<p class="soft">Of each unit of the initial wager, off the top of a full shoe.</p>'
    if "simulation" in game:
        yield from _simulation(game["simulation"])
    yield _heading("By the number of decks")
    names = [name for name in game["by_decks"][0] if name != "decks"]
    decks = [(each["decks"], *(each[name] for name in names)) for each in game["by_decks"]]
    yield _table(("decks", *(f"{name}, edge %" for name in names)), decks, numbers=range(1, len(names) + 1))
    yield _heading("The best play by totals")
    yield f'<p class="soft">{escape(LETTERS)}</p><div class="charts">'
    yield from (_chart(name, rows) for name, rows in game["chart"].items())
    yield "</div>"
    yield _heading("What mistakes cost")
    keys = ("mistake", "in_100_rounds", "each_time_percent", "costs_in_100_rounds")
    head = ("mistake", "occasions in 100 rounds", "each time, % of the wager", "in 100 rounds, units")
    mistakes = [tuple(each[key] for key in keys) for each in game["mistakes"]]
    yield _table(head, mistakes, numbers=range(1, 4))
    yield '<p class="soft">Against play by totals that is otherwise as good as can be.</p>'
    yield from _list("What the figures account for", game["accounts_for"])
    yield from _list("What they leave out", game["leaves_out"])


def _simulation(run: dict[str, Any]) -> Iterable[str]:
    yield _heading("What a simulated run came to")
    yield f'<p class="soft">{escape(run["variance_from"])}</p>'
    yield "<dl>"
    yield from _facts(run["facts"])
    yield "</dl>"
    keys = ("wagers", "times", "share_percent", "standard_error_percent", "share")
    head = ("net result, initial wagers", "times", "share %", "± %", "share, as counted")
    yield _table(head, [tuple(each[key] for key in keys) for each in run["results"]], numbers=range(1, 5))
    yield f'<p class="soft">{escape(run["errors"])}</p>'


def _chart(name: str, rows: dict[str, dict[str, str]]) -> str:
    ups = next(iter(rows.values()))
    head = "".join(f'<th scope="col">{escape(up)}</th>' for up in ups)
    lines = (
        f'<tr><th scope="row">{escape(row)}</th>'
        + "".join(f'<td class="{escape(letter)}">{escape(letter)}</td>' for letter in letters.values())
        + "</tr>"
        for row, letters in rows.items()
    )
    body = "\n".join(lines)
    return (
        f'<table class="play"><thead><tr><th scope="col">{escape(name)}</th>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _basis(data: dict[str, Any]) -> Iterable[str]:
    yield from _list("How the figures are made", [each for each in data["notes"] if each != data["volatility"]])
    yield _heading("The clauses that the figures rest on")
    yield f'<p class="soft">{escape(data["sources"])}</p>'
    sources = {"gazette": "Gazette", "public": "public source", "adopted": "adopted default"}
    clauses = [(each["id"], sources[each["source"]], each["gist"]) for each in data["clauses"]]
    yield _table(("clause", "source", "gist, in our own words"), clauses, words=(2,))
    if data["rulings"]:
        yield _heading("Rulings by which clauses are read")
        rulings = [(each["id"], each["question"], each["answer"]) for each in data["rulings"]]
        yield _table(("ruling", "question", "answer"), rulings, words=(1, 2))


def _foot(data: dict[str, Any]) -> Iterable[str]:
    yield _heading("The hash of rules and code")
    yield (
        f"<p>SHA-256 over {len(data['files'])} files: the data of the rulebook, the source of the games and that of "
        "the odds. It is the hash of the list of their hashes, so that a shell can check it. In the folder of the "
        f"installed package:</p><p><code>{escape(data['check'])}</code></p>"
    )
    yield "<p>The hash of each file stands in the JSON form of this sheet.</p></main>"
    yield f"<footer>PAR sheet: {escape(data['title'])}, hash of rules and code <code>{data['hash']}</code></footer>"
    yield "</body></html>"


# Pieces


def _facts(facts: dict[str, str]) -> Iterable[str]:
    yield from (f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())


def _heading(text: str) -> str:
    return f"<h2>{escape(text)}</h2>"


def _list(title: str, items: Iterable[str]) -> Iterable[str]:
    yield _heading(title)
    yield "<ul>" + "".join(f"<li>{escape(each)}</li>" for each in items) + "</ul>"


def _table(
    head: Sequence[str], rows: Iterable[Sequence[Any]], numbers: Iterable[int] = (), words: Iterable[int] = ()
) -> str:
    """A table that scrolls by itself where the screen is narrow, its first column staying in sight."""
    classes = dict.fromkeys(numbers, ' class="number"') | dict.fromkeys(words, ' class="words"')

    def cell(place: int, value: Any) -> str:
        if place == 0:
            return f'<th scope="row">{escape(str(value))}</th>'
        return f"<td{classes.get(place, '')}>{escape(str(value))}</td>"

    top = "".join(f'<th scope="col"{classes.get(place, "")}>{escape(each)}</th>' for place, each in enumerate(head))
    body = "\n".join(f"<tr>{''.join(cell(place, each) for place, each in enumerate(row))}</tr>" for row in rows)
    return f'<div class="wide" tabindex="0"><table><thead><tr>{top}</tr></thead>\n<tbody>{body}</tbody></table></div>'
