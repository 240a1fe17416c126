"""Random play of this project beside its peers, in one run, on one core and on all.

    python3 run.py bench peers [--limit FILE.c] [--rounds N] [--seconds S] [--write]

The peers are installed once, in .venv-peers. All programs take turns in short rounds, each in a process of its own that
is idle in between, so that a busy moment of the machine affects all alike; the best round of each counts. --limit names a
C program that prints its speed as JSON; --write saves the tables in benchmarks/peers.md.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLAYERS = Path(__file__).parent / "peers" / "players.py"
PAGE = Path(__file__).with_suffix(".md")
HOME = ROOT / ".venv-peers"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PINS = ["open_spiel==2.0.2", "ludopy==1.5.0", "ludo-king-engine==0.1.3", "pgx==2.6.0", "jax[cpu]==0.10.2", "pettingzoo==1.25.0", "shimmy==2.0.1"]
AS_MAEDN = json.dumps({"start_on_A": 0})  # OpenSpiel's rules, see docs/open-spiel.md
AS_LIMIT = json.dumps({"three_throws": True})
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
FIT = {"one": "1", "all": "0"}  # the argument for a program that spreads over the cores by itself


@dataclass(frozen=True)
class Program:
    """A row of the table. Without `spreads`, all cores means one process for each."""

    name: str
    game: str
    player: tuple[str, ...]
    ours: bool = False
    spreads: bool = False


@dataclass(frozen=True)
class Pair:
    """A peer and what stands beside it: the same game by games, another game by moves."""

    peer: str
    ours: str
    unit: str


def ours(name: str, game: str, *player: str, spreads: bool = True) -> Program:
    return Program(name, game, player, ours=True, spreads=spreads)


PROGRAMS = {
    "mensch 4": ours("simulate", "mensch, 4 players, as maedn", "simulate", "mensch", "4", AS_MAEDN),
    "mensch 2": ours("simulate", "mensch, 2 players, as maedn", "simulate", "mensch", "2", AS_MAEDN),
    "maedn 4": Program("OpenSpiel, C++ loop", "maedn, 4 players", ("open_spiel", "maedn(players=4)")),
    "maedn 2": Program("OpenSpiel, C++ loop", "maedn, 2 players", ("open_spiel", "maedn(players=2)")),
    "loop": ours(
        "Game, Python loop", "mensch, 4 players, as maedn", "game_loop", "mensch", "4", AS_MAEDN, spreads=False
    ),
    "maedn loop": Program("OpenSpiel, Python loop", "maedn, 4 players", ("open_spiel_loop", "maedn(players=4)")),
    "maedn fast loop": Program(
        "OpenSpiel, Python loop, dice by randrange", "maedn, 4 players", ("open_spiel_fast_loop", "maedn(players=4)")
    ),
    "mensch": ours("simulate", "mensch, 4 players, three throws", "simulate", "mensch", "4", AS_LIMIT),
    "limit": Program("the C limit", "mensch, 4 players, three throws", ("limit",)),
    "ludo": ours("simulate", "ludo, 4 players", "simulate", "ludo", "4", "{}"),
    "ludopy": Program("LUDOpy", "Ludo, 4 players", ("ludopy",)),
    "ludo king": Program("ludo-king-engine", "Ludo, 4 players", ("ludo_king",)),
    "parcheesi": ours("simulate", "parcheesi, 4 players", "simulate", "parcheesi", "4", "{}"),
    "backgammon": Program("OpenSpiel, C++ loop", "backgammon (a move: both dice)", ("open_spiel", "backgammon")),
    "backgammon loop": Program(
        "OpenSpiel, Python loop", "backgammon (a move: both dice)", ("open_spiel_loop", "backgammon")
    ),
    "pgx": Program("Pgx, batch of 256", "backgammon (a move: one die)", ("pgx", "256"), spreads=True),
}
PAIRS = [
    Pair("maedn 4", "mensch 4", "games"),
    Pair("maedn 2", "mensch 2", "games"),
    Pair("maedn loop", "loop", "games"),
    Pair("maedn fast loop", "loop", "games"),
    Pair("limit", "mensch", "games"),
    Pair("ludopy", "ludo", "moves"),
    Pair("ludo king", "ludo", "moves"),
    Pair("backgammon", "parcheesi", "moves"),
    Pair("backgammon loop", "parcheesi", "moves"),
    Pair("pgx", "parcheesi", "moves"),
]


class Trouble(Exception):  # noqa: N818
    """Something is missing; the sentence says what."""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# --- the peers' own environment --------------------------------------------------------


def prepare() -> None:
    mark = HOME / "done"
    if mark.exists() and mark.read_text() == "\n".join(PINS):
        return
    say(f"Making {HOME.name} for the peers, once …")
    venv.create(HOME, clear=True, with_pip=True)
    (HOME / ".gitignore").write_text("*\n")
    for pin in PINS:
        say(f"  installing {pin} …")
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", pin]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise Trouble(f"{done.stdout}{done.stderr}\n{pin} could not be installed; the reason is above.")
    mark.write_text("\n".join(PINS))


def build(source: Path, folder: Path) -> Path:
    """The C program, compiled for this machine."""
    compiler = shutil.which("cc")
    if compiler is None or not source.exists():
        missing = "There is no C compiler (cc)" if compiler is None else f"There is no file {source}"
        raise Trouble(f"{missing}; leave --limit out to run without the C program.")
    program = folder / "limit"
    subprocess.run([compiler, "-O3", "-march=native", str(source), "-o", str(program)], check=True)
    return program


# --- rounds --------------------------------------------------------------------------


class Player:
    """A process that plays when it is asked, and ends when its input is closed."""

    def __init__(self, program: Program, *more: str) -> None:
        self.name = f"{program.name}, {program.game}"
        command = [sys.executable if program.ours else str(PYTHON), str(PLAYERS), *program.player, *more]
        paths = {"PYTHONPATH": str(ROOT)} if program.ours else {}
        self.complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.complaints,
            text=True,
            env={**os.environ, **paths},
            start_new_session=True,  # Ctrl-C is for this program alone
        )

    def __enter__(self) -> Player:
        self.process.__enter__()
        self.hear()
        return self

    def __exit__(self, *error: Any) -> None:
        with suppress(BrokenPipeError):
            self.process.__exit__(*error)
        self.complaints.close()

    def ask(self, seconds: float) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # hear() reports why
            self.process.stdin.write(f"{seconds}\n")
            self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            self.complaints.seek(0)
            reason = self.complaints.read().strip().rpartition("\n")[2]
            raise Trouble(f"{self.name} ended before its turn: {reason or 'no reason was given'}.")
        return line


@dataclass
class Side:
    """A program on one core or on all: its players, and what they did in each round."""

    players: list[Player]
    games: int = 0
    moves: int = 0
    speeds: list[float] = field(default_factory=list)  # moves a second, one for each round

    def play(self, seconds: float) -> None:
        for player in self.players:
            player.ask(seconds)
        played = [json.loads(player.hear()) for player in self.players]
        self.games += sum(games for games, _, _ in played)
        self.moves += sum(moves for _, moves, _ in played)
        self.speeds.append(sum(moves / spent for _, moves, spent in played))

    def speed(self, unit: str) -> float:
        """The best round. Games are computed from the mean length of all games, so that short ones do not flatter a round."""
        return max(self.speeds) * (self.games / self.moves if unit == "games" else 1)


Sides = dict[str, dict[str, Side]]


def seat(stack: ExitStack, program: Program) -> dict[str, Side]:
    """The program's players, ready, for one core and for all."""
    if program.spreads:
        return {fit: Side([stack.enter_context(Player(program, cores))]) for fit, cores in FIT.items()}
    players = [stack.enter_context(Player(program)) for _ in range(CORES)]
    return {"one": Side(players[:1]), "all": Side(players)}


def measure(programs: dict[str, Program], rounds: int, seconds: float) -> Sides:
    sides: Sides = {}
    with ExitStack() as stack:
        for key, program in programs.items():
            say(f"Getting ready: {program.name}, {program.game} …")
            try:
                sides[key] = seat(stack, program)
            except Trouble as trouble:
                if program.ours:
                    raise
                say(f"  left out: {trouble}")
        order = [side for both in sides.values() for side in both.values()]
        for at in range(rounds):
            say(f"Round {at + 1} of {rounds} …")
            random.Random(at).shuffle(order)
            for side in order:
                side.play(seconds)
    return sides


# --- tables ----------------------------------------------------------------------------


def speeds_table(sides: Sides) -> Iterator[list[str]]:
    yield ["program", "game", "games/s, one core", "moves/s, one core", "games/s, all cores", "moves/s, all cores"]
    for key, both in sides.items():
        program = PROGRAMS[key]
        speeds = [number(both[fit].speed(unit)) for fit in FIT for unit in ("games", "moves")]
        yield [f"**this project**, {program.name}" if program.ours else program.name, program.game, *speeds]


def pairs_table(sides: Sides) -> Iterator[list[str]]:
    yield ["beside", "this project", "by", "one core", "all cores"]
    for pair in PAIRS:
        if pair.peer in sides:
            peer, own = PROGRAMS[pair.peer], PROGRAMS[pair.ours]
            speeds = [(sides[pair.ours][fit].speed(pair.unit), sides[pair.peer][fit].speed(pair.unit)) for fit in FIT]
            ratios = [times(own_speed / peer_speed) for own_speed, peer_speed in speeds]
            yield [f"{peer.name}: {peer.game}", f"{own.name}: {own.game}", f"{pair.unit}/s", *ratios]


def number(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 100 else f"{speed:.1f}"


def times(ratio: float) -> str:
    return f"{ratio:,.0f} ×" if ratio >= 10 else f"{ratio:.1f} ×" if ratio >= 1 else f"1/{1 / ratio:.1f}"


def markdown(rows: Iterator[list[str]]) -> str:
    header, *body = rows
    words = sum(not cell[:1].isdigit() for cell in body[0])  # the columns after them hold numbers
    lines = [header, ["---"] * words + ["--:"] * (len(header) - words), *body]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    cells = [f"{{:{'<' if at < words else '>'}{width}}}" for at, width in enumerate(widths)]
    return "\n".join(f"| {' | '.join(cells)} |".format(*line) for line in lines)


def conditions(rounds: int, seconds: float) -> str:
    return (
        f"{datetime.date.today()}, {processor()}, {CORES} cores, {platform.system()}, Python {platform.python_version()}; "
        f"{rounds} interleaved rounds of {seconds:g} s for each program on one core and on all, the best round of each. "
        f"The peers: {', '.join(PINS)}."
    )


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


HEAD = """# Beside the peers

Random play, printed by

```console
$ python3 run.py bench peers {arguments}
```

{conditions}

A move is a piece moved or brought in; lost throws are not counted. Programs that use one core were started once for
each core to fill all of them. Games a second are the best moves a second over the mean length of all games played.
`maedn` and `mensch` with `start_on_A=0` are [the same game](../docs/open-spiel.md), so they are compared by games; other
games are compared by moves. The C limit is one hand-tuned program for one game.
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=Path, help="a C program to compare with")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each program in each round")
    parser.add_argument("--write", action="store_true", help=f"keep the tables in benchmarks/{PAGE.name}")
    chosen = parser.parse_args()
    prepare()
    with tempfile.TemporaryDirectory() as folder:
        programs = {key: program for key, program in PROGRAMS.items() if key != "limit" or chosen.limit}
        if chosen.limit:
            program = build(chosen.limit, Path(folder))
            programs["limit"] = replace(PROGRAMS["limit"], player=("limit", str(program)))
        sides = measure(programs, chosen.rounds, chosen.seconds)
    tables = f"{markdown(speeds_table(sides))}\n\n{markdown(pairs_table(sides))}"
    print(tables)
    if chosen.write:
        limit_told = " --limit FILE.c" if chosen.limit else ""
        arguments = f"--rounds {chosen.rounds} --seconds {chosen.seconds:g} --write{limit_told}"
        head = HEAD.format(arguments=arguments, conditions=conditions(chosen.rounds, chosen.seconds))
        PAGE.write_text(f"{head}\n{tables}\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        main()
    except Trouble as trouble:
        sys.exit(str(trouble))
    except KeyboardInterrupt:
        sys.exit("Stopped.")
