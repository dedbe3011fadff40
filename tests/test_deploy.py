"""What is shipped for servers is at least well-formed."""

import configparser
import shutil
import subprocess
import sys
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


def test_hadolint_has_no_complaint():
    program = shutil.which("hadolint") or str(Path(sys.executable).with_name("hadolint"))
    done = subprocess.run(
        [program, str(DEPLOY / "Dockerfile")], capture_output=True, text=True, check=False, timeout=60
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")


def test_the_service_keeps_to_itself():
    """What systemd itself reckons: 0 is shut in, 10 is open to everything."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=30", str(DEPLOY / "judge.service")],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_the_image_is_looked_after_by_the_quick_doctor():
    """The whole one looks at every game, which a club's would not finish in the time a health check has."""
    assert 'CMD ["judge", "doctor", "--quick"]' in (DEPLOY / "Dockerfile").read_text()


def test_every_stage_of_the_image_is_used():
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    stages = [line.split(" AS ")[1] for line in lines if line.startswith("FROM") and " AS " in line]
    assert all(any(f"--from={stage}" in line for line in lines) for stage in stages)
    # Not as root, and by a number that a host understands.
    assert "USER 990:990" in lines
