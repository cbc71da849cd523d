import { availableActions } from '#core/kernel/lifecycle.ts';
import { mobileMoneyLifecycle } from '#core/mobile-money/transaction/lifecycle.ts';
import { breakLifecycle } from '#core/reconciliation/break/lifecycle.ts';
import type { BreakNote } from '#core/reconciliation/break/reconciliation-break.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type Reference = { readonly id: string };
type ReconciliationsArguments = ConnectionArguments & { readonly filter?: { readonly account?: string | null } | null };
type MoneyArguments = ConnectionArguments & { readonly filter?: { readonly states?: readonly string[] | null } | null };
type BreaksArguments = ConnectionArguments & {
  readonly filter?: {
    readonly states?: readonly string[] | null;
    readonly types?: readonly string[] | null;
    readonly owner?: string | null;
  } | null;
};

/** Mobile money with its suspense, and the breaks of reconciliation: two work lists. */
export const mobileMoneyQuery: TypeResolvers<LendingContext> = {
  mobileMoneyTransaction: (_, { id }: Reference, { loaders }) => loaders.mobileMoney.load(id),
  mobileMoneyTransactions: (_, { filter, ...args }: MoneyArguments, { read }) => {
    const states = filter?.states ?? undefined;
    return connection('mobileMoneyTransactions', args, {
      slice: (slice) => read((views) => views.mobileMoney.slice(states, slice)),
      count: () => read((views) => views.mobileMoney.count(states)),
    });
  },
  reconciliation: (_, { id }: Reference, { loaders }) => loaders.reconciliations.byUuid.load(id),
  reconciliations: (_, { filter, ...args }: ReconciliationsArguments, { read }) => {
    const account = searchable(filter?.account);
    return connection('reconciliations', args, {
      slice: (slice) => read((views) => views.reconciliations.slice(account, slice)),
      count: () => read((views) => views.reconciliations.count(account)),
    });
  },
  reconciliationBreak: (_, { id }: Reference, { loaders }) => loaders.breaks.load(id),
  reconciliationBreaks: (_, { filter, ...args }: BreaksArguments, { read }) => {
    const chosen = {
      states: filter?.states ?? undefined,
      types: filter?.types ?? undefined,
      owner: searchable(filter?.owner),
    };
    return connection('reconciliationBreaks', args, {
      slice: (slice) => read((views) => views.breaks.slice(chosen, slice)),
      count: () => read((views) => views.breaks.count(chosen)),
    });
  },
};

export const mobileMoneyRecords: Resolvers<LendingContext> = {
  MobileMoneyTransaction: {
    id: ({ uuid }: View<'mobileMoney'>) => uuid,
    availableActions: ({ state }: View<'mobileMoney'>) => availableActions(mobileMoneyLifecycle, state),
  },
  Reconciliation: { id: ({ uuid }: View<'reconciliations'>) => uuid },
  RecordReference: { id: ({ uuid }: { readonly uuid: string }) => uuid },
  ReconciliationBreak: {
    id: ({ uuid }: View<'breaks'>) => uuid,
    reconciliation: ({ reconciliation }: View<'breaks'>, _, { loaders }) =>
      loaders.reconciliations.byId.load(reconciliation.id),
    journal: ({ notes }: View<'breaks'>) => notes,
    availableActions: ({ state }: View<'breaks'>) => availableActions(breakLifecycle, state),
  },
  ReconciliationStep: { at: ({ at }: BreakNote) => Temporal.Instant.from(at) },
};

/** Text to look for. No record holds a NUL, and PostgreSQL refuses to look for one. */
function searchable(text: string | null | undefined): string | undefined {
  return text?.replaceAll('\0', '\uFFFD');
}
