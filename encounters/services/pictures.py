"""Pictures that people bring for their maps: checked, written anew, and removed when nothing uses them any more."""

from __future__ import annotations

import secrets
from functools import partial
from struct import error as StructError
from typing import IO, Any, Protocol

from django.db import transaction
from PIL import Image, ImageOps

from encounters.mapping.pictures import folder, write
from encounters.models import CampaignMap, Encounter, Entry, MapPicture
from rules.errors import Refused
from rules.words import gettext_noop, say
from sheets.models import Campaign

MOST_BYTES = 10 * 1024 * 1024
#: The most pixels of a side as it comes, and as it is kept.
MOST_PIXELS, KEPT_PIXELS = 8000, 4096
MOST_PICTURES = 50
FORMATS = ("PNG", "JPEG", "WEBP")


class Upload(Protocol):
    """A file as a form brings it."""

    size: int | None
    file: IO[Any]


def read_picture(upload: Upload) -> Image.Image:
    """The picture in a file, as it is kept: the first frame, upright, without transparency, at most so large.

    What it is, its content says; its name and what the browser calls it are not looked at.

    Raises:
        Refused: it is too large, or no picture that we take.
    """
    if (upload.size or 0) > MOST_BYTES:
        raise Refused(say(gettext_noop("A picture has at most {most} MB."), most=MOST_BYTES // 1024**2), path="picture")
    try:
        upload.file.seek(0)
        with Image.open(upload.file, formats=FORMATS) as image:
            if max(image.size) > MOST_PIXELS:
                words = say(gettext_noop("A picture has at most {most} pixels a side."), most=MOST_PIXELS)
                raise Refused(words, path="picture")
            image.load()
            return _kept(image)
    except (OSError, ValueError, SyntaxError, EOFError, StructError, Image.DecompressionBombError, MemoryError):
        words = say(gettext_noop("This is no picture that can be read: bring a PNG, a JPEG or a WebP."))
        raise Refused(words, path="picture") from None


def _kept(image: Image.Image) -> Image.Image:
    """Upright, on white where it is transparent, shrunk; a new picture, so that nothing else of the file comes."""
    upright = ImageOps.exif_transpose(image)
    if upright.mode.startswith("I"):  # sixteen bits of grey, and so is the one grey that is seen through
        clear = upright.info.get("transparency")
        upright = upright.point(lambda value: value / 256).convert("L")
        if clear is not None:
            upright.info["transparency"] = clear // 256
    coloured = upright.convert("RGBA")
    kept = Image.new("RGB", coloured.size, "white")
    kept.paste(coloured, mask=coloured.getchannel("A"))
    kept.thumbnail((KEPT_PIXELS, KEPT_PIXELS))
    return kept


def keep_picture(campaign: Campaign, by: Any, image: Image.Image) -> MapPicture:
    """Keep a picture for a campaign.

    Raises:
        Refused: the campaign has as many as it may have.
    """
    if campaign.map_pictures.count() >= MOST_PICTURES:
        words = gettext_noop("A campaign keeps at most {most} pictures: delete a map whose picture you do not need.")
        raise Refused(say(words, most=MOST_PICTURES), path="picture")
    name = secrets.token_urlsafe(24)
    write(image, name)
    return MapPicture.objects.create(campaign=campaign, name=name, width=image.width, height=image.height, by=by)


def drop_unused(*pictures: MapPicture | None) -> None:
    """Remove pictures that no map and no encounter uses any more, those that were put away not counted.

    An encounter uses what its orders may bring back, too.
    """
    for picture in pictures:
        if picture is None or picture.pk is None:
            continue
        used = [kind.objects.filter(picture=picture, deleted_at=None).exists() for kind in (CampaignMap, Encounter)]
        if not any(used) and not Entry.objects.filter(picture=picture, encounter__deleted_at=None).exists():
            file = folder() / f"{picture.name}.webp"
            MapPicture.objects.filter(pk=picture.pk).delete()
            transaction.on_commit(partial(file.unlink, missing_ok=True))


def pictures_laid(encounter: Encounter) -> list[MapPicture]:
    """The pictures that undo and redo may bring back under the map of an encounter."""
    return list(MapPicture.objects.filter(pk__in=encounter.entries.exclude(picture=None).values("picture")))
