import type { Agent } from '#core/lending/agent/agent.ts';
import type { Channel } from '#core/lending/disbursement/channel.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import type { Business } from '#core/payments/business.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { lendingRefusals } from '#core/lending/refusals.ts';
import type { FundSource, Repayment } from '#core/lending/repayment/repayment.ts';
import { named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { Verdict } from '../../../mutate.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type DisburseLoan = {
  readonly loanId: string;
  readonly amount: bigint;
  readonly channel: Channel;
  readonly msisdn?: string | null;
  readonly bankAccount?: string | null;
  readonly business?: (Omit<Business, 'account'> & { readonly account?: string | null }) | null;
  readonly agentNo?: string | null;
};
type RecordRepayment = {
  readonly loanId: string;
  readonly amount: bigint;
  readonly channel: FundSource;
  readonly paidAt?: Temporal.Instant | null;
  readonly reference?: string | null;
  readonly msisdn?: string | null;
};
type LimitFloat = {
  readonly agentNo: string;
  readonly lowFloat?: bigint | null;
  readonly dailyLimit?: bigint | null;
};
type TransferFloat = {
  readonly agentNo: string;
  readonly toAgentNo: string;
  readonly amount: bigint;
  readonly reason: string;
};
type TopUpFloat = { readonly agentNo: string; readonly amount: bigint; readonly reference: string };

const disburseLoan = change<DisburseLoan, Disbursement>({
  show: async (uuid, { loaders }) => ({ disbursement: await loaders.disbursements.load(uuid) }),
  judge: judgeDisbursement,
  // The use case speaks of an agent_id, as REST does.
  fields: { agentId: 'agentNo' },
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, { agentNo: text(100), bankAccount: text(100) });
    const loan = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
    return app.lending.disburse(request(), {
      loanId: loan.id,
      version,
      amount: input.amount,
      channel: input.channel,
      msisdn: input.msisdn ?? null,
      bankAccount: input.bankAccount ?? null,
      business: input.business ? { ...input.business, account: input.business.account ?? null } : null,
      agentNo: input.agentNo ?? null,
    });
  },
});

/**
 * A disbursement that failed immediately is shown, with the reason beside it. Its answer counts as a failure of the
 * provider's, so that a repetition tries again.
 */
function judgeDisbursement({ state, failureCode, failureMessage }: Disbursement): Verdict | null {
  if (state !== 'failed') return null;
  const unreachable = failureCode === 'unreachable';
  const { code, title, remedy } = unreachable ? kernelRefusals.service_unavailable : lendingRefusals.provider_rejected;
  const reason = failureMessage === null || failureMessage === '' ? '' : ` (${failureMessage})`;
  const message = `${title}${reason}. ${remedy}`;
  return { userErrors: [{ code, message, path: null, amounts: [] }], status: unreachable ? 503 : 502 };
}

const recordRepayment = change<RecordRepayment, Repayment>({
  show: async (uuid, { loaders }) => ({ repayment: await loaders.repayments.load(uuid) }),
  run: async ({ input, version, context: { app, loaders } }, request) => {
    check(input, { reference: text(128) });
    const loan = await named('loanId', input.loanId, 'loan', loaders.loans.byUuid);
    return app.lending.recordRepayment(request(), {
      loanId: loan.id,
      version,
      amount: input.amount,
      channel: input.channel,
      paidAt: input.paidAt ?? null,
      reference: input.reference ?? null,
      msisdn: input.msisdn ?? null,
    });
  },
});

const showAgent = async (uuid: string, { loaders }: LendingContext) => ({ agent: await loaders.agents.load(uuid) });

const topUpFloat = change<TopUpFloat, Agent>({
  show: showAgent,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, { reference: text(128) });
    const agent = await named('agentNo', input.agentNo, 'agent', loaders.agentsByNumber);
    return app.lending.topUpFloat(request(), {
      agentNo: agent.agentNo,
      amount: input.amount,
      reference: input.reference,
    });
  },
});

const limitFloat = change<LimitFloat, Agent>({
  show: showAgent,
  run: async ({ input, version, context: { app, loaders } }, request) => {
    const { agentNo } = await named('agentNo', input.agentNo, 'agent', loaders.agentsByNumber);
    const { lowFloat, dailyLimit } = input;
    return app.lending.limitFloat(request(), { agentNo, version, lowFloat, dailyLimit });
  },
});

const transferFloat = change<TransferFloat, Agent>({
  show: showAgent,
  run: async ({ input, context: { app, loaders } }, request) => {
    check(input, { reason: text(200) });
    const { amount, reason } = input;
    const [from, to] = await Promise.all([
      named('agentNo', input.agentNo, 'agent', loaders.agentsByNumber),
      named('toAgentNo', input.toAgentNo, 'agent', loaders.agentsByNumber),
    ]);
    return app.lending.transferFloat(request(), { agentNo: from.agentNo, toAgentNo: to.agentNo, amount, reason });
  },
  // The use case speaks of an agent_id, as REST does.
  fields: { toAgentId: 'toAgentNo' },
});

const topUpFromPaybill = change<{ readonly agentNo: string; readonly amount: bigint }, FloatTopUp>({
  show: async (uuid, { loaders }) => ({ floatTopUp: await loaders.floatTopUps.load(uuid) }),
  run: async ({ input, context: { app, loaders } }, request) => {
    const { agentNo } = await named('agentNo', input.agentNo, 'agent', loaders.agentsByNumber);
    return app.lending.topUpFromPaybill(request(), { agentNo, amount: input.amount });
  },
  // The use case speaks of an agent_id, as REST does.
  fields: { agentId: 'agentNo' },
});

export const moneyMutations = {
  disburseLoan,
  recordRepayment,
  topUpFloat,
  topUpFromPaybill,
  limitFloat,
  transferFloat,
};
