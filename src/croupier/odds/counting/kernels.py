"""Sums over many shoes of which a count is known. Tables go in, numbers come out. Imports numpy and numba only."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any
BLOCK = 512
"""How many shoes are worked on at a time: what fits the nearest memory."""


@njit(cache=True)
def counted_dealer_chances(shoes: Array, dealer: Any, groups: Any, classes: int) -> Array:
    """The chance of each class of the dealer's final hand, for many shoes at once, the count being known.

    `shoes` holds what is left of the whole shoe beside the cards on the table, a column a hand. `dealer` is the tree
    of the dealer's final hands with the number of orders, as the solver has it. `groups` says of which group each
    node and each shoe is, and how much likelier the count makes the cards of that node beside the cards of that shoe.
    """
    tree, orders = dealer
    of_node, of_shoe, likelier = groups
    number, deepest = shoes.shape[1], tree[:, 2].max()
    chances = np.zeros((classes, number))
    products = np.empty((deepest + 1, BLOCK))
    left = np.empty(BLOCK)
    for start in range(0, number, BLOCK):
        width = min(BLOCK, number - start)
        for shoe in range(width):
            left[shoe] = shoes[:, start + shoe].sum()
            products[0, shoe] = 1.0
        for node in range(tree.shape[0]):
            rank, copy, depth, final = tree[node, 0], tree[node, 1], tree[node, 2], tree[node, 3]
            before, after, own = products[depth - 1], products[depth], shoes[rank, start : start + width]
            for shoe in range(width):
                after[shoe] = before[shoe] * (own[shoe] - copy) / (left[shoe] - (depth - 1))
            if final >= 0:
                weights, here = likelier[of_node[node]], chances[final, start : start + width]
                for shoe in range(width):
                    here[shoe] += orders[node] * after[shoe] * weights[of_shoe[start + shoe]]
        for shoe in range(start, start + width):
            chances[classes - 1, shoe] = 1.0 - chances[: classes - 1, shoe].sum()
    return chances
