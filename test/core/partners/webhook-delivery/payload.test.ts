import { describe, expect, it } from 'vitest';
import {
  batchBody,
  batchedEvents,
  deliveryBody,
  feedEntry,
  masked,
  type Delivered,
  type StoredEvent,
} from '#core/partners/webhook-delivery/payload.ts';

const disbursed: StoredEvent = {
  id: 'evt_1',
  type: 'loan.disbursed',
  occurredAt: Temporal.Instant.from('2026-03-02T08:00:00Z'),
  sandbox: true,
  sequence: 1234,
  subject: { type: 'loan', id: 9, uuid: '00000000-0000-4000-8000-000000000009', version: 7 },
  data: { amount: 5_000_000, msisdn: '+254712345678' },
  request: { id: 'req-1', idempotencyKey: 'key-1' },
};

const sent = (emitted: StoredEvent, number = 1, style: 'full' | 'thin' = 'full', record: Delivered['record'] = null) =>
  deliveryBody(emitted, { number, style, record });

describe('The body of a delivery', () => {
  it('has the members of the specification, in its order', () => {
    expect(sent(disbursed, 5)).toBe(
      '{"id":"evt_1","type":"loan.disbursed","timestamp":"2026-03-02T08:00:00.000Z","api_version":"v1","sandbox":true,' +
        '"sequence":1234,"delivery_sequence":5,"subject":{"type":"loan","id":9,"uuid":"00000000-0000-4000-8000-000000000009","version":7},' +
        '"data":{"amount":5000000,"msisdn":"**********678"},"request":{"id":"req-1","idempotency_key":"key-1"}}',
    );
  });

  it('has no request where a job was the cause', () => {
    expect(JSON.parse(sent({ ...disbursed, request: null }))).toMatchObject({ request: null });
  });

  it('carries no data where the webhook is thin, or the event is of money laundering', () => {
    expect(JSON.parse(sent(disbursed, 1, 'thin'))).toMatchObject({
      data: {},
      subject: { id: 9, version: 7 },
    });
    expect(JSON.parse(sent({ ...disbursed, type: 'aml_alert.raised' }))).toMatchObject({
      data: {},
    });
  });

  it('has at most 64 kB, counted in bytes; a larger one goes thin', () => {
    const empty = new TextEncoder().encode(sent({ ...disbursed, data: { note: '' } })).length;
    const fitting = sent({ ...disbursed, data: { note: 'x'.repeat(65_536 - empty) } });
    expect(fitting).toHaveLength(65_536);
    expect(JSON.parse(sent({ ...disbursed, data: { note: 'x'.repeat(65_537 - empty) } })).data).toEqual({});
    expect(JSON.parse(sent({ ...disbursed, data: { note: 'ũ'.repeat(40_000) } })).data).toEqual({});
  });
});

describe('The record of a delivery', () => {
  const record = { id: 9, kyc: { id_number: '12345678' } };
  const recordIn = (body: string) => JSON.parse(body).record;

  it('is masked like the data, and left out of thin ones and of money laundering', () => {
    expect(recordIn(sent(disbursed, 1, 'full', record))).toEqual({ id: 9, kyc: { id_number: '*****678' } });
    expect(recordIn(sent(disbursed, 1, 'thin', record))).toBeUndefined();
    expect(recordIn(sent({ ...disbursed, type: 'aml_alert.raised' }, 1, 'full', record))).toBeUndefined();
  });

  it('is left out before the data are, where both would be too large', () => {
    const large = JSON.parse(sent(disbursed, 1, 'full', { note: 'x'.repeat(65_400) }));
    expect(large).toMatchObject({ data: { amount: 5_000_000 } });
    expect(large).not.toHaveProperty('record');
  });
});

describe('Personal numbers', () => {
  it('are masked to their last three characters, at any depth, whatever they are of', () => {
    expect(
      masked({
        national_id: '12345678',
        kyc: { id_number: 12345678, id_type: 'national_id' },
        guardians: [{ phone: '+254712345678', name: 'Wanjiku' }],
        recipient_msisdn: ['254712345678'],
        phone_number: '12',
        national_id_verified: true,
        phone: null,
      }),
    ).toEqual({
      national_id: '*****678',
      kyc: { id_number: '*****678', id_type: 'national_id' },
      guardians: [{ phone: '**********678', name: 'Wanjiku' }],
      recipient_msisdn: ['*********678'],
      phone_number: '***',
      national_id_verified: true,
      phone: null,
    });
  });
});

describe('What a payer typed as the account', () => {
  const typed = (account_reference: string | null) => masked({ account_reference });

  it.each([
    ['+254712345678', '**********678'],
    ['254712345678', '*********678'],
    ['+254 712 345 678', '*************678'],
    ['0712345678', '*******678'],
    ['0112 345-678', '*********678'],
    [' 0712 345 678 ', '***********78 '],
    ['+44 20 7946 0958', '*************958'],
  ])('is masked where it is a telephone number: %s', (written, shown) => {
    expect(typed(written)).toEqual({ account_reference: shown });
  });

  it.each(['L-000012', 'SA-000034', 'INV-0042', 'B10/1/2020', 'ADM 0712', '20260712345', '07123456', '12345678', ''])(
    'stays where it is something else: %j',
    (written) => expect(typed(written)).toEqual({ account_reference: written }),
  );

  it('is masked at any depth, in the record and in the feed; where there is none there is nothing to mask', () => {
    expect(masked({ line: { account_reference: '0712345678' } })).toEqual({
      line: { account_reference: '*******678' },
    });
    expect(typed(null)).toEqual({ account_reference: null });
    const paid = { ...disbursed, data: { account_reference: '0712 345 678' } };
    expect(feedEntry(paid)['data']).toEqual({ account_reference: '*********678' });
    expect(JSON.parse(sent(paid, 1, 'full', { account_reference: '0712345678' }))).toMatchObject({
      data: { account_reference: '*********678' },
      record: { account_reference: '*******678' },
    });
  });
});

describe('The body of a batch', () => {
  const size = (text: string) => new TextEncoder().encode(text).length;
  const large = (bytes: number) => ({ ...disbursed, data: { note: 'x'.repeat(bytes) } });
  const each = (events: readonly StoredEvent[], record: Delivered['record'] = null) =>
    events.map((emitted, n) => ({ emitted, delivered: { number: n + 1, style: 'full' as const, record } }));
  const batch = (events: readonly StoredEvent[], composition: 'open' | 'fixed', record: Delivered['record'] = null) =>
    batchedEvents(each(events, record), composition);

  it('has each event as its own delivery would have it', () => {
    const body = JSON.parse(batchBody('bat_1', { sandbox: true }, batch([disbursed, disbursed], 'open')));
    expect(body).toEqual({
      id: 'bat_1',
      type: 'batch',
      timestamp: '2026-03-02T08:00:00.000Z',
      api_version: 'v1',
      sandbox: true,
      data: [JSON.parse(sent(disbursed, 1)), JSON.parse(sent(disbursed, 2))],
    });
  });

  it('has as many of the first as fit into 64 kB, and at least one', () => {
    const events = batch([large(30_000), large(30_000), large(30_000)], 'open');
    expect(events).toHaveLength(2);
    expect(size(batchBody('bat_1', { sandbox: true }, events))).toBeLessThanOrEqual(65_536);
    const [one, ...others] = batch([large(65_000), disbursed], 'open');
    expect(one).toMatchObject({ delivery_sequence: 1, data: {} });
    expect(others).toHaveLength(1);
  });

  it('has the same events when it comes again, where they have grown without their records', () => {
    const record = { note: 'x'.repeat(40_000) };
    expect(batch([large(20_000), large(20_000)], 'open', record)).toHaveLength(1);
    const again = batch([large(20_000), large(20_000)], 'fixed', record);
    expect(again).toMatchObject([{ data: { note: expect.any(String) } }, { data: { note: expect.any(String) } }]);
    expect(again.map((event) => event['record'])).toEqual([undefined, undefined]);
    const thin = batch([large(60_000), large(60_000)], 'fixed');
    expect(thin).toMatchObject([{ data: {} }, { data: {} }]);
  });

  it('is the same when it comes again and nothing has grown (finding: one that was too large took the records of the others)', () => {
    const [one = [], other = []] = [70_000, 20_000].map((bytes) => each([disbursed], { note: 'x'.repeat(bytes) }));
    const open = batchedEvents([...one, ...other], 'open');
    expect(open.map((event) => event['record'] !== undefined)).toEqual([false, true]);
    expect(batchedEvents([...one, ...other], 'fixed')).toEqual(open);
    const grown = each([large(70_000)], { note: 'x'.repeat(50_000) });
    expect(batchedEvents([...grown, ...other, ...other], 'fixed')).toEqual(
      batchedEvents([...grown, ...other, ...other], 'open'),
    );
  });
});
