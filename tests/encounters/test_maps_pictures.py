"""Pictures under maps: what is taken in, what is kept of it, and what players are sent."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from encounters.mapping.pictures import folder, picture_url
from encounters.models import CampaignMap, MapPicture
from encounters.services import maps, pictures
from encounters.services.pictures import read_picture
from rules.errors import Refused
from rules.maps import BattleMap, read_map
from tests.encounters.build_table import Table, lay_table
from tests.encounters.map_table import SQUARES, keep, picture_file, submit

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def table() -> Table:
    return lay_table()


def with_picture(table: Table, document: dict[str, Any] | None = None) -> CampaignMap:
    return keep(table, document, picture=read_picture(picture_file()))


def battle_of(kept: CampaignMap) -> BattleMap:
    return maps.battle_of(kept)


def loaded(url: str | None) -> Image.Image:
    assert url is not None
    answer = Client().get(url)
    assert answer.status_code == 200
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def is_near(colour: Any, wanted: tuple[int, int, int]) -> bool:
    return all(abs(each - other) < 30 for each, other in zip(colour, wanted, strict=True))


RED, BLUE = (255, 0, 0), (0, 0, 255)


class TestTakingIn:
    @pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
    def test_the_three_kinds_are_kept_as_one(self, kind: str) -> None:
        image = read_picture(picture_file(kind))
        assert (image.size, image.mode) == ((60, 40), "RGB")
        assert is_near(image.getpixel((5, 5)), RED)
        assert is_near(image.getpixel((55, 35)), BLUE)

    def test_what_it_is_its_content_says_and_not_its_name(self) -> None:
        assert read_picture(picture_file("PNG", name="trust-me.jpg")).size == (60, 40)
        with pytest.raises(Refused, match="no picture"):
            read_picture(SimpleUploadedFile("honest.png", b"plain text", content_type="image/png"))

    def test_svg_and_gif_are_refused(self) -> None:
        svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
        for file in (SimpleUploadedFile("a.png", svg), picture_file("GIF")):
            with pytest.raises(Refused, match="no picture"):
                read_picture(file)

    def test_a_file_that_breaks_off_is_refused(self) -> None:
        for kind in ("PNG", "JPEG", "WEBP"):
            whole = picture_file(kind, size=(300, 300)).read()
            with pytest.raises(Refused, match="no picture"):
                read_picture(SimpleUploadedFile("p", whole[: len(whole) // 2]))

    def test_a_few_bytes_that_claim_a_huge_picture_are_refused_before_they_are_unpacked(self) -> None:
        """A PNG of 60,000 × 60,000 would take 10 GB; its header alone says so."""
        header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
        chunk = b"IHDR" + header
        png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
        with pytest.raises(Refused):
            read_picture(SimpleUploadedFile("bomb.png", png))

    def test_a_side_of_more_than_8000_pixels_and_a_file_of_more_than_10_mb_are_refused(self) -> None:
        with pytest.raises(Refused, match="8000"):
            read_picture(picture_file(size=(8001, 2)))
        with pytest.raises(Refused, match="10"):
            read_picture(SimpleUploadedFile("p.png", b"\x89PNG" + bytes(10 * 1024 * 1024)))

    def test_a_side_is_kept_at_4096_pixels_at_most(self) -> None:
        assert read_picture(picture_file(size=(8000, 2000))).size == (4096, 1024)

    def test_of_a_moving_picture_the_first_frame_is_kept(self) -> None:
        green = Image.new("RGB", (60, 40), "green")
        file = picture_file("WEBP", save_all=True, append_images=[green], duration=100)
        assert is_near(read_picture(file).getpixel((5, 5)), RED)

    def test_nothing_of_what_the_file_says_about_itself_is_kept(self, media: Path) -> None:
        exif = Image.Exif()
        exif[0x010E] = "taken-at-home"
        exif[0x0112] = 6  # turned by a quarter
        image = read_picture(picture_file("JPEG", exif=exif))
        assert image.size == (40, 60)
        pictures.write(image, "kept")
        kept = (folder() / "kept.webp").read_bytes()
        assert b"taken-at-home" not in kept
        assert b"EXIF" not in kept

    def test_what_is_seen_through_is_white(self) -> None:
        clear = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
        held = io.BytesIO()
        clear.save(held, "PNG")
        assert read_picture(SimpleUploadedFile("p.png", held.getvalue())).getpixel((1, 1)) == (255, 255, 255)

    def test_sixteen_bits_of_grey_are_scaled_to_eight(self) -> None:
        """0, a quarter, half and all of 65,535 are 0, 64, 128 and 255."""
        assert _greys(_grey_png([0, 16_384, 32_768, 65_535])) == [0, 64, 128, 255]

    def test_the_one_grey_of_sixteen_bits_that_is_seen_through_is_white(self) -> None:
        assert _greys(_grey_png([0, 16_384, 32_768], clear=16_384)) == [0, 255, 128]


def _grey_png(greys: list[int], clear: int | None = None) -> SimpleUploadedFile:
    """One row of sixteen bits of grey, written byte by byte: Pillow itself may read and write it wrongly alike."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    row = zlib.compress(struct.pack(f">x{len(greys)}H", *greys))
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", len(greys), 1, 16, 0, 0, 0, 0))]
    parts += [chunk(b"tRNS", struct.pack(">H", clear))] if clear is not None else []
    parts += [chunk(b"IDAT", row), chunk(b"IEND", b"")]
    return SimpleUploadedFile("grey.png", b"\x89PNG\r\n\x1a\n" + b"".join(parts))


def _greys(file: SimpleUploadedFile) -> list[int]:
    image = read_picture(file).convert("L")
    return [int(image.tobytes()[x]) for x in range(image.width)]


class TestKeeping:
    def test_a_campaign_keeps_so_many_pictures_and_no_more(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pictures, "MOST_PICTURES", 1)
        with_picture(table)
        with pytest.raises(Refused, match="at most 1 pictures"):
            with_picture(table)
        assert CampaignMap.objects.count() == 1

    def test_the_file_goes_with_the_last_map_that_uses_it(
        self, table: Table, django_capture_on_commit_callbacks: Any
    ) -> None:
        first = with_picture(table)
        second = maps.duplicate(maps.map_for(table.users["gm"], first.public_id), "Copy")
        with django_capture_on_commit_callbacks(execute=True):
            maps.put_away(submit(table, first))
        assert len(list(folder().iterdir())) == 1
        with django_capture_on_commit_callbacks(execute=True):
            maps.put_away(submit(table, second))
        assert list(folder().iterdir()) == []
        assert not MapPicture.objects.exists()

    def test_another_picture_in_its_place_removes_the_first(
        self, table: Table, django_capture_on_commit_callbacks: Any
    ) -> None:
        kept = with_picture(table)
        old = kept.picture
        with django_capture_on_commit_callbacks(execute=True):
            maps.describe(submit(table, kept), "Ford", picture=read_picture(picture_file(size=(30, 20))))
        kept.refresh_from_db()
        assert kept.picture != old
        assert [path.stem for path in folder().iterdir()] == [kept.picture.name if kept.picture else ""]


class TestSending:
    """The map is 6 × 4 squares under a picture of 60 × 40 pixels: a cell is ten pixels. Red is left, blue right."""

    def test_the_address_of_the_whole_picture_is_for_game_masters_even_where_nothing_is_under_the_shroud(
        self, table: Table
    ) -> None:
        kept = with_picture(table)
        assert kept.picture is not None
        whole, theirs = (picture_url(kept, battle_of(kept), for_gm=for_gm) for for_gm in (True, False))
        assert kept.picture.name in str(whole)
        assert kept.picture.name not in str(theirs)
        assert loaded(theirs).tobytes() == loaded(whole).tobytes()

    def test_the_same_picture_under_another_map_has_another_address_for_players(self, table: Table) -> None:
        first = with_picture(table)
        second = maps.duplicate(maps.map_for(table.users["gm"], first.public_id), "Copy")
        urls = {picture_url(each, battle_of(each), for_gm=False) for each in (first, second)}
        assert len(urls) == 2

    def test_players_are_sent_nothing_of_what_lies_under_the_shroud(self, table: Table) -> None:
        """The first column is not shown: pixels 0 to 9 across. The second column is red as it was."""
        kept = with_picture(table, {**SQUARES, "shroud": [[0, row] for row in range(4)]})
        url = picture_url(kept, battle_of(kept), for_gm=False)
        whole = picture_url(kept, battle_of(kept), for_gm=True)
        assert url != whole
        assert kept.picture is not None
        assert kept.picture.name not in str(url)
        image = loaded(url)
        assert not any(is_near(image.getpixel((x, y)), RED) for x in range(9) for y in range(40))
        assert is_near(image.getpixel((15, 20)), RED)
        assert is_near(image.getpixel((45, 20)), BLUE)
        assert is_near(loaded(whole).getpixel((5, 5)), RED)

    def test_on_hexes_what_lies_beside_all_cells_is_not_sent_either(self, table: Table) -> None:
        """The second row of hexes begins half a cell to the right: the picture's corner there belongs to no cell."""
        document = {"grid": "hex", "size": [6, 4], "shroud": [[5, 0]]}
        kept = with_picture(table, document)
        image = loaded(picture_url(kept, battle_of(kept), for_gm=False))
        assert not is_near(image.getpixel((0, 39)), RED)
        assert is_near(image.getpixel((5, 4)), RED)

    def test_another_shroud_is_another_address_and_the_same_one_the_same(self, table: Table) -> None:
        kept = with_picture(table)
        urls = [
            picture_url(kept, read_map({**SQUARES, "shroud": shroud}), for_gm=False)
            for shroud in ([[0, 0]], [[1, 0]], [[0, 0]])
        ]
        assert urls[0] == urls[2] != urls[1]

    def test_old_copies_of_a_map_are_removed(self, table: Table) -> None:
        kept = with_picture(table)
        for col in range(6):
            picture_url(kept, read_map({**SQUARES, "shroud": [[col, 0]]}), for_gm=False)
        assert len(list(folder().glob(f"{kept.public_id}-*"))) == 3

    def test_pictures_are_kept_by_browsers_for_ever_and_never_taken_for_anything_else(self, table: Table) -> None:
        kept = with_picture(table)
        answer = Client().get(str(picture_url(kept, battle_of(kept), for_gm=True)))
        assert answer["Content-Type"] == "image/webp"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "immutable" in answer["Cache-Control"]
        assert Client().get("/media/maps/nothing-here.webp").status_code == 404
        assert Client().get("/media/maps/../../secret_key").status_code == 404
