import { least, requirePositive, type Cents } from '../../../kernel/money.ts';
import type { Parts } from '../../parts.ts';
import type { OpenInstalment } from './open-instalment.ts';

/** What is waived: a part of the debt, of one instalment or of all, up to an amount or whole. */
export type Waiver = {
  readonly part: Exclude<keyof Parts, 'principal'>;
  readonly instalment: number | null;
  readonly amount: Cents | null;
};

/**
 * The open instalments once a charge is waived, oldest first, and how much of it there was to waive.
 * Principal is never waived: it is written off.
 * @throws DomainError validation_failed where the amount is not positive
 */
export function waived(
  open: readonly OpenInstalment[],
  waiver: Waiver,
): { readonly open: OpenInstalment[]; readonly amount: Cents } {
  let left = waiver.amount === null ? null : requirePositive(waiver.amount, 'amount');
  let amount = 0n;
  const after = open.map((instalment) => {
    if (waiver.instalment !== null && waiver.instalment !== instalment.number) return instalment;
    const taken = left === null ? instalment[waiver.part] : least(left, instalment[waiver.part]);
    if (left !== null) left -= taken;
    amount += taken;
    return { ...instalment, [waiver.part]: instalment[waiver.part] - taken };
  });
  return { open: after, amount };
}
