import { apiClientLifecycle } from '#core/partners/api-client/lifecycle.ts';
import { invalidField } from '#core/kernel/field-error.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { BUCKETS, QUOTAS } from '#core/partners/quotas.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import { bodiesWithin } from '#platform/app/request-log.ts';
import type { View } from '#platform/app/views.ts';
import { clientsOf } from '#platform/auth/caller.ts';
import { badInput, listed } from '../../connections.ts';
import { criteriaOf } from '../../lists.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import { uuidOfPerson, type AccessContext } from '../context.ts';
import { accessLists } from '../lists.ts';

type One = { readonly id: string };
type OfClient = { readonly clientId: string };
type Shown = View<'clients', 'byUuids'>;
type FieldUse = { readonly startsWith?: string | null; readonly after?: string | null; readonly first: number };
type Requests = OfClient & {
  readonly filter?: Readonly<Record<string, unknown>> | null;
  readonly after?: string | null;
  readonly first: number;
};

const MOST_REQUESTS = 100;
const MOST_HOURS = 168;

export const clientQuery: TypeResolvers<AccessContext> = {
  client: (_, { id }: One, { loaders }) => loaders.clients.byUuid.load(id),
  clients: listed('clients', accessLists.Client, ({ clients }, { caller }: AccessContext) => ({
    slice: (criteria, slice) => clients.slice(clientsOf(caller), criteria, slice),
    count: (criteria) => clients.count(clientsOf(caller), criteria),
  })),
  clientScopes: () => SCOPES,
  clientRequests: async (_, { clientId, filter, after, first }: Requests, { read, loaders, caller, cursors }) => {
    if (first < 1 || first > MOST_REQUESTS) throw badInput(`first takes 1 to ${MOST_REQUESTS}.`);
    const client = await loaders.clients.byUuid.load(clientId);
    if (client === null) return null;
    const criteria = criteriaOf(accessLists.ClientRequest, filter, null);
    if (criteria === null) return { requests: [], endCursor: null, hasMore: false };
    const list = `clientRequests:${client.id}`;
    const from = after == null ? null : cursors.open(list, 'after', after);
    const seal = await cursors.sealing(list, from === null ? [] : [from]);
    const query = { ...criteria, limit: first, boundary: from, withTotal: false };
    const page = await read((views) => views.requests.list(client.id, query));
    return {
      requests: page.rows.map((request) => bodiesWithin(caller, request)),
      endCursor: page.last && seal({ values: page.last, asOf: page.asOf }),
      hasMore: page.more,
    };
  },
  clientRequest: async (
    _,
    { clientId, requestId }: OfClient & { readonly requestId: string },
    { read, loaders, caller },
  ) => {
    const client = await loaders.clients.byUuid.load(clientId);
    if (client === null || requestId.includes('\0')) return null;
    const request = await read((views) => views.requests.latest(client.id, requestId));
    return request && bodiesWithin(caller, request);
  },
  graphFieldUse: async (_, { startsWith, after, first }: FieldUse, { read, caller }) => {
    if (first < 1 || first > MOST_REQUESTS) throw badInput(`first takes 1 to ${MOST_REQUESTS}.`);
    const wanted = { startsWith: startsWith ?? '', after: after ?? '', limit: first };
    // No name has it, and the database knows no such text.
    if (`${wanted.startsWith}${wanted.after}`.includes('\0')) return { fields: [], hasMore: false };
    const { rows, more } = await read((views) => views.graphOperations.fields(clientsOf(caller), wanted));
    return { fields: rows, hasMore: more };
  },
};

export const clientRecords: Resolvers<AccessContext> = {
  Client: {
    id: ({ uuid }: Shown) => uuid,
    __resolveReference: ({ id }: One, { loaders }) => loaders.clients.byUuid.load(id),
    responsiblePerson: ({ responsible }: Shown, _: unknown, { loaders }) => {
      const uuid = uuidOfPerson(responsible);
      return uuid === null ? null : loaders.people.byUuid.load(uuid);
    },
    availableActions: ({ state }: Shown) => availableActions(apiClientLifecycle, state),
    quotas: ({ quotas }: Shown) =>
      BUCKETS.map((bucket) => ({
        bucket,
        perMinute: quotas[bucket] ?? QUOTAS[bucket],
        isAgreed: quotas[bucket] !== undefined,
      })),
    keys: ({ id }: Shown, _: unknown, { loaders }) => loaders.keysOfClient.load(id),
    use: ({ id }: Shown, { hours }: { readonly hours: number }, { loaders }) => {
      if (hours < 1 || hours > MOST_HOURS) throw invalidField('hours', 'range', `Send 1 to ${MOST_HOURS} hours.`);
      return loaders.useOfClient(hours).load(id);
    },
  },
  ClientRequest: {
    requestBody: ({ requestBody }: View<'requests', 'latest'>) => jsonOf(requestBody),
    responseBody: ({ responseBody }: View<'requests', 'latest'>) => jsonOf(responseBody),
    at: ({ createdAt }: View<'requests', 'latest'>) => createdAt,
  },
};

const jsonOf = (body: unknown): string | null => (body === null || body === undefined ? null : JSON.stringify(body));
