"""The people who log in."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account. `language` is the one its owner chose, empty while the browser decides."""

    language = models.CharField(_("language"), max_length=8, blank=True)
