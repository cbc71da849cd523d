import type { DarajaFake } from './daraja-fake/daraja-fake.ts';
import type { TestApp } from './test-app.ts';

/** What became of one movement of money, as the table of suffixes shows it. */
export type Seen = {
  /** The state in the reply to the request. */
  readonly replied: string;
  readonly ends: string;
  readonly code?: string;
  /** Without the creation; the word before the dot is left out. */
  readonly events: string;
  /** debit/credit by journal line, journals apart by semicolons. */
  readonly journals: string;
  /** What the float has changed by, in minor units. */
  readonly float: bigint;
  readonly incidents: string;
  readonly loan: string;
  /** Requests at the provider that ask to pay, and that ask what became of it. */
  readonly sends: number;
  readonly queries: number;
};

/** A kind of movement: one column of the table. `run` moves money to or from a number that ends in the suffix. */
export type Column = { readonly name: string; readonly run: (suffix: string) => Promise<Seen> };

const AMOUNT = 200_000n;
/** The provider answers a question after a second of its own. */
const ANSWERS_MS = 2_000;
/** Beyond the day after which people have to look. */
const MOST_CHECKS = 60;

/** Disbursements of loans through a rail that pays at the fake. Its clock is the test app’s. */
export function disbursementColumn(testApp: TestApp, fake: DarajaFake): Column {
  const stateOf = async (id: number) => {
    const [row] = await testApp.sql<{ originator_id: string; state: string; due: string | null; code: string | null }>(
      'select originator_id, state, next_check_at::text as due, failure_code as code from disbursement where id = $1',
      [id],
    );
    if (!row) throw new Error('The disbursement is gone.');
    return row;
  };
  const floatNow = async () => {
    const [row] = await testApp.sql<{ float: string }>('select float::text as float from agent where id = $1', [
      testApp.agent.id,
    ]);
    return BigInt(row?.float ?? 0);
  };
  const list = async (sql: string, id: number) =>
    (await testApp.sql<{ text: string }>(sql, [id])).map(({ text }) => text);
  const requestsTo = (path: string) => fake.requests().filter((request) => request.path.includes(path)).length;

  return {
    name: 'disbursement',
    run: async (suffix) => {
      const loanId = await testApp.readyLoan(AMOUNT);
      const before = {
        float: await floatNow(),
        sends: requestsTo('/b2c/'),
        queries: requestsTo('/transactionstatus/'),
      };
      const order = { loanId, amount: AMOUNT, channel: 'mpesa_b2c' as const, msisdn: `+254700000${suffix}` };
      const { id, state: replied } = await testApp.done(testApp.app.lending.disburse, order);
      await fake.advance(ANSWERS_MS);
      for (let check = 0; check < MOST_CHECKS; check++) {
        const { due, originator_id: originatorId } = await stateOf(id);
        if (due === null) {
          // What is notified late, and the queries that follow.
          await fake.advance(120_000);
          if ((await stateOf(id)).due === null) break;
          continue;
        }
        const wait = fake
          .now()
          .until(Temporal.Instant.from(due.replace(' ', 'T')))
          .total('milliseconds');
        await fake.advance(Math.max(0, wait));
        await testApp.app.lending.checkDisbursement(testApp.operator, originatorId);
        await fake.advance(ANSWERS_MS);
      }
      const { state, code } = await stateOf(id);
      const events = await list(
        `select replace(type, 'disbursement.', '') as text from event
          where subject_type = 'disbursement' and subject_id = $1 and type <> 'disbursement.created' order by id`,
        id,
      );
      const journals = await list(
        `select string_agg(l.side || ' ' || l.account, ',' order by l.id) as text
           from journal j join journal_line l on l.journal_id = j.id
          where j.subject_type = 'disbursement' and j.subject_id = $1 group by j.tenant_id, j.id order by j.id`,
        id,
      );
      const incidents = await list(
        `select kind as text from incident where disbursement_id = $1 and state = 'open' order by id`,
        id,
      );
      const [loan] = await testApp.sql<{ state: string }>('select state from loan where id = $1', [loanId]);
      return {
        replied,
        ends: state,
        ...(code === null ? {} : { code }),
        events: events.join(' '),
        journals: journals.map(inShort).join('; '),
        float: (await floatNow()) - before.float,
        incidents: incidents.join(' '),
        loan: loan?.state ?? '',
        sends: requestsTo('/b2c/') - before.sends,
        queries: requestsTo('/transactionstatus/') - before.queries,
      };
    },
  };
}

const SHORT: { readonly [account: string]: string } = {
  disbursements_in_transit: 'in_transit',
  mpesa_float: 'float',
  loan_portfolio: 'portfolio',
  provider_charges: 'charges',
  charges_payable: 'payable',
};

/** Lines of one journal in pairs of debit and credit. */
function inShort(lines: string): string {
  const named = lines.split(',').map((line) => line.split(' ').map((word) => SHORT[word] ?? word));
  const pairs: string[] = [];
  for (let n = 0; n < named.length; n += 2) pairs.push(`${named[n]?.[1]}/${named[n + 1]?.[1]}`);
  return pairs.join(', ');
}

const CELLS = ['replied', 'ends', 'events', 'journals (Dr/Cr)', 'float', 'incidents', 'sends', 'queries'];

export function headerOf(columns: readonly string[]): string {
  const titles = columns.flatMap((column) => CELLS.map((cell) => `${column}: ${cell}`));
  return `| row | ${titles.join(' | ')} |\n|---|${titles.map(() => '---').join('|')}|`;
}

/** One row of the table. Questions that go on for a day are counted as “many”. */
export function rowOf(row: string, columns: readonly (Seen | undefined)[]): string {
  const cells = columns.flatMap((column) =>
    column
      ? [
          column.replied,
          column.code ? `${column.ends} (${column.code})` : column.ends,
          column.events,
          column.journals,
          column.float.toString(),
          column.incidents,
          String(column.sends),
          column.queries > 20 ? 'many' : String(column.queries),
        ]
      : CELLS.map(() => '-'),
  );
  return `| ${row} | ${cells.join(' | ')} |`;
}
