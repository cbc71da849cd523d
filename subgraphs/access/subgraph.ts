import type { App } from '#platform/app/compose.ts';
import type { Cursors } from '#platform/app/cursors.ts';
import type { SigningSecrets } from '#platform/app/processes/delivery/signing-secrets.ts';
import type { ClientSecrets } from '#platform/auth/client-secrets.ts';
import { demandScopes } from '../demand-scopes.ts';
import { readTypeDefs, type Resolvers } from '../schema.ts';
import { serveSubgraph, type Subgraph, type SubgraphOptions } from '../serve-subgraph.ts';
import { accessContext, type AccessContext } from './context.ts';
import { accessEnums } from './enums.ts';
import { clientMutations } from './resolvers/client-mutations.ts';
import { clientQuery, clientRecords } from './resolvers/clients.ts';
import { settingsMutations, settingsQuery, settingsRecords } from './resolvers/settings.ts';
import { peopleMutations } from './resolvers/mutations.ts';
import { peopleRecords, Query } from './resolvers/people.ts';

/** The schema of access, for the subgraph and for composition. */
export const accessTypeDefs = readTypeDefs(
  new URL('schema.graphql', import.meta.url),
  new URL('mutations.graphql', import.meta.url),
  new URL('clients.graphql', import.meta.url),
  new URL('client-mutations.graphql', import.meta.url),
  new URL('graph-use.graphql', import.meta.url),
  new URL('settings.graphql', import.meta.url),
  new URL('enums.graphql', import.meta.url),
  new URL('lists.graphql', import.meta.url),
);

const accessResolvers: Resolvers<AccessContext> = {
  Query: { ...Query, ...clientQuery, ...settingsQuery },
  Mutation: { ...peopleMutations, ...clientMutations, ...settingsMutations },
  ...peopleRecords,
  ...clientRecords,
  ...settingsRecords,
  // Enums read no context, so that they are the same in any.
  ...(accessEnums as Resolvers<AccessContext>),
};

/** Made once: subgraphs that are started with the same resolvers share their schema. */
const guarded = demandScopes(accessTypeDefs, accessResolvers);

export type AccessSubgraph = {
  readonly app: App;
  readonly webhooks: { readonly secrets: SigningSecrets };
  readonly clientSecrets: ClientSecrets;
  readonly cursors: Cursors;
} & Pick<SubgraphOptions<AccessContext>, 'identityKey' | 'now' | 'log'>;

/** Who works at the institution, which clients it has, and what each has done. */
export function accessSubgraph({
  app,
  webhooks: { secrets },
  clientSecrets,
  cursors,
  ...served
}: AccessSubgraph): Promise<Subgraph> {
  return serveSubgraph<AccessContext>({
    ...served,
    name: 'access',
    typeDefs: accessTypeDefs,
    resolvers: guarded,
    context: (caller) => accessContext({ app, secrets, clientSecrets, cursors }, caller),
  });
}
