"""SVG as text: elements, their attributes, and numbers that are written the same everywhere."""

from __future__ import annotations

from xml.sax.saxutils import escape

DIGITS, FINE = 5, 7  # of a length and of a scale: finer than any screen


def number(value: float, digits: int = DIGITS) -> str:
    """A number without needless zeros."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, *inside: str, **attributes: object) -> str:
    """An element. `class_` is written as class, `stroke_width` as stroke-width; None leaves an attribute out.

    >>> tag("circle", class_="cup", r=2.5, fill=None)
    '<circle class="cup" r="2.5"/>'
    """
    parts = [name, *(f'{spell(key)}="{write(value)}"' for key, value in attributes.items() if value is not None)]
    return f"<{' '.join(parts)}>{''.join(inside)}</{name}>" if inside else f"<{' '.join(parts)}/>"


def spell(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def write(value: object) -> str:
    return number(value) if isinstance(value, int | float) else escape(str(value), {'"': "&quot;"})


def group(*inside: str, **attributes: object) -> str:
    return tag("g", *inside, **attributes) if inside else ""


def circle(x: float, y: float, r: float, **attributes: object) -> str:
    return tag("circle", cx=x, cy=y, r=r, **attributes)


def ellipse(x: float, y: float, rx: float, ry: float, **attributes: object) -> str:
    return tag("ellipse", cx=x, cy=y, rx=rx, ry=ry, **attributes)


def rect(x: float, y: float, width: float, height: float, rx: float | None = None, **attributes: object) -> str:
    return tag("rect", x=x, y=y, width=width, height=height, rx=rx, **attributes)


def path(d: str, **attributes: object) -> str:
    return tag("path", d=d, **attributes)


def write_text(words: str, x: float, y: float, size: float, kind: str = "letter", **attributes: object) -> str:
    """Words in the middle above a line."""
    return tag("text", escape(words), class_=kind, x=x, y=y, font_size=size, text_anchor="middle", **attributes)


def move(x: float, y: float) -> str:
    """A transform to a point."""
    return f"translate({number(x)} {number(y)})"


def scale(x: float, y: float | None = None) -> str:
    return f"scale({number(x, FINE)})" if y is None else f"scale({number(x, FINE)} {number(y, FINE)})"


def turn(degrees: float) -> str:
    return f"rotate({number(degrees)})"
