import { mayBeSameNumber } from '#core/kernel/msisdn.ts';
import { comparableReference } from '#core/mobile-money/account-reference.ts';
import { CONFIRMATION_AWAITED } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { Collection } from '#core/payment-bridge/collection/collection.ts';
import type { BridgePorts } from '#core/payment-bridge/ports.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import type { TenantTransaction } from '../database.ts';

type Sql = TenantTransaction['sql'];

const HOLD = (name: string) => `pg_advisory_xact_lock(hashtextextended('${name} ' || current_setting('app.tenant') || `;
const termsOf = (accountReference: string, amount: string) => `${amount} ${comparableReference(accountReference)}`;

/** One transaction at a time records a receipt, from whichever callback endpoint: until commit. */
async function holdReceipt(sql: Sql, receiptNo: string): Promise<void> {
  await sql(`select ${HOLD('receipt')} $1, 0))`, [receiptKey(receiptNo)]);
}

/** The same, and one at a time takes in what was paid to an account: a prompt may be paid by it. The receipt is held first. */
export async function holdPayment(
  sql: Sql,
  { receiptNo, accountReference, amount }: { receiptNo: string; accountReference: string; amount: bigint },
): Promise<void> {
  const terms = termsOf(accountReference, amount.toString());
  await sql(`select ${HOLD('receipt')} $1, 0)), ${HOLD('terms')} $2, 0))`, [receiptKey(receiptNo), terms]);
}

/** A prompt is about to be booked by what its provider says without a receipt: no payment under its terms is taken in meanwhile. */
async function holdTerms(sql: Sql, originatorId: string): Promise<void> {
  const [prompt] = await sql<{ account_reference: string; amount: string }>(
    'select account_reference, amount::text as amount from collection where originator_id = $1',
    [originatorId],
  );
  if (prompt) await sql(`select ${HOLD('terms')} $1, 0))`, [termsOf(prompt.account_reference, prompt.amount)]);
}

/** The most payments of one amount to one account in suspense that are compared. */
const MOST_WAITING = 200;

/** What came to the paybill since a prompt, under its terms, and waits in suspense whole; not what may not have come at all. */
async function waitingFor(
  tx: TenantTransaction,
  prompt: Collection,
): Promise<readonly { readonly receiptNo: string }[]> {
  const { accountReference, amount, channel, msisdn } = prompt;
  const found = await tx.of(MobileMoneyTransaction).find(
    `state = 'unallocated' and amount = $1 and reference_key = $2 and channel = $3 and rest_of_id is null
       and receipt_no is not null and state_reason is distinct from '${CONFIRMATION_AWAITED}' and paid_at >= $4::timestamptz - interval '10 minutes'
     order by paid_at, id limit ${MOST_WAITING}`,
    [
      amount,
      comparableReference(accountReference),
      channel === 'airtel' ? 'airtel' : 'mpesa_paybill',
      prompt.startedAt().toString(),
    ],
  );
  return found
    .filter((each) => mayBeSameNumber(each.msisdn, msisdn))
    .slice(0, 2)
    .flatMap(({ receiptNo }) => (receiptNo === null ? [] : [{ receiptNo }]));
}

/** Whether what is paid of one of two prompts can't be distinguished from what is paid of the other but by its receipt. */
function isAlike(one: Collection, other: Collection): boolean {
  const isOfThem = one.uuid !== other.uuid && one.appId === other.appId && one.channel === other.channel;
  const areTerms = one.amount === other.amount && one.msisdn === other.msisdn;
  return (
    isOfThem && areTerms && comparableReference(one.accountReference) === comparableReference(other.accountReference)
  );
}

/** What the paybill received, beside the prompts of apps. */
export function arrivalsIn(tx: TenantTransaction): BridgePorts['arrivals'] {
  const payments = tx.of(MobileMoneyTransaction);
  const collections = tx.of(Collection);
  return {
    hold: (receiptNo) => holdReceipt(tx.sql, receiptNo),
    holdTerms: (originatorId) => holdTerms(tx.sql, originatorId),
    waitingFor: (prompt) => waitingFor(tx, prompt),
    isOf: async (uuid, { accountReference, msisdn }) => {
      const payment = await payments.lockFirst('uuid = $1', [uuid]);
      if (payment === null || payment.referenceKey !== comparableReference(accountReference)) return false;
      return mayBeSameNumber(payment.msisdn, msisdn);
    },
    lockFoundByTerms: async (uuid, terms) => {
      const found = await collections.lockFirst('uuid = $1 and receipt_by_terms', [uuid]);
      return found !== null && isAlike(found, terms) ? found : null;
    },
    lockLackingReceipt: async (terms, paidAt) => {
      const found = await collections.find(
        `app_id = $1 and amount = $2 and receipt_no is null and state = 'succeeded'
           and $3::timestamptz between coalesce(sent_at, created_at) - interval '10 minutes'
                                   and settled_at + interval '10 minutes'
         order by id limit ${MOST_WAITING}`,
        [terms.appId, terms.amount, paidAt.toString()],
      );
      const first = found.find((each) => each.uuid !== terms.uuid && isAlike(each, terms));
      return first ? collections.lockFirst('uuid = $1 and receipt_no is null', [first.uuid]) : null;
    },
    giveUp: async (uuid) => {
      const payment = await payments.lockFirst('uuid = $1', [uuid]);
      return payment === null || payment.state === 'merged' ? [] : [payment.giveToApp()];
    },
  };
}
