"""Static files under ASGI: WhiteNoise's tables and headers, without a thread or a stream per file."""

from http import HTTPStatus
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise's own middleware is synchronous only, so every live page would occupy a thread."""

    sync_capable = async_capable = True

    def __init__(self, get_response: Any) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Any:
        if iscoroutinefunction(self):
            return self.answer(request)
        found = self.static_file(request)
        return self.serve(found, request) if found else self.get_response(request)

    async def answer(self, request: HttpRequest) -> HttpResponse:
        found = self.static_file(request)
        return self.serve(found, request) if found else await self.get_response(request)

    def static_file(self, request: HttpRequest) -> StaticFile | None:
        path = request.path_info
        return self.find_file(path) if self.autorefresh else self.files.get(path)

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The whole file at once: ours are style sheets, scripts and fonts of some ten kilobytes."""
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file:
                content = found.file.read()
        response = HttpResponse(content, status=int(found.status))
        del response["Content-Type"]
        for name, value in found.headers:
            response[name] = value
        if found.file is not None and int(found.status) == HTTPStatus.OK:
            # The file may have changed since its headers were noted, and a wrong length breaks the connection.
            response["Content-Length"] = str(len(content))
        return response
