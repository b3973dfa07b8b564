"""Reads character files, our own and other programs', and makes sheets of them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError

from rules.errors import BadInput, RulesError, as_json
from rules.words import gettext_noop as _
from rules.words import say
from sheets import command_io
from sheets.importing.formats import read_file
from sheets.models import Campaign
from sheets.services.importing import create_imported, fitting, key_of, values_of


class Command(BaseCommand):
    help = "Print what each character file is read as, one JSON line for each; with --campaign, make NPCs of them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a file; -: standard input")
        parser.add_argument("--campaign", metavar="ID", help="make NPCs in this campaign; the same file makes one")
        parser.add_argument("--dry-run", action="store_true", help="write nothing, only say what would be")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            campaign = _campaign(options["campaign"])
        except BadInput as error:
            command_io.show(self.stdout, as_json(error), indent=None)
            sys.exit(command_io.BAD_INPUT)
        failed = False
        for file in options["files"]:
            try:
                line = _line(file, campaign, dry_run=options["dry_run"])
            except RulesError as error:
                line, failed = {"file": file, **as_json(error)}, True
            command_io.show(self.stdout, line, indent=None)
        if failed:
            sys.exit(command_io.BAD_INPUT)


def _campaign(public_id: str | None) -> Campaign | None:
    if public_id is None:
        return None
    try:
        found = Campaign.objects.filter(public_id=public_id, deleted_at=None).first()
    except DatabaseError:
        words = say(_("There is no database to write into yet: “manage.py up” sets it up."))
        raise BadInput([RulesError(words, path="campaign")]) from None
    if found is None:
        words = say(_("There is no campaign “{id}”."), id=public_id[:60])
        raise BadInput([RulesError(words, path="campaign")])
    return found


def _line(file: str, campaign: Campaign | None, *, dry_run: bool) -> dict[str, Any]:
    """What one file is read as; its sheet is made where there is a campaign to make it in."""
    content = command_io.bytes_of(file)
    imported = read_file(content)
    line: dict[str, Any] = {
        "file": file, "format": imported.format, "system": imported.system,
        "sheet": imported.sheet, "gear": imported.gear, "values": values_of(imported),
        "warnings": [str(each) for each in imported.warnings],
    }  # fmt: skip
    if campaign is not None:
        fitting(imported, campaign)
        if not dry_run:
            made = create_imported(campaign, None, imported, key_of(campaign, content))
            line["public_id"] = made.public_id
            if made.deleted_at:
                line["warnings"].append(
                    str(say(_("The sheet that this file made was deleted: it can be brought back.")))
                )
    return line
