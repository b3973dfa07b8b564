"""Simulates a scenario's fight many times."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.prospects import forecast_scenario
from sheets import command_io


class Command(BaseCommand):
    help = "Simulate a scenario's fight and print who wins how often, in how many rounds and at what cost."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        command_io.add_document(parser, "the scenario, without commands")
        parser.add_argument("--fights", default="1000", metavar="N", help="how many fights (1000)")
        parser.add_argument("--seed", default="fray", metavar="S", help="the same seed gives the same figures")

    def handle(self, *args: Any, **options: Any) -> None:
        def figures(document: Any) -> Any:
            *_earlier, last = forecast_scenario(document, options["fights"], options["seed"])
            return last.as_json()

        command_io.answer(self.stdout, options["file"], figures)
