"""Ids that people see: they say nothing about how many there are."""

from __future__ import annotations

import secrets

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def public_id() -> str:
    """Ten letters and digits, for addresses and combatants."""
    return "".join(secrets.choice(_ALPHABET) for _letter in range(10))


def secret_link() -> str:
    """An unguessable end of an invitation's address."""
    return secrets.token_urlsafe(24)
