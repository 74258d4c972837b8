"""What the players that think with bgsage's neural nets have in common."""
