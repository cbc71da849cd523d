import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { compare } from '#core/reconciliation/compare.ts';
import type { Movement, StatementLine } from '#core/reconciliation/movements.ts';
import { Reconciliation, turnover } from '#core/reconciliation/reconciliation.ts';

const FIRST = Temporal.PlainDate.from('2026-03-02');
const NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');
const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO('Africa/Nairobi').toPlainDate();

let made = 0;
const line = (differing: Partial<StatementLine> = {}): StatementLine => ({
  lineNo: ++made,
  receiptNo: `R${made}`,
  kind: 'movement',
  at: NOON,
  amount: 50_000n,
  msisdn: '254712345678',
  accountReference: null,
  originatorId: null,
  linkedReceiptNo: null,
  ...differing,
});
const movement = (differing: Partial<Movement> = {}): Movement => ({
  journal: `journal-${++made}`,
  subject: { type: 'mobile_money_transaction', id: made, uuid: `uuid-${made}` },
  kind: 'movement',
  amount: 50_000n,
  bookedOn: FIRST,
  at: NOON,
  receiptNo: `R${made}`,
  originatorId: null,
  msisdn: '+254712345678',
  inTransit: false,
  corrected: false,
  ...differing,
});
const between = (lines: readonly StatementLine[], movements: readonly Movement[], older: readonly string[] = []) =>
  compare({
    lines,
    movements,
    from: FIRST,
    through: FIRST.add({ days: 1 }),
    charges: 'owed',
    isOlder: (receipt) => older.includes(receipt),
    isOlderCharge: () => false,
    registered: () => null,
    dayOf,
  });
const emitted = (found: ReturnType<typeof between>) =>
  found.disagreements.map(({ type, proposal }) => (proposal === null ? type : `${type}?`)).sort();

describe('What only the amount, the payer and the time have in common', () => {
  it.each<[string, Partial<Movement>, boolean]>([
    ['at the same time', {}, true],
    ['ten minutes later', { at: NOON.add({ minutes: 10 }) }, true],
    ['eleven minutes later', { at: NOON.add({ minutes: 11 }) }, false],
    ['of another payer', { msisdn: '+254712345679' }, false],
    ['of nobody', { msisdn: null }, false],
    ['of another amount', { amount: 50_100n }, false],
    ['in the other direction', { amount: -50_000n }, false],
  ])('%s', (_, differing, isProposed) => {
    const found = between([line()], [movement(differing)]);
    expect([found.matched, emitted(found)]).toEqual([
      0,
      isProposed ? ['missing_here?', 'missing_there?'] : ['missing_here', 'missing_there'],
    ]);
  });

  it.each([
    ['2547****5678', true],
    ['0712345678', true],
    ['2547****5679', false],
    ['*'.repeat(15), false],
    ['1*'.repeat(40), false],
  ])('with a number shown as %s', (msisdn, isProposed) => {
    expect(emitted(between([line({ msisdn })], [movement()]))).toEqual(
      isProposed ? ['missing_here?', 'missing_there?'] : ['missing_here', 'missing_there'],
    );
  });

  it('is proposed once: the nearest in time', () => {
    const near = movement({ at: NOON.add({ minutes: 1 }) });
    const found = between([line()], [movement({ at: NOON.add({ minutes: 5 }) }), near]);
    expect(found.disagreements.find(({ type }) => type === 'missing_here')?.proposal?.movement).toBe(near);
    expect(emitted(found)).toEqual(['missing_here?', 'missing_there', 'missing_there?']);
  });
});

describe('What was undone', () => {
  it('in the books alone never moved at the provider', () => {
    const sent = movement({ amount: -50_000n, receiptNo: null });
    expect(emitted(between([], [sent, { ...sent, journal: 'back', amount: 50_000n }]))).toEqual([]);
  });

  it('at the provider has a receipt of its own, and names the payment’s', () => {
    const came = movement();
    const back = { ...came, journal: 'back', amount: -50_000n };
    const lines = [line({ receiptNo: came.receiptNo }), line({ amount: -50_000n, linkedReceiptNo: came.receiptNo })];
    const found = between(lines, [came, back]);
    expect([found.matched, emitted(found)]).toEqual([2, []]);
  });
});

describe('What was entered wrongly, and corrected', () => {
  const entered = (amount: bigint) => {
    const wrong = movement({ amount, receiptNo: 'WRONG', corrected: true });
    return { wrong, back: { ...wrong, journal: 'back', amount: -amount } };
  };

  it.each([
    ['of another amount', 500_000n],
    ['of the same amount', 50_000n],
  ])(
    '%s is not what the statement shows under its receipt: that is missing here (finding: it could not be booked)',
    (_, amount) => {
      const { wrong, back } = entered(amount);
      const found = between([line({ receiptNo: 'WRONG' })], [wrong, back]);
      expect([found.matched, emitted(found)]).toEqual([0, ['missing_here']]);
    },
  );

  it('agrees once what came is booked under its receipt', () => {
    const { wrong, back } = entered(500_000n);
    const right = movement({ receiptNo: 'WRONG' });
    const found = between([line({ receiptNo: 'WRONG' })], [wrong, back, right]);
    expect([found.matched, emitted(found)]).toEqual([1, []]);
  });

  it('on a former day is not what a later statement shows', () => {
    const { wrong, back } = entered(500_000n);
    const before = FIRST.subtract({ days: 1 });
    const ours = [wrong, back].map((each) => ({ ...each, bookedOn: before }));
    expect(emitted(between([line({ receiptNo: 'WRONG' })], ours))).toEqual(['missing_here']);
  });

  it('on a later day is a break on both of them, and a statement of before accounts for neither', () => {
    const { wrong, back } = entered(500_000n);
    const later = { ...back, bookedOn: FIRST.add({ days: 2 }) };
    const first = between([line({ receiptNo: 'WRONG' })], [wrong, later]);
    expect(emitted(first)).toEqual(['duplicate', 'missing_here']);
    const next = between([], [{ ...back, bookedOn: FIRST }], ['WRONG']);
    expect([emitted(next), next.settledEarlier]).toEqual([['duplicate'], 0n]);
  });

  it('comes to nothing with the rest of it, which was a record of its own', () => {
    const { wrong, back } = entered(50_000n);
    const part = { ...back, amount: -40_000n };
    const rest = movement({ amount: -10_000n, receiptNo: 'WRONG', corrected: true });
    expect(emitted(between([], [wrong, part, rest]))).toEqual([]);
  });
});

describe('What is on one side of a day and on the other side of the next', () => {
  it('agrees with a movement of the day before, and is late with one of the day after', () => {
    const before = movement({ bookedOn: FIRST.subtract({ days: 1 }) });
    const after = movement({ bookedOn: FIRST.add({ days: 2 }) });
    const found = between(
      [line({ receiptNo: before.receiptNo }), line({ receiptNo: after.receiptNo })],
      [before, after],
    );
    expect([found.matched, emitted(found), found.bookedEarlier]).toEqual([2, ['late'], 50_000n]);
  });

  it('is accounted for once by another statement', () => {
    const [first, second] = [movement({ receiptNo: 'OLD' }), movement({ receiptNo: 'OLD' })];
    const found = between([], [first, second], ['OLD']);
    expect([emitted(found), found.settledEarlier]).toEqual([['duplicate'], 50_000n]);
  });
});

describe('Whatever the two sides hold', () => {
  const amounts = fc.constantFrom(-70_000n, -50_000n, 50_000n, 70_000n);
  const names = fc.constantFrom('A', 'B', 'C', 'D', null);
  const lines = fc.array(
    fc.record({
      receiptNo: names,
      linkedReceiptNo: names,
      originatorId: names,
      amount: amounts,
      kind: fc.constantFrom('movement' as const, 'movement' as const, 'fee' as const),
      at: fc.integer({ min: 0, max: 1 }).map((days) => NOON.add({ hours: 24 * days })),
    }),
    { maxLength: 12 },
  );
  const movements = fc.array(
    fc.record({
      receiptNo: names,
      originatorId: names,
      amount: amounts,
      bookedOn: fc.integer({ min: -1, max: 2 }).map((days) => FIRST.add({ days })),
      inTransit: fc.boolean(),
      corrected: fc.boolean(),
      subject: fc.integer({ min: 1, max: 6 }).map((id) => ({ type: 'disbursement', id, uuid: `uuid-${id}` })),
    }),
    { maxLength: 12 },
  );

  it('every line and movement is accounted for, under a key of its own, and the difference to the cent', () => {
    fc.assert(
      fc.property(lines, movements, fc.subarray(['A', 'B']), (someLines, someMovements, older) => {
        const theirs = someLines.map((each) => line({ ...each, amount: each.kind === 'fee' ? -1_000n : each.amount }));
        const ours = someMovements.map((each) => movement(each));
        const comparison = between(theirs, ours, older);
        const keys = comparison.disagreements.map(({ key }) => key);
        expect(new Set(keys).size).toBe(keys.length);

        const through = FIRST.add({ days: 1 });
        const statement = { source: 'statement', from: FIRST, through, opening: 1_000n, digest: 'x' } as const;
        const here = turnover(
          ours
            .filter(({ bookedOn }) => Temporal.PlainDate.compare(FIRST, bookedOn) <= 0)
            .filter(({ bookedOn }) => Temporal.PlainDate.compare(bookedOn, through) <= 0)
            .map(({ amount }) => amount),
        );
        const closing = 1_000n + theirs.reduce((sum, { amount }) => sum + amount, 0n);
        const report = Reconciliation.begin(
          { uuid: 'r', account: 'mpesa_float', subAccount: null },
          { ...statement, closing },
        );
        report.report(
          {
            statement: { ...statement, closing },
            lines: theirs,
            here: { opening: 500n, ...here, fees: 0n, closing: 500n + here.in - here.out },
            comparison,
          },
          { by: 'test', now: NOON },
        );
        expect([report.footingGap, report.unexplained]).toEqual([0n, 0n]);
      }),
    );
  });
});
