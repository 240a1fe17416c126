"""PostgreSQL and Redis, each as a process of its own that a test may kill."""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

import psycopg
import redis

PLACES = ["/usr/bin", *map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))]
QUIET = 60.0  # seconds after which silence is a fault


def find(*names: str) -> str:
    for name in names:
        if path := shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *PLACES])):
            return path
    raise AssertionError(f"The tests need {names[0]}: install it, on Debian with `apt install postgresql redis-server`.")


class Postgres:
    """Without TCP; without waiting for the disk, which only a power failure would show."""

    def __init__(self) -> None:
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        self.folder = Path(tempfile.mkdtemp(prefix="pg", dir="/tmp"))
        if self.user:
            shutil.chown(self.folder, self.user)
        self.call("initdb", "--no-sync", "--auth=trust", "--username=postgres", "--pgdata", str(self.folder / "data"))
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        atexit.register(self.crash)
        self.start()

    def call(self, name: str, *args: str) -> None:
        subprocess.run([find(name), *args], user=self.user, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        options = ["-c", "fsync=off", "-c", "listen_addresses=", "-c", "max_connections=60", "-k", str(self.folder)]
        self.process = subprocess.Popen(
            [find("postgres"), "-D", str(self.folder / "data"), *options],
            user=self.user,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ends = time.monotonic() + QUIET
        while True:
            try:
                psycopg.connect(self.url).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < ends, "PostgreSQL does not start"
                time.sleep(0.02)

    @property
    def url(self) -> str:
        return f"postgresql://postgres@/postgres?host={self.folder}"

    @property
    def socket(self) -> str:
        return str(self.folder / ".s.PGSQL.5432")

    def schema(self) -> str:
        """The address of fresh tables; much quicker than a database."""
        name = f"s{secrets.token_hex(6)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}&options=-csearch_path%3D{name}"

    def cut_idle(self) -> None:
        """Cut the connections by which notes are sent, as a firewall does after a while."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_notify%'")

    def crash(self) -> None:
        """All its processes end at once and leave everything as it is; the next start recovers it from its log."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Redis:
    def __init__(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        atexit.register(self.crash)
        self.start()

    def start(self) -> None:
        command = [find("valkey-server", "redis-server"), "--port", str(self.port), "--save", "", "--bind", "127.0.0.1"]
        self.process = subprocess.Popen(command, cwd="/tmp", stdout=subprocess.DEVNULL)
        ends = time.monotonic() + QUIET
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert time.monotonic() < ends, "Redis does not start"
                time.sleep(0.02)

    def cut_idle(self) -> None:
        """Cut the connections by which notes are sent, as a firewall does after a while."""
        with redis.Redis.from_url(self.url) as client:
            client.execute_command("CLIENT KILL TYPE normal")  # type: ignore[no-untyped-call]

    def crash(self) -> None:
        self.process.kill()
        self.process.wait()


class Relay:
    """A way to a service that can fall silent as if a machine had vanished: then it takes every byte and hands on none, and closes nothing."""

    def __init__(self, place: str | tuple[str, int]) -> None:
        self.place, self.silent = place, threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.ends: list[socket.socket] = [self.listener]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:  # closed
                return
            far = socket.socket(socket.AF_UNIX if isinstance(self.place, str) else socket.AF_INET)
            far.connect(self.place)
            self.ends += near, far
            deaf = threading.Event()  # what was lost never comes: only a new connection works again
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(one, other, deaf), daemon=True).start()

    def pass_on(self, one: socket.socket, other: socket.socket, deaf: threading.Event) -> None:
        try:
            while data := one.recv(65_536):
                if self.silent.is_set():
                    deaf.set()
                if not deaf.is_set():
                    other.sendall(data)
            if not self.silent.is_set() and not deaf.is_set():
                other.shutdown(socket.SHUT_WR)
        except OSError:
            return

    def url(self, direct: str) -> str:
        """The address of a database by way of this relay."""
        where, _, options = direct.partition("&options=")
        assert where.startswith("postgresql://postgres@/postgres?host=")
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres?options={options}"

    def close(self) -> None:
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
