"""Build hook of the wheel: the compiled Diplomacy kernel goes in where it can be compiled, and nothing fails where not.

An editable install takes the kernel as `make compile` leaves it. JUDGE_NO_COMPILE=1 makes a pure Python wheel.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelHook(BuildHookInterface):
    """Compiles the kernel into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called once before the wheel is put together."""
        if version == "editable" or os.environ.get("JUDGE_NO_COMPILE"):
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "tools"))
        from compile_kernel import compile_kernel

        built = compile_kernel(root)
        if built is None:
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"].append(built.relative_to(root).as_posix())
