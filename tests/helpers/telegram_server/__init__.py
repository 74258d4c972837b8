"""The parts of the loopback Bot API server; its face is `fake_telegram`."""
