"""Every environment variable that the bot reads, once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BeforeValidator, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


def _upper(value: object) -> object:
    return value.upper() if isinstance(value, str) else value


class Settings(BaseSettings):
    """The environment, or the file `.env` in the working directory; an empty variable is not set.

    Raises pydantic's `ValidationError` for a value that is none of the choices. `.env.example`
    lists the same names.
    """

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore", frozen=True
    )

    discord_token: SecretStr | None = None
    """Discord runs if it is set."""
    telegram_token: SecretStr | None = None
    """Telegram runs if it is set."""
    telegram_api_url: str | None = None
    """Root of a Bot API server; None: the official one. `/bot<token>/…` is appended."""
    discord_api_url: str | None = None
    """Root of Discord's REST interface, version included; None: the official one."""
    discord_gateway_url: str | None = None
    """Discord's gateway; None: the official one."""
    database_url: str = "sqlite+aiosqlite:///gamao.db"
    """Where everything is kept, as an SQLAlchemy URL with an asynchronous driver."""
    default_locale: str = "en"
    """The language of a channel that chose none and whose platform tells none."""
    log_level: Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(_upper)] = "INFO"
    """The least severity that is logged."""
    log_format: Literal["text", "json"] = "text"
    """For people, or for machines."""

    def by_name(self) -> Mapping[str, str | None]:
        """Return every setting by its lower-case name, tokens in the clear."""
        return {name: _plain(getattr(self, name)) for name in type(self).model_fields}

    def secrets(self) -> tuple[str, ...]:
        """Return what must never be shown: the tokens that are set."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return tuple(value.get_secret_value() for value in values if isinstance(value, SecretStr))


def _plain(value: SecretStr | str | None) -> str | None:
    return value.get_secret_value() if isinstance(value, SecretStr) else value
