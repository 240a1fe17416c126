"""Everything from one file, with nothing installed but Python:

  python3 run.py                       play in the browser (a second time: the table that is laid already)
  python3 run.py play                  play in the terminal
  python3 run.py books                 any other command of pachisi: serve, rules, lab, verify …
  python3 run.py test [pytest args]    ruff, mypy and all tests; with arguments pytest alone
  python3 run.py lint                  ruff and mypy
  python3 run.py bench [args]          how fast it plays
  python3 run.py bench peers [args]    … beside other programs

The first start prepares .venv and compiles the rules; both are kept.
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
FIRST_MOVE = (
    "import pachisi, pachisi.bots as bots; game = pachisi.Game('mensch', seed=1); game.throw(); "
    "bots.bot('greedy').choose(game, game.legal_moves)"
)
COMPILING = None  # the process that compiles the rules, once it has been started
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Trouble(Exception):  # noqa: N818
    """Something is missing on this machine; the sentence says what."""


def main(args):
    if args and args[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0
    verb, rest = (args[0], args[1:]) if args else ("", [])
    if verb == "test":
        prepare("dev")
        find_browser()
        compile_rules()
        return call("-m", "pytest", *rest) if rest else check_all()
    if verb == "lint":
        prepare("dev")
        return worst(lint())
    if verb == "bench":
        prepare("play")
        compile_rules()
        return bench(rest)
    prepare("play")
    if verb in ("", "play", "serve"):
        compile_rules()
    return become("-m", "pachisi", *(args or ["serve"]))


def check_all():
    return worst([*lint(), say_and_call("Tests", "-m", "pytest", "-n", "auto")])


def lint():
    return [say_and_call("Style", "-m", "ruff", "check", "."), say_and_call("Types", "-m", "mypy")]


def bench(args):
    name, rest = ("peers", args[1:]) if args[:1] == ["peers"] else ("speed", args)
    script = ROOT / "benchmarks" / f"{name}.py"
    if not script.exists():
        raise Trouble(f"There is no {script.relative_to(ROOT)} in this copy.")
    return call(str(script), *rest)


# --- preparing ------------------------------------------------------------------


def prepare(what):
    """A .venv with the package in it ("dev": with the tools too), made anew only when pyproject.toml has changed."""
    if is_done(what, install_mark()) or (what == "play" and is_done("dev", install_mark())):
        return
    if not usable():
        if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
            version = ".".join(map(str, sys.version_info[:2]))
            raise Trouble(
                f"This Python has no ensurepip, so it cannot make .venv: on Debian and Ubuntu install "
                f"python{version}-venv (sudo apt install python{version}-venv), then start again."
            )
        step("Making .venv", sys.executable, "-m", "venv", "--clear", str(VENV))
    install("Installing NumPy and Numba", "numpy>=2.0", "numba>=0.61")
    mark = rules_mark()
    if mark and not is_done("rules", mark):
        global COMPILING
        COMPILING = start(str(PYTHON), "-c", FIRST_MOVE)  # on the other core, while the rest is installed
    if what == "dev":
        install("Installing the rest, and the tools for tests", "--editable", f"{ROOT}[dev]")
    else:
        install("Installing the rest", "--editable", str(ROOT))
    write_bytecode()
    set_done(what, install_mark())


def install(title, *what):
    """Without bytecode: that is made in the background."""
    step(title, str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--no-compile", *what)


def find_browser():
    """The page is tested in a real browser; on Debian as root a missing one is installed."""
    if any(shutil.which(name) for name in BROWSERS):
        return
    if shutil.which("apt-get") is None or os.geteuid() != 0:
        raise Trouble("The tests of the page need Chromium: install it (sudo apt install chromium), then start again.")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    step("Reading the list of packages", "apt-get", "update", environment=quiet)
    step("Installing Chromium", "apt-get", "install", "-y", "--no-install-recommends", "chromium", environment=quiet)


def write_bytecode():
    """Bytecode of what was installed, in the background: without it every start would be slow."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    subprocess.Popen([str(PYTHON), "-m", "compileall", "-q", str(VENV / "lib"), str(ROOT / "pachisi")], **quiet)


def usable():
    """Is there a .venv whose Python runs and has pip? An interrupted or outdated one is not."""
    if not PYTHON.exists():
        return False
    asked = [str(PYTHON), "-c", "import pip, sys; sys.exit(sys.version_info < (3, 11))"]
    return subprocess.run(asked, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def compile_rules():
    """The first legal move compiles the rules; the machine code is kept between starts."""
    mark = rules_mark()
    if mark and not is_done("rules", mark):
        title = "Compiling the rules, once (about half a minute)"
        watch(title, COMPILING or start(str(PYTHON), "-c", FIRST_MOVE))
        set_done("rules", mark)


def rules_mark():
    """Changes with the sources of the rules; nothing if they are to be interpreted."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0":
        return ""
    package = ROOT / "pachisi"
    sources = [*sorted((package / "kernel").glob("*.py")), package / "records.py", package / "dice.py"]
    return digest(install_mark().encode(), *(path.read_bytes() for path in sources))


def install_mark():
    """Changes with pyproject.toml, with the place of this folder and with the Python behind .venv."""
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
    """Run quietly behind one line that shows the time; what it printed is shown only if it fails."""
    watch(title, start(*command, environment=environment))


def start(*command, environment=None):
    output = tempfile.TemporaryFile()  # noqa: SIM115  (closed by the one who watches)
    pipes = {"stdin": subprocess.DEVNULL, "stdout": output, "stderr": subprocess.STDOUT}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **pipes), output


def watch(title, running):
    live, began = is_terminal(sys.stderr), time.monotonic()
    child, output = running
    tell(f"{title} …")
    with output:
        try:
            while True:
                try:
                    code = child.wait(timeout=1)
                    break
                except subprocess.TimeoutExpired:
                    if live:
                        tell(f"\r{title} … {time.monotonic() - began:.0f} s")
        except KeyboardInterrupt:
            child.terminate()
            child.wait()
            raise
        tell(f"\r{title} … {time.monotonic() - began:.0f} s\n" if live else f" {time.monotonic() - began:.0f} s\n")
        if code:
            output.seek(0)
            tell(output.read().decode(errors="replace"))
            raise Trouble(f"This step failed: {title}. The reason stands above.")


def tell(text):
    sys.stderr.write(text)
    sys.stderr.flush()


def call(*args):
    """The exit code of .venv's Python; Ctrl-C is for it to answer."""
    child = subprocess.Popen([str(PYTHON), *args], cwd=ROOT)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def say_and_call(title, *args):
    print(f"== {title}: {' '.join(args[1:])}", flush=True)
    return call(*args)


def become(*args):
    """Hand the terminal over for good, in the folder where the person is."""
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
    except OSError as error:
        sys.exit(f"{error.filename or 'This machine'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        tell("\nStopped. The next start goes on from here.\n")
        sys.exit(130)
