import { annualFraction } from '../../kernel/rate.ts';
import { round } from '../../kernel/rational.ts';
import { dateOf, dayOf, nominalDay, workingDay } from './due-dates.ts';
import { totalsOf, type Schedule, type ScheduleRow } from './rows.ts';
import type { ScheduleTerms } from './terms.ts';

/** The schedule that follows from the terms. First cut: flat and declining equal instalments, by the month. */
export function scheduleOf(terms: ScheduleTerms): Schedule {
  const n = terms.instalments ?? 1;
  const { num: p, den: q } = annualFraction(terms.annualRate);
  const first = terms.firstDueOn ?? dateOf(nominalDay(terms.disbursedOn, 1, terms.frequency, terms.disbursedOn.day));
  const seedDay = terms.seedDay ?? terms.firstDueOn?.day ?? terms.disbursedOn.day;
  const multiple = BigInt(terms.instalmentMultiple);
  const nearest = (num: bigint, den: bigint, step = 1n) => round({ num, den: den * step }, terms.rounding) * step;
  const [up, down] = [p * BigInt(terms.frequency.every), q * 12n];
  const flat = terms.method === 'flat';
  const count = BigInt(n);
  let f = [1n, 1n] as [bigint, bigint];
  for (let k = 1; k < n; k++) f = [down ** BigInt(k) + f[0] * (down + up), 1n];
  const instalment = flat
    ? nearest(terms.principal * (down + up * count), down * count, multiple)
    : nearest(terms.principal * (down + up) ** count, down * f[0], multiple);
  const totalInterest = nearest(terms.principal * up * count, down);
  const rows: ScheduleRow[] = [];
  let [balance, interestSoFar, before] = [terms.principal, 0n, dayOf(terms.disbursedOn)];
  for (let k = 1; k <= n; k++) {
    const due = workingDay(nominalDay(first, k - 1, terms.frequency, seedDay), terms.calendar);
    const last = k === n;
    const interest = flat
      ? last ? totalInterest - interestSoFar : nearest(terms.principal * up, down)
      : nearest(balance * up, down);
    const principal = last ? balance : instalment - interest;
    balance -= principal;
    interestSoFar += interest;
    rows.push({
      number: k, dueDate: dateOf(due), days: due - before, principal, interest, fees: 0n, penalties: 0n,
      total: principal + interest, balanceAfter: balance,
    });
    before = due;
  }
  return {
    rows, totals: totalsOf(rows), instalment, netted: 0n, paidOut: terms.principal, maturityDate: rows[n - 1]!.dueDate,
  };
}
