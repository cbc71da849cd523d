import type { DomainError } from '#core/kernel/domain-error.ts';
import { invalidField, withFieldsRenamed } from '#core/kernel/field-error.ts';
import type { Supposed } from '#core/lending/schedule/preview.ts';
import type { RescheduleChange } from '#core/lending/schedule/reschedule.ts';
import { STANDARD_RECALCULATION } from '#core/lending/schedule/servicing/recalculation.ts';
import type { Charge, Fee, ScheduleTerms } from '#core/lending/schedule/terms.ts';
import { dateIn } from '../../times.ts';
import { isOneOf } from '#core/kernel/names.ts';

/** Reads terms from bodies that their schemas have let through. */

type Body = { readonly [member: string]: unknown };

/** A date of the body. @throws DomainError validation_failed (invalid) where no calendar has it */
export function readDate(field: string, text: unknown): Temporal.PlainDate {
  const date = dateIn(String(text));
  if (date) return date;
  throw wrong(field, 'format', 'Send a date such as 2026-01-31.');
}

function wrong(field: string, code: string, detail: string): DomainError {
  return invalidField(field, code, detail, `${field} has no valid value. ${detail}`);
}

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Reader = (value: never, field: string) => unknown;

/**
 * Members in our own names, those with a reader in our own types; null and absent are distinguished. The schema of the
 * endpoint has let the body through, which is why its members are what the caller says they are.
 */
function members<Read extends object>(body: Body, at: string, readers: { readonly [member: string]: Reader }): Read {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const read = readers[name];
        // Each reader is of the member's own type, by the schema of the endpoint.
        return [camel(name), read && value !== null ? read(value as never, at === '' ? name : `${at}.${name}`) : value];
      }),
  ) as Read;
}

const money: Reader = (value: number) => BigInt(value);
const day: Reader = (value: string, field) => readDate(field, value);
const each =
  (read: (item: Body, field: string) => unknown): Reader =>
  (items: readonly Body[], field) =>
    items.map((item, index) => read(item, `${field}.${index}`));

/** A flat amount or a percentage, never both. */
export function readCharge(body: Body, field: string): Charge {
  // The schema of the endpoint has let it through, here and in all below.
  const { amount, percent, of = 'principal' } = body as { amount?: number; percent?: string; of?: never };
  if ((amount === undefined) === (percent === undefined)) {
    throw wrong(`${field}.amount`, 'one_of', 'Send either amount or percent.');
  }
  return amount === undefined
    ? { kind: 'percent', percent: percent ?? '', of }
    : { kind: 'flat', amount: BigInt(amount) };
}

function readFee(body: Body, field: string): Fee {
  const charge = readCharge(body, field);
  // The schema of the endpoint has let it through.
  const [name, when] = [String(body['name']), body['when'] as Fee['when']];
  if (when !== 'date') return { name, charge, when };
  if (body['on'] === undefined) throw wrong(`${field}.on`, 'required', 'Say on which date the fee falls due.');
  return { name, charge, when, on: readDate(`${field}.on`, body['on']) };
}

const TERM_READERS = {
  principal: money,
  instalment_amount: money,
  disbursed_on: day,
  first_due_on: day,
  calendar: (value: Body) => ({ weeklyDaysOff: [], holidays: [], ...members(value, '', {}) }),
  rate_changes: each((item, at) => members(item, at, { from: day })),
  tranches: each((item, at) => members(item, at, { on: day, amount: money })),
  fees: each(readFee),
} as const satisfies { readonly [member: string]: Reader };

/** The terms among the members of a body. */
export function readTerms(body: Body): Partial<ScheduleTerms> {
  return members(body, '', TERM_READERS);
}

export function readReschedule(body: Body, at: string): RescheduleChange {
  return members(body, at, { from: day, rate_from: day, first_due_on: day, instalment_amount: money });
}

const SUPPOSED = [
  'reschedules',
  'payments',
  'as_of',
  'prepayment',
  'early_payment',
  'late_accrues',
  'settle_on',
  'interest_until',
] as const;

/** What is supposed to happen later on, and the rest of the body. */
export function readSupposed(body: Body): { readonly supposed: Partial<Supposed>; readonly rest: Body } {
  // The schema of the endpoint has let it through, here and below.
  const request = body as { readonly [Name in (typeof SUPPOSED)[number]]?: never };
  const { reschedules, payments, as_of: asOf, settle_on: settleOn } = request;
  const standard = STANDARD_RECALCULATION;
  return {
    rest: Object.fromEntries(Object.entries(body).filter(([name]) => !isOneOf(SUPPOSED, name))),
    supposed: {
      ...(reschedules === undefined
        ? {}
        : // Here and below: as the schema of the body has let it through.
          { reschedules: (reschedules as Body[]).map((item, index) => readReschedule(item, `reschedules.${index}`)) }),
      ...(payments === undefined
        ? {}
        : {
            payments: (payments as Body[]).map((item, index) =>
              members<Supposed['payments'][number]>(item, `payments.${index}`, { on: day, amount: money }),
            ),
          }),
      ...(asOf === undefined ? {} : { asOf: readDate('as_of', asOf) }),
      recalculation: {
        prepayment: request.prepayment ?? standard.prepayment,
        earlyPayment: request.early_payment ?? standard.earlyPayment,
        lateAccrues: request.late_accrues ?? standard.lateAccrues,
      },
      settlement:
        settleOn === undefined
          ? null
          : { on: readDate('settle_on', settleOn), until: request.interest_until ?? 'pay_off_date' },
    },
  };
}

/**
 * Runs what speaks of `terms...` for a body whose terms stand at the top.
 * @param renamed members that the body calls differently: `{ instalments: 'term_months' }`
 */
export async function withTermsAtTop<T>(
  work: () => Promise<T>,
  renamed: { readonly [member: string]: string } = {},
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const atTop = (field: string) => field.replace(/^terms\./, '');
    throw withFieldsRenamed(error, (field) => renamed[atTop(field)] ?? atTop(field));
  }
}
