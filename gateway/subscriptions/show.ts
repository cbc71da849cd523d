import type { BaseLogger } from 'pino';
import type { Caller } from '#platform/auth/caller.ts';
import { completed } from '../completed.ts';
import { publicError } from '../errors.ts';
import { executeForChange } from '../execute/execute.ts';
import type { Send } from '../execute/fetch.ts';
import type { FetchContext, Links } from '../execute/links.ts';
import { formatted } from './refusals.ts';
import type { Show } from './shared-show.ts';

/**
 * Fetches what a subscription selects of a change, from all subgraphs, with the rights of its reader.
 * @param contextOf what travels along with the fetches, made for each change
 */
export const showChange =
  (links: Links, log: Pick<BaseLogger, 'error'>, contextOf: (caller: Caller) => FetchContext): Show =>
  async ({ operation, guarded, values }, caller, sequence) => {
    const context = contextOf(caller);
    const send: Send = (request, variables) => links.send(request, variables, context);
    const response = await executeForChange(operation, values, send, sequence);
    if (response === null) return null;
    if (guarded === null && response.errors.length === 0)
      return { text: `{"data":${response.data},"extensions":{"sequence":${sequence}}}`, isWhole: true };
    const { data, errors = [] } = completed(response, guarded, (error) => publicError(error, caller.requestId, log));
    const shown = { errors: errors.map((error) => formatted(error)), data, extensions: { sequence } };
    return { text: JSON.stringify(shown), isWhole: response.errors.length === 0 };
  };
