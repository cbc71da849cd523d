import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { get } from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createDatabase } from '../support/database.ts';
import { installedOn } from '../support/installation.ts';
import { eventually } from '../support/eventually.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { bareEnvironment, runFile, runStory, startUmoja, type UmojaProcess } from '../support/umoja-process.ts';

/**
 * The whole system as its users meet it: started by its command, entered by HTTP, ended by signals. Queues as the pass
 * of the suite says: in PostgreSQL, or in the Redis of REDIS_URL.
 */
const queues: Record<string, string> =
  process.env['UMOJA_TEST_QUEUE'] === 'redis' ? { REDIS_URL: process.env['REDIS_URL'] ?? '' } : {};
const PATIENCE = 300_000;

let dataDir: string;
const started: UmojaProcess[] = [];
const start = (env: NodeJS.ProcessEnv, roles: readonly string[] = []) => {
  const umoja = startUmoja(env, roles);
  started.push(umoja);
  return umoja;
};
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-journey-'));
});
afterAll(async () => {
  await Promise.all(
    started
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map(({ end }) => end('SIGTERM')),
  );
  await rm(dataDir, { recursive: true, force: true });
});

type Facts = { rest_url: string; graphql_url: string; client_id: string; client_secret: string; scopes: string[] };
const facts = async (): Promise<Facts> => JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as Facts;

async function newToken(): Promise<{ rest: string; access_token: string }> {
  const { rest_url: rest, client_id, client_secret } = await facts();
  const token = await fetch(`${rest}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  return { rest, access_token };
}

async function memberCount(): Promise<number> {
  const { rest, access_token } = await newToken();
  const members = await fetch(`${rest}/api/v1/members?include=total`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(members.status).toBe(200);
  return ((await members.json()) as { pagination: { total: number } }).pagination.total;
}

/** A question to the graph, with a fresh token. */
async function queryGraph(query: string) {
  const { access_token } = await newToken();
  const response = await fetch((await facts()).graphql_url, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  type Body = { data?: any; errors?: { extensions: Record<string, unknown> }[] };
  return { status: response.status, headers: response.headers, ...((await response.json()) as Body) };
}

/** The page for developers, under a name by which the gateway is reached. */
const graphiqlUnder = async (host: string): Promise<string> => {
  const { graphql_url: url } = await facts();
  return new Promise((resolve, reject) => {
    get(url, { headers: { host, accept: 'text/html' } }, (reply) => resolve(text(reply))).on('error', reject);
  });
};

/** Each as it is mostly run: one process by a newcomer without Redis, a process for each role by operators with it. */
const isWithRedis = process.env['UMOJA_TEST_QUEUE'] === 'redis';

describe.skipIf(isWithRedis)('In an empty folder, with nothing but the command', () => {
  it(
    'everything starts, says where to look, and the story comes true',
    async () => {
      const env = bareEnvironment({ UMOJA_DATA_DIR: dataDir, ...queues });
      const umoja = start(env);
      await umoja.up;
      const known = await facts();
      for (const fact of [known.rest_url, known.graphql_url, known.client_id, 'npm run story', 'curl']) {
        expect(umoja.output()).toContain(fact);
      }
      expect((await stat(path.join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
      const leads = await fetch(known.rest_url, { redirect: 'manual' });
      const portal = new URL(known.graphql_url).origin.replace('127.0.0.1', 'localhost');
      expect([leads.status, leads.headers.get('location')]).toEqual([302, portal]);
      expect(umoja.output()).toContain(`Portal     ${portal}`);
      // A page of elsewhere, whose name was given our address, reads what its browser is shown.
      const { host } = new URL(known.graphql_url);
      const shown = await Promise.all([host, host.replace('127.0.0.1', 'elsewhere.example')].map(graphiqlUnder));
      expect(shown.map((page) => page.includes('Bearer at_'))).toEqual([true, false]);

      const story = await runStory(env);
      expect(story).toMatchObject({ code: 0, output: expect.stringContaining('All of it came true.') });

      const members = await memberCount();
      expect(await umoja.end('SIGTERM')).toBe(0);
      const again = start(env);
      await again.up;
      expect([await memberCount(), (await facts()).client_secret]).toEqual([members, known.client_secret]);

      expect(await again.end('SIGKILL')).toBeNull();
      const interrupted = start(env);
      await eventually(() => Promise.resolve(interrupted.output().includes('PostgreSQL ')));
      expect(await interrupted.end('SIGTERM')).toBe(0);
      expect(interrupted.output()).toMatch(/SIGTERM: finishing what runs[^]*stopped/);
      expect(interrupted.output()).not.toContain('Umoja is up');
      const recovered = start(env);
      await recovered.up;
      expect(await memberCount()).toBe(members);
      expect(await recovered.end('SIGINT')).toBe(0);
      expect(recovered.output()).not.toMatch(/^\s+at /m);
    },
    PATIENCE,
  );
});

describe.runIf(isWithRedis)('With a process for each role, on external servers', () => {
  it(
    'the same story comes true',
    async () => {
      const { settings, drop } = await createDatabase();
      const subgraphs = subgraphRows().map(({ name }) => name);
      const [rest, graphql, workers, ...subgraphPorts] = await Promise.all(
        ['rest', 'gateway', 'workers', ...subgraphs].map(async () => String(await freePort())),
      );
      const withoutGateway = [rest, workers, ...subgraphPorts];
      const health = async (port: string | undefined) => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`);
        return { code: response.status, ...((await response.json()) as { status: string; parts: object }) };
      };
      const env = await installedOn(settings, {
        UMOJA_DATA_DIR: dataDir,
        UMOJA_DEMO: 'yes',
        UMOJA_LAME_DUCK_SECONDS: '3',
        REST_PORT: rest ?? '',
        GRAPHQL_PORT: graphql ?? '',
        ...Object.fromEntries(
          subgraphs.flatMap((name, index) => [
            [`${name.toUpperCase()}_PORT`, subgraphPorts[index]],
            [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${subgraphPorts[index]}/graphql`],
          ]),
        ),
        ...queues,
      });
      const roles = new Map([...subgraphs, 'gateway', 'rest'].map((role) => [role, start(env, [role])]));
      roles.set('workers', start({ ...env, METRICS_PORT: workers }, ['workers']));
      await Promise.all([...roles.values()].map(({ up }) => up));
      expect(await runStory(env)).toMatchObject({
        code: 0,
        output: expect.stringContaining('All of it came true.'),
      });

      const OK = { state: 'ok' };
      const ready = { code: 200, status: 'ready', parts: { database: OK, keys: OK, queues: OK } };
      for (const port of withoutGateway) expect(await health(port)).toEqual(ready);
      expect(await health(graphql)).toMatchObject(ready);

      // The schools' subgraph dies and comes back; the other roles are not affected.
      const both = `{
        members(first: 3) { nodes { memberNo sponsorships(first: 3) { nodes { id } } } }
        students(first: 3) { nodes { admissionNo } }
      }`;
      const whole = await queryGraph(both);
      expect([whole.errors, whole.data.students.nodes.length]).toEqual([undefined, 3]);
      expect(whole.headers.get('ratelimit-policy')).toBe('"graph";q=120000;w=60');
      expect(Number(whole.headers.get('x-query-cost'))).toBeGreaterThan(10);
      expect(await roles.get('education')?.end('SIGKILL')).toBeNull();
      const began = performance.now();
      const half = await queryGraph(both);
      expect(performance.now() - began).toBeLessThan(10_000);
      expect(half.status).toBe(200);
      expect(half.data).toEqual({
        members: { nodes: whole.data.members.nodes.map(({ memberNo }: any) => ({ memberNo, sponsorships: null })) },
        students: null,
      });
      expect(half.errors?.map(({ extensions }) => extensions)).toEqual([
        {
          code: 'SUBGRAPH_UNAVAILABLE',
          subgraph: 'education',
          reason: 'unreachable',
          fields: expect.arrayContaining(['students', 'members.nodes.sponsorships']),
          retryAfter: 5,
        },
      ]);
      const none = await queryGraph('{ students(first: 3) { nodes { admissionNo } } }');
      expect([none.status, none.headers.get('retry-after'), none.data]).toEqual([503, '5', { students: null }]);
      const withoutOne = { code: 200, status: 'degraded', parts: { 'education subgraph': { state: 'degraded' } } };
      await eventually(async () => (await health(graphql)).status === 'degraded');
      expect(await health(graphql)).toMatchObject(withoutOne);
      const back = start(env, ['education']);
      await back.up;
      expect(await queryGraph(both)).toMatchObject({ status: 200, data: whole.data });
      roles.set('education', back);

      // What an operator agrees with a client holds from the next request on.
      const page = '{ members(first: 50) { nodes { id } } }';
      // The first one pays for reading and planning it.
      expect((await queryGraph(page)).status).toBe(200);
      const quota = ['client', 'quota', (await facts()).client_id, 'graph=20'];
      expect(await runFile('platform/cli/umoja.ts', quota, env)).toMatchObject({ code: 0 });
      expect((await queryGraph(page)).status).toBe(200);
      const limited = await queryGraph('{ __typename }');
      expect([limited.status, limited.errors?.[0]?.extensions['code']]).toEqual([429, 'rate_limited']);
      expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);

      // What is ended says so before it refuses anything: a load balancer sends on until it has asked.
      const ended = Promise.all([...roles.values()].map(({ end }) => end('SIGTERM')));
      await eventually(async () => (await health(rest)).code === 503);
      for (const port of [...withoutGateway, graphql]) {
        expect(await health(port)).toMatchObject({
          code: 503,
          status: 'unavailable',
          parts: { process: { state: 'failed', reason: 'The process is about to end.' } },
        });
      }
      expect(await memberCount()).toBeGreaterThan(0);
      expect(await ended).toEqual([...roles.values()].map(() => 0));
      await drop();
    },
    2 * PATIENCE,
  );
});

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
