import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '#core/kernel/event.ts';
import { CONFIRMATION_AWAITED } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { written } from '#core/kernel/money.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { LEAST_LOOKED_AT, type ReceiptVerdict, type SecondLook } from '#core/payments/account-rail.ts';
import { report } from '#core/payments/payment-incidents.ts';
import { isSameReceipt } from '#core/payments/receipt-registry.ts';
import type { Caller } from '../../../auth/caller.ts';
import type { TenantTransaction } from '../../../postgres/database.ts';
import { receiptPorts } from '../../../postgres/payments/repository.ts';
import type { ProviderAccountsOf } from '../../../rails/rail.ts';
import type { CommandContext, Transact } from '../../transact.ts';

/** The provider that has notified waits for our reply meanwhile. */
const REPLY_DEADLINE_MS = 3_000;
/** Of all that one round asks of a provider: one that is dead must not keep the other institutions waiting. */
const ROUND_DEADLINE_MS = 10_000;
/** The most of one round: the others come with the next. */
const MOST = 50;
const SILENT_AFTER = { hours: 24 };

const NOT_CONFIRMED = 'not_confirmed';

type Waiting = { readonly uuid: string; readonly receiptNo: string };
type Place = (
  payment: MobileMoneyTransaction,
  at: { readonly tx: TenantTransaction; readonly context: CommandContext },
) => Promise<Outcome<unknown>>;

/**
 * The second look at high payments to the paybill that no prompt precedes (daraja, section 9): they wait in suspense until the
 * provider itself has said that they came.
 */
export function secondLooks({ run }: Pick<Transact, 'run'>, accountsOf: ProviderAccountsOf, place: Place) {
  const looksOf = async ({ tenantId }: Caller): Promise<readonly SecondLook[]> =>
    (await accountsOf(tenantId)).flatMap(({ rail }) => (rail.secondLook ? [rail.secondLook] : []));

  /** Asks the provider: its answer comes to the callback of the payment. What is not asked now is asked in the next round. */
  const ask = async (
    look: SecondLook,
    waiting: Waiting,
    shortcode: string | null,
    until: readonly AbortSignal[] = [],
  ): Promise<void> => {
    try {
      if (await look.isHeldBack()) return;
      await look.request(waiting, shortcode, AbortSignal.any([AbortSignal.timeout(REPLY_DEADLINE_MS), ...until]));
    } catch {
      // The next round asks.
    }
  };

  return {
    /**
     * Who is asked about a payment to this paybill; null where it is booked without: it is not high, or is not queried. Where that
     * can’t be known, because a rail can’t be opened, it waits like one that is asked about: suspense needs no rail.
     */
    lookFor: async (caller: Caller, amount: bigint, shortcode: string): Promise<SecondLook | 'unknown' | null> => {
      if (amount < LEAST_LOOKED_AT) return null;
      const looks = await looksOf(caller).catch(() => null);
      if (looks === null) return 'unknown';
      return looks.find(({ from, covers }) => amount >= from && covers(shortcode)) ?? null;
    },
    ask,

    /** Asks once more about those of which nothing was said; after a day without a word, people look. */
    askAgain: async (caller: Caller): Promise<void> => {
      const [look] = await looksOf(caller);
      if (look === undefined) return;
      const waiting = await run('askAgain', caller, async (tx, { now }) => {
        const { waiting, events } = await stillWaiting(tx, now);
        return outcome(waiting, ...events);
      });
      const over = AbortSignal.timeout(ROUND_DEADLINE_MS);
      for (const each of waiting) {
        if (over.aborted || (await look.isHeldBack())) return;
        await ask(look, each, null, [over]);
      }
    },

    /** Records what the provider says of one. The same once more changes nothing: it waits no longer. False where there is none. */
    receiveVerdict: async (caller: Caller, uuid: string, text: string): Promise<boolean> => {
      const verdicts = await Promise.all((await looksOf(caller)).map(async ({ read }) => read(text)));
      const verdict = verdicts.find((each) => each !== null) ?? null;
      return run('confirmPayment', caller, async (tx, context) => {
        const payment = await tx.of(MobileMoneyTransaction).lockFirst('uuid = $1', [uuid]);
        if (payment === null) return outcome(false);
        if (verdict === null) return outcome(true);
        if (payment.state !== 'unallocated' || payment.stateReason !== CONFIRMATION_AWAITED) return outcome(true);
        if (!agrees(payment, verdict)) {
          payment.stateReason = NOT_CONFIRMED;
          return outcome(true, ...(await putOnWorkList(tx, payment, 'payment_unconfirmed', denied(payment, verdict))));
        }
        payment.stateReason = null;
        const { events } = await place(payment, { tx, context });
        return outcome(true, ...events);
      });
    },
  };
}

/** What is asked about once more; of what has been silent for too long, people find out. */
async function stillWaiting(tx: TenantTransaction, now: Temporal.Instant) {
  const all = await tx
    .of(MobileMoneyTransaction)
    // By its name and not as a parameter: the index of what waits has it in its condition.
    .find(`state = 'unallocated' and state_reason = '${CONFIRMATION_AWAITED}' order by id limit ${MOST}`, []);
  const old = all.filter(({ reportedAt }) => reportedAt !== null && isOver(reportedAt, now));
  const events: DomainEvent[] = [];
  for (const each of old) {
    each.stateReason = NOT_CONFIRMED;
    events.push(...(await putOnWorkList(tx, each, 'no_answer', SILENT)));
  }
  const waiting = all
    .filter((each) => !old.includes(each))
    .flatMap(({ uuid, receiptNo }) => (receiptNo === null ? [] : [{ uuid, receiptNo }]));
  return { waiting, events };
}

/** Both times are the provider's, of one payment; an older payment under another time is one that was paid before. */
const APART = { minutes: 10 };

type Notified = Pick<MobileMoneyTransaction, 'receiptNo' | 'amount' | 'paidAt'>;

/** Whether the provider means the payment that was notified: as much, to us, and made when it says. */
export function agrees({ receiptNo, amount, paidAt }: Notified, verdict: ReceiptVerdict): boolean {
  const isThis = receiptNo !== null && verdict.receiptNo !== null && isSameReceipt(receiptNo, verdict.receiptNo);
  const isPayment = verdict.kind === 'paid' && isThis && verdict.amount === amount && verdict.isToUs;
  if (!isPayment || paidAt === null || verdict.finalisedAt === null) return false;
  const apart = paidAt.since(verdict.finalisedAt).abs();
  return Temporal.Duration.compare(apart, APART) <= 0;
}

const SILENT =
  'A high payment to the paybill was notified, and the provider has not said for a day whether it came. It waits in suspense: find it in its statement.';

function denied({ amount }: MobileMoneyTransaction, { kind, amount: there }: ReceiptVerdict): string {
  const says =
    kind === 'paid' ? `that ${there === null ? 'an unknown amount' : written(there)} came` : 'that it was not paid';
  return `A payment of ${written(amount)} to the paybill was notified, and the provider says ${says} under its receipt. It waits in suspense: find out who notified it.`;
}

const isOver = (since: Temporal.Instant, now: Temporal.Instant) =>
  Temporal.Instant.compare(since.add(SILENT_AFTER), now) <= 0;

function putOnWorkList(
  tx: TenantTransaction,
  { uuid, receiptNo, amount }: MobileMoneyTransaction,
  kind: 'no_answer' | 'payment_unconfirmed',
  seen: string,
) {
  const about = { kind, subject: { type: 'mobile_money_transaction', uuid }, receiptNo, amount, seen };
  return report(about, { workList: receiptPorts(tx).workList, newUuid: randomUUID });
}
