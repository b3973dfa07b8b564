"""Queries of every turn, with their SQL written once: Django takes longer to write it than a database to answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from django.db.models import Model, QuerySet


class Prepared[M: Model]:
    """A query that is asked again and again with other values.

    `make` builds it with any value in each place. Values are given in the order of the places in the SQL.
    """

    def __init__(self, make: Callable[[], QuerySet[M]]) -> None:
        self._make = make

    @cached_property
    def _written(self) -> tuple[type[M], str]:
        rows = self._make()
        return rows.model, rows.query.sql_with_params()[0]

    def __call__(self, *values: object) -> list[M]:
        """The rows, in one query. Fields that the query leaves out are fetched when they are asked for."""
        model, sql = self._written
        return list(model._default_manager.raw(sql, values))
