"""The documentation as a site: `python3 run.py docs`."""

from __future__ import annotations

import hashlib
import sys
from html import escape
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent.parent))

import pachisi
from pachisi.drawing import draw_board, draw_position
from pachisi.notation import read_position
from pachisi.table import set_up

project = "pachisi"
author = "The pachisi authors"
project_copyright = "2026 The pachisi authors"
version = release = pachisi.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = f"pachisi {version}"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_show_sphinx = False

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

default_role = "code"  # one backtick in a docstring is code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!pachisi\.).*"),  # other libraries are not linked: the build needs no network
    ("py:class", r"pachisi\.rules\..*"),  # the chapters of a rulebook: rulebooks.md
    ("py:class", r"pachisi\.records\..*"),  # how games lie in memory: records.py itself
]


class Board(SphinxDirective):
    """The picture of a position, or of a rulebook's empty board, drawn when the page is built."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"alt": directives.unchanged, "width": directives.positive_int}

    def run(self) -> list[nodes.Node]:
        text = self.arguments[0]
        drawn = draw_position(read_position(text)) if "|" in text else draw_board(set_up(text))
        name = f"board-{hashlib.sha256(drawn.encode()).hexdigest()[:12]}.svg"
        folder = Path(self.env.app.outdir) / "_images"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(drawn, encoding="utf-8")
        source = "../" * self.env.docname.count("/") + f"_images/{name}"
        alt, width = escape(self.options.get("alt", text)), self.options.get("width", 420)
        return [nodes.raw("", f'<img class="board" src="{source}" alt="{alt}" width="{width}">', format="html")]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("board", Board)
    for fence in ("position", "record", "json"):  # our notation; and JSON with gaps, which its lexer refuses
        app.add_lexer(fence, TextLexer)
    return {"parallel_read_safe": True}
