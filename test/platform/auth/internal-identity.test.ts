import { describe, expect, it } from 'vitest';
import { createHmac } from 'node:crypto';
import type { Caller, CallerPerson } from '#platform/auth/caller.ts';
import { readIdentity, signIdentity } from '#platform/auth/internal-identity.ts';
import { aCaller } from '#test/support/caller.ts';
import { ringOf, type Ring } from '#platform/runtime/ring.ts';

const key = new Uint8Array(32).fill(7);
const ring = ringOf(key);
const now = Temporal.Instant.from('2026-03-01T08:00:00.000Z');
const later = (ms: number) => now.add({ milliseconds: ms });

/** Signs any text under the right key, as a program with a fault of its own would. */
function signedText(text: string): string {
  const payload = Buffer.from(text).toString('base64url');
  const signature = createHmac('sha256', key).update('umoja.internal-identity.v1.').update(payload).digest('base64url');
  return `${payload}.${signature}`;
}
const textOf = (identity: string) => Buffer.from(identity.split('.')[0]!, 'base64url').toString();

describe('The internal identity', () => {
  const caller = aCaller({ scopes: ['loans:read', 'members:write'], pii: true, traceparent: '00-ab-cd-01' });
  const identity = signIdentity(caller, ring, now);

  it('carries the whole caller from the gateway to a subgraph', () => {
    expect(readIdentity(identity, ring, now)).toEqual(caller);
  });

  it('is one text for one caller and moment', () => {
    const reordered = Object.fromEntries(Object.entries(caller).reverse()) as typeof caller;
    expect(signIdentity(reordered, ring, now)).toBe(identity);
  });

  it('of a person is that of the version before, which knew no units; but no lecturer is without them', () => {
    const of = (role: CallerPerson['roles'][number], units: CallerPerson['units']): Caller => {
      const limits = { approve: null, disburse: '0' };
      const person = { uuid: 'a6f4', sessionId: 1, roles: [role], limits, branches: [1], clients: null, units };
      return { ...caller, person: { ...person, steppedUp: false } };
    };
    const signed = (each: Caller) => signIdentity(each, ring, now);
    expect(textOf(signed(of('officer', null)))).not.toContain('units');
    for (const each of [of('officer', null), of('lecturer', []), of('lecturer', [7])])
      expect(readIdentity(signed(each), ring, now)).toEqual(each);
    expect(readIdentity(signed(of('lecturer', null)), ring, now)).toBeNull();
  });

  it('is good for one minute', () => {
    expect(readIdentity(identity, ring, later(59_999))).toEqual(caller);
    expect(readIdentity(identity, ring, later(60_000))).toBeNull();
  });

  it('tolerates a clock that is a little behind, and no more', () => {
    expect(readIdentity(identity, ring, later(-5_000))).toEqual(caller);
    expect(readIdentity(identity, ring, later(-5_001))).toBeNull();
  });

  it('is refused under another key', () => {
    expect(readIdentity(identity, ringOf(new Uint8Array(32).fill(8)), now)).toBeNull();
  });

  it('is refused where a byte of the payload or of the signature was changed', () => {
    const [payload, signature] = identity.split('.') as [string, string];
    const other = Buffer.from(textOf(identity).replace('"tenantId":1', '"tenantId":2')).toString('base64url');
    expect(readIdentity(`${other}.${signature}`, ring, now)).toBeNull();
    expect(
      readIdentity(`${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`, ring, now),
    ).toBeNull();
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a text without a signature', identity.split('.')[0]],
    ['a third part', `${identity}.x`],
    ['padding', identity.replace('.', '=.')],
    ['a text that is far too long', 'a'.repeat(10_000)],
  ])('is refused where it is %s', (_, text) => {
    expect(readIdentity(text, ring, now)).toBeNull();
  });

  it.each([
    ['that is no JSON', () => 'tenantId=1'],
    ['with white space', (text: string) => text.replace(',', ', ')],
    ['with a member too many', (text: string) => text.replace('{', '{"admin":true,')],
    ['with a repeated member', (text: string) => text.replace('"tenantId":1', '"tenantId":2,"tenantId":1')],
    ['without a member', (text: string) => text.replace('"pii":true,', '')],
    ['whose scopes are no list', (text: string) => text.replace(/"scopes":\[.*\]/, '"scopes":"loans:read"')],
    [
      'that lives longer than a minute',
      (text: string) => text.replace(/"exp":\d+/, `"exp":${later(60_001).epochMilliseconds}`),
    ],
  ])('is refused with a signed payload %s', (_, changed) => {
    const text = textOf(identity);
    expect(readIdentity(signedText(text), ring, now)).toEqual(caller);
    expect(readIdentity(signedText(changed(text)), ring, now)).toBeNull();
  });

  it('holds under a former key while the secret is being replaced, and is signed with the present one', () => {
    const [former, present] = [ring.current, { id: 'present', key: new Uint8Array(32).fill(8) }];
    const both: Ring = { keys: [present, former], current: present, label: present.id };
    expect(readIdentity(identity, both, now)).toEqual(caller);
    expect(readIdentity(signIdentity(caller, both, now), ringOf(present.key), now)).toEqual(caller);
    expect(readIdentity(signIdentity(caller, both, now), ring, now)).toBeNull();
  });

  it('refuses a key that is too short to sign with', () => {
    expect(() => signIdentity(caller, ringOf(new Uint8Array(31)), now)).toThrow('at least 32 bytes');
  });
});
