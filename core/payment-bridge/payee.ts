import { refuse } from '../kernel/domain-error.ts';
import type { DomainEvent } from '../kernel/event.ts';
import { bridgeRefusals } from './refusals.ts';

/** A person whom an app pays, or has paid: the number that the money goes to, and the name that is known of it. */
type Payee = {
  readonly msisdn: string;
  readonly name: string;
  /** What has named the person: `payout:<uuid>`; nothing before there is a payment. */
  readonly evidence?: readonly string[];
};

/** Those who are paid, as far as compliance looks at them. */
export type Payees = {
  /** The numbers among these to which nothing is paid until compliance has decided. */
  heldAmong(msisdns: readonly string[]): Promise<ReadonlySet<string>>;
  /** Looks for people on the lists of sanctions and of exposed persons. What is found is an alert. */
  screen(payees: readonly Payee[]): Promise<readonly DomainEvent[]>;
};

/**
 * Compliance lets the person be paid. Neither the alert nor the name is given away: who is suspected is not to learn it
 * from an app.
 * @throws DomainError recipient_held (conflict)
 */
export async function requireNotHeld(
  msisdn: string,
  { payees }: { readonly payees: Pick<Payees, 'heldAmong'> },
): Promise<void> {
  if (!(await payees.heldAmong([msisdn])).has(msisdn)) return;
  throw refuse(bridgeRefusals.recipient_held, RECIPIENT_HELD);
}

export const RECIPIENT_HELD =
  'Payments to this number wait for a check by the institution. Ask it; request the payment again once it has decided.';
