-- A hash on every event (a chain per match, filled in by the program), results exactly once, keys unique for deals too.
ALTER TABLE event ADD COLUMN hash BLOB;
DROP INDEX event_key;
CREATE UNIQUE INDEX event_key ON event (match_id, coalesce(seat, ''), key) WHERE key IS NOT NULL;

-- How a match ended: one row a finished match, never changed.
CREATE TABLE result (
  match_id TEXT PRIMARY KEY REFERENCES match (id),
  winner TEXT,
  seals_a INTEGER NOT NULL,
  seals_b INTEGER NOT NULL,
  at REAL NOT NULL
) STRICT;
INSERT INTO result SELECT match_id, winner, seals_a, seals_b, updated FROM standing WHERE phase = 'match_over';
