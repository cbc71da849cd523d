import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { pauseOn, type ArrearsPause } from '../arrears.ts';
import { lendingRefusals } from '../refusals.ts';

type Paused = { readonly id: number; readonly loanNo: string; readonly arrearsPauses: readonly ArrearsPause[] };

/** @throws DomainError arrears_paused (conflict) where lateness is not counted on the day already */
export function requireUnpaused({ id, loanNo, arrearsPauses }: Paused, on: Temporal.PlainDate): void {
  const running = pauseOn(on, arrearsPauses);
  if (running === null) return;
  throw refuse(
    lendingRefusals.arrears_paused,
    `Arrears of loan ${loanNo} are already paused since ${running.from}. Resume them first.`,
    { loan_id: id, paused_from: running.from, paused_until: running.until },
  );
}

/** The pause of the day. @throws DomainError arrears_not_paused (conflict) where there is none */
export function requirePaused({ id, loanNo, arrearsPauses }: Paused, on: Temporal.PlainDate): ArrearsPause {
  const running = pauseOn(on, arrearsPauses);
  if (running !== null) return running;
  throw refuse(lendingRefusals.arrears_not_paused, `Arrears of loan ${loanNo} are not paused.`, { loan_id: id });
}

/** The refusal of a pause that would end before it begins. */
export function endsTooEarly(from: Temporal.PlainDate): DomainError {
  const detail = `Send a day from ${from.toString()} on, or none.`;
  return invalidField('until', 'range', detail, 'The pause ends before it begins.');
}
