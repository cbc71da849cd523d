import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '#core/kernel/domain-error.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { lendingClient, type LendingClient } from '#test/support/lending-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '#test/support/rest-test-app.ts';
import { savingsClient, type SavingsClient } from '#test/support/savings-client.ts';

type Person = LendingClient & { readonly key: string };

let ports: RestTestApp;
let society: Institution;
let teller: Person;
/** Another client of the teller. */
let sister: Person;
let another: Person;
let third: Person;
let savings: SavingsClient;

beforeAll(async () => {
  ports = await openRestTestApp();
  society = await ports.openInstitution();
  await ports.admin('update tenant set four_eyes = true where id = $1', [society.id]);
  ports.forgetTenant(society.id);
  [teller, sister] = [await clientOf('Dalila'), await clientOf('DALILA')];
  [another, third] = [await clientOf('Baraka'), await clientOf('Eunice')];
  savings = await savingsClient(ports, society, teller);
});
afterAll(() => ports.close());

const system = (name: string) => systemCaller({ id: society.id, mode: society.mode }, name, randomUUID());

/** A client, and the person who answers for it. */
async function clientOf(responsible: string): Promise<Person> {
  const client = await ports.openClient(society);
  await ports.app.partners.operators.changeClientResponsible(system('operator'), { clientId: client.id, responsible });
  const [found] = await ports.admin<{ key: string }>('select client_key as key from api_client where id = $1', [
    client.id,
  ]);
  return Object.assign(lendingClient(ports, society, client), { key: found?.key ?? '' });
}

async function aLoan() {
  const draft = await another.aDraft();
  expect((await teller.approve(draft.id)).status).toBe(200);
  const { body: sent } = await third.disburse(draft.id);
  expect((await third.notify(sent.id, { code: 0 })).status).toBe(200);
  return (await teller.call('GET', `/api/v1/loans/${draft.id}`)).body;
}

/** A savings account to which an overpayment was moved, by another person than the one who has recorded it. */
async function saved(payment: object) {
  const loan = await aLoan();
  const account = await savings.anAccount(0, { member_id: loan.member_id });
  const body = { amount: loan.outstanding.total + 80_000, ...payment };
  expect((await teller.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body })).status).toBe(201);
  const move = (by: LendingClient) =>
    by.call('PATCH', `/api/v1/loans/${loan.id}`, {
      body: { action: 'transfer_to_savings', savings_account_id: account.id },
    });
  expect((await move(teller)).body.code).toBe('four_eyes_required');
  expect((await move(another)).body.state).toBe('closed');
  return account;
}
const withdraw = (by: LendingClient, account: { id: number }, amount: number, channel: 'bank' | 'cash') =>
  by.call('POST', `/api/v1/savings_accounts/${account.id}/transactions`, {
    body: { type: 'withdrawal', amount, channel, reference: `OUT${randomUUID().slice(0, 8)}` },
  });

describe('What was paid too much on a loan and is saved', () => {
  it('is not paid out by who has recorded it (finding: the transfer forgot whose word it was)', async () => {
    const account = await saved({ channel: 'bank', reference: 'FTAIR1' });
    for (const same of [teller, sister])
      for (const channel of ['cash', 'bank'] as const) {
        const { status, body } = await withdraw(same, account, 80_000, channel);
        expect([status, body.code, body.vouched_amount]).toEqual([409, 'four_eyes_required', 80_000]);
      }
    // Who moved it has said nothing of it.
    expect((await withdraw(another, account, 50_000, 'bank')).status).toBe(201);
    expect((await withdraw(teller, account, 1, 'bank')).body.code).toBe('four_eyes_required');
    expect((await withdraw(third, account, 30_000, 'bank')).status).toBe(201);
  });

  it('goes out as cash where it came as cash: it would be missing at the counter', async () => {
    const account = await saved({ channel: 'cash' });
    expect((await withdraw(teller, account, 30_000, 'bank')).body.code).toBe('four_eyes_required');
    expect((await withdraw(teller, account, 30_000, 'cash')).status).toBe(201);
  });

  it('is no more than all that was too much, however many payments one has recorded (finding: their words added up)', async () => {
    const loan = await aLoan();
    const account = await savings.anAccount(0, { member_id: loan.member_id });
    const path = `/api/v1/savings_accounts/${account.id}/transactions`;
    const pay = async (amount: number, reference: string) => {
      const body = { channel: 'bank', amount, reference };
      expect((await teller.call('POST', `/api/v1/loans/${loan.id}/repayments`, { body })).status).toBe(201);
    };
    await pay(100_000, 'FTADD1');
    await pay(120_000, 'FTADD2');
    await pay(loan.outstanding.total - 220_000 + 80_000, 'FTADD3');
    const body = { type: 'deposit', amount: 50_000, channel: 'cash' };
    expect((await another.call('POST', path, { body })).status).toBe(201);
    const move = { action: 'transfer_to_savings', savings_account_id: account.id };
    expect((await another.call('PATCH', `/api/v1/loans/${loan.id}`, { body: move })).body.state).toBe('closed');
    const refused = (await withdraw(teller, account, 50_001, 'bank')).body;
    expect([refused.code, refused.vouched_amount]).toEqual(['four_eyes_required', 80_000]);
    expect((await withdraw(teller, account, 50_000, 'bank')).status).toBe(201);
    expect((await withdraw(teller, account, 1, 'bank')).body.code).toBe('four_eyes_required');
  });

  it('leaves alone what others have paid in', async () => {
    const account = await saved({ channel: 'bank', reference: 'FTAIR2' });
    const body = { type: 'deposit', amount: 20_000, channel: 'cash' };
    const path = `/api/v1/savings_accounts/${account.id}/transactions`;
    expect((await another.call('POST', path, { body })).status).toBe(201);
    expect((await withdraw(teller, account, 20_000, 'bank')).status).toBe(201);
    expect((await withdraw(teller, account, 1, 'bank')).body.code).toBe('four_eyes_required');
  });
});

describe('Shares that pass to another member', () => {
  it('stay the word of who has recorded them (finding: the member who took them over passed them on)', async () => {
    const shares = (await teller.call('GET', '/api/v1/savings_products?filter[kind]=shares')).body.data[0].id;
    const aHolder = (balance: number) => savings.anAccount(balance, { product_id: shares });
    const [first, second, last] = [await aHolder(0), await aHolder(0), await aHolder(0)];
    await ports.app.savings.depositSavings(requested(teller), {
      savingsAccountId: first.id,
      amount: 80_000n,
      channel: 'bank',
      reference: 'FTAIR3',
    });
    expect(await pass(another, first, second, 60_000)).toBe('passed');
    for (const same of [teller, sister]) expect(await pass(same, second, last, 60_000)).toBe('four_eyes_required');
    expect(await pass(another, second, last, 60_000)).toBe('passed');
    expect(await pass(teller, last, second, 1)).toBe('four_eyes_required');
  });

  it('are one person’s no more than what passed was, also where they pass on with other money', async () => {
    const shares = (await teller.call('GET', '/api/v1/savings_products?filter[kind]=shares')).body.data[0].id;
    const aHolder = () => savings.anAccount(0, { product_id: shares });
    const [first, second, last] = [await aHolder(), await aHolder(), await aHolder()];
    const deposit = (by: Person, to: { id: number }, amount: bigint, reference: string) =>
      ports.app.savings.depositSavings(requested(by), {
        savingsAccountId: to.id,
        amount,
        channel: 'bank',
        reference,
      });
    for (const each of [1, 2, 3]) await deposit(teller, first, 50_000n, `FTWORD${each}`);
    for (const each of [1, 2]) await deposit(sister, first, 50_000n, `FTWORS${each}`);
    await deposit(another, second, 140_000n, 'FTWORD9');
    // 60,000 pass: the teller’s word by two clients, each on all of it.
    expect(await pass(another, first, second, 60_000)).toBe('passed');
    expect(await pass(teller, second, last, 140_001)).toBe('four_eyes_required');
    expect(await pass(teller, second, last, 1)).toBe('passed');
    expect(await pass(third, second, last, 199_999)).toBe('passed');
    expect(await pass(teller, last, first, 140_000)).toBe('four_eyes_required');
    expect(await pass(teller, last, first, 139_999)).toBe('passed');
  });
});

describe('The books after all of this', () => {
  it('are whole', async () => {
    const { violations } = await ports.database.read(society.id, ({ sql }) => verifyLedger(sql));
    expect(violations).toEqual([]);
  });
});

const unexpected = (): never => {
  throw new Error('It was proposed.');
};
const requested = ({ key }: Person) => ({
  caller: system(key),
  claim: null,
  present: async () => ({ status: 200, headers: {}, body: '' }),
  proposed: unexpected,
  refused: (error: Error): never => {
    throw error;
  },
});

/** Passes shares on, which is the graph’s: the use case behind it. */
async function pass(by: Person, from: { id: number }, to: { id: number }, amount: number): Promise<string> {
  const command = { savingsAccountId: from.id, toSavingsAccountId: to.id, amount: BigInt(amount) };
  return ports.app.savings.transferShares(requested(by), command).then(
    () => 'passed',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
      return error.code;
    },
  );
}
