import { describe, expect, it } from 'vitest';
import { cursorsWith } from '#platform/app/cursors.ts';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { challengesWith } from '#platform/auth/challenges.ts';
import { hashesOfSecret, hashSecret, matchingSecret, replacementOf } from '#platform/auth/credentials.ts';
import { deriveKeys, fingerprintOf, keysOf, type SecretInUse } from '#platform/auth/keys.ts';
import { makePersonToken, readPersonToken } from '#platform/auth/person-tokens.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { paybillsAt } from '#platform/rails/callbacks/paybills.ts';

/** A process with two secrets: what it makes is under the one in use, what it accepts may be under either. */
const [FORMER, PRESENT] = ['the former secret of many characters', 'the present secret of many characters'];
let state: SecretInUse = { fingerprint: fingerprintOf(FORMER), wasReplaced: false };
const both = keysOf([PRESENT, FORMER], () => state);
const former = deriveKeys(FORMER);
const present = keysOf([PRESENT], () => ({ fingerprint: fingerprintOf(PRESENT), wasReplaced: true }));
const now = Temporal.Instant.from('2026-03-01T08:00:00Z');
const clock = () => now;

const beforeIt = <T>(make: () => T): T => {
  state = { fingerprint: fingerprintOf(FORMER), wasReplaced: false };
  return make();
};
const afterIt = <T>(make: () => T): T => {
  state = { fingerprint: fingerprintOf(PRESENT), wasReplaced: true };
  return make();
};

const list = { bound: 'members', generation: 0 };
const place = { direction: 'forward', values: ['7'], asOf: null } as never;
const subject = {
  tenantId: 1,
  kind: 'collection',
  originatorId: '3b241101-e2bb-4255-8caf-4136c566a962',
} as const;
const read = (address: string) => address.split('/').slice(-2) as [string, string];

/** What each purpose makes, and whether it is accepted. */
const purposes: {
  [name: string]: { make: (keys: typeof both) => string; accepts: (keys: typeof both, made: string) => boolean };
} = {
  'a box of a webhook’s secret': {
    make: (keys) => signingSecrets(keys).seal('whsec_x', 7),
    accepts: (keys, box) => {
      try {
        return signingSecrets(keys).unseal(box, 7) === 'whsec_x';
      } catch {
        return false;
      }
    },
  },
  'a hash of a client’s secret': {
    make: (keys) => hashSecret('sk_test_x', keys.pepper),
    accepts: (keys, hash) =>
      matchingSecret('sk_test_x', [hash], keys.pepper) === 0 &&
      hashesOfSecret('sk_test_x', keys.pepper).includes(hash) &&
      matchingSecret('sk_test_y', [hash], keys.pepper) === null,
  },
  'a cursor': {
    make: (keys) => cursorsWith(keys.cursor).seal(place, list),
    accepts: (keys, cursor) => cursorsWith(keys.cursor).open(cursor, list) !== null,
  },
  'a challenge': {
    make: (keys) => challengesWith(keys.challenge, clock).make('sign-in'),
    accepts: (keys, challenge) => challengesWith(keys.challenge, clock).read(challenge, 'sign-in') !== null,
  },
  'a token of a person': {
    make: (keys) => makePersonToken('x'.repeat(43), keys.challenge, now),
    accepts: (keys, token) => readPersonToken(token, keys.challenge, now) !== null,
  },
  'an address for callbacks': {
    make: (keys) => callbacksAt('', keys.callback).addressOf(subject),
    accepts: (keys, address) => callbacksAt('', keys.callback).read(...read(address)) !== null,
  },
  'an address of a paybill': {
    make: (keys) => paybillsAt('', keys.callback).addressOf({ tenantId: 1, shortcode: '600984' }, 'paybill_validation'),
    accepts: (keys, address) => paybillsAt('', keys.callback).read(read(address)[0], 'paybill_validation') !== null,
  },
};

describe.each(Object.entries(purposes))('While the secret is being replaced, %s', (_, { make, accepts }) => {
  it('is made as processes make it that know the former secret alone, until the present one is in use', () => {
    const made = beforeIt(() => make(both));
    expect(accepts(former, made)).toBe(true);
    expect(accepts(present, made)).toBe(false);
  });

  it('is made under the present secret from then on', () => {
    const made = afterIt(() => make(both));
    expect(accepts(present, made)).toBe(true);
    expect(accepts(former, made)).toBe(false);
  });

  it('is accepted where it was made before, and after', () => {
    for (const made of [make(former), beforeIt(() => make(both)), afterIt(() => make(both)), make(present)])
      expect([beforeIt(() => accepts(both, made)), afterIt(() => accepts(both, made))]).toEqual([true, true]);
  });
});

describe('A hash of a client’s secret', () => {
  it('is replaced where another pepper made it, and never before a secret was replaced', () => {
    const [made, later] = [beforeIt(() => hashSecret('x', both.pepper)), afterIt(() => hashSecret('x', both.pepper))];
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(later).toMatch(/^[\w-]{12}\.[\w-]{43}$/);
    const replaced = () => [made, later].map((stored) => replacementOf(stored, 'x', both.pepper));
    expect(beforeIt(replaced)).toEqual([null, null]);
    expect(afterIt(replaced)).toEqual([later, null]);
  });
});
