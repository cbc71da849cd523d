import type { DomainEvent } from '../kernel/event.ts';
import { most } from '../kernel/money.ts';
import type { AccountName } from './accounts.ts';
import { credit, debit, type Line } from './journal.ts';
import { money } from './loan-rules.ts';

type Facts = DomainEvent['data'];

/**
 * The money of the payment bridge's apps. The provider holds it (`app_float`, `app_float_airtel`), we owe it to the apps (`app_funds`, one
 * sub-account each). A payout leaves the float with the first step after which it may be gone, and the app's funds only
 * when it has arrived; what the app is charged is earned then, too.
 */
export const bridgeRules: { readonly [eventType: string]: (facts: Facts) => readonly Line[] } = {
  'app_account.endowed': comesIn,
  'topup.succeeded': (f) =>
    f['came_to'] === 'bank'
      ? [...debit('bank', money(f, 'amount')), ...credit('app_funds', money(f, 'amount'), appOf(f))]
      : comesIn(f),
  'topup.reversed': (f) => [
    ...debit('app_funds', money(f, 'amount'), appOf(f)),
    ...credit(f['came_to'] === 'bank' ? 'bank' : floatOf(f), money(f, 'amount')),
  ],
  // What came by bank for apps was moved to the account from which their payouts are made.
  'app_float.topped_up': (f) => [...debit('app_float', money(f, 'amount')), ...credit('bank', money(f, 'amount'))],

  'collection.succeeded': (f) => [
    ...debit(floatOf(f), money(f, 'received')),
    ...credit('app_funds', money(f, 'received') - money(f, 'charged'), appOf(f)),
    ...credit('fee_income', money(f, 'charged')),
  ],

  // What the app was charged for it stays earned.
  'collection.reversed': (f) => [
    ...debit('app_funds', money(f, 'received'), appOf(f)),
    ...credit(floatOf(f), money(f, 'received')),
  ],

  'payout.sent': intoTransit,
  'payout.unknown': intoTransit,
  'payout.succeeded': (f) => [
    ...debit('app_funds', money(f, 'paid_out') + money(f, 'charged'), appOf(f)),
    ...credit('app_payouts_in_transit', money(f, 'requested')),
    ...credit('fee_income', money(f, 'charged')),
    // What the provider moved beside what was requested, or left where it was.
    ...debit(floatOf(f), most(money(f, 'requested') - money(f, 'paid_out'), 0n)),
    ...credit(floatOf(f), most(money(f, 'paid_out') - money(f, 'requested'), 0n)),
    ...chargedByProvider(f),
  ],
  'payout.failed': (f) => [
    ...debit(floatOf(f), money(f, 'float_returned')),
    ...credit('app_payouts_in_transit', money(f, 'float_returned')),
  ],
  // It had come back to the float by our books, and is gone all the same.
  'payout.corrected': (f) => [
    ...debit('app_funds', money(f, 'paid_out') + money(f, 'charged'), appOf(f)),
    ...credit(floatOf(f), money(f, 'paid_out')),
    ...credit('fee_income', money(f, 'charged')),
    ...chargedByProvider(f),
  ],
  'payout.reversed': (f) => [
    ...debit(floatOf(f), money(f, 'paid_out')),
    ...credit('app_funds', money(f, 'paid_out'), appOf(f)),
  ],
};

/** The account at the provider that carries the payment. What people move there for apps lies at M-Pesa. */
function floatOf(f: Facts): AccountName {
  const channel = f['channel'];
  return channel === 'airtel' || channel === 'airtel_b2c' ? 'app_float_airtel' : 'app_float';
}

/** What the provider charges us is owed to it, on an account of its own, as for disbursements of loans. */
function chargedByProvider(f: Facts): readonly Line[] {
  return [...debit('provider_charges', money(f, 'charge')), ...credit('charges_payable', money(f, 'charge'))];
}

function intoTransit(f: Facts): readonly Line[] {
  return [...debit('app_payouts_in_transit', money(f, 'float_taken')), ...credit(floatOf(f), money(f, 'float_taken'))];
}

function comesIn(f: Facts): readonly Line[] {
  return [...debit(floatOf(f), money(f, 'amount')), ...credit('app_funds', money(f, 'amount'), appOf(f))];
}

function appOf(f: Facts): string {
  const app = f['app_id'];
  if (typeof app !== 'number') throw new Error('A money event of the payment bridge lacks its app.');
  return String(app);
}
