"""A campaign with a fight, made as its pages' forms would make it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tests.browser.screen import Screen

RULES = {
    "rule-first_round": "save", "rule-npc_critical": "dead", "rule-both": "cancel",
    "rule-leader_wil": "on", "rule-scars": "on",
    "rule-move_ft": "40", "rule-reach_ft": "5", "rule-clear_ft": "120", "rule-blast_ft": "10",
}  # fmt: skip

ROW = re.compile(r'<li id="row-(\w+)".*?<b>([^<]+)</b>')


class Table:
    """A campaign of the Game Master's own, with players and their ready-made heroes, and an encounter in it.

    `foes` are (key of the creature, how many, hidden). `path` is the play page's, `build` the preparation's.
    """

    def __init__(
        self, gm: Screen, heroes: Mapping[str, Screen], foes: Sequence[tuple[str, int, bool]], *,
        typed: bool = False, name: str = "The ford", start: bool = True,
    ) -> None:  # fmt: skip
        self.campaign = gm.send("/campaigns/new/", name="North Road", system="cairn", about="")
        link = re.search(r'id="link-player"[^>]*value="https?://[^/]+([^"]+)"', gm.get(self.campaign))
        assert link
        for hero, player in heroes.items():
            player.send(link[1])
            player.send(f"{self.campaign}sheets/ready/{hero}/", at=f"{self.campaign}sheets/new/")
            if typed:
                player.send(f"{self.campaign}dice/", at=self.campaign, dice="typed")
        self.build = gm.send(f"{self.campaign}encounters/new/", name=name, health="words", **RULES)
        self.path = self.build.removesuffix("build/")
        gm.send(f"{self.build}party/", at=self.build)
        for key, count, hidden in foes:
            form = {"count": str(count), "side": "foes", **({"hidden": "1"} if hidden else {})}
            gm.send(f"{self.build}creature/{key}/", at=self.build, **form)
        if start:
            gm.send(f"{self.build}start/", at=self.build, waive="1")
        self.gm = gm

    def order(self, by: Screen, do: str, actor: str = "", target: str = "", **more: str) -> None:
        """Give an order; who acts and who is meant go by name."""
        refs = {name: ref for ref, name in ROW.findall(by.get(self.path))}
        named = {key: refs[name] for key, name in (("actor", actor), ("target", target)) if name}
        by.send(f"{self.path}order/", at=self.path, do=do, **named, **more)

    def answer(self, by: Screen, **answer: str) -> None:
        """Answer the question that waits: `answer="enhanced"`, `face="4"`."""
        by.send(f"{self.path}answer/", at=self.path, **answer)
