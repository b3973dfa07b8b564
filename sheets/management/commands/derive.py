"""Works out the derived values of a sheet, with their reasons."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.describe import derive_document
from rules.registry import system_of
from sheets import command_io


class Command(BaseCommand):
    help = "Print the derived values of a sheet and its gear, each with its reasons."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM")
        command_io.add_document(parser, 'the sheet: {"sheet": {...}, "gear": [...]}')
        command_io.add_lines(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        def derive(document: Any) -> Any:
            return derive_document(system_of(options["system"]), document)

        command_io.answer(self.stdout, options["file"], derive, lines=options["lines"])
