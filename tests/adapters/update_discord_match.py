"""Write the transcripts of the whole match anew: `python -m tests.adapters.update_discord_match`.

Look at what changed before you commit it.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.helpers.discord_match import LOCALES, golden, played


async def main() -> None:
    """Play the match in every language, and keep what was shown."""
    for locale in LOCALES:
        with tempfile.TemporaryDirectory() as folder:
            path = golden(locale)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(await played(Path(folder), locale), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
