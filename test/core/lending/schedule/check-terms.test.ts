import { describe, expect, it } from 'vitest';
import { DomainError } from '#core/kernel/domain-error.ts';
import { scheduleOf } from '#core/lending/schedule/schedule.ts';
import { standardTerms, type ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { date } from './vector-terms.ts';

const simple = standardTerms({
  principal: 120_000n,
  annualRate: '12',
  instalments: 12,
  method: 'declining_equal_instalments',
  disbursedOn: date('2026-01-31'),
});

describe('Impossible terms are refused with the field of each', () => {
  const cases: [string, Partial<ScheduleTerms>, string[]][] = [
    ['nothing lent', { principal: 0n }, ['terms.principal range']],
    ['more than the wire carries', { principal: 2n ** 53n }, ['terms.principal range']],
    ['a rate that is no number', { annualRate: '12%' }, ['terms.annual_rate range']],
    ['a negative rate', { annualRate: '-1' }, ['terms.annual_rate range']],
    ['no instalments', { instalments: 0 }, ['terms.instalments range']],
    ['half an instalment', { instalments: 1.5 }, ['terms.instalments range']],
    ['no number of instalments', { instalments: null }, ['terms.instalments required']],
    ['a fixed instalment of nothing', { method: 'fixed_instalment' }, ['terms.instalment_amount required']],
    [
      'an instalment where none is level',
      { method: 'interest_only', instalmentAmount: 5n },
      ['terms.instalment_amount not_applicable'],
    ],
    [
      'a fixed instalment that never repays the loan',
      { method: 'fixed_instalment', instalments: null, instalmentAmount: 1_000n },
      ['terms.instalment_amount too_small'],
    ],
    ['nothing but grace', { graceOnPrincipal: 12 }, ['terms.grace_on_principal range']],
    ['a first due date before the loan', { firstDueOn: date('2026-01-31') }, ['terms.first_due_on range']],
    ['a tranche after maturity', { tranches: [{ on: date('2027-01-31'), amount: 1n }] }, ['terms.tranches.0.on range']],
    [
      'a fee after maturity',
      { fees: [{ name: 'Late', when: 'date', on: date('2027-02-01'), charge: { kind: 'flat', amount: 1n } }] },
      ['terms.fees.0.on range'],
    ],
    [
      'a week without a working day',
      { calendar: { policy: 'next_working_day', weeklyDaysOff: [1, 2, 3, 4, 5, 6, 7], holidays: [] } },
      ['terms.calendar.weekly_days_off range'],
    ],
    [
      'a holiday that is no date',
      { calendar: { policy: 'next_working_day', weeklyDaysOff: [], holidays: ['2026-02-30'] } },
      ['terms.calendar.holidays.0 date'],
    ],
    ['a method nobody knows', { method: 'wishful' as 'flat' }, ['terms.method unknown_value']],
    ['a seed day of weeks', { seedDay: 3, frequency: { unit: 'weeks', every: 1 } }, ['terms.seed_day range']],
    [
      'several together',
      { principal: -1n, annualRate: 'x', instalmentMultiple: 0 },
      ['terms.principal range', 'terms.annual_rate range', 'terms.instalment_multiple range'],
    ],
  ];
  it.each(cases)('%s', (_case, wrong, fields) => {
    expect(fieldsOf({ ...simple, ...wrong })).toEqual(fields);
  });
});

function fieldsOf(terms: ScheduleTerms): string[] {
  try {
    scheduleOf(terms);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect([error.kind, error.code]).toEqual(['invalid', 'validation_failed']);
    return (error.details['errors'] as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
  }
}
