import { beforeEach, describe, expect, it } from 'vitest';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import { claimReceipt, endUses, requireReceipt, type Claim } from '#core/payments/receipt-registry.ts';
import { receiptsInMemory } from '#test/support/receipts-in-memory.ts';

const NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');
let ports: ReturnType<typeof open>;
beforeEach(() => {
  ports = open();
});

function open() {
  let uuids = 0;
  return { ...receiptsInMemory(), now: NOON, newUuid: () => `uuid-${++uuids}` };
}

const claim = (differing: Partial<Claim> = {}): Claim => ({
  account: 'mpesa',
  direction: 'in',
  receiptNo: 'SFC1A2B3C4',
  amount: 500n,
  paidAt: NOON,
  reportedBy: 'caller',
  record: { type: 'repayment', uuid: 'r1' },
  party: 'loan:1',
  ...differing,
});
const book = async (differing: Partial<Claim> = {}) => {
  const claimed = await claimReceipt(claim(differing), ports);
  return claimed.kind === 'new' ? claimed.book().map(({ data }) => data['kind']) : claimed.kind;
};
const live = () => ports.uses.filter((use) => use.isLive()).map(({ recordUuid, amount }) => [recordUuid, amount]);

describe('A receipt', () => {
  it.each([
    'sfc1a2b3c4',
    ' SFC1 A2B3C4 ',
    'SFC1\u200BA2B3C4',
    'SFC1A2B3C4\u0000',
    'SFC1A2B3C4\u00AD',
    'ＳＦＣ1A2B3C4',
    'SFC1\uFE0FA2B3C4\u3164',
  ])('is the same one however it is written: %j', async (written) => {
    expect(receiptKey(written)).toBe('SFC1A2B3C4');
    await book();
    expect(await book({ receiptNo: written, record: { type: 'savings_transaction', uuid: 's1' } })).toBe('taken');
    expect(live()).toEqual([['r1', 500n]]);
  });

  it('that consists of blanks is refused', async () => {
    await expect(claimReceipt(claim({ receiptNo: ' \u200B' }), ports)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });

  it('of which a part moves on stands with the rest where it was', async () => {
    const suspense = { type: 'mobile_money_transaction', uuid: 'm1' };
    await book({ record: suspense, party: 'suspense' });
    expect(await book({ amount: 300n, from: suspense })).toEqual([]);
    expect(live()).toEqual([
      ['r1', 300n],
      ['m1', 200n],
    ]);
    expect(await book({ amount: 201n, from: suspense, record: { type: 'repayment', uuid: 'r2' } })).toBe('taken');
  });

  it('of which one part went back to its payer stands again with the others, and no more', async () => {
    const [one, rest] = ['m1', 'm2'].map((uuid) => ({ type: 'mobile_money_transaction', uuid }));
    await book({ record: one!, party: 'suspense' });
    await book({ amount: 200n, record: rest!, party: 'suspense', from: one });
    await endUses(rest!, 'taken_back', ports);
    await book({ amount: 300n, from: one });
    await endUses({ type: 'repayment', uuid: 'r1' }, 'corrected', ports);
    const again = (amount: bigint) =>
      book({ amount, record: one!, party: 'suspense', split: { total: amount, with: [] } });
    expect(await again(301n)).toBe('taken');
    expect(await again(300n)).toEqual([]);
  });

  it('that says the same once more is the record of before', async () => {
    await book();
    const again = await requireReceipt(claim({ record: { type: 'repayment', uuid: 'r2' } }), ports);
    expect(again.replayOf).toEqual({ type: 'repayment', uuid: 'r1' });
  });

  it.each([
    ['another amount', { amount: 499n }],
    ['another party', { party: 'loan:2' }],
    ['another kind of record', { record: { type: 'payment', uuid: 'p1' } }],
  ])('that says %s is refused, and the refusal names the record that has it', async (_, differing) => {
    await book();
    await expect(requireReceipt(claim(differing), ports)).rejects.toMatchObject({
      code: 'duplicate_payment_reference',
      details: { existing: { type: 'repayment', uuid: 'r1' } },
    });
  });

  it.each([
    ['on another account', { account: 'bank' as const }],
    ['in the other direction', { direction: 'out' as const }],
  ])('%s is booked, and is an incident once', async (_, differing) => {
    await book();
    const elsewhere = { ...differing, record: { type: 'repayment', uuid: 'r2' } };
    expect(await book(elsewhere)).toEqual(['receipt_elsewhere']);
    expect(await book(elsewhere)).toBe('replay');
    expect(ports.reported).toHaveLength(1);
  });
});

describe('Money that stands in a record', () => {
  it('moves on to another one, as often as needed, and stands in one place', async () => {
    await book({ record: { type: 'mobile_money_transaction', uuid: 'm1' }, party: 'suspense' });
    await book({ from: { type: 'mobile_money_transaction', uuid: 'm1' } });
    await book({ from: { type: 'repayment', uuid: 'r1' }, record: { type: 'repayment', uuid: 'r2' }, party: 'loan:2' });
    await book({ from: { type: 'repayment', uuid: 'r2' }, record: { type: 'repayment', uuid: 'r3' } });
    expect(live()).toEqual([['r3', 500n]]);
  });

  it('can’t move from where it does not stand', async () => {
    await book();
    expect(await book({ from: { type: 'repayment', uuid: 'r9' }, party: 'loan:2' })).toBe('taken');
  });

  it('is free for one other booking when the booking was wrong, of another amount too', async () => {
    await book();
    await endUses({ type: 'repayment', uuid: 'r1' }, 'corrected', ports);
    expect(await book({ record: { type: 'repayment', uuid: 'r2' }, party: 'loan:2', amount: 5_000n })).toEqual([]);
    expect(await book({ record: { type: 'repayment', uuid: 'r3' }, party: 'loan:3', amount: 5_000n })).toBe('taken');
  });

  it('is never booked again when the provider has taken it back', async () => {
    await book();
    await endUses({ type: 'repayment', uuid: 'r1' }, 'taken_back', ports);
    await expect(requireReceipt(claim({ party: 'loan:2' }), ports)).rejects.toMatchObject({
      code: 'duplicate_payment_reference',
    });
  });

  it('is at most what the provider has reported', async () => {
    await book({ reportedBy: 'provider' });
    await endUses({ type: 'repayment', uuid: 'r1' }, 'corrected', ports);
    expect(await book({ amount: 501n, party: 'loan:2' })).toBe('taken');
    expect(await book({ amount: 500n, party: 'loan:2' })).toEqual([]);
  });

  it('is split by one command, up to what came', async () => {
    const part = (n: number, amount: bigint) =>
      book({
        record: { type: 'payment', uuid: `p${n}` },
        party: `student:${n}`,
        amount,
        split: { total: 500n, with: [1, 2, 3].slice(0, n - 1).map((m) => ({ type: 'payment', uuid: `p${m}` })) },
      });
    expect([await part(1, 200n), await part(2, 200n), await part(3, 101n)]).toEqual([[], [], 'taken']);
    expect(live()).toEqual([
      ['p1', 200n],
      ['p2', 200n],
    ]);
    expect(await book({ record: { type: 'payment', uuid: 'p4' }, amount: 100n, party: 'student:4' })).toBe('taken');
  });
});
