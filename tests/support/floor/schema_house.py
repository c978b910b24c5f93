"""Make a small house of today's schema, once, when the schema is published.

The command is `python -m tests.support.floor.schema_house`.

It is never made again: later versions open, verify and go on with what this one wrote. The same play stands in a file
of SQLite and in a script for PostgreSQL, each beside its house key; a schema that is there is left alone.
"""

from __future__ import annotations

import gzip
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from croupier.floor.house_key import NAME as HOUSE_KEY
from croupier.floor.people.responsible_play.limits import LimitKind
from croupier.floor.store.engines.sqlite import FILE
from croupier.floor.store.engines.sqlite_file import VERSION
from croupier.games.acts import BuyIn
from tests.support.floor import postgres
from tests.support.floor.casino import REST, House, begun, decided, in_casino
from tests.support.floor.house import PASSWORD
from tests.support.project import ROOT

FOLDER = ROOT / "tests" / "floor" / "houses"


async def played(house: House) -> None:
    """A round of two games, an account with a limit, and a round of each that is open when the house is left."""
    ana = (await house.casino.front_desk.sign_up("Ana", PASSWORD)).person.id
    ben = await house.player()
    await house.casino.people.standings.set_limit(ana, LimitKind.LOSS, 500_00, house.casino.time())
    actors = [await house.table(game, id=f"t-{game}") for game in ("roulette", "blackjack")]
    for actor in actors:
        for person in (ana, ben):
            await house.act(actor, BuyIn(person, 200_00))
        await begun(house, actor, ana, ben)
        await decided(house, actor)
        await house.later(actor, REST)
        await begun(house, actor, ana, ben)


def make() -> None:
    target = FOLDER / f"schema-{VERSION}"
    target.mkdir()
    with TemporaryDirectory() as name:
        folder = Path(name)
        in_casino(folder, played)
        (target / f"{FILE}.gz").write_bytes(gzip.compress((folder / FILE).read_bytes(), mtime=0))
        key = (folder / HOUSE_KEY).read_bytes()
        (target / HOUSE_KEY).write_bytes(key)
        database = postgres.fresh()
        in_casino(folder, played, database=database)
        script = subprocess.run(
            (postgres.program("pg_dump"), "--no-owner", "--inserts", postgres.url_of(database)),
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
        ).stdout
    # Lines with a backslash are for psql alone.
    plain = "".join(line for line in script.splitlines(keepends=True) if not line.startswith("\\"))
    (target / "postgres.sql.gz").write_bytes(gzip.compress(plain.encode(), mtime=0))
    postgres.stop()


if __name__ == "__main__":
    make()
