"""Servers of the tests' own, on loopback."""

import threading
from contextlib import contextmanager


@contextmanager
def serving(server):
    """An HTTP server that answers while this lasts."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)
