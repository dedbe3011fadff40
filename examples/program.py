"""A program that sits at a seat, through the door (docs/door.md): it orders the first thing listed, and waits for news.

python3 examples/program.py https://play.example.org TOKEN
"""

import json
import sys
import urllib.request


def ask(base: str, token: str, path: str, body: dict | None = None) -> dict:
    """What the door answers."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    data = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(f"{base}/api/{path}", data, headers), timeout=90) as answer:
        return json.load(answer)


def play(base: str, token: str) -> None:
    """To the end of the game."""
    last, ordered = 0, ""
    while (table := ask(base, token, "table"))["status"] != "over":
        window = table["window"]
        if window and window["asked"] and window["key"] != ordered:
            subjects = ask(base, token, "choices")["subjects"]
            listed = [one["choices"][0]["text"] for one in subjects if "choices" in one]
            letter = "\n".join([*listed, "READY"])
            heard = ask(base, token, "letters", {"text": letter, "window": window["key"], "id": window["key"]})
            print(heard["text"])
            if heard["answer"]["verdict"] == "ERRORS":
                ask(base, token, "letters", {"text": "READY", "window": window["key"]})
            ordered = window["key"]
        last = ask(base, token, f"news?after={last}&wait=60")["next"]


if __name__ == "__main__":
    play(*sys.argv[1:3])
