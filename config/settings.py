"""Settings of the site: one file, read from the environment (see README, "Settings")."""

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

BASE = Path(__file__).resolve().parent.parent


def listed(name: str, default: str = "") -> list[str]:
    """The comma-separated parts of an environment variable, without blanks."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def switched_on(name: str) -> bool:
    """Whether an environment variable says yes: 1, true, yes or on."""
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


# Data: everything the running site writes stays in this folder.
DATA = Path(os.environ.get("FRAY_DATA") or BASE / "var").resolve()
DATA.mkdir(parents=True, exist_ok=True)


def kept_secret(path: Path) -> str:
    """The secret in `path`; made at random, readable by its owner only, when there is none yet."""
    if not path.exists():
        made = path.with_name(f"{path.name}.{os.getpid()}")
        made.touch(mode=0o600)
        made.write_text(secrets.token_urlsafe(64))
        try:
            os.link(made, path)  # unlike a rename, never replaces what another process made first
        except FileExistsError:
            pass
        finally:
            made.unlink()
    return path.read_text().strip()


# Security
DEBUG = switched_on("FRAY_DEBUG")
HTTPS = switched_on("FRAY_HTTPS")
SECRET_KEY = os.environ.get("SECRET_KEY") or kept_secret(DATA / "secret_key")
ALLOWED_HOSTS = listed("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = listed("CSRF_TRUSTED_ORIGINS")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF],
    "style-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "connect-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}

# Applications
INSTALLED_APPS = [
    "config",
    "sheets",
    "encounters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django_htmx",
    "allauth",
    "allauth.account",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.static.StaticFilesMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Database: SQLite in the data folder, or what DATABASE_URL names.
DATABASES: dict[str, dict[str, Any]] = {
    "default": {**dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{DATA / 'fray.sqlite3'}")}
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        # A write takes its lock at once and waits for it, so that it is never refused half way.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    # A file, so that tests meet the same locks; its own for each process, so that two runs never share it.
    DATABASES["default"]["TEST"] = {"NAME": DATA / f"test-{os.getpid()}.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {"NAME": f"test_{DATABASES['default']['NAME']}_{os.getpid()}"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Redis, where there is one: cache, broker and the live channel.
REDIS_URL = os.environ.get("REDIS_URL", "")
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# Background work: the state of a report is kept in its own row, so there is no result backend.
CELERY_BROKER_URL = REDIS_URL or "filesystem://localhost//"
if not REDIS_URL:
    CELERY_BROKER_TRANSPORT = "config.broker:Transport"
    BROKER_FOLDERS = {
        "data_folder_in": str(DATA / "broker" / "messages"),
        "data_folder_out": str(DATA / "broker" / "messages"),  # the same folder: we send to ourselves
        "processed_folder": str(DATA / "broker" / "processed"),
        "control_folder": str(DATA / "broker" / "control"),
    }
    for _folder in BROKER_FOLDERS.values():
        Path(_folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {**BROKER_FOLDERS, "store_processed": False, "polling_interval": 0.2}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_RESULT_BACKEND = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_ALWAYS_EAGER = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# Accounts
AUTH_USER_MODEL = "sheets.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = int(os.environ.get("TRUSTED_PROXIES") or "0")
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Fray: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_ADAPTER = "config.accounts.AccountAdapter"

# E-mail: printed to the console, or sent through EMAIL_URL: smtp://user:password@host:port (STARTTLS where
# the user is named), smtps:// for TLS from the start.
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or "Fray <fray@localhost>"
_mail = urlsplit(os.environ.get("EMAIL_URL", "console://"))
MAILERS: dict[str, dict[str, Any]] = {"default": {"BACKEND": "config.console.EmailBackend"}}
if _mail.scheme in {"smtp", "smtps"}:
    MAILERS["default"] = {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": _mail.hostname or "localhost",
            "port": _mail.port or (465 if _mail.scheme == "smtps" else 587 if _mail.username else 25),
            "username": unquote(_mail.username or ""),
            "password": unquote(_mail.password or ""),
            "use_ssl": _mail.scheme == "smtps",
            "use_tls": bool(_mail.username) and _mail.scheme == "smtp",
            "timeout": 20,
        },
    }

# Languages and time
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian"))]
LOCALE_PATHS = [BASE / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = os.environ.get("TZ") or "UTC"

# Static files: found where they lie, served by WhiteNoise under the same address with or without DEBUG.
STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/fonts/"

# Pictures under maps: written and served by the site itself, each under a name that nobody guesses.
MEDIA_ROOT = DATA / "media"

# Log: warnings and errors to standard error, tracebacks there and nowhere else.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR"},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
