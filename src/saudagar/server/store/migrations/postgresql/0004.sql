-- Rated matches: how strong each guest is thought to be, and what each match changed about it.
ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;

CREATE TABLE rating (
  guest BYTEA PRIMARY KEY,
  rating DOUBLE PRECISION NOT NULL,
  deviation DOUBLE PRECISION NOT NULL,
  matches INTEGER NOT NULL,
  at DOUBLE PRECISION NOT NULL
);

-- One row a match, written with its result: a match is rated exactly once.
CREATE TABLE rated (
  match_id TEXT COLLATE "C" PRIMARY KEY REFERENCES match (id),
  before_a DOUBLE PRECISION NOT NULL,
  before_b DOUBLE PRECISION NOT NULL,
  after_a DOUBLE PRECISION NOT NULL,
  after_b DOUBLE PRECISION NOT NULL,
  deviation_a DOUBLE PRECISION NOT NULL,
  deviation_b DOUBLE PRECISION NOT NULL,
  matches_a INTEGER NOT NULL,
  matches_b INTEGER NOT NULL
);
