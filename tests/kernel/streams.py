"""Random numbers told a second time: SplitMix64 by its definition, run backwards too, so that any number can be met."""

from itertools import count

WORD = 2**64
GAMMA, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(state):
    """The output of a state: two rounds of xor-shift and multiply, and one more xor-shift (Steele, Lea, Flood 2014)."""
    for shift, factor in ((30, FIRST), (27, SECOND), (31, 1)):
        state = (state ^ state // 2**shift) * factor % WORD
    return state


def outputs(seed):
    """The stream of a seed: the n-th output is that of seed + n · gamma."""
    for number in count(1):
        yield mixed((seed + number * GAMMA) % WORD)


def seed_of(output):
    """The seed whose first output is this one: every step of `mixed` undone."""
    for shift, factor in ((31, 1), (27, SECOND), (30, FIRST)):
        output = unshifted(output * pow(factor, -1, WORD) % WORD if factor > 1 else output, shift)
    return (output - GAMMA) % WORD


def unshifted(value, shift):
    """The number that became this one by x ^ x >> shift."""
    found = value
    for _ in range(64 // shift + 1):
        found = value ^ found >> shift
    return found


def below(stream, n):
    """A number from 0 to n − 1 of a stream: the top 32 bits times n, drawn again where too many would fall on one number."""
    while True:
        product = next(stream) // 2**32 * n
        if product % 2**32 >= 2**32 % n:
            return product // 2**32


def rejecting_seed(rules):
    """A seed with a number that must be drawn again when the first or second card of a round is dealt."""
    cards = rules.pack.size - rules.open_camels
    place = 0 if 2**32 % cards else 1
    assert 2**32 % (cards - place)
    return (seed_of(12345) - place * GAMMA) % WORD
