import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

type Facts = { readonly [name in 'rest_url' | 'graphql_url' | 'client_id' | 'client_secret']: string };
type Found = Record<string, any>;

/**
 * One client that writes and at once reads what it wrote, over REST and the graph: each deposit over REST is looked for in the
 * list of REST and in the balance of the graph, each name that the graph changes in the graph and in the list of REST.
 * @param sql as the owner of the database: the quotas of the demo's client are lifted
 * @returns `attempt` does the n-th of them, and says what was not seen; null where all was
 */
export async function openWriter(dataDir: string, sql: (text: string) => Promise<unknown>) {
  const facts = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as Facts;
  await sql(`update api_client set quotas = '{"B.read":1000000,"B.write":1000000,"B.money":1000000,"graph":10000000}'`);
  let authorization: Record<string, string> = {};
  const send = async (url: string, body?: object): Promise<Found> => {
    const response = await fetch(url, {
      headers: {
        ...authorization,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {}),
      },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const found = (await response.json()) as Found;
    if (!response.ok || (url === facts.graphql_url && found['errors']))
      throw new Error(`${url}: ${response.status} ${JSON.stringify(found)}`);
    return found;
  };
  const { client_id, client_secret } = facts;
  const api = `${facts.rest_url}/api/v1`;
  const minted = await send(`${api}/oauth/token`, { grant_type: 'client_credentials', client_id, client_secret });
  authorization = { authorization: `Bearer ${minted['access_token']}` };
  const graph = async (query: string, variables: object): Promise<Found> =>
    (await send(facts.graphql_url, { query, variables }))['data'];

  const [{ data: members }, { data: products }] = await Promise.all([
    send(`${api}/members?filter[state]=active&limit=1`),
    send(`${api}/savings_products?limit=50`),
  ]);
  const member = members[0] as Found;
  const product = (products as Found[]).find(({ kind }) => kind === 'ordinary');
  const account = await send(`${api}/savings_accounts`, { member_id: member['id'], product_id: product?.['id'] });
  let balance = 0;

  /** Deposits of one request, all or none. @returns as `attempt` */
  async function batch(rows: number): Promise<string | null> {
    const row = { savings_account_id: account['id'], amount: 100, channel: 'cash' };
    await send(`${api}/postings/bulk`, { rows: Array.from({ length: rows }, () => row) });
    balance += 100 * rows;
    const seen = (await send(`${api}/savings_accounts/${account['id']}`))['balance'];
    return seen === balance ? null : `REST shows a balance of ${seen}, not ${balance}`;
  }
  async function deposit(n: number): Promise<string | null> {
    const amount = 100 + n;
    const path = `${api}/savings_accounts/${account['id']}/transactions`;
    const made = await send(path, { type: 'deposit', amount, channel: 'cash' });
    balance += amount;
    const [listed, shown] = await Promise.all([
      send(`${path}?sort=-id&limit=1`),
      graph('query ($id: ID!) { savingsAccount(id: $id) { balance } }', { id: account['uuid'] }),
    ]);
    if (listed['data'][0]?.id !== made['id']) return `REST does not list deposit ${made['id']}`;
    const seen = shown['savingsAccount'].balance;
    return Number(seen) === balance ? null : `the graph shows a balance of ${seen}, not ${balance}`;
  }
  async function rename(n: number): Promise<string | null> {
    const name = `Achieng Number ${n}`;
    const update = `mutation ($id: ID!, $name: String!) {
      updateMember(input: { memberId: $id, name: $name }) { member { name } userErrors { message } } }`;
    const { updateMember } = await graph(update, { id: member['uuid'], name });
    if (updateMember.userErrors.length > 0) throw new Error(JSON.stringify(updateMember));
    const [listed, shown] = await Promise.all([
      send(`${api}/members?filter[name]=${encodeURIComponent(name)}`),
      graph('query ($id: ID!) { member(id: $id) { name } }', { id: member['uuid'] }),
    ]);
    if (listed['data'][0]?.id !== member['id']) return `REST does not list the member as ${name}`;
    return shown['member'].name === name ? null : `the graph shows ${shown['member'].name}, not ${name}`;
  }
  return { attempt: (n: number) => (n % 2 === 0 ? deposit(n) : rename(n)), batch };
}
