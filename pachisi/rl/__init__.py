"""The family in the suites of those who train agents: PettingZoo, Gymnasium, OpenSpiel (extra `[rl]`).

Each module needs its suite; none is imported before it is asked for.
"""
