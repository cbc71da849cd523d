import { expect, it } from 'vitest';
import { CONFIRMATION_AWAITED } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { recordCollectionStatus, requestCollection } from '#core/mobile-money/use-cases/collect.ts';
import { receiveNotifiedPayment } from '#core/mobile-money/use-cases/receive-payment.ts';
import { MOBILE_NOON, mobileMoneyInMemory } from '../../support/mobile-money-ports.ts';

const request = { amount: 50_000n, msisdn: '+254712345678', accountReference: 'L-000001' };

it.each([
  ['its own record', '+254712345678'],
  ['the payment that it is merged into', '2547 ***** 678'],
])('A prompt’s own notification places %s (finding: the money waited)', async (_, msisdn) => {
  const { ports, booked } = mobileMoneyInMemory();
  const { result: prompt } = await requestCollection(request, ports);
  const paid = { ...request, msisdn, receiptNo: 'SFC0000001', paidAt: MOBILE_NOON };
  // As at the paybill: a high payment is taken in unplaced, and waits for its provider’s word.
  const paymentDestinations = ports.paymentDestinations.map((each) => ({ ...each, named: async () => [] }));
  const { payment } = (await receiveNotifiedPayment(paid, { ...ports, paymentDestinations })).result;
  expect([payment?.state, payment?.uuid === prompt.uuid]).toEqual(['unallocated', msisdn === request.msisdn]);
  if (payment) payment.stateReason = CONFIRMATION_AWAITED;
  const status = {
    kind: 'paid',
    providerRef: null,
    receiptNo: 'SFC0000001',
    amount: 50_000n,
    at: MOBILE_NOON,
  } as const;
  const said = { originatorId: prompt.originatorId ?? '', status, source: 'notification' } as const;
  await recordCollectionStatus(said, ports);
  expect([payment?.state, booked.length]).toEqual(['allocated', 1]);
  await recordCollectionStatus(said, ports);
  expect(booked.length).toBe(1);
});
