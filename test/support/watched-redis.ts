import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { selfSigned } from './certificate.ts';
import { eventually } from './eventually.ts';

/** Why what needs Sentinels is skipped; null where they can be started. */
export const noSentinel: string | null = spawnSync('redis-server', ['--version']).error
  ? 'no redis-server on PATH'
  : null;

const NAME = 'umoja';
const PASSWORD = 'of+the%servers';
const SENTINEL_PASSWORD = 'of the sentinels';
const SENTINELS = 3;

/** Addresses of both kinds want a password, and with `tls` an encrypted connection. */
type Kind = 'plain' | 'tls';

/**
 * A primary, a replica of it, and three Sentinels that watch them and replace a primary half a second after it stopped
 * responding. `freeze` stops the present primary and one of the Sentinels as a machine that hangs, whose connections all stay
 * open; `wake` lets both go on.
 */
export async function startWatchedRedis(kind: Kind = 'plain') {
  const home = await mkdtemp(join(tmpdir(), 'umoja-sentinel-'));
  const { key, cert } = selfSigned(['127.0.0.1']);
  const certificate = join(home, 'certificate.pem');
  await Promise.all([writeFile(certificate, cert), writeFile(join(home, 'key.pem'), key)]);
  const tls = { 'tls-cert-file': certificate, 'tls-key-file': join(home, 'key.pem'), 'tls-ca-cert-file': certificate };
  const encryption = kind === 'tls' ? { ...tls, 'tls-auth-clients': 'no', 'tls-replication': 'yes' } : {};
  const listening = (port: number) =>
    kind === 'tls' ? { port: 0, 'tls-port': port, ...encryption } : { port, ...encryption };
  const connect = (port: number, password: string) =>
    new Redis({
      host: '127.0.0.1',
      port,
      password,
      retryStrategy: null,
      ...(kind === 'tls' ? { tls: { ca: cert } } : {}),
    });
  const asked = async <Seen>(port: number, password: string, ask: (redis: Redis) => Promise<Seen>): Promise<Seen> => {
    const redis = connect(port, password).on('error', () => undefined);
    try {
      return await ask(redis);
    } finally {
      redis.disconnect();
    }
  };
  const responds = (port: number, password: string) =>
    eventually(() => asked(port, password, (redis) => redis.ping()).catch(() => null), 60_000);

  const children = new Map<number, ChildProcess>();
  const startServer = async (of: number | null): Promise<number> => {
    const port = await freePort();
    const settings = {
      ...listening(port),
      requirepass: PASSWORD,
      masterauth: PASSWORD,
      'repl-diskless-sync-delay': 0,
      ...(of === null ? {} : { replicaof: `127.0.0.1 ${of}` }),
    };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, ...String(value).split(' ')]);
    children.set(port, run(port, words));
    await responds(port, PASSWORD);
    return port;
  };
  const startSentinel = async (primary: number): Promise<number> => {
    const port = await freePort();
    const settings = {
      ...listening(port),
      bind: '127.0.0.1',
      dir: home,
      requirepass: `"${SENTINEL_PASSWORD}"`,
      [`sentinel sentinel-pass`]: `"${SENTINEL_PASSWORD}"`,
      [`sentinel monitor ${NAME}`]: `127.0.0.1 ${primary} 2`,
      [`sentinel auth-pass ${NAME}`]: PASSWORD,
      [`sentinel down-after-milliseconds ${NAME}`]: 500,
      [`sentinel failover-timeout ${NAME}`]: 3_000,
    };
    const file = join(home, `sentinel-${port}.conf`);
    await writeFile(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    );
    children.set(port, run(port, [file, '--sentinel']));
    await responds(port, SENTINEL_PASSWORD);
    return port;
  };

  const first = await startServer(null);
  const second = await startServer(first);
  const sentinels: number[] = [];
  for (let count = 0; count < SENTINELS; count++) sentinels.push(await startSentinel(first));
  const [leaving = 0, ...staying] = sentinels;
  const saidBy = (port: number) =>
    asked(port, SENTINEL_PASSWORD, async (redis) => {
      // What a Sentinel says of a primary, as names and values in turn.
      const words = (await redis.call('sentinel', 'master', NAME)) as string[];
      return {
        port: Number(words[5]),
        replicas: said(words, 'num-slaves'),
        others: said(words, 'num-other-sentinels'),
      };
    });
  await eventually(async () => {
    const all = await Promise.all(sentinels.map(saidBy));
    return all.every(({ replicas, others }) => replicas === 1 && others === SENTINELS - 1);
  }, 60_000);
  let primary = first;
  const send = (port: number, signal: NodeJS.Signals) => void children.get(port)?.send(signal);
  const password = encodeURIComponent(SENTINEL_PASSWORD);
  const hosts = sentinels.map((port) => `127.0.0.1:${port}`).join(',');
  const scheme = kind === 'tls' ? 'rediss' : 'redis';

  return {
    url: `${scheme}+sentinel://:${encodeURIComponent(PASSWORD)}@${hosts}/${NAME}?sentinel_password=${password}`,
    /** For NODE_EXTRA_CA_CERTS. */
    certificate,
    sentinels,
    servers: [first, second],
    /** The port of the present primary. */
    primary: () => primary,
    /** What a server says of itself, as `INFO replication` has it. */
    describe: (port: number) => asked(port, PASSWORD, (redis) => redis.info('replication')),
    freeze: () => {
      for (const port of [primary, leaving]) send(port, 'SIGSTOP');
    },
    /** Resolves once Sentinels name another primary, whose address it is from then on. */
    replaced: async () => {
      await eventually(async () => {
        const named = await Promise.all(staying.map(saidBy));
        return named.every(({ port }) => port !== primary);
      }, 60_000);
      primary = primary === first ? second : first;
    },
    wake: () => {
      for (const port of children.keys()) send(port, 'SIGCONT');
    },
    stop: async () => {
      await Promise.all(
        [...children.values()].map(async (child) => {
          if (!child.connected) return;
          child.ref();
          child.disconnect();
          await once(child, 'exit');
        }),
      );
      await rm(home, { recursive: true, force: true });
    },
  };
}

const said = (words: readonly string[], name: string): number => Number(words[words.indexOf(name) + 1]);

function run(port: number, words: readonly string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, 'redis-process.ts'), ['redis-server', String(port), ...words], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}
