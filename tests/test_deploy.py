"""What is shipped for servers is at least well-formed."""

import configparser
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

DEPLOY = Path(__file__).resolve().parent.parent / "deploy"


def test_the_unit_has_what_a_service_needs():
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(DEPLOY / "judge.service")
    assert unit["Service"]["KillSignal"] == "SIGTERM"
    assert "judge serve" in unit["Service"]["ExecStart"]
    assert unit["Install"]["WantedBy"] == "multi-user.target"


def test_systemd_has_no_complaint(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    text = (DEPLOY / "judge.service").read_text().replace("/opt/judge/bin/judge", "/bin/true")
    (tmp_path / "judge@.service").write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "judge@.service")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "judge@" not in done.stderr, done.stderr


def test_the_compose_file_names_what_it_uses():
    value = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    for service in value["services"].values():
        for secret in service.get("secrets", []):
            assert secret in value["secrets"]
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in value["volumes"]
    assert (DEPLOY / value["services"]["judge"]["build"]["dockerfile"].rpartition("/")[2]).is_file()


def test_every_stage_of_the_image_is_used():
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    stages = [line.split(" AS ")[1] for line in lines if line.startswith("FROM") and " AS " in line]
    assert all(any(f"--from={stage}" in line for line in lines) for stage in stages)
    assert any(line.startswith("USER judge") for line in lines)
