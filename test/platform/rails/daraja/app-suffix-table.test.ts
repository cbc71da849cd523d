import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { changeBy, specifiedEnd, SUFFIXES } from '#test/support/suffix-ends.ts';
import { appColumn, headerOf, rowOf, type Column, type Movement, type Seen } from '#test/support/suffix-table.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

const AMOUNT = 200_000n;
const MOVEMENTS = ['payout', 'collection'] as const;
const CASES = MOVEMENTS.flatMap((movement) => SUFFIXES.map((suffix) => [movement, suffix] as const));

let fake: DarajaFake;
let testApp: TestApp;
let callback: Awaited<ReturnType<typeof openCallbackEndpoint>>;
const columns = new Map<Movement, Column>();
const seen = new Map<string, Seen>();

beforeAll(async () => {
  fake = await startDarajaFake();
  testApp = await openTestApp({ clock: () => fake.now() });
  callback = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(callback.url);
  await payByFake(testApp, fake, fake.options.stk.shortcode);
  const requestsTo = (path: string) => fake.requests().filter((request) => request.path.includes(path)).length;
  const provider = {
    payoutChannel: 'mpesa_b2c',
    collectionChannel: 'mpesa_stk',
    agentId: testApp.agent.id,
    msisdnOf: (suffix: string) => `+254700000${suffix}`,
    now: fake.now,
    advance: fake.advance,
    counts: (movement: Movement) =>
      movement === 'collection'
        ? { sends: requestsTo('/stkpush/'), queries: requestsTo('/stkpushquery/') }
        : { sends: requestsTo('/b2c/'), queries: requestsTo('/transactionstatus/') },
  } as const;
  for (const movement of MOVEMENTS) columns.set(movement, appColumn(testApp, provider, movement));
});
afterAll(async () => {
  await testApp.close();
  await callback.close();
  await fake.close();
});

describe('Payments of an app by M-Pesa, by the suffix of the number', () => {
  it.each(CASES)('a %s of %s ends as specified', async (movement, suffix) => {
    // What one row has taught of the credential or the float is none of the next one’s business.
    await testApp.database.write(testApp.tenantId, (tx) => testApp.rails.resume(tx, testApp.tenantId));
    const found = await columns.get(movement)?.run(suffix);
    if (found === undefined) throw new Error(`There is no column ${movement}.`);
    seen.set(`${movement} ${suffix}`, found);
    const ends = specifiedEnd(movement, suffix) ?? found.ends;
    expect({ movement, suffix, ends: found.ends }).toEqual({ movement, suffix, ends });
    expect(found.float).toBe(changeBy(movement, ends, AMOUNT));
  });

  it('leave the books whole', async () => {
    expect((await verifyLedger(testApp.sql)).violations).toEqual([]);
  });

  it('are the tables that are committed', async () => {
    const place = new URL('../../../../docs/mpesa-suffixes.md', import.meta.url);
    const guide = await readFile(place, 'utf8');
    const tables = MOVEMENTS.map((movement) => {
      const rows = SUFFIXES.map((suffix) => rowOf(suffix, [seen.get(`${movement} ${suffix}`)]));
      return `## ${movement} of an app\n\n${headerOf([movement])}\n${rows.join('\n')}\n`;
    });
    if (process.env['UMOJA_WRITE_TABLE']) {
      const before = guide.split('\n## ')[0] ?? '';
      await writeFile(place, `${before.trimEnd()}\n\n${tables.join('\n')}`);
    }
    expect(await readFile(place, 'utf8')).toContain(tables.join('\n'));
  });
});
