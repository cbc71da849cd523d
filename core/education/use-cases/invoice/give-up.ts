import type { Cents } from '../../../kernel/money.ts';
import { requireAgreement } from '../../../kernel/two-people.ts';
import type { Limited } from '../../../payments/limits-of-one.ts';
import type { Invoice } from '../../invoice/invoice.ts';

/**
 * What a school is owed is not given up by one person beyond the limit of what one waives, in however many pieces and
 * ways: with what was credited before. Who approves gives up what was proposed: an invoice that has changed since is
 * proposed again.
 * @param given what of it is given up now, and what was before; minor units
 * @throws SecondPersonRequired, DomainError four_eyes_required (conflict)
 */
export function requireGivable(
  { id, uuid, version }: Invoice,
  given: { readonly now: Cents; readonly before: Cents },
  ports: Limited,
): void {
  const { waivers: limit } = ports.alone;
  const total = given.now + given.before;
  if (limit === null || total <= limit) return;
  const rule = `Giving up more than ${limit} of an invoice takes two people.`;
  requireAgreement(ports, { subject: { type: 'invoice', id, uuid }, rule, amount: total, settled: { version } });
}
