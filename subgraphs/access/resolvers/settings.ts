import { DIRECTIONS } from '#core/payments/tariff.ts';
import type { Tenant } from '#platform/app/tenants.ts';
import type { View } from '#platform/app/views.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { AccessContext } from '../context.ts';

/** What the institution has decided, and its providers: read here, changed by operators. */
export const settingsQuery: TypeResolvers<AccessContext> = {
  policies: (_, __, { app, caller }) => app.institution(caller),
  rails: (_, __, { read }) => read((views) => views.rails.all()),
};

export const settingsRecords: Resolvers<AccessContext> = {
  Policies: {
    institution: ({ name }: Tenant) => name,
    backdateDays: ({ limits }: Tenant) => limits.backdateDays,
    overpaymentLimit: ({ limits }: Tenant) => limits.overpayment,
    chargeLimitPercent: ({ limits }: Tenant) => limits.chargePercent,
    inDuplum: ({ limits }: Tenant) => limits.inDuplum,
    reversalLimit: ({ alone }: Tenant) => alone.reversal,
    chargeLimit: ({ alone }: Tenant) => alone.charges,
    waiverLimit: ({ alone }: Tenant) => alone.waivers,
    bankChargeLimit: ({ alone }: Tenant) => alone.bankCharges,
    reschedulesByTwo: ({ alone }: Tenant) => alone.reschedules === 'two_people',
    shareBuyer: ({ shareBylaws }: Tenant) => shareBylaws.buyer,
    shareNoticeDays: ({ shareBylaws }: Tenant) => shareBylaws.noticeDays,
    admissionPattern: ({ education }: Tenant) => education.admissionPattern,
    fourEyesOnResults: ({ education }: Tenant) => education.fourEyesOnResults,
    lateRegistration: ({ education }: Tenant) => education.lateRegistration,
    booksClosedThrough: ({ booksClosedThrough }: Tenant) => booksClosedThrough?.toString() ?? null,
    appTariff: ({ appTariff }: Tenant) =>
      DIRECTIONS.flatMap((direction) => appTariff[direction].map((step) => ({ direction, ...step }))),
  },
  Rail: {
    id: ({ uuid }: View<'rails', 'all'>) => uuid,
  },
};
