-- Whose browser made a bot's token, so that it can be listed and ended there.
ALTER TABLE token ADD COLUMN owner BYTEA;
CREATE INDEX token_owner ON token (owner, kind) WHERE owner IS NOT NULL;
