import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { signingSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import { deriveKeys } from '#platform/auth/keys.ts';
import { freePort } from '#platform/postgres/embedded/free-port.ts';
import { railSecrets } from '#platform/rails/rail-settings.ts';
import type { Ring } from '#platform/runtime/ring.ts';
import { subgraphRows } from '#sub/subgraphs.ts';
import { programOf } from '../../support/compiled.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { bareEnvironment, runFile, startUmoja, type UmojaProcess } from '../../support/umoja-process.ts';

/** The secret of an installation is replaced while processes of its own run: some have both secrets, some the former alone. */
const [FORMER, PRESENT] = ['the former secret of many characters', 'the present secret of many characters'];
const PATIENCE = 300_000;

let server: TestDatabase;
let owner: pg.Client;
let dataDir: string;
let ports: Record<string, string>;
const started: UmojaProcess[] = [];

const envOf = (more: Record<string, string>) =>
  bareEnvironment({
    DATABASE_URL: server.settings.adminUrl,
    UMOJA_DATA_DIR: dataDir,
    UMOJA_DEMO: 'no',
    UMOJA_LAME_DUCK_SECONDS: '1',
    ...ports,
    ...more,
  });
const withFormer = () => envOf({ UMOJA_SECRET: FORMER });
const withBoth = () => envOf({ UMOJA_SECRET: PRESENT, UMOJA_FORMER_SECRETS: FORMER });
const withPresent = () => envOf({ UMOJA_SECRET: PRESENT });

const umoja = (env: NodeJS.ProcessEnv, ...words: string[]) => runFile('platform/cli/umoja.ts', words, env);
const documentOf = async <T>(env: NodeJS.ProcessEnv, ...words: string[]): Promise<T> => {
  const { code, output } = await umoja(env, '--json', ...words);
  if (code !== 0) throw new Error(output);
  return JSON.parse(output.slice(output.indexOf('\n{') + 1)) as T;
};
const start = async (env: NodeJS.ProcessEnv, ...roles: string[]): Promise<UmojaProcess> => {
  const process = startUmoja(env, roles);
  started.push(process);
  await process.up;
  return process;
};
const rows = async <R extends object>(text: string, values: unknown[] = []) =>
  (await owner.query(text, values)).rows as R[];

type Client = { client_id: string; client_secret: string };
type Status = {
  in_use: string;
  former: string[];
  former_is_needed: boolean;
  left: Record<string, number>;
  waiting: string[];
};

beforeAll(async () => {
  server = await createDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'umoja-secret-'));
  owner = new pg.Client({ connectionString: server.settings.adminUrl });
  await owner.connect();
  const names = ['REST_PORT', 'GRAPHQL_PORT', ...subgraphRows().map(({ name }) => `${name.toUpperCase()}_PORT`)];
  ports = Object.fromEntries(await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)));
  for (const { name } of subgraphRows())
    ports[`${name.toUpperCase()}_URL`] = `http://127.0.0.1:${ports[`${name.toUpperCase()}_PORT`]}/graphql`;
  expect(await umoja(withFormer(), 'migrate')).toMatchObject({ code: 0 });
  await umoja(withFormer(), 'tenant', 'create', '--name', 'Society', '--mode', 'sandbox');
});
afterAll(async () => {
  await Promise.all(
    started
      .filter(({ child }) => child.exitCode === null && child.signalCode === null)
      .map(({ end }) => end('SIGKILL')),
  );
  await owner.end();
  await server.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const rest = () => `http://127.0.0.1:${ports['REST_PORT']}`;
async function tokenOf({ client_id, client_secret }: Client): Promise<{ status: number; token: string }> {
  const response = await fetch(`${rest()}/api/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret }),
  });
  const body = (await response.json()) as { access_token: string };
  return { status: response.status, token: body.access_token };
}
const call = (token: string, at: string, body?: object) =>
  fetch(`${rest()}/api/v1${at}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(body === undefined ? {} : { 'idempotency-key': randomUUID() }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
async function graph(token: string): Promise<{ status: number; body: { data?: unknown; errors?: unknown } }> {
  const response = await fetch(`http://127.0.0.1:${ports['GRAPHQL_PORT']}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ members(first: 1) { edges { node { id } } } }' }),
  });
  return { status: response.status, body: (await response.json()) as { data?: unknown } };
}

/** The ring of one secret as it is after it has replaced another. */
const replacing = (ring: Ring): Ring => ({ ...ring, label: ring.current.id });

describe('The secret of an installation', () => {
  let used: Client;
  let unused: Client;
  let token: string;
  let webhookSecret: string;
  const secretsOf = () =>
    rows<{ ciphertext: string; client_id: string }>(
      'select s.ciphertext, w.client_id from webhook_secret s join webhook w on w.tenant_id = s.tenant_id and w.id = s.endpoint_id',
    );

  it(
    'is used by processes that know it as the former one, beside those that know no other',
    async () => {
      used = await documentOf<Client>(withFormer(), 'client', 'create', '--name', 'Used');
      unused = await documentOf<Client>(withFormer(), 'client', 'create', '--name', 'Unused');
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
      const account = { rail: 'airtel', environment: 'sandbox', clientId: 'c', clientSecret: 's', pin: '1234' };
      const file = path.join(dataDir, 'airtel.json');
      const pem = publicKey.export({ type: 'spki', format: 'pem' });
      await writeFile(file, JSON.stringify({ ...account, publicKey: pem }));
      expect(await umoja(withFormer(), 'rails', 'set', file)).toMatchObject({ code: 0 });
      // A gateway of the next settings, over subgraphs of the former ones.
      await Promise.all([
        start(withFormer(), ...subgraphRows().map(({ name }) => name)),
        start(withFormer(), 'rest'),
        start(withBoth(), 'gateway'),
      ]);
      ({ token } = await tokenOf(used));
      expect(await graph(token)).toMatchObject({ status: 200, body: { data: { members: { edges: [] } } } });
      const made = await call(token, '/webhooks', { url: 'https://example.com/hook', events: ['loan.*'] });
      expect(made.status).toBe(201);
      ({ secret: webhookSecret } = (await made.json()) as { secret: string });
      // What a version before reads: no label but the first.
      expect((await secretsOf())[0]?.ciphertext).toMatch(/^v1\.1\./);
    },
    PATIENCE,
  );

  it(
    'is not replaced while a process has it alone, and such a one starts again then',
    async () => {
      const { code, output } = await umoja(withBoth(), 'secret', 'rotate');
      expect([code, output]).toEqual([
        2,
        expect.stringMatching(
          /Processes run that don’t have the secret of UMOJA_SECRET, from [^]*UMOJA_FORMER_SECRETS/,
        ),
      ]);
      expect(await rows('select next_fingerprint as next, secret_since as since from installation')).toEqual([
        { next: null, since: null },
      ]);
      expect(await umoja(withFormer(), 'tenant', 'list')).toMatchObject({ code: 0 });
      expect(await umoja(withPresent(), 'tenant', 'list')).toMatchObject({
        code: 2,
        output: expect.stringContaining('name it in UMOJA_FORMER_SECRETS'),
      });
    },
    PATIENCE,
  );

  it(
    'is replaced without a failed request, also where the command is killed in the middle',
    async () => {
      for (const process of started.splice(0, 2)) await process.end('SIGTERM');
      await Promise.all([start(withBoth(), ...subgraphRows().map(({ name }) => name)), start(withBoth(), 'rest')]);
      let stopped = false;
      const answers: number[] = [];
      const traffic = (async () => {
        while (!stopped) {
          const minted = await tokenOf(used);
          const listed = await call(minted.token, '/webhooks');
          const members = await call(token, '/members');
          const queried = await graph(minted.token);
          answers.push(minted.status, listed.status, members.status, queried.body.errors ? 500 : queried.status);
        }
      })();
      // It has the secret in use, and waits in the middle of sealing.
      await owner.query('begin');
      await owner.query('lock table webhook_secret in exclusive mode');
      const program = programOf('platform/cli/umoja.ts');
      const command = spawn(process.execPath, [program, 'secret', 'rotate'], { env: withBoth(), stdio: 'ignore' });
      const ended = once(command, 'exit');
      const waits = `select from pg_locks where relation = 'webhook_secret'::regclass and not granted`;
      await eventually(async () => (await rows(waits)).length > 0);
      command.kill('SIGKILL');
      expect((await ended)[1]).toBe('SIGKILL');
      await owner.query('rollback');

      // Two at the same time go on from there.
      const both = await Promise.all([umoja(withBoth(), 'secret', 'rotate'), umoja(withBoth(), 'secret', 'rotate')]);
      for (const { code, output } of both) {
        expect([code, output]).toEqual([0, expect.stringContaining('A former secret is still needed:')]);
        for (const each of [FORMER, PRESENT]) expect(output).not.toContain(each);
      }
      stopped = true;
      await traffic;
      expect(answers.length).toBeGreaterThan(20);
      expect(answers.filter((status) => status !== 200)).toEqual([]);
    },
    PATIENCE,
  );

  it('has sealed everything then: the present one alone opens it', async () => {
    const { webhookBox, railBox } = deriveKeys(PRESENT);
    const [webhook] = await secretsOf();
    const secrets = signingSecrets({ webhookBox: replacing(webhookBox) });
    expect(secrets.unseal(webhook!.ciphertext, Number(webhook!.client_id))).toBe(webhookSecret);
    const [rail] = await rows<{ secrets: string; tenant_id: string }>('select secrets, tenant_id from rail');
    const opened = railSecrets({ railBox: replacing(railBox) }).unseal(rail!.secrets, Number(rail!.tenant_id));
    expect(JSON.parse(opened)).toMatchObject({ clientSecret: 's' });
    const hashes = await rows<{ hash: string; name: string }>(
      'select s.hash, c.name from api_secret s join api_client c on c.tenant_id = s.tenant_id and c.id = s.client_id order by c.name',
    );
    // The one that fetched a token meanwhile is hashed with the present pepper.
    expect(hashes.map(({ hash }) => hash.split('.').length)).toEqual([1, 2]);
    expect(hashes[1]?.hash.startsWith(`${replacing(webhookBox).label}.`)).toBe(true);
  });

  it(
    'says what is left, and no process starts without the former one before that is done',
    async () => {
      const status = await documentOf<Status>(withBoth(), 'secret', 'status');
      expect(status).toMatchObject({
        former_is_needed: true,
        left: { webhooks: 0, rails: 0, institution_keys: 0, client_secrets: 1, addresses: 1 },
      });
      expect(status.waiting.join('\n')).toContain(unused.client_id);
      for (const env of [withPresent(), withFormer()]) {
        const { code, output } = await umoja(env, 'tenant', 'list');
        expect([code, output]).toEqual([2, expect.stringMatching(/UMOJA_FORMER_SECRETS/)]);
      }
      const refused = await umoja(withBoth(), 'secret', 'retire', '--addresses-replaced');
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('hashed under a former secret')]);
    },
    PATIENCE,
  );

  it(
    'is retired when every client has used its secret and the addresses are registered again; the rest goes on',
    async () => {
      expect((await tokenOf(unused)).status).toBe(200);
      // Responses with a secret are repeated for a day.
      await owner.query(`update idempotency_key set expires_at = now() where response ? 'sealed'`);
      const addresses = await umoja(withBoth(), 'secret', 'retire');
      expect([addresses.code, addresses.output]).toEqual([1, expect.stringContaining('--addresses-replaced')]);
      const retired = await umoja(withBoth(), 'secret', 'retire', '--addresses-replaced');
      expect([retired.code, retired.output]).toEqual([0, expect.stringContaining('take UMOJA_FORMER_SECRETS out')]);
      expect(await rows('select former_inner_key from guard.tenant_key where former_inner_key is not null')).toEqual(
        [],
      );
      for (const process of started.splice(0)) await process.end('SIGTERM');
      await start(withPresent(), 'rest');
      for (const client of [used, unused]) expect((await tokenOf(client)).status).toBe(200);
      expect((await call(token, '/members')).status).toBe(200);
      expect(await umoja(withFormer(), 'tenant', 'list')).toMatchObject({ code: 2 });
      expect(await documentOf<Status>(withPresent(), 'secret', 'status')).toMatchObject({
        former: [],
        former_is_needed: false,
      });
      const deeds = await rows<{ type: string }>(
        `select type from event where type like 'institution.%secret%' order by id`,
      );
      expect(deeds.map(({ type }) => type)).toEqual([
        'institution.secret_replaced',
        'institution.former_secret_retired',
      ]);
    },
    PATIENCE,
  );
});
