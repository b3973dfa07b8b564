"""Message catalogues: .po files are kept, .mo files are made from them, without the gettext tools."""

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compile_catalogues(folder: Path) -> list[Path]:
    """Makes each .mo file under `folder` that is missing or older than its .po; returns those made."""
    made = []
    for source in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime >= source.stat().st_mtime:
            continue
        with source.open("rb") as messages:
            catalogue = read_po(messages, locale=source.parent.parent.name)
        unfinished = target.with_name(f"{target.name}.{os.getpid()}")
        with unfinished.open("wb") as compiled:
            write_mo(compiled, catalogue)
        unfinished.replace(target)  # at once: other processes may be reading it
        made.append(target)
    return made
