import { filled } from '#core/kernel/defined.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import type { PreviewSchedule } from '#core/lending/use-cases/preview-schedule.ts';
import type { Supposed } from '#core/lending/schedule/preview.ts';
import type { RescheduleChange } from '#core/lending/schedule/reschedule.ts';
import { STANDARD_RECALCULATION, type LoanPayment } from '#core/lending/schedule/servicing/recalculation.ts';
import type { Charge, Fee, ScheduleTerms } from '#core/lending/schedule/terms.ts';

/** An input of the graph whose fields its schema has typed. */
type Input = { readonly [field: string]: unknown };

export type ChargeInput = {
  readonly amount?: bigint | null;
  readonly percent?: string | null;
  readonly of?: Extract<Charge, { kind: 'percent' }>['of'] | null;
};
export type FeeInput = ChargeInput & {
  readonly name: string;
  readonly when: Fee['when'];
  readonly on?: Temporal.PlainDate | null;
};
export type TermsInput = Input & {
  readonly termMonths?: number | null;
  readonly calendar?: {
    readonly policy: ScheduleTerms['calendar']['policy'];
    readonly weeklyDaysOff?: readonly number[] | null;
    readonly holidays?: readonly Temporal.PlainDate[] | null;
  } | null;
  readonly fees?: readonly FeeInput[] | null;
};
/** A change of the schedule: null is what was left out. */
export type RescheduleInput = Pick<RescheduleChange, 'from'> & {
  readonly [Field in keyof Omit<RescheduleChange, 'from'>]?: RescheduleChange[Field] | null;
};
export type SupposedInput = {
  readonly reschedules?: readonly RescheduleInput[] | null;
  readonly payments?: readonly LoanPayment[] | null;
  readonly asOf?: Temporal.PlainDate | null;
  readonly prepayment?: Supposed['recalculation']['prepayment'] | null;
  readonly earlyPayment?: Supposed['recalculation']['earlyPayment'] | null;
  readonly lateAccrues?: boolean | null;
  readonly settleOn?: Temporal.PlainDate | null;
  readonly interestUntil?: NonNullable<Supposed['settlement']>['until'] | null;
};

export function calendarIn(calendar: NonNullable<TermsInput['calendar']>): ScheduleTerms['calendar'] {
  const { policy, weeklyDaysOff, holidays } = calendar;
  return { policy, weeklyDaysOff: weeklyDaysOff ?? [], holidays: (holidays ?? []).map(String) };
}

/** The terms among the fields of an input. */
export function termsIn(input: TermsInput): PreviewSchedule['terms'] {
  const { calendar, fees, termMonths: _months, ...plain } = input;
  return {
    ...filled(plain),
    ...(calendar == null
      ? {}
      : {
          calendar: calendarIn(calendar),
        }),
    ...(fees == null ? {} : { fees: fees.map((fee, index) => feeIn(fee, `terms.fees.${index}`)) }),
  };
}

/** A flat amount or a percentage. @throws DomainError validation_failed (invalid) where it is both or neither */
export function chargeIn({ amount, percent, of }: ChargeInput, place: string): Charge {
  if ((amount == null) === (percent == null)) throw wrong(`${place}.amount`, 'Send either amount or percent.');
  return amount == null ? { kind: 'percent', percent: percent ?? '', of: of ?? 'principal' } : { kind: 'flat', amount };
}

function feeIn({ name, when, on, ...charge }: FeeInput, place: string): Fee {
  const read = chargeIn(charge, place);
  if (when !== 'date') return { name, when, charge: read };
  if (on == null) throw wrong(`${place}.on`, 'Say on which date the fee falls due.');
  return { name, when, on, charge: read };
}

function wrong(place: string, detail: string) {
  return invalidField(place, 'invalid_value', detail);
}

export function rescheduleIn({ from, ...others }: RescheduleInput): RescheduleChange {
  return { ...filled(others), from };
}

/** What is supposed to happen later on. */
export function supposedIn(input: SupposedInput): Partial<Supposed> {
  const standard = STANDARD_RECALCULATION;
  return {
    reschedules: (input.reschedules ?? []).map(rescheduleIn),
    payments: input.payments ?? [],
    asOf: input.asOf ?? null,
    recalculation: {
      prepayment: input.prepayment ?? standard.prepayment,
      earlyPayment: input.earlyPayment ?? standard.earlyPayment,
      lateAccrues: input.lateAccrues ?? standard.lateAccrues,
    },
    settlement: input.settleOn == null ? null : { on: input.settleOn, until: input.interestUntil ?? 'pay_off_date' },
  };
}
