"""Prints the JSON Schemas of a system."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.describe import schema_of
from rules.registry import system_of
from sheets import command_io


class Command(BaseCommand):
    help = "Print the JSON Schemas of a system: its sheet, each kind of gear, its settings and its commands."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("system", metavar="SYSTEM")

    def handle(self, *args: Any, **options: Any) -> None:
        command_io.answer(self.stdout, None, lambda _none: schema_of(system_of(options["system"])))
