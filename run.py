"""Everything from one file; all you need is Python.

  python3 run.py                       play in the browser; if a table is already running, reopen it
  python3 run.py --lan                 the same, for phones and computers in your network too
  python3 run.py play                  play in the terminal
  python3 run.py books                 any other pachisi command: serve, rules, lab, verify …
  python3 run.py test                  style, types, layers and all tests; --long adds the long ones
  python3 run.py test ARGS             pytest with these arguments, and nothing else
  python3 run.py lint                  style, types and layers
  python3 run.py docs                  build the documentation in docs/_build/html
  python3 run.py bench [NAME] [ARGS]   measure the speed, or run another benchmark: versions, peers, batch, thinking, reviews, legal

The first start sets up .venv and compiles the rules; later starts reuse both.
"""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LEAST = (3, 11)
TABLE = ("web", "print")  # the page has a button that prints
EXTRAS = {"": TABLE, "serve": TABLE, "print": ("print",), "lab": ("lab",), "arena": ("lab",), "simulate": ("data",), "dataset": ("data",), "train": ("train",), "docs": ("docs",)}
WITH_DEV = ("web", "lab", "print", "data", "rl", "docs")  # extras that "dev" includes
FIRST_MOVE = (
    "import pachisi, pachisi.bots as bots; game = pachisi.Game('mensch', seed=1); game.throw(); "
    "bots.bot('greedy').choose(game, game.legal_moves)"
)
LOOPS = (  # compiled code that many tests use, and a solved game, in parts
    "from pachisi.records import SMALL; from pachisi.bots.thinking import load_think; from pachisi.desk.games import load_playing; "
    "from pachisi.desk.judges import load_judge; load_think(SMALL); load_judge(SMALL); load_playing(SMALL)",
    "from pachisi.records import SMALL; from pachisi.simulation.jobs import load_loop; load_loop(SMALL); load_loop(SMALL, thinking=True); load_loop(SMALL, visited=True); "
    "load_loop(SMALL, thinking=True, visited=True); from pachisi.lab.duels import load_duels; load_duels(SMALL)",
    "from pachisi.lab.truth import find_solution; from pachisi.table import set_up; find_solution(set_up('mensch', 2, 0, 2)); "
    "from pachisi.school.training import load_lessons; load_lessons(); "
    "from pachisi.records import SMALL; from pachisi.batch.compiled import load_loop; load_loop(SMALL); load_loop(SMALL, given=True)",
    "from pachisi.records import LARGE; from pachisi.simulation.jobs import load_loop; load_loop(LARGE); import pachisi; game = pachisi.Game('mensch', 6); game.throw(); "
    "from pachisi.bots.thinking import load_think; from pachisi.desk.judges import load_judge; load_think(LARGE); load_judge(LARGE); "
    "from pachisi.batch.compiled import load_loop; load_loop(LARGE)",  # six players, and the larger boards
    "import pytest; pytest.main(['--collect-only', '-qq'])",  # the tests' own bytecode
)
LOOPED = ("bots", "simulation", "desk/compiled", "lab", "school", "batch/compiled")  # where their sources are
LAYERS = "from importlinter.cli import lint_imports_command as lint; lint(['--no-logo'])"
COMPILING = None  # the process that compiles the rules, once it has been started
SERVICES = {  # what tests need: a Debian package, and the programs any of which will do
    "chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    "postgresql": ("postgres",),
    "redis-server": ("redis-server", "valkey-server"),
}
LONG_SERVICES = {"firefox-esr": ("firefox-esr", "firefox")}  # what the long tests need besides
PLACES = os.pathsep.join([os.environ.get("PATH", ""), *map(str, Path("/usr/lib/postgresql").glob("*/bin"))])


class Trouble(Exception):  # noqa: N818
    """Something is missing on this machine; the sentence says what."""


def main(args):
    if args and args[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    if args[:1] == ["--lan"]:
        args = ["serve", *args]
    verb, rest = (args[0], args[1:]) if args else ("", [])
    if verb == "test":
        return test(rest)
    if verb == "lint":
        prepare("dev")
        return worst(lint())
    if verb == "bench":
        prepare()
        compile_rules()
        return bench(rest)
    prepare(*EXTRAS.get(verb, ()))
    if verb == "docs":
        return call("-m", "sphinx", "-W", "--keep-going", "-q", "docs", "docs/_build/html", *rest)
    if verb in ("", "play", "serve"):
        compile_rules()
    return become("-m", "pachisi", *(args or ["serve"]))


def test(args):
    """All checks, with --long the long tests too; with other arguments only pytest."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every process would compile every test anew
    prepare("dev", *(["train", "ray"] if "--long" in args else []))
    find_services({**SERVICES, **(LONG_SERVICES if "--long" in args else {})})
    compile_rules()
    compile_loops()
    if args and args != ["--long"]:
        return call("-m", "pytest", *args)
    workers = str((os.cpu_count() or 1) + 2)  # more than cores: many tests wait for a browser or a server
    return worst([*lint(), say_and_call("Tests", "-m", "pytest", "-n", workers, "--dist", "worksteal", *args)])


def lint():
    return [
        say_and_call("Style", "-m", "ruff", "check", "."),
        say_and_call("Types", "-m", "mypy"),
        say_and_call("Layers", "-c", LAYERS),
    ]


def bench(args):
    name, rest = (args[0], args[1:]) if args and not args[0].startswith("-") else ("speed", args)
    script = ROOT / "benchmarks" / f"{name}.py"
    if not script.exists():
        raise Trouble(f"There is no benchmark {name}: no file {script.relative_to(ROOT)} in this copy.")
    return call(str(script), *rest)


# --- preparing ------------------------------------------------------------------


def prepare(*extras):
    """Set up .venv with the package and these extras; it is installed again only when pyproject.toml has changed."""
    missing = [part for part in ("core", *extras) if not has(part)]
    if not missing:
        return
    if not usable():
        make_venv()
    if "core" in missing:
        install("Installing the engine", *core())
    if rules_mark() and not is_done("rules", rules_mark()):
        global COMPILING
        COMPILING = start(str(PYTHON), "-c", FIRST_MOVE)  # on another core, while the rest is installed
    title = "Installing the rest" + (", and the tools for tests" if "dev" in extras else "")
    install(title, "--editable", f"{ROOT}[{','.join(extras)}]" if extras else str(ROOT))
    write_bytecode()
    for part in missing:
        set_done(part, install_mark())


def has(part):
    """Is this extra installed? The tools for tests bring most of the others along."""
    return is_done(part, install_mark()) or (part in WITH_DEV and is_done("dev", install_mark()))


def make_venv():
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        version = ".".join(map(str, sys.version_info[:2]))
        raise Trouble(
            f"This Python has no ensurepip, so it cannot make .venv: on Debian and Ubuntu install "
            f"python{version}-venv (sudo apt install python{version}-venv), then start again."
        )
    step("Making .venv", sys.executable, "-m", "venv", "--clear", str(VENV))


def core():
    """What the engine needs, from pyproject.toml."""
    import tomllib

    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]["dependencies"]


def install(title, *what):
    """Without bytecode, which is compiled in the background."""
    step(title, str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--no-compile", *what)


def find_services(wanted):
    """Tests use real browsers and real databases; root on Debian gets the missing ones installed."""
    lacking = [package for package, names in wanted.items() if not any(shutil.which(name, path=PLACES) for name in names)]
    if not lacking:
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        packages = " ".join(lacking)
        raise Trouble(f"The tests need what these packages bring: install them (sudo apt install {packages}), then start again.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    step("Reading the list of packages", "apt-get", "update", environment=quiet)
    step(f"Installing {', '.join(lacking)}", "apt-get", "install", "-y", "--no-install-recommends", *lacking, environment=quiet)


def write_bytecode():
    """Compile what was installed to bytecode, in the background: without it every start would be slow."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    subprocess.Popen([str(PYTHON), "-m", "compileall", "-q", str(VENV / "lib"), str(ROOT / "pachisi")], **quiet)


def usable():
    """Is there a .venv whose Python runs and has pip? An interrupted or outdated one is not."""
    if not PYTHON.exists():
        return False
    asked = [str(PYTHON), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def compile_rules():
    """Make the first legal move, which compiles the rules; the machine code is kept for later starts."""
    mark = rules_mark()
    if mark and not is_done("rules", mark):
        title = "Compiling the rules, once (about half a minute)"
        watch(title, COMPILING or start(str(PYTHON), "-c", FIRST_MOVE))
        set_done("rules", mark)


def compile_loops():
    """The same for bots, simulations and the desk: otherwise several tests would compile them at the same time."""
    mark = rules_mark(*sorted(path for name in LOOPED for path in (ROOT / "pachisi" / name).glob("*.py")))
    if mark and not is_done("loops", mark):
        running = [start(str(PYTHON), "-c", part) for part in LOOPS]
        for number, part in enumerate(running, 1):
            watch(f"Compiling what the tests use, once ({number} of {len(LOOPS)})", part)
        set_done("loops", mark)


def rules_mark(*more):
    """Changes with the sources of the rules; empty if they are interpreted."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return ""
    package = ROOT / "pachisi"
    beside = [package / name for name in ("records.py", "dice.py", "game/playing.py", "game/compiled.py")]
    sources = [*sorted((package / "kernel").glob("*.py")), *beside, *more]
    return digest(install_mark().encode(), *(path.read_bytes() for path in sources))


def install_mark():
    """Changes with pyproject.toml, the location of this folder and the Python behind .venv."""
    return digest((ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), os.path.realpath(PYTHON).encode())


def digest(*parts):
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_done(what, mark):
    try:
        return PYTHON.exists() and (VENV / f"done-{what}").read_text() == mark
    except OSError:
        return False


def set_done(what, mark):
    (VENV / f"done-{what}").write_text(mark)


# --- running --------------------------------------------------------------------


def step(title, *command, environment=None):
    """Run a command behind one line that shows the time; its output is shown only if it fails."""
    watch(title, start(*command, environment=environment))


def start(*command, environment=None):
    output = tempfile.TemporaryFile()  # noqa: SIM115  (closed by `watch`)
    pipes = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **pipes), output


def watch(title, running):
    live, began = is_terminal(sys.stderr), time.monotonic()
    child, output = running
    show(f"{title} …")
    with output:
        try:
            while True:
                try:
                    code = child.wait(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    if live:
                        show(f"\r{title} … {time.monotonic() - began:.0f} s")
        except KeyboardInterrupt:
            child.terminate()
            child.wait()
            raise
        show(f"\r{title} … {time.monotonic() - began:.0f} s\n" if live else f" {time.monotonic() - began:.0f} s\n")
        if code:
            output.seek(0)
            show(output.read().decode(errors="replace"))
            raise Trouble(f"This step failed: {title}. The reason is above.")


def show(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def call(*args):
    """Run .venv's Python and return its exit code; Ctrl-C is left to it."""
    child = subprocess.Popen([str(PYTHON), *args], cwd=ROOT)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def say_and_call(title, *args):
    print(f"== {title}: {' '.join(args[1:])}" if args[0] == "-m" else f"== {title}", flush=True)
    return call(*args)


def become(*args):
    """Hand the terminal over for good, in the current folder."""
    command = [str(PYTHON), *args]
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)


def worst(codes):
    return 1 if any(codes) else 0


def is_terminal(stream):
    return stream is not None and stream.isatty()


if __name__ == "__main__":
    if sys.version_info < LEAST:
        sys.exit("pachisi needs Python {}.{} or newer; this is {}.{}.".format(*LEAST, *sys.version_info[:2]))
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        sys.exit(str(trouble))
    except BrokenPipeError:
        sys.exit(1)
    except OSError as error:
        sys.exit(f"{error.filename or 'This machine'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        show("\nStopped. The next start continues from here.\n")
        sys.exit(130)
