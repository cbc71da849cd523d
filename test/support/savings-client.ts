import { randomUUID } from 'node:crypto';
import { systemCaller } from '#platform/auth/system-caller.ts';
import type { LendingClient } from './lending-client.ts';
import type { Institution, RestTestApp } from './rest-test-app.ts';

/** What a partner does with savings, mobile money and alerts: one line each in a test. */
export async function savingsClient(ports: RestTestApp, of: Institution, partner: LendingClient) {
  const expected = async (status: number, reply: ReturnType<LendingClient['call']>) => {
    const got = await reply;
    if (got.status !== status) throw new Error(`${status} was expected, ${got.status} came: ${got.text}`);
    return got.body;
  };
  const [product] = await ports.database.write(of.id, (tx) =>
    tx.sql<{ id: string; uuid: string }>(
      `insert into savings_product (uuid, code, name, state, kind, annual_rate, term_months)
       values ($1, 'ORD', 'Ordinary savings', 'active', 'ordinary', '3', null),
              ($2, 'SHR', 'Shares', 'active', 'shares', '0', null) returning id, uuid`,
      [randomUUID(), randomUUID()],
    ),
  );
  const savingsProduct = { id: Number(product?.id), uuid: product?.uuid ?? '' };

  const open = async (differing: object = {}) => {
    const member_id = (await partner.aMember()).id;
    const body = { member_id, product_id: savingsProduct.id, ...differing };
    return partner.call('POST', '/api/v1/savings_accounts', { body });
  };
  const move = (account: number | string, body: object, query = '') =>
    partner.call('POST', `/api/v1/savings_accounts/${account}/transactions${query}`, { body });
  const show = (account: number) => expected(200, partner.call('GET', `/api/v1/savings_accounts/${account}`));
  /** An account with money in it. */
  const anAccount = async (balance = 0, differing: object = {}) => {
    const { id } = await expected(201, open(differing));
    if (balance > 0) await expected(201, move(id, { type: 'deposit', amount: balance, channel: 'cash' }));
    return show(id);
  };
  let receipts = 0;
  const pay = (account_reference: string, differing: object = {}) =>
    partner.call('POST', '/api/v1/mobile_money/transactions', {
      body: {
        channel: 'mpesa_paybill',
        amount: 50_000,
        msisdn: '+254712000111',
        account_reference,
        receipt_no: `SFC${of.id}X${++receipts}`,
        ...differing,
      },
    });
  /** An alert about a member who paid in more cash in a day than the usual rule lets pass. */
  const anAlert = async () => {
    const account = await anAccount();
    const paid = await expected(201, move(account.id, { type: 'deposit', amount: 250_000_000, channel: 'cash' }));
    await ports.app.aml.screenActivity(systemCaller(of, 'tests', 'tests'), {
      type: 'savings_transaction',
      id: paid.id,
    });
    const { data } = await expected(
      200,
      partner.call('GET', `/api/v1/aml/alerts?filter[rule_id]=daily_cash&filter[member_id]=${account.member_id}`),
    );
    return data[0];
  };
  const decide = (alert: number | string, body: object, headers: Record<string, string> = {}) =>
    partner.call('PATCH', `/api/v1/aml/alerts/${alert}`, { body, headers });

  return { savingsProduct, open, move, show, anAccount, pay, anAlert, decide };
}

export type SavingsClient = Awaited<ReturnType<typeof savingsClient>>;
