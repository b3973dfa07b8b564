"""Tokens of forms that make something: sent twice, they make it once."""

from __future__ import annotations

from django.core.signing import BadSignature, Signer

from sheets.models.ids import public_id

_SIGNER = Signer(salt="sheets.once")


def new_token() -> str:
    """A fresh public id, signed, for a hidden field."""
    return _SIGNER.sign(public_id())


def id_of(token: str | None) -> str:
    """The public id of a token that we signed; a fresh one for anything else."""
    try:
        return _SIGNER.unsign(token or "")
    except BadSignature:
        return public_id()
