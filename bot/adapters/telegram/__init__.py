"""The parts of the Telegram adapter; its face is `telegram_adapter`."""
