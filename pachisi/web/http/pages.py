"""The page and its files. Their addresses carry a hash of the whole folder, so that browsers may cache them forever."""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ...drawing.parts import draw_stock
from ...drawing.style import STATIC as DRAWING
from ...rulebooks import BOOKS
from ...words import LANGUAGES
from ..tables import Tables
from ..views.words import inline_words, page_words
from .gate import POLICY
from .guests import base_of, greet
from .replies import reader_of

STATIC = Path(__file__).parents[1] / "static"
FOLDERS = (STATIC, DRAWING)
STOCK = "<!-- light, dice and sticks -->"  # where the page takes what the drawing gives to all boards
VERSIONED = re.compile(r"v-[0-9a-f]{12}/")
WORDS = re.compile(rf"words/({'|'.join(LANGUAGES)})\.json")
INLINE = re.compile(r"<(script|style)(?:\s[^>]*)?>(.*?)</\1>", re.DOTALL)
TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
FOREVER = "public, max-age=31536000, immutable"


def version() -> str:
    """Changes with every file of the page, and with its words."""
    seen = hashlib.sha256(b"".join(map(page_words, LANGUAGES)))
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                stat = path.stat()
                seen.update(f"{path.relative_to(folder)}|{stat.st_size}|{stat.st_mtime_ns}\n".encode())
    return f"v-{seen.hexdigest()[:12]}"


class Files(StaticFiles):
    """/static/…, with or without a version in front: the files of the page, its words, and the styles of the drawing."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, packages=[("pachisi.drawing", DRAWING.name)], check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        plain = VERSIONED.sub("", path.replace("\\", "/"), count=1)
        forever = plain != path.replace("\\", "/")
        asked = WORDS.fullmatch(plain)
        if asked:
            response = Response(page_words(asked[1]), media_type="application/json")
        else:
            response = await super().get_response(plain, scope)
        if forever and response.status_code == 200 and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            response = pack(response)
        response.headers["Cache-Control"] = FOREVER if forever else "no-cache"
        return response


def pack(response: Response) -> Response:
    """A text, compressed: the first visit is as heavy as all of them together."""
    kind = response.media_type or ""
    if not kind.startswith(TEXTS):
        return response
    if isinstance(response, FileResponse):
        packed = compress_file(str(response.path), Path(response.path).stat().st_mtime_ns)
    else:
        packed = compress(bytes(response.body))
    return Response(packed, media_type=kind, headers={"Content-Encoding": "gzip", "Vary": "Accept-Encoding"})


@lru_cache(maxsize=256)
def compress_file(path: str, changed: int) -> bytes:
    return compress(Path(path).read_bytes())


@lru_cache(maxsize=8)
def compress(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def page(name: str, preview: Mapping[str, str] | None = None, status: int = 200) -> Response:
    """A page from the folder; its inline scripts and styles are allowed by hash. `preview` is for those who show links."""
    file = STATIC / name
    if not file.is_file():
        return Response("The page is not installed.", 404, media_type="text/plain")
    text = fill(file.read_text(encoding="utf-8"))
    for key, value in (preview or {}).items():
        text = text.replace(f'<meta property="{key}" content="', f'<meta property="{key}" content="{escape(value)}', 1)
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": policy(text)}
    return Response(text, status, media_type="text/html", headers=headers)


def fill(text: str) -> str:
    """A page with the addresses of its files, the stock of its drawings and its words."""
    text = text.replace('"/static/', f'"/static/{version()}/').replace(STOCK, draw_stock())
    for name, data in inline_words().items():
        text = text.replace(f'id="{name}"></script>', f'id="{name}">{data}</script>')
    return text


def policy(text: str) -> str:
    hashes: dict[str, list[str]] = {"script": [], "style": []}
    for kind, body in INLINE.findall(text):
        if body.strip():
            digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
            hashes[kind].append(f"'sha256-{digest}'")
    extra = [f"; {kind}-src 'self' {' '.join(found)}" for kind, found in hashes.items() if found]
    return POLICY + "".join(extra)


class Shell:
    """One page for all screens; the page reads its own address. Who gets a link to a table sees its name and board."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    async def serve(self, request: Request) -> Response:
        id = request.path_params.get("id")
        outline = await self.tables.outline(id) if id else None
        shown = {"table": id, "at": outline.seq} if id and outline else {"book": BOOKS[0]}  # `at`: for caches
        name = f"{outline.table.book.name[reader_of(request)]} · Pachisi" if outline else "Pachisi"
        image = f"{base_of(request)}/api/preview?{urlencode(shown)}"
        response = page("index.html", {"og:title": name, "og:image": image})
        greet(request, response)
        return response


async def verifier(request: Request) -> Response:
    return page("verify.html")


async def worker(request: Request) -> Response:
    """The service worker: from the root, so that it serves all pages, and never from a cache."""
    return await Files().get_response("sw.js", request.scope)


async def icon(request: Request) -> Response:
    return await Files().get_response("icon.svg", request.scope)
