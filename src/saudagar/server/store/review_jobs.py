"""The statements of the table in which servers share the reviews that people wait for; PostgreSQL alone has it."""

from __future__ import annotations

LEASE = 15
"""Seconds without a sign of life after which another server may claim a job; by the clock of the database."""
LOCK = 0x5A0DA6A3
"""The number of the advisory lock under which jobs are opened, so that a wish of two people is one job."""

TABLE = """CREATE TABLE IF NOT EXISTS review_job (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, created DOUBLE PRECISION NOT NULL, state TEXT NOT NULL,
    guests TEXT NOT NULL, stage TEXT, done INTEGER NOT NULL, of_all INTEGER NOT NULL, tries INTEGER NOT NULL,
    holder TEXT, beat TIMESTAMPTZ, body TEXT NOT NULL)"""
COLUMNS = "id, key, created, state, guests, stage, done, of_all, tries, body"
ACTIVE = "state IN ('waiting', 'running')"
FREE = f"(holder IS NULL OR beat < now() - interval '{LEASE} seconds')"
SELECT = f"SELECT {COLUMNS} FROM review_job"  # noqa: S608 - constants, here and below
CLAIM = f"""UPDATE review_job SET holder = ?, beat = now(), tries = tries + 1 WHERE id IN
    (SELECT id FROM review_job WHERE {ACTIVE} AND {FREE} ORDER BY created LIMIT ? FOR UPDATE SKIP LOCKED)
    RETURNING {COLUMNS}"""  # noqa: S608 - as above
GIVE_UP = f"""UPDATE review_job SET state = 'failed', stage = NULL,
    body = jsonb_set(body::jsonb, '{{wrong}}', '"the review broke off"')::text
    WHERE {ACTIVE} AND {FREE} AND tries > ?"""  # noqa: S608 - as above
SIGN = f"""UPDATE review_job SET beat = now(), state = ?, stage = ?, done = ?, of_all = ?, body = COALESCE(?, body)
    WHERE id = ? AND holder = ? AND {ACTIVE} RETURNING id"""  # noqa: S608 - as above
ONE = f"{SELECT} WHERE id = ?"
ONE_TO_CHANGE = f"{SELECT} WHERE id = ? FOR UPDATE"
ALIKE = f"{SELECT} WHERE key = ? AND state IN ('waiting', 'running', 'done')"
WAITING = f"SELECT guests FROM review_job WHERE {ACTIVE}"  # noqa: S608 - as above
NEW = f"INSERT INTO review_job ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - as above
TIDY = f"""DELETE FROM review_job WHERE NOT ({ACTIVE}) AND id NOT IN
    (SELECT id FROM review_job ORDER BY created DESC LIMIT ?)"""  # noqa: S608 - as above
GUESTS = "UPDATE review_job SET guests = ? WHERE id = ?"
CANCEL = "UPDATE review_job SET state = 'cancelled', stage = NULL, holder = NULL WHERE id = ?"
LET_GO = "UPDATE review_job SET holder = NULL WHERE holder = ?"
ONE_BY_ONE = "SELECT pg_advisory_xact_lock(?)"
