import { ApolloGateway } from '@apollo/gateway';
import { isInterfaceType, Kind, parse, validate } from 'graphql';
import type { GraphQLError } from 'graphql';
import type { DocumentNode, FormattedExecutionResult, OperationDefinitionNode } from 'graphql';
import { composeSupergraph } from '#gate/compose-supergraph.ts';
import { boundedMap } from '#gate/execute/bounded-map.ts';
import { execute } from '#gate/execute/execute.ts';
import { graphOf } from '#gate/execute/graph.ts';
import { operationOf } from '#gate/execute/operation.ts';
import { mockSubgraph, noFaults, type Faults } from './mock-subgraph.ts';

export type Answer = {
  /** The text of `data`; undefined where the operation was not carried out. */
  readonly data: string | undefined;
  /** One line each: where, and what. */
  readonly errors: readonly string[];
  /** What subgraphs were asked for. */
  readonly fetches: readonly { readonly subgraph: string; readonly query: string; readonly variables: unknown }[];
};

/** A supergraph of mock subgraphs with two executors in front of it: ours, and that of @apollo/gateway. */
export async function bothExecutors(sdls: Readonly<Record<string, string | DocumentNode>>) {
  const subgraphs = Object.entries(sdls).map(([name, sdl]) => mockSubgraph(name, sdl));
  const supergraphSdl = composeSupergraph(
    subgraphs.map(({ name, typeDefs }) => ({ name, typeDefs, url: `http://${name}.invalid` })),
  );
  const graph = graphOf(supergraphSdl);
  const plans = boundedMap<never>(1_000) as Parameters<typeof operationOf>[3];
  let faults = noFaults;
  let fetches: Answer['fetches'][number][] = [];
  const ask = async (name: string, query: string, variables: Readonly<Record<string, unknown>>) => {
    fetches.push({ subgraph: name, query, variables });
    const subgraph = subgraphs.find((each) => each.name === name);
    return subgraph?.answer({ query, variables }, faults) as Promise<FormattedExecutionResult>;
  };
  const interfaces = new Set(
    Object.values(graph.supergraph.getTypeMap())
      .filter(isInterfaceType)
      .map(({ name }) => name),
  );
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const gateway = new ApolloGateway({
    // With its keys in order, without which the stock executor finds nothing by some of them.
    supergraphSdl: graph.supergraphSdl,
    logger: silent,
    buildService: ({ name }) => ({
      process: async ({ request }) =>
        withoutInterfaceNames(await ask(name, request.query ?? '', request.variables ?? {}), interfaces),
    }),
  });
  await gateway.load();

  const begin = (next: Faults): void => {
    faults = next;
    fetches = [];
  };
  return {
    graph,
    supergraphSdl,
    /** @throws GraphQLError where the operation can’t be planned */
    async ours(text: string, variables: Readonly<Record<string, unknown>> = {}, next = noFaults): Promise<Answer> {
      begin(next);
      const document = validated(text);
      const operation = operationOf(graph, document, operationIn(document), plans);
      const { data, errors } = await execute(operation, variables, ({ subgraph, query }, values) =>
        ask(subgraph, query, values),
      );
      return { data: data ?? undefined, errors: errors.map(line), fetches };
    },
    async stock(text: string, variables: Readonly<Record<string, unknown>> = {}, next = noFaults): Promise<Answer> {
      begin(next);
      const document = parse(text);
      const request = { query: text, variables };
      const context = { request, document, queryHash: text, context: {}, metrics: {}, logger: silent };
      const { data, errors = [] } = await gateway.executor({ ...context, schema: graph.apiSchema } as never);
      return {
        data: data === undefined ? undefined : JSON.stringify(data),
        errors: errors.map(line),
        fetches,
      };
    },
    stop: () => gateway.stop(),
  };

  function validated(text: string): DocumentNode {
    const document = parse(text);
    const [error] = validate(graph.apiSchema, document);
    if (error !== undefined) throw error;
    return document;
  }
}

export type BothExecutors = Awaited<ReturnType<typeof bothExecutors>>;

/**
 * The stock executor lets the name of an interface, by which a subgraph with an @interfaceObject knows an entity, take
 * the place of the type's own, and then leaves fields out. It gets entities without such names.
 */
function withoutInterfaceNames(result: FormattedExecutionResult, interfaces: ReadonlySet<string>): object {
  const entities = (result.data?.['_entities'] ?? []) as ({ __typename?: string } | null)[];
  for (const entity of entities) if (interfaces.has(entity?.__typename ?? '')) delete entity?.__typename;
  return result;
}

const line = ({ path, message }: GraphQLError): string => `${path?.join('.') ?? 'somewhere'}: ${message}`;

function operationIn(document: DocumentNode): OperationDefinitionNode {
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined) throw new Error('The document has no operation.');
  return operation;
}
