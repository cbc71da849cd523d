import type { Exchange } from '../driver/history.ts';

/**
 * graph.md: a connection has no more records than were asked for, and a walk over it each once and all that it counts; a record by
 * its id is that record, or nothing; a client sees no field that it has no scope for.
 */
export function judgeGraph(exchanges: readonly Exchange[]): string[] {
  const ofGraph = exchanges.filter(({ request: { path }, reply: { status } }) => path === '/graphql' && status === 200);
  return [...walks(ofGraph), ...ofGraph.flatMap(named), ...ofGraph.flatMap(withoutScope)];
}

type Variables = Readonly<Record<string, unknown>>;
const variablesOf = ({ request: { body } }: Exchange): Variables => Object(body?.['variables']);
const queryOf = ({ request: { body } }: Exchange): string => String(body?.['query']);
const isQuery = (exchange: Exchange) => !/^\s*mutation/.test(queryOf(exchange));

type Walk = { readonly ids: Set<string>; readonly total: number };

function walks(exchanges: readonly Exchange[]): string[] {
  const under = new Map<string, Walk>();
  return exchanges.flatMap((exchange) => {
    const { first, after = null } = variablesOf(exchange);
    if (typeof first !== 'number' || !isQuery(exchange)) return [];
    return Object.entries<any>(exchange.reply.body?.data ?? {}).flatMap(([field, connection]) => {
      const nodes: readonly any[] | undefined = connection?.nodes;
      if (!nodes || !connection.pageInfo) return [];
      const sentences: string[] = [];
      if (nodes.length > first) sentences.push(`${field}(first: ${first}) has ${nodes.length} records.`);
      const list = `${exchange.by} ${field}`;
      const walk = after === null ? null : under.get(`${list} ${String(after)}`);
      // A cursor of another walk may be anywhere.
      if (walk === undefined) return sentences;
      const { ids, total } = walk ?? { ids: new Set<string>(), total: Number(connection.totalCount) };
      for (const { id } of nodes) {
        if (ids.has(id)) sentences.push(`The walk over ${field} came to ${id} twice.`);
        ids.add(id);
      }
      const { hasNextPage, endCursor } = connection.pageInfo;
      if (hasNextPage) under.set(`${list} ${String(endCursor)}`, { ids, total });
      else if (total === Number(connection.totalCount) && ids.size !== total)
        sentences.push(`The walk over ${field} came to ${ids.size} of ${total}.`);
      return sentences;
    });
  });
}

/** Fields that are called as the variable that holds their id. */
function named(exchange: Exchange): string[] {
  if (!isQuery(exchange)) return [];
  const variables = variablesOf(exchange);
  return Object.entries<any>(exchange.reply.body?.data ?? {}).flatMap(([field, shown]) => {
    const asked = variables[field];
    return typeof asked === 'string' && shown?.id !== undefined && shown.id !== asked
      ? [`${field} asked for ${asked}, and was shown ${shown.id}.`]
      : [];
  });
}

/** Fields that need the scope of loans, which the client that reads members alone does not have. */
function withoutScope({ by, reply }: Exchange): string[] {
  if (by !== 'reader') return [];
  const shown: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name === 'loans' && inner !== null) shown.push(JSON.stringify(inner).slice(0, 120));
      look(inner);
    }
  };
  look(reply.body?.data);
  return shown.map((loans) => `A client that may read members alone was shown loans: ${loans}.`);
}
