import type { ProviderStatus } from '#core/payments/provider-status.ts';
import type { PayoutOrder, PayoutRail } from '#core/payments/rail.ts';
import type { Provider } from '#platform/rails/rail.ts';

/** A provider in memory, as small as a rail can be: what it books, and what it does by the last digits of a number. */
export function toyProvider() {
  const booked = new Map<string, { readonly order: PayoutOrder; readonly receiptNo: string; requests: number }>();
  let receipts = 0;
  const NOT_PAID = ['001', '002', '003', '004', '017', '018'];
  const suffixOf = ({ msisdn }: Pick<PayoutOrder, 'msisdn'>) => (msisdn ?? '').slice(-3);
  const isPaid = (order: PayoutOrder) => !NOT_PAID.includes(suffixOf(order)) && suffixOf(order) !== '008';

  const statusOf = (originatorId: string): ProviderStatus => {
    const found = booked.get(originatorId);
    if (!found) return { kind: 'never_received' };
    const { order, receiptNo } = found;
    if (suffixOf(order) === '008') return { kind: 'pending' };
    if (!isPaid(order)) return { kind: 'not_paid', code: 'toy_declined', message: 'The toy said no.' };
    const amount = suffixOf(order) === '015' ? order.amount - 100n : order.amount;
    return { kind: 'paid', providerRef: receiptNo, receiptNo, at: Temporal.Now.instant(), amount };
  };

  const payouts: PayoutRail = {
    send: async (order) => {
      const suffix = suffixOf(order);
      if (order.amount % 100n !== 0n) return { kind: 'rejected', code: 'amount_invalid', message: 'Whole shillings.' };
      if (suffix === '019') return { kind: 'rejected', code: 'toy_declined', message: 'The toy said no.' };
      if (suffix === '012') return { kind: 'unknown' };
      const known = booked.get(order.originatorId);
      const receiptNo = known?.receiptNo ?? `TOY${String(++receipts).padStart(7, '0')}`;
      if (!known) booked.set(order.originatorId, { order, receiptNo, requests: 0 });
      return suffix === '011' ? { kind: 'unknown' } : { kind: 'accepted', providerRef: receiptNo };
    },
    query: async ({ originatorId }) => statusOf(originatorId),
    receive: async () => ({ status: null, concerns: [], resultCode: null }),
    closedFor: async () => null,
  };
  return {
    payouts,
    paidTimes: (originatorId: string) => {
      const found = booked.get(originatorId);
      return found && isPaid(found.order) ? 1 : 0;
    },
  };
}

/** Its row in the table of providers. */
export const toyRow = ({ payouts }: Pick<ReturnType<typeof toyProvider>, 'payouts'>): Provider => ({
  carries: 'mpesa',
  open: () => ({ payouts, collections: null, account: null }),
  setUp: () => ({ environment: 'sandbox', currency: 'KES', settings: {}, secrets: {} }),
});
