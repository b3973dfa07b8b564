"""Collects the user-visible sentences of the whole project into the message files, or checks them."""

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

# A sentence by itself is not enough to know it by: its context and its plural belong to it.
type Key = tuple[str | None, str, str | None]

LEFT_OUT = [".venv", "var", "tests", "benchmarks", "docs", "static/vendor"]
LISTED_AT_MOST = 40


def keyed(path: Path) -> dict[Key, Any]:
    """The live messages of a .po file by key; obsolete ones are left out."""
    if not path.exists():
        return {}
    with path.open("rb") as source:
        catalogue: Catalog = read_po(source)
    found: dict[Key, Any] = {}
    for message in catalogue:
        if message.id:
            single, plural = message.id if isinstance(message.id, tuple) else (message.id, None)
            found[message.context, str(single), plural and str(plural)] = message
    return found


def is_translated(message: Any) -> bool:
    """Whether every form of the message has a translation that nobody has to look at again."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms) and not message.fuzzy


class Command(BaseCommand):
    help = (
        "Bring locale/*/LC_MESSAGES/django.po up to date with the sources (needs Debian's gettext). "
        "With --check change nothing, and fail when a sentence is missing or has no Russian."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 when out of date")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        if shutil.which("xgettext") is None:
            self.stderr.write("This needs xgettext: install the package gettext.")
            sys.exit(2)
        files = {
            language: settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"
            for language, _ in settings.LANGUAGES
        }
        before = {path: path.read_bytes() if path.exists() else None for path in files.values()}
        known = {language: keyed(path) for language, path in files.items()}
        try:
            self.collect(list(files))
            now = {language: keyed(path) for language, path in files.items()}
        finally:
            if check:
                self.restore(before)
        if check:
            self.report(known, now)

    def collect(self, languages: list[str]) -> None:
        call_command(
            "makemessages",
            locale=languages,
            ignore_patterns=LEFT_OUT,
            add_location="file",
            no_obsolete=True,
            no_wrap=True,
            verbosity=0,
        )

    def restore(self, before: dict[Path, bytes | None]) -> None:
        for path, content in before.items():
            if content is None:
                path.unlink(missing_ok=True)
            elif path.read_bytes() != content:
                path.write_bytes(content)

    def report(self, known: dict[str, dict[Key, Any]], now: dict[str, dict[Key, Any]]) -> None:
        faults = []
        for language, messages in now.items():
            faults += [f"{language}: not in the file: {key[1]!r}" for key in messages if key not in known[language]]
            faults += [f"{language}: no longer used: {key[1]!r}" for key in known[language] if key not in messages]
        faults += [
            f"ru: no translation: {key[1]!r}"
            for key, message in known["ru"].items()
            if key in now["ru"] and not is_translated(message)
        ]
        for fault in faults[:LISTED_AT_MOST]:
            self.stdout.write(fault)
        if len(faults) > LISTED_AT_MOST:
            self.stdout.write(f"... and {len(faults) - LISTED_AT_MOST} more")
        if faults:
            self.stderr.write("The message files are out of date: run manage.py messages and translate.")
            sys.exit(1)
        self.stdout.write(f"{len(now['ru'])} messages, all of them translated.")
