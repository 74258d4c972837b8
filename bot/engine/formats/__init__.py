"""Matches as other programs write them: `.mat` (Jellyfish, GNU Backgammon, XG …) and SGF.

Refusals of a `.mat` file, all `InvalidNotation`; `line` counts from 1, `text` is what stands there,
`reason` is the refusal of the rules.

    key              params               when
    mat-no-length                         there is no line such as ` 7 point match`
    mat-length       points, most         a match goes to `most` points at most
    mat-unreadable   line, text           the line is nothing that belongs here
    mat-tag          line, text           a tag with a value that means nothing
    mat-rules        reason               the tags tell of house rules that make no sense together
    mat-names        line                 ` Game n` is followed by names and points; always the same names
    mat-game-number  line, number         this should be game `number`
    mat-score        line, score          the games before gave another score
    mat-start        line, text           the variant does not start like this
    mat-unfinished   line                 another game begins, and the one before has no end
    mat-over         line                 the match was over before
    mat-turn         line, text           this side is not to act, or not so
    mat-opening      line, text           the first roll of a game is no double
    mat-unplayed     line, text           the roll can be played, and no play is written
    mat-incomplete   line, text           the play leaves numbers that can be played
    mat-illegal      line, text, reason   the play, or the turn of the cube, is not legal
    mat-cube         line, text, value    the cube would be turned to `value`
    mat-result       line, text, points   the game gives `points`
    mat-resigned     line, text           the game was not over, and no resignation gives so many points
"""

from __future__ import annotations

from bot.engine.formats.mat_reader import import_mat
from bot.engine.formats.mat_writer import export_mat
from bot.engine.formats.sgf_writer import export_sgf
from bot.engine.formats.transcript import Transcript

__all__ = ["Transcript", "export_mat", "export_sgf", "import_mat"]
