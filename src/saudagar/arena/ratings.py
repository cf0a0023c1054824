"""Bradley–Terry ratings: one Elo number a player, from all pairings of a round robin together."""

from __future__ import annotations

from typing import Any

import numpy as np

PRIOR = 0.5
"""Rounds that each player is given against each other, so that somebody who won everything has a rating too."""

_SCALE = 400 / np.log(10)


def fit(points: Any, rounds: Any) -> Any:
    """Return Elo ratings with mean 0, by maximum likelihood (Newton's method).

    `points[..., i, j]` are the points of i against j (a tie one half), `rounds[..., i, j]` the rounds they played.
    Leading axes are fits of their own. Each pairing that played is helped by one round of which each won half.
    """
    played = np.asarray(rounds, float) > 0
    won = np.asarray(points, float) + PRIOR * played
    total = np.asarray(rounds, float) + 2 * PRIOR * played
    ratings = np.zeros(won.shape[:-1])
    size = ratings.shape[-1]
    for _ in range(100):
        difference = ratings[..., :, None] - ratings[..., None, :]
        chance = 1 / (1 + np.exp(-difference))
        gradient = (won - total * chance).sum(-1)
        weight = total * chance * (1 - chance)
        # Ratings are known up to a constant: a matrix of ones fixes their sum at 0.
        hessian = np.eye(size) * weight.sum(-1)[..., None] - weight + 1.0 / size
        step = np.clip(np.linalg.solve(hessian, gradient[..., None])[..., 0], -1.0, 1.0)
        ratings = ratings + step
        if np.abs(step).max() < 1e-10:
            break
    return (ratings - ratings.mean(-1, keepdims=True)) * _SCALE


def bootstrap(points: Any, seed: int, samples: int = 1_000) -> Any:
    """Return the 95 % intervals of the ratings, an array [players, 2].

    `points[deal, i, j]` are the points of i against j in the two rounds of a deal. Deals are drawn with replacement:
    all pairings play the same deals, so a deal is drawn for all of them at once.
    """
    values = np.asarray(points, float)
    deals, size = values.shape[0], values.shape[1]
    drawn = np.random.default_rng(seed % 2**64).multinomial(deals, np.full(deals, 1 / deals), samples)
    won = np.tensordot(drawn, values, axes=1)
    rounds = 2.0 * deals * (1 - np.eye(size))
    return np.quantile(fit(won, np.broadcast_to(rounds, won.shape)), [0.025, 0.975], axis=0).T
