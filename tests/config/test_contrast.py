"""The colours of both themes are far enough apart to be read (WCAG 2.2, level AA)."""

import re

import pytest
from django.conf import settings

TOKENS = (settings.BASE / "static/css/tokens.css").read_text()
PLAIN = dict(re.findall(r"--([\w-]+): (light-dark\([^)]*\))", TOKENS))
WASHES = re.findall(r"--([\w-]+): color-mix\(in srgb, var\(--(\w+)\) (\d+)%, var\(--(\w+)\)\)", TOKENS)

Colour = tuple[float, float, float]


def palette(dark: bool) -> dict[str, Colour]:
    found: dict[str, Colour] = {"white": (1.0, 1.0, 1.0)}
    for name, pair in PLAIN.items():
        code = re.findall(r"#(\w{6})", pair)[dark]
        red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
        found[name] = red, green, blue
    for name, colour, share, ground in WASHES:
        part = int(share) / 100
        mixed = [a * part + b * (1 - part) for a, b in zip(found[colour], found[ground], strict=True)]
        found[name] = mixed[0], mixed[1], mixed[2]
    return found


def luminance(colour: Colour) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_is_twenty_one_to_one() -> None:
    assert contrast((0, 0, 0), (1, 1, 1)) == pytest.approx(21)


TEXT_ON = [
    *((text, ground) for text in ("ink", "soft") for ground in ("paper", "card", "wash", "accent-wash")),
    *((text, ground) for text in ("info", "bad", "ok", "warn") for ground in ("paper", "card")),
    *((text, f"{text}-wash") for text in ("info", "bad", "ok", "warn")),
    ("accent-ink", "accent"),
    ("paper", "ink"),
]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_stands_out_from_its_ground(text: str, ground: str, dark: bool) -> None:
    colours = palette(dark)
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_the_edge_of_what_can_be_filled_in_is_seen(ground: str, dark: bool) -> None:
    colours = palette(dark)
    assert contrast(colours["edge"], colours[ground]) >= 3
