"""Whether bgsage can run here. Nothing is imported to find out."""

from __future__ import annotations

import importlib.util
import platform
import re
import sys
from pathlib import Path

PACKAGE = "bgsage"
NEEDED = "AVX2"
"""Its x86 build uses these instructions without asking: elsewhere it would end the process."""

_CPUINFO = Path("/proc/cpuinfo")
_PF_AVX2 = 40
"""Windows' number for them (`IsProcessorFeaturePresent`)."""


def missing() -> str | None:
    """Return what bgsage needs and this machine lacks, the package itself or `NEEDED`; None: nothing."""
    if importlib.util.find_spec(PACKAGE) is None:
        return PACKAGE
    if platform.machine() in {"x86_64", "AMD64"} and not _has_avx2():
        return NEEDED
    return None


def names_avx2(cpuinfo: str) -> bool:
    """Return whether every processor of Linux' `/proc/cpuinfo` has what bgsage's build uses."""
    flags = [set(found.split()) for found in re.findall(r"^flags\s*:(.*)$", cpuinfo, re.MULTILINE)]
    return all({"avx2", "fma"} <= each for each in flags)


def _has_avx2() -> bool:
    """Return whether the processor has them; where the system does not say: yes, as nearly all have."""
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415 - only Windows asks this way

        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(_PF_AVX2))
    return names_avx2(_CPUINFO.read_text("utf-8")) if _CPUINFO.exists() else True
