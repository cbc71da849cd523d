import { readFile, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Agent } from '#core/lending/agent/agent.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { callbacksAt } from '#platform/rails/callbacks/addresses.ts';
import { airtelSetup } from '#platform/rails/airtel/settings.ts';
import { railSecrets, readRails, storeRail } from '#platform/rails/rail-settings.ts';
import { startAirtelFake, type AirtelFake } from '#test/support/airtel-fake/airtel-fake.ts';
import { changeBy, specifiedEnd, SUFFIXES } from '#test/support/suffix-ends.ts';
import {
  appColumn,
  disbursementColumn,
  headerOf,
  promptColumn,
  rowOf,
  type Column,
  type Movement,
  type Seen,
} from '#test/support/suffix-table.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

/** Rows in which Airtel ends otherwise than the specification, and why its protocol can't say it. */
const NOT_EXPRESSED: { readonly [M in Movement]: { readonly [suffix: string]: readonly [ends: string, why: string] } } =
  {
    disbursement: { '015': ['confirmed', 'names no amounts: another one is seen on the statement'] },
    payout: { '015': ['succeeded', 'names no amounts: another one is seen on the statement'] },
    collection: { '015': ['succeeded', 'names no amounts: another one is seen on the statement'] },
    prompt: { '015': ['unallocated', 'names no amounts: another one is seen on the statement'] },
  };
/** Rows that end as specified, by another way than M-Pesa's. */
const BY_ANOTHER_WAY: { readonly [M in Movement]: { readonly [suffix: string]: string } } = {
  disbursement: outgoing(),
  payout: outgoing(),
  collection: prompted(),
  prompt: prompted(),
};
function prompted() {
  return {
    '006': 'has no prompt that expires and is paid: it is in progress for long',
    '014': 'M-Pesa’s table has no such prompt; here it is declined, then paid',
    '017': 'has no code for a locked PIN: the number may not pay',
    '018': 'M-Pesa’s table has no such prompt; here an enquiry finds it declined',
  };
}
function outgoing() {
  return {
    '003': 'has one code for a number that is unknown or not registered',
    '005': 'has no time-out of a queue: its reply is TA, ambiguous',
    '006': 'has no time-out of a queue: it is in progress for long',
  };
}

const AMOUNT = 200_000n;
const MOVEMENTS: readonly Movement[] = ['disbursement', 'payout', 'collection', 'prompt'];
const CASES = MOVEMENTS.flatMap((movement) => SUFFIXES.map((suffix) => [movement, suffix] as const));

let fake: AirtelFake;
let testApp: TestApp;
let callback: Awaited<ReturnType<typeof openCallbackEndpoint>>;
const columns = new Map<Movement, Column>();
const seen = new Map<string, Seen>();

beforeAll(async () => {
  fake = await startAirtelFake();
  testApp = await openTestApp({ clock: () => fake.now() });
  callback = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(callback.url);
  const { baseUrl, publicKey, credentials } = fake;
  const setup = airtelSetup({
    environment: 'sandbox',
    baseUrl,
    publicKey,
    ...credentials,
    timeouts: { connectMs: 1_000, totalMs: 1_500 },
    charges: [{ upTo: 25_000_000, charge: 900 }],
  });
  const secrets = railSecrets(testApp.keys);
  await storeRail(testApp.database, secrets, testApp.tenantId, { kind: 'airtel', ...setup });
  const [rail] = await readRails(testApp.database, secrets, testApp.tenantId);
  const subject = { tenantId: testApp.tenantId, kind: 'notification', originatorId: rail?.uuid ?? '' } as const;
  fake.callbacksTo(callbacksAt(callback.url, testApp.keys.callback).addressOf(subject));
  const agentNo = 'AG-000002';
  const agentId = await testApp.database.write(testApp.tenantId, async (tx) => {
    const where = { branchId: testApp.branchId, provider: 'airtel' as const };
    const agent = Agent.appoint({ uuid: randomUUID(), agentNo, name: 'Airtel till', ...where });
    tx.of(Agent).add(agent);
    await tx.flush();
    return agent.id;
  });
  await testApp.app.operators.topUpFloat(testApp.operator, { agentNo, amount: 50_000_000n, reference: 'BANK-AIRTEL' });
  const asked = (movement: Movement, method: string) =>
    fake
      .requests()
      .filter(
        (request) =>
          request.method === method &&
          request.path.includes(movement === 'collection' || movement === 'prompt' ? '/payments/' : '/disbursements/'),
      ).length;
  const provider = {
    payoutChannel: 'airtel_b2c',
    collectionChannel: 'airtel',
    agentId,
    msisdnOf: (suffix: string) => `+254730000${suffix}`,
    now: fake.now,
    advance: fake.advance,
    counts: (movement: Movement) => ({ sends: asked(movement, 'POST'), queries: asked(movement, 'GET') }),
  } as const;
  columns.set('disbursement', disbursementColumn(testApp, provider));
  for (const movement of ['payout', 'collection'] as const)
    columns.set(movement, appColumn(testApp, provider, movement));
  columns.set('prompt', promptColumn(testApp, provider, 'airtel_collected'));
});
afterAll(async () => {
  await testApp.close();
  await callback.close();
  await fake.close();
});

describe('Airtel Money, by the suffix of the number', () => {
  it.each(CASES)('a %s of %s ends as specified, or as Airtel’s protocol can say it', async (movement, suffix) => {
    // What one row has taught of the credential or the float is none of the next one’s business.
    await testApp.database.write(testApp.tenantId, (tx) => testApp.rails.resume(tx, testApp.tenantId));
    const found = await columns.get(movement)?.run(suffix);
    if (found === undefined) throw new Error(`There is no column ${movement}.`);
    seen.set(`${movement} ${suffix}`, found);
    const [ends = specifiedEnd(movement, suffix) ?? found.ends] = NOT_EXPRESSED[movement][suffix] ?? [];
    expect({ movement, suffix, ends: found.ends }).toEqual({ movement, suffix, ends });
    expect(found.float).toBe(changeBy(movement, ends, AMOUNT));
    if (movement === 'disbursement') expect(found.loan).toBe(ends === 'confirmed' ? 'active' : 'ready_to_disburse');
  });

  it('leaves our books whole, and in agreement with what Airtel holds but for what people look into', async () => {
    const { violations } = await verifyLedger(testApp.sql);
    expect(violations).toEqual([]);
    const all = [...seen.entries()];
    const open = all.filter(([row, { ends }]) => !row.startsWith('collection') && ends === 'review');
    const ours = all.reduce((sum, [, { float }]) => sum + float, 0n);
    // Of those in review Airtel has paid none.
    expect(ours + BigInt(open.length) * AMOUNT).toBe(fake.books.balance - 100_000_000n);
  });

  it('shows the float that lies at Airtel, its day, and what Airtel says that it holds', async () => {
    await testApp.app.lending.requestFloat(testApp.operator);
    const { caller } = testApp.client;
    const float = await testApp.app.read(caller, (views) => views.agents.float('AG-000002'));
    expect(float).toMatchObject({ provider: 'airtel', atProvider: { balance: fake.books.balance } });
    const statement = await testApp.app.read(caller, (views) => views.agents.statement('AG-000002'));
    expect(statement?.closing).toBe(float?.float);
    const mpesa = await testApp.app.read(caller, (views) => views.agents.float(testApp.agent.agentNo));
    expect(mpesa).toMatchObject({ provider: 'mpesa', atProvider: null, inTransit: 0n });
  });

  it('is asked for in the words of Airtel, and nothing else', () => {
    const asked = fake.requests().filter(({ path }) => !path.includes('oauth2'));
    const shapes = new Set(
      asked.map(({ method, path, body }) =>
        `${method} ${path.replace(/[0-9a-f]{32}/, '{id}')} ${membersOf(body)}`.trim(),
      ),
    );
    expect([...shapes].sort()).toEqual([
      'GET /standard/v1/disbursements/{id}?transactionType=B2C',
      'GET /standard/v1/payments/{id}',
      'GET /standard/v1/users/balance',
      'POST /merchant/v1/payments/ reference subscriber(country currency msisdn) transaction(country currency amount id)',
      'POST /standard/v1/disbursements/ payee(msisdn currency) reference pin transaction(amount id type)',
    ]);
    // The fake checks every field: it found fault with none of ours but where the row says so.
    const refused = asked.filter(({ status }) => status !== null && [400, 404, 405].includes(status));
    expect(refused).toHaveLength(MOVEMENTS.length);
  });

  it('leaves no secret readable in the database', async () => {
    const [row] = await testApp.sql<{ stored: string }>(`select concat(settings, secrets, token) as stored from rail`);
    for (const secret of Object.values(fake.credentials)) expect(row?.stored).not.toContain(secret);
  });

  it('is the table that is committed', async () => {
    const tables = MOVEMENTS.map((movement) => {
      const rows = SUFFIXES.map(
        (suffix) => rowOf(suffix, [seen.get(`${movement} ${suffix}`)]) + noteOn(movement, suffix),
      );
      const [titles = '', line = ''] = headerOf([movement]).split('\n');
      return `## ${movement}\n\n${titles} Airtel Money … |\n${line}---|\n${rows.join('\n')}\n`;
    });
    const place = new URL('../../../../docs/airtel-suffixes.md', import.meta.url);
    const guide = `${PREFACE}\n${tables.join('\n')}`;
    if (process.env['UMOJA_WRITE_TABLE']) await writeFile(place, guide);
    expect(await readFile(place, 'utf8')).toBe(guide);
  });
});

const noteOn = (movement: Movement, suffix: string): string =>
  ` ${NOT_EXPRESSED[movement][suffix]?.[1] ?? BY_ANOTHER_WAY[movement][suffix] ?? ''} |`;

const membersOf = (body: unknown): string =>
  Object.entries((body ?? {}) as object)
    .map(([name, value]) => (typeof value === 'object' && value !== null ? `${name}(${membersOf(value)})` : name))
    .join(' ');

const PREFACE = `# What becomes of a payment by Airtel Money, by the suffix of its number

Measured, not written: \`test/platform/rails/airtel/suffix-table.test.ts\` drives disbursements of loans, and payouts and
collections of an app, and prompts of the institution itself, against a strict fake of Airtel Money, follows each to its end, and compares what it sees with the
specification. Rewrite it with \`UMOJA_WRITE_TABLE=1\`. Float, and what an app has available, in minor units of a payment of
200,000; a semicolon parts journals. The last column says what Airtel's protocol can't say, or says in another way.
`;
