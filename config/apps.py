"""The Django application of the site itself."""

import logging

from django.apps import AppConfig
from django.conf import settings

logger = logging.getLogger(__name__)


class SiteConfig(AppConfig):
    name = "config"
    label = "site_shell"

    def ready(self) -> None:
        """Makes stale message catalogues anew, so that no way of starting the site can forget to."""
        from config.translations import compile_catalogues

        for folder in settings.LOCALE_PATHS:
            try:
                compile_catalogues(folder)
            except OSError as error:
                logger.warning("Message catalogues cannot be written (%s); pages may be in English.", error)
