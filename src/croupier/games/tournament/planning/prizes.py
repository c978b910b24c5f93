"""What each place is worth: sums, shares of the pool and goods, each with its working (D7 3.2(h), 3.4, 6.11)."""

from __future__ import annotations

from math import gcd

from msgspec import Struct

from croupier.games.money import dollars
from croupier.games.tournament.conditions import Prize
from croupier.games.tournament.progress.placing import Placing
from croupier.rulebook import Cite


class Award(Struct, frozen=True):
    player: str
    place: int
    money: int
    goods: str
    rule: Cite
    working: str


class Awards(Struct, frozen=True):
    """The money of all lines is the pool, what the operator tops up and the rounding: nothing is lost."""

    lines: tuple[Award, ...]
    rounding: int
    """What the operator adds so that equal shares are whole cents (ruling T13)."""
    topped_up: int
    """What the operator adds for sums beyond the pool, and for goods that are shared as money."""
    returned: tuple[str, ...]
    """Goods that go back to the operator."""


class _Worth(Struct, frozen=True):
    """One prize of the list in figures."""

    number: int
    money: int
    prize: Prize
    working: str

    @property
    def shared_value(self) -> int:
        """Goods cannot be divided, so whoever shares gets what the list says they are worth (ruling T13)."""
        return self.money + self.goods_value

    @property
    def goods_value(self) -> int:
        return self.prize.value if self.prize.goods else 0

    @property
    def shared_working(self) -> str:
        goods = f", {self.prize.goods} at {dollars(self.goods_value)}" if self.prize.goods else ""
        return f"{self.working}{goods}"


class _Share(Struct, frozen=True):
    """What several get of one sum, each the same number of whole cents."""

    each: int
    rounding: int
    working: str


# The money of each place


def money_prizes(prizes: tuple[Prize, ...], pool: int) -> tuple[tuple[int, ...], int]:
    """The money of each place, and what the operator must add: together the pool and no cent else."""
    return tuple(worth.money for worth in _worths(prizes, pool)), _short(prizes, pool)


def _short(prizes: tuple[Prize, ...], pool: int) -> int:
    """A listed sum is owed even where the fees do not reach it; 3.4 lets the operator contribute."""
    return max(0, _listed_sums(prizes) - pool)


def _listed_sums(prizes: tuple[Prize, ...]) -> int:
    return sum(prize.amount for prize in prizes)


def _parts(prizes: tuple[Prize, ...]) -> tuple[int, ...]:
    """In what proportion the rest of the pool goes: all fees are for the winners, whatever the list says (3.4)."""
    by_share = tuple(prize.share for prize in prizes)
    # The smallest numbers in that proportion, so that a player can check them by hand.
    unit = gcd(*(prize.amount for prize in prizes)) or 1
    by_amount = tuple(prize.amount // unit for prize in prizes)
    return next((parts for parts in (by_share, by_amount) if any(parts)), (1,) * len(prizes))


def _worths(prizes: tuple[Prize, ...], pool: int) -> tuple[_Worth, ...]:
    beyond = max(0, pool - _listed_sums(prizes))
    parts = _parts(prizes)
    whole = sum(parts)
    shares = [beyond * part // whole for part in parts]
    odd = beyond - sum(shares)
    worths: list[_Worth] = []
    for number, (prize, part, share) in enumerate(zip(prizes, parts, shares, strict=True), start=1):
        # The first place that has a part at all takes the cents that cannot be divided.
        extra, odd = (odd, 0) if part else (0, odd)
        steps = (
            (prize.amount, "as listed"),
            (share, f"for {part} of {whole} parts of {dollars(beyond)}"),
            (extra, "that cannot be divided"),
        )
        worths.append(_worth(number, prize, steps))
    return tuple(worths)


def _worth(number: int, prize: Prize, steps: tuple[tuple[int, str], ...]) -> _Worth:
    """The sum of the steps; the working tells those that bring something, and what they come to."""
    money = sum(amount for amount, _ in steps)
    told = [f"{dollars(amount)} {why}" for amount, why in steps if amount] or ["no money"]
    total = f" = {dollars(money)}" if len(told) > 1 else ""
    return _Worth(number, money, prize, f"prize {number}: {' + '.join(told)}{total}")


# Who gets it


def awards(placings: tuple[Placing, ...], prizes: tuple[Prize, ...], pool: int) -> Awards:
    """One line for everybody whose place has a prize; nothing at all where nobody is placed."""
    worths = _worths(prizes, pool)
    winning = [placing for placing in placings if placing.place <= len(prizes)]
    if not winning:
        return Awards((), 0, 0, _goods(worths))
    winners = sum(len(placing.players) for placing in winning)
    spare = _spare(worths[winners:], winners)
    given = [_award(placing, worths, spare) for placing in winning]
    return Awards(
        tuple(line for each in given for line in each.lines),
        spare.rounding + sum(each.rounding for each in given),
        _short(prizes, pool) + sum(each.topped_up for each in given),
        (*(goods for each in given for goods in each.returned), *_goods(worths[winners:])),
    )


def _award(placing: Placing, worths: tuple[_Worth, ...], spare: _Share) -> Awards:
    """What one place brings to whoever has it, and what that costs the operator."""
    sharers = len(placing.players)
    won = worths[placing.place - 1 : placing.place - 1 + sharers]
    return _sole(placing, won[0], spare) if sharers == 1 else _shared(placing, won, spare)


def _goods(worths: tuple[_Worth, ...]) -> tuple[str, ...]:
    return tuple(worth.prize.goods for worth in worths if worth.prize.goods)


def _share(total: int, number: int) -> _Share:
    each = -(-total // number)
    rounding = each * number - total
    rounded = ", rounded up to a cent" if rounding else ""
    return _Share(each, rounding, f"{dollars(total)} shared by {number} is {dollars(each)} each{rounded}")


def _spare(untaken: tuple[_Worth, ...], winners: int) -> _Share:
    """The money of places that nobody took is for the other winners (ruling T31)."""
    total = sum(worth.money for worth in untaken)
    if not total:
        return _Share(0, 0, "")
    share = _share(total, winners)
    numbers = ", ".join(str(worth.number) for worth in untaken if worth.money)
    return _Share(share.each, share.rounding, f"; nobody took prize {numbers}: {share.working}")


def _sole(placing: Placing, won: _Worth, spare: _Share) -> Awards:
    (player,) = placing.players
    rule = Cite("D7 3.4", "T31") if spare.each else Cite("D7 3.4")
    goods = won.prize.goods
    working = f"{won.working}{f', and {goods}' if goods else ''}{spare.working}"
    return Awards((Award(player, placing.place, won.money + spare.each, goods, rule, working),), 0, 0, ())


def _shared(placing: Placing, won: tuple[_Worth, ...], spare: _Share) -> Awards:
    sharers = len(placing.players)
    rule = Cite("D7 6.11(a)" if sharers == 2 else "D7 6.11(b)", "T13")  # noqa: PLR2004 - the limb's own number
    share = _share(sum(worth.shared_value for worth in won), sharers)
    working = f"{'; '.join(worth.shared_working for worth in won)}; {share.working}{spare.working}"
    money = share.each + spare.each
    lines = tuple(Award(player, placing.place, money, "", rule, working) for player in placing.players)
    return Awards(lines, share.rounding, sum(worth.goods_value for worth in won), _goods(won))
