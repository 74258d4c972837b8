FROM python:3.11-slim AS build
WORKDIR /src
COPY constraints.txt pyproject.toml README.md LICENSE ./
COPY bot bot
COPY renderers renderers
RUN python -m venv /opt/gamao && /opt/gamao/bin/pip install --no-cache-dir -c constraints.txt .

FROM python:3.11-slim
# The database, its lock and its backups live in /data, which belongs to the bot's own user.
RUN useradd --system --create-home --home-dir /data gamao
COPY --from=build /opt/gamao /opt/gamao
ENV PATH=/opt/gamao/bin:$PATH PYTHONUNBUFFERED=1 DATABASE_URL=sqlite+aiosqlite:////data/gamao.db
USER gamao
WORKDIR /data
VOLUME /data
# Exec form: the signal that stops the container reaches the bot itself.
ENTRYPOINT ["gamao"]
CMD ["run"]
