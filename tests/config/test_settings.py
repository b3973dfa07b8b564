"""The settings that must be in force whatever the environment says."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client


def setting(name: str, data: Path, **environment: str) -> str:
    """What a setting is in a fresh process with this environment, as text."""
    clean = {
        key: value
        for key, value in os.environ.items()
        if key not in {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "FRAY_HTTPS", "FRAY_DEBUG", "ALLOWED_HOSTS"}
    }
    run = subprocess.run(
        [sys.executable, "-c", f"from config import settings; print(settings.{name})"],
        cwd=settings.BASE,
        env={**clean, "FRAY_DATA": str(data), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_every_page_carries_a_content_security_policy_without_inline_code(client: Client) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "style-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(bool(os.environ.get("DATABASE_URL")), reason="DATABASE_URL names another database")
def test_sqlite_keeps_a_write_ahead_log_and_waits_for_its_lock() -> None:
    with connection.cursor() as cursor:
        in_force = {}
        for pragma in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys"):
            in_force[pragma] = cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
    assert in_force == {"journal_mode": "wal", "synchronous": 1, "busy_timeout": 20000, "foreign_keys": 1}
    assert connection.transaction_mode == "IMMEDIATE"


def test_debug_is_off_and_only_this_machine_is_served_by_default(tmp_path: Path) -> None:
    assert setting("DEBUG", tmp_path) == "False"
    assert setting("ALLOWED_HOSTS", tmp_path) == "['localhost', '127.0.0.1', '[::1]']"


def test_the_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = setting("SECRET_KEY", tmp_path)
    assert len(first) > 50
    assert setting("SECRET_KEY", tmp_path) == first
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_cookies_are_for_encrypted_connections_only_when_the_site_has_them(tmp_path: Path) -> None:
    assert setting("SESSION_COOKIE_SECURE", tmp_path) == "False"
    assert setting("SESSION_COOKIE_SECURE", tmp_path, FRAY_HTTPS="1") == "True"
    assert setting("CSRF_COOKIE_SECURE", tmp_path, FRAY_HTTPS="1") == "True"


def test_postgresql_and_redis_are_chosen_by_their_addresses_alone(tmp_path: Path) -> None:
    database = setting('DATABASES["default"]["ENGINE"]', tmp_path, DATABASE_URL="postgres://u:p@db/fray")
    assert database == "django.db.backends.postgresql"
    assert setting("CELERY_BROKER_URL", tmp_path, REDIS_URL="redis://r:6379/0") == "redis://r:6379/0"
    assert "RedisCache" in setting("CACHES", tmp_path, REDIS_URL="redis://r:6379/0")
    assert setting("CELERY_BROKER_URL", tmp_path) == "filesystem://localhost//"


def test_mail_goes_to_the_console_unless_a_server_is_named(tmp_path: Path) -> None:
    assert "console.EmailBackend" in setting('MAILERS["default"]', tmp_path)
    named = {"EMAIL_URL": "smtp://anna:se%40cret@mail.example:2525"}
    assert setting('MAILERS["default"]["OPTIONS"]["password"]', tmp_path, **named) == "se@cret"
    assert setting('MAILERS["default"]["OPTIONS"]["port"]', tmp_path, **named) == "2525"
