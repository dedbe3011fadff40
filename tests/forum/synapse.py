"""A real Matrix homeserver: Synapse, from an environment of its own, on loopback, its store in a folder of the test."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECRET = "a word for this test alone"
STARTS_WITHIN = 60.0

CONFIG = """\
server_name: judge.localhost
listeners:
  - {{port: {port}, bind_addresses: [127.0.0.1], type: http, tls: false, resources: [{{names: [client]}}]}}
database: {{name: sqlite3, args: {{database: {folder}/homeserver.db}}}}
media_store_path: {folder}/media
signing_key_path: {folder}/signing.key
pid_file: {folder}/homeserver.pid
registration_shared_secret: {secret}
macaroon_secret_key: {secret}
form_secret: {secret}
report_stats: false
trusted_key_servers: []
suppress_key_server_warning: true
federation_domain_whitelist: []
rc_message: {{per_second: {pace}, burst_count: {burst}}}
log_config: {folder}/log.yaml
"""
LOG = """\
version: 1
handlers: {{file: {{class: logging.FileHandler, filename: {folder}/homeserver.log}}}}
root: {{level: WARNING, handlers: [file]}}
"""


def python_with_synapse() -> Path | None:
    """The Python that has Synapse: `JUDGE_SYNAPSE` names another environment than the checkout's own."""
    folder = Path(os.environ.get("JUDGE_SYNAPSE") or ROOT / ".venv-synapse")
    python = folder / "bin" / "python"
    return python if (folder / "bin" / "synapse_homeserver").exists() else None


class Synapse:
    """A homeserver that runs until it is stopped."""

    def __init__(self, python: Path, folder: Path, pace: int = 1000, burst: int = 1000) -> None:
        self.python, self.folder = python, folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.config = folder / "homeserver.yaml"
        values = {"port": self.port, "folder": folder, "secret": SECRET, "pace": pace, "burst": burst}
        self.config.write_text(CONFIG.format(**values), encoding="utf-8")
        (folder / "log.yaml").write_text(LOG.format(**values), encoding="utf-8")
        # What `--generate-keys` would write, for which the whole server is started once more.
        key = base64.b64encode(os.urandom(32)).decode().rstrip("=")
        (folder / "signing.key").write_text(f"ed25519 a_test {key}\n", encoding="utf-8")
        self.process = self._run()
        self._wait()

    def _run(self) -> subprocess.Popen[bytes]:
        # Isolated (-I), so that nothing of this checkout is imported.
        return subprocess.Popen(
            [str(self.python), "-I", "-m", "synapse.app.homeserver", "-c", str(self.config)],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _wait(self) -> None:
        until = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/health", timeout=5):
                return
            time.sleep(0.2)
        self.stop()
        log = self.folder / "homeserver.log"
        raise AssertionError(f"Synapse did not start: {log.read_text()[-2000:] if log.exists() else 'no log'}")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(15)

    def ask(self, method: str, path: str, body: object = None, token: str = "") -> dict:
        """One question to the server."""
        request = urllib.request.Request(
            f"{self.url}{path}",
            data=None if body is None else json.dumps(body).encode(),
            method=method,
            headers={"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {}),
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    def register(self, name: str) -> str:
        """A new account by the shared secret; its access token."""
        nonce = self.ask("GET", "/_synapse/admin/v1/register")["nonce"]
        said = "\0".join((nonce, name, "password", "notadmin"))
        mac = hmac.new(SECRET.encode(), said.encode(), hashlib.sha1).hexdigest()
        body = {"nonce": nonce, "username": name, "password": "password", "admin": False, "mac": mac}
        return self.ask("POST", "/_synapse/admin/v1/register", body)["access_token"]

    def room(self, token: str) -> str:
        """A new room."""
        return self.ask("POST", "/_matrix/client/v3/createRoom", {"preset": "private_chat"}, token)["room_id"]

    def messages(self, token: str, room: str) -> list[dict]:
        """What stands in a room, oldest first, as a client sees it: the newest edit in place of what it edits."""
        where = f"/_matrix/client/v3/rooms/{urllib.parse.quote(room)}/messages?dir=b&limit=100"
        found = [
            one
            for one in self.ask("GET", where, token=token)["chunk"][::-1]
            if one["type"] == "m.room.message" and "m.relates_to" not in one["content"]
        ]
        for one in found:
            edit = one.get("unsigned", {}).get("m.relations", {}).get("m.replace")
            if edit:
                one["content"] = edit["content"]["m.new_content"]
                one["edited"] = True
        return found


class Player:
    """Somebody with an account on a homeserver, and the room in which they write."""

    def __init__(self, server: Synapse, name: str, judge: str) -> None:
        self.server, self.judge = server, judge
        self.account = f"@{name}:judge.localhost"
        self.token = server.register(name)
        self.room = self.open_room(judge)

    def open_room(self, *others: str, more: tuple[dict, ...] = ()) -> str:
        """A new room, to which these are invited."""
        body = {"preset": "trusted_private_chat", "invite": list(others), "is_direct": True}
        state = {"initial_state": list(more)} if more else {}
        return self.server.ask("POST", "/_matrix/client/v3/createRoom", body | state, self.token)["room_id"]

    def ask_in(self, account: str, room: str) -> None:
        """Invite somebody into a room."""
        where = f"/_matrix/client/v3/rooms/{urllib.parse.quote(room)}/invite"
        self.server.ask("POST", where, {"user_id": account}, self.token)

    def join(self, room: str) -> str:
        """Accept an invitation."""
        return self.server.ask("POST", f"/_matrix/client/v3/rooms/{urllib.parse.quote(room)}/join", {}, self.token)[
            "room_id"
        ]

    def say(self, text: str, room: str = "", **content: object) -> str:
        """A message; the name the server gives it."""
        body = {"msgtype": "m.text", "body": text, **content}
        return self._send("m.room.message", room or self.room, body)

    def send_sealed(self, room: str) -> str:
        """A message that nobody without its key can read."""
        body = {"algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgA", "session_id": "s", "sender_key": "k"}
        return self._send("m.room.encrypted", room, body)

    def _send(self, kind: str, room: str, body: dict) -> str:
        self.count = getattr(self, "count", 0) + 1
        where = f"/_matrix/client/v3/rooms/{urllib.parse.quote(room)}/send/{kind}/{self.count}"
        return self.server.ask("PUT", where, body, self.token)["event_id"]

    def change(self, event: str, text: str) -> str:
        """A message written anew."""
        new = {"msgtype": "m.text", "body": text}
        return self.say(
            f"* {text}", **{"m.new_content": new, "m.relates_to": {"rel_type": "m.replace", "event_id": event}}
        )

    def take_back(self, event: str) -> None:
        """A message deleted."""
        where = f"/_matrix/client/v3/rooms/{urllib.parse.quote(self.room)}/redact/{urllib.parse.quote(event)}/gone"
        self.server.ask("PUT", where, {}, self.token)

    def invitations(self) -> list[str]:
        """Rooms somebody asked them into."""
        self.looks = getattr(self, "looks", 0) + 1
        # The server keeps its answer to the same question for two minutes.
        found = self.server.ask("GET", f"/_matrix/client/v3/sync?timeout={self.looks}", token=self.token)
        return sorted(found.get("rooms", {}).get("invite", {}))

    def leave(self, room: str) -> None:
        """Go away from a room."""
        self.server.ask("POST", f"/_matrix/client/v3/rooms/{urllib.parse.quote(room)}/leave", {}, self.token)

    def answers(self, room: str = "") -> list[str]:
        """What the Judge said in a room, or in all that it asked them into, oldest first."""
        if not room:
            self.asked = [*getattr(self, "asked", []), *map(self.join, self.invitations())]
        found = [one for place in ([room] if room else self.asked) for one in self.server.messages(self.token, place)]
        found.sort(key=lambda one: one["origin_server_ts"])
        return [one["content"]["body"] for one in found if one["sender"] == self.judge]
