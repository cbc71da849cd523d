import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { bandOf, faultsOf, portfolioAtRisk, provisionFor, USUAL_BANDS } from '#core/lending/arrears.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { historyOf } from '#core/lending/use-cases/account/history.ts';
import { accrue, earnedBy } from '#core/lending/use-cases/close-of-business/accrual.ts';
import { closeLoan, type LoanAtClose } from '#core/lending/use-cases/close-of-business/close-loan.ts';
import { daysToClose, requireDayOver } from '#core/lending/use-cases/close-of-business/days-to-close.ts';

const day = (text: string) => Temporal.PlainDate.from(text);
const policy = { bands: USUAL_BANDS, closedUntil: null };

const loan: LoanAtClose = {
  isCarried: true,
  principal: 100_000n,
  interest: { accrued: 0n, early: 0n },
  fees: { accrued: 0n, early: 0n },
  interestFallenDue: 0n,
  feesFallenDue: 0n,
  running: { since: day('2026-01-31'), due: day('2026-02-28'), interest: 1_000n },
  overdue: [],
  penalisedUntil: new Map(),
  lateCharged: new Map(),
  followedUntil: null,
  terms: { penalty: null, lateInterest: null, borne: null, leniency: { graceDays: 0, pauses: [] }, inDuplum: false },
  before: null,
};
const overdue = { number: 1, dueDate: day('2026-02-28'), principal: 8_000n, interest: 1_000n, fees: 0n, penalties: 0n };

describe('Overdue principal of a loan whose schedule follows its payments', () => {
  const borne = {
    annualRate: '12',
    dayCount: 'thirty_360',
    of: 'principal',
    graceDays: 0,
    rounding: 'half_even',
  } as const;
  const late: LoanAtClose = {
    ...loan,
    interestFallenDue: 1_000n,
    running: { since: day('2026-02-28'), due: day('2026-03-31'), interest: 0n },
    overdue: [{ ...overdue, principal: 90_000n }],
    followedUntil: day('2026-01-31'),
    terms: { ...loan.terms, borne },
  };
  const accrued = (at: LoanAtClose, on: string) => closeLoan(at, day(on), policy).interest.accrued;

  it('earns interest by the day, from the last booking that cut its rows (finding: nothing was accrued of it)', () => {
    // 90,000 x 12 % / 360 = 30 a day.
    expect(accrued(late, '2026-03-05')).toBe(1_000n + 7n * 30n);
    expect(accrued({ ...late, followedUntil: day('2026-03-02') }, '2026-03-05')).toBe(1_000n + 3n * 30n);
    expect(accrued({ ...late, followedUntil: null }, '2026-03-05')).toBe(1_000n);
    expect(accrued({ ...late, terms: loan.terms }, '2026-03-05')).toBe(1_000n);
    expect(closeLoan(late, day('2026-03-05'), policy)).toMatchObject({
      lateInterest: [],
      status: { arrears: 91_000n },
    });
  });

  it('earns no more than leaves what is open of interest at the principal, once no row is to come or by in duplum', () => {
    const open = { ...late, principal: 90_000n, overdue: [{ ...overdue, principal: 90_000n, interest: 89_900n }] };
    expect(accrued({ ...open, running: null }, '2026-03-05')).toBe(1_000n + 100n);
    expect(accrued(open, '2026-08-05')).toBe(1_000n + 157n * 30n);
    const limited = { ...open, terms: { ...open.terms, inDuplum: true } };
    expect(accrued(limited, '2026-08-05')).toBe(1_000n + 100n);
    // It performs.
    expect(accrued(limited, '2026-03-05')).toBe(1_000n + 7n * 30n);
  });
});

describe('Interest', () => {
  it('is earned evenly over the days of its row, and whole on the day it falls due', () => {
    const running = loan.running;
    expect(earnedBy(day('2026-01-31'), 0n, running)).toBe(0n);
    expect(earnedBy(day('2026-02-14'), 0n, running)).toBe(500n);
    expect(earnedBy(day('2026-02-28'), 0n, running)).toBe(1_000n);
    expect(earnedBy(day('2026-02-14'), 700n, null)).toBe(700n);
  });

  it('sums to the row’s interest whichever days are closed, and is never taken back', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.integer({ min: 0, max: 420 }), { maxLength: 30 }),
        (interest, length, closed) => {
          const since = day('2026-01-15');
          const running = { since, due: since.add({ days: length }), interest };
          let known = { accrued: 0n, early: 0n };
          for (const days of [...closed.toSorted((a, b) => a - b), 420]) {
            const next = accrue(known, earnedBy(since.add({ days }), 0n, running));
            expect(next.accrued).toBeGreaterThanOrEqual(known.accrued);
            known = next;
          }
          expect(known).toEqual({ accrued: interest, early: 0n });
        },
      ),
    );
  });

  it('that was recognised with a payment is caught up with, not recognised again', () => {
    const paidAhead = { accrued: 800n, early: 600n };
    expect(accrue(paidAhead, 300n)).toEqual({ accrued: 800n, early: 500n });
    expect(accrue(paidAhead, 800n)).toEqual({ accrued: 800n, early: 0n });
    expect(accrue(paidAhead, 950n)).toEqual({ accrued: 950n, early: 0n });
    // Less is earned than was recognised by time before, because terms were changed: nothing is taken back here.
    expect(accrue(paidAhead, 100n)).toEqual(paidAhead);
  });
});

describe('The close of a loan’s day', () => {
  it('gives the same figures however often it is worked out', () => {
    const late = { ...loan, overdue: [overdue] };
    expect(closeLoan(late, day('2026-03-05'), policy)).toEqual(closeLoan(late, day('2026-03-05'), policy));
  });

  it('counts a loan late from the day after its due date, and emits that once', () => {
    const late = { ...loan, overdue: [overdue] };
    expect(closeLoan(late, day('2026-02-28'), policy).status).toMatchObject({ daysPastDue: 0, arrears: 0n });
    const first = closeLoan(late, day('2026-03-01'), policy);
    expect(first).toMatchObject({ fellOverdue: true, status: { daysPastDue: 1, arrears: 9_000n, band: 'watch' } });
    expect(closeLoan({ ...late, before: first.status }, day('2026-03-02'), policy).fellOverdue).toBe(false);
  });

  it('counts days of grace only once they are over, and then from the due date', () => {
    const late = { ...loan, overdue: [overdue], terms: { ...loan.terms, leniency: { graceDays: 3, pauses: [] } } };
    expect(closeLoan(late, day('2026-03-03'), policy).status.daysPastDue).toBe(0);
    expect(closeLoan(late, day('2026-03-04'), policy).status.daysPastDue).toBe(4);
  });

  it('provides for the principal by class, and releases what is too much', () => {
    const before = { daysPastDue: 40, arrears: 1n, band: 'substandard', principal: 100_000n, provision: 25_000n };
    expect(closeLoan({ ...loan, before }, day('2026-02-10'), policy).provisioned).toBe(-24_000n);
  });

  it('charges lateness once for a day that was closed before', () => {
    const terms = {
      borne: null,
      inDuplum: false,
      leniency: { graceDays: 0, pauses: [] },
      penalty: {
        charge: { kind: 'percent', percent: '10', of: 'principal' },
        graceDays: 0,
        every: 'instalment',
        rounding: 'half_even',
      },
      lateInterest: {
        annualRate: '36.5',
        dayCount: 'actual_365',
        of: 'principal',
        graceDays: 0,
        rounding: 'half_even',
      },
    } as const;
    const late: LoanAtClose = { ...loan, running: null, overdue: [overdue], terms };
    const first = closeLoan(late, day('2026-03-02'), { ...policy, closedUntil: day('2026-02-28') });
    expect(first).toMatchObject({
      penalties: [{ number: 1, amount: 800n }],
      lateInterest: [{ number: 1, days: 2, interest: 16n }],
      earned: { interest: 16n, penalties: 800n },
      status: { arrears: 9_816n },
    });
    const next = closeLoan(
      { ...late, penalisedUntil: new Map([[1, day('2026-03-02')]]), interest: first.interest, interestFallenDue: 16n },
      day('2026-03-03'),
      { ...policy, closedUntil: day('2026-03-02') },
    );
    expect(next).toMatchObject({ penalties: [], lateInterest: [{ days: 1, interest: 8n }], earned: { interest: 8n } });
  });

  it('bears no interest on late interest, whether it is closed every day or once (finding: it compounded)', () => {
    const lateInterest = {
      annualRate: '36.5',
      dayCount: 'actual_365',
      of: 'principal_and_interest',
      graceDays: 0,
      rounding: 'half_even',
    } as const;
    const row = { ...overdue, principal: 1_000_000n, interest: 100_000n };
    const terms = { ...loan.terms, lateInterest };
    let charged = 0n;
    for (let days = 1; days <= 360; days++) {
      const late = {
        ...loan,
        terms,
        overdue: [{ ...row, interest: row.interest + charged }],
        lateCharged: new Map([[1, charged]]),
      };
      const closedUntil = row.dueDate.add({ days: days - 1 });
      for (const { interest } of closeLoan(late, row.dueDate.add({ days }), { ...policy, closedUntil }).lateInterest)
        charged += interest;
    }
    expect(charged).toBe(396_000n);
    const once = closeLoan({ ...loan, terms, overdue: [row] }, row.dueDate.add({ days: 360 }), policy);
    expect(once.lateInterest).toMatchObject([{ interest: 396_000n }]);
  });

  it('charges nothing more once interest and penalties of a non-performing loan have reached its principal', () => {
    const penalty = {
      charge: { kind: 'flat', amount: 500n },
      graceDays: 0,
      every: 'day',
      rounding: 'half_even',
    } as const;
    const terms = { ...loan.terms, penalty, inDuplum: true };
    const owed = { ...overdue, dueDate: day('2026-03-01'), interest: 60_000n, penalties: 39_700n };
    const charged = (on: string, differing: Partial<LoanAtClose> = {}) =>
      closeLoan(
        {
          ...loan,
          running: null,
          overdue: [owed],
          terms,
          ...differing,
          penalisedUntil: new Map([[owed.number, day(on).subtract({ days: 1 })]]),
        },
        day(on),
        policy,
      ).penalties;
    // 100,000 of principal: 300 are left of the 500 of the ninety-first day; on the ninetieth the loan still performs.
    expect(charged('2026-05-30')).toEqual([{ number: owed.number, amount: 500n }]);
    expect(charged('2026-05-31')).toEqual([{ number: owed.number, amount: 300n }]);
    expect(charged('2026-05-31', { overdue: [{ ...owed, penalties: 40_000n }] })).toEqual([]);
    expect(charged('2026-05-31', { terms: { ...terms, inDuplum: false } })).toEqual([
      { number: owed.number, amount: 500n },
    ]);
  });

  it('charges for no day in which lateness cost nothing, once a payment has made room (finding: all of them were caught up with)', () => {
    const charge = { kind: 'flat', amount: 500n } as const;
    const owed = { ...overdue, dueDate: day('2026-03-01'), interest: 60_000n, penalties: 38_000n };
    const onJune11 = (every: 'day' | 'instalment', penalisedUntil: LoanAtClose['penalisedUntil']) => {
      const penalty = { charge, graceDays: 0, every, rounding: 'half_even' } as const;
      const terms = { ...loan.terms, penalty, inDuplum: true };
      const late = { ...loan, running: null, overdue: [owed], terms, penalisedUntil };
      return closeLoan(late, day('2026-06-11'), { ...policy, closedUntil: day('2026-06-10') }).penalties;
    };
    // Up to 31 May penalties were charged; then they had reached the principal, until 2,000 were paid on 10 June.
    expect(onJune11('day', new Map([[owed.number, day('2026-05-31')]]))).toEqual([
      { number: owed.number, amount: 500n },
    ]);
    expect(onJune11('instalment', new Map())).toEqual([]);
  });

  it('earns nothing on a loan of which the books took the loss, and sets nothing aside', () => {
    const before = { daysPastDue: 400, arrears: 1n, band: 'loss', principal: 100_000n, provision: 100_000n };
    const lost = { ...loan, isCarried: false, overdue: [overdue], before };
    expect(closeLoan(lost, day('2026-03-05'), policy)).toMatchObject({
      earned: { interest: 0n, fees: 0n, penalties: 0n },
      provisioned: -100_000n,
      status: { principal: 0n, daysPastDue: 0 },
    });
  });
});

describe('Interest of the row after one whose interest was waived', () => {
  const earned = (
    closedThrough: string,
    graceOnInterest: number,
    ...entries: Parameters<typeof LoanEntry.book>[0][]
  ) => {
    const agreement = {
      method: 'declining_equal_instalments',
      annualRate: '12',
      termMonths: 12,
      instalmentAmount: null,
      conditions: { schedule: { graceOnInterest } },
    } as const;
    const closed = { first: day('2026-01-06'), last: day(closedThrough), inDuplum: false };
    const loan = { ...agreement, id: 1, arrearsPauses: [] };
    return historyOf(loan, entries.map(LoanEntry.book), closed, day('2026-01-05')).income.interest.accrued;
  };
  const entry = { loanId: 1, bookedBy: 'cashier' };
  const lent = { ...entry, number: 1, kind: 'disbursement', on: day('2026-01-05'), amount: 1_000_000n } as const;
  const waiver = {
    ...entry,
    number: 2,
    kind: 'waiver',
    on: day('2026-01-20'),
    part: 'interest',
    instalment: 1,
  } as const;

  it('is earned from its own first day on (finding: from the period before)', () => {
    // Of 9,212, 14 of 28 days. What the first row had earned by the waiver is gone with it.
    expect(earned('2026-02-19', 0, lent, { ...waiver, amount: 10_000n })).toBe(4_606n);
    expect(earned('2026-03-05', 0, lent, { ...waiver, amount: 10_000n })).toBe(9_212n);
  });

  it('is earned over the grace where the row asks for nothing by a grace', () => {
    // Rows of a grace ask for nothing: the first behind it is earned over 2 of its 3 months.
    expect(earned('2026-03-05', 2, lent)).toBeGreaterThan(15_000n);
  });
});

describe('Bands', () => {
  it('classify by the days from which they begin', () => {
    const names = [0, 1, 30, 31, 180, 181, 361, 5_000].map((days) => bandOf(days, USUAL_BANDS)?.name);
    expect(names).toEqual(['normal', 'watch', 'watch', 'substandard', 'substandard', 'doubtful', 'loss', 'loss']);
    expect(provisionFor(12_345n, { name: 'x', fromDays: 0, provisionRate: '12.5' })).toBe(1_543n);
  });

  it('that can’t be used say why', () => {
    expect(faultsOf(USUAL_BANDS)).toEqual([]);
    expect(faultsOf([])).toEqual(['The first band begins at day 0.']);
    const odd = [
      { name: 'a', fromDays: 0, provisionRate: '101' },
      { name: 'a', fromDays: 0, provisionRate: '1' },
      { name: 'B', fromDays: NaN, provisionRate: '1' },
    ];
    expect(faultsOf(odd).length).toBeGreaterThanOrEqual(5);
  });
});

describe('Portfolio at risk', () => {
  it('is the whole principal of loans that are later than so many days', () => {
    const group = (daysPastDue: number, band: string, principal: bigint) => ({
      daysPastDue,
      band,
      loans: 1,
      principal,
      provision: 1n,
    });
    const groups = [
      group(0, 'normal', 700n),
      group(1, 'watch', 100n),
      group(31, 'substandard', 150n),
      group(91, 'old', 50n),
    ];
    const { gross, later, bands } = portfolioAtRisk(groups, USUAL_BANDS);
    expect([gross, later]).toEqual([1_000n, { 1: 200n, 30: 200n, 60: 50n, 90: 50n }]);
    // A class that the tenant has given up since is still counted.
    expect(bands.map(({ name, principal }) => `${name} ${principal}`)).toEqual([
      'normal 700',
      'watch 100',
      'substandard 150',
      'doubtful 0',
      'loss 0',
      'old 50',
    ]);
  });
});

describe('The days to close', () => {
  const days = (...args: Parameters<typeof daysToClose>) => daysToClose(...args).map(String);

  it('follow the last one that was closed, with none passed over', () => {
    expect(days(day('2026-03-02'), day('2026-02-27'), null)).toEqual(['2026-02-28', '2026-03-01', '2026-03-02']);
    expect(days(day('2026-03-02'), day('2026-03-02'), null)).toEqual([]);
    expect(days(day('2026-03-02'), null, day('2026-03-01'))).toEqual(['2026-03-01', '2026-03-02']);
    expect(days(day('2026-03-02'), null, null)).toEqual(['2026-03-02']);
  });

  it('are over, except in a sandbox', () => {
    expect(() => requireDayOver(day('2026-03-02'), day('2026-03-02'), 'live')).toThrow('not over');
    expect(() => requireDayOver(day('2026-03-02'), day('2026-03-02'), 'sandbox')).not.toThrow();
    expect(() => requireDayOver(day('2026-03-03'), day('2026-03-02'), 'sandbox')).toThrow('not over');
  });
});
