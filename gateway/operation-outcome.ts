import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { OperationOutcome } from '#platform/runtime/metrics/request-metrics.ts';
import type { FetchContext } from './execute/links.ts';

/** Errors that are ours, whatever the client sent. All others are its own: refusals, missing rights, operations that are wrong. */
const OURS: ReadonlySet<unknown> = new Set([
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'SUBGRAPH_UNAVAILABLE',
  'outcome_unknown',
]);
export const isOurs = ({ extensions }: GraphQLFormattedError): boolean => OURS.has(extensions?.['code']);

type Result = {
  readonly data?: Readonly<Record<string, unknown>> | null | undefined;
  readonly errors?: readonly GraphQLFormattedError[] | undefined;
};

/** Whether a client got all that it could have. Most that goes wrong is answered with 200, so a status does not say it. */
function outcomeOf({ data, errors = [] }: Result): OperationOutcome {
  if (!errors.some(isOurs)) return 'ok';
  return hasAnswer(data) ? 'partial' : 'fault';
}

/** True where a field of the result has a value that had to be found out. */
export const hasAnswer = (data: Result['data']): boolean =>
  Object.entries(data ?? {}).some(([key, value]) => key !== '__typename' && value !== null);

/** Notes what became of an operation, for the metrics and the log. */
export function notedOutcome(): ApolloServerPlugin<FetchContext> {
  return {
    async requestDidStart() {
      return {
        async willSendResponse({ response: { body }, contextValue }) {
          if (body.kind === 'single') contextValue.notes.outcome = outcomeOf(body.singleResult);
        },
      };
    },
  };
}
