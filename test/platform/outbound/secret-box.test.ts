import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { keyRing, seal, unseal } from '#platform/outbound/secret-box.ts';

const [first, second] = [randomBytes(32), randomBytes(32)];
const ring = keyRing('2026-01', new Map([['2026-01', first]]));
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('A sealed secret', () => {
  it('is opened with the key that sealed it, and looks different each time', () => {
    const box = seal(secret, 'webhook-1', ring);
    expect(box).toMatch(/^v1\.2026-01\.[A-Za-z0-9_-]+$/);
    expect(box).not.toContain(secret.slice(6, 20));
    expect(seal(secret, 'webhook-1', ring)).not.toBe(box);
    expect(unseal(box, 'webhook-1', ring)).toBe(secret);
  });

  it('is still opened after a new key took over, and not once its key is gone', () => {
    const box = seal(secret, 'webhook-1', ring);
    const both = keyRing('2026-07', new Map([...ring.keys, ['2026-07', second]]));
    expect(unseal(box, 'webhook-1', both)).toBe(secret);
    expect(seal(secret, 'webhook-1', both)).toMatch(/^v1\.2026-07\./);
    expect(() => unseal(box, 'webhook-1', keyRing('2026-07', new Map([['2026-07', second]])))).toThrow(
      '2026-01 is not in the key ring',
    );
  });

  it('stays shut for another owner, under another key, and when a single bit was changed', () => {
    const box = seal(secret, 'webhook-1', ring);
    expect(() => unseal(box, 'webhook-2', ring)).toThrow();
    expect(() => unseal(box, 'webhook-1', keyRing('2026-01', new Map([['2026-01', second]])))).toThrow();
    const bytes = Buffer.from(box.split('.')[2] ?? '', 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const bent = Buffer.from(bytes);
      bent[at] = (bent[at] ?? 0) ^ 1;
      expect(() => unseal(`v1.2026-01.${bent.toString('base64url')}`, 'webhook-1', ring)).toThrow();
    }
  });

  it.each(['', 'v1', 'v2.2026-01.AAAA', 'v1.2026-01.AAAA', 'v1.2026-01.AAAA.AAAA'])('is not "%s"', (text) => {
    expect(() => unseal(text, 'webhook-1', ring)).toThrow('no box');
  });
});

describe('A key ring', () => {
  it('is refused with a short key, a key id with a dot, or a current key that is missing', () => {
    expect(() => keyRing('a', new Map([['a', randomBytes(16)]]))).toThrow('AES-256 needs 32');
    expect(() => keyRing('a.b', new Map([['a.b', first]]))).toThrow('no key id');
    expect(() => keyRing('b', new Map([['a', first]]))).toThrow('not among the keys');
  });
});
