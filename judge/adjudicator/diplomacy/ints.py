"""Arrays of whole numbers: lists when the kernel runs interpreted, `librt.vecs` when it is compiled.

The build replaces the import of this module by the compiler's own types; nothing else differs between the two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

if TYPE_CHECKING:
    from librt.vecs import vec
else:
    # `vec[i64]([1, 2])` is the list `[1, 2]`: interpreted, nothing is faster.
    vec = {i64: list}


__all__ = ["i64", "vec"]
