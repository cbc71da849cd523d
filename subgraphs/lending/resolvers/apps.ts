import { maskedNumber } from '#core/payments/receipt.ts';
import type { View } from '#platform/app/views.ts';
import { listed } from '../../connections.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type App = NonNullable<View<'bridge.institution', 'byKey'>>;
type AppPayment = NonNullable<View<'bridge.appPayments'>>;
type Unsettled = View<'unsettled', 'slice'>;
type Numbered = { readonly msisdn: string | null };

/** The apps of the payment bridge with their money, and the inbox of payments whose outcome is open. */
export const appQuery: TypeResolvers<LendingContext> = {
  app: (_, { clientId }: { readonly clientId: string }, { read }) =>
    clientId.includes('\0') ? null : read((views) => views.bridge.institution.byKey(clientId)),
  apps: listed('apps', lendingLists.App, (views) => views.bridge.institution),
  appPayouts: listed('appPayouts', lendingLists.AppPayout, (views) => views.bridge.appPayments.payouts),
  appCollections: listed('appCollections', lendingLists.AppCollection, (views) => views.bridge.appPayments.collections),
  unsettledPayments: listed('unsettledPayments', lendingLists.UnsettledPayment, (views) => views.unsettled),
};

export const appRecords: Resolvers<LendingContext> = {
  App: {
    id: ({ uuid }: App) => uuid,
    clientId: ({ clientKey }: App) => clientKey,
    floats: ({ id }: App, _, { loaders }) => loaders.floatsOfApp.load(id),
  },
  AppPayment: { direction: ({ kind }: AppPayment) => kind },
  AppNamed: { clientId: ({ clientKey }: AppPayment['app']) => clientKey },
  UnsettledPayment: {
    id: ({ uuid, publicId }: Unsettled) => publicId ?? uuid,
    of: ({ name }: Unsettled) => name,
    loan: ({ loan }: Unsettled, _, { loaders }) => loan && loaders.loans.byUuid.load(loan.uuid),
    proposed: ({ saidBy }: Unsettled) => saidBy !== null,
  },
  Disbursement: { msisdnMasked: ({ msisdn }: Numbered) => maskedNumber(msisdn) },
  MobileMoneyTransaction: { msisdnMasked: ({ msisdn }: Numbered) => maskedNumber(msisdn) },
  ProviderStatementLine: { msisdnMasked: ({ msisdn }: Numbered) => maskedNumber(msisdn) },
};
