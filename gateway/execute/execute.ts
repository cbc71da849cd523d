import type { GraphQLError } from 'graphql';
import { errorsOf } from './errors.ts';
import type { Run, Send } from './fetch.ts';
import type { Operation } from './operation.ts';
import { valuesFor } from './operation.ts';

export type Response = {
  /** JSON text of `data`; null where the operation was not begun. */
  readonly data: string | null;
  /** As subgraphs made them: not yet masked. */
  readonly errors: readonly GraphQLError[];
};

/** Carries an operation out. Whatever subgraphs do, it has a response: what could not be fetched is null. */
export async function execute(
  operation: Operation,
  sent: Readonly<Record<string, unknown>>,
  send: Send,
): Promise<Response> {
  const { variables, conditions, errors } = valuesFor(operation, sent);
  if (errors !== null) return { data: null, errors };
  const run: Run = { data: {}, variables, conditions, send, troubles: [], shared: new Map() };
  await fetched(operation, run);
  return written(operation, run);
}

/**
 * Carries a subscription out for a change of the feed.
 * @returns null where there is nothing that its reader may see
 * @throws FetchFailure where the change itself could not be fetched
 */
export async function executeForChange(
  operation: Operation,
  { variables, conditions }: Pick<Run, 'variables' | 'conditions'>,
  send: Send,
  sequence: number,
): Promise<Response | null> {
  const run: Run = { data: {}, variables, conditions, send, troubles: [], shared: new Map() };
  if (operation.change === null || !(await operation.change(run, sequence))) return null;
  await fetched(operation, run);
  return written(operation, run);
}

/** Fetches what the operation needs, into the data of its run. */
function fetched({ introspect, step }: Operation, run: Run): Promise<void> | undefined {
  if (introspect !== null) Object.assign(run.data, introspect(run.variables));
  return step?.(run);
}

function written(operation: Operation, { data, conditions, troubles }: Run): Response {
  const reading = operation.read(conditions);
  return {
    data: reading.project(data),
    errors: troubles.length === 0 ? [] : errorsOf(troubles, data, reading),
  };
}
