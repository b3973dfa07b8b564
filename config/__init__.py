"""The site: settings, addresses, the shell of its pages, and how it is started."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
