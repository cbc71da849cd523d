import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lendingClient } from '#test/support/lending-client.ts';
import { mintSteadily } from '#test/support/minting.ts';
import { limitsOfThisPass } from '#test/support/redis.ts';
import { openRestWorld, type Institution, type RestWorld } from '#test/support/rest-world.ts';

let world: RestWorld;
let institution: Institution;
const { close, ...counting } = limitsOfThisPass();
beforeAll(async () => {
  const quotas = {
    'A.read': 60,
    'A.write': 60,
    'B.read': 60,
    'B.write': 12,
    'B.money': 6,
    'C.read': 60,
    'C.write': 60,
    graph: 600,
  };
  world = await openRestWorld({ quotas, ...counting });
  institution = await world.openInstitution();
});
afterAll(async () => {
  await world.close();
  close();
});

const remaining = (headers: Headers) => Number(headers.get('x-ratelimit-remaining'));

describe('A client’s quota', () => {
  it('is told on every reply, refusals too', async () => {
    const { token } = await world.openClient(institution);
    const first = await world.call('GET', '/api/v1/loans', { token });
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    expect(remaining(first.headers)).toBe(59);
    const reset = Number(first.headers.get('x-ratelimit-reset'));
    expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(3);
    expect(first.headers.get('ratelimit')).toMatch(/^"B\.read";r=59;t=\d+$/);
    expect(first.headers.get('ratelimit-policy')).toBe('"B.read";q=60;w=60');
    const refused = await world.call('GET', '/api/v1/loans/0', { token });
    expect(refused.status).toBe(404);
    expect(remaining(refused.headers)).toBe(58);
  });

  it('is used up by so many requests, and waiting as long as is said succeeds', async () => {
    const { token } = await world.openClient(institution);
    const replies = await Promise.all(Array.from({ length: 65 }, () => world.call('GET', '/api/v1/loans', { token })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    const limited = replies.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(5);
    const wait = Number(limited[0]?.headers.get('retry-after'));
    expect(limited[0]?.body).toMatchObject({
      code: 'rate_limited',
      limit: 60,
      window_seconds: 60,
      retry_after: wait,
      retryable: true,
    });
    expect(remaining(limited[0]?.headers ?? new Headers())).toBe(0);
    expect(wait).toBeGreaterThan(0);
    await sleep(wait * 1_000);
    expect((await world.call('GET', '/api/v1/loans', { token })).status).toBe(200);
  });

  it('is a client’s own, and one for each bucket', async () => {
    const one = await world.openClient(institution);
    for (let count = 0; count < 61; count++) await world.call('GET', '/api/v1/loans', { token: one.token });
    expect((await world.call('GET', '/api/v1/loans', { token: one.token })).status).toBe(429);
    const other = await world.openClient(institution);
    expect((await world.call('GET', '/api/v1/loans', { token: other.token })).status).toBe(200);
    expect((await world.call('POST', '/api/v1/loans', { token: one.token, body: {} })).status).toBe(422);
  });

  it('is asked about before the key: a limited request leaves its key unused', async () => {
    const client = await world.openClient(institution);
    const partner = lendingClient(world, institution, client);
    const body = partner.anApplicant();
    let limited = null;
    for (let count = 0; count < 13 && limited === null; count++) {
      const reply = await partner.call('POST', '/api/v1/members', { body: {} });
      if (reply.status === 429) limited = await partner.call('POST', '/api/v1/members', { body, key: 'later' });
    }
    expect(limited?.status).toBe(429);
    await sleep(Number(limited?.headers.get('retry-after')) * 1_000);
    const later = await partner.call('POST', '/api/v1/members', { body, key: 'later' });
    expect({ status: later.status, replayed: later.headers.get('idempotent-replayed') }).toEqual({
      status: 201,
      replayed: null,
    });
  });

  it('does not exist for tokens: 500 a second are all answered', async () => {
    const client = await world.openClient(institution);
    const replies = await mintSteadily(world.url, client, { perSecond: 500, seconds: 3 });
    expect(Object.fromEntries(Map.groupBy(replies, ({ status }) => status))).toEqual({ 200: replies });
    expect(replies).toHaveLength(1_500);
  }, 60_000);

  it('does not exist for tokens, however many are asked for at once', async () => {
    const client = await world.openClient(institution);
    const mint = () =>
      world.call('POST', '/v1/oauth/token', { body: { client_id: client.clientKey, client_secret: client.secret } });
    const replies = await Promise.all(Array.from({ length: 100 }, mint));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
