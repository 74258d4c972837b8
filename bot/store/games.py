"""`games`: the matches as a person reads them in the shell of the database.

A database view holds no data, but a table that it reads cannot be built anew beneath it. So it is
no part of the migrations: every upgrade drops it first and makes it again at the end. A change
here takes effect with the next revision.
"""

from __future__ import annotations

DROP_GAMES = "DROP VIEW IF EXISTS games"

CREATE_GAMES = """
CREATE VIEW games AS
SELECT
    m.id AS match_id,
    c.platform,
    c.chat,
    c.topic,
    m.status,
    m.variant,
    m.length,
    m.game,
    m.crawford,
    a0.name AS player_0,
    a1.name AS player_1,
    m.score_0 || '-' || m.score_1 AS score,
    m.phase,
    CASE m.on_roll WHEN 0 THEN a0.name ELSE a1.name END AS on_roll,
    m.dice,
    m.cube_value,
    CASE m.cube_owner WHEN 0 THEN a0.name WHEN 1 THEN a1.name END AS cube_owner,
    m.cube_offered,
    m.position_id,
    m.tentative,
    m.version,
    m.started_at,
    m.changed_at,
    m.ended_at
FROM match AS m
JOIN channel AS c ON c.id = m.channel_id
LEFT JOIN seat AS s0 ON s0.match_id = m.id AND s0.seat = 0
LEFT JOIN account AS a0 ON a0.player_id = s0.player_id
LEFT JOIN seat AS s1 ON s1.match_id = m.id AND s1.seat = 1
LEFT JOIN account AS a1 ON a1.player_id = s1.player_id
"""
