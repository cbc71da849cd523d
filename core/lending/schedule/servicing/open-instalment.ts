import { totalOf, type Parts } from '../../parts.ts';

/** What is still unpaid of one instalment. */
export type OpenInstalment = Parts & { readonly number: number; readonly dueDate: Temporal.PlainDate };

/** The instalments that were due before a day and are not paid. */
export function overdueOn(open: readonly OpenInstalment[], on: Temporal.PlainDate): OpenInstalment[] {
  return open.filter(
    (instalment) => Temporal.PlainDate.compare(instalment.dueDate, on) < 0 && totalOf(instalment) > 0n,
  );
}
