"""A site of its own in a temporary folder, with its settings, its database file and a campaign to fight in."""

from __future__ import annotations

import atexit
import os
import tempfile
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.core.handlers.wsgi import WSGIHandler

    from benchmarks.browser import PlayPage
    from encounters.models import Encounter
    from sheets.models import Campaign, User

PASSWORD = "a long enough one"
#: The heroes, as many as a table has, and who plays them.
PLAYERS = {"anna_heather": "anna", "torvald": "torvald", "brother_osip": "anna", "lis_rowan": "torvald"}


class Site:
    """The site with a campaign of four heroes, two players and a Game Master, and no request served yet."""

    application: WSGIHandler
    campaign: Campaign
    people: dict[str, User]

    def __init__(self) -> None:
        self._start()
        from django.core.management import call_command
        from django.core.wsgi import get_wsgi_application
        from django.db import connections

        from rules.registry import system_of
        from sheets.models import Membership, User
        from sheets.services.campaigns import create_campaign
        from sheets.services.sheets import create_ready, ready_hero

        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_tables", verbosity=0)
        self.application = get_wsgi_application()
        # As long as somebody else has the database open, closing a connection does not empty its journal.
        self.other = connections.create_connection("default")
        self.other.ensure_connection()
        self.people = {name: User.objects.create_user(name, None, PASSWORD) for name in ("gm", "anna", "torvald")}
        self.campaign = create_campaign(self.people["gm"], system_of("cairn"), "North Road", "")
        for name in ("anna", "torvald"):
            Membership.objects.create(campaign=self.campaign, user=self.people[name], role=Membership.Role.PLAYER)
        for key, player in PLAYERS.items():
            hero = ready_hero(self.campaign.rules, key)
            assert hero is not None
            create_ready(self.campaign, self.people[player], hero, "en")

    def _start(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="fray-benchmark-")
        atexit.register(folder.cleanup)
        os.environ |= {"FRAY_DATA": folder.name, "DJANGO_SETTINGS_MODULE": "config.settings"}
        for name in ("DATABASE_URL", "REDIS_URL", "FRAY_DEBUG", "FRAY_HTTPS"):
            os.environ.pop(name, None)
        import django
        from django.conf import settings

        settings.ROOT_URLCONF = "benchmarks.floor"
        django.setup()

    def fight(self, name: str, combatants: int, entries: int = 0) -> Fought:
        """A fight in its first round: the heroes and their guards against as many creatures of the tables."""
        from encounters.models import Encounter
        from encounters.services import build, turn
        from encounters.services.recruits import Joining

        encounter = build.create_encounter(self.campaign, name, Encounter.Health.WORDS, {})
        build.add_party(self.submit(encounter))
        foes = combatants // 2
        guards = combatants - foes - len(PLAYERS)
        if guards:
            build.add_creatures(self.submit(encounter), "dwarf", Joining(side="party", count=guards))
        build.add_creatures(self.submit(encounter), "ogre", Joining(count=foes))
        turn.start(self.submit(encounter), waive=True)
        Encounter.objects.filter(pk=encounter.pk).update(seed=name)
        encounter.refresh_from_db()
        if entries:
            self._write_log(encounter, entries)
        return Fought(self, encounter)

    def _write_log(self, encounter: Encounter, entries: int) -> None:
        """A long log before the newest entry: attacks that were declared."""
        from datetime import timedelta

        from encounters.models import Entry

        newest = encounter.entries.get()
        actor, target = encounter.state["present"][0], encounter.state["present"][-1]
        events = [{
            "kind": "declared", "rule": "CA-04", "about": actor, "audience": "all", "vitals": {}, "changes": [],
            "facts": {"actor": actor, "target": target, "what": "axe"},
        }]  # fmt: skip
        rows = [
            Entry(
                encounter=encounter, seq=number + 1, round=1, events=events, by=newest.by,
                command={"do": "attack", "actor": actor, "target": target},
                at=newest.at - timedelta(seconds=entries - number),
            )
            for number in range(entries)
        ]  # fmt: skip
        Entry.objects.filter(pk=newest.pk).update(seq=entries + 1)
        Entry.objects.bulk_create(rows, batch_size=500)

    def submit(self, encounter: Encounter) -> Any:
        """The next submit of the Game Master."""
        from encounters.door import seat_at
        from encounters.services.submitting import Submit

        gm = self.people["gm"]
        return Submit(gm, encounter.public_id, seat_at(gm, encounter.public_id).version, "")


class Fought:
    """A fight that can be taken back to its beginning, and the floor that is measured beside it."""

    def __init__(self, of: Site, encounter: Encounter) -> None:
        from benchmarks.browser import Browser
        from encounters.services import build

        self.site = of
        self.encounter = encounter
        self.newest = encounter.entries.latest("seq").seq
        self.beside = build.create_encounter(of.campaign, "Floor", encounter.health, {})
        self.written = 0
        self.browser = Browser(of.application, of.people["gm"], PASSWORD)

    def page(self, seat: str) -> PlayPage:
        """The play page as a seat opens it."""
        from benchmarks.browser import Browser, PlayPage

        browser = Browser(self.site.application, self.site.people[seat], PASSWORD)
        return PlayPage(browser, f"/e/{self.encounter.public_id}/")

    def restore(self) -> None:
        """The fight as it was at first, dice and all."""
        self.encounter.save()
        self.encounter.entries.filter(seq__gt=self.newest).delete()
        self.beside.entries.all().delete()

    @property
    def round(self) -> int:
        """The round that it is in now."""
        state = type(self.encounter).objects.values_list("state", flat=True).get(pk=self.encounter.pk)
        return int(state["round"])

    def floor(self) -> float:
        """The seconds of the least page that writes."""
        self.written += 1
        answer = self.browser.post("/floor/", {"encounter": self.beside.pk, "seq": self.written})
        assert answer.status == 200, answer.status
        return answer.took


@cache
def site() -> Site:
    """The one site of this process."""
    return Site()
