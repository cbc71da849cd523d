import { describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signatureHeaders } from '#platform/outbound/signature.ts';

const body = '{"type":"loan.disbursed","data":{"name":"Wanjikũ wa Ngũgĩ \u{1F4B8}"}}';

describe('A signed delivery', () => {
  it('is verified by the package of Standard Webhooks, unchanged', () => {
    const secret = newSigningSecret();
    const headers = signatureHeaders('evt_1', Temporal.Now.instant(), body, [secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(
      'No matching signature',
    );
    expect(() => new Webhook(newSigningSecret()).verify(body, headers)).toThrow('No matching signature');
  });

  it('is verified with the old and with the new secret during a rotation, the newest signing first', () => {
    const [older, newer] = [newSigningSecret(), newSigningSecret()];
    const now = Temporal.Now.instant();
    const headers = signatureHeaders('evt_1', now, body, [newer, older]);
    expect(new Webhook(older).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(newer).verify(body, headers)).toEqual(JSON.parse(body));
    const [first] = headers['webhook-signature'].split(' ');
    expect(first).toBe(signatureHeaders('evt_1', now, body, [newer])['webhook-signature']);
  });

  it('agrees with the package to the byte, and with the published example', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = Temporal.Instant.from('2021-02-25T15:02:10.999Z');
    const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', at, '{"test": 2432232314}', [secret]);
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
    const theirs = new Webhook(secret).sign(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      new Date(1_614_265_330_000),
      '{"test": 2432232314}',
    );
    expect(headers['webhook-signature']).toBe(theirs);
  });

  it('carries the time of the attempt in whole seconds', () => {
    const headers = signatureHeaders('evt_1', Temporal.Instant.from('2026-01-01T00:00:00.999Z'), '{}', [
      newSigningSecret(),
    ]);
    expect(headers['webhook-timestamp']).toBe('1767225600');
  });

  it('can not be made without a secret, with a short one, or for an id with a dot', () => {
    const now = Temporal.Now.instant();
    expect(() => signatureHeaders('evt_1', now, '{}', [])).toThrow('without a secret');
    expect(() => signatureHeaders('evt_1', now, '{}', ['whsec_AAAA'])).toThrow('at least 24 bytes');
    expect(() => signatureHeaders('evt_1', now, '{}', ['secret'])).toThrow('at least 24 bytes');
    expect(() => signatureHeaders('evt.1', now, '{}', [newSigningSecret()])).toThrow('dot');
  });
});

describe('A new signing secret', () => {
  it('is whsec_ and 32 random bytes in base64, never the same', () => {
    const secret = newSigningSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newSigningSecret()).not.toBe(secret);
  });
});
