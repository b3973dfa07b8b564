"""The settings that must be in force whatever the environment says."""

from django.test import Client


def test_every_page_carries_a_content_security_policy_without_inline_code(client: Client) -> None:
    policy = client.get("/accounts/login/")["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe-inline" not in policy
