import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';

type Loan = { readonly id: number; readonly member_id: number };

let ports: RestTestApp;
let society: Institution;
let maker: LendingClient;
let checker: LendingClient;
let loan: Loan;

beforeAll(async () => {
  ports = await openRestTestApp();
  society = await ports.openInstitution();
  maker = lendingClient(ports, society, await ports.openClient(society));
  const other = await ports.openClient(society);
  const operator = systemCaller({ id: society.id, mode: society.mode }, 'operator', randomUUID());
  await ports.app.partners.operators.changeClientResponsible(operator, { clientId: other.id, responsible: 'Baraka' });
  checker = lendingClient(ports, society, other);
  loan = await maker.anActiveLoan();
  await ports.admin('update tenant set four_eyes = true, reversal_limit = 20000 where id = $1', [society.id]);
  ports.forgetTenant(society.id);
});
afterAll(() => ports.close());

const repaid = async ({ id }: Loan, channel = 'cash'): Promise<string> => {
  const body = { amount: 10_000, channel };
  const made = await maker.call('POST', `/api/v1/loans/${id}/repayments`, { body });
  expect([made.status, made.text]).toEqual([201, made.text]);
  return `/api/v1/loans/${id}/repayments/${made.body.id}`;
};
const reverse = (path: string) => maker.call('PATCH', path, { body: { action: 'reverse', reason: 'Entered twice.' } });
const owed = async ({ id }: Loan) => (await maker.call('GET', `/api/v1/loans/${id}`)).body.outstanding.total as number;

describe('A repayment that one person reverses', () => {
  it('counts with the others of that loan and day (finding: several below the limit of one were paid out)', async () => {
    const before = await owed(loan);
    const three = [await repaid(loan), await repaid(loan), await repaid(loan)];
    const ends: number[] = [];
    for (const each of three) ends.push((await reverse(each)).status);
    expect(ends).toEqual([200, 200, 202]);
    expect(before - (await owed(loan))).toBe(10_000);
    const [proposal] = await ports.admin<{ uuid: string }>(`select uuid from proposal where state = 'proposed'`);
    const approve = { body: { action: 'approve' } };
    expect((await checker.call('PATCH', `/api/v1/proposals/${proposal?.uuid}`, approve)).body.state).toBe('approved');
    expect(await owed(loan)).toBe(before);
  });

  it('counts no longer a day after it', async () => {
    await ports.admin(`update repayment set reversed_at = reversed_at - interval '25 hours' where loan_id = $1`, [
      loan.id,
    ]);
    expect((await reverse(await repaid(loan))).status).toBe(200);
  });

  it('counts with those that are reversed at the same moment (finding: each was the first)', async () => {
    await ports.admin(`update repayment set reversed_at = reversed_at - interval '25 hours' where loan_id = $1`, [
      loan.id,
    ]);
    const six: string[] = [];
    while (six.length < 6) six.push(await repaid(loan));
    const ends = await Promise.all(six.map(async (each) => (await reverse(each)).status));
    expect(ends.toSorted()).toEqual([200, 200, 202, 202, 202, 202]);
  });

  it('stays at the counter while compliance holds the member’s money (finding: it was paid out all the same)', async () => {
    await ports.admin(`update repayment set reversed_at = reversed_at - interval '25 hours' where loan_id = $1`, [
      loan.id,
    ]);
    const [cash, bank] = [await repaid(loan), await repaid(loan, 'bank')];
    const [alert] = await ports.admin<{ id: string }>(
      `insert into aml_alert (tenant_id, rule_id, rule_version, severity, subject_key, member_id, window_start, window_end,
                              amount, threshold, evidence, holds, state, due_at, uuid)
       values ($1, 'R', 1, 'high', 'm', $2, '2026-01-01', '2026-01-02', 1, 1, '{}', true, 'open', now(), gen_random_uuid())
       returning id`,
      [society.id, loan.member_id],
    );
    const held = await reverse(cash);
    expect([held.status, held.body.code, held.body.alert_id]).toEqual([409, 'aml_hold', Number(alert?.id)]);
    // What came by the bank is still with the society: its receipt is free, and nothing leaves.
    expect((await reverse(bank)).status).toBe(200);
    await ports.admin(`update aml_alert set state = 'closed' where tenant_id = $1`, [society.id]);
    expect((await reverse(cash)).status).toBe(200);
  });

  it('takes two people where its cash would go to a member who is paid nothing', async () => {
    await ports.admin(`update repayment set reversed_at = reversed_at - interval '25 hours' where loan_id = $1`, [
      loan.id,
    ]);
    const [cash, bank] = [await repaid(loan), await repaid(loan, 'bank')];
    await ports.admin(`update member set state = 'blacklisted' where id = $1`, [loan.member_id]);
    const proposed = await reverse(cash);
    expect([proposed.status, proposed.body.rule]).toEqual([202, expect.stringContaining('blacklisted')]);
    expect((await reverse(bank)).status).toBe(200);
  });
});
