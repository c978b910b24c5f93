"""What one hand can still become: its nodes in the graph of decisions, and the codes with which its box may end."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from croupier.games.blackjack.hand import Rules
from croupier.odds.last_hand.graph import DecisionGraph, decision_graph
from croupier.odds.last_hand.stakes import BoxCodes

Array = Any


class Reach(NamedTuple):
    """One node, and what may follow."""

    node: int
    nodes: Array
    """The node itself and every node of the same hand after it, in their order."""
    kinds: tuple[int, ...]
    """The kinds in which the hand may end without a double."""
    doubled: tuple[int, ...]
    """Those after the one card of a double."""
    pair: int
    """The value of the pair that may be split, else 0."""
    split_nodes: Array
    """Every node of the hands of a split."""
    sides: tuple[int, ...]
    """What one hand of a split may come to: each kind, and behind all of them each kind doubled."""


@lru_cache(maxsize=4096)
def reach_of(rules: Rules, node: int) -> Reach:
    graph = decision_graph(rules)
    nodes = _after(graph, [node])
    pair = int(graph.pair[node])
    split = _after(graph, list(graph.second[pair - 1])) if pair else []
    plain, doubled = _kinds(graph, split), [kind for each in split for kind in _doubled(graph, each)]
    sides = [*plain, *(len(graph.kinds) + kind for kind in doubled)]
    return Reach(
        node,
        np.array(nodes),
        tuple(sorted(set(_kinds(graph, nodes)))),
        tuple(sorted(set(_doubled(graph, node)))),
        pair,
        np.array(split, dtype=np.int64),
        tuple(sorted(set(sides))),
    )


def codes_of(graph: DecisionGraph, reach: Reach, codes: BoxCodes, *, is_early: bool) -> Array:
    """The codes with which a box that holds this hand may end."""
    kinds = len(graph.kinds)
    found = list(reach.kinds)
    if is_early and graph.natural in reach.kinds:
        found.append(kinds)
    for number in range(len(codes.amounts)):
        found += [kinds + 1 + number * kinds + kind for kind in reach.doubled]
    if codes.can_split and reach.pair:
        base, sides = kinds + 1 + len(codes.amounts) * kinds, 2 * kinds
        open_sides = [side for side in reach.sides if side < kinds or codes.split_doubles]
        found += [base + first * sides + then for first in open_sides for then in open_sides]
    return np.array(found, dtype=np.int64)


def _after(graph: DecisionGraph, nodes: list[int]) -> list[int]:
    found: set[int] = set()
    waiting = [int(node) for node in nodes]
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += [int(each) for each in graph.after[node] if each >= 0]
    return sorted(found)


def _kinds(graph: DecisionGraph, nodes: list[int]) -> list[int]:
    return [int(graph.stand[node]) for node in nodes if graph.stand[node] >= 0]


def _doubled(graph: DecisionGraph, node: int) -> list[int]:
    return [int(kind) for kind in graph.doubled[node] if kind >= 0]
