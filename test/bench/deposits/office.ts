import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call } from '../faults/call.ts';
import { receiveTransactions } from '../faults/receiver.ts';

type Sql = <R extends object>(text: string) => Promise<R[]>;
export type DepositOffice = Awaited<ReturnType<typeof openDepositOffice>>;

/**
 * What a client needs that takes deposits in the demo without a pause: a token that no quota slows down, a savings account, and
 * a webhook whose receiver counts what it is notified of.
 * @param dataDir of the process that has planted the demo
 */
export async function openDepositOffice({ at, dataDir, sql }: { at: string; dataDir: string; sql: Sql }) {
  const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as { [name: string]: string };
  await sql(`update api_client set quotas = '{"B.read":1000000,"B.write":1000000,"B.money":1000000}'`);
  const credentials = { client_id: facts['client_id'], client_secret: facts['client_secret'] };
  const minted = await call(at, '/api/v1/oauth/token', { body: { grant_type: 'client_credentials', ...credentials } });
  const token = minted.body.access_token as string;
  const receiver = await receiveTransactions();
  const made = await call(at, '/api/v1/webhooks', {
    token,
    body: { url: receiver.url, events: ['savings_transaction.*'] },
  });
  if (made.status !== 201) throw new Error(`No webhook: ${JSON.stringify(made.body)}`);
  const [[member], [product]] = await Promise.all([
    sql<{ id: string }>(`select id from member where state = 'active' order by id limit 1`),
    sql<{ id: string }>(`select id from savings_product where kind = 'ordinary' order by id limit 1`),
  ]);
  const opened = await call(at, '/api/v1/savings_accounts', {
    token,
    body: { member_id: Number(member?.id), product_id: Number(product?.id) },
  });
  if (opened.status !== 201) throw new Error(`No account: ${JSON.stringify(opened.body)}`);
  return { token, receiver, account: opened.body.id as number };
}
