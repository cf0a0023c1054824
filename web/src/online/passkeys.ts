import { ask, post } from '../api/client';

/** A passkey of this guest. Times in seconds since 1970. */
export interface Passkey {
  id: string;
  name: string;
  made: number;
  used: number | null;
}

/** `site`: the name that passkeys are made for here, null where there can be none; `guest`: whether there is anything to open. */
export interface Passkeys {
  offered: boolean;
  site: string | null;
  guest: boolean;
  passkeys: Passkey[];
}

interface CreationOptions {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: PublicKeyCredentialParameters[];
  timeout: number;
  excludeCredentials: { id: string }[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: AttestationConveyancePreference;
}

interface RequestOptions {
  rpId: string;
  challenge: string;
  timeout: number;
  userVerification: UserVerificationRequirement;
}

export const unpacked = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

export const packed = (bytes: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Whether this browser can do it here: it has to know how, and the page has to be safe from others on the way. */
export const able = (): boolean => isSecureContext && typeof PublicKeyCredential === 'function';

export const passkeys = () => ask<Passkeys>('/api/passkeys');
export const removePasskey = (id: string) => post<{ removed: boolean }>('/api/passkeys/remove', { id });

/** Makes a passkey and lets the server keep it. `owner` is what the device lists it by, `device` what we do. */
export async function addPasskey(owner: string, device: string): Promise<void> {
  const asked = await post<CreationOptions>('/api/passkeys/add', { name: owner });
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...asked,
    challenge: unpacked(asked.challenge),
    user: { ...asked.user, id: unpacked(asked.user.id) },
    excludeCredentials: asked.excludeCredentials.map(({ id }) => ({ type: 'public-key', id: unpacked(id) })),
  };
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  await post('/api/passkeys', {
    id: packed(made.rawId),
    client: packed(response.clientDataJSON),
    attestation: packed(response.attestationObject),
    name: device,
  });
}

/** What a passkey has signed: it makes this browser the guest whose passkey it is. */
export type Shown = { id: string; client: string; authenticator: string; signature: string; user: string };

/** Lets the person choose a passkey of this site. */
export async function showPasskey(): Promise<Shown> {
  const asked = await post<RequestOptions>('/api/passkeys/ask', {});
  const { rpId, timeout, userVerification } = asked;
  const publicKey = { rpId, timeout, userVerification, challenge: unpacked(asked.challenge) };
  const shown = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    id: packed(shown.rawId),
    client: packed(response.clientDataJSON),
    authenticator: packed(response.authenticatorData),
    signature: packed(response.signature),
    user: packed(response.userHandle ?? new ArrayBuffer(0)),
  };
}

export const takePasskey = (shown: Shown, replace: boolean) =>
  post<{ matches: number }>('/api/passkeys/take', { ...shown, replace });

/** Tells the device that a passkey opens nothing any more, so that it stops offering it; where it can be told. */
export async function forget(rpId: string, credentialId: string): Promise<void> {
  // A browser that knows nothing of passkeys can list and remove those of its guest all the same.
  const known = globalThis.PublicKeyCredential as { signalUnknownCredential?: (told: object) => Promise<void> } | undefined;
  await known?.signalUnknownCredential?.({ rpId, credentialId }).catch(() => undefined);
}

/** What a person would call this browser: "Firefox, Linux". */
export function browserName(agent: string = navigator.userAgent): string {
  const first = (names: [RegExp, string][]) => names.find(([mark]) => mark.test(agent))?.[1];
  const browser = first([
    [/Edg/, 'Edge'],
    [/OPR/, 'Opera'],
    [/SamsungBrowser/, 'Samsung Internet'],
    [/Firefox|FxiOS/, 'Firefox'],
    [/Chrome|CriOS/, 'Chrome'],
    [/Safari/, 'Safari'],
  ]);
  const system = first([
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
  ]);
  return [browser, system].filter(Boolean).join(', ');
}
