-- Everything that happened is in `event`, append-only; a match's state is its replay. `secret` is read by the dealer alone.
CREATE TABLE match (
  id TEXT PRIMARY KEY,
  created_at REAL NOT NULL,
  ruleset TEXT NOT NULL,
  seals INTEGER NOT NULL,
  first TEXT,
  name_a TEXT NOT NULL,
  name_b TEXT NOT NULL,
  player_a TEXT,
  player_b TEXT,
  guest_a BLOB,
  guest_b BLOB,
  rematch TEXT
) STRICT;
CREATE INDEX match_guest_a ON match (guest_a, created_at);
CREATE INDEX match_guest_b ON match (guest_b, created_at);

CREATE TABLE secret (
  match_id TEXT PRIMARY KEY REFERENCES match (id),
  seed BLOB NOT NULL,
  player_seed BLOB NOT NULL
) STRICT;

CREATE TABLE event (
  match_id TEXT NOT NULL REFERENCES match (id),
  ply INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat TEXT,
  cause TEXT,
  chance TEXT,
  key TEXT,
  at REAL NOT NULL,
  PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX event_key ON event (match_id, seat, key) WHERE key IS NOT NULL;

-- How each match stands, for lists: written with every event, and derived from them, so that it could be dropped.
CREATE TABLE standing (
  match_id TEXT PRIMARY KEY REFERENCES match (id),
  round INTEGER NOT NULL,
  phase TEXT NOT NULL,
  seals_a INTEGER NOT NULL,
  seals_b INTEGER NOT NULL,
  winner TEXT,
  updated REAL NOT NULL
) STRICT;

