import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { Way } from './payments.ts';
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
const UTILITY = ['app_float payout', 'app_payouts_in_transit', 'mpesa_float', 'disbursements_in_transit'];
const WORKING = ['app_float collection', 'mpesa_paybill', SCHOOL];
/** Loans and savings: which of them a payment went to is proved by `ledger verify`, account by account. */
const MEMBERS = [
  'loan_portfolio',
  'interest_receivable',
  'interest_income',
  'fee_receivable',
  'fee_income',
  'penalty_receivable',
  'penalty_income',
  'loan_overpayments',
  'savings_control',
  'unallocated_receipts',
];

const balancesThere = ({ fake }: Society) =>
  new Map(PROVIDERS.map((account) => [account as string, fake.books.balanceOf(account)]));

/** Our accounts, in debit; what apps collect comes into another account of the provider than what they pay out. */
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

/** What was paid in each way, in minor units. */
export type Paid = ReadonlyMap<Way, bigint>;

/** Compares accounts, payments and reuses with what the provider has, one by one. */
export async function compare(
  society: Society,
  opening: Opening,
  { paid, planted }: { readonly paid: Paid; readonly planted: readonly Planted[] },
): Promise<Findings> {
  const found = [await accounts(society, opening, { paid, planted }), await payments(society, opening, planted)];
  found.push(await incidents(society, planted), responseFindings(planted));
  return { emitted: found.flatMap(({ emitted }) => emitted), wrong: found.flatMap(({ wrong }) => wrong) };
}

/** Accounts of the ledger that together have to have moved by what the provider, or what was paid, says. */
type Group = { readonly name: string; readonly of: readonly string[]; readonly expected: bigint };

/** Every account of the provider has accounts of the ledger that agree with it, and every account that moved is in a group. */
async function accounts(
  society: Society,
  opening: Opening,
  { paid, planted }: { readonly paid: Paid; readonly planted: readonly Planted[] },
): Promise<Findings> {
  const now = { there: balancesThere(society), here: await balancesHere(society) };
  const there = (account: string) => (now.there.get(account) ?? 0n) - (opening.there.get(account) ?? 0n);
  const moved = new Map([...now.here].map(([name, held]) => [name, held - (opening.here.get(name) ?? 0n)]));
  const sumOf = (way: Way) => paid.get(way) ?? 0n;
  const bank = planted
    .flatMap(({ extra }) => extra)
    .filter(({ account }) => account === 'bank')
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const ofMembers = there('Working Account') - sumOf('collection') - sumOf('fees');
  const groups: readonly Group[] = [
    { name: 'The provider’s Utility Account', of: UTILITY, expected: there('Utility Account') },
    { name: 'The provider’s Working Account', of: WORKING, expected: there('Working Account') },
    { name: 'The provider’s Charges Paid Account', of: ['charges_payable'], expected: there('Charges Paid Account') },
    { name: 'The bank (reuses only)', of: ['bank'], expected: bank },
    { name: 'What the charges cost', of: ['provider_charges'], expected: -there('Charges Paid Account') },
    {
      name: 'What the apps own',
      of: ['app_funds'],
      expected: sumOf('payout') + sumOf('batch') - sumOf('collection'),
    },
    {
      name: 'What members owe and own',
      of: MEMBERS,
      expected: sumOf('disbursement') - ofMembers - bank,
    },
  ];
  const grouped = groups.flatMap(({ of }) => of);
  const strays = [...moved].filter(([name, by]) => by !== 0n && !grouped.includes(name));
  const ours = ({ of }: Group) => of.reduce((sum, name) => sum + (moved.get(name) ?? 0n), 0n);
  return {
    emitted: groups.flatMap((group) => [
      `${ours(group) === group.expected ? 'agrees ' : 'DIFFERS'} ${group.name}: ours ${ours(group)}, expected ${group.expected}`,
      ...group.of.flatMap((name) => (moved.has(name) ? [`          ${name} ${moved.get(name)}`] : [])),
    ]),
    wrong: [
      ...groups.filter((group) => ours(group) !== group.expected).map(({ name }) => `${name}: the sums differ.`),
      ...strays.map(([name, by]) => `The account ${name} moved by ${by}, and nothing explains it.`),
    ],
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

/** Each incident is of one reuse, and each reuse that requires one has it. */
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
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  return {
    emitted: [
      `Incidents: ${rows.length} (${listed} listed over REST) for ${count} reuses that need one: ` +
        [...kinds].map(([kind, { length }]) => `${length} ${kind}`).join(', '),
    ],
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
  const incidents = planted.filter(({ incident }) => incident !== null).length;
  const replays = planted.filter(
    ({ incident, expected }) => incident === null && /^200(, 200)*$/.test(expected),
  ).length;
  const refused = planted.length - incidents - replays;
  return {
    emitted: [
      `Answers: ${planted.length - wrong.length} of ${planted.length} as they have to be`,
      `Reuses: ${planted.length} = ${incidents} incidents (a provider’s message, or booked on another account) ` +
        `+ ${refused} refused with 409 (a caller’s) + ${replays} the very same once more, answered with the first record`,
    ],
    wrong,
  };
}
