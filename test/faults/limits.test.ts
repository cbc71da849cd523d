import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, afterAll, describe, expect, it } from 'vitest';
import { redisForLimits } from '#platform/redis/limits.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { rotateSecret } from '#platform/cli/clients.ts';
import { recordingLog, type LogLine } from '#test/support/recording-log.ts';
import { startOwnRedis, type TestRedis } from '#test/support/redis.ts';
import { openRestTestApp, REST_SECRET, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';

/** So many reads a minute has a client here: enough that a test doesn't wait, few enough to be used up. */
const READS = 40;
const quotas = {
  'A.read': 60,
  'A.write': 60,
  'B.read': READS,
  'B.write': 60,
  'B.money': 60,
  'C.read': 60,
  'C.write': 60,
  graph: 600,
};

let redis: TestRedis;
beforeAll(async () => void (redis = await startOwnRedis()));
afterAll(() => redis.stop());

/** The REST surfaces, with their limits in this Redis. `lines` are what its client logs. */
async function openLimited(url: string) {
  const { log, lines } = recordingLog();
  const limits = redisForLimits(url, log);
  const ports = await openRestTestApp({ quotas, redis: limits });
  const institution = await ports.openInstitution();
  const read = async (token: string) => {
    const began = performance.now();
    const { status, headers } = await ports.call('GET', '/api/v1/loans', { token });
    return { status, left: Number(headers.get('x-ratelimit-remaining')), took: performance.now() - began };
  };
  const close = async () => {
    await ports.close();
    limits.close();
  };
  return { ports, institution, lines, read, close };
}

const emitted = (lines: readonly LogLine[], metric: string) => lines.filter((line) => line['metric'] === metric).length;

describe('Redis, stopped in the middle of the work', () => {
  let open: Awaited<ReturnType<typeof openLimited>>;
  let ports: RestTestApp;
  let institution: Institution;
  beforeAll(async () => {
    open = await openLimited(redis.url);
    ({ ports, institution } = open);
  });
  afterAll(() => open.close());

  it('costs no request: limits are counted here, and again there once it is back', async () => {
    const { token } = await ports.openClient(institution);
    const replies = [];
    for (let count = 0; count < 10; count++) replies.push(await open.read(token));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    // What was spent stands in Redis, not here.
    expect(replies.at(-1)?.left).toBeLessThanOrEqual(READS - 9);

    const began = performance.now();
    const flood = (async () => {
      const seen: number[] = [];
      while (seen.length < 3 * READS) seen.push((await open.read(token)).status);
      return seen;
    })();
    await redis.stop();
    const seen = await flood;
    expect(new Set(seen)).toEqual(new Set([200, 429]));
    // Counted here, from nothing: a second quota at the most, never none; and what both gained in the meantime.
    const gained = Math.ceil(((performance.now() - began) / 60_000) * READS);
    expect(seen.filter((status) => status === 200).length).toBeLessThanOrEqual(2 * READS + 2 * gained);
    expect(emitted(ports.logLines, 'rate_limit_fallback')).toBe(1);
    expect(open.lines.length).toBeLessThanOrEqual(1);

    await redis.restart();
    const other = await ports.openClient(institution);
    for (let tries = 0; emitted(ports.logLines, 'rate_limit_shared') === 0; tries++) {
      if (tries > 100) throw new Error('The limits are not shared again.');
      expect([200, 429]).toContain((await open.read(other.token)).status);
      await sleep(100);
    }
  });

  it('does not soften authentication', async () => {
    const client = await ports.openClient(institution);
    const operator = systemCaller({ id: institution.id, mode: 'sandbox' }, 'tests', 'tests');
    await redis.stop();
    expect((await open.read(client.token)).status).toBe(200);
    expect((await open.read('at_nonsense')).status).toBe(401);
    await rotateSecret(ports.app, deriveKeys(REST_SECRET).pepper, operator, { id: client.id });
    expect((await open.read(client.token)).status).toBe(401);
    const weak = await ports.openClient(institution, ['members:read']);
    expect((await open.read(weak.token)).status).toBe(403);
    await redis.restart();
  });
});

describe('A Redis that takes connections and never answers', () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('holds hardly any request up', async () => {
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
    const open = await openLimited(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    try {
      const { token } = await open.ports.openClient(open.institution);
      const replies = [];
      for (let count = 0; count < 20; count++) replies.push(await open.read(token));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      // Were each held up by the silence, none would be quick.
      expect(replies.filter(({ took }) => took < 200).length).toBeGreaterThan(10);
    } finally {
      await open.close();
    }
  });
});
