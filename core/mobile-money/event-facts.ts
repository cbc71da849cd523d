import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { mobileMoneyLifecycle } from './transaction/lifecycle.ts';
import { DESTINATION_TYPES, MOBILE_MONEY_CHANNELS } from './transaction/mobile-money-record.ts';

/** What events of mobile money carry: nothing about the person who paid. */
export const mobileMoneyFacts: readonly EventFacts[] = [
  {
    lifecycle: mobileMoneyLifecycle,
    subjectType: 'mobile_money_transaction',
    always: {
      channel: fact.oneOf(MOBILE_MONEY_CHANNELS, 'Whether the payer paid unrequested, was prompted, or paid by bank.'),
      amount: fact.money('What was requested, then what came, minor units.'),
      receipt_no: fact.nullable(fact.text('The provider’s receipt.')),
      state: fact.state(mobileMoneyLifecycle),
    },
    sometimes: {
      reason: fact.text('Why it is in suspense, failed or was reversed.'),
      destination: fact.object(
        {
          type: fact.oneOf(DESTINATION_TYPES, 'What it was booked to.'),
          id: fact.idBeside('Of that record.'),
          uuid: fact.uuid('Of that record.'),
        },
        'Where the money belongs.',
      ),
      booked_as: fact.object(
        {
          type: fact.nullable(fact.text('What it was booked as there: a repayment, a deposit, a payment.')),
          uuid: fact.nullable(fact.uuid('Of that record.')),
        },
        'The booking, once there is one.',
      ),
    },
  },
];
