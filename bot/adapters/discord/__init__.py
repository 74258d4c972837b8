"""The parts of the Discord adapter; its face is `discord_adapter`."""
