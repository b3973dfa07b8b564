"""Which format a file is in: our own JSON, or a character of GCS."""

from __future__ import annotations

import json
from typing import Any

from rules.border import plain
from rules.words import gettext_noop as _
from rules.words import say
from sheets.importing.gcs import is_gcs, read_gcs
from sheets.importing.imported import Imported, bad
from sheets.importing.own import read_document

#: Portraits make files of other programs large.
MOST_BYTES = 4 * 1024 * 1024


def read_file(content: bytes) -> Imported:
    """A file's content as a sheet, in whatever format it is.

    Raises:
        BadInput: it is in none that we know, or something in it does not fit.
    """
    if len(content) > MOST_BYTES:
        raise bad(say(_("The file is too large: at most {most} kB."), most=MOST_BYTES // 1024))
    if content[:200].lstrip(b"\xef\xbb\xbf \r\n\t").startswith((b"<?xml", b"<character")):
        raise bad(say(_("This is XML, as old versions of GCS wrote it: open it with GCS 5 and save it again.")))
    try:
        document = plain(json.loads(content.decode("utf-8-sig")))
    except (ValueError, RecursionError):
        raise bad(say(_("This is not JSON."))) from None
    return read_sheet(document)


def read_sheet(document: Any) -> Imported:
    """A JSON document as a sheet.

    Raises:
        BadInput: it is in no format that we know, or something in it does not fit.
    """
    return read_gcs(document) if is_gcs(document) else read_document(document)
