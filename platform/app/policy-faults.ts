import { ADMISSION_NO, admissionNoFrom } from '#core/education/student/admission-no.ts';
import type { FieldError } from '#core/kernel/field-error.ts';
import { faultsOf, type Band } from '#core/lending/arrears.ts';
import { FREE, tariffErrors, tariffInForce, type StoredTariff } from '#core/payments/tariff.ts';
import type { Policies } from '#core/people/use-cases/change-policies.ts';

/** What is wrong with policies that are lists or patterns: each is read by the context whose it is. */
export function policyFaults(changes: Policies, before: Policies): readonly FieldError[] {
  const { arrears_bands: bands, admission_pattern: pattern } = changes;
  // Their members are those of the graph's inputs and of the command line, which make nothing else.
  const wrongBands = Array.isArray(bands) ? faultsOf(bands as readonly unknown[] as readonly Band[]) : [];
  return [
    ...wrongBands.map((detail) => ({ field: 'arrears_bands', code: 'format', detail })),
    ...(typeof pattern === 'string' ? patternFaults(pattern) : []),
    ...tariffFaults(changes, before),
  ];
}

/** A tariff stays within the limit of fees, whichever of the two is changed. */
function tariffFaults(changes: Policies, before: Policies): readonly FieldError[] {
  if (changes['app_tariff'] === undefined && changes['app_fee_limit'] === undefined) return [];
  const { app_tariff: tariff, app_fee_limit: limit } = { ...before, ...changes };
  if (!/^\d{1,15}$/.test(String(limit))) return [];
  // A tariff that is no tariff was found before.
  const inForce = tariffInForce((tariff ?? {}) as StoredTariff, FREE);
  return tariffErrors(inForce, BigInt(String(limit))).map((fault) => ({
    ...fault,
    field: `app_tariff.${fault.field}`,
  }));
}

function patternFaults(pattern: string): readonly FieldError[] {
  const made = admissionNoFrom(pattern, { programmeCode: 'BSC-CS', year: 2026, sequence: 42 });
  if (/\{seq(:\d{1,2})?\}/.test(pattern) && ADMISSION_NO.test(made) && !/[{}]/.test(made)) return [];
  const detail =
    'Send a pattern with {seq} or {seq:4}, and {programme}, {year} or {yy} as needed: {programme}/{seq:4}/{year}.';
  return [{ field: 'admission_pattern', code: 'format', detail }];
}
