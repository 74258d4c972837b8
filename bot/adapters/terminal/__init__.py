"""The parts of the chat on a keyboard; its face is `terminal_adapter`."""
