"""The parts of the loopback Discord; its face is `fake_discord`."""
