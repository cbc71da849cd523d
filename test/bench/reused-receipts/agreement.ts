import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { Findings } from '../payouts-under-fire/books.ts';
import type { Planted } from './reuses.ts';
import type { Society } from './society.ts';

/** The balances of the provider's accounts and of ours: what is compared is what moved since. */
export type Opening = {
  readonly there: ReadonlyMap<string, bigint>;
  readonly here: ReadonlyMap<string, bigint>;
  readonly lastUse: number;
  readonly transactions: number;
};

const PROVIDERS = ['Utility Account', 'Working Account', 'Charges Paid Account'] as const;

export async function openingOf(society: Society): Promise<Opening> {
  const [row] = await society.sql<{ last: number }>(
    'select coalesce(max(id), 0)::int as last from payment_receipt_use',
  );
  return {
    there: balancesThere(society),
    here: await balancesHere(society),
    lastUse: row?.last ?? 0,
    transactions: society.fake.transactions.length,
  };
}

const SCHOOL = 'payments of invoices';

const balancesThere = ({ fake }: Society) =>
  new Map(PROVIDERS.map((account) => [account as string, fake.books.balanceOf(account)]));

/** Our accounts, in debit; what apps collect is told from what they pay out. */
async function balancesHere({ sql }: Society): Promise<ReadonlyMap<string, bigint>> {
  const rows = await sql<{ account: string; balance: string }>(
    `select case when account = 'app_float' then account || ' ' || subject_type else account end as account,
            sum(case side when 'debit' then amount else -amount end)::text as balance
       from journal_line join journal on journal.id = journal_id group by 1`,
  );
  const balances = new Map(rows.map(({ account, balance }) => [account, BigInt(balance)]));
  // What callers report as paid to a school is in its own books, its invoices, rather than in the lender's ledger.
  const [school] = await sql<{ paid: string }>(
    `select coalesce(sum(amount), 0)::text as paid from invoice_payment where method = 'mpesa_paybill' and state <> 'reversed'`,
  );
  return balances.set(SCHOOL, BigInt(school?.paid ?? 0));
}

/** Compares accounts, payments and reuses with what the provider has, one by one. */
export async function compare(society: Society, opening: Opening, planted: readonly Planted[]): Promise<Findings> {
  const found = [await accounts(society, opening, planted), await payments(society, opening, planted)];
  found.push(await incidents(society, planted), responseFindings(planted));
  return { emitted: found.flatMap(({ emitted }) => emitted), wrong: found.flatMap(({ wrong }) => wrong) };
}

async function accounts(society: Society, opening: Opening, planted: readonly Planted[]): Promise<Findings> {
  const now = { there: balancesThere(society), here: await balancesHere(society) };
  const there = (account: string) => (now.there.get(account) ?? 0n) - (opening.there.get(account) ?? 0n);
  const here = (...names: readonly string[]) =>
    names.reduce((sum, name) => sum + (now.here.get(name) ?? 0n) - (opening.here.get(name) ?? 0n), 0n);
  const atTheBank = planted.flatMap(({ extra }) => extra).filter(({ account }) => account === 'bank');
  const rows: readonly (readonly [string, bigint, bigint])[] = [
    [
      'Utility (float and in transit)',
      here('app_float payout', 'app_payouts_in_transit', 'mpesa_float', 'disbursements_in_transit'),
      there('Utility Account'),
    ],
    [
      'Working (paybill, collections, fees)',
      here('app_float collection', 'mpesa_paybill', SCHOOL),
      there('Working Account'),
    ],
    ['Charges', here('charges_payable'), there('Charges Paid Account')],
    ['Bank (reuses only)', here('bank'), atTheBank.reduce((sum, { amount }) => sum + BigInt(amount), 0n)],
  ];
  return {
    emitted: rows.map(([name, ours, theirs]) => `${name}: ours ${ours}, the provider’s ${theirs}`),
    wrong: rows
      .filter(([, ours, theirs]) => ours !== theirs)
      .map(([name]) => `${name}: our sum and the provider’s differ.`),
  };
}

/** Each payment of the provider stands in exactly one of our records, or in parts that sum to it, and no other does. */
async function payments(
  { sql, fake }: Society,
  { lastUse, transactions }: Opening,
  planted: readonly Planted[],
): Promise<Findings> {
  const theirs = new Map<string, bigint>();
  const add = (account: string, direction: string, receipt: string, amount: bigint) => {
    const key = `${account} ${direction} ${receiptKey(receipt)}`;
    theirs.set(key, (theirs.get(key) ?? 0n) + amount);
  };
  for (const { kind, status, receipt, shillings } of fake.transactions.slice(transactions))
    if (status === 'Completed') add('mpesa', kind === 'b2c' ? 'out' : 'in', receipt, shillings * 100n);
  for (const { account, direction, receipt, amount } of planted.flatMap(({ extra }) => extra))
    add(account, direction, receipt, BigInt(amount));
  const ours = await sql<{ key: string; amount: string; records: number }>(
    `select account || ' ' || direction || ' ' || receipt_key as key, sum(amount)::text as amount, count(*)::int as records
       from payment_receipt_use where id > $1 and state = 'live' group by 1`,
    [lastUse],
  );
  const count = theirs.size;
  const wrong: string[] = [];
  for (const { key, amount, records } of ours) {
    const other = theirs.get(key);
    theirs.delete(key);
    if (other !== BigInt(amount) || records !== 1)
      wrong.push(`${key}: ${amount} in ${records} records of ours, ${other ?? 'nothing'} at the provider.`);
  }
  for (const [key, amount] of theirs) wrong.push(`${key}: ${amount} at the provider is booked nowhere.`);
  return { emitted: [`Payments: ${ours.length} receipts in our books, ${count} at the provider`], wrong };
}

/** Each incident is of one reuse, and each reuse that asks for one has it. */
async function incidents({ sql, call }: Society, planted: readonly Planted[]): Promise<Findings> {
  const rows = await sql<{ kind: string; receipt_key: string | null; summary: string }>(
    // Those of disbursements name the receipt in their sentence alone.
    `select kind, coalesce(receipt_key, upper(substring(summary from 'under the receipt +(\\w+)'))) as receipt_key, summary
       from incident order by id`,
  );
  const wanted = new Map(
    planted.filter(({ incident }) => incident).map((each) => [`${each.incident} ${receiptKey(each.receipt)}`, each]),
  );
  const count = wanted.size;
  const wrong: string[] = [];
  for (const { kind, receipt_key, summary } of rows) {
    if (!wanted.delete(`${kind} ${receipt_key}`)) {
      const of = planted.find(({ receipt }) => receiptKey(receipt) === receipt_key);
      wrong.push(`An incident too many (${of?.name ?? 'no reuse'}): ${kind} ${receipt_key}: ${summary}`);
    }
  }
  for (const { name, receipt, incident } of wanted.values()) wrong.push(`No ${incident}: ${receipt}, ${name}.`);
  let listed = 0;
  for (const kind of new Set(planted.map(({ incident }) => incident)))
    if (kind !== null) listed += await listedOf(call, kind);
  if (listed !== count) wrong.push(`GET /api/v1/incidents lists ${listed} incidents for ${count} reuses.`);
  return {
    emitted: [`Incidents: ${rows.length} (${listed} listed over REST) for ${count} reuses that ask for one`],
    wrong,
  };
}

async function listedOf(call: Society['call'], kind: string): Promise<number> {
  let count = 0;
  for (let cursor = ''; ;) {
    const { body } = await call('GET', `/api/v1/incidents?filter[kind]=${kind}&limit=100${cursor}`);
    count += body.data.length;
    if (!body.pagination.next_cursor) return count;
    cursor = `&cursor=${encodeURIComponent(body.pagination.next_cursor)}`;
  }
}

function responseFindings(planted: readonly Planted[]): Findings {
  const wrong = planted
    .filter(({ responses: got, expected }) => got !== expected)
    .map(({ name, receipt, responses: got, expected }) => `${receipt}, ${name}: answered ${got}, not ${expected}.`);
  const callers = planted.filter(({ incident }) => incident === null).length;
  return {
    emitted: [
      `Answers: ${planted.length - wrong.length} of ${planted.length} as they have to be, ${callers} of them without an incident`,
    ],
    wrong,
  };
}
