import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutNotification, PayoutRail } from '#core/payments/rail.ts';
import type { BankFile } from './books.ts';
import type { StoredLine } from './lines.ts';
import { payeeOf } from './payment-file.ts';
import { UnusableStatement } from './statement/statement.ts';

const IMPORTED_BY = 'rail:bank_file';

/**
 * Payments by files. `send` writes a payment down, which an operator exports with others; what became of it says the bank's
 * statement: a debit with our reference paid it, a credit with it gave it back.
 */
export function bankPayoutRail({ payments, lines, importStatement }: BankFile): PayoutRail {
  const query = async (originatorId: string): Promise<ProviderStatus> => {
    const known = await payments.find(originatorId);
    if (known === null) return { kind: 'never_received' };
    return statusFrom(await lines.of(originatorId), known.isWithdrawn);
  };

  return {
    send: async (order) => {
      const payee = payeeOf(order.bankAccount);
      if (payee === null) {
        const message =
          'The bank pays an account of letters and digits, with at least four digits and at most 34 signs.';
        return { kind: 'rejected', code: 'account_invalid', message };
      }
      return { kind: 'accepted', providerRef: await payments.order(order, payee) };
    },
    query: ({ originatorId }) => query(originatorId),
    // What the bank says comes as a statement: of this payment, and of others.
    receive: async (_callback, text, { originatorId }): Promise<PayoutNotification> => {
      try {
        await importStatement(text, IMPORTED_BY);
      } catch (error) {
        if (!(error instanceof UnusableStatement)) throw error;
        return { status: null, concerns: ['unreadable'], resultCode: null };
      }
      const status = await query(originatorId);
      const learnt = status.kind === 'paid' || status.kind === 'not_paid';
      return { status: learnt ? status : null, concerns: [], resultCode: null };
    },
    // A file takes every payment.
    closedFor: async () => null,
  };
}

/** What became of a payment: what was debited for it and not given back. */
function statusFrom(lines: readonly StoredLine[], isWithdrawn: boolean): ProviderStatus {
  const [debit] = standing(lines);
  if (debit) {
    const { receiptNo, at, amount } = debit;
    return { kind: 'paid', providerRef: receiptNo, receiptNo, at, amount: -amount };
  }
  if (lines.length > 0) {
    return { kind: 'not_paid', code: 'returned_by_bank', message: 'The bank gave the money back.' };
  }
  if (isWithdrawn) {
    return { kind: 'not_paid', code: 'withdrawn', message: 'It was taken back before it was in a file.' };
  }
  return { kind: 'pending' };
}

/** Debits that were not given back: each return undoes the last debit of its amount before it, else the last one. */
function standing(lines: readonly StoredLine[]): readonly StoredLine[] {
  const debits: StoredLine[] = [];
  // Within a day no order is certain: a return follows its debit.
  const inOrder = lines.toSorted(
    (a, b) => Temporal.PlainDate.compare(a.bookedOn, b.bookedOn) || (a.amount < 0n ? 0 : 1) - (b.amount < 0n ? 0 : 1),
  );
  for (const line of inOrder) {
    if (line.amount < 0n) debits.push(line);
    else {
      const place = debits.findLastIndex(({ amount }) => -amount === line.amount);
      if (place >= 0) debits.splice(place, 1);
    }
  }
  return debits;
}
