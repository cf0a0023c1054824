-- Passkeys: what lets a guest in on another device. The guest's token is sealed by the user handle, which the
-- authenticator alone keeps.
CREATE TABLE passkey (
  id BYTEA PRIMARY KEY,
  guest BYTEA NOT NULL,
  public_key BYTEA NOT NULL,
  sealed BYTEA NOT NULL,
  signs BIGINT NOT NULL,
  name TEXT NOT NULL,
  made DOUBLE PRECISION NOT NULL,
  used DOUBLE PRECISION
);
CREATE INDEX passkey_guest ON passkey (guest);
