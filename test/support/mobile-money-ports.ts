import { refuse } from '#core/kernel/domain-error.ts';
import { event } from '#core/kernel/event.ts';
import { savingsRefusals } from '#core/savings/refusals.ts';
import { receiptKey } from '#core/payments/payment-receipt.ts';
import { receiptsInMemory } from './receipts-in-memory.ts';
import type { PaymentDestination, MobileMoneyPorts, ReceivedMoney } from '#core/mobile-money/ports.ts';
import { AWAITED } from '#core/mobile-money/transaction/lifecycle.ts';
import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { accountOf, type Destination } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { nairobi } from './payment-clock.ts';
import { walletsInMemory } from './wallets.ts';

export const MOBILE_NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/**
 * Mobile money in memory, with three counters: loans L-000001 and L-000002, savings accounts SA-000001 and SA-000002
 * (frozen), and two students whose admission numbers differ only in what payers leave out.
 */
export function mobileMoneyInMemory(overrides: Partial<MobileMoneyPorts> = {}) {
  const transactions: MobileMoneyTransaction[] = [];
  const booked: { destination: Destination; money: ReceivedMoney }[] = [];
  const destination = (type: Destination['type'], id: number) => ({ type, id, uuid: `${type}-${id}` });
  const destinationOf = (
    type: Destination['type'],
    ids: number[],
    named: PaymentDestination['named'],
  ): PaymentDestination => ({
    type,
    named,
    find: async (id) => (ids.includes(id) ? destination(type, id) : null),
    partTaken: async (_, { amount }) => amount,
    book: async (to, money) => {
      if (type === 'savings_account' && to.id === 2) {
        throw refuse(savingsRefusals.account_frozen, 'Account SA-000002 is frozen.', { savings_account_id: 2 });
      }
      booked.push({ destination: to, money });
      const booking = { type: type === 'loan' ? 'repayment' : 'savings_transaction', uuid: `booking-${booked.length}` };
      if (type === 'student') return { booking, events: [] };
      const subject = { id: booked.length, uuid: booking.uuid, version: 1 };
      const facts = { type: 'deposit', channel: 'mpesa_paybill', amount: money.amount };
      return { booking, events: [event('savings_transaction.posted', 'savings_transaction', subject, facts)] };
    },
  });
  const students = ['D61/1234/2019', 'D61-12342019', 'B10/1/2020'];
  const paymentDestinations: PaymentDestination[] = [
    destinationOf('loan', [1, 2], async ({ loanNo }) =>
      [1, 2].filter((id) => loanNo === `L-00000${id}`).map((id) => destination('loan', id)),
    ),
    destinationOf('savings_account', [1, 2], async ({ accountNo }) =>
      [1, 2].filter((id) => accountNo === `SA-00000${id}`).map((id) => destination('savings_account', id)),
    ),
    destinationOf('student', [1, 2, 3], async ({ key }) =>
      students.flatMap((no, n) => (no.replaceAll(/[-/]/g, '') === key ? [destination('student', n + 1)] : [])),
    ),
  ];
  let uuids = 0;
  const find = (fits: (row: MobileMoneyTransaction) => boolean) => transactions.find(fits) ?? null;
  const ports: MobileMoneyPorts = {
    wallets: walletsInMemory(),
    fourEyes: false,
    institution: { id: 1, uuid: 'institution' },
    now: MOBILE_NOON,
    ...nairobi,
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    actor: 'pk_test_maker',
    mayApprove: true,
    responsibleFor: async (actor) => actor,
    peopleBehind: async (actor) => [actor],
    introductionsOf: async () => [],
    agreement: 'none',
    paymentDestinations,
    statements: { show: async () => false },
    mobileMoney: {
      lock: async (id) => find((row) => row.id === id),
      lockByUuid: async (uuid) => find((row) => row.uuid === uuid),
      lockByReceipt: async (receiptNo, account) => {
        const isOf = (row: MobileMoneyTransaction) =>
          row.state !== 'corrected' &&
          row.receiptNo !== null &&
          receiptKey(row.receiptNo) === receiptKey(receiptNo) &&
          accountOf(row.channel) === account;
        const inSuspense = ['returning', 'unallocated'].map((state) => find((row) => row.state === state && isOf(row)));
        return inSuspense.find((row) => row !== null) ?? find(isOf);
      },
      lockAllByReceipt: async (receiptNo) =>
        transactions.filter((row) => row.receiptNo !== null && receiptKey(row.receiptNo) === receiptKey(receiptNo)),
      lockByOriginator: async (originatorId) => find((row) => row.originatorId === originatorId),
      lockByBooking: async (uuid) => find((row) => row.bookedUuid === uuid),
      lockAwaited: async ({ msisdn, amount, referenceKey }) =>
        find(
          (row) =>
            AWAITED.includes(row.state) &&
            row.msisdn === msisdn &&
            row.amount === amount &&
            row.referenceKey === referenceKey,
        ),
      add: async (transaction) => {
        transaction.id = transactions.length + 1;
        transaction.version = 1;
        transactions.push(transaction);
      },
    },
    ...receiptsInMemory(),
    ...overrides,
  };
  return { ports, transactions, booked };
}
