"""The files for containers agree with the program, and every container is confined."""

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.proxies import DEPLOY
from tests.server.test_deploy import checked

ROOT = DEPLOY.parent
yaml = importlib.import_module("yaml")
doc_tables = importlib.import_module("tools.doc_tables")
COMPOSE_FILES = sorted(file.name for file in DEPLOY.glob("compose*.yaml"))
SETTINGS = set(re.findall(r"`(KNOBEL_\w+)`", doc_tables.settings()))


def services(name: str) -> dict[str, dict[str, Any]]:
    """Return the services of a compose file."""
    return dict(yaml.safe_load((DEPLOY / name).read_text())["services"])


def test_the_image_contains_all_files_of_its_build() -> None:
    copied = re.findall(r"^COPY (?!--from)(.*) \S+$", (ROOT / "Containerfile").read_text(), re.MULTILINE)
    sent = {line[1:] for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")}
    names = {name for line in copied for name in line.split()}
    assert {name.split("/")[0] for name in names} == sent
    assert all((ROOT / name).exists() for name in names)


def test_the_image_is_confined() -> None:
    text = (ROOT / "Containerfile").read_text()
    assert re.search(r"^USER 10001:10001$", text, re.MULTILINE)
    assert re.findall(r"^VOLUME (.*)$", text, re.MULTILINE) == ["/data"]
    assert set(re.findall(r"(KNOBEL_\w+)=", text)) <= SETTINGS
    assert not re.search(r"https?://(?!127\.0\.0\.1)", text), "no registry is named"


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_every_service_is_confined_and_checked(name: str) -> None:
    for service, content in services(name).items():
        assert content["read_only"], service
        assert content["cap_drop"] == ["ALL"], service
        assert content["security_opt"] == ["no-new-privileges:true"], service
        assert content["restart"] == "unless-stopped", service
        assert content["healthcheck"]["test"], service


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_the_settings_of_services_exist(name: str) -> None:
    document = yaml.safe_load((DEPLOY / name).read_text())
    for service, content in document["services"].items():
        if content["image"] == "localhost/knobel":
            assert set(content.get("environment", {})) <= SETTINGS, service
        volumes = {volume.split(":")[0] for volume in content.get("volumes", []) if not volume.startswith(".")}
        assert volumes <= set(document["volumes"]), service
        assert set(content.get("secrets", [])) <= set(document.get("secrets", {})), service
        assert set(content.get("depends_on", {})) <= set(document["services"]), service


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_podman_compose_accepts_its_file(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not re.search(r"\bconfig\b", checked("podman-compose", "--help")):
        pytest.skip("this podman-compose is too old for these files")
    monkeypatch.setenv("KNOBEL_NAME", "knobel.example.org")
    assert "/readyz" in checked("podman-compose", "--file", DEPLOY / name, "config")


def test_caddy_accepts_the_file_of_compose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(folder, str(tmp_path))
    monkeypatch.setenv("KNOBEL_NAME", "knobel.example.org")
    checked("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "compose.Caddyfile")
