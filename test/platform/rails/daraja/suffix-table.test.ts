import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { payByFake } from '#test/support/daraja-client.ts';
import { startDarajaFake, type DarajaFake } from '#test/support/daraja-fake/daraja-fake.ts';
import { openTestApp, type TestApp } from '#test/support/test-app.ts';
import { disbursementColumn, headerOf, rowOf, type Column, type Seen } from '#test/support/suffix-table.ts';
import { openCallbackEndpoint } from '#test/support/worker-context.ts';

/** What each suffix of the specification comes to (daraja, section 11; payments, section 2), as it has to be seen. */
const paid = { ends: 'confirmed', incidents: '', float: -200_000n, loan: 'active' } as const;
const unpaid = { ends: 'failed', incidents: '', float: 0n, loan: 'ready_to_disburse' } as const;
const lookedInto = { ends: 'review', float: -200_000n, loan: 'ready_to_disburse' } as const;
const JOURNALS = {
  lent: 'in_transit/float; portfolio/in_transit, charges/payable',
  atOnce: 'in_transit/float, portfolio/in_transit, charges/payable',
  back: 'in_transit/float; float/in_transit',
  out: 'in_transit/float',
} as const;

const DISBURSEMENTS: { readonly [row: string]: Omit<Seen, 'queries'> & { readonly queries: number | 'many' } } = {
  '000': { ...paid, replied: 'sent', events: 'sent confirmed', sends: 1, queries: 0, journals: JOURNALS.lent },
  '001': {
    ...unpaid,
    replied: 'sent',
    code: 'provider_float_insufficient',
    incidents: 'provider_float_insufficient',
    events: 'sent failed',
    sends: 1,
    queries: 0,
    journals: JOURNALS.back,
  },
  '002': failed('recipient_invalid'),
  '003': failed('recipient_unregistered'),
  '004': failed('recipient_limit'),
  '005': { ...paid, replied: 'sent', events: 'sent unknown confirmed', sends: 1, queries: 1, journals: JOURNALS.lent },
  '006': { ...paid, replied: 'sent', events: 'sent unknown confirmed', sends: 1, queries: 0, journals: JOURNALS.lent },
  '007': { ...paid, replied: 'sent', events: 'sent confirmed', sends: 1, queries: 1, journals: JOURNALS.lent },
  '008': {
    ...lookedInto,
    replied: 'sent',
    code: 'no_answer',
    incidents: 'no_answer',
    events: 'sent referred',
    sends: 1,
    queries: 'many',
    journals: JOURNALS.out,
  },
  '009': { ...paid, replied: 'sent', events: 'sent confirmed', sends: 1, queries: 0, journals: JOURNALS.lent },
  '010': { ...paid, replied: 'confirmed', events: 'confirmed', sends: 1, queries: 0, journals: JOURNALS.atOnce },
  '011': { ...paid, replied: 'unknown', events: 'unknown confirmed', sends: 1, queries: 0, journals: JOURNALS.lent },
  '012': {
    ...lookedInto,
    replied: 'unknown',
    code: 'no_answer',
    incidents: 'no_answer',
    events: 'unknown referred',
    sends: 1,
    queries: 'many',
    journals: JOURNALS.out,
  },
  '013': { ...paid, replied: 'sent', events: 'sent confirmed', sends: 3, queries: 0, journals: JOURNALS.lent },
  // 17 settles nothing: the payment is unknown, and then it is known.
  '014': { ...paid, replied: 'sent', events: 'sent unknown confirmed', sends: 1, queries: 0, journals: JOURNALS.lent },
  '015': {
    ...lookedInto,
    replied: 'sent',
    code: 'amount_mismatch',
    incidents: 'amount_mismatch',
    events: 'sent referred',
    sends: 1,
    queries: 0,
    journals: JOURNALS.out,
  },
  '016': { ...paid, replied: 'sent', events: 'sent confirmed', sends: 2, queries: 0, journals: JOURNALS.lent },
  '017': failed('provider_config'),
  '018': { ...failed('provider_declined'), queries: 1 },
  '019': { ...failed('provider_rejected'), replied: 'failed', events: 'failed', journals: '' },
  '2040, then paid': {
    ...paid,
    replied: 'sent',
    incidents: 'late_success',
    events: 'sent failed confirmed',
    sends: 1,
    queries: 0,
    journals: `${JOURNALS.back}; portfolio/float, charges/payable`,
  },
  'paid, then 2040': {
    ...paid,
    replied: 'sent',
    events: 'sent confirmed',
    sends: 1,
    queries: 1,
    journals: JOURNALS.lent,
  },
};

function failed(code: string) {
  const base = { ...unpaid, replied: 'sent', code, events: 'sent failed', sends: 1, queries: 0 } as const;
  return { ...base, journals: JOURNALS.back };
}

/** Rows beyond the suffixes: the provider contradicts itself with codes that settle something. */
const SCRIPTS = {
  '2040, then paid': [{ callback: 'result', code: '2040' } as const, { callback: 'result', afterMs: 60_000 } as const],
  'paid, then 2040': [{ callback: 'result' } as const, { callback: 'result', code: '2040', afterMs: 20_000 } as const],
};

let fake: DarajaFake;
let testApp: TestApp;
let callback: Awaited<ReturnType<typeof openCallbackEndpoint>>;
let column: Column;
const seen = new Map<string, Seen>();

beforeAll(async () => {
  fake = await startDarajaFake();
  testApp = await openTestApp({ clock: () => fake.now() });
  await testApp.app.operators.topUpFloat(testApp.operator, {
    agentNo: testApp.agent.agentNo,
    amount: 1n,
    reference: 'BANK-1',
  });
  callback = await openCallbackEndpoint(testApp, testApp.log);
  testApp.callbacksTo(callback.url);
  await payByFake(testApp, fake);
  const requestsTo = (path: string) => fake.requests().filter((request) => request.path.includes(path)).length;
  column = disbursementColumn(testApp, {
    payoutChannel: 'mpesa_b2c',
    collectionChannel: 'mpesa_stk',
    agentId: testApp.agent.id,
    msisdnOf: (suffix) => `+254700000${suffix}`,
    now: fake.now,
    advance: fake.advance,
    counts: () => ({ sends: requestsTo('/b2c/'), queries: requestsTo('/transactionstatus/') }),
  });
});
afterAll(async () => {
  await testApp.close();
  await callback.close();
  await fake.close();
});

describe('A disbursement by M-Pesa, by the suffix of the number that is paid', () => {
  it.each(Object.entries(DISBURSEMENTS))('%s', async (row, expected) => {
    const script = SCRIPTS[row as keyof typeof SCRIPTS];
    const suffix = script ? '000' : row;
    if (script) fake.script({ match: {}, steps: [{ notifications: script }] });
    // What one row has taught of the credential or the float is none of the next one's business.
    await testApp.database.write(testApp.tenantId, (tx) => testApp.rails.resume(tx, testApp.tenantId));
    const found = await column.run(suffix);
    seen.set(row, found);
    if (expected.queries === 'many') expect(found.queries).toBeGreaterThan(20);
    expect({ ...found, queries: expected.queries === 'many' ? 'many' : found.queries }).toEqual(expected);
  });

  it('leaves our books and the provider’s in agreement, but for what people look into', async () => {
    expect(await testApp.app.lending.requestFloat(testApp.operator)).toBe(true);
    await fake.advance(2_000);
    const [{ balance } = { balance: '' }] = await testApp.sql<{ balance: string }>('select balance::text from rail');
    expect(BigInt(balance)).toBe(fake.books.balanceOf('Utility Account'));
    // Those in review of which the provider’s books say that it never paid them.
    const open = 2n;
    const taken = fake.options.balances['Utility Account'] - fake.books.balanceOf('Utility Account');
    const ours = [...seen.values()].reduce((sum, { float }) => sum - float, 0n);
    expect(ours - taken).toBe(open * 200_000n);
    // This provider holds less than the test app’s float, and no journal explains it.
    const incidents = await testApp.sql(`select kind from incident where disbursement_id is null and state = 'open'`);
    expect(incidents).toEqual([{ kind: 'float_difference' }]);
  });

  it('is requested in the words of Daraja, and nothing else', () => {
    const requests = fake.requests().filter(({ path }) => path.startsWith('/mpesa/'));
    const shapes = new Set(
      requests.map(({ method, path, headers, body }) =>
        [method, path, headers['content-type'], Object.keys(body as object).join(' ')].join(' | '),
      ),
    );
    expect([...shapes].sort()).toEqual([
      'POST | /mpesa/accountbalance/v1/query | application/json | Initiator SecurityCredential CommandID PartyA IdentifierType Remarks QueueTimeOutURL ResultURL',
      'POST | /mpesa/b2c/v3/paymentrequest | application/json | OriginatorConversationID InitiatorName SecurityCredential CommandID Amount PartyA PartyB Remarks QueueTimeOutURL ResultURL',
      'POST | /mpesa/transactionstatus/v1/query | application/json | Initiator SecurityCredential CommandID OriginalConversationID PartyA IdentifierType ResultURL QueueTimeOutURL Remarks',
    ]);
    for (const { body } of requests) {
      for (const value of Object.values(body as object)) expect(typeof value).toBe('string');
    }
    // The fake checks every field: it found fault with none of ours.
    expect(requests.filter(({ status }) => status === 400 || status === 404 || status === 405)).toEqual([]);
  });

  it('leaves no secret readable in the database', async () => {
    const [row] = await testApp.sql<{ stored: string }>(`select concat(settings, secrets, token) as stored from rail`);
    const { consumerKey, consumerSecret, initiator } = fake.options;
    for (const secret of [consumerKey, consumerSecret, initiator.password]) expect(row?.stored).not.toContain(secret);
    expect(row?.stored).toContain(initiator.name);
  });

  it('is the table that is committed', async () => {
    const rows = Object.keys(DISBURSEMENTS).map((row) => rowOf(row, [seen.get(row)]));
    const table = `${headerOf([column.name])}\n${rows.join('\n')}\n`;
    const place = new URL('../../../../docs/mpesa-suffixes.md', import.meta.url);
    if (process.env['UMOJA_WRITE_TABLE']) {
      const now = await readFile(place, 'utf8').catch(() => '');
      const [own = '', ...others] = now.split(/(?=\n## )/);
      await writeFile(
        place,
        [own.slice(0, own.indexOf('| ') < 0 ? own.length : own.indexOf('| ')) + table, ...others].join(''),
      );
    }
    expect(await readFile(place, 'utf8')).toContain(table);
  });
});
