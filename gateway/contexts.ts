import type { FastifyRequest } from 'fastify';
import { signIdentity } from '#platform/auth/internal-identity.ts';
import { callerOf } from './authentication.ts';
import type { Preparation } from './cost/preparation.ts';
import type { FederatedGateway } from './federated-gateway.ts';
import type { operationMeter } from './operation-limits.ts';
import type { RequestContext } from './request-context.ts';
import { sentOperation } from './sent-operation.ts';
import type { GatewayOptions } from './server.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

/** How long a request may take, its fetches included. */
export const DEADLINE_MS = 10_000;

type Checks = {
  readonly gateway: FederatedGateway;
  readonly documents: TrustedDocuments;
  readonly prepare: Preparation;
  readonly refusalOf: ReturnType<typeof operationMeter>;
};

/** Who asks, and what travels along with the fetches. @throws GraphQLError where the request is not to be answered */
export function contextsOf(options: GatewayOptions, { gateway, documents, prepare, refusalOf }: Checks) {
  return async (request: FastifyRequest): Promise<RequestContext> => {
    const deadline = performance.now() + (options.deadlineMs ?? DEADLINE_MS);
    const known = await callerOf(request, options);
    const sent = traceparentOf(request);
    const caller = { ...known, requestId: request.id, traceparent: request.span?.traceparent ?? sent };
    const notes: RequestContext['notes'] = { operation: null, cost: null, outcome: 'ok' };
    request.noted = { caller, notes };
    const operation = sentOperation(request);
    documents.admit(operation, caller.mode);
    // Texts that are not valid never become known.
    if (operation.text !== '' && !gateway.isKnown(operation.text)) await prepare.beforeReading(caller, operation.text);
    const refusal = refusalOf(operation.text);
    if (refusal !== null) throw refusal;
    return {
      caller,
      identity: onceOnly(() => signIdentity(caller, options.identityKey, options.now())),
      deadline,
      notes,
      isRegistered: documents.has(operation),
      done: { charge: null, outcome: null },
      stream: null,
    };
  };
}

/** The W3C trace context, where the client sent one of the right form. */
export function traceparentOf(request: FastifyRequest): string | null {
  const header = request.headers.traceparent;
  return typeof header === 'string' && /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(header)
    ? header
    : null;
}

/** For each call of one request the same context, or the same error. */
export const oncePerRequest =
  (make: (request: FastifyRequest) => Promise<RequestContext>) =>
  (request: FastifyRequest): Promise<RequestContext> =>
    (request.graphContext ??= make(request));

/** The result of the first call, for every call. */
export function onceOnly<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | null = null;
  return () => (made ??= { result: make() }).result;
}
