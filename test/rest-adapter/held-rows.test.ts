import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '#core/partners/scopes.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient } from '#test/support/savings-client.ts';

type Shown = Readonly<Record<string, any>>;
let ports: RestTestApp;
beforeAll(async () => {
  ports = await openRestTestApp();
});
afterAll(() => ports.close());

/** An institution in which 1,000.00 of a member within a day are held. */
async function strict() {
  const institution = await ports.openInstitution();
  const client = lendingClient(ports, institution, await ports.openClient(institution, SCOPES));
  await ports.admin(
    `insert into aml_rule (tenant_id, rule_id, rule_version, kind, severity, threshold_amount, threshold_currency,
                           window_days, channels, directions, holds, parameters)
     values ($1, 'held', 1, 'aggregate', 'high', 100000, 'KES', 1, null, '{in}', true, '{}')`,
    [institution.id],
  );
  const loan = await client.anActiveLoan();
  const savings = await savingsClient(ports, institution, client);
  const account = await savings.anAccount(0, { member_id: loan['member_id'] });
  return { institution, client, loan, account };
}
const alertsOf = ({ id }: Institution) =>
  ports.admin(`select amount::int, cardinality(evidence) as movements from aml_alert where tenant_id = $1`, [id]);
const send = (client: LendingClient, path: string, body: object, key: string = randomUUID()) =>
  client.call('POST', `/api/v1${path}`, { body, key });
const deposit = (account: Shown, amount: number, more: object = {}) => ({
  savings_account_id: account['id'],
  amount,
  channel: 'cash',
  ...more,
});
const repayment = (loan: Shown, amount: number, more: object = {}) => ({
  loan_id: loan['id'],
  amount,
  channel: 'cash',
  ...more,
});

describe('A rule that holds money', () => {
  it('counts what a batch repays beside what it deposits (finding: one after the other they were held, in one batch not)', async () => {
    const { institution, client, loan, account } = await strict();
    const rows = [repayment(loan, 60_000), deposit(account, 60_000)];
    const refused = await send(client, '/postings/bulk', { rows });
    expect([refused.status, refused.body.errors]).toMatchObject([
      409,
      [{ pointer: '#/rows/1/savings_account_id', code: 'aml_hold' }],
    ]);
    expect(await alertsOf(institution)).toEqual([{ amount: 120_000, movements: 2 }]);
  });

  it('counts what a receipt repays beside what it deposits', async () => {
    const { institution, client, loan, account } = await strict();
    const parts = [
      { loan_id: loan['id'], amount: 60_000 },
      { savings_account_id: account['id'], amount: 60_000 },
    ];
    const split = { channel: 'bank', reference: 'SPLIT001', amount: 120_000, parts };
    const refused = await send(client, '/receipts', split);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('aml_hold')]);
    expect(await alertsOf(institution)).toEqual([{ amount: 120_000, movements: 2 }]);
  });

  it('does not count a receipt again whose parts are booked (finding: the repetition held the member’s money)', async () => {
    const { institution, client, loan, account } = await strict();
    const parts = [
      { loan_id: loan['id'], amount: 45_000 },
      { savings_account_id: account['id'], amount: 45_000 },
    ];
    const split = { channel: 'bank', reference: 'SPLIT002', amount: 90_000, parts };
    expect((await send(client, '/receipts', split)).status).toBe(201);
    expect((await send(client, '/receipts', { ...split, reference: 'split 002' })).status).toBe(200);
    expect(await alertsOf(institution)).toEqual([]);
  });

  it('counts a repayment once that was booked before, and nothing where a batch only repays', async () => {
    const { institution, client, loan, account } = await strict();
    const repaid = repayment(loan, 60_000, { reference: 'REPAID 1' });
    expect((await send(client, '/postings/bulk', { rows: [repaid] })).status).toBe(201);
    const rows = [{ ...repaid, reference: 'repaid1' }, deposit(account, 10_000)];
    expect((await send(client, '/postings/bulk', { rows })).status).toBe(201);
    const more = [repayment(loan, 60_000), repayment(loan, 60_000)];
    expect((await send(client, '/postings/bulk', { rows: more })).status).toBe(201);
    expect(await alertsOf(institution)).toEqual([]);
  });

  it.each([
    ['a batch', '/postings/bulk', ({ id }: Shown) => ({ rows: [deposit({ id }, 60_000)] })],
    [
      'a deposit',
      ({ id }: Shown) => `/savings_accounts/${id}/transactions`,
      () => ({ type: 'deposit', amount: 60_000, channel: 'cash' }),
    ],
  ] as const)(
    'does not count %s again that is sent again under its key (finding: the retry held the member’s money)',
    async (_, path, bodyOf) => {
      const { institution, client, account } = await strict();
      const [key, to] = [randomUUID(), typeof path === 'string' ? path : path(account)];
      const first = await send(client, to, bodyOf(account), key);
      const again = await send(client, to, bodyOf(account), key);
      expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
      expect(await alertsOf(institution)).toEqual([]);
      // Under another key it is other money.
      expect((await send(client, to, bodyOf(account))).status).toBe(409);
      expect(await alertsOf(institution)).toEqual([{ amount: 120_000, movements: 2 }]);
    },
  );
});
