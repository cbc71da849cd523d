import { readFileSync } from 'node:fs';
import { standardTerms, type Frequency, type Method, type ScheduleTerms } from '#core/lending/schedule/terms.ts';

/** One published case: what went in, by which conventions, and what came out in another system's own tests. */
export type Vector = {
  readonly id: string;
  readonly kind: string;
  readonly inputs: { readonly [member: string]: any };
  readonly conventions: { readonly [member: string]: string };
  readonly expected: any;
  readonly verification: { readonly notes: string };
};

export const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../../vectors/loan-schedules.json', import.meta.url), 'utf8'),
).vectors;

export function vectorsOf(...kinds: readonly string[]): Vector[] {
  return vectors.filter((vector) => kinds.includes(vector.kind));
}

export function vector(id: string): Vector {
  const found = vectors.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`There is no vector ${id}.`);
  return found;
}

export function date(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/**
 * The general terms that a vector's inputs and conventions stand for. Nothing here knows a vector by name.
 * Where a case has no date of disbursement, its dates don't matter and any will do.
 */
export function termsFrom({ inputs, conventions }: Pick<Vector, 'inputs' | 'conventions'>): ScheduleTerms {
  const [every, unit] = (inputs['period'] ?? '1 month').split(' ');
  const frequency: Frequency = { every: Number(every), unit: `${unit.replace(/s$/, '')}s` as Frequency['unit'] };
  const basis = Object.values(conventions).join('; ');
  const progressive = basis.includes('EMI += diff/n');
  return standardTerms({
    principal: BigInt(inputs['principal']),
    annualRate: inputs['annual_rate_pct'] ?? timesTwelve(inputs['rate_pct_per_month']),
    instalments: inputs['n'],
    method: (inputs['method'] ?? 'declining_equal_instalments') as Method,
    disbursedOn: date(inputs['disbursed_on'] ?? inputs['schedule_start'] ?? '2023-07-01'),
    firstDueOn: inputs['first_due'] ? date(inputs['first_due']) : null,
    frequency,
    interestCalculation: /actual\/365|7\/364/.test(basis) ? 'daily' : 'same_as_repayment_period',
    ...(basis.includes('7/364') ? { dayCount: 'actual_364' as const } : {}),
    ...(basis.includes('actual/365') ? { dayCount: 'actual_365' as const } : {}),
    ...(basis.includes('segment rounded separately') ? { interestRounding: 'segment' as const } : {}),
    progressiveAdjustment: progressive,
    instalmentMultiple: inputs['instalment_multiple_of'] ?? 1,
    amountMultiple: inputs['currency_multiple_of'] ?? 1,
    graceOnPrincipal: inputs['grace_on_principal'] ?? 0,
    instalmentAmount: inputs['emi'] ? BigInt(inputs['emi']) : null,
  });
}

/** A rate in percent a month as one in percent a year, without a float. */
function timesTwelve(monthly: string): string {
  const [whole, fraction = ''] = monthly.split('.');
  const digits = (BigInt(`${whole}${fraction}`) * 12n).toString().padStart(fraction.length + 1, '0');
  return fraction === '' ? digits : `${digits.slice(0, -fraction.length)}.${digits.slice(-fraction.length)}`;
}
