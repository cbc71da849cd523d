import type { NamedConditions } from '#core/lending/agreement.ts';
import type { LoanProduct } from '#core/lending/product/loan-product.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import { STANDARD_CONVENTIONS } from '#core/lending/schedule/terms.ts';
import type { ParReport } from '#platform/postgres/ledger/views/ledger.ts';
import type { Violation } from '#platform/postgres/ledger/verify.ts';
import { closeAndDie } from './closing-process.ts';
import { openLender, type Lender } from './lender.ts';

/** Products that have little in common. */
const PRODUCTS: readonly (Partial<LoanProduct> & { conditions?: NamedConditions })[] = [
  { method: 'declining_equal_instalments', annualRate: '18' },
  { method: 'flat', annualRate: '12', conditions: { arrearsGraceDays: 5 } },
  {
    method: 'declining_equal_instalments',
    annualRate: '24',
    conditions: {
      schedule: { ...STANDARD_CONVENTIONS, interestCalculation: 'daily', dayCount: 'actual_365' },
      prepayment: STANDARD_RECALCULATION,
    },
  },
  {
    method: 'declining_equal_principal',
    annualRate: '15',
    conditions: {
      penalty: {
        charge: { kind: 'percent', percent: '5', of: 'principal_and_interest' },
        graceDays: 2,
        every: 'instalment',
        rounding: 'half_even',
      },
    },
  },
  {
    method: 'interest_only',
    annualRate: '20',
    conditions: {
      penalty: { charge: { kind: 'flat', amount: '500' }, graceDays: 0, every: 'day', rounding: 'half_even' },
      lateInterest: {
        annualRate: '30',
        dayCount: 'actual_365',
        of: 'principal_and_interest',
        graceDays: 1,
        rounding: 'half_even',
      },
    },
  },
  {
    method: 'declining_equal_instalments',
    annualRate: '30',
    conditions: {
      schedule: { ...STANDARD_CONVENTIONS, frequency: { unit: 'weeks', every: 1 }, dayCount: 'actual_364' },
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '1500' } }],
    },
  },
  {
    method: 'declining_equal_instalments',
    annualRate: '18',
    conditions: {
      schedule: { ...STANDARD_CONVENTIONS, graceOnInterest: 2 },
      fees: [{ name: 'Opening', when: 'disbursement', charge: { kind: 'percent', percent: '2', of: 'principal' } }],
    },
  },
  {
    method: 'declining_equal_instalments',
    annualRate: '18',
    conditions: {
      fees: [{ name: 'Service', when: 'instalment', charge: { kind: 'flat', amount: '1500' } }],
      prepayment: STANDARD_RECALCULATION,
      lateInterest: { annualRate: '30', dayCount: 'actual_365', of: 'principal', graceDays: 0, rounding: 'half_even' },
    },
  },
];

type Habit = 'punctual' | 'late' | 'early' | 'partial' | 'careless' | 'stops';
const HABITS: readonly Habit[] = ['punctual', 'late', 'early', 'partial', 'careless', 'stops'];

export type YearOptions = {
  readonly loans: number;
  readonly days: number;
  /** Days on whose close the process is killed. */
  readonly crashes: readonly number[];
  readonly seed: number;
  /** The books are proven after every so many days. */
  readonly proofEvery?: number;
};

export type Year = {
  readonly days: number;
  readonly loans: number;
  readonly payments: number;
  readonly reversals: number;
  readonly crashes: number;
  readonly proofs: number;
  readonly violations: readonly (Violation & { readonly day: string })[];
  /** Days on which PAR did not agree with what was worked out from the rows. */
  readonly disagreements: readonly string[];
  readonly worstPar: number;
};

/**
 * A society's year, day by day: loans of mixed products are paid out over the first third of it and repaid in time,
 * late, ahead, in parts or not at all; payments are taken back; the close of business is killed on some days and goes on. After every
 * close the books are proven, and PAR is worked out again from nothing but instalments.
 */
export async function liveThrough(options: YearOptions): Promise<Year> {
  const lender = await openLender('2026-01-01');
  try {
    return await live(lender, options);
  } finally {
    await lender.testApp.close();
  }
}

async function live(lender: Lender, { loans, days, crashes, seed, proofEvery = 1 }: YearOptions): Promise<Year> {
  const random = generator(seed);
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const products = await Promise.all(PRODUCTS.map((product) => lender.product(product)));
  const members = [lender.testApp.memberId, await lender.testApp.newMember(), await lender.testApp.newMember()];
  const lent: { id: number; habit: Habit; payments: number[] }[] = [];
  const year = { payments: 0, reversals: 0, crashes: 0, proofs: 0, worstPar: 0 };
  const violations: (Violation & { day: string })[] = [];
  const disagreements: string[] = [];
  const start = lender.today();

  for (let n = 0; n < days; n++) {
    const day = start.add({ days: n });
    lender.moveTo(day);
    if (n > 0) {
      if (crashes.includes(n)) {
        const { settings, tenantId } = lender.testApp;
        await closeAndDie(
          { settings, tenantId, now: `${day}T09:00:00Z`, through: String(day.subtract({ days: 1 })), batch: 3 },
          2,
        );
        year.crashes += 1;
      }
      await lender.close({ batch: 50 });
      const par = await parFromRows(lender, day.subtract({ days: 1 }));
      year.worstPar = Math.max(year.worstPar, par.percent30);
      if (!par.agrees) disagreements.push(`${day}: ${par.why}`);
      if (n % proofEvery === 0 || n === days - 1) {
        year.proofs += 1;
        violations.push(...(await lender.violations()).map((violation) => ({ ...violation, day: String(day) })));
      }
    }
    const wanted = Math.min(loans, Math.ceil((loans * (n + 1) * 3) / days));
    while (lent.length < wanted) {
      const principal = BigInt(10 + Math.floor(random() * 90)) * 100_000n;
      const index = lent.length;
      const id = await lender.lend(principal, {
        productId: products[index % products.length]!,
        termMonths: 3 + Math.floor(random() * 6),
        memberId: members[index % members.length]!,
      });
      lent.push({ id, habit: HABITS[Math.floor(index / products.length) % HABITS.length]!, payments: [] });
    }
    for (const { id, owed, late } of await dueNow(lender, day)) {
      const loan = lent.find((each) => each.id === id)!;
      const amount = paymentBy(loan.habit, owed, late, random);
      if (amount <= 0n) continue;
      loan.payments.push(await lender.repay(id, amount, oneOf(['cash', 'bank'])));
      year.payments += 1;
    }
    const taken = random() < 0.1 ? lent.filter(({ payments }) => payments.length > 0) : [];
    if (taken.length > 0) {
      const loan = oneOf(taken);
      await lender.takeBack(loan.id, loan.payments.pop()!);
      year.reversals += 1;
    }
  }
  return { days, loans: lent.length, ...year, violations, disagreements };
}

/** Loans with something due today or overdue, and how much. */
async function dueNow(lender: Lender, day: Temporal.PlainDate) {
  const rows = await lender.testApp.sql<{ id: string; owed: string; late: number }>(
    `select l.id, sum(i.principal - i.paid_principal + i.interest - i.paid_interest + i.fees - i.paid_fees
                      + i.penalties - i.paid_penalties)::text as owed, $1::date - min(i.due_date) as late
       from loan l join loan_instalment i on i.loan_id = l.id and i.schedule_version = l.schedule_version
      where l.state = 'active' and i.due_date <= $1::date and i.paid_on is null group by l.tenant_id, l.id order by l.id`,
    [String(day)],
  );
  return rows.map(({ id, owed, late }) => ({ id: Number(id), owed: BigInt(owed), late }));
}

function paymentBy(habit: Habit, owed: bigint, late: number, random: () => number): bigint {
  switch (habit) {
    case 'punctual':
      return owed;
    case 'late':
      return late >= 9 ? owed : 0n;
    case 'early':
      return random() < 0.4 ? owed * 3n : owed;
    case 'partial':
      return late % 4 === 0 ? owed / 3n : 0n;
    case 'careless':
      return random() < 0.02 ? owed : 0n;
    case 'stops':
      return late < 2 && random() < 0.3 ? owed : 0n;
  }
}

/** PAR from the rows of loans and instalments alone, in its own words, against what the close of business kept. */
async function parFromRows(lender: Lender, day: Temporal.PlainDate) {
  const [stored] = await lender.testApp.sql<{ portfolio: ParReport }>(
    `select portfolio from close_of_business where business_date = $1::date and state = 'done'`,
    [String(day)],
  );
  if (!stored) return { agrees: false, why: 'the day was not closed', percent30: 0 };
  const loans = await lender.testApp.sql<{
    id: string;
    principal_outstanding: string;
    grace: number | null;
    version: number;
  }>(
    `select id, principal_outstanding::text, (conditions->>'arrearsGraceDays')::int as grace, schedule_version as version
       from loan where state = 'active'`,
  );
  const rows = await lender.testApp.sql<Record<string, string>>(
    `select loan_id, schedule_version, due_date::text, principal::text, interest::text, fees::text, penalties::text,
            paid_principal::text, paid_interest::text, paid_fees::text, paid_penalties::text from loan_instalment`,
  );
  const oldest = new Map<string, number>();
  for (const row of rows) {
    const request = ['principal', 'interest', 'fees', 'penalties'].reduce(
      (sum, part) => sum + BigInt(row[part]!) - BigInt(row[`paid_${part}`]!),
      0n,
    );
    if (request === 0n) continue;
    const key = `${row['loan_id']}/${row['schedule_version']}`;
    oldest.set(key, Math.min(oldest.get(key) ?? Infinity, Date.parse(row['due_date']!)));
  }
  const at = Date.parse(String(day));
  const [gross, ...later] = [-Infinity, 1, 30, 60, 90].map((least) =>
    loans
      .filter(({ id, version, grace }) => {
        const days = (at - (oldest.get(`${id}/${version}`) ?? Infinity)) / 86_400_000;
        return (days > (grace ?? 0) ? days : 0) > least;
      })
      .reduce((sum, { principal_outstanding }) => sum + Number(principal_outstanding), 0),
  );
  const emitted = [stored.portfolio.gross, ...stored.portfolio.par.map(({ principal }) => principal)];
  const worked = [gross!, ...later];
  return {
    agrees: emitted.every((figure, index) => figure === worked[index]),
    why: `kept ${emitted.join(', ')}; worked out ${worked.join(', ')}`,
    percent30: gross ? (later[1]! * 100) / gross : 0,
  };
}

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
