-- The same tables as the SQLite store has after its second migration: PostgreSQL begins here.
CREATE TABLE match (
  id TEXT COLLATE "C" PRIMARY KEY,
  created_at DOUBLE PRECISION NOT NULL,
  ruleset TEXT NOT NULL,
  seals INTEGER NOT NULL,
  first TEXT,
  name_a TEXT NOT NULL,
  name_b TEXT NOT NULL,
  player_a TEXT,
  player_b TEXT,
  guest_a BYTEA,
  guest_b BYTEA,
  rematch TEXT COLLATE "C"
);
CREATE INDEX match_guest_a ON match (guest_a, created_at);
CREATE INDEX match_guest_b ON match (guest_b, created_at);

CREATE TABLE secret (
  match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
  seed BYTEA NOT NULL,
  player_seed BYTEA NOT NULL
);

CREATE TABLE event (
  match_id TEXT COLLATE "C" NOT NULL REFERENCES match (id),
  ply INTEGER NOT NULL,
  kind TEXT NOT NULL,
  seat TEXT,
  cause TEXT,
  chance TEXT,
  key TEXT,
  at DOUBLE PRECISION NOT NULL,
  hash BYTEA,
  PRIMARY KEY (match_id, ply)
);
CREATE UNIQUE INDEX event_key ON event (match_id, coalesce(seat, ''), key) WHERE key IS NOT NULL;

CREATE TABLE standing (
  match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
  round INTEGER NOT NULL,
  phase TEXT NOT NULL,
  seals_a INTEGER NOT NULL,
  seals_b INTEGER NOT NULL,
  winner TEXT,
  updated DOUBLE PRECISION NOT NULL
);

CREATE TABLE result (
  match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
  winner TEXT,
  seals_a INTEGER NOT NULL,
  seals_b INTEGER NOT NULL,
  at DOUBLE PRECISION NOT NULL
);
