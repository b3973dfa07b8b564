"""Ids that people see: they say nothing about how many there are."""

from __future__ import annotations

import secrets

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def public_id() -> str:
    """Ten letters and digits, for addresses and combatants."""
    return "".join(secrets.choice(_ALPHABET) for _letter in range(10))


def public_id_from(seed: bytes) -> str:
    """Such an id out of at least ten bytes: the same ones give the same id."""
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in seed[:10])


def secret_link() -> str:
    """An unguessable end of an invitation's address."""
    return secrets.token_urlsafe(24)
