"""Pictures under maps, sent as they lie: whoever knows the address of one may see it, and nobody guesses one."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from encounters.mapping.pictures import folder

#: A picture never changes under its name.
FOREVER = "public, max-age=31536000, immutable"


@require_safe
def picture(_request: HttpRequest, name: str) -> HttpResponse:
    """The whole file at once: a few megabytes at most."""
    try:
        content = (folder() / f"{name}.webp").read_bytes()
    except OSError:
        raise Http404 from None
    headers = {"Cache-Control": FOREVER, "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type="image/webp", headers=headers)
