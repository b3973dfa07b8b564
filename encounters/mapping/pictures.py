"""Pictures under maps: where they lie, and which one a seat is sent.

Whoever knows a picture's address may load it, so nobody guesses one. Only Game Masters are told the address of the
whole picture, which stays the same wherever and however it is used. Players are sent a copy of their own for each map
and shroud, with only the cells that they are shown.
"""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac
from PIL import Image, ImageDraw

from encounters.mapping.ground import lattice_of
from encounters.mapping.outline import Lattice
from encounters.models import MapPicture
from rules.grid.cells import Cell
from rules.maps import BattleMap

#: What lies in the players' copy where they are shown nothing.
NOTHING = (58, 54, 50)
#: How many copies of one map are kept: pages that are a moment old still find theirs.
KEPT = 3
SALT = "encounters.mapping.pictures"
#: The corners of a hex from its centre, in lattice steps.
_HEX = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class HasPicture(Protocol):
    """An encounter, or a map that a campaign keeps."""

    public_id: str
    picture: MapPicture | None
    picture_id: int | None


def folder() -> Path:
    """Where pictures lie; made when there is none yet."""
    path = Path(settings.MEDIA_ROOT) / "maps"
    path.mkdir(parents=True, exist_ok=True)
    return path


def address_of(name: str) -> str:
    """The address of a picture by its name."""
    return reverse("map_picture", args=[name])


def picture_url(owner: HasPicture, battle: BattleMap | None, *, for_gm: bool) -> str | None:
    """The address of the picture under a map: the whole one for Game Masters, for others what they are shown of it."""
    if owner.picture_id is None or owner.picture is None or battle is None or battle.drawn.size is None:
        return None
    if for_gm:
        return address_of(owner.picture.name)
    whole = folder() / f"{owner.picture.name}.webp"
    name = shown_name(owner.public_id, owner.picture, battle)
    if not (folder() / f"{name}.webp").exists():
        if not whole.exists():
            return None
        _copy_shown(whole, name, battle)
        forget_shown(owner.public_id, keep=KEPT)
    return address_of(name)


def shown_name(public_id: str, picture: MapPicture, battle: BattleMap) -> str:
    """The name of the players' copy: the same for the same picture, grid and shroud, and not to be guessed."""
    what = f"{public_id} {picture.name} {battle.drawn.kind} {battle.drawn.size} {sorted(battle.shroud)}"
    return f"{public_id}-{salted_hmac(SALT, what, algorithm='sha256').hexdigest()[:40]}"


def _copy_shown(whole: Path, name: str, battle: BattleMap) -> None:
    if not battle.shroud:
        return _put(whole.read_bytes(), name)
    with Image.open(whole) as image:
        return write(shown_of(image.convert("RGB"), battle), name, quick=True)


def shown_of(picture: Image.Image, battle: BattleMap) -> Image.Image:
    """The picture with only the cells that players are shown: what lies outside of all cells is not in it either."""
    lattice = lattice_of(battle)
    seen = Image.new("L", picture.size, 0)
    draw = ImageDraw.Draw(seen)
    scale = picture.width / lattice.size[0], picture.height / lattice.size[1]
    for cell in battle.drawn.cells():
        if cell not in battle.shroud:
            draw.polygon(_corners(lattice, cell, scale), fill=255)
    for cell in battle.shroud:  # the line between a cell that is seen and one that is not belongs to neither
        draw.polygon(_corners(lattice, cell, scale), fill=0)
    return Image.composite(picture, Image.new("RGB", picture.size, NOTHING), seen)


def write(image: Image.Image, name: str, *, quick: bool = False) -> None:
    """Keep a picture under a name."""
    held = io.BytesIO()
    image.save(held, "WEBP", quality=86, method=0 if quick else 4)
    _put(held.getvalue(), name)


def _put(content: bytes, name: str) -> None:
    """Write a file whole or not at all: nobody ever loads half of one."""
    handle, made = tempfile.mkstemp(dir=folder(), suffix=".part")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(made).chmod(0o644)
    Path(made).replace(folder() / f"{name}.webp")


def forget_shown(public_id: str, keep: int = 0) -> None:
    """Remove the players' copies of one map, but the newest `keep`."""
    copies = [(path.stat().st_mtime_ns, path) for path in folder().glob(f"{public_id}-*.webp")]
    for _made, path in sorted(copies, reverse=True)[keep:]:
        path.unlink(missing_ok=True)


def _corners(lattice: Lattice, cell: Cell, scale: tuple[float, float]) -> list[tuple[float, float]]:
    """The corners of a cell in the picture, which is stretched over the whole map."""
    x, y = lattice.centre(cell)
    across, down = lattice.step
    steps = _HEX if lattice.kind == "hex" else ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return [((x + dx * across) * scale[0], (y + dy * down) * scale[1]) for dx, dy in steps]
