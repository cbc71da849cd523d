/**
 * What traces cost: processor time of a process that serves REST, with a collector and without one, in turn:
 *
 *     npm run bench -- tracing [--requests 400] [--rounds 6] [--share 0.1]
 *
 * The collector is a process of its own, which throws away what it is sent. The medians of the rounds count. It ends with
 * an error where that share of the traces costs more than 3 %; what all of them cost is printed beside it.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { parseNetworks } from '#platform/outbound/addresses.ts';
import { openLog } from '#platform/runtime/log.ts';
import { startTracing } from '#platform/runtime/tracing/start.ts';
import { startRest } from '#rest/start.ts';
import { openTestApp } from '../support/test-app.ts';
import { openBars } from './process/bars.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '6' },
    share: { type: 'string', default: '0.1' },
  },
});
const [REQUESTS, ROUNDS, SHARE] = [Number(values.requests), Number(values.rounds), Number(values.share)];

/** Percent of the processor time of a request without traces. */
const MOST = 3;
const bars = openBars();

/** The bench makes more requests a minute than any partner. */
const MANY = {
  'A.read': 1e6,
  'A.write': 1e6,
  'B.read': 1e6,
  'B.write': 1e6,
  'B.money': 1e6,
  'C.read': 1e6,
  'C.write': 1e6,
  graph: 1e6,
};

if (process.send) {
  const server = createServer((request, response) => void request.resume().on('end', () => response.end('{}')));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
} else {
  const collector = fork(import.meta.filename, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [port] = (await once(collector, 'message')) as [number];
  await measured(`http://127.0.0.1:${port}`);
  collector.kill();
  process.exitCode = bars.exitCode();
}

async function measured(otlpEndpoint: string): Promise<void> {
  const testApp = await openTestApp();
  const { app, auth, keys, client } = testApp;
  const rest = await startRest({
    app,
    auth,
    keys,
    log: openLog('warn'),
    baseUrl: 'http://umoja.bench',
    host: '127.0.0.1',
    port: 0,
    webhookGuard: { allowedNetworks: parseNetworks('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] },
    quotas: MANY,
  });
  const { clientKey, secret } = client;
  const { accessToken } = await auth.mint({ clientKey, secret, scope: null });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    member_id: testApp.memberId,
    product_id: testApp.productId,
    principal: 5_000_000,
    term_months: 12,
  });
  const act = {
    read: () => fetch(`${rest.url}/api/v1/loans?limit=20`, { headers }),
    write: () => fetch(`${rest.url}/api/v1/loans`, { method: 'POST', headers, body }),
  };
  /** Milliseconds of the processor a request: of this process, which sends the requests as well. */
  const costOf = async (request: () => Promise<Response>): Promise<number> => {
    const before = process.cpuUsage();
    for (let n = 0; n < REQUESTS; n++) {
      const response = await request();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`A request was answered with ${response.status}.`);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / REQUESTS;
  };
  const shared = `share ${SHARE}`;
  const ways = { off: null, [shared]: SHARE, 'share 1': 1 };
  for (const [name, request] of Object.entries(act)) {
    await costOf(request);
    const costs = new Map<string, number[]>(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < ROUNDS; round++) {
      // Each way is the first one as often as the others: code gets faster while it is compiled.
      for (const [way, tracedShare] of turned(Object.entries(ways), round)) {
        const tracing = tracedShare === null ? null : await startTracing({ otlpEndpoint, tracedShare }, 'bench');
        costs.get(way)?.push(await costOf(request));
        await tracing?.close();
      }
    }
    const off = median(costs.get('off') ?? []);
    for (const [way, all] of costs) {
      const more = (median(all) / off - 1) * 100;
      if (way === shared) bars.atMost(`${name}: % of processor time more with ${way} of the traces`, more, MOST);
      console.log(
        `${name.padEnd(6)} ${way.padEnd(10)} ${median(all).toFixed(3)} ms a request (${more.toFixed(1)} %), ${Math.min(...all).toFixed(3)} to ${Math.max(...all).toFixed(3)}`,
      );
    }
  }
  await rest.close();
  await testApp.close();
}

function turned<Item>(items: readonly Item[], by: number): readonly Item[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0;
}
