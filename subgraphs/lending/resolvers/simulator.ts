import { invalidField } from '#core/kernel/field-error.ts';
import type { PayoutAnswer, PromptAnswer, SimulatedKind } from '#core/payments/simulated.ts';
import type { PaidAtPaybill, PayPaybill } from '#platform/app/processes/simulator.ts';
import { check, text } from '../../check-input.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { change } from './mutations/change.ts';

const MOST = 50;
const USUAL = 20;

/** Payers and provider of a sandbox, as a person plays them. */
export const simulatorQuery: TypeResolvers<LendingContext> = {
  simulatedPayments: (_, { kind, first }: { kind: SimulatedKind; first?: number | null }, { app, caller }) => {
    const most = first ?? USUAL;
    if (most < 1 || most > MOST) throw invalidField('first', 'range', `Ask for 1 to ${MOST} payments.`);
    return app.simulator.newest(caller, kind, most);
  },
  simulatedNumbers: (_, { kind }: { kind: SimulatedKind }, { app, caller }) => app.simulator.numbers(caller, kind),
};

export const simulatorRecords: Resolvers<LendingContext> = {
  SimulatedPayment: { id: ({ uuid }: { readonly uuid: string }) => uuid },
};

type Answered = {
  readonly simulatedPaymentId: string;
  readonly answer: PromptAnswer | PayoutAnswer;
  readonly amount?: bigint | null;
};

export const simulatorMutations: TypeResolvers<LendingContext> = {
  answerSimulatedPayment: change<Answered, { readonly uuid: string }>({
    run: ({ input: { simulatedPaymentId: uuid, answer, amount }, context: { app } }, request) =>
      app.simulator.answer(request(), { uuid, answer, amount: amount ?? null }),
    show: async (uuid, { app, caller }) => ({ simulatedPayment: await app.simulator.one(caller, uuid) }),
  }),
  payPaybill: change<PayPaybill, PaidAtPaybill, { readonly receiptNo: string }>({
    run: async ({ input, context: { app } }, request) => {
      check(input, { accountReference: text(64) });
      return app.simulator.payPaybill(request(), input);
    },
    judge: ({ receiptNo }) => ({ userErrors: [], status: 200, more: { receiptNo } }),
    show: async (uuid, { loaders }, more) => ({
      receiptNo: more?.receiptNo ?? null,
      mobileMoneyTransaction: await loaders.mobileMoney.load(uuid),
    }),
  }),
};
