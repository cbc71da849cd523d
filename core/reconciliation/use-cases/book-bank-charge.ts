import { outcome, replay, type Outcome } from '../../kernel/outcome.ts';
import { requirePositive } from '../../kernel/money.ts';
import { requireAgreement } from '../../kernel/two-people.ts';
import type { Limited } from '../../payments/limits-of-one.ts';
import { valuedOn, valueDateOf } from '../../payments/payment-time.ts';
import { BankCharge, type ChargeLine } from '../bank-charge/bank-charge.ts';
import type { ReconciliationPorts } from '../ports.ts';

type Charging = Pick<ReconciliationPorts, 'bankCharges' | 'now' | 'newUuid' | 'businessDate' | 'institution'> & Limited;

/**
 * Books a line of the bank's statement that is its charge, once, for the day on which the bank took it. Words make a line a
 * charge, and people choose words: beyond the tenant's limit two of them say that it is one.
 * @throws SecondPersonRequired beyond the limit; DomainError validation_failed (invalid)
 */
export async function bookBankCharge(
  command: ChargeLine & { readonly originatorId: string | null },
  ports: Charging,
): Promise<Outcome<BankCharge>> {
  const { originatorId, ...line } = command;
  const known = await ports.bankCharges.lockByLine(line.lineId);
  if (known) return replay(known);
  const amount = requirePositive(line.amount, 'amount');
  const { bankCharges: limit } = ports.alone;
  if (limit !== null && amount > limit) {
    requireAgreement(ports, {
      subject: { type: 'institution', ...ports.institution },
      rule: `Booking a charge of the bank of more than ${limit} takes two people.`,
      amount,
      paymentKey: `line ${line.lineId}`,
    });
  }
  const { charge, event } = BankCharge.book(line, { uuid: ports.newUuid(), originatorId });
  ports.bankCharges.add(charge);
  return outcome(charge, valuedOn(event, valueDateOf(line.at, ports)));
}

/**
 * The bank gives a charge back: the last one of exactly this amount that stands, of the days in which banks do so.
 * @param command.since the first day of a charge that it may give back
 * @returns null where there is none: what the bank gives then is money received, for people to place
 */
export async function giveBackBankCharge(
  command: ChargeLine & { readonly since: Temporal.PlainDate },
  ports: Charging,
): Promise<Outcome<BankCharge | null>> {
  const { since, ...line } = command;
  const known = await ports.bankCharges.lockByLine(line.lineId);
  if (known) return replay(known);
  const charge = await ports.bankCharges.lockLast({ amount: line.amount, since, until: line.at });
  if (!charge) return outcome(null);
  return outcome(charge, valuedOn(charge.giveBack(line), valueDateOf(line.at, ports)));
}
