import type { CollectionChannel, PayoutChannel } from '#core/payments/channels.ts';
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
  /** What the float, or the balance of the app, has changed by, in minor units. */
  readonly float: bigint;
  readonly incidents: string;
  /** The state of the loan; empty where there is none. */
  readonly loan: string;
  /** Requests at the provider that ask to pay, and that ask what became of it. */
  readonly sends: number;
  readonly queries: number;
};

/** `prompt`: a collection of the institution itself. */
export type Movement = 'disbursement' | 'payout' | 'collection' | 'prompt';

/** A kind of movement: one column of the table. `run` moves money to or from a number that ends in the suffix. */
export type Column = { readonly name: Movement; readonly run: (suffix: string) => Promise<Seen> };

/** The provider behind a rail, with a clock of its own that is the test app's. */
export type ProviderUnderTest = {
  readonly payoutChannel: PayoutChannel;
  readonly collectionChannel: CollectionChannel;
  /** The agent whose float pays. */
  readonly agentId: number;
  readonly msisdnOf: (suffix: string) => string;
  readonly now: () => Temporal.Instant;
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Requests that it received: those that ask to pay, and those that ask what became of it. */
  readonly counts: (movement: Movement) => { readonly sends: number; readonly queries: number };
};

const AMOUNT = 200_000n;
/** The provider answers a question after a second of its own. */
const ANSWERS_MS = 2_000;
/** Beyond the day after which people have to look. */
const MOST_CHECKS = 60;

/** Disbursements of loans by a provider. */
export function disbursementColumn(testApp: TestApp, provider: ProviderUnderTest): Column {
  const floatNow = async () => {
    const [row] = await testApp.sql<{ float: string }>('select float::text as float from agent where id = $1', [
      provider.agentId,
    ]);
    return BigInt(row?.float ?? 0);
  };
  return {
    name: 'disbursement',
    run: async (suffix) => {
      const loanId = await testApp.readyLoan(AMOUNT);
      const seen = await follow(testApp, provider, {
        movement: 'disbursement',
        held: floatNow,
        request: () =>
          testApp.done(testApp.app.lending.disburse, {
            loanId,
            amount: AMOUNT,
            channel: provider.payoutChannel,
            msisdn: provider.msisdnOf(suffix),
          }),
        check: (originatorId) => testApp.app.lending.checkDisbursement(testApp.operator, originatorId),
      });
      const [loan] = await testApp.sql<{ state: string }>('select state from loan where id = $1', [loanId]);
      return { ...seen, loan: loan?.state ?? '' };
    },
  };
}

/** Payouts and collections of an app by a provider. */
export function appColumn(testApp: TestApp, provider: ProviderUnderTest, movement: 'payout' | 'collection'): Column {
  const { bridge } = testApp.app;
  const app = { id: testApp.client.id, sandbox: true };
  const available = async () => {
    const [row] = await testApp.app.read(testApp.client.caller, (views) =>
      views.bridge.apps.balances(app.id, 'sandbox', 'KES'),
    );
    return row?.available ?? 0n;
  };
  let references = 0;
  return {
    name: movement,
    run: async (suffix) => {
      const order = {
        app,
        amount: AMOUNT,
        currency: 'KES',
        msisdn: provider.msisdnOf(suffix),
        reference: `${movement}-${++references}`,
        narration: null,
        metadata: {},
      };
      const { payoutChannel, collectionChannel } = provider;
      const request = () =>
        movement === 'payout'
          ? testApp.done(bridge.payout, { ...order, channel: payoutChannel })
          : testApp.done(bridge.collect, { ...order, channel: collectionChannel, accountReference: 'INV-7' });
      const check = async (originatorId: string) => {
        if (movement === 'payout') await bridge.checkPayout(testApp.operator, originatorId);
        else await bridge.collection.check(testApp.operator, originatorId);
      };
      return { ...(await follow(testApp, provider, { movement, held: available, request, check })), loan: '' };
    },
  };
}

/** Prompts of the institution itself: what comes waits in suspense, since no account is named. */
export function promptColumn(testApp: TestApp, provider: ProviderUnderTest, account: string): Column {
  const held = async () => {
    const [row] = await testApp.sql<{ held: string }>(
      `select coalesce(sum(case side when 'debit' then amount else -amount end), 0)::text as held
         from journal_line where account = $1`,
      [account],
    );
    return BigInt(row?.held ?? 0);
  };
  return {
    name: 'prompt',
    run: async (suffix) => {
      const order = { channel: provider.collectionChannel, amount: AMOUNT, accountReference: 'WHO KNOWS' };
      const seen = await follow(testApp, provider, {
        movement: 'prompt',
        held,
        request: () => testApp.done(testApp.app.mobileMoney.collect, { ...order, msisdn: provider.msisdnOf(suffix) }),
        check: (originatorId) => testApp.app.mobileMoney.collection.check(testApp.operator, originatorId),
      });
      return { ...seen, loan: '' };
    },
  };
}

/** Where a movement is stored, and what its events are called. */
const STORED: { readonly [M in Movement]: { readonly table: string; readonly code: string; readonly events: string } } =
  {
    disbursement: { table: 'disbursement', code: 'failure_code', events: 'disbursement' },
    payout: { table: 'payout', code: `failure ->> 'code'`, events: 'payout' },
    collection: { table: 'collection', code: `failure ->> 'code'`, events: 'collection' },
    prompt: { table: 'mobile_money_transaction', code: 'state_reason', events: 'mobile_money' },
  };

type Followed = {
  readonly movement: Movement;
  readonly held: () => Promise<bigint>;
  readonly request: () => Promise<{ readonly id: number; readonly state: string }>;
  readonly check: (originatorId: string) => Promise<unknown>;
};

/** Requests one movement and follows it until nothing is awaited any more. */
async function follow(
  testApp: TestApp,
  provider: ProviderUnderTest,
  { movement, held, request, check }: Followed,
): Promise<Omit<Seen, 'loan'>> {
  const { table, code, events: named } = STORED[movement];
  const stateOf = async (id: number) => {
    const [row] = await testApp.sql<{ originator_id: string; state: string; due: string | null; code: string | null }>(
      `select originator_id, state, next_check_at::text as due, ${code} as code from ${table} where id = $1`,
      [id],
    );
    if (!row) throw new Error(`The ${movement} is gone.`);
    return row;
  };
  const list = async (sql: string, id: number) =>
    (await testApp.sql<{ text: string }>(sql, [id])).map(({ text }) => text);
  const before = { held: await held(), ...provider.counts(movement) };

  const { id, state: replied } = await request();
  await provider.advance(ANSWERS_MS);
  for (let round = 0; round < MOST_CHECKS; round++) {
    const { due, originator_id: originatorId } = await stateOf(id);
    if (due === null) {
      // What is notified late, and the queries that follow.
      await provider.advance(120_000);
      if ((await stateOf(id)).due === null) break;
      continue;
    }
    const wait = provider
      .now()
      .until(Temporal.Instant.from(due.replace(' ', 'T')))
      .total('milliseconds');
    await provider.advance(Math.max(0, wait));
    await check(originatorId);
    await provider.advance(ANSWERS_MS);
  }
  const { state, code: reason } = await stateOf(id);
  const events = await list(
    `select replace(type, '${named}.', '') as text from event
      where subject_type = '${table}' and subject_id = $1 and type not in ('${named}.created', '${named}.requested')
      order by id`,
    id,
  );
  const journals = await list(
    `select string_agg(l.side || ' ' || l.account, ',' order by l.id) as text
       from journal j join journal_line l on l.journal_id = j.id
      where j.subject_type = '${table}' and j.subject_id = $1 group by j.tenant_id, j.id order by j.id`,
    id,
  );
  const incidents = await list(
    movement === 'disbursement'
      ? `select kind as text from incident where disbursement_id = $1 and state = 'open' order by id`
      : `select i.kind as text from incident i join ${table} m on m.uuid = i.subject_uuid
          where m.id = $1 and i.state = 'open' order by i.id`,
    id,
  );
  const after = provider.counts(movement);
  return {
    replied,
    ends: state,
    ...(reason === null ? {} : { code: reason }),
    events: events.join(' '),
    journals: journals.map(inShort).join('; '),
    float: (await held()) - before.held,
    incidents: incidents.join(' '),
    sends: after.sends - before.sends,
    queries: after.queries - before.queries,
  };
}

const SHORT: { readonly [account: string]: string } = {
  disbursements_in_transit: 'in_transit',
  mpesa_float: 'float',
  airtel_float: 'float',
  app_float: 'float',
  app_float_airtel: 'float',
  app_payouts_in_transit: 'in_transit',
  app_funds: 'app',
  airtel_collected: 'collected',
  unallocated_receipts: 'suspense',
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
