import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { GraphQLError, Kind } from 'graphql';
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import type { BaseLogger } from 'pino';
import type { Guard } from './access/guard.ts';
import { accessGuard } from './access/guard.ts';
import type { ResultMap } from './access/complete-with-nulls.ts';
import { publicError } from './errors.ts';
import { boundedMap } from './execute/bounded-map.ts';
import { execute } from './execute/execute.ts';
import type { Graph } from './execute/graph.ts';
import type { FetchContext, Links } from './execute/links.ts';
import type { Operation, Plans } from './execute/operation.ts';
import { operationOf } from './execute/operation.ts';
import type { SupergraphFile } from './supergraph-file.ts';

type GatewayInterface = ApolloServerOptionsWithGateway<FetchContext>['gateway'];
type Executor = NonNullable<Awaited<ReturnType<GatewayInterface['load']>>['executor']>;

/** What is remembered of one graph: nothing of it is of use for another. */
type Serving = {
  readonly graph: Graph;
  readonly guard: Guard;
  readonly plans: Plans;
  readonly operations: WeakMap<DocumentNode, Map<string, Operation>>;
};

/** Plans that are remembered: clients send few operations, many times. */
const MOST_PLANS = 1_000;

/** The graph as Apollo Server sees it: with the guard in front of planning and the mask behind the execution. */
export function federatedGateway(file: SupergraphFile, links: Links, log: Pick<BaseLogger, 'error'>): GatewayInterface {
  const serving = new WeakMap<GraphQLSchema, Serving>();
  const serve = (graph: Graph): Graph => {
    const guard = accessGuard(graph.apiSchema, graph.rules);
    serving.set(graph.apiSchema, { graph, guard, plans: boundedMap(MOST_PLANS), operations: new WeakMap() });
    return graph;
  };

  const executor: Executor = async (request) => {
    const { context, schema } = request;
    if (request.operation === undefined) return { errors: [noOperation(request.request.operationName)] };
    const { caller } = context as FetchContext;
    const served = serving.get(schema);
    if (served === undefined) throw new Error('The server asks for a graph that was never loaded.');
    const variables = request.request.variables ?? {};
    const guarded = served.guard({
      document: request.document,
      operationName: request.request.operationName ?? null,
      variables,
      scopes: caller.scopes,
    });
    const errors: GraphQLError[] = [];
    try {
      const operation = prepared(served, guarded?.document ?? request.document, request.operationName);
      const response = await execute(operation, variables, (fetch, values) =>
        links.send(fetch, values, context as FetchContext),
      );
      const data = response.data === null ? undefined : (JSON.parse(response.data) as ResultMap | null);
      const completed = guarded?.complete(data) ?? { data, errors: [] };
      errors.push(...completed.errors);
      for (const error of response.errors) errors.push(publicError(error, caller.requestId, log));
      return {
        ...(completed.data === undefined ? {} : { data: completed.data }),
        ...(errors.length === 0 ? {} : { errors }),
      };
    } catch (error) {
      return { errors: [publicError(error, caller.requestId, log)] };
    }
  };

  return {
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
  };
}

const contextOf = ({ apiSchema, supergraphSdl }: Graph) => ({ apiSchema, coreSupergraphSdl: supergraphSdl });

function prepared({ graph, plans, operations }: Serving, document: DocumentNode, name: string | null): Operation {
  const ofDocument = operations.get(document) ?? new Map<string, Operation>();
  operations.set(document, ofDocument);
  let operation = ofDocument.get(name ?? '');
  if (operation === undefined) {
    const node = document.definitions.find(
      (each): each is OperationDefinitionNode =>
        each.kind === Kind.OPERATION_DEFINITION && (name === null || each.name?.value === name),
    );
    if (node === undefined) throw new Error(`The document has no operation ${name ?? ''}.`);
    operation = operationOf(graph, document, node, plans);
    ofDocument.set(name ?? '', operation);
  }
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
