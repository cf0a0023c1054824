-- Rated matches: how strong each guest is thought to be, and what each match changed about it.
ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE rating (
  guest BLOB PRIMARY KEY,
  rating REAL NOT NULL,
  deviation REAL NOT NULL,
  matches INTEGER NOT NULL,
  at REAL NOT NULL
) STRICT;

-- One row a match, written with its result: a match is rated exactly once.
CREATE TABLE rated (
  match_id TEXT PRIMARY KEY REFERENCES match (id),
  before_a REAL NOT NULL,
  before_b REAL NOT NULL,
  after_a REAL NOT NULL,
  after_b REAL NOT NULL,
  deviation_a REAL NOT NULL,
  deviation_b REAL NOT NULL,
  matches_a INTEGER NOT NULL,
  matches_b INTEGER NOT NULL
) STRICT;
