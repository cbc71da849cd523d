import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutNotification, PayoutRail } from '#core/payments/rail.ts';
import type { BankFile } from './books.ts';
import { statusFrom } from './outcome.ts';
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
    return statusFrom(await lines.of(originatorId), known);
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
