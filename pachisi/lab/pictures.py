"""Plots with matplotlib: one quiet look for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import RuleError
from .intervals import Interval

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

KINDS = (".svg", ".png")
INK, SOFT, FAINT = "#2b2a28", "#77736b", "#dedad2"
BLUE, RUST = "#0072b2", "#d55e00"  # Okabe and Ito's, distinct for colour-blind readers too
STYLE: dict[Any, Any] = {
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10.5,
    "axes.titlelocation": "left",
    "axes.titlepad": 10,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "svg.hashsalt": "pachisi",
}


def check_plot(path: Path) -> None:
    """Refuse an impossible plot before the games are played, not after."""
    if path.suffix not in KINDS:
        raise RuleError(f"--plot {path}: a plot is a file that ends in {' or '.join(KINDS)}.")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise RuleError("Plots need matplotlib: pip install 'pachisi[lab]'.") from None


def sheet(
    title: str, notes: str, size: tuple[float, float], rows: int, columns: int, **shared: Any
) -> tuple[Figure, list[list[Axes]]]:
    """An empty figure with a title, a line of small print and panels."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained", facecolor="white")
    frame: Any = figure.get_layout_engine()
    frame.set(rect=(0.01, 0.45 / size[1], 0.98, 1 - 1.05 / size[1]), wspace=0.06, hspace=0.08)
    figure.text(0.02, 1 - 0.2 / size[1], title, size=13, weight="bold", va="top")
    figure.text(0.02, 0.14 / size[1], notes, size=8, color=SOFT, va="bottom")
    return figure, figure.subplots(rows, columns, squeeze=False, **shared).tolist()


def save_plot(draw: Callable[[], Figure], path: Path) -> None:
    import matplotlib

    with matplotlib.rc_context(STYLE):
        draw().savefig(path, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else None)


def dots(
    axes: Axes, labels: Sequence[str], points: Sequence[Interval], colour: str = BLUE, filled: Sequence[bool] = ()
) -> None:
    """A dot and the line of its interval to each label, from the top down; a hollow dot is no clear difference."""
    for at, point in enumerate(points):
        axes.plot([point.low, point.high], [at, at], color=colour, linewidth=2, solid_capstyle="butt", alpha=0.75)
        full = not filled or filled[at]
        axes.plot(point.value, at, "o", markersize=6, color=colour, markerfacecolor=colour if full else "white")
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=FAINT, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.margins(x=0.12)
