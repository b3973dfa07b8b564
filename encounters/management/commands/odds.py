"""Tells the exact odds of a scenario's last command."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.prospects import odds_scenario
from sheets import command_io


class Command(BaseCommand):
    help = "Print the exact distribution of what comes of a scenario's last command."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        command_io.add_document(parser, "the scenario")

    def handle(self, *args: Any, **options: Any) -> None:
        command_io.answer(self.stdout, options["file"], odds_scenario)
