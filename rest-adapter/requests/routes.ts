import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { lists } from '#platform/app/lists.ts';
import { bodiesWithin } from '#platform/app/request-log.ts';
import type { View } from '#platform/app/views.ts';
import { readerOfOwnRequests } from '#platform/auth/caller.ts';
import { listRoute } from '../lists/list-route.ts';
import { route } from '../route.ts';
import { documentedAs, instant, nullable, object } from '../shapes.ts';

const Redacted = (means: string) => {
  const description = `${means} Texts that may be secret or personal are ***; null where it is not shown.`;
  return documentedAs({ description }, nullable(Type.Unknown({ description })));
};

const RequestSchema = object(
  {
    request_id: Type.String({ description: 'Its X-Request-ID.', examples: ['b7c1f0a2'] }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({ examples: ['/api/v1/loans/12'] }),
    status: Type.Integer({ examples: [409] }),
    duration_ms: Type.Integer({ examples: [14] }),
    idempotency_key: nullable(Type.String()),
    error_code: nullable(Type.String({ description: 'One of GET /problems.' })),
    request_body: Redacted('What was sent.'),
    response_body: Redacted('The reply to a command, or the refusal.'),
    requested_at: instant('When it was replied to.'),
  },
  { $id: 'LoggedRequest' },
);

const requestBody = (request: View<'requests', 'latest'>) => ({
  request_id: request.requestId,
  method: request.method,
  path: request.path,
  status: request.status,
  duration_ms: request.durationMs,
  idempotency_key: request.idempotencyKey,
  error_code: request.errorCode,
  request_body: request.requestBody,
  response_body: request.responseBody,
  requested_at: request.createdAt,
});

/** What a client requested itself: for the people who find out why something was refused. */
export const requestRoutes = [
  listRoute({
    path: '/api/v1/requests',
    surface: 'lending',
    operation: 'listRequests',
    summary: 'Your own requests, newest first',
    description:
      'Requests of the last 30 days, a second after they were replied to. They are logged as far as that is possible: in an ' +
      'outage some are missing. Without secrets and personal data; the bodies are shown to tokens with the scope that the ' +
      'request needed.',
    tag: 'Requests',
    scope: null,
    bucket: 'B.read',
    list: lists.requests,
    schema: RequestSchema,
    read: async (views, query, _, { caller }) => {
      const page = await views.requests.list(caller.clientId, query);
      return { ...page, rows: page.rows.map((request) => bodiesWithin(caller, request)) };
    },
    show: requestBody,
  }),
  route({
    method: 'GET',
    path: '/api/v1/requests/{request_id}',
    surface: 'lending',
    operation: 'getRequest',
    summary: 'One of your own requests',
    description: 'The latest one with this X-Request-ID.',
    tag: 'Requests',
    scope: null,
    bucket: 'B.read',
    params: object({
      request_id: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'The X-Request-ID.',
        examples: ['b7c1f0a2'],
      }),
    }),
    reply: { status: 200, schema: RequestSchema, describe: 'The request.' },
    refusals: [],
    handle: async (app, { caller, params }) => {
      const request = await app.read(readerOfOwnRequests(caller), (views) =>
        views.requests.latest(caller.clientId, params.request_id),
      );
      if (request) return { body: requestBody(bodiesWithin(caller, request)) };
      throw refuse(kernelRefusals.not_found, 'There is no request of yours with this id in the log.', {
        resource: 'request',
        id: params.request_id.slice(0, 100),
      });
    },
  }),
];
