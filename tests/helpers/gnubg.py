"""GNU Backgammon, driven by commands, where it is installed."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from benchmarks.gnubg_player import PLACES, program

__all__ = ["Seen", "look_at", "program"]

SECONDS = 60


@dataclass(frozen=True, slots=True)
class Seen:
    """What GNU Backgammon makes of a file."""

    output: str
    sgf: str
    """The match as it saves it."""
    mat: str
    """The match as it exports it."""

    @property
    def warnings(self) -> list[str]:
        """Return its complaints about the file, each once."""
        found = re.findall(r"^.*(?:WARNING|Unrecogni[sz]ed|doesn't follow|[Ii]nvalid).*$", self.output, re.M)
        return list(dict.fromkeys(found))

    @property
    def gnu_id(self) -> str:
        """Return the position and match IDs that it shows last."""
        return ":".join(re.findall(r"Position ID: (\S+)\s+Match ID   : (\S+)", self.output)[-1])

    @property
    def score(self) -> tuple[int, int]:
        """Return the points of player 1, who is our seat 0, and of player 0."""
        found = re.search(r"The score \(after \d+ games?\) is: .* (\d+), .* (\d+) \(", self.output)
        assert found, self.output
        return int(found[2]), int(found[1])


def look_at(folder: Path, text: str, *, how: str, jacoby: bool = False) -> Seen:
    """Have GNU Backgammon read a file in `folder` by the command `how`, such as "import mat"."""
    (folder / "ours").write_text(text, "utf-8")
    commands = [
        f"set jacoby {'on' if jacoby else 'off'}",
        f"{how} ours",
        "show board",
        "show score",
        "save match theirs.sgf",
        "export match mat theirs.mat",
        "quit",
    ]
    path = program()
    assert path is not None
    done = subprocess.run(
        [path, "-t", "-q", "-r"],
        input="\n".join(commands) + "\n",
        capture_output=True,
        text=True,
        cwd=folder,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8", "PATH": PLACES},
        timeout=SECONDS,
        check=False,
    )
    saved = [folder / "theirs.sgf", folder / "theirs.mat"]
    sgf, mat = (file.read_text("utf-8") if file.exists() else "" for file in saved)
    return Seen(done.stdout + done.stderr, sgf, mat)
