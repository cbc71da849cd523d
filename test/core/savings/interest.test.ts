import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { linesOf } from '#core/ledger/posting-rules.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { closeSavings, type SavingsAtClose } from '#core/savings/close-savings.ts';
import { isPostingDay, type SavingsInterest } from '#core/savings/interest.ts';

const date = (text: string) => Temporal.PlainDate.from(text);
const terms: SavingsInterest = {
  annualRate: '7.3',
  dayCount: 'actual_365',
  postingPeriod: 'month',
  minimumBalance: '0',
  taxRate: '15',
};
const account = (overrides: Partial<SavingsAtClose> = {}): SavingsAtClose => ({
  isOpen: true,
  balance: 1_000_000n,
  earlier: [],
  days: 0n,
  accrued: 0n,
  interest: terms,
  ...overrides,
});
/** Closes day after day, as the close of business does. */
const closeDays = (from: string, through: string, start: SavingsAtClose) => {
  let [now, earned] = [start, 0n];
  const posted: { interest: bigint; tax: bigint }[] = [];
  for (let day = date(from); Temporal.PlainDate.compare(day, date(through)) <= 0; day = day.add({ days: 1 })) {
    const closed = closeSavings(now, day);
    earned += closed.earned;
    if (closed.posted) posted.push(closed.posted);
    now = { ...now, ...closed };
  }
  return { now, earned, posted };
};

describe('Interest on savings', () => {
  it('is a day’s share of the rate on what the account holds at the end of the day', () => {
    // 1,000,000 x 7.3 % / 365 = 200 a day.
    expect(closeSavings(account(), date('2026-03-10'))).toMatchObject({ earned: 200n, accrued: 200n, posted: null });
  });

  it('is posted at the end of a period, less tax, and compounds from there', () => {
    const { now, earned, posted } = closeDays('2026-03-01', '2026-03-31', account());
    expect(posted).toEqual([{ interest: 6_200n, tax: 930n }]);
    expect([earned, now.accrued, now.days, now.balance]).toEqual([6_200n, 0n, 0n, 1_005_270n]);
  });

  it('goes by the minimum balance of its product', () => {
    const low = account({ balance: 999n, interest: { ...terms, minimumBalance: '1000' } });
    expect(closeSavings(low, date('2026-03-10'))).toMatchObject({ earned: 0n, days: 0n });
  });

  it('is spread over the year of the day count', () => {
    const bankers = account({ interest: { ...terms, annualRate: '7.2', dayCount: 'actual_360' } });
    expect(closeSavings(bankers, date('2026-03-10')).earned).toBe(200n);
  });

  it.each([
    ['month', '2026-02-28', true],
    ['month', '2028-02-28', false],
    ['quarter', '2026-03-31', true],
    ['quarter', '2026-04-30', false],
    ['year', '2026-12-31', true],
    ['year', '2026-06-30', false],
  ] as const)('of a %s is posted on %s: %s', (period, day, expected) => {
    expect(isPostingDay(date(day), period)).toBe(expected);
  });

  it('counts what the account held then, where a day is closed late', () => {
    const moved = account({ balance: 9n, earlier: [{ until: '2026-03-30', balance: '1000000' }] });
    const late = closeSavings(moved, date('2026-03-30'));
    expect([late.earned, late.earlier]).toEqual([200n, []]);
    // What is posted was there from the next day on, whatever moved since.
    const catching = account({
      balance: 500_000n,
      days: 30n * 1_000_000n,
      accrued: 6_000n,
      earlier: [
        { until: '2026-03-31', balance: '1000000' },
        { until: '2026-04-02', balance: '700000' },
      ],
    });
    const end = closeSavings(catching, date('2026-03-31'));
    expect([end.posted, end.balance, end.earlier]).toEqual([
      { interest: 6_200n, tax: 930n },
      505_270n,
      [{ until: '2026-04-02', balance: '705270' }],
    ]);
  });

  it('that was not posted is forgone where the account was closed', () => {
    const closed = closeSavings(account({ isOpen: false, balance: 0n, days: 5n, accrued: 40n }), date('2026-03-31'));
    expect(closed).toMatchObject({ earned: -40n, accrued: 0n, days: 0n, posted: null });
  });

  it('sums over the days of a period to the interest of the period, for a thousand random accounts', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 0, max: 30 }),
        (balance, rate, taxRate) => {
          const interest = { ...terms, annualRate: (rate / 100).toFixed(2), taxRate: String(taxRate) };
          const { now, earned, posted } = closeDays('2026-03-01', '2026-03-31', account({ balance, interest }));
          const exact = balance * 31n * BigInt(rate);
          const [whole, rest, den] = [exact / 3_650_000n, exact % 3_650_000n, 3_650_000n];
          const rounded = whole + (2n * rest > den || (2n * rest === den && whole % 2n === 1n) ? 1n : 0n);
          expect(earned).toBe(rounded);
          const [credited] = posted;
          expect(now.balance).toBe(balance + (credited ? credited.interest - credited.tax : 0n));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe('A savings account that bears interest', () => {
  const open = (interest: SavingsInterest | null) =>
    SavingsAccount.open(
      {
        uuid: 'u',
        accountNo: 'SA-000001',
        memberId: 1,
        productId: 1,
        kind: 'ordinary',
        termMonths: null,
        maturity: null,
        interest,
        openedBy: 'pk',
        clientReference: null,
      },
      { today: date('2026-03-01'), needsApproval: false },
    ).account;

  it('keeps what it held at the end of a day before the first movement of the next', () => {
    const stored = open(terms);
    stored.credit(100n, date('2026-02-01'), date('2026-03-05'));
    stored.credit(50n, date('2026-03-05'));
    stored.debit(30n, date('2026-03-07'));
    expect(stored.earlierBalances).toEqual([
      { until: '2026-03-04', balance: '0' },
      { until: '2026-03-06', balance: '150' },
    ]);
    // A deposit that matured on the 6th pays into it once the close of the day before it is caught up.
    stored.credit(1_000n, date('2026-03-06'));
    expect([stored.balance, stored.earlierBalances]).toEqual([
      1_120n,
      [
        { until: '2026-03-04', balance: '0' },
        { until: '2026-03-05', balance: '150' },
        { until: '2026-03-06', balance: '1150' },
      ],
    ]);
    const plain = open(null);
    plain.credit(100n, date('2026-03-05'));
    expect(plain.earlierBalances).toEqual([]);
  });
});

describe('The books of savings interest', () => {
  it.each([
    ['close_of_business.savings_booked', { savings_interest: 40n }, 'interest_on_savings', 'interest_payable'],
    ['close_of_business.savings_booked', { savings_interest: -40n }, 'interest_payable', 'interest_on_savings'],
    ['savings_transaction.interest_posted', { amount: 40n }, 'interest_payable', 'savings_control'],
    ['savings_transaction.tax_withheld', { amount: 40n }, 'savings_control', 'withholding_tax'],
  ])('%s %o debits %s and credits %s', (type, data, debited, credited) => {
    const lines = linesOf({ type, data, internal: {} });
    // The lines of a booking the other way round keep their places.
    expect(lines.find(({ side }) => side === 'debit')).toMatchObject({ account: debited, amount: 40n });
    expect(lines.find(({ side }) => side === 'credit')).toMatchObject({ account: credited, amount: 40n });
  });
});
