"""A Judge that has loaded its modules already: a page of sixty commands is pasted in a third of the time.

Every command is a process of its own, as in a shell, with its own folder, environment and files; only the half second
in which Python reads the same modules again is spared. `tests/test_package.py` starts the real program, from the wheel.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import pkgutil
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import judge

CALL = """
import json, os, socket, sys
with socket.socket(socket.AF_UNIX) as there:
    there.connect({address!r})
    asked = json.dumps([sys.argv[1:], os.getcwd(), dict(os.environ)]).encode()
    socket.send_fds(there, [len(asked).to_bytes(4, "big")], [0, 1, 2])
    there.sendall(asked)
    status = there.recv(1)
sys.exit(status[0] if status else 70)
"""


@contextlib.contextmanager
def ready(folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """The text of a program `judge` for a shell; what stands behind it ends with the block."""
    address = folder / "ready"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.ready", str(address)],
        env=dict(environment), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
    ) as behind:  # fmt: skip
        try:
            assert behind.stdout is not None
            assert behind.stdout.readline() == b"ready\n"
            call = folder / "call.py"
            call.write_text(CALL.format(address=str(address)), encoding="utf-8")
            yield f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -S {shlex.quote(str(call))} "$@"\n'
        finally:
            behind.terminate()


def main(address: str) -> None:
    """Load every module, then carry out each command in a child."""
    for module in pkgutil.walk_packages(judge.__path__, "judge."):
        if not module.name.endswith(("__main__", ".native")):
            # What an optional package is missing for is missing in the real program as well.
            with contextlib.suppress(ModuleNotFoundError):
                importlib.import_module(module.name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(address)
        door.listen()
        print("ready", flush=True)
        while True:
            caller, _ = door.accept()
            if os.fork() == 0:
                door.close()
                _carry_out(caller)
            caller.close()


def _carry_out(caller: socket.socket) -> None:
    from judge.cli.main import run

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    length, files, _, _ = socket.recv_fds(caller, 4, 3)
    asked = b""
    while len(asked) < int.from_bytes(length, "big"):
        asked += caller.recv(1 << 16)
    args, folder, environment = json.loads(asked)
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["judge", *args]
    try:
        status = run(args)
        sys.stdout.flush()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    finally:
        sys.stderr.flush()
    caller.sendall(bytes([status]))
    os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1])
