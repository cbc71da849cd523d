import { DomainError } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { bridgeRefusals } from '#core/payment-bridge/refusals.ts';
import { announcedIn } from '#core/payment-bridge/topup/topup.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { StoredLine } from '../../../rails/bank-file/lines.ts';
import type { ImportPorts, Settled } from './settled.ts';

/**
 * A credit with the reference of a top-up that an app announced confirms it, as people do: two of them. Null where it is
 * none, of another amount or confirmed by another transfer: that is money received, for people to place.
 */
export async function confirmAnnounced(
  { app }: ImportPorts,
  caller: Caller,
  { receiptNo, amount, at, bookedOn }: StoredLine,
  bankReference: string,
): Promise<Settled | null> {
  const command = { bankReference, amount, statementLine: receiptNo, by: caller.clientKey, paidAt: at };
  const evidence = `The bank’s statement of ${bookedOn}, reference ${receiptNo}.`;
  try {
    const ended = await app.operators.confirmTopup(caller, command, { by: null, evidence });
    return ended.kind === 'done'
      ? { as: 'topup', ends: 'done' }
      : { as: 'topup_proposed: another person has to approve it', ends: 'remains' };
  } catch (error) {
    if (error instanceof DomainError && PLACED_BY_PEOPLE.includes(error.code)) return null;
    throw error;
  }
}

/**
 * A debit with the reference of a top-up, of its amount, may be the bank that takes the transfer back: people decide, two of
 * them. Every other debit is none of ours, and a break of the comparison where the books don't have it.
 */
export async function takeBackAnnounced(
  { app, internals }: ImportPorts,
  caller: Caller,
  { receiptNo, amount, accountReference, bookedOn }: StoredLine,
): Promise<Settled> {
  const bankReference = announcedIn(accountReference);
  if (bankReference === null) return NOT_OURS;
  const topup = await topupUnder(internals, caller, bankReference);
  // What was said no to, or booked by people, is not proposed another time.
  if (topup === null || topup.amount !== -amount || topup.wasProposed) return NOT_OURS;
  const evidence = `The bank’s statement of ${bookedOn}, reference ${receiptNo}.`;
  const ended = await app.operators.reverseTopup(
    caller,
    { bankReference, receiptNo, evidence },
    { by: null, evidence },
  );
  return ended.kind === 'done'
    ? { as: 'topup_reversal', ends: 'done' }
    : { as: 'topup_reversal_proposed: another person has to decide', ends: 'done' };
}

const NOT_OURS: Settled = { as: 'not_ours', ends: 'done' };

/** A top-up that has come, by the reference of its transfer, and whether it was proposed that the bank took it back. */
async function topupUnder(
  { database }: ImportPorts['internals'],
  { tenantId }: Caller,
  bankReference: string,
): Promise<{ readonly amount: bigint; readonly wasProposed: boolean } | null> {
  const [row] = await database.read(tenantId, ({ sql }) =>
    sql<{ amount: string; was_proposed: boolean }>(
      `select t.amount::text, exists (select from proposal p where p.command = 'reverse_topup' and p.subject_type = 'topup'
                                        and p.subject_uuid = t.uuid) as was_proposed
         from topup t where t.bank_reference = $1 and t.state = 'succeeded'`,
      [bankReference],
    ),
  );
  return row ? { amount: BigInt(row.amount), wasProposed: row.was_proposed } : null;
}

const PLACED_BY_PEOPLE: readonly string[] = [
  kernelRefusals.not_found.code,
  kernelRefusals.invalid_state_transition.code,
  bridgeRefusals.topup_differs.code,
];
