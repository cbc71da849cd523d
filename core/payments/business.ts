import { invalidField } from '../kernel/field-error.ts';
import { requirePositive, type Cents } from '../kernel/money.ts';
import { amountProblem, type BusinessChannel } from './channels.ts';

/** A business that is paid on mobile money. Stored as JSON. */
export type Business = {
  readonly type: 'paybill' | 'till';
  /** The shortcode of the paybill, or the number of the till. */
  readonly number: string;
  /** The account at the paybill, such as the pay code of an invoice; null at a till. */
  readonly account: string | null;
};

const MOST_ACCOUNT = 13;

/**
 * Refuses what the channel can't carry to a business.
 * @throws DomainError validation_failed (invalid)
 */
export function requirePayable(channel: BusinessChannel, amount: Cents, { type, number, account }: Business): void {
  requirePositive(amount, 'amount');
  if (!/^\d{5,7}$/.test(number)) throw invalidField('business.number', 'format', 'Send a shortcode of 5 to 7 digits.');
  const reference = account?.trim() ?? '';
  if (type === 'paybill' && (reference === '' || reference.length > MOST_ACCOUNT)) {
    const detail = `A paybill needs an account of 1 to ${MOST_ACCOUNT} characters.`;
    throw invalidField('business.account', 'length', detail);
  }
  const detail = amountProblem(channel, amount);
  if (detail !== null) throw invalidField('amount', 'range', detail, `amount can't be paid on ${channel}. ${detail}`);
}
