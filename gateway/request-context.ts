import type { Charge } from './cost/budget.ts';
import type { FetchContext } from './execute/links.ts';
import type { Outcome } from './federated-gateway.ts';
import type { Prepared } from './subscriptions/prepare.ts';

/** What travels along with one request to the graph. */
export type RequestContext = FetchContext & {
  /** What was done for it already, by the part of the server that came to it first: nothing is done a second time. */
  readonly done: { charge: Promise<Charge> | null; outcome: Outcome | null };
  /** Where a subscription is put once it is ready to be served; null where the client takes no stream of events. */
  readonly stream: { readonly method: string; prepared: Prepared | null } | null;
};
