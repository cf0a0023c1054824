"""Information set Monte Carlo tree search with a single observer (Cowling, Powley and Whitehouse 2012).

One tree stands over what the seat to act can tell apart: an edge is an action, a node below it what chance showed that
seat. Every iteration walks it in a world of its own, in which only some edges are possible; the bound that chooses
among them counts how often an edge was. Each node offers the best few actions by the rule of thumb. An edge keeps:
code, visits, how often it was possible (`edge_other`), points (2 a win) of its mover, its first node.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _edge(rival: Rival, node: cython.int, code: cython.uint) -> cython.int:
    """The edge of an action below a node, -1 where there is none."""
    edge: cython.int = rival.node_first[node]
    while edge >= 0 and rival.edge_code[edge] != cython.cast(cython.int, code):
        edge = rival.edge_next[edge]
    return edge


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _new_node(rival: Rival, word: cython.ulonglong, after: cython.int) -> cython.int:
    """Make an empty node and return its place."""
    node: cython.int = rival.nodes
    rival.nodes = node + 1
    rival.node_word[node] = word
    rival.node_next[node] = after
    rival.node_first[node] = -1
    rival.node_count[node] = -1
    return node


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _new_edge(rival: Rival, node: cython.int, code: cython.uint) -> cython.int:
    """Make an edge below a node and return its place."""
    edge: cython.int = rival.edges
    rival.edges = edge + 1
    rival.edge_code[edge] = code
    rival.edge_next[edge] = rival.node_first[node]
    rival.edge_visits[edge] = 0
    rival.edge_other[edge] = 1
    rival.edge_total[edge] = 0
    rival.edge_child[edge] = -1
    rival.node_first[node] = edge
    return edge


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _below_edge(rival: Rival, edge: cython.int, word: cython.ulonglong) -> cython.int:
    """The node that is reached when chance shows this word after an edge, made where it is new; -1 without room."""
    node: cython.int = rival.edge_child[edge]
    while node >= 0 and rival.node_word[node] != word:
        node = rival.node_next[node]
    if node < 0 and rival.nodes < rival.node_room:
        node = _new_node(rival, word, rival.edge_child[edge])
        rival.edge_child[edge] = node
    return node


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _possible(rival: Rival, node: cython.int, count: cython.int) -> cython.int:
    """Choose among the picked actions: the first without an edge gets one, else the one with the highest bound.

    Returns the edge; -1 where there is no room. All edges that are possible are counted as such.
    """
    chosen: cython.int = -1
    fresh: cython.int = -1
    top: cython.int = -1
    bound: cython.int
    edge: cython.int
    here: cython.int
    seen: cython.int
    i: cython.int
    for i in range(count):
        edge = _edge(rival, node, rival.codes[rival.picked[i]])
        if edge < 0:
            if fresh < 0:
                fresh = rival.picked[i]
            continue
        rival.edge_other[edge] += 1
        here = rival.edge_visits[edge]
        bound = cython.cast(cython.int, (rival.edge_total[edge] << 15) // (here or 1))
        here = here if here < 65535 else 65535
        seen = rival.edge_other[edge] if rival.edge_other[edge] < 65535 else 65535
        bound += (rival.spread[seen] * rival.inverse[here]) >> 8
        if bound > top:
            top = bound
            chosen = edge
    if fresh >= 0:
        if rival.edges < rival.edge_room:
            return _new_edge(rival, node, rival.codes[fresh])
        return -1
    return chosen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sight(
    core: Core, rival: Rival, state: cython.p_ulonglong, width: cython.int, rng: cython.p_ulonglong
) -> cython.void:
    """Do one iteration: a new world, down the tree, one new edge, a rollout, and back up."""
    observer: cython.int = cython.cast(cython.int, state[12] & 1)
    s: cython.p_ulonglong = rival.world
    node: cython.int = 0
    depth: cython.int = 0
    count: cython.int
    edge: cython.int
    fresh: cython.bint = False
    points: cython.int
    i: cython.int
    word: cython.ulonglong
    _redeal(core, state, observer, rng, s)
    while not fresh and node >= 0 and depth < 500:
        count = core._legal(s, rival.codes)
        if count == 0:
            break
        _thumb(core, rival, s, count)
        edge = _possible(rival, node, _top(rival, count, width))
        if edge < 0:
            break
        fresh = rival.edge_visits[edge] == 0
        rival.path[depth] = edge
        rival.movers[depth] = cython.cast(cython.int, s[12] & 1)
        depth += 1
        core._apply(s, cython.cast(cython.uint, rival.edge_code[edge]))
        # What the observer sees of chance: the cards laid open, and the value of a token of its own.
        word = s[0] + s[10 + observer]
        core._chance(s, rng)
        word = s[0] + s[10 + observer] - word
        if not fresh:
            node = _below_edge(rival, edge, word)
    points = _rollout(core, rival, s, rng)
    for i in range(depth):
        edge = rival.path[i]
        rival.edge_visits[edge] += 1
        rival.edge_total[edge] += 2 - points if rival.movers[i] else points


def plant(rival: Rival):
    """Make the root of the tree."""
    if rival.nodes == 0:
        _new_node(rival, 0, -1)


def sight(
    core: Core,
    rival: Rival,
    state: cython.ulonglong[::1],
    iterations: cython.longlong,
    width: cython.int,
    stream: cython.ulonglong[::1],
):
    """Do so many more iterations."""
    i: cython.longlong
    if cython.compiled:
        with cython.nogil:
            for i in range(iterations):
                _sight(core, rival, cython.address(state[0]), width, cython.address(stream[0]))
    else:
        for i in range(iterations):
            _sight(core, rival, state, width, stream)


def told(rival: Rival, node: cython.int) -> list:
    """Return (code, visits, total) of every edge below a node whose edges are linked."""
    edge: cython.int = rival.node_first[node]
    found = []
    while edge >= 0:
        found.append((rival.edge_code[edge], rival.edge_visits[edge], rival.edge_total[edge]))
        edge = rival.edge_next[edge]
    return found
