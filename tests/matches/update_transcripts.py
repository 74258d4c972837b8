"""Write the transcripts that are kept anew.

    python -m tests.matches.update_transcripts

Read what changed before you commit it, aloud, as a player would on a phone.
"""

from __future__ import annotations

from tests.matches.scenes import KEPT, SCENES, play_everything


def main() -> None:
    """Play every scene and keep its transcript; those of scenes that are gone go too."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for scene, played in play_everything().items():
        scene.path.write_text(played.transcript(), "utf-8")
    for left_over in set(KEPT.iterdir()) - {scene.path for scene in SCENES}:
        left_over.unlink()


if __name__ == "__main__":
    main()
