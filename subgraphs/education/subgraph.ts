import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import { demandScopes } from '../demand-scopes.ts';
import { notePersonalData } from '../personal-data.ts';
import { readTypeDefs, type Resolvers } from '../schema.ts';
import { serveSubgraph, type Subgraph, type SubgraphOptions } from '../serve-subgraph.ts';
import { educationContext, type EducationContext } from './context.ts';
import { educationEnums } from './enums.ts';
import { educationStepMutations } from './steps.ts';
import { catalogueMutations } from './resolvers/mutations/catalogue.ts';
import { enrolmentMutations } from './resolvers/mutations/enrolments.ts';
import { invoiceMutations } from './resolvers/mutations/invoices.ts';
import { paymentMutations } from './resolvers/mutations/payments.ts';
import { resultMutations } from './resolvers/mutations/results.ts';
import { sponsorshipMutations } from './resolvers/mutations/sponsorships.ts';
import { studentMutations } from './resolvers/mutations/students.ts';
import { Query } from './resolvers/query.ts';
import { catalogue } from './resolvers/records/catalogue.ts';
import { fees } from './resolvers/records/fees.ts';
import { lendersRecords } from './resolvers/records/lending.ts';
import { papers } from './resolvers/records/papers.ts';
import { students } from './resolvers/records/students.ts';
import { studies } from './resolvers/records/studies.ts';

/** The schema of education, for the subgraph and for composition. */
export const educationTypeDefs = readTypeDefs(
  new URL('schema.graphql', import.meta.url),
  new URL('papers.graphql', import.meta.url),
  new URL('mutations.graphql', import.meta.url),
  new URL('catalogue.graphql', import.meta.url),
  new URL('enums.graphql', import.meta.url),
  new URL('lists.graphql', import.meta.url),
  new URL('steps.graphql', import.meta.url),
);

export const educationResolvers: Resolvers<EducationContext> = {
  Query,
  Mutation: {
    ...educationStepMutations,
    ...studentMutations,
    ...enrolmentMutations,
    ...invoiceMutations,
    ...paymentMutations,
    ...resultMutations,
    ...sponsorshipMutations,
    ...catalogueMutations,
  },
  ...lendersRecords,
  ...students,
  ...studies,
  ...fees,
  ...catalogue,
  ...papers,
  // Enums read no context, so that they are the same in any.
  ...(educationEnums as Resolvers<EducationContext>),
};

/** Made once: subgraphs that are started with the same resolvers share their schema. */
const guarded = demandScopes(educationTypeDefs, notePersonalData(educationTypeDefs, educationResolvers));

export type EducationSubgraph = { readonly app: App; readonly cursors: Cursors } & Pick<
  SubgraphOptions<EducationContext>,
  'identityKey' | 'now' | 'log'
>;

/** Students, enrolments, fees, results, and the members who sponsor. */
export function educationSubgraph({ app, cursors, identityKey, now, log }: EducationSubgraph): Promise<Subgraph> {
  return serveSubgraph<EducationContext>({
    identityKey,
    now,
    log,
    name: 'education',
    typeDefs: educationTypeDefs,
    resolvers: guarded,
    context: (caller) => educationContext(app, cursors, caller),
    beforeResponse: ({ personal }) => personal.record(),
  });
}
