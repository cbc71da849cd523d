import type { FastifyInstance } from 'fastify';
import type { Span } from '#platform/runtime/tracing/tracing.ts';
import type { Charge } from './cost/budget.ts';
import type { FetchContext } from './execute/links.ts';
import type { Outcome } from './federated-gateway.ts';
import type { Noted } from './request-log.ts';
import type { Prepared } from './subscriptions/prepare.ts';

/** What travels along with one request to the graph. */
export type RequestContext = FetchContext & {
  /** Whether its operation is a document that was registered, or one of our own pages. */
  readonly isRegistered: boolean;
  /** What was done for it already, by the part of the server that came to it first: nothing is done a second time. */
  readonly done: { charge: Promise<Charge> | null; outcome: Outcome | null };
  /** Where a subscription is put once it is ready to be served; null where the client takes no stream of events. */
  readonly stream: { readonly method: string; prepared: Prepared | null } | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log; null until the token was looked up. */
    noted: Noted | null;
    /** Its step in the trace; null where nothing is traced. */
    span: Span | null;
    /** Made once, for whatever part of the server asks first; null until then. */
    graphContext: Promise<RequestContext> | null;
    /** Notes that the request is answered: what follows is a stream. Null where it is none to the graph. */
    streamIsOpen: (() => void) | null;
  }
}

/**
 * Makes room for them in each request. In a WeakMap by request they would outlive it until all of the memory is looked
 * through, and take along what was fetched: a third of what a page of entities cost went into moving that about.
 */
export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('noted', null);
  app.decorateRequest('span', null);
  app.decorateRequest('graphContext', null);
  app.decorateRequest('streamIsOpen', null);
}
