import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSuperuser } from '#test/support/database.ts';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import { openLog } from '#platform/runtime/log.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { eventually } from '#test/support/eventually.ts';
import { openBridge, receiptOf, type Bridge, type BridgeApp } from '#test/support/bridge-client.ts';

const PAYOUTS = 12;
let bridge: Bridge;
let app: BridgeApp;
let orders: readonly { readonly reference: string; readonly originatorId: string }[] = [];

beforeAll(async () => {
  bridge = await openBridge();
  app = await bridge.anApp();
});
afterAll(() => bridge.ports.close());
beforeEach(async () => {
  bridge.ports.database.onStatement = null;
  const references: string[] = [];
  for (let n = 0; n < PAYOUTS; n++) {
    const order = bridge.payout({ amount: 10_000 });
    expect((await app.call('POST', '/v1/payouts', { body: order })).status).toBe(201);
    references.push(order.reference);
  }
  const rows = await bridge.ports.admin<{ reference: string; originator_id: string }>(
    'select reference, originator_id from payout where reference = any($1) order by id',
    [references],
  );
  orders = rows.map(({ reference, originator_id: originatorId }) => ({ reference, originatorId }));
});

const result = (originatorId: string, receipt: string, name = '254712345678 - JANE DOE') => ({
  Result: {
    ResultCode: 0,
    ResultDesc: 'Sent by a test.',
    OriginatorConversationID: originatorId,
    ConversationID: 'AG_test',
    TransactionID: receipt,
    ResultParameters: {
      ResultParameter: [
        { Key: 'TransactionReceipt', Value: receipt },
        { Key: 'TransactionAmount', Value: 100 },
        { Key: 'ReceiverPartyPublicName', Value: name },
      ],
    },
  },
});

/** The provider notifies of all of them at the same moment, each with a request of its own. */
const notifyAll = (bodyOf: (order: (typeof orders)[number]) => object) =>
  Promise.all(
    orders.map(async (order, n) => {
      const subject = { tenantId: bridge.institution.id, kind: 'payout', originatorId: order.originatorId } as const;
      const address = new URL(bridge.ports.callbacks.addressOf(subject)).pathname;
      const headers = { 'x-request-id': `notified-${order.reference}-${n}` };
      return (await bridge.ports.call('POST', address, { headers, body: bodyOf(order) })).status;
    }),
  );
const paid = ({ originatorId, reference }: (typeof orders)[number]) => result(originatorId, receiptOf(reference));

const rows = () =>
  bridge.ports.admin<{ reference: string; state: string }>(
    'select reference, state from payout where reference = any($1) order by id',
    [orders.map(({ reference }) => reference)],
  );
const journals = async () => {
  const [row] = await bridge.ports.admin<{ n: number }>(
    `select count(*)::int as n from journal j join payout p on p.id = j.subject_id
      where j.subject_type = 'payout' and j.event_type = 'payout.succeeded' and p.reference = any($1)`,
    [orders.map(({ reference }) => reference)],
  );
  return row?.n;
};
const violations = async () =>
  (await bridge.ports.database.read(bridge.institution.id, ({ sql }) => verifyLedger(sql))).violations;

/** Has the workers take up what is stored and not processed. */
async function takeUpStored(): Promise<void> {
  const { ports, institution } = bridge;
  await ports.admin(`update callback set due_at = now() - interval '1 minute' where processed_at is null`);
  const due = await ports.admin<{ id: string }>('select id from callback where processed_at is null order by id');
  for (const { id } of due)
    await processStored({ app: ports.app, log: openLog('silent') }, institution.id, Number(id), 'worker');
}

/**
 * Holds the payouts that are being confirmed until every notification is stored and the first group waits for them, and
 * drops the application's connections then: in the middle of that group's transaction, at no other moment.
 */
async function dropConnectionsAmid<T>(notifying: () => Promise<T>): Promise<T> {
  const superuser = await connectSuperuser(bridge.ports.settings);
  try {
    await superuser.query('begin');
    const references = orders.map(({ reference }) => reference);
    await superuser.query('select from payout where reference = any($1) for update', [references]);
    const notified = notifying();
    await eventually(async () => {
      const { rows: found } = await superuser.query<{ stored: number; waiting: number }>(
        `select (select count(*)::int from callback where subject = any($1)) as stored,
                (select count(*)::int from pg_locks where not granted) as waiting`,
        [orders.map(({ originatorId }) => originatorId)],
      );
      return found[0]?.stored === PAYOUTS && found[0].waiting > 0;
    });
    await superuser.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'umoja keys %' and pid <> pg_backend_pid()`,
    );
    await superuser.query('rollback');
    return await notified;
  } finally {
    await superuser.end();
  }
}

describe('Payouts of which the provider notifies at the same moment', () => {
  it('are recorded in few transactions, and the audit row of each carries its own request', async () => {
    let transactions = 0;
    bridge.ports.database.onStatement = (text) => {
      if (text.includes('into audit')) transactions++;
    };
    expect(new Set(await notifyAll(paid))).toEqual(new Set([200]));
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(transactions).toBeLessThan(PAYOUTS / 2);
    const audited = await bridge.ports.admin<{ request_id: string; reference: string; actor: string }>(
      `select a.request_id, a.actor, p.reference from audit a join payout p on p.id = a.subject_id
        where a.subject_type = 'payout' and a.event_type = 'payout.succeeded' and p.reference = any($1) order by p.id`,
      [orders.map(({ reference }) => reference)],
    );
    expect(audited.map(({ request_id: id }) => id)).toEqual(
      orders.map(({ reference }, n) => `notified-${reference}-${n}`),
    );
    const events = await bridge.ports.admin<{ request_id: string }>(
      `select e.request_id from event e join payout p on p.id = e.subject_id
        where e.subject_type = 'payout' and e.type = 'payout.succeeded' and p.reference = any($1) order by p.id`,
      [orders.map(({ reference }) => reference)],
    );
    expect(events.map(({ request_id: id }) => id)).toEqual(audited.map(({ request_id: id }) => id));
  });

  it('are recorded but for one in the middle that contradicts what is settled: that one is for people', async () => {
    const [, , , , settled] = orders;
    if (!settled) throw new Error('There are too few payouts.');
    await app.paidOut(settled.reference, 0);
    const bodies = await notifyAll((order) =>
      order === settled
        ? result(order.originatorId, receiptOf(order.reference), '254799999999 - SOMEBODY ELSE')
        : paid(order),
    );
    expect(new Set(bodies)).toEqual(new Set([200]));
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(await journals()).toBe(PAYOUTS);
    const incidents = await bridge.ports.admin(
      `select i.kind from incident i join callback c on c.uuid = i.subject_uuid where c.subject = $1`,
      [settled.originatorId],
    );
    expect(incidents).toEqual([{ kind: 'notification_contradicts' }]);
  });

  it('are stored where the database goes away before the commit, not tried one by one, and recorded once later', async () => {
    let groups = 0;
    bridge.ports.database.onStatement = (text) => {
      if (/from "?payout"?.*originator_id = any/is.test(text)) groups++;
    };
    const statuses = await dropConnectionsAmid(() => notifyAll(paid));
    bridge.ports.database.onStatement = null;
    expect(groups).toBeLessThan(4);
    expect(statuses.filter((status) => status >= 500).length).toBeGreaterThan(0);
    await takeUpStored();
    expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(['succeeded']));
    expect(await journals()).toBe(PAYOUTS);
  });

  it('are recorded once where the process dies after the commit, before it has noted that', async () => {
    await notifyAll(paid);
    await bridge.ports.admin('update callback set processed_at = null');
    await takeUpStored();
    expect(await journals()).toBe(PAYOUTS);
    const [open] = await bridge.ports.admin<{ n: number }>(
      'select count(*)::int as n from callback where processed_at is null',
    );
    expect(open).toEqual({ n: 0 });
  });

  it('leave books in which every proof holds', async () => {
    expect(await violations()).toEqual([]);
  });
});
