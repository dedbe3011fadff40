"""Decrypting a letter in a process of its own: a packed letter may unpack to more than a machine holds."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SECONDS = 10.0
MEMORY = 1024 * 1024 * 1024
MOST_OUT = 256 * 1024


@dataclass(frozen=True, slots=True)
class Decrypted:
    """The mail inside. `signed`: `pass`, `fail` (none that holds), or "" (no key is known)."""

    body: bytes
    signed: str


def apart(secret: bytes, own_key: str, keys: Sequence[str]) -> Decrypted | None:
    """Decrypt with the judge's key, the signature inside checked against these keys; None: it cannot be read."""
    home = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    asked = {"secret": base64.b64encode(secret).decode(), "own": own_key, "keys": list(keys)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "judge.mail.decrypting"], input=json.dumps(asked).encode(), capture_output=True,
            timeout=SECONDS, env={**os.environ, "PYTHONPATH": path}, check=True,
        )  # fmt: skip
        told = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    if not isinstance(told, dict) or "body" not in told:
        return None
    return Decrypted(base64.b64decode(told["body"]), str(told["signed"]))


def decrypt(secret: bytes, own_key: str, keys: Sequence[str]) -> dict[str, str]:
    """In the process apart: what is inside, and what its signature says."""
    import pysequoia

    certs = [pysequoia.Cert.from_bytes(key.encode()) for key in keys]
    key = pysequoia.Tsk.from_bytes(own_key.encode())
    signed = ""
    try:
        done: Any = pysequoia.decrypt(bytes=secret, decryptor=key.decryptor(), store=lambda ids: certs)
        signed = "pass" if done.valid_sigs else ""
    except Exception:  # no valid signature among the certs; the library does not say whether there is a bad one or none
        done = pysequoia.decrypt(bytes=secret, decryptor=key.decryptor())
        signed = "fail" if certs else ""
    return {"body": base64.b64encode(bytes(done.bytes)[:MOST_OUT]).decode(), "signed": signed}


def work() -> None:
    """One letter from the standard input to the standard output."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    asked = json.loads(sys.stdin.buffer.read())
    told = decrypt(base64.b64decode(asked["secret"]), asked["own"], asked["keys"])
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    work()
