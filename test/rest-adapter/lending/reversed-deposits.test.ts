import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { lendingClient, type LendingClient } from '../../support/lending-client.ts';
import { savingsClient, type SavingsClient } from '../../support/savings-client.ts';
import { openRestTestApp, type Institution, type RestTestApp } from '../../support/rest-test-app.ts';

let ports: RestTestApp;
let society: Institution;
let maker: LendingClient;
let checker: LendingClient;
let savings: SavingsClient;
let shareProduct: number;

beforeAll(async () => {
  ports = await openRestTestApp();
  society = await ports.openInstitution();
  await ports.admin('update tenant set four_eyes = true, reversal_limit = 20000 where id = $1', [society.id]);
  ports.forgetTenant(society.id);
  [maker, checker] = [await clientOf('Dalila'), await clientOf('Baraka')];
  savings = await savingsClient(ports, society, maker);
  const [shares] = await ports.admin<{ id: number }>(
    `select id from savings_product where tenant_id = $1 and code = 'SHR'`,
    [society.id],
  );
  shareProduct = Number(shares?.id);
});
afterAll(() => ports.close());

const system = (name: string) => systemCaller({ id: society.id, mode: society.mode }, name, randomUUID());

async function clientOf(responsible: string): Promise<LendingClient> {
  const client = await ports.openClient(society);
  await ports.app.partners.operators.changeClientResponsible(system('operator'), { clientId: client.id, responsible });
  return lendingClient(ports, society, client);
}

const deposited = async (accountId: number, amount: number): Promise<number> => {
  const { status, body } = await savings.move(accountId, { type: 'deposit', amount, channel: 'cash' });
  expect(status).toBe(201);
  return body.id;
};

/** What a teller's reversal, a mutation of the graph alone, ends with: `done`, or the proposal that it is. */
async function reversed(savingsTransactionId: number): Promise<string> {
  let end = 'done';
  const present = async () => ({ status: 200, headers: {}, body: '' });
  const proposed = ({ uuid }: { readonly uuid: string }) => {
    end = uuid;
    return { status: 202, headers: {}, body: '' };
  };
  const refused = (error: Error) => {
    throw error;
  };
  const request = { caller: system('teller'), claim: null, present, refused, proposed };
  await ports.app.savings.reverseSavingsTransaction(request, { savingsTransactionId, reason: 'Wrong account.' });
  return end;
}

describe('A deposit at the counter that one person reverses', () => {
  it('takes two people where it was of shares, which are not paid out so', async () => {
    const { id } = await savings.anAccount(0, { product_id: shareProduct });
    const proposal = await reversed(await deposited(id, 10_000));
    const { body } = await checker.call('GET', `/api/v1/proposals/${proposal}`);
    expect([body.command, body.rule]).toEqual(['reverse_savings_transaction', expect.stringContaining('Give notice')]);
    expect((await savings.show(id)).balance).toBe(10_000);
    const approved = await checker.call('PATCH', `/api/v1/proposals/${proposal}`, { body: { action: 'approve' } });
    expect([approved.status, approved.body.state]).toEqual([200, 'approved']);
    expect((await savings.show(id)).balance).toBe(0);
  });

  it('counts with the others of that account and day (finding: five of 10,000 were paid out below the limit of one)', async () => {
    const { id } = await savings.anAccount();
    const three = [await deposited(id, 10_000), await deposited(id, 10_000), await deposited(id, 10_000)];
    const ends: string[] = [];
    for (const each of three) ends.push(await reversed(each));
    expect(ends.slice(0, 2)).toEqual(['done', 'done']);
    expect(ends[2]).not.toBe('done');
    expect((await savings.show(id)).balance).toBe(10_000);
    const other = await savings.anAccount();
    expect(await reversed(await deposited(other.id, 10_000))).toBe('done');
  });

  it('takes two people as a part of a receipt as well', async () => {
    const plain = await savings.anAccount();
    const shares = await savings.anAccount(0, { product_id: shareProduct });
    const parts = [plain, shares].map(({ id }) => ({ savings_account_id: id, amount: 5_000 }));
    const made = await maker.call('POST', '/api/v1/receipts', {
      body: { channel: 'cash', reference: 'SLIP-1', amount: 10_000, parts },
    });
    expect([made.status, made.text]).toEqual([201, made.text]);
    const body = { action: 'reverse', reason: 'Wrong accounts.' };
    const reply = await maker.call('PATCH', `/api/v1/receipts/${made.body.id}`, { body });
    expect([reply.status, reply.body.command, reply.body.subject?.type]).toEqual([202, 'reverse_split', 'receipt']);
    expect((await savings.show(plain.id)).balance).toBe(5_000);
    const approve = { body: { action: 'approve' } };
    expect((await checker.call('PATCH', `/api/v1/proposals/${reply.body.id}`, approve)).body.state).toBe('approved');
    expect((await savings.show(shares.id)).balance).toBe(0);
  });
});
