import { expect, describe, it } from 'vitest';
import { knownSources, PUBLISHED_SOURCES } from '#platform/runtime/callback-sources.ts';
import { callbacksAt, CALLBACK_KINDS } from '#platform/rails/callbacks/addresses.ts';
import { problemOfAddress } from '#platform/rails/daraja/wire/callback-address.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const ID = '6f0a9f0e-6a52-4f6e-9c2e-1b9b7d2f4a10';

describe('An address that a provider calls back from', () => {
  it('is one of those that are published, however the system writes it', () => {
    const isKnown = knownSources(PUBLISHED_SOURCES);
    expect(['196.201.214.200', '::ffff:196.201.212.69'].map(isKnown)).toEqual([true, true]);
    expect(['196.201.214.201', '127.0.0.1', '::1', ''].map(isKnown)).toEqual([false, false, false, false]);
  });

  it('is in a network that an operator has named', () => {
    const isKnown = knownSources(['10.0.0.0/8', '2001:db8::/32']);
    expect(['10.1.2.3', '2001:db8::7', '11.0.0.1'].map(isKnown)).toEqual([true, true, false]);
    for (const wrong of ['10.0.0.0/64', 'mpesa', '10.0.0.0/x', '']) {
      expect(() => knownSources([wrong])).toThrow(RangeError);
    }
  });
});

describe('The address of a callback', () => {
  const callbacks = callbacksAt('https://umoja.test', ringOf(Buffer.alloc(32, 7)));
  const address = callbacks.addressOf({ tenantId: 3, kind: 'payout', originatorId: ID });
  const [, , , , token = '', kind = ''] = address.split('/');

  it('says what it is about, to us alone', () => {
    expect(callbacks.read(token, kind)).toEqual({ tenantId: 3, kind: 'payout', originatorId: ID });
  });

  it.each([
    ['another kind', token, 'payout_timeout'],
    ['no kind', token, 'toString'],
    ['another tenant', token.replace(/^3/, '4'), 'payout'],
    ['another payment', token.replace(ID, ID.replace('6', '7')), 'payout'],
    ['nothing', '', 'payout'],
  ])('is none of ours with %s', (_, changed, asKind) => {
    expect(callbacks.read(changed, asKind)).toBeNull();
  });

  it('is one that the provider takes: none of its refused words can come about', () => {
    for (const kind of CALLBACK_KINDS) {
      for (let tenantId = 1; tenantId <= 300; tenantId++) {
        expect(problemOfAddress(callbacks.addressOf({ tenantId, kind, originatorId: ID }), 'sandbox')).toBeNull();
      }
    }
  });
});
