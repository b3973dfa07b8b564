"""The command that fills the tables of equipment and creatures."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sheets.services.tables import load_tables


class Command(BaseCommand):
    help = "Load every system's equipment and creatures. Rows that were changed here are kept and counted."

    def handle(self, *args: Any, verbosity: int = 1, **options: Any) -> None:
        for loaded in load_tables():
            if verbosity:
                self.stdout.write(
                    f"{loaded.system} {loaded.table}: {loaded.new} new, {loaded.updated} updated, "
                    f"{loaded.kept} kept (changed here), {loaded.same} the same"
                )
