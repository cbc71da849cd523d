import { availableActions } from '#core/kernel/lifecycle.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import type { BreakNote } from '#core/reconciliation/break/reconciliation-break.ts';
import type { View } from '#platform/app/views.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';
import { namedRecords } from './named-records.ts';
import { evidenceShown } from './records.ts';

type AppPayment = NonNullable<View<'bridge.appPayments'>>;
type ReceiptPart = View<'receiptSplits'>['parts'][number];
type Reference = { readonly id: string };
const { MobileMoney, Reconciliation, ReconciliationBreak } = lendingLists;

/** Mobile money with its suspense, and the breaks of reconciliation: two work lists. */
export const mobileMoneyQuery: TypeResolvers<LendingContext> = {
  mobileMoneyTransaction: (_, { id }: Reference, { loaders }) => loaders.mobileMoney.load(id),
  mobileMoneyTransactions: listed('mobileMoneyTransactions', MobileMoney, (views) => views.mobileMoney),
  receipt: (_, { id }: Reference, { loaders }) => loaders.receiptSplits.load(id),
  appPayment: (_, { id }: Reference, { read }) => read((views) => views.bridge.appPayments.one(id)),
  appTariff: (_, { clientId }: { readonly clientId: string }, { read }) =>
    clientId.includes('\0') ? null : read((views) => views.bridge.appTariffs.byKey(clientId)),
  reconciliation: (_, { id }: Reference, { loaders }) => loaders.reconciliations.byUuid.load(id),
  reconciliations: listed('reconciliations', Reconciliation, (views) => views.reconciliations),
  reconciliationBreak: (_, { id }: Reference, { loaders }) => loaders.breaks.load(id),
  reconciliationBreaks: listed('reconciliationBreaks', ReconciliationBreak, (views) => views.breaks),
};

export const mobileMoneyRecords: Resolvers<LendingContext> = {
  MobileMoneyTransaction: {
    id: ({ uuid }: View<'mobileMoney'>) => uuid,
    mergedInto: ({ mergedInto }: View<'mobileMoney'>, _, { loaders }) =>
      mergedInto && loaders.mobileMoney.load(mergedInto.uuid),
    restOf: ({ restOf }: View<'mobileMoney'>, _, { loaders }) => restOf && loaders.mobileMoney.load(restOf.uuid),
    returnProposal: ({ returnProposal }: View<'mobileMoney'>) =>
      returnProposal && { ...returnProposal, proposedBy: returnProposal.by },
    availableActions: ({ state }: View<'mobileMoney'>) => availableActions(mobileMoneyLifecycle, state),
  },
  Receipt: {
    id: ({ uuid }: View<'receiptSplits'>) => uuid,
    reference: ({ receiptNo }: View<'receiptSplits'>) => receiptNo,
    restAmount: ({ rest }: View<'receiptSplits'>) => rest,
  },
  ReceiptPart: {
    destination: ({ type, target }: ReceiptPart) => ({ type, uuid: target.uuid }),
    bookedAs: ({ bookedType: type, bookedUuid: uuid }: ReceiptPart) => ({ type, uuid }),
  },
  AppPayment: {
    id: ({ publicId }: AppPayment) => publicId,
    availableActions: ({ state }: AppPayment) => (state === 'review' ? ['review'] : []),
    findings: ({ findings }: AppPayment) =>
      findings.map(({ receipt_no: receiptNo, amount, ...finding }) => ({
        ...finding,
        receiptNo,
        amount: amount === null ? null : BigInt(amount),
      })),
    evidence: ({ evidence }: AppPayment) => evidence.map(evidenceShown),
  },
  AppTariff: {
    id: ({ uuid }: View<'bridge.appTariffs'>) => uuid,
    clientId: ({ clientKey }: View<'bridge.appTariffs'>) => clientKey,
  },
  Reconciliation: { id: ({ uuid }: View<'reconciliations'>) => uuid },
  RecordReference: namedRecords,
  ReconciliationBreak: {
    id: ({ uuid }: View<'breaks'>) => uuid,
    reconciliation: ({ reconciliation }: View<'breaks'>, _, { loaders }) =>
      loaders.reconciliations.byId.load(reconciliation.id),
    line: ({ line }: View<'breaks'>) =>
      line && { lineNo: line.line_no, msisdn: line.msisdn, accountReference: line.account_reference },
    journal: ({ notes }: View<'breaks'>) => notes,
    availableActions: ({ state }: View<'breaks'>) => availableActions(breakLifecycle, state),
  },
  ReconciliationStep: { at: ({ at }: BreakNote) => Temporal.Instant.from(at) },
};
