"""The operator's page in a browser: its forms send what the server accepts."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web_client import Server

from .conftest import Visit


def test_the_token_opens_the_page_and_logging_out_closes_it(visit: Visit, server: Server) -> None:
    operator = visit("/admin")
    with operator.expecting_faults():
        operator.see("input").fill("wrong")
        operator.press("text=log in")
        expect(operator.see("[role=alert]")).to_contain_text("not this server")
    operator.see("input").fill(server.token)
    operator.press("text=log in")
    expect(operator.see("table")).to_be_visible()
    operator.press("text=log out")
    expect(operator.see("input")).to_be_visible()
