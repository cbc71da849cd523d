import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf, type Comparing } from '#platform/postgres/views/filters.ts';
import type { List, ListQuery } from '#platform/postgres/views/list.ts';
import { pageStatement } from '#platform/postgres/views/page.ts';
import { batchPayoutList, payoutList } from '#platform/postgres/payment-bridge/views/payouts.ts';
import { transactionList } from '#platform/postgres/payment-bridge/views/transactions.ts';
import type { Condition } from '#platform/postgres/views/view.ts';
import { letReadWhole } from '#test/support/plans.ts';
import { openBridge, type Bridge } from '#test/support/bridge-client.ts';
import { filtersOf, sortsOf } from '#test/support/list-questions.ts';

/** Enough for the planner to mind; a million by hand: UMOJA_TEST_ROWS=1000000. */
const ROWS = Number(process.env['UMOJA_TEST_ROWS'] ?? 20_000);

let bridge: Bridge;
let appId: number;
let batchId: number;
let by: Comparing;

beforeAll(async () => {
  bridge = await openBridge();
  const app = await bridge.anApp();
  appId = app.client.id;
  await app.pay();
  const { institution, ports } = bridge;
  const row = bridge.payout();
  await app.call('POST', '/v1/payout_batches', { body: { reference: 'batch', rows: [row] } });
  const [batch] = await ports.admin<{ id: string }>('select id from payout_batch');
  batchId = Number(batch?.id);
  await ports.admin(
    `insert into payout (uuid, tenant_id, app_id, sandbox, amount, fee, currency, channel, provider, msisdn, reference,
                         metadata, state, originator_id, receipt_no, attempts, findings, requested_by, checks, account_id,
                         purpose, created_at)
     select gen_random_uuid(), $1, $2, true, 5000000 + n * 100, 0, 'KES', 'mpesa_b2c', 'mpesa', '+2547' || lpad(n::text, 8, '0'),
            'many-' || n, '{}', (array['succeeded', 'failed', 'cancelled'])[1 + n % 3], gen_random_uuid(), 'R' || n, '[]', '[]',
            'test', 0, a.id, 'payout', timestamptz '2026-01-01' + n * interval '1 second'
       from app_account a cross join generate_series(1, $3::bigint) as n where a.app_id = $2`,
    [institution.id, appId, ROWS],
  );
  await ports.admin(
    `insert into app_transaction (uuid, tenant_id, app_id, sandbox, account_id, type, amount, balance_after, source_type,
                                  source_uuid, occurred_at, created_at)
     select gen_random_uuid(), $1, $2, true, a.id, (array['payout', 'fee', 'topup'])[1 + n % 3], -n, 0, 'payout',
            gen_random_uuid(), now(), timestamptz '2026-01-01' + n * interval '1 second'
       from app_account a cross join generate_series(1, $3::bigint) as n where a.app_id = $2`,
    [institution.id, appId, ROWS],
  );
  await ports.admin('vacuum analyze');
  by = {
    today: Temporal.PlainDate.from('2026-11-20'),
    sealing: await ports.database.read(institution.id, async (tx) => tx.sealing),
  };
});
afterAll(() => bridge.ports.close());

/** The tables that the plan of a question reads from end to end. */
async function readWhole(list: List, request: Partial<ListQuery>, more: readonly Condition[] = []): Promise<string[]> {
  const query: ListQuery = { filters: [], sort: [], limit: 50, boundary: null, withTotal: false, ...request };
  const conditions = [
    ['l.app_id = ?::bigint', appId] as const,
    ...more,
    ...query.filters.map((filter) => conditionOf(list, filter, by)),
  ];
  const { text, params } = pageStatement(
    { rows: list.table, select: (page) => `select l.* from ${page} l` },
    list,
    query,
    conditions,
    [],
  );
  const rows = await bridge.ports.database.report(bridge.institution.id, async (tx) => {
    await letReadWhole(tx);
    return tx.sql(`explain (format json) ${text}`, params);
  });
  const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
  return [...plan.matchAll(/"Node Type":"Seq Scan"[^{}]*?"Relation Name":"(\w+)"/g)].map(([, table]) => table ?? '');
}

describe.each([
  ['payouts', payoutList],
  ['transactions', transactionList],
] as const)('Every question to the list of %s uses an index', (_, list) => {
  it('from its newest', async () => {
    expect(await readWhole(list, {})).toEqual([]);
  });

  it.each(filtersOf(list))('filtered by %s', async (_name, filter) => {
    expect(await readWhole(list, { filters: [filter] })).toEqual([]);
  });

  it.each(sortsOf(list))('sorted by %s', async (_name, sort) => {
    expect(await readWhole(list, { sort })).toEqual([]);
  });
});

describe('The payouts of one batch', () => {
  it('are found by the batch', async () => {
    expect(await readWhole(batchPayoutList, {}, [['l.batch_id = ?::bigint', batchId]])).toEqual([]);
  });
});
