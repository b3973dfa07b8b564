"""Plays a scenario."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.scenario import play_scenario
from sheets import command_io


class Command(BaseCommand):
    help = "Play a scenario and print its events, the state it ends in, and who is asked what."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        command_io.add_document(parser, "the scenario")
        command_io.add_lines(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        command_io.answer(self.stdout, options["file"], play_scenario, lines=options["lines"])
