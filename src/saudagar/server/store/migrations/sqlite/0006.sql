-- Passkeys: what lets a guest in on another device. The guest's token is sealed by the user handle, which the
-- authenticator alone keeps.
CREATE TABLE passkey (
  id BLOB PRIMARY KEY,
  guest BLOB NOT NULL,
  public_key BLOB NOT NULL,
  sealed BLOB NOT NULL,
  signs INTEGER NOT NULL,
  name TEXT NOT NULL,
  made REAL NOT NULL,
  used REAL
) STRICT;
CREATE INDEX passkey_guest ON passkey (guest);
