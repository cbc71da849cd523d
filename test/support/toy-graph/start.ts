import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { startGateway } from '#gate/server.ts';
import type { GatewayOptions } from '#gate/server.ts';
import type { SubgraphLink } from '#gate/execute/links.ts';
import { serveSubgraph } from '#sub/serve-subgraph.ts';
import type { Subgraph, SubgraphRequest } from '#sub/serve-subgraph.ts';
import type { Resolvers, TypeResolvers } from '#sub/schema.ts';
import { aCaller } from '#test/support/caller.ts';
import { recordingLog } from '#test/support/recording-log.ts';
import { booksResolvers, booksTypeDefs } from './books.ts';
import { reviewsResolvers, reviewsTypeDefs } from './reviews.ts';
import { ringOf } from '#platform/runtime/ring.ts';

/** The media type by which a client of today requests a status that says that an operation is wrong. */
const newer = 'application/graphql-response+json';

/** The two ways in which a gateway reaches its subgraphs. The same tests pass both ways. */
export const ways = ['in one process', 'over HTTP'] as const;
export type Way = (typeof ways)[number];

export const identityKey = ringOf(new Uint8Array(32).fill(9));

export const toySupergraph = () =>
  composeSupergraph([
    { name: 'books', url: 'http://books.invalid/graphql', typeDefs: booksTypeDefs },
    { name: 'reviews', url: 'http://reviews.invalid/graphql', typeDefs: reviewsTypeDefs },
  ]);

/** A test looks into a response as it likes. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export type GraphResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly data?: Json;
  readonly errors?: readonly { message: string; path?: readonly unknown[]; extensions: Record<string, Json> }[];
  readonly extensions?: Json;
};

export type ToyGraph = Awaited<ReturnType<typeof startToyGraph>>;

/**
 * Starts both toy subgraphs and a gateway in front of them.
 * A bearer token is a list of scopes: `Bearer books:read costs:read`; it may begin with `live`.
 */
export async function startToyGraph(
  way: Way,
  differing: Partial<GatewayOptions> = {},
  changed: ReadonlyMap<number, string> = new Map(),
) {
  const folder = mkdtempSync(join(tmpdir(), 'toy-graph-'));
  const supergraphPath = join(folder, 'supergraph.graphql');
  writeFileSync(supergraphPath, toySupergraph());
  const { log, lines } = recordingLog();
  const now = () => Temporal.Now.instant();
  const { store, resolvers } = booksResolvers(changed);
  /** Each resolver that ran, as `Type.field`. */
  const resolved: string[] = [];

  const shared = { identityKey, now, log };
  const subgraphs = new Map<string, Subgraph>();
  for (const subgraph of [
    await serveSubgraph({
      ...shared,
      name: 'books',
      typeDefs: booksTypeDefs,
      resolvers: noted(resolvers, resolved),
      context: (caller) => ({ caller }),
    }),
    await serveSubgraph({
      ...shared,
      name: 'reviews',
      typeDefs: reviewsTypeDefs,
      resolvers: noted(reviewsResolvers, resolved),
      context: (caller) => ({ caller }),
    }),
  ]) {
    subgraphs.set(subgraph.name, subgraph);
  }

  const links = new Map<string, SubgraphLink>();
  for (const subgraph of subgraphs.values()) {
    if (way === 'over HTTP') {
      const url = await subgraph.listen({ port: 0 });
      links.set(subgraph.name, { url: `${url}/graphql` });
    } else {
      links.set(subgraph.name, {
        execute: (request: SubgraphRequest, caller) => subgraph.execute(request, caller),
      });
    }
  }

  const cleanUp = async (): Promise<void> => {
    await Promise.all([...subgraphs.values()].map((subgraph) => subgraph.close()));
    rmSync(folder, { recursive: true });
  };
  const gateway = await startGateway({
    port: 0,
    supergraphPath,
    subgraphs: (name) => links.get(name),
    reloadEveryMs: 20,
    authenticate: async (authorization) => {
      const bearer = /^Bearer (.*)$/.exec(authorization ?? '')?.[1];
      if (bearer === undefined) {
        return {
          refused: { status: 401, code: 'unauthenticated', message: 'Send an access token as a bearer token.' },
        };
      }
      if (bearer === 'expired')
        return { refused: { status: 401, code: 'invalid_token', message: 'The token has expired.' } };
      if (bearer === 'disabled')
        return { refused: { status: 403, code: 'client_disabled', message: 'The client is disabled.' } };
      if (bearer === 'outage') throw new Error('the database is away');
      const words = bearer.split(' ').filter((word) => word !== '');
      const {
        requestId: _,
        traceparent: __,
        ...caller
      } = aCaller({
        mode: words.includes('live') ? 'live' : 'sandbox',
        scopes: words.filter((word) => word !== 'live'),
      });
      return caller;
    },
    ...shared,
    ...differing,
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });

  const send = async (
    body: unknown,
    headers: Record<string, string | null> = {},
    method = 'POST',
  ): Promise<GraphResponse> => {
    const all = { 'content-type': 'application/json', accept: newer, authorization: 'Bearer books:read', ...headers };
    const response = await fetch(gateway.url, {
      method,
      headers: Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null),
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      ...(text.startsWith('{') ? JSON.parse(text) : { text }),
    };
  };

  return {
    gateway,
    supergraphPath,
    subgraphs,
    links,
    store,
    log: lines,
    resolved,
    send,
    /** Asks with the scopes given, `books:read` where none are. */
    execute: (query: string, scopes = 'books:read', variables: object = {}) =>
      send({ query, variables }, { authorization: `Bearer ${scopes}` }),
    async close() {
      await gateway.close();
      await cleanUp();
    },
  };
}

function noted<Context>(resolvers: Resolvers<Context>, into: string[]): Resolvers<Context> {
  const members = (type: string, of: TypeResolvers<Context>) =>
    Object.entries(of).map(([member, resolve]) => {
      if (typeof resolve !== 'function') return [member, resolve];
      const run = resolve as (...parameters: unknown[]) => unknown;
      return [member, (...parameters: unknown[]) => (into.push(`${type}.${member}`), run(...parameters))];
    });
  return Object.fromEntries(
    Object.entries(resolvers).map(([type, of]) => [type, Object.fromEntries(members(type, of))]),
  );
}
