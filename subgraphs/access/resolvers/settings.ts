import { invalidField } from '#core/kernel/field-error.ts';
import { DIRECTIONS, type Direction } from '#core/payments/tariff.ts';
import { POLICY_NAMES, type PolicyName } from '#core/people/policies.ts';
import { limitOf, ROLES, type Role } from '#core/people/roles.ts';
import type { ChangeRoleLimit, PolicyValue } from '#core/people/use-cases/change-policies.ts';
import type { Tenant } from '#platform/app/tenants.ts';
import type { View } from '#platform/app/views.ts';
import { check, text } from '../../check-input.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import { argumentPath } from '../../user-errors.ts';
import { change, type AccessContext } from '../context.ts';

/** What the institution has decided, and its providers, which operators set up. */
export const settingsQuery: TypeResolvers<AccessContext> = {
  policies: (_, __, { app, caller }) => app.institutionNow(caller),
  rails: (_, __, { read }) => read((views) => views.rails.all()),
};

type WithReason = { readonly reason: string };
type Charge = { readonly direction: Direction; readonly upTo?: bigint | null; readonly fee: bigint };
type Class = { readonly name: string; readonly fromDays: number; readonly provisionRate: string };
type Sent = string | number | boolean | bigint | null | readonly Class[] | readonly Charge[];
type ChangedPolicies = WithReason & { readonly [policy: string]: Sent | undefined };
type ChangedLimit = WithReason &
  Pick<ChangeRoleLimit, 'role' | 'step'> & {
    readonly kind: 'amount' | 'no_limit' | 'usual';
    readonly amount?: bigint | null;
  };

type Institution = { readonly uuid: string };
const reason = { reason: text(500) };
const decidedOn = (version: number | undefined) => (version === undefined ? {} : { version });

export const settingsMutations = {
  changePolicies: change<ChangedPolicies, Institution>({
    run: ({ input, version, context }, request) => {
      check(input, reason);
      const changes = Object.fromEntries(
        POLICY_NAMES.flatMap((name) => {
          const sent = input[inGraph(name)];
          return sent === undefined ? [] : [[name, stored(name, sent)]];
        }),
      );
      return context.app.people.changePolicies(request(), { changes, reason: input.reason, ...decidedOn(version) });
    },
    show: async (_, { app, caller }) => ({ policies: await app.institutionNow(caller) }),
  }),
  changeRoleLimit: change<ChangedLimit, Institution, { readonly role: Role }>({
    run: ({ input: { role, step, kind, amount, reason: why }, version, context }, request) => {
      check({ reason: why }, reason);
      const limit = { amount: amount ?? null, no_limit: null, usual: 'usual' as const }[kind];
      if (kind === 'amount' && limit === null) throw invalidField('amount', 'required', 'Send the largest amount.');
      const command = { role, step, limit: limit === null ? null : String(limit), reason: why, ...decidedOn(version) };
      return context.app.people.changeRoleLimit(request({ role }), command);
    },
    show: async (_, { read }, more) => {
      const set = await read((views) => views.people.roleLimits());
      return { role: more === undefined ? null : shownRole(more.role, set) };
    },
  }),
};

/** A role with its limits as the institution has set them. */
export function shownRole(role: Role, set: Parameters<typeof limitOf>[2]) {
  const row = { role, ...ROLES[role] };
  return { ...row, limits: { approve: limitOf(row, 'approve', set), disburse: limitOf(row, 'disburse', set) } };
}

const inGraph = (name: PolicyName): string => argumentPath(name).join('.');

/** A policy as it is stored: amounts as text, a tariff by direction. */
function stored(name: PolicyName, sent: Sent): PolicyValue {
  if (typeof sent === 'bigint') return sent.toString();
  if (typeof sent !== 'object' || sent === null) return sent;
  // Here and below: the schema says which policy is a list of what.
  if (name !== 'app_tariff') return (sent as readonly Class[]).map((each) => ({ ...each }));
  const charges = sent as readonly Charge[];
  return Object.fromEntries(
    DIRECTIONS.map((direction) => [
      direction,
      charges
        .filter((each) => each.direction === direction)
        .map(({ upTo = null, fee }) => ({ upTo: upTo === null ? null : String(upTo), fee: String(fee) })),
    ]),
  );
}

export const settingsRecords: Resolvers<AccessContext> = {
  Policies: {
    id: ({ uuid }: Tenant) => uuid,
    version: ({ policiesVersion }: Tenant) => policiesVersion,
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
