import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import type { SavingsAccount } from '#core/savings/account/savings-account.ts';
import type { AtMaturity } from '#core/savings/maturity.ts';
import type { FundSource, PayoutSource } from '#core/savings/fund-source.ts';
import type { SavingsTransaction } from '#core/savings/transaction/savings-transaction.ts';
import type { App } from '#platform/app/compose.ts';
import type { Handled, ProposableRequest } from '#platform/app/transact.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type OnAccount = { readonly savingsAccountId: string };
type OnTransaction = { readonly savingsTransactionId: string; readonly reason?: string | null };
type OpenAccount = {
  readonly memberId: string;
  readonly productId: string;
  readonly clientReference?: string | null;
  readonly atMaturity?: AtMaturity | null;
  readonly payoutAccountId?: string | null;
};
type Move<Channel> = OnAccount & {
  readonly amount: bigint;
  readonly channel: Channel;
  readonly paidAt?: Temporal.Instant | null;
  readonly reference?: string | null;
  readonly msisdn?: string | null;
  readonly branchId?: string | null;
};
type PlaceHold = OnAccount & {
  readonly amount: bigint;
  readonly reason: string;
  readonly expiresAt?: Temporal.Instant | null;
};

const rules = {
  reason: text(500),
  clientReference: text(128),
  reference: text(128),
};

const showAccount = async (uuid: string, { loaders }: LendingContext) => ({
  savingsAccount: await loaders.savingsAccounts.load(uuid),
});
const showTransaction = async (uuid: string, { loaders }: LendingContext) => ({
  savingsTransaction: await loaders.savingsTransactions.load(uuid),
});

const theAccount = ({ savingsAccountId }: OnAccount, { loaders }: LendingContext) =>
  named('savingsAccountId', savingsAccountId, 'savings account', loaders.savingsAccounts);

const openSavingsAccount = change<OpenAccount, SavingsAccount>({
  show: showAccount,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, rules);
    const { payoutAccountId: payoutId = null } = input;
    const [member, product, payout] = await Promise.all([
      named('memberId', input.memberId, 'member', loaders.members.byUuid),
      named('productId', input.productId, 'savings product', loaders.savingsProducts.byUuid),
      payoutId === null ? null : named('payoutAccountId', payoutId, 'savings account', loaders.savingsAccounts),
    ]);
    return app.savings.openSavingsAccount(request(), {
      memberId: member.id,
      productId: product.id,
      clientReference: input.clientReference ?? null,
      atMaturity: input.atMaturity ?? null,
      payoutAccountId: payout?.id ?? null,
    });
  },
});

type Movement<Channel> = {
  readonly savingsAccountId: number;
  readonly version: number | undefined;
  readonly amount: bigint;
  readonly channel: Channel;
  readonly paidAt: Temporal.Instant | null;
  readonly reference: string | null;
  readonly msisdn: string | null;
  readonly branchId: number | null;
};

/** Money that moves; the version is the account's. */
const move = <Channel>(
  carryOut: (
    savings: App['savings'],
    request: ProposableRequest<SavingsTransaction>,
    movement: Movement<Channel>,
  ) => Promise<Handled>,
) =>
  change<Move<Channel>, SavingsTransaction>({
    show: showTransaction,
    run: async ({ input, version, context }, request) => {
      check(input, rules);
      const { amount, channel, paidAt = null, reference = null, msisdn = null, branchId = null } = input;
      const [account, branch] = await Promise.all([
        theAccount(input, context),
        branchId === null ? null : named('branchId', branchId, 'branch', context.loaders.branches.byUuid),
      ]);
      return carryOut(context.app.savings, request(), {
        savingsAccountId: account.id,
        version,
        amount,
        channel,
        paidAt,
        reference,
        msisdn,
        branchId: branch?.id ?? null,
      });
    },
  });

const placeSavingsHold = change<PlaceHold, SavingsTransaction>({
  show: showTransaction,
  run: async ({ input, version, context }, request) => {
    check(input, rules);
    const { id: savingsAccountId } = await theAccount(input, context);
    const { amount, reason, expiresAt = null } = input;
    return context.app.savings.placeSavingsHold(request(), { savingsAccountId, version, amount, reason, expiresAt });
  },
});

const transferShares = change<OnAccount & { toSavingsAccountId: string; amount: bigint }, SavingsTransaction>({
  show: showTransaction,
  run: async ({ input, version, context }, request) => {
    const { savingsAccounts } = context.loaders;
    const [from, to] = await Promise.all([
      theAccount(input, context),
      named('toSavingsAccountId', input.toSavingsAccountId, 'savings account', savingsAccounts),
    ]);
    const transfer = { savingsAccountId: from.id, toSavingsAccountId: to.id, amount: input.amount, version };
    return context.app.savings.transferShares(request(), transfer);
  },
});

type Found = { readonly savingsTransactionId: number; readonly version: number | undefined };

/** What is done with a movement or a hold that stands; the version is its own. */
const undo = <Input extends OnTransaction>(
  carryOut: (
    savings: App['savings'],
    request: ProposableRequest<SavingsTransaction>,
    on: Found & { readonly reason: string | null },
    input: Input,
  ) => Promise<Handled>,
) =>
  change<Input, SavingsTransaction>({
    show: showTransaction,
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { savingsTransactions } = loaders;
      const movement = await named('savingsTransactionId', input.savingsTransactionId, 'movement', savingsTransactions);
      const on = { savingsTransactionId: movement.id, version, reason: input.reason ?? null };
      return carryOut(app.savings, request(), on, input);
    },
  });

export const savingsMutations = {
  openSavingsAccount,
  depositSavings: move<FundSource>((savings, request, movement) => savings.depositSavings(request, movement)),
  withdrawSavings: move<PayoutSource>((savings, request, movement) => savings.withdrawSavings(request, movement)),
  reverseSavingsTransaction: undo<OnTransaction & { readonly cause?: ReversalCause | null }>(
    (savings, request, on, { cause }) =>
      savings.reverseSavingsTransaction(request, { ...on, cause: cause ?? undefined }),
  ),
  transferShares,
  placeSavingsHold,
  releaseSavingsHold: undo((savings, request, on) => savings.releaseSavingsHold(request, on)),
  captureSavingsHold: undo<OnTransaction & { readonly channel: PayoutSource; readonly reference?: string | null }>(
    (savings, request, on, { channel, reference = null }) =>
      savings.captureSavingsHold(request, { ...on, channel, reference }),
  ),
};
