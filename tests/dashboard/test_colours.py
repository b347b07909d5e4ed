"""The colours of relations are told apart by everybody, and seen on their ground.

Colour blindness at full severity as matrices on linear RGB; distances in OKLab, times 100.
Source: Machado, Oliveira & Fernandes, A Physiologically-based Model for Simulation of Color
Vision Deficiency (2009); Ottosson, A perceptual color space for image processing (2020).
"""

import itertools
from math import dist

import numpy as np
import pytest

from graphwright_dashboard.app import assets_folder
from graphwright_dashboard.views.tokens import tokens

KINDS = ("requires", "precedes", "complementary", "similar", "conflicts", "belongs")
VISIONS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_LMS = np.array(
    [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
    ]
)
TO_LAB = np.array(
    [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
)
LEAST = {"light": 10.0, "dark": 9.0}  # distances
TEXTS = ("text", "muted", "accent", "ok", "warn", "bad")
GROUNDS = ("bg", "surface", "surface-2")


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return np.array([p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts])


def seen(colour, vision):
    """OKLab of a colour as somebody sees it."""
    rgb = np.clip(VISIONS[vision] @ linear(colour), 0, 1)
    return TO_LAB @ np.cbrt(TO_LMS @ rgb)


def contrast(one, other):
    """Source: WCAG 2.2, relative luminance."""
    bright, dark = sorted(
        (float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (one, other)), reverse=True
    )
    return (bright + 0.05) / (dark + 0.05)


@pytest.fixture(params=["light", "dark"])
def theme(request):
    return request.param


@pytest.fixture
def token(theme):
    return tokens((assets_folder() / "tokens.css").read_text(), theme)


@pytest.mark.parametrize("vision", VISIONS)
def test_relations_differ_in_colour_for_everybody(theme, token, vision):
    for one, other in itertools.combinations(KINDS, 2):
        apart = 100 * dist(seen(token[f"rel-{one}"], vision), seen(token[f"rel-{other}"], vision))
        assert apart >= LEAST[theme], (one, other, apart)


def test_relations_differ_in_grey_by_dash_width_or_arrow(token):
    """Printed in grey, two kinds of the same line would be told apart by their arrows alone."""
    lines = {kind: (token[f"rel-{kind}-dash"], token[f"rel-{kind}-w"]) for kind in KINDS}
    assert len(set(lines.values())) == len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_lines_are_seen_on_the_canvas(token, kind):
    assert contrast(token[f"rel-{kind}"], token["bg"]) >= 3


@pytest.mark.parametrize("part", ["words", "name", "query", "intent", "hop"])
def test_parts_of_scores_are_seen_on_the_page(token, part):
    assert contrast(token[f"part-{part}"], token["bg"]) >= 3


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_texts_are_read_on_every_ground(token, text, ground):
    assert contrast(token[text], token[ground]) >= 4.5


def test_words_are_read_on_the_ramp_of_a_lens(token):
    for step in range(1, 6):
        ground = token[f"lens-{step}"]
        best = max(contrast(token[f"lens-text-{side}"], ground) for side in ("light", "dark"))
        assert best >= 4.5, step
