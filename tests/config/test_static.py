"""Static files are sent whole, whatever has become of them since the start."""

from pathlib import Path

from django.http import HttpRequest
from whitenoise.responders import StaticFile

from config.static import StaticFilesMiddleware


def test_a_file_that_grew_since_the_start_is_sent_with_its_own_length(tmp_path: Path) -> None:
    path = tmp_path / "sheet.css"
    path.write_text("a {}")
    noted = StaticFile(str(path), [("Content-Type", "text/css")])
    path.write_text("a {} b {}")
    request = HttpRequest()
    request.method = "GET"
    response = StaticFilesMiddleware.serve(noted, request)
    assert response.content == b"a {} b {}"
    assert response["Content-Length"] == "9"
