import type { Collection } from '#core/payment-bridge/collection/collection.ts';
import type { ApiClient } from '#core/partners/api-client/api-client.ts';
import type { TariffChanges } from '#core/payments/tariff.ts';
import type { Payout } from '#core/payment-bridge/payout/payout.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import type { MobileMoneyTransaction } from '#core/mobile-money/transaction/mobile-money-transaction.ts';
import type { DestinationType } from '#core/mobile-money/transaction/mobile-money-record.ts';
import type { CollectionChannel } from '#core/payments/channels.ts';
import { about, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type OnPayment = { readonly mobileMoneyId: string };
type Allocated = OnPayment & {
  readonly loanId?: string | null;
  readonly savingsAccountId?: string | null;
  readonly studentId?: string | null;
};

const showPayment = async (uuid: string, { loaders }: LendingContext) => ({
  mobileMoneyTransaction: await loaders.mobileMoney.load(uuid),
});

type CollectionInput = { readonly amount: bigint; readonly msisdn: string; readonly accountReference: string };
type Paid = CollectionInput & { readonly receiptNo: string; readonly paidAt?: Temporal.Instant | null };

const rules = { reason: text(500), evidence: text(500), accountReference: text(64), receiptNo: text(64) };

const recordPaybillPayment = change<Paid, MobileMoneyTransaction>({
  show: showPayment,
  run: async ({ input, context: { app } }, request) => {
    check(input, rules);
    const { receiptNo, amount, msisdn, accountReference } = input;
    return app.mobileMoney.receivePayment(
      about(request(), ({ payment }) => payment),
      { receiptNo, amount, msisdn, accountReference, paidAt: input.paidAt ?? null },
    );
  },
});

/** The payer is prompted between two transactions, so the response may be a collection of which no more is known yet. */
const collectMobileMoney = change<
  CollectionInput & { readonly channel?: CollectionChannel | null },
  MobileMoneyTransaction
>({
  show: showPayment,
  run: async ({ input: { channel, amount, msisdn, accountReference }, context: { app } }, request) => {
    check({ accountReference }, rules);
    return app.mobileMoney.collect(request(), { channel: channel ?? 'mpesa_stk', amount, msisdn, accountReference });
  },
});

const allocateMobileMoney = change<Allocated, MobileMoneyTransaction>({
  show: showPayment,
  run: async ({ input, version, context }, request) => {
    const { id } = await named('mobileMoneyId', input.mobileMoneyId, 'payment', context.loaders.mobileMoney);
    const to = await destinationIn(input, context);
    return context.app.mobileMoney.allocateMobileMoney(request(), { mobileMoneyId: id, version, to });
  },
});

const returnMobileMoney = change<OnPayment & { readonly reason: string }, MobileMoneyTransaction>({
  show: showPayment,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const { id } = await named('mobileMoneyId', input.mobileMoneyId, 'payment', loaders.mobileMoney);
    return app.mobileMoney.returnMobileMoney(request(), { mobileMoneyId: id, version, reason: input.reason });
  },
});

const correctMobileMoney = change<OnPayment & { readonly reason: string }, MobileMoneyTransaction>({
  show: showPayment,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const { id } = await named('mobileMoneyId', input.mobileMoneyId, 'payment', loaders.mobileMoney);
    return app.mobileMoney.correctMobileMoney(request(), { mobileMoneyId: id, version, reason: input.reason });
  },
});

const proposeMobileMoneyReturn = change<
  OnPayment & { readonly reason: string; readonly evidence: string },
  MobileMoneyTransaction
>({
  show: showPayment,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, rules);
    const { id } = await named('mobileMoneyId', input.mobileMoneyId, 'payment', loaders.mobileMoney);
    const { reason, evidence } = input;
    return app.mobileMoney.proposeMobileMoneyReturn(request(), { mobileMoneyId: id, version, reason, evidence });
  },
});

const approveMobileMoneyReturn = change<OnPayment, MobileMoneyTransaction>({
  show: showPayment,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { id } = await named('mobileMoneyId', input.mobileMoneyId, 'payment', loaders.mobileMoney);
    return app.mobileMoney.approveMobileMoneyReturn(request(), { mobileMoneyId: id, version });
  },
});

type Reviewed = {
  readonly paymentId: string;
  readonly outcome: 'paid' | 'not_paid';
  readonly evidence: string;
  readonly receiptNo?: string | null;
  readonly amount?: bigint | null;
};

const reviewAppPayment = change<Reviewed, Payout | Collection, string>({
  show: async (_, { read }, paymentId) => ({
    appPayment: await read((views) => views.bridge.appPayments.one(paymentId ?? '')),
  }),
  run: async ({ input, context: { app, read } }, request) => {
    check(input, rules);
    const { paymentId, outcome, evidence, receiptNo = null, amount = null } = input;
    const payments = { load: (id: string) => read((views) => views.bridge.appPayments.one(id)) };
    const { kind, id, appId, sandbox } = await named('paymentId', paymentId, 'payment of an app', payments);
    const finding = { outcome, evidence, receipt_no: receiptNo, amount };
    const of = { id: appId, sandbox };
    const { reviews } = app.bridge;
    return kind === 'payout'
      ? reviews.reviewPayout(request(paymentId), { app: of, payoutId: id, finding })
      : reviews.reviewCollection(request(paymentId), { app: of, collectionId: id, finding });
  },
});

type ChangedTariff = TariffChanges & { readonly clientId: string };

const changeAppTariff = change<ChangedTariff, ApiClient>({
  show: async (uuid, { read }) => ({ appTariff: await read((views) => views.bridge.appTariffs.one(uuid)) }),
  run: async ({ input: { clientId, payout, collection }, version, context: { app, read } }, request) => {
    const apps = { load: (key: string) => read((views) => views.bridge.appTariffs.byKey(key)) };
    const { id } = await named('clientId', clientId, 'app', apps);
    return app.partners.changeAppTariff(request(), { clientId: id, version, changes: { payout, collection } });
  },
});

const changeAppAccountPrefix = change<{ readonly clientId: string; readonly accountPrefix?: string | null }, ApiClient>(
  {
    show: async (uuid, { read }) => ({ appTariff: await read((views) => views.bridge.appTariffs.one(uuid)) }),
    run: async ({ input: { clientId, accountPrefix = null }, version, context: { app, read } }, request) => {
      const apps = { load: (key: string) => read((views) => views.bridge.appTariffs.byKey(key)) };
      const { id } = await named('clientId', clientId, 'app', apps);
      return app.partners.changeAppAccountPrefix(request(), { clientId: id, version, accountPrefix });
    },
  },
);

/** The one place that is named. @throws DomainError validation_failed where there is none, or more than one */
async function destinationIn(
  { loanId, savingsAccountId, studentId }: Allocated,
  { loaders, read }: LendingContext,
): Promise<{ readonly type: DestinationType; readonly id: number }> {
  const destinations = [loanId, savingsAccountId, studentId].filter((each) => each != null);
  if (destinations.length !== 1) {
    const detail = 'Give one of loanId, savingsAccountId, studentId.';
    throw invalidField('loanId', destinations.length === 0 ? 'required' : 'choice', detail);
  }
  if (loanId != null) return { type: 'loan', id: (await named('loanId', loanId, 'loan', loaders.loans.byUuid)).id };
  if (savingsAccountId != null) {
    const found = await named('savingsAccountId', savingsAccountId, 'savings account', loaders.savingsAccounts);
    return { type: 'savings_account', id: found.id };
  }
  const students = { load: (uuid: string) => read((views) => views.students.one(uuid)) };
  return { type: 'student', id: (await named('studentId', studentId ?? '', 'student', students)).id };
}

export const mobileMoneyMutations = {
  recordPaybillPayment,
  collectMobileMoney,
  allocateMobileMoney,
  returnMobileMoney,
  correctMobileMoney,
  proposeMobileMoneyReturn,
  approveMobileMoneyReturn,
  reviewAppPayment,
  changeAppTariff,
  changeAppAccountPrefix,
};
