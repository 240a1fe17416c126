"""One study on one node of a Ray cluster and on two, and what a task costs beside its games.

    python benchmarks/clusters.py [--games N] [--tasks N]

The nodes are Ray's own, on this machine, with one core each; the head has none for tasks, and the study itself (which hands out
blocks of games, and adds them up) runs beside them. Workers are started before the clock is. Needs the extra [ray].
"""

from __future__ import annotations

import argparse
import pickle
import time
from importlib import import_module
from typing import Any

from pachisi.lab import Length, Trial
from pachisi.simulation import make_job, on_ray
from pachisi.simulation.cluster import play_there, rules_here
from pachisi.simulation.columns import ROW
from pachisi.simulation.cores import MOMENT, MOST
from pachisi.simulation.jobs import LONGEST
from pachisi.table import set_up

ray: Any = import_module("ray")
TABLE = set_up("mensch", 4)


def study(games: int, seed: int = 1) -> tuple[float, float]:
    """Seconds on the clock, and of this process, without the cores that play."""
    begun, spent = time.perf_counter(), time.process_time()
    Length([TABLE], Trial(games, seed=seed))
    return time.perf_counter() - begun, time.process_time() - spent


def overhead(tasks: int) -> tuple[float, float]:
    """Of a task with one game: seconds on the clock and of this process, when many are under way."""
    there, task = ray.put(pickle.dumps(make_job(TABLE, tasks, "greedy", 1, LONGEST))), ray.remote(play_there)
    ray.get([task.remote(rules_here(), there, first, 1) for first in range(50)])
    begun, spent = time.perf_counter(), time.process_time()
    ray.get([task.remote(rules_here(), there, first, 1) for first in range(tasks)])
    return (time.perf_counter() - begun) / tasks, (time.process_time() - spent) / tasks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--tasks", type=int, default=3000)
    chosen = parser.parse_args()
    cluster = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False}
    )
    took = []
    for nodes in (1, 2):
        cluster.add_node(num_cpus=1)
        with on_ray(cluster.address):
            study(chosen.games // 10)
            best = min(study(chosen.games, seed) for seed in (1, 1))
            took.append(best[0])
            print(f"{nodes} node{'s' * (nodes > 1)}: {chosen.games:,} games in {best[0]:.2f} s, {best[1]:.2f} s of them at the head", flush=True)
            if nodes == 2:
                clock, own = overhead(chosen.tasks)
    cluster.shutdown()
    print(f"two nodes take {took[1] / took[0]:.0%} of the time of one")
    print(f"a task costs {1e3 * clock:.2f} ms, {1e3 * own:.2f} ms of them at the head; a game is {ROW.itemsize} bytes; a block {MOST:,} games or {MOMENT} s")


if __name__ == "__main__":
    main()
