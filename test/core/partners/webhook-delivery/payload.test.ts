import { describe, expect, it } from 'vitest';
import { deliveryBody, masked, type Delivered, type StoredEvent } from '#core/partners/webhook-delivery/payload.ts';

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
