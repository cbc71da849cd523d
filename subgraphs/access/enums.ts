import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { DIRECTIONS } from '#core/payments/tariff.ts';
import { personLifecycle } from '#core/people/person/lifecycle.ts';
import { ROLE_NAMES, ROLES } from '#core/people/roles.ts';
import { SIGN_IN_METHODS } from '#core/people/session/session.ts';
import { enumResolvers, type LifecyclesByType, type WordsByEnum } from '../derive-enums.ts';
import { enumValues } from '../enums.ts';
import { listEnumResolvers } from '../lists.ts';
import type { Resolvers } from '../schema.ts';
import { accessLists } from './lists.ts';

/** What enums.graphql is derived from. */
export const accessLifecycles: LifecyclesByType = { Person: personLifecycle, Client: apiClientLifecycle };

export const accessWords: WordsByEnum = {
  PersonRole: {
    means: 'What a person may do, by the work that they do.',
    words: Object.fromEntries(ROLE_NAMES.map((role) => [role, ROLES[role].means])),
  },
};

/** The enums that are derived, and those that schema.graphql spells out. */
export const accessEnums: Resolvers<never> = {
  ...enumResolvers(accessLifecycles, accessWords),
  ...listEnumResolvers(accessLists),
  SignInMethod: enumValues(SIGN_IN_METHODS),
  InstitutionMode: enumValues(['sandbox', 'live']),
  ShareBuyer: enumValues(['society', 'member']),
  LateRegistration: enumValues(['accepted', 'refused']),
  ChargeDirection: enumValues(DIRECTIONS),
  LimitedStep: enumValues(['approve', 'disburse']),
  RoleLimitKind: enumValues(['amount', 'no_limit', 'usual']),
  ClientIdFormat: enumValues(['integer', 'uuid']),
  ClientKeyState: enumValues(['valid', 'running_out', 'replaced', 'expired', 'revoked']),
};
