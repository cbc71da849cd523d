import type { DomainEvent } from '../../../kernel/event.ts';
import type { Disbursement } from '../../disbursement/disbursement.ts';
import { bookOnLoan, type Settling } from './booking.ts';

/**
 * Pays a school whose fees are collected in the lender’s own books: nothing is sent, so it is paid with the request itself.
 * @returns the events, in the transaction of the request
 */
export async function payInternally(disbursement: Disbursement, ports: Settling): Promise<readonly DomainEvent[]> {
  const confirmed = disbursement.bookInternally(ports.now);
  return [confirmed, ...(await bookOnLoan(disbursement, ports.now, ports))];
}
