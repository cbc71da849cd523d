import { createHash } from 'node:crypto';
import { operationFromDocument, Supergraph } from '@apollo/federation-internals';
import { QueryPlanner } from '@apollo/query-planner';
import type { QueryPlan } from '@apollo/query-planner';
import { buildASTSchema, parse, print } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type { AccessRules } from '../access/rules.ts';
import { separateAccessRules } from '../access/rules.ts';
import { isAsComposed } from '../as-composed.ts';
import { contractOf } from '../contract.ts';
import type { CostRules } from '../cost/rules.ts';
import { costRulesOf } from '../cost/rules.ts';
import type { FeedRule } from '../subscriptions/feed.ts';
import { feedRulesOf } from '../subscriptions/feed.ts';
import { keysInOrder } from './keys-in-order.ts';

/** All that follows from one supergraph. It never changes: another supergraph is another graph, and a request keeps its own. */
export type Graph = {
  readonly supergraphSdl: string;
  /** What clients see. */
  readonly apiSchema: GraphQLSchema;
  /** What plans speak of, with what clients don’t see. */
  readonly supergraph: GraphQLSchema;
  readonly subgraphs: readonly string[];
  /** @throws Error where there is no way to fetch what the operation wants */
  readonly plan: (operation: DocumentNode) => QueryPlan;
  readonly rules: AccessRules;
  readonly costs: CostRules;
  /** What the fields of Subscription follow, by name. */
  readonly feeds: ReadonlyMap<string, FeedRule>;
  readonly fingerprint: string;
};

/** Graphs that are in use, by what they were built from: to build one takes a second of a processor. */
const inUse = new Map<string, WeakRef<Graph>>();
const MOST_IN_USE = 8;

/**
 * The graph of a supergraph; the same one for gateways of one process that serve the same supergraph.
 * @param without tags: what has one of them clients don’t see
 * @throws Error where the text is no sound supergraph, or asks for a kind of security that is not enforced here
 */
export function graphOf(text: string, without: readonly string[] = []): Graph {
  const key = JSON.stringify([fingerprintOf(text), ...without]);
  const found = inUse.get(key)?.deref();
  if (found) return found;
  const graph = build(text, without);
  inUse.set(key, new WeakRef(graph));
  const [oldest = key] = inUse.keys();
  if (inUse.size > MOST_IN_USE) inUse.delete(oldest);
  return graph;
}

function build(text: string, without: readonly string[]): Graph {
  // It is 25,000 lines: they are read once, and printed for nothing that only reads them again.
  const written = parse(text, { noLocation: true });
  const { document: separated, rules } = separateAccessRules(contractOf(written, without));
  const document = keysInOrder(separated);
  // What was found sound when it was composed isn't proven again at each start: that was a fifth of the time.
  const isKnownSound = without.length === 0 && isAsComposed(text);
  const supergraph = Supergraph.build(document, { validateSupergraph: !isKnownSound });
  const apiSchema = supergraph.apiSchema();
  const planner = new QueryPlanner(supergraph);
  return {
    supergraphSdl: print(document),
    // Both were validated, above or when they were composed.
    apiSchema: buildASTSchema(apiSchema.toAST(), { assumeValidSDL: true }),
    supergraph: buildASTSchema(document, { assumeValidSDL: true }),
    subgraphs: supergraph.subgraphsMetadata().map(({ name }) => name),
    plan: (operation) => planner.buildQueryPlan(operationFromDocument(apiSchema, operation, { validate: false })),
    rules,
    costs: costRulesOf(written),
    feeds: feedRulesOf(written),
    fingerprint: fingerprintOf(text),
  };
}

/** Names a supergraph by its text. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
