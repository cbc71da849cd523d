import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import { DESTINATION_TYPES, MOBILE_MONEY_CHANNELS } from '#core/mobile-money/transaction/mobile-money-record.ts';
import { oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record, reference, together } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(MobileMoneyTransaction);
const merged = columnsOf(MobileMoneyTransaction, 'merged');
const whole = columnsOf(MobileMoneyTransaction, 'whole');

export const mobileMoney = view(MobileMoneyTransaction, {
  columns: {
    ...record(l),
    ...pick(l, 'channel', 'amount', 'msisdn', 'accountReference', 'state', 'stateReason', 'receiptNo', 'paidAt'),
    ...pick(l, 'expiresAt', 'providerRef', 'returnProposal'),
    destination: together(l.destinationType, {
      type: l.destinationType,
      id: l.destinationId,
      uuid: l.destinationUuid,
    }),
    bookedAs: together(l.bookedUuid, { type: l.bookedType, uuid: l.bookedUuid }),
    mergedInto: reference(l.mergedIntoId, merged.uuid),
    restOf: reference(l.restOfId, whole.uuid),
  },
  joins: `${oneOrNone('mobile_money_transaction merged', `${merged.id} = ${l.mergedIntoId}`)}
    ${oneOrNone('mobile_money_transaction whole', `${whole.id} = ${l.restOfId}`)}`,
});

/** What the list of mobile money is filtered and sorted by. */
export const mobileMoneyList = listOf(
  MobileMoneyTransaction,
  'newest_first',
  {
    id: idOf('mobile_money_transaction'),
    channel: { type: 'choice', choices: MOBILE_MONEY_CHANNELS, sortable: true, shared: false },
    state: { type: 'choice', choices: mobileMoneyLifecycle.states, sortable: true },
    amount: { type: 'cents', sortable: true },
    msisdn: { type: 'text', format: 'phone' },
    account_reference: { type: 'text' },
    receipt_no: { type: 'text', nullable: true },
    destination_type: { type: 'choice', choices: DESTINATION_TYPES, nullable: true, shared: false },
    paid_at: { type: 'instant', nullable: true },
    ...stamps,
  },
  {
    whole: ['receipt_no', 'account_reference', 'msisdn'],
    means: 'The receipt, what the payer typed, or the payer’s number, each in full',
    example: 'SKB1234567',
  },
);

export const mobileMoneyViews = (context: ViewContext) => collectionOf(context, mobileMoney, mobileMoneyList);
