"""Waiting for this or that: a process with many open files waits as well as one with few."""

import os
import resource

import pytest

from judge.store.wakeup import Wake


@pytest.fixture
def high():
    """A file number that `select` would refuse."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 4096:
        pytest.fail(f"this machine gives a process {hard} files and no more")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    yield 4000
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_wake_with_a_high_number_is_waited_for(high):
    wake = Wake()
    low, wake._out = wake._out, os.dup2(wake._out, high, inheritable=False)
    os.close(low)
    assert not wake.wait(0.01)
    wake.set()
    assert wake.wait(5)
    assert not wake.wait(0.01)
    wake.close()
