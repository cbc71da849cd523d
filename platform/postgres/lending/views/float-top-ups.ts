import { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, pick, record } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(FloatTopUp);

/** Money of the paybill on its way to the float of an agent. In minor units. */
const floatTopUps = view(FloatTopUp, {
  columns: {
    ...record(l),
    ...pick(l, 'agentNo', 'amount', 'moved', 'state', 'providerRef', 'receiptNo', 'charge', 'evidence'),
    ...pick(l, 'failureCode', 'failureMessage', 'providerCode', 'sentAt', 'settledAt'),
  },
  joins: '',
});

/** What top-ups are filtered and sorted by. */
export const floatTopUpList = listOf(FloatTopUp, 'newest_first', {
  id: idOf('float_top_up'),
  state: { type: 'choice', choices: floatTopUpLifecycle.states, sortable: true },
  agent_id: { type: 'text', column: 'agent_no' },
  amount: { type: 'cents', sortable: true },
  receipt_no: { type: 'text', nullable: true },
  ...stamps,
});

export const floatTopUpViews = (context: ViewContext) => collectionOf(context, floatTopUps, floatTopUpList);
