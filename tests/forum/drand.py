"""A randomness beacon of our own on loopback, in drand's HTTP form, with real signatures."""

import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from judge.forum.beacon import SCHEMES, Beacon

QUICKNET, DEFAULT = "bls-unchained-g1-rfc9380", "pedersen-bls-chained"


class Drand:
    """Signs rounds. `upto`: the newest round there is (None: every one); `lie`: what else an answer says."""

    def __init__(self, scheme=QUICKNET, secret=20260101):
        self.scheme, self.secret = scheme, Scalar(secret)
        self.upto, self.lie, self.asked = None, {}, []
        house = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                house.asked.append(self.path)
                number = int(self.path.rsplit("/", 1)[1])
                if house.upto is not None and number > house.upto:
                    self.send_error(404)
                    return
                body = json.dumps({**house.round(number), **house.lie}).encode()
                self.send_response(200)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *words):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(5)

    @property
    def beacon(self):
        key = (G2Point() if self.scheme == QUICKNET else G1Point()) * self.secret
        return Beacon(
            urls=(f"http://127.0.0.1:{self.server.server_port}",), chain="52db9ba7", public_key=bytes(
                key.to_compressed_bytes()).hex(), period=3, genesis=1_700_000_000, scheme=self.scheme,
        )  # fmt: skip

    @property
    def info(self):
        """What it says of itself."""
        about = self.beacon
        return {
            "public_key": about.public_key, "period": about.period, "genesis_time": about.genesis, "hash": about.chain,
            "schemeID": about.scheme,
        }  # fmt: skip

    def round(self, number):
        chained = self.scheme == DEFAULT
        before = hashlib.sha256(str(number - 1).encode()).digest() if chained else b""
        message = hashlib.sha256(before + number.to_bytes(8, "big")).digest()
        point = G2Point if chained else G1Point
        signature = bytes(
            (point.hash_to_curve(message, SCHEMES[self.scheme].encode()) * self.secret).to_compressed_bytes()
        )
        said = {
            "round": number, "randomness": hashlib.sha256(signature).hexdigest(), "signature": signature.hex(),
        }  # fmt: skip
        return {**said, "previous_signature": before.hex()} if chained else said
