import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import type { CollectionRail } from '#core/payments/rail.ts';
import type { PayoutRail } from '#core/payments/rail.ts';
import { deliverSandboxCallbacks } from '../../../support/sandbox-callbacks.ts';
import { openTestApp, type TestApp, type TestClient } from '../../../support/test-app.ts';

/**
 * Every number of the sandbox, paid and asked, through to its end: without workers, under a clock that is moved by hand,
 * so that the number of calls to the provider is exact. What comes out is docs/sandbox-numbers.md. After a change that is
 * wanted: UMOJA_TEST_WRITE=1.
 */
const FILE = new URL('../../../../docs/sandbox-numbers.md', import.meta.url);
const SUFFIXES = Array.from({ length: 20 }, (_, n) => String(n).padStart(3, '0'));
const AMOUNT = 100_000n;
const KINDS = ['payout', 'collection'] as const;
type Kind = (typeof KINDS)[number];

/** The specification's ends of those that don't succeed. */
const ENDS: { readonly [K in Kind]: { readonly [suffix: string]: string } } = {
  payout: {
    '001': 'failed',
    '002': 'failed',
    '003': 'failed',
    '004': 'failed',
    '008': 'review',
    '012': 'review',
    '015': 'review',
    '017': 'failed',
    '018': 'failed',
    '019': 'failed',
  },
  collection: {
    '001': 'failed',
    '002': 'failed',
    '003': 'expired',
    '004': 'cancelled_by_payer',
    '005': 'expired',
    '008': 'review',
    '012': 'review',
    '015': 'review',
    '017': 'failed',
    '019': 'failed',
  },
};

type Payment = { kind: Kind; suffix: string; app: TestClient; originatorId: string };

let now = Temporal.Instant.from('2026-03-02T09:00:00Z');
let testApp: TestApp;
const calls = new Map<string, { sent: number; enquiries: number }>();
const counted = (originatorId: string, call: 'sent' | 'enquiries') => {
  const count = calls.get(originatorId) ?? { sent: 0, enquiries: 0 };
  count[call] += 1;
  calls.set(originatorId, count);
};

beforeAll(async () => {
  const clock = () => now;
  testApp = await openTestApp({
    clock,
    poolSize: 20,
    payoutRailOf: (tenantId, mode): PayoutRail => {
      const rail = testApp.rails.payoutRailOf(tenantId, mode);
      return {
        ...rail,
        send: (order, deadline) => (counted(order.originatorId, 'sent'), rail.send(order, deadline)),
        query: (payment, deadline) => (counted(payment.originatorId, 'enquiries'), rail.query(payment, deadline)),
      };
    },
    collectionRailOf: (tenantId, mode): CollectionRail => {
      const rail = testApp.rails.collectionRailOf(tenantId, mode);
      return {
        ...rail,
        prompt: (order, deadline) => (counted(order.originatorId, 'sent'), rail.prompt(order, deadline)),
        query: (prompt, deadline) => {
          // The sandbox's provider knows a prompt by its own name alone: without one it is not queried.
          if (prompt.providerRef !== null) counted(prompt.originatorId, 'enquiries');
          return rail.query(prompt, deadline);
        },
      };
    },
  });
});
afterAll(() => testApp.close());

const begin = (kind: Kind, suffix: string, { caller }: TestClient) => {
  const input = {
    app: { id: caller.clientId, sandbox: true },
    amount: AMOUNT,
    currency: 'KES',
    msisdn: `+254700000${suffix}`,
    reference: `${kind}-${suffix}`,
    narration: null,
    metadata: {},
  };
  const { bridge } = testApp.app;
  return kind === 'payout'
    ? testApp.done(bridge.payout, { ...input, channel: 'mpesa_b2c' as const }, caller)
    : testApp.done(bridge.collect, { ...input, channel: 'mpesa_stk' as const, accountReference: 'INV-7' }, caller);
};

async function lookAfter(): Promise<void> {
  for (const kind of KINDS) {
    const due = await testApp.sql<{ id: string }>(
      `select originator_id as id from ${kind} where next_check_at <= $1 order by id`,
      [now.toString()],
    );
    const check = kind === 'payout' ? testApp.app.bridge.checkPayout : testApp.app.bridge.collection.check;
    for (const { id } of due) await check(testApp.operator, id);
  }
}

async function pass(duration: Temporal.DurationLike): Promise<void> {
  now = now.add(duration);
  await deliverSandboxCallbacks(testApp, now);
  await lookAfter();
}

/** What became of a payment, in one line of the table. */
async function lineOf({ kind, suffix, app, originatorId }: Payment): Promise<string> {
  const [row] = await testApp.sql<{ id: string; uuid: string; state: string; failure: { code: string } | null }>(
    `select id, uuid, state, failure from ${kind} where originator_id = $1`,
    [originatorId],
  );
  const events = await testApp.sql<{ type: string }>(
    'select type from event where subject_type = $1 and subject_id = $2 order by id',
    [kind, row?.id],
  );
  const lines = await testApp.sql<{ account: string; left: string }>(
    `select l.account, sum(case l.side when 'debit' then l.amount else -l.amount end)::text as left
       from journal j join journal_line l on l.journal_id = j.id
      where j.subject_type = $1 and j.subject_id = $2 group by l.account
     having sum(case l.side when 'debit' then l.amount else -l.amount end) <> 0 order by l.account`,
    [kind, row?.id],
  );
  const [balance] = await testApp.app.read(app.caller, (views) => views.bridge.apps.balances(app.id, 'sandbox', 'KES'));
  const { sent, enquiries } = calls.get(originatorId) ?? { sent: 0, enquiries: 0 };
  const cells = [
    suffix,
    row?.state,
    row?.failure?.code ?? '–',
    events
      .map(({ type }) => type.replace(`${kind}.`, ''))
      .filter((type) => type !== 'created')
      .join(', ') || '–',
    lines.map(({ account, left }) => `${account} ${left}`).join(', ') || '–',
    `${balance?.available} / ${balance?.inTransit}`,
    `${sent} + ${enquiries}`,
  ];
  return `| ${cells.join(' | ')} |`;
}

describe('The numbers of the sandbox', () => {
  const tables = new Map<Kind, string[]>();

  it('end as the specification says, in states, journals, balances, events and calls to the provider', async () => {
    const started = KINDS.flatMap((kind) => SUFFIXES.map((suffix) => ({ kind, suffix })));
    const apps: TestClient[] = [];
    for (const _ of started) apps.push(await testApp.newClient());
    const replies = started.map(({ kind, suffix }, n) => begin(kind, suffix, apps[n] as TestClient));
    // Everything that is accepted has been by now; 010 is still being answered, and 011 never will be.
    await sleep(1_500);
    await pass({ seconds: 1 });
    await pass({ seconds: 1 });
    const payments = (await Promise.all(replies)).map(({ originatorId }, n): Payment => {
      const { kind, suffix } = started[n] as { kind: Kind; suffix: string };
      return { kind, suffix, app: apps[n] as TestClient, originatorId };
    });
    for (let second = 0; second < 6; second++) await pass({ seconds: 1 });
    await pass({ minutes: 1 });
    await pass({ minutes: 9 });
    for (let hour = 0; hour < 25; hour++) await pass({ hours: 1 });

    for (const kind of KINDS) {
      const lines: string[] = [];
      for (const payment of payments.filter((each) => each.kind === kind)) lines.push(await lineOf(payment));
      tables.set(kind, lines);
    }
    const stateOf = (kind: Kind) => (tables.get(kind) ?? []).map((line) => line.split(' | ')[1]);
    for (const kind of KINDS) {
      expect(stateOf(kind)).toEqual(SUFFIXES.map((suffix) => ENDS[kind][suffix] ?? 'succeeded'));
    }
  });

  it('are as the guide describes them', async () => {
    const guide = guideOf(tables);
    if (process.env['UMOJA_TEST_WRITE'] === '1') await writeFile(FILE, guide);
    expect(await readFile(FILE, 'utf8')).toBe(guide);
  });

  it('leave the books whole', async () => {
    const { violations } = await testApp.database.read(testApp.tenantId, ({ sql }) => verifyLedger(sql));
    // A float that a test app begins with comes from no bank.
    expect(violations.filter(({ check }) => check !== 'float')).toEqual([]);
  });
});

function guideOf(tables: ReadonlyMap<Kind, readonly string[]>): string {
  const head = [
    '| Ends in | Final state | Reason | Events after `created` | What the ledger holds of it | Available / in transit | Sent + enquiries |',
    '|---|---|---|---|---|---|---|',
  ];
  return [
    '# Numbers of the sandbox',
    '',
    'In a sandbox the last three digits of a number, as in `+254700000005`, say what becomes of a payment. Every other',
    'number is paid as 000 is. The tables are what `test/platform/app/payment-bridge/sandbox-numbers.test.ts` sees: one payment',
    `of ${AMOUNT} cents each, by an app that begins with 10,000,000. Debits are positive. "Sent + enquiries" counts requests to`,
    'the provider: the payment itself, and questions what became of it.',
    '',
    '## Payouts',
    '',
    ...head,
    ...(tables.get('payout') ?? []),
    '',
    '## Collections',
    '',
    ...head,
    ...(tables.get('collection') ?? []),
    '',
  ].join('\n');
}
