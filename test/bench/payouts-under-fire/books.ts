import type { DarajaFake } from '../../support/daraja-fake/daraja-fake.ts';

export type Sql = <R extends object>(text: string, params?: unknown[]) => Promise<R[]>;

/** What the books say once it is quiet, for people (`emitted`), and what of it must not be (`wrong`). */
export type Findings = { readonly emitted: string[]; readonly wrong: string[] };

const OPEN = ['pending', 'sending', 'sent', 'unknown'];

/**
 * Compares our payouts, their journals and their events with the provider's own books, payment by payment and to the
 * cent. What could not be found out has to be in review, where people find it listed, and nothing else may be open.
 * @param spent what the provider's utility account has lost, in minor units
 */
export async function compareBooks(sql: Sql, fake: DarajaFake, payouts: number, spent: bigint): Promise<Findings> {
  const emitted: string[] = [];
  const wrong: string[] = [];

  const states = await sql<{ state: string; n: number; sum: string }>(
    'select state, count(*)::int as n, sum(amount)::text as sum from payout group by 1 order by 1',
  );
  emitted.push(`Payouts: ${states.map(({ state, n, sum }) => `${n} ${state} (${sum})`).join(', ')}`);
  const total = states.reduce((all, { n }) => all + n, 0);
  if (total !== payouts) wrong.push(`${payouts} were requested, ${total} are written down.`);
  const open = states.filter(({ state }) => OPEN.includes(state));
  if (open.length > 0) wrong.push(`Stuck: ${open.map(({ state, n }) => `${n} ${state}`).join(', ')}.`);
  const sumOf = (wanted: string) => BigInt(states.find(({ state }) => state === wanted)?.sum ?? 0);

  const paidThere = new Map(
    fake.transactions
      .filter(({ kind, status }) => kind === 'b2c' && status === 'Completed')
      .map((each) => [each.originatorId, each]),
  );
  const ours = await sql<{ originator_id: string; amount: string; state: string; receipt_no: string | null }>(
    `select originator_id::text, amount::text, state, receipt_no from payout where state in ('succeeded', 'review')`,
  );
  for (const { originator_id: id, amount, state, receipt_no } of ours) {
    const other = paidThere.get(id);
    paidThere.delete(id);
    if (state === 'review') continue;
    if (!other) wrong.push(`${id} is paid for us and not for the provider.`);
    else if (other.shillings * 100n !== BigInt(amount) || other.receipt !== receipt_no)
      wrong.push(`${id} is another amount or receipt there.`);
  }
  for (const id of paidThere.keys()) wrong.push(`${id} is paid there and not for us.`);
  const twice = fake.transactions.length - new Set(fake.transactions.map(({ originatorId }) => originatorId)).size;
  if (twice > 0) wrong.push(`${twice} payments stand twice in the provider’s books.`);

  const [booked] = await sql<{ left: string; transit: string }>(
    `select (-coalesce(sum(case side when 'debit' then amount else -amount end) filter (where account = 'app_float'), 0))::text as left,
            coalesce(sum(case side when 'debit' then amount else -amount end)
                       filter (where account = 'app_payouts_in_transit'), 0)::text as transit
       from journal_line join journal on journal.id = journal_id where subject_type = 'payout'`,
  );
  const left = BigInt(booked?.left ?? 0);
  const transit = BigInt(booked?.transit ?? 0);
  emitted.push(
    `Paid: ${sumOf('succeeded')} by our payouts, ${spent} by the provider’s utility account; ` +
      `journals: ${left} left the float, ${transit} of it in transit (${sumOf('review')} in review)`,
  );
  if (transit !== sumOf('review')) wrong.push('What is in transit by the journals is not what is in review.');
  if (left - transit !== sumOf('succeeded')) wrong.push('The journals and the payouts differ.');
  const reviewedAndPaid = ours
    .filter(({ state, originator_id: id }) => state === 'review' && isPaid(fake, id))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  if (sumOf('succeeded') + reviewedAndPaid !== spent) wrong.push('Our sum and the provider’s differ.');

  const [account] = await sql<{ balance: string; held: string; in_transit: string }>(
    'select balance::text, held::text, in_transit::text from app_account',
  );
  emitted.push(`The app’s account: ${JSON.stringify(account)}`);
  if (account?.held !== '0') wrong.push(`${account?.held} is still held.`);
  if (account?.in_transit !== String(transit)) wrong.push('The account and the journals differ in what is in transit.');

  const events = await sql<{ type: string; n: number; payouts: number }>(
    `select type, count(*)::int as n, count(distinct subject_id)::int as payouts from event
      where subject_type = 'payout' group by 1 order by 1`,
  );
  emitted.push(`Events: ${events.map(({ type, n }) => `${n} ${type}`).join(', ')}`);
  for (const { type, n, payouts: subjects } of events)
    if (n !== subjects) wrong.push(`${type} was emitted ${n} times for ${subjects} payouts.`);
  const [unlike] = await sql<{ n: number }>(
    `select count(*)::int as n from payout p
      where (p.state = 'succeeded') <> exists (select from event e where e.subject_type = 'payout'
               and e.subject_id = p.id and e.type in ('payout.succeeded', 'payout.corrected'))`,
  );
  if (unlike?.n !== 0) wrong.push(`${unlike?.n} payouts and their events say different things.`);
  return { emitted, wrong };
}

function isPaid(fake: DarajaFake, originatorId: string): boolean {
  return fake.transactions.some((each) => each.originatorId === originatorId && each.status === 'Completed');
}
