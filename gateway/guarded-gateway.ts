import type { ApolloGateway } from '@apollo/gateway';
import type { ApolloServerOptionsWithGateway } from '@apollo/server';
import { GraphQLError } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { BaseLogger } from 'pino';
import type { AccessRules } from './access/rules.ts';
import { publicError } from './errors.ts';
import { oneOfEach } from './subgraph-failure.ts';
import type { Guard } from './access/guard.ts';
import { accessGuard } from './access/guard.ts';
import type { ResultMap } from './access/complete-with-nulls.ts';
import type { FetchContext } from './subgraph-source.ts';

type GatewayInterface = ApolloServerOptionsWithGateway<FetchContext>['gateway'];
type Executor = NonNullable<Awaited<ReturnType<GatewayInterface['load']>>['executor']>;
type RequestContext = Parameters<Executor>[0];
type Result = Awaited<ReturnType<Executor>>;

/**
 * Apollo's gateway with the guard in front of its planner and the mask behind its execution.
 * @param rules the access rules of the supergraph that is about to take effect or has done so
 */
export function guardedGateway(
  gateway: ApolloGateway,
  rules: () => AccessRules,
  log: Pick<BaseLogger, 'error'>,
): GatewayInterface {
  let guard: Guard = () => null;
  gateway.onSchemaLoadOrUpdate(({ apiSchema }: { apiSchema: GraphQLSchema }) => {
    guard = accessGuard(apiSchema, rules());
  });

  const execute: Executor = async (request) => {
    if (request.operation === undefined) return { errors: [noOperation(request.request.operationName)] };
    const { caller } = request.context as FetchContext;
    const errors: GraphQLError[] = [];
    const guarded = guard({
      document: request.document,
      operationName: request.request.operationName ?? null,
      variables: request.request.variables ?? {},
      scopes: caller.scopes,
      queryHash: request.queryHash,
    });
    const left = guarded === null ? request : { ...request, document: guarded.document, queryHash: guarded.queryHash };
    const result = await planned(left);
    const completed = guarded?.complete(result.data as ResultMap | null | undefined) ?? { data: result.data, errors };
    errors.push(...completed.errors);
    for (const error of oneOfEach(result.errors ?? [])) errors.push(publicError(error, caller.requestId, log));
    return {
      ...(completed.data === undefined ? {} : { data: completed.data }),
      ...(errors.length === 0 ? {} : { errors }),
      ...(result.extensions === undefined ? {} : { extensions: result.extensions }),
    };
  };

  const planned = async (request: RequestContext): Promise<Result> => {
    try {
      // The gateway types its requests after the server's of another version; they are the same objects.
      return (await gateway.executor(request as never)) as Result;
    } catch (error) {
      return { errors: [error as GraphQLError] };
    }
  };

  return {
    onSchemaLoadOrUpdate: (callback) => gateway.onSchemaLoadOrUpdate(callback),
    async load({ apollo }) {
      await gateway.load({ apollo });
      return { executor: execute };
    },
    stop: () => gateway.stop(),
  };
}

/** The server finds the operation and goes on without one; it gives this error its code. */
function noOperation(name: string | undefined): GraphQLError {
  return new GraphQLError(
    name === undefined
      ? 'The document has several operations; name one in operationName.'
      : `The document has no operation named "${name}".`,
  );
}
