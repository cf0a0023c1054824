-- Matches between two browsers: joined by invitation, dealt by JD1, with clocks, phrases and offers.
ALTER TABLE match ADD COLUMN online INTEGER NOT NULL DEFAULT 0;
ALTER TABLE match ADD COLUMN clock TEXT;
-- `version` counts the writes to a match, and every write names the one it makes; `awaited` is whom the match waits for.
ALTER TABLE standing ADD COLUMN awaited TEXT NOT NULL DEFAULT '';
ALTER TABLE standing ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
UPDATE standing SET version = (SELECT coalesce(max(ply), 0) FROM event WHERE event.match_id = standing.match_id);

-- What happened beside the table, append-only: joining, offers, phrases, calling off. `step` is the version it made.
CREATE TABLE note (
  match_id TEXT NOT NULL REFERENCES match (id),
  step INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat TEXT,
  data TEXT,
  key TEXT,
  at REAL NOT NULL,
  PRIMARY KEY (match_id, step)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX note_key ON note (match_id, coalesce(seat, ''), key) WHERE key IS NOT NULL;

-- Attempts to deal a round, with their secrets: for the dealer alone. A void attempt stays.
CREATE TABLE dealing (
  match_id TEXT NOT NULL REFERENCES match (id),
  round INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  at REAL NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (match_id, round, attempt)
) STRICT, WITHOUT ROWID;

CREATE TABLE clock (
  match_id TEXT PRIMARY KEY REFERENCES match (id),
  left_a REAL NOT NULL,
  left_b REAL NOT NULL,
  running TEXT,
  since REAL NOT NULL,
  deadline REAL
) STRICT;
CREATE INDEX clock_deadline ON clock (deadline) WHERE deadline IS NOT NULL;

-- Links: the hash of a token, and what it opens.
CREATE TABLE token (
  hash BLOB PRIMARY KEY,
  kind TEXT NOT NULL,
  match_id TEXT REFERENCES match (id),
  sealed BLOB,
  ends REAL
) STRICT;
CREATE INDEX token_match ON token (match_id, kind);

CREATE TABLE watcher (
  match_id TEXT NOT NULL REFERENCES match (id),
  guest BLOB NOT NULL,
  PRIMARY KEY (match_id, guest)
) STRICT, WITHOUT ROWID;

-- When servers ran: a clock does not run while none does.
CREATE TABLE uptime (
  server TEXT PRIMARY KEY,
  began REAL NOT NULL,
  seen REAL NOT NULL
) STRICT;
