"""The wheel and the sdist build, install into an empty environment, and bring everything they need with them."""

import fcntl
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).resolve().parent.parent


def run(*args, cwd=None, ok=True, **more):
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    env |= more
    done = subprocess.run([*map(str, args)], capture_output=True, text=True, cwd=cwd, env=env, timeout=400, check=False)
    assert done.returncode == 0 or not ok, f"{args}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A wheel made from the sdist, as an index would have it: once, whichever of a run's workers wants it first."""
    base = tmp_path_factory.getbasetemp()
    out = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "dist"
    out.mkdir(exist_ok=True)
    with (out / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(out.glob("*.whl")):
            build(out)
    (wheel,), (sdist,) = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, sdist


def build(out):
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", out, ROOT)
    (sdist,) = out.glob("*.tar.gz")
    shutil.unpack_archive(sdist, out)
    # Only the wheel is built in an environment that has no more than it asks for: an sdist is mere packing.
    source = out / sdist.name.removesuffix(".tar.gz")
    done = run(
        sys.executable, "-m", "build", "--wheel", "--outdir", out, source, ok=False, CC=hasty_compiler(out)
    )  # fmt: skip
    if done.returncode:
        if not os.environ.get("JUDGE_REQUIRE_SERVERS") and "Could not find a version" in done.stdout + done.stderr:
            pytest.skip("no package index can be reached, so nothing can be built in an empty environment")
        pytest.fail(done.stdout + done.stderr)


def hasty_compiler(folder):
    """This machine's compiler, told not to optimise: nothing here asks how fast the kernel is."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    path = folder / "hasty-cc"
    path.write_text(f'#!/bin/sh\nexec {compiler} "$@" -O0\n', encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_the_wheel_carries_maps_templates_rulings_and_grammars(built):
    wheel, sdist = built
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for folder, pattern in (("maps", "*.yaml"), ("templates", "**/*.*")):
        for path in (ROOT / folder).glob(pattern):
            if path.is_file():
                assert f"judge/_data/{path.relative_to(ROOT).as_posix()}" in names, path
    for path in (ROOT / "docs").rglob("*.md"):
        assert f"judge/_data/docs/{path.relative_to(ROOT / 'docs').as_posix()}" in names
    for path in (ROOT / "docs" / "rulings").glob("*.md"):
        assert f"judge/_data/rulings/{path.name}" in names
    for path in (ROOT / "judge").rglob("*.lark"):
        assert path.relative_to(ROOT).as_posix() in names
    assert not [name for name in names if name.startswith(("tests/", "bench/", "examples/"))]
    with tarfile.open(sdist) as archive:
        assert any(name.endswith("/tests/test_package.py") for name in archive.getnames())


def test_the_kernel_goes_in_compiled_where_there_is_a_compiler(built):
    wheel, _ = built
    with zipfile.ZipFile(wheel) as archive:
        compiled = [name for name in archive.namelist() if "/native." in name]
    if os.environ.get("JUDGE_REQUIRE_COMPILED"):
        assert compiled
    assert wheel.stem.endswith("-none-any") is not bool(compiled)


@pytest.mark.daily(3)
def test_the_kernel_does_not_go_in_at_all_where_its_compiler_fails(tmp_path):
    copy = tmp_path / "source"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "tests", "examples", "bench", "native.*"))
    no_compiler = tmp_path / "no-compiler"
    no_compiler.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    no_compiler.chmod(0o755)
    run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, copy, CC=str(no_compiler)
    )  # fmt: skip
    (plain,) = tmp_path.glob("*.whl")
    assert plain.stem.endswith("-py3-none-any")
    with zipfile.ZipFile(plain) as archive:
        names = archive.namelist()
    assert "judge/adjudicator/diplomacy/kernel.py" in names
    assert not [name for name in names if "/native." in name]


@pytest.mark.server
def test_the_wheel_runs_in_an_empty_environment(built, tmp_path):
    wheel, _ = built
    # Nothing is in it, not even pip: ours puts the wheel there.
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env")
    bare = tmp_path / "env" / "bin"
    pip = (sys.executable, "-m", "pip", "--python", bare / "python")
    run(*pip, "install", "--quiet", "--no-compile", "--disable-pip-version-check", wheel)
    assert run(bare / "judge", "--version", cwd=tmp_path).stdout.startswith("judge, version ")
    games = run(bare / "judge", "games", cwd=tmp_path).stdout
    for key in [line.split()[0] for line in games.splitlines()]:
        assert run(bare / "judge", "games", "show", key, cwd=tmp_path).stdout
    assert run(bare / "judge", "docs", "gm-guide", cwd=tmp_path).stdout.startswith("# ")
    assert "RW-9" in run(bare / "judge", "rules", "range-war", "RW-9", cwd=tmp_path).stdout
    shown = run(bare / "judge", "demo", "--turns", "1", "--out", "demo", cwd=tmp_path).stdout
    assert "Stopped after 1 window" in shown
    assert (tmp_path / "demo" / "site" / "demo" / "index.html").is_file()
    assert list((tmp_path / "demo" / "mail").rglob("*.eml"))
    doctor = run(bare / "judge", "doctor", "--campaign", tmp_path / "demo", cwd=tmp_path, ok=False).stdout
    kernel = next(line for line in doctor.splitlines() if " kernel " in line)
    with zipfile.ZipFile(wheel) as archive:
        carried = any("/native." in name for name in archive.namelist())
    assert ("compiled" if carried else "interpreted") in kernel
    scenarios = sorted(str(path) for path in (ROOT / "tests").glob("*/*.yaml"))[:3]
    if scenarios:
        assert "0 failed" in run(bare / "judge", "check", *scenarios, cwd=tmp_path).stdout
