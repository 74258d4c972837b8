"""Settings: what is read, from where, and that it is documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.config import Settings

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Leave no setting of the machine in the environment, and no `.env` in the working directory."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def test_nothing_set_means_the_documented_defaults() -> None:
    settings = Settings()
    assert settings.discord_token is None
    assert settings.telegram_token is None
    assert settings.database_url == "sqlite+aiosqlite:///gamao.db"
    assert (settings.default_locale, settings.log_level, settings.log_format) == ("en", "INFO", "text")


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_an_empty_variable_is_not_set(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name.upper(), "")
    assert getattr(Settings(), name) == Settings.model_fields[name].default


def test_the_environment_wins_over_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text("TELEGRAM_TOKEN=from the file\nDEFAULT_LOCALE=pt_BR\nUNKNOWN=1\n")
    monkeypatch.setenv("TELEGRAM_TOKEN", "from the environment")
    settings = Settings()
    assert settings.by_name()["telegram_token"] == "from the environment"
    assert settings.default_locale == "pt_BR"


def test_a_log_level_may_be_written_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "warning")
    assert Settings().log_level == "WARNING"


@pytest.mark.parametrize(("name", "value"), [("LOG_LEVEL", "LOUD"), ("LOG_FORMAT", "xml")])
def test_an_unknown_choice_is_an_error(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError, match=name.lower()):
        Settings()


def test_tokens_do_not_show_when_the_settings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
    monkeypatch.setenv("TELEGRAM_TOKEN", "123:xyz")
    settings = Settings()
    assert "abc.def" not in repr(settings)
    assert "123:xyz" not in str(settings)
    assert set(settings.secrets()) == {"abc.def", "123:xyz"}


def test_by_name_holds_every_setting() -> None:
    assert set(Settings().by_name()) == set(Settings.model_fields)


def test_the_example_lists_every_setting_with_its_default() -> None:
    lines = (ROOT / ".env.example").read_text("utf-8").splitlines()
    listed = dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))
    defaults = {name.upper(): field.default or "" for name, field in Settings.model_fields.items()}
    assert listed == defaults


def test_the_example_is_a_valid_file() -> None:
    Path(".env").write_text((ROOT / ".env.example").read_text("utf-8"), "utf-8")
    assert Settings() == Settings.model_construct(
        **{name: field.default for name, field in Settings.model_fields.items()}
    )


def test_the_operations_page_lists_every_setting_with_its_default() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([A-Z_]+)` \| (.*?) \|", page, re.MULTILINE))
    assert set(rows) == {name.upper() for name in Settings.model_fields}
    for name, field in Settings.model_fields.items():
        if field.default is not None:
            assert rows[name.upper()] == f"`{field.default}`"
