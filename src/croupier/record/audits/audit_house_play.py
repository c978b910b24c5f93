"""Whether players of the house's own did what their stated strategies say, and nothing else."""

from __future__ import annotations

from croupier.games.acts import Act, PlayersAct
from croupier.games.house_play import act_of
from croupier.games.people import is_house_player
from croupier.games.table import Table
from croupier.record.audits.audit_chain import DoesNotFollow
from croupier.record.journals.journal import Stamp
from croupier.record.text.notation import act_line


def follow_house_play(number: int, table: Table, act: Act, stamp: Stamp) -> None:
    """Raises `DoesNotFollow` where a house player was not seated, played otherwise, or had a say in chance."""
    if not isinstance(act, PlayersAct) or not is_house_player(act.player):
        return
    who = table.house_player(act.player)
    if who is None:
        raise DoesNotFollow(number, f"{act.player} is a bot, but no strategy was stated before")
    if stamp.nonce or stamp.key:
        raise DoesNotFollow(number, f"{act.player} is a bot, so it can send neither nonces nor keys")
    due = act_of(table, who)
    if act != due:
        game = table.origin.game
        said = "nothing" if due is None else f"“{act_line(game, due)}”"
        why = f"{act.player} plays “{who.strategy}”, which says {said} here, and not “{act_line(game, act)}”"
        raise DoesNotFollow(number, why)
