import type { Cents } from '../kernel/money.ts';
import { requireAgreement, type Agreeing, type Demand } from '../kernel/two-people.ts';

/** What one person may do without a second one, by policy of the tenant. Minor units; null: as much as there is. */
export type LimitsOfOne = {
  /** Of one payment that is reversed; of deposits and repayments, of all that are reversed on an account or a loan in a day. */
  readonly reversal: Cents | null;
  /** Of all that people charge on a loan. */
  readonly charges: Cents | null;
  /** Of all that people waive of a loan, or give up of an invoice. */
  readonly waivers: Cents | null;
  readonly reschedules: 'one_person' | 'two_people';
  /** Of one line of the bank's statement that is its charge. */
  readonly bankCharges: Cents | null;
};

export type Limited = Agreeing & { readonly alone: LimitsOfOne };

/**
 * @param before what of the same payment came back already: in however many parts it comes, one person says so up to the limit
 * @param settled what the command leaves open, as it was decided
 * @throws SecondPersonRequired, DomainError four_eyes_required (conflict): see requireAgreement
 */
export function requireReversible(
  amount: Cents,
  subject: Demand['subject'],
  ports: Limited,
  { before = 0n, settled = {} }: { readonly before?: Cents; readonly settled?: NonNullable<Demand['settled']> } = {},
): void {
  const { reversal: limit } = ports.alone;
  if (limit === null || before + amount <= limit) return;
  requireAgreement(ports, { subject, rule: `Reversing more than ${limit} takes two people.`, amount, settled });
}
