"""Dice, sticks and shells."""

from __future__ import annotations

from .svg import circle, ellipse, group, path, rect

# The boxes in which they are drawn: left, top, width, height.
DIE, STICK, USE = (-60, -60, 120, 124), (-190, -32, 380, 66), (-50, -50, 100, 100)
SHELL = (-48, -58, 96, 120)
LEFT, MIDDLE, RIGHT = -25, 0, 25
TWO = ((LEFT, LEFT), (RIGHT, RIGHT))
FOUR = ((LEFT, LEFT), (LEFT, RIGHT), (RIGHT, LEFT), (RIGHT, RIGHT))
ONE = ((MIDDLE, MIDDLE),)
PIPS = {1: ONE, 2: TWO, 3: TWO + ONE, 4: FOUR, 5: FOUR + ONE, 6: (*FOUR, (LEFT, MIDDLE), (RIGHT, MIDDLE))}
ENDS = ((-110, -9), (-110, 9), (110, -9), (110, 9))
STICK_PIPS = {
    1: ((0, 0),),
    2: ((-60, 0), (60, 0)),
    3: ((-90, 0), (0, 0), (90, 0)),
    4: ENDS,
    5: (*ENDS, (0, 0)),
    6: (*ENDS, (0, -9), (0, 9)),
}
TEETH = tuple((y, abs(y) // 12, y // 10) for y in range(-32, 33, 9))  # of a cowrie: how high, how far in, how steep
BONE_INK, STICK_INK = "#3b2413", "#43260f"


def draw_die(face: int) -> str:
    """A die; a face without a pattern of pips stays blank."""
    return (
        ellipse(5, 48, 50, 14, fill="url(#shadow)")
        + rect(-48, -46, 96, 98, 22, fill="#b59a63")
        + rect(-48, -50, 96, 96, 22, fill="url(#bone)")
        + rect(-44, -46, 88, 86, 26, fill="#fff", opacity=0.28)
        + group(*(pip(x, y) for x, y in PIPS.get(face, ())), transform="translate(0 -2)")
    )


def pip(x: float, y: float) -> str:
    return (
        circle(x, y + 1.6, 9.5, fill="#fff", opacity=0.8)
        + circle(x, y, 9.5, fill=BONE_INK)
        + circle(x, y, 9.5, fill="url(#hollow)")
    )


def draw_stick(face: int) -> str:
    """A four-sided stick; each eye is a ring and a dot."""
    eyes = (
        circle(x, y, 7.4, fill="none", stroke=STICK_INK, stroke_width=2.6) + circle(x, y, 2.8, fill=STICK_INK)
        for x, y in STICK_PIPS.get(face, ())
    )
    return (
        ellipse(6, 20, 182, 14, fill="url(#shadow)")
        + path("M-172 -20 H172 L184 -8 V12 L172 24 H-172 L-184 12 V-8 Z", fill="#a5834a")
        + path("M-172 -24 H172 L184 -12 V6 L172 18 H-172 L-184 6 V-12 Z", fill="url(#stick)")
        + path("M-150 -24V18M-142 -24V18M142 -24V18M150 -24V18", class_="stick-band")
        + group(*eyes, transform="translate(0 -3)")
    )


def draw_shell(up: bool) -> str:
    """A cowrie: its toothed mouth, or its back with the golden ring."""
    egg = "M2 -50 C26 -49 38 -26 37 0 C36 28 22 49 1 50 C-21 50 -37 30 -37 2 C-37 -26 -22 -50 2 -50 Z"
    shadow = ellipse(5, 44, 38, 15, fill="url(#shadow)")
    if not up:
        ring = ellipse(0, -2, 22, 33, fill="none", stroke="#c9963a", stroke_width=4.5, opacity=0.75)
        shine = path("M-19 -27 C-12 -39 2 -41 9 -37", fill="none", stroke="#fff", stroke_width=6, stroke_linecap="round", opacity=0.75)
        return shadow + path(egg, fill="#a9834e", transform="translate(0 3)") + path(egg, fill="url(#shell)") + ring + shine
    teeth = "".join(f"M{-7 - inset} {y}l-9 {tilt}M{9 - inset} {y}l9 {-tilt}" for y, inset, tilt in TEETH)
    return (
        shadow
        + path(egg, fill="#b08d5a", transform="translate(0 3)")
        + path(egg, fill="url(#bone)")
        + path("M4 -44 C-9 -22 -9 20 4 44 C13 22 12 -22 4 -44 Z", fill="#4a2c17")
        + path(teeth, fill="none", stroke="#6e4a26", stroke_width=3, stroke_linecap="round")
    )


def draw_use(face: int) -> str:
    """A number as a small flat die."""
    pips = (circle(x, y, 11, fill=BONE_INK) for x, y in PIPS[face])
    return rect(-48, -48, 96, 96, 22, fill="url(#bone)") + "".join(pips)
