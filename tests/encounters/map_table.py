"""Maps and pictures for tests: a campaign's map, and pictures as files bring them."""

from __future__ import annotations

import io
import itertools
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from encounters.models import CampaignMap
from encounters.services import maps
from encounters.services.maps import MapSubmit
from rules.maps import read_map
from sheets.door import seat_for
from tests.encounters.build_table import Table

_keys = itertools.count()

SQUARES: dict[str, Any] = {"grid": "square", "size": [6, 4], "scale": [5, "ft"]}
HEXES: dict[str, Any] = {"grid": "hex", "size": [6, 4], "scale": [1, "yd"]}


def keep(table: Table, document: dict[str, Any] | None = None, name: str = "Ford", **about: Any) -> CampaignMap:
    """A map that the campaign of the table keeps."""
    seat = seat_for(table.users["gm"], table.campaign)
    return maps.create_map(seat, name, read_map(document or SQUARES), **about)


def submit(table: Table, kept: CampaignMap, who: str = "gm", **other: Any) -> MapSubmit:
    """A submit about a map as it is now."""
    kept.refresh_from_db()
    sent = {"version": kept.version, "key": f"k{next(_keys)}"} | other
    return MapSubmit(table.users[who], kept.public_id, **sent)


def picture_file(kind: str = "PNG", size: tuple[int, int] = (60, 40), name: str = "p.png", **how: Any) -> Any:
    """A picture whose left half is red and whose right half is blue."""
    image = Image.new(how.pop("mode", "RGB"), size, "red")
    image.paste("blue", (size[0] // 2, 0, *size))
    held = io.BytesIO()
    image.save(held, kind, **how)
    return SimpleUploadedFile(name, held.getvalue())
