import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { GraphQLError, Kind, OperationTypeNode } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { BaseLogger } from 'pino';
import type { Guard } from './access/guard.ts';
import { accessGuard } from './access/guard.ts';
import type { ResultMap } from './access/complete-with-nulls.ts';
import { describedOperation, type DescribedOperation } from './check/describe.ts';
import { publicError } from './errors.ts';
import { boundedMap, type BoundedMap } from './execute/bounded-map.ts';
import { execute } from './execute/execute.ts';
import type { Graph } from './execute/graph.ts';
import type { Preparation } from './cost/preparation.ts';
import type { Links } from './execute/links.ts';
import type { Operation, Plans } from './execute/operation.ts';
import { operationOf } from './execute/operation.ts';
import { completed } from './completed.ts';
import { prepareSubscription, type Prepared, type Refused } from './subscriptions/prepare.ts';
import { hasIntrospection } from './live-discretion.ts';
import type { RequestContext } from './request-context.ts';
import type { SupergraphFile } from './supergraph-file.ts';

type GatewayInterface = ApolloServerOptionsWithGateway<RequestContext>['gateway'];
type Executor = NonNullable<Awaited<ReturnType<GatewayInterface['load']>>['executor']>;
type Result = Awaited<ReturnType<Executor>>;

/** What became of an operation: JSON text of `data` where all went well, else the result with its errors. */
export type Outcome = { readonly data: string } | { readonly result: Result };

/** An operation that the server has parsed and validated before, for the graph that is served now. */
type KnownOperation = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
};

export type FederatedGateway = {
  /** The graph as Apollo Server sees it. */
  readonly apollo: GatewayInterface;
  /** The operation of this name in this text; null where it is for the server to say what it is. */
  readonly known: (text: string, name: string | null) => KnownOperation | null;
  /** True for a text that the server has found valid before. */
  readonly isKnown: (text: string) => boolean;
  readonly carryOut: (
    operation: KnownOperation,
    variables: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ) => Promise<Outcome>;
};

/** What is remembered of one graph: nothing of it is of use for another. */
type Serving = {
  readonly graph: Graph;
  readonly guard: Guard;
  readonly plans: Plans;
  readonly operations: WeakMap<DocumentNode, Map<string, Operation>>;
  /** Operations by their text, under their name. */
  readonly texts: BoundedMap<Map<string, KnownOperation>>;
};

/** Plans that are remembered: clients send few operations, many times. */
const MOST_PLANS = 1_000;
/** Texts that are remembered, and how long such a text may be. */
const MOST_TEXTS = 1_000;
const LONGEST_TEXT = 16_384;

/**
 * Notified that a caller sent an operation that can be carried out. It is the same object each time, and is described behind the
 * response, where that is wanted at all.
 */
export type OperationSeen = (
  caller: RequestContext['caller'],
  operation: OperationDefinitionNode,
  describe: () => DescribedOperation | null,
) => void;

export type FederatedGatewayOptions = {
  readonly file: SupergraphFile;
  readonly links: Links;
  readonly preparation: Preparation;
  readonly seen?: OperationSeen | undefined;
  readonly log: Pick<BaseLogger, 'error'>;
};

/** The graph with the guard in front of planning and the mask behind the execution. */
export function federatedGateway({ file, links, preparation, seen, log }: FederatedGatewayOptions): FederatedGateway {
  const serving = new WeakMap<GraphQLSchema, Serving>();
  const serve = (graph: Graph): Graph => {
    serving.set(graph.apiSchema, servingNothing(graph));
    return graph;
  };
  const servingOf = (schema: GraphQLSchema): Serving => {
    const served = serving.get(schema);
    if (served === undefined) throw new Error('The server asks for a graph that was never loaded.');
    return served;
  };

  const carryOut: FederatedGateway['carryOut'] = async ({ schema, document, operation }, variables, context) => {
    const served = servingOf(schema);
    const { caller } = context;
    const operationName = operation.name?.value ?? null;
    try {
      const guarded = served.guard({ document, operationName, variables, scopes: caller.scopes });
      const left = guarded?.document ?? document;
      const compiled =
        compiledOf(served, left, operationName) ??
        (await preparation.planned(caller, context.deadline, () => compile(served, left, operationName)));
      seen?.(caller, operation, () => describedOperation(schema, document, operation));
      if (compiled.change !== null) {
        return { result: readied(prepareSubscription({ operation: compiled, guarded, variables }), context) };
      }
      const response = await execute(compiled, variables, (fetch, values) => links.send(fetch, values, context));
      if (guarded === null && response.errors.length === 0 && response.data !== null) return { data: response.data };
      return { result: completed(response, guarded, (error) => publicError(error, caller.requestId, log)) };
    } catch (error) {
      return { result: { errors: [publicError(error, caller.requestId, log)] } };
    }
  };

  const textsNow = () => serving.get(file.graph().apiSchema)?.texts;

  const executor: Executor = async ({ context, schema, document, operation, source, request }) => {
    if (operation === undefined) return { errors: [noOperation(request.operationName)] };
    const known = { schema, document, operation };
    // The server makes one for each request, of which the type of executors knows nothing.
    const ours = context as RequestContext;
    const outcome = ours.done.outcome ?? (await carryOut(known, request.variables ?? {}, ours));
    remember(servingOf(schema), source, known);
    // Written by our own executor.
    return 'data' in outcome ? { data: JSON.parse(outcome.data) as ResultMap } : outcome.result;
  };

  return {
    apollo: {
      onSchemaLoadOrUpdate(callback) {
        file.onChange((graph) => callback(contextOf(serve(graph))));
        callback(contextOf(serve(file.graph())));
        return () => undefined;
      },
      load: async () => ({ executor }),
      stop: async () => {
        await file.close();
        await links.close();
      },
    },
    known: (text, name) =>
      textsNow()
        ?.get(text)
        ?.get(name ?? '') ?? null,
    isKnown: (text) => textsNow()?.get(text) !== undefined,
    carryOut,
  };
}

/** A graph of which nothing is remembered yet. */
const servingNothing = (graph: Graph): Serving => ({
  graph,
  guard: accessGuard(graph.apiSchema, graph.rules),
  plans: boundedMap(MOST_PLANS),
  operations: new WeakMap(),
  texts: boundedMap(MOST_TEXTS),
});

/** What describes the graph is left to the server: some callers may not see it. */
function remember({ texts }: Serving, text: string, known: KnownOperation): void {
  if (text.length > LONGEST_TEXT || hasIntrospection(known.document)) return;
  const names = texts.get(text) ?? new Map<string, KnownOperation>();
  texts.set(text, names);
  // A stream is begun by the server each time.
  if (known.operation.operation === OperationTypeNode.SUBSCRIPTION) return;
  names.set(known.operation.name?.value ?? '', known);
  const operations = known.document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  if (operations.length === 1) names.set('', known);
}

/** Hands a subscription over to what serves it, once the response is on its way to there; or what refuses it. */
function readied(subscription: Prepared | Refused, { stream }: RequestContext): Result {
  if ('refused' in subscription) return subscription.refused;
  if (stream !== null) stream.prepared = subscription;
  return { data: null };
}

const contextOf = ({ apiSchema, supergraphSdl }: Graph) => ({ apiSchema, coreSupergraphSdl: supergraphSdl });

function compiledOf({ operations }: Serving, document: DocumentNode, name: string | null): Operation | undefined {
  return operations.get(document)?.get(name ?? '');
}

function compile(serving: Serving, document: DocumentNode, name: string | null): Operation {
  // While this request waited for its turn, another one may have had it.
  const known = compiledOf(serving, document, name);
  if (known !== undefined) return known;
  const { graph, plans, operations } = serving;
  const node = document.definitions.find(
    (each): each is OperationDefinitionNode =>
      each.kind === Kind.OPERATION_DEFINITION && (name === null || each.name?.value === name),
  );
  if (node === undefined) throw new Error(`The document has no operation ${name ?? ''}.`);
  const operation = operationOf(graph, document, node, plans);
  const ofDocument = operations.get(document) ?? new Map<string, Operation>();
  operations.set(document, ofDocument.set(name ?? '', operation));
  return operation;
}

/** The server finds the operation and goes on without one; it gives this error its code. */
function noOperation(name: string | undefined): GraphQLError {
  return new GraphQLError(
    name === undefined
      ? 'The document has several operations; name one in operationName.'
      : `The document has no operation named "${name}".`,
  );
}
