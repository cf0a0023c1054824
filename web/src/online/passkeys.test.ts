import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserName, forget, packed, unpacked } from './passkeys';

describe('bytes in base64url', () => {
  it('are those of RFC 4648, without padding', () => {
    const text = (plain: string) => packed(new TextEncoder().encode(plain).buffer);
    expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map(text)).toEqual(['', 'Zg', 'Zm8', 'Zm9v', 'Zm9vYg', 'Zm9vYmE', 'Zm9vYmFy']);
    expect(packed(new Uint8Array([251, 255, 191]).buffer)).toBe('-_-_');
  });

  it('come back as they were, whatever they are', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    for (const length of [0, 1, 2, 3, 255, 256]) expect(unpacked(packed(all.slice(0, length).buffer))).toEqual(all.slice(0, length));
  });
});

describe('a passkey that was removed', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is made known to the device where that is possible, and stands in nobody\'s way elsewhere', async () => {
    await forget('example.org', 'abc'); // no passkeys at all
    vi.stubGlobal('PublicKeyCredential', class {});
    await forget('example.org', 'abc'); // passkeys, but no way to tell
    const told = vi.fn(() => Promise.resolve());
    vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential: told });
    await forget('example.org', 'abc');
    expect(told).toHaveBeenCalledExactlyOnceWith({ rpId: 'example.org', credentialId: 'abc' });
    vi.stubGlobal('PublicKeyCredential', { signalUnknownCredential: () => Promise.reject(new Error('no')) });
    await forget('example.org', 'abc');
  });
});

describe('the name of a browser', () => {
  it('is what its owner would call it', () => {
    const agents = {
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox, Linux',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0': 'Edge, Windows',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36': 'Chrome, Android',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1': 'Safari, iPhone',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15': 'Safari, macOS',
      curl: '',
    };
    for (const [agent, name] of Object.entries(agents)) expect(browserName(agent)).toBe(name);
  });
});
