import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveKeys } from '#platform/auth/keys.ts';
import { verifyLedger } from '#platform/postgres/ledger/verify.ts';
import { openLog } from '#platform/runtime/log.ts';
import { processStored } from '#platform/app/processes/callbacks/process-stored.ts';
import { systemCaller } from '#platform/auth/system-caller.ts';
import { problemOfAddress } from '#platform/rails/daraja/wire/callback-address.ts';
import { paybillsAt, type PaybillCallback } from '#platform/rails/callbacks/paybills.ts';
import { openRestTestApp, REST_SECRET, type RestTestApp } from '#test/support/rest-test-app.ts';
import { openSchool, type SchoolClient, type Shown } from '#test/support/school-client.ts';
import { openedAlike } from '#test/support/sealed-alike.ts';
import { ringOf } from '#platform/runtime/ring.ts';

const opened = (text: string, of = school.institution.id) => openedAlike(ports, of, text);

const SHORTCODE = '600966';
const paybills = paybillsAt('', deriveKeys(REST_SECRET).callback);

let ports: RestTestApp;
let school: SchoolClient;
let student: Shown;

beforeAll(async () => {
  ports = await openRestTestApp({ trustedProxies: ['127.0.0.1/32'] });
  school = await openSchool(ports, { institution: await ports.openInstitution('sandbox', 0n) });
  student = await school.aStudent({ admission_no: 'D61/1234/2019' });
});
afterAll(() => ports.close());

const PAID_AT = Temporal.Now.instant().subtract({ hours: 1 }).round('second');
/** An instant as the provider writes it, in Nairobi. */
const compact = (at: Temporal.Instant) =>
  at.toZonedDateTimeISO('Africa/Nairobi').toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/\D/g, '');

/** What the provider says of a payment, in its own words. */
const payment = (differing: object = {}) => ({
  TransactionType: 'Pay Bill',
  TransID: 'RKL51ZDR4F',
  TransTime: compact(PAID_AT),
  TransAmount: '500.00',
  BusinessShortCode: SHORTCODE,
  BillRefNumber: 'D61/1234/2019',
  InvoiceNumber: '',
  OrgAccountBalance: '25.00',
  ThirdPartyTransID: '',
  MSISDN: '2547 ***** 126',
  FirstName: 'NICHOLAS',
  MiddleName: '',
  LastName: '',
  ...differing,
});

const addressOf = (callback: PaybillCallback, shortcode = SHORTCODE) =>
  paybills.addressOf({ tenantId: school.institution.id, shortcode }, callback);
const notify = (callback: PaybillCallback, body: object | string) =>
  ports.call('POST', addressOf(callback), {
    raw: { type: 'application/json', text: typeof body === 'string' ? body : JSON.stringify(body) },
  });
const confirm = (differing: object) => notify('paybill_confirmation', payment(differing));
let seen = 0;
/** What a person has to look at, since the last call. */
const errors = () => {
  const fresh = ports.logLines.slice(seen);
  seen = ports.logLines.length;
  return fresh.filter(({ level }) => level === 50);
};
const booked = async (receiptNo: string) => {
  const list = `/api/v1/mobile_money/transactions?filter[receipt_no]=${receiptNo}`;
  return (await school.got(list)).data;
};

describe('A payment to the paybill, as the provider reports it', () => {
  it.each([
    ['as it is written', 'D61/1234/2019'],
    ['with blanks, in small letters', ' d61/1234/2019 '],
    ['without its strokes', 'D6112342019'],
  ])('with an admission number %s is that student’s', async (spelling, BillRefNumber) => {
    const TransID = `SAME${spelling.length}`;
    const { status, body } = await confirm({ TransID, BillRefNumber });
    expect([status, body]).toEqual([200, { ResultCode: 0, ResultDesc: 'Success' }]);
    expect(await booked(TransID)).toMatchObject([
      {
        channel: 'mpesa_paybill',
        amount: 50_000,
        state: 'allocated',
        msisdn: '2547*****126',
        account_reference: BillRefNumber.trim(),
        paid_at: PAID_AT.toString({ smallestUnit: 'millisecond' }),
        destination: { type: 'student', id: student.id },
        booked_as: { type: 'payment' },
      },
    ]);
  });

  it('that fits two students waits in suspense', async () => {
    await school.aStudent({ admission_no: 'E07/0001/2020' });
    await school.aStudent({ admission_no: 'E07-0001-2020' });
    expect((await confirm({ TransID: 'TWOFOLD001', BillRefNumber: 'e0700012020' })).status).toBe(200);
    expect(await booked('TWOFOLD001')).toMatchObject([
      { state: 'unallocated', state_reason: 'ambiguous_reference', destination: null },
    ]);
  });

  it.each([
    ['nobody’s', 'WHO KNOWS'],
    ['no', ''],
  ])('with %s account number waits in suspense', async (_, BillRefNumber) => {
    const TransID = `NOBODY${BillRefNumber.length}`;
    expect((await confirm({ TransID, BillRefNumber })).body).toEqual({ ResultCode: 0, ResultDesc: 'Success' });
    expect(await booked(TransID)).toMatchObject([{ state: 'unallocated', state_reason: 'unknown_reference' }]);
  });

  it('is one payment however often, and however many at a time, it is notified', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm({ TransID: 'ONCEONLY01' })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await booked('ONCEONLY01')).toHaveLength(1);
    const fees = await ports.admin(`select amount from invoice_payment where reference = 'ONCEONLY01'`);
    expect(fees).toHaveLength(1);
  });

  it('under a known receipt with another amount changes nothing, and a person has to look', async () => {
    await confirm({ TransID: 'ANOTHER001' });
    const { status } = await confirm({ TransID: 'ANOTHER001', TransAmount: '900.00' });
    expect(status).toBe(200);
    expect(await booked('ANOTHER001')).toMatchObject([{ amount: 50_000 }]);
    const incidents = await ports.admin(
      `select kind, state, amount::int from incident where receipt_key = 'ANOTHER001'`,
    );
    expect(incidents).toEqual([{ kind: 'receipt_used_twice', state: 'open', amount: 90_000 }]);
  });

  it('under a known receipt for another student changes nothing, and is one incident however often it comes', async () => {
    const other = await school.aStudent({ admission_no: 'D61/4321/2019' });
    await confirm({ TransID: 'ANOTHER002' });
    for (const BillRefNumber of ['D61/4321/2019', 'd614321 2019'])
      await Promise.all([1, 2].map(() => confirm({ TransID: 'another002', BillRefNumber })));
    expect(await booked('ANOTHER002')).toMatchObject([{ destination: { type: 'student', id: student.id } }]);
    expect(await ports.admin('select from invoice_payment where student_id = $1', [other.id])).toEqual([]);
    const incidents = await ports.admin(
      `select kind, state, amount::int from incident where receipt_key = 'ANOTHER002'`,
    );
    expect(incidents).toEqual([{ kind: 'receipt_used_twice', state: 'open', amount: 50_000 }]);
  });

  it('of 1,000.00 is read, and so is one that does not name its paybill', async () => {
    await confirm({ TransID: 'COMMAS0001', TransAmount: '1,000.00', BillRefNumber: 'NOBODY' });
    expect(await booked('COMMAS0001')).toMatchObject([{ amount: 100_000, state: 'unallocated' }]);
    await confirm({ TransID: 'NOPAYBILL1', BusinessShortCode: '', BillRefNumber: 'NOBODY' });
    expect(await booked('NOPAYBILL1')).toMatchObject([{ amount: 50_000, state: 'unallocated' }]);
    expect(errors()).toEqual([]);
  });

  it.each([
    ['can’t be read', 'notification_unreadable', '<soap/>'],
    ['lacks its receipt', 'notification_unreadable', JSON.stringify(payment({ TransID: '' }))],
    ['has an amount of 1e3', 'notification_unreadable', JSON.stringify(payment({ TransID: 'E3', TransAmount: '1e3' }))],
    ['has an amount of 0', 'notification_unreadable', JSON.stringify(payment({ TransID: 'ZERO', TransAmount: '0' }))],
    [
      'is for another shortcode',
      'notification_elsewhere',
      JSON.stringify(payment({ TransID: 'ELSEWHERE1', BusinessShortCode: '600000' })),
    ],
  ])('that %s is stored word for word, and is an incident on the work list once', async (_, kind, text) => {
    const before = await ports.admin('select count(*) from mobile_money_transaction');
    for (const again of [1, 2]) {
      const { body } = await notify('paybill_confirmation', again === 1 ? text : `${text} `);
      expect(body).toEqual({ ResultCode: 0, ResultDesc: 'Success' });
      await notify('paybill_confirmation', text);
    }
    expect(await ports.admin('select count(*) from mobile_money_transaction')).toEqual(before);
    expect(errors()).toMatchObject([{ subject: SHORTCODE, incident: kind }, { incident: kind }]);
    // One for each message that came; the same once more is none.
    const list = `/api/v1/incidents?filter[kind]=${kind}&filter[state]=open&limit=2`;
    const open = (await school.got(list)).data as {
      readonly subject: { readonly type: string; readonly uuid: string };
    }[];
    expect(open).toMatchObject([{ subject: { type: 'callback' } }, { subject: { type: 'callback' } }]);
    const stored = await ports.admin<{ body: string }>('select body from callback where uuid = any($1) order by id', [
      open.map(({ subject }) => subject.uuid),
    ]);
    expect(await Promise.all(stored.map(({ body }) => opened(body)))).toEqual([text, `${text} `]);
    // They name who paid: what is stored can be read with the keys of the institution alone.
    expect(stored.map(({ body }) => body.slice(0, 3))).toEqual(['a1.', 'a1.']);
  });
});

describe('Money that was requested from a payer, and that comes by both ways', () => {
  const operator = () => systemCaller({ id: school.institution.id, mode: 'sandbox' }, 'tests', 'tests');
  const request = async (amount: number) => {
    const { body } = await school.call('POST', '/api/v1/mobile_money/transactions', {
      body: { channel: 'mpesa_stk', amount, msisdn: '+254708374149', account_reference: 'D61/1234/2019' },
    });
    const [row] = await ports.admin<{ originator_id: string }>(
      'select originator_id from mobile_money_transaction where uuid = $1',
      [body.uuid],
    );
    return { uuid: body.uuid, originatorId: String(row?.originator_id) };
  };
  const called = (originatorId: string, receiptNo: string, amount: bigint) =>
    ports.app.mobileMoney.recordCollectionStatus(operator(), {
      originatorId,
      source: 'notification',
      status: { kind: 'paid', providerRef: null, receiptNo, amount, at: ports.app.clock() },
    });
  const paidBy = async (receiptNo: string) =>
    (await ports.admin<{ amount: string }>('select amount from invoice_payment where reference = $1', [receiptNo])).map(
      ({ amount }) => Number(amount),
    );

  it('is one payment where the callback is first', async () => {
    const { uuid, originatorId } = await request(70_000);
    await called(originatorId, 'BOTHWAYS01', 70_000n);
    await confirm({ TransID: 'BOTHWAYS01', TransAmount: '700.00' });
    expect(await booked('BOTHWAYS01')).toMatchObject([{ uuid, channel: 'mpesa_stk', state: 'allocated' }]);
    expect(await paidBy('BOTHWAYS01')).toEqual([70_000]);
  });

  it('is one payment where the confirmation is first, with a number that is hidden', async () => {
    const { uuid, originatorId } = await request(80_000);
    await confirm({ TransID: 'BOTHWAYS02', TransAmount: '800.00' });
    await called(originatorId, 'BOTHWAYS02', 80_000n);
    const [payment] = await booked('BOTHWAYS02');
    expect(payment).toMatchObject({ channel: 'mpesa_paybill', state: 'allocated' });
    expect(await school.got(`/api/v1/mobile_money/transactions/${uuid}`)).toMatchObject({
      state: 'merged',
      merged_into_id: payment.id,
    });
    expect(await paidBy('BOTHWAYS02')).toEqual([80_000]);
  });
});

describe('What a provider reports', () => {
  type Stored = { id: string; times: number; body: string; source: string; headers: object; is_taken: boolean };
  const stored = async (receiptNo: string, of = school.institution.id) => {
    const rows = await ports.admin<Stored & { headers: string }>(
      `select id::text, times, body, source, headers, processed_at is not null as is_taken from callback
        where tenant_id = $1 order by id`,
      [of],
    );
    const messages = rows.map(async (row): Promise<Stored> => {
      const [body, headers] = [await opened(row.body, of), await opened(row.headers, of)];
      return { ...row, body, headers: JSON.parse(headers) };
    });
    return (await Promise.all(messages)).filter(({ body }) => body.includes(receiptNo));
  };

  it('is stored word for word, with its source address, and counted when it is repeated', async () => {
    const emitted = JSON.stringify(payment({ TransID: 'RKLKEPT001', BillRefNumber: 'nobody' }), null, 2);
    for (let time = 0; time < 3; time++) expect((await notify('paybill_confirmation', emitted)).status).toBe(200);
    const [row, ...more] = await stored('RKLKEPT001');
    expect(more).toEqual([]);
    expect(row).toMatchObject({ times: 3, body: emitted, is_taken: true });
    expect(row?.source).toMatch(/127\.0\.0\.1$/);
    expect(row?.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(await booked('RKLKEPT001')).toHaveLength(1);
  });

  it('is taken from any address, and an unknown one is logged for a live institution', async () => {
    const live = await ports.openInstitution('live', 0n);
    const address = paybills.addressOf({ tenantId: live.id, shortcode: SHORTCODE }, 'paybill_confirmation');
    const emitted = async (receiptNo: string, headers: Record<string, string>) => {
      errors();
      const text = JSON.stringify(payment({ TransID: receiptNo, BillRefNumber: 'nobody' }));
      const reply = await ports.call('POST', address, { headers, raw: { type: 'application/json', text } });
      expect(reply.status).toBe(200);
      return { source: (await stored(receiptNo, live.id))[0]?.source, errors: errors().map(({ source }) => source) };
    };
    // Behind a proxy whose word is believed.
    const published = '196.201.214.200';
    expect(await emitted('RKLLIVE001', { 'x-forwarded-for': published })).toEqual({ source: published, errors: [] });
    const stranger = '203.0.113.9';
    expect(await emitted('RKLLIVE002', { 'x-forwarded-for': `${published}, ${stranger}` })).toEqual({
      source: stranger,
      errors: [stranger],
    });
  });

  it('is processed by a worker where the receiving process died', async () => {
    const { app } = ports;
    const tenantId = school.institution.id;
    const text = JSON.stringify(payment({ TransID: 'RKLDIED001', BillRefNumber: 'nobody' }));
    const arrival = { headers: {}, source: null, isExpected: true };
    const { id } = await app.inbox.store(tenantId, { kind: 'paybill_confirmation', subject: SHORTCODE, text, arrival });
    const again = () => processStored({ app, log: openLog('silent') }, tenantId, id, 'worker');
    // He has half a minute.
    expect(await again()).toBe(false);
    await ports.admin(`update callback set due_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await again()).toBe(true);
    expect(await booked('RKLDIED001')).toHaveLength(1);
    expect(await again()).toBe(false);
    expect(await stored('RKLDIED001')).toMatchObject([{ is_taken: true }]);
  });
});

describe('A payment that the provider asks about', () => {
  it.each([
    ['for a student', payment({ OrgAccountBalance: '' })],
    ['for nobody: it will wait in suspense', payment({ BillRefNumber: 'WHO KNOWS' })],
    ['in words that can’t be read', '?'],
  ])('is let through %s', async (_, body) => {
    expect((await notify('paybill_validation', body)).body).toEqual({ ResultCode: '0', ResultDesc: 'Accepted' });
  });

  it('is turned away for another shortcode', async () => {
    const { body } = await notify('paybill_validation', payment({ BusinessShortCode: '600000' }));
    expect(body).toEqual({ ResultCode: 'C2B00015', ResultDesc: 'Rejected' });
  });
});

describe('The address of a paybill', () => {
  it('is secret, and belongs to one institution, one shortcode and one endpoint', async () => {
    const right = addressOf('paybill_confirmation');
    const { id } = school.institution;
    const wrong = [
      right.replace(`/cb/${id}.`, `/cb/${id + 1}.`),
      right.replace(SHORTCODE, '600967'),
      right.replace('paybill_confirmation', 'paybill_validation'),
      `/cb/${id}.${SHORTCODE}.00000000000000000000000000000000/paybill_confirmation`,
      '/cb/x/paybill_confirmation',
    ];
    for (const address of wrong) {
      const raw = { type: 'application/json', text: JSON.stringify(payment()) };
      expect((await ports.call('POST', address, { raw })).status).toBe(404);
    }
  });

  it('is one that the provider takes', () => {
    for (let tenantId = 1; tenantId <= 300; tenantId++) {
      const address = paybillsAt('https://umoja.test', ringOf(Buffer.alloc(32, 7))).addressOf(
        { tenantId, shortcode: SHORTCODE },
        'paybill_confirmation',
      );
      expect(problemOfAddress(address, 'sandbox')).toBeNull();
    }
  });
});

it('leaves books in which every proof holds', async () => {
  const { violations } = await ports.database.read(school.institution.id, ({ sql }) => verifyLedger(sql));
  expect(violations).toEqual([]);
});
