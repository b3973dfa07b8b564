"""The command that makes the demo's campaign and accounts."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.services.demo import NAME, load_demo
from sheets.services.tables import load_tables


class Command(BaseCommand):
    help = "Make the demo campaign with its accounts, whose passwords everybody knows. `up --demo` calls it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes-demo", action="store_true", help="yes, make log-ins that everybody knows")

    def handle(self, *args: Any, yes_demo: bool, **options: Any) -> None:
        if not yes_demo:
            raise CommandError(
                "This makes log-ins whose passwords everybody knows: only for a machine that nobody else reaches. "
                "Run `manage.py up --demo`, or say --yes-demo."
            )
        load_tables()
        logins = load_demo()
        self.stdout.write(f"Demo campaign: {NAME}")
        width = max(len(login.name) for login in logins)
        for login in logins:
            password = login.password or "(its owner has changed the password)"
            self.stdout.write(f"  {login.name:<{width}}  {password:<12}  {login.role}")
