import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import type { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import type { Incident } from '#core/payments/incident/incident.ts';
import type { OnDisbursement } from '#core/lending/use-cases/disbursing/find-disbursement.ts';
import type { App } from '#platform/app/compose.ts';
import type { CommandRequest, Handled, ProposableRequest } from '#platform/app/transact.ts';
import { incidentSteps } from '#core/lending/use-cases/disbursing/incidents.ts';
import type { StepOf } from '#core/kernel/steps.ts';
import { mutationsOf, named } from '../../../change.ts';
import { check, text } from '../../../check-input.ts';
import type { LendingContext } from '../../context.ts';
import { change } from './change.ts';

type Lending = App['lending'];
type OnOne = { readonly disbursementId: string };
type Explained = OnOne & { readonly reason: string };
type Returned = Explained & { readonly reversalReceiptNo: string };
type Proposed = OnOne & {
  readonly outcome: 'paid' | 'not_paid';
  readonly evidence: string;
  readonly receiptNo?: string | null;
  readonly paidAt?: Temporal.Instant | null;
  readonly amount?: bigint | null;
};

const rules = {
  reason: text(500),
  evidence: text(500),
  providerRef: text(64),
  receiptNo: text(64),
  reversalReceiptNo: text(64),
  assignee: text(200),
};

/** A step on one disbursement; the version is the disbursement's. */
function step<Input extends OnOne>(
  take: (lending: Lending, on: OnDisbursement, input: Input, request: CommandRequest<Disbursement>) => Promise<Handled>,
) {
  return change<Input, Disbursement>({
    show: async (uuid, { loaders }: LendingContext) => ({ disbursement: await loaders.disbursements.load(uuid) }),
    // The use cases speak of a reference, as banks do.
    fields: { reference: 'reversalReceiptNo' },
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id, loanId } = await named('disbursementId', input.disbursementId, 'disbursement', loaders.disbursements);
      return take(app.lending, { loanId, disbursementId: id, version }, input, request());
    },
  });
}

type OnIncident = { readonly incidentId: string; readonly assignee?: string; readonly reason?: string };

const onIncident = (name: StepOf<typeof incidentSteps>) =>
  change<OnIncident, Incident>({
    show: async (uuid: string, { loaders }: LendingContext) => ({ incident: await loaders.incidents.load(uuid) }),
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { incidentId, assignee = null, reason = null } = input;
      const { id } = await named('incidentId', incidentId, 'incident', loaders.incidents);
      return app.lending[name](request(), { incidentId: id, version, assignee, reason });
    },
  });

type OnTopUp = { readonly floatTopUpId: string };

/** A step on one top-up of the float; the version is the top-up's. */
function topUpStep<Input extends OnTopUp>(
  take: (
    lending: Lending,
    on: { readonly floatTopUpId: number; readonly version: number | undefined },
    input: Input,
    request: ProposableRequest<FloatTopUp>,
  ) => Promise<Handled>,
) {
  return change<Input, FloatTopUp>({
    show: showTopUp,
    fields: { reference: 'reversalReceiptNo' },
    run: async ({ input, version, context: { app, loaders } }, request) => {
      check(input, rules);
      const { id } = await named('floatTopUpId', input.floatTopUpId, 'float top-up', loaders.floatTopUps);
      return take(app.lending, { floatTopUpId: id, version }, input, request());
    },
  });
}

const showTopUp = async (uuid: string, { loaders }: LendingContext) => ({
  floatTopUp: await loaders.floatTopUps.load(uuid),
});

const floatTopUpMutations = {
  topUpFromPaybill: change<{ readonly agentNo: string; readonly amount: bigint }, FloatTopUp>({
    show: showTopUp,
    run: async ({ input, context: { app, loaders } }, request) => {
      const { agentNo } = await named('agentNo', input.agentNo, 'agent', loaders.agentsByNumber);
      return app.lending.topUpFromPaybill(request(), { agentNo, amount: input.amount });
    },
    // The use case speaks of an agent_id, as REST does.
    fields: { agentId: 'agentNo' },
  }),
  cancelFloatTopUp: topUpStep<OnTopUp & { readonly reason: string }>((lending, on, { reason }, request) =>
    lending.cancelFloatTopUp(request, { ...on, reason }),
  ),
  settleFloatTopUp: topUpStep<OnTopUp & Omit<Proposed, 'disbursementId'>>((lending, on, input, request) =>
    lending.settleFloatTopUp(request, {
      ...on,
      outcome: input.outcome,
      evidence: input.evidence,
      receiptNo: input.receiptNo ?? null,
      paidAt: input.paidAt ?? null,
      amount: input.amount ?? null,
    }),
  ),
  reverseFloatTopUp: topUpStep<OnTopUp & { readonly reversalReceiptNo: string; readonly reason: string }>(
    (lending, on, { reversalReceiptNo: reference, reason }, request) =>
      lending.reverseFloatTopUp(request, { ...on, reference, reason }),
  ),
};

export const moneyOnItsWayMutations = {
  ...floatTopUpMutations,
  confirmDisbursementByBank: step<OnOne & { readonly providerRef: string; readonly paidAt?: Temporal.Instant | null }>(
    (lending, on, { providerRef, paidAt }, request) =>
      lending.confirmByBank(request, { ...on, providerRef, paidAt: paidAt ?? null }),
  ),
  cancelDisbursement: step<Explained>((lending, on, { reason }, request) =>
    lending.cancelDisbursement(request, { ...on, reason }),
  ),
  proposeDisbursementOutcome: step<Proposed>((lending, on, input, request) =>
    lending.proposeOutcome(request, {
      ...on,
      outcome: input.outcome,
      evidence: input.evidence,
      receiptNo: input.receiptNo ?? null,
      paidAt: input.paidAt ?? null,
      amount: input.amount ?? null,
    }),
  ),
  approveDisbursementOutcome: step<OnOne>((lending, on, _, request) => lending.approveOutcome(request, on)),
  reverseDisbursement: step<Returned>((lending, on, { reversalReceiptNo: reference, reason }, request) =>
    lending.reverseDisbursement(request, { ...on, reference, reason }),
  ),
  returnPartOfDisbursement: step<Returned & { readonly amount: bigint }>(
    (lending, on, { reversalReceiptNo: reference, reason, amount }, request) =>
      lending.returnPartOfDisbursement(request, { ...on, reference, reason, amount }),
  ),
  ...mutationsOf(incidentSteps, onIncident),
};
