import type { FormattedExecutionResult, GraphQLError } from 'graphql';
import { errorsOf } from './errors.ts';
import type { Request, Run, Send } from './fetch.ts';
import type { Fetched } from './fetched.ts';
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
  send: (request: Request, variables: Readonly<Record<string, unknown>>) => Promise<FormattedExecutionResult>,
): Promise<Response> {
  const { variables, conditions, errors } = valuesFor(operation, sent);
  if (errors !== null) return { data: null, errors };
  const data: Fetched = {};
  const run: Run = { data, variables, conditions, send: send satisfies Send, troubles: [], shared: new Map() };
  if (operation.introspect !== null) Object.assign(data, operation.introspect(variables));
  await operation.step?.(run);
  const reading = operation.read(conditions);
  return {
    data: reading.project(data),
    errors: run.troubles.length === 0 ? [] : errorsOf(run.troubles, data, reading),
  };
}
