"""What is asked of an authenticator, and whether its answer is good: WebAuthn, done by the package `webauthn`."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec

from .errors import Refused
from .relying import Party
from .store import StoredPasskey

MILLISECONDS = 240_000
"""How long a browser may wait for its owner: less than a challenge is good for."""
REFUSED = Refused(403, "not_yours", "this passkey could not be verified")

Packed = Annotated[str, msgspec.Meta(min_length=2, max_length=3000, pattern=r"^[A-Za-z0-9_-]+$")]
"""Bytes in the alphabet of addresses, as WebAuthn writes them in JSON."""
T = TypeVar("T")


class Attested(msgspec.Struct, forbid_unknown_fields=True):
    """A new passkey, as the authenticator made it, and what its owner shall know it by."""

    id: Packed
    client: Packed
    attestation: Packed
    name: str = ""


class Asserted(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey's signature; `replace` as for a link to another device."""

    id: Packed
    client: Packed
    authenticator: Packed
    signature: Packed
    user: Packed
    replace: bool = False


class _Client(msgspec.Struct):
    """Of what the browser says: the challenge it was given."""

    challenge: Annotated[str, msgspec.Meta(min_length=43, max_length=43)]


def challenge_of(client: str) -> str:
    """Return the challenge that an answer says to answer; Refused (400) when it says none."""
    try:
        return msgspec.json.decode(unpacked(client), type=_Client).challenge
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Refused(400, "bad_request", "that is no answer of an authenticator") from None


def to_make(party: Party, challenge: str, name: str, mine: list[StoredPasskey]) -> dict[str, Any]:
    """Return what a browser is asked in order to make a passkey, of which an authenticator keeps one a guest."""
    import webauthn as wa  # noqa: PLC0415 - an extra
    from webauthn.helpers import options_to_json_dict, structs  # noqa: PLC0415 - as above

    options = wa.generate_registration_options(
        rp_id=party.id,
        rp_name="saudagar",
        user_id=handle_of(challenge),
        user_name=name,
        challenge=unpacked(challenge),
        timeout=MILLISECONDS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=each.id) for each in mine],
    )
    return options_to_json_dict(options)


def to_use(party: Party, challenge: str) -> dict[str, Any]:
    """Return what a browser is asked in order to sign in with any passkey of this site."""
    import webauthn as wa  # noqa: PLC0415 - an extra
    from webauthn.helpers import options_to_json_dict  # noqa: PLC0415 - as above

    return options_to_json_dict(
        wa.generate_authentication_options(rp_id=party.id, challenge=unpacked(challenge), timeout=MILLISECONDS)
    )


def made(party: Party, challenge: str, told: Attested) -> tuple[bytes, bytes, int]:
    """Return the id, the public key and the count of signatures of a new passkey. Refused (403) when it is not good."""
    import webauthn as wa  # noqa: PLC0415 - an extra

    response = {"clientDataJSON": told.client, "attestationObject": told.attestation}
    good = _checked(
        lambda: wa.verify_registration_response(
            credential=_credential(told.id, response),
            expected_challenge=unpacked(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
        )
    )
    if good.credential_id != unpacked(told.id):
        raise REFUSED
    return good.credential_id, good.credential_public_key, good.sign_count


def used(party: Party, challenge: str, told: Asserted, passkey: StoredPasskey) -> tuple[str, int]:
    """Return the token of a passkey's guest and the new count of signatures. Refused (403) when it is not good."""
    import webauthn as wa  # noqa: PLC0415 - an extra

    response = {
        "clientDataJSON": told.client,
        "authenticatorData": told.authenticator,
        "signature": told.signature,
        "userHandle": told.user,
    }
    good = _checked(
        lambda: wa.verify_authentication_response(
            credential=_credential(told.id, response),
            expected_challenge=unpacked(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.signs,
        )
    )
    token = sealed(unpacked(told.user), passkey.sealed)
    if not hmac.compare_digest(hashlib.sha256(token).digest(), passkey.guest):
        raise REFUSED
    return token.decode("ascii"), good.new_sign_count


def handle_of(challenge: str) -> bytes:
    """Return the user handle of a new passkey: it follows from the random challenge, which nobody keeps."""
    return hmac.digest(challenge.encode(), b"saudagar/passkey/handle", hashlib.sha256)


def sealed(handle: bytes, text: bytes) -> bytes:
    """Return a text of at most 64 bytes under a pad that follows from a user handle; the same again opens it."""
    pad = hmac.digest(handle, b"saudagar/passkey/guest", hashlib.sha512)
    return bytes(a ^ b for a, b in zip(text, pad, strict=False))


def packed(plain: bytes) -> str:
    """Return bytes as WebAuthn writes them."""
    return base64.urlsafe_b64encode(plain).rstrip(b"=").decode()


def unpacked(text: str) -> bytes:
    """Return the bytes of a text of this alphabet; Refused (400) where it is none."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Refused(400, "bad_request", "that is no text in base64url") from None


def _credential(id_: str, response: dict[str, str]) -> dict[str, Any]:
    return {"id": id_, "rawId": id_, "type": "public-key", "response": response, "clientExtensionResults": {}}


def _checked(check: Callable[[], T]) -> T:
    try:
        return check()
    except Exception:  # whatever the parsers make of bytes that a stranger chose: it is not good
        raise REFUSED from None
