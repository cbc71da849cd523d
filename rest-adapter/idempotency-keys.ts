import Type from 'typebox';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import { readerOfOwnRequests } from '#platform/auth/caller.ts';
import { isKey } from './headers.ts';
import { route } from './route.ts';
import { instant, nullable, object } from './shapes.ts';

const KeySchema = object(
  {
    key: Type.String(),
    state: Type.Enum(['in_progress', 'completed']),
    status: nullable(Type.Integer({ description: 'The status of the original reply; null while it runs.' })),
    request_id: nullable(Type.String({ description: 'The request that was executed.' })),
    resource: nullable(Type.String({ description: 'The address of what it made, if it made something.' })),
    created_at: nullable(instant('When it was executed.')),
    expires_at: nullable(instant('From then on the key stands for a new request.')),
  },
  { $id: 'IdempotencyKey' },
);

/** What stands for a text that can't have been a key: PostgreSQL would not even take it as a question. */
const NOTHING = { stored: null, running: false };

/** For a client that lost a reply: what became of a request of its own. */
export const idempotencyKeyRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/idempotency_keys/{key}',
    surface: 'lending',
    operation: 'getIdempotencyKey',
    summary: 'What became of a request',
    description: 'Your own keys only, while they are remembered (24 hours).',
    tag: 'Requests',
    scope: null,
    bucket: 'B.read',
    params: object({
      key: Type.String({ minLength: 1, maxLength: 255, description: 'The Idempotency-Key.', examples: ['2f1c7c2e'] }),
    }),
    reply: { status: 200, schema: KeySchema, describe: 'The state of the request.' },
    refusals: [],
    handle: async (app, { caller, params: { key } }) => {
      const { stored, running } = !isKey(key)
        ? NOTHING
        : await app.read(readerOfOwnRequests(caller), async (views) => ({
            stored: await views.idempotencyKeys.one(caller.clientId, key),
            running: await views.idempotencyKeys.isRunning(caller.clientId, key),
          }));
      if (stored && Temporal.Instant.compare(stored.expiresAt, app.clock()) > 0) {
        return {
          body: {
            key,
            state: stored.state,
            status: stored.status,
            request_id: stored.requestId,
            resource: stored.location,
            created_at: stored.createdAt,
            expires_at: stored.expiresAt,
          },
        };
      }
      if (running) {
        const nothing = { status: null, request_id: null, resource: null, created_at: null, expires_at: null };
        return { body: { key, state: 'in_progress', ...nothing } };
      }
      throw refuse(kernelRefusals.not_found, 'No request of yours with this key is remembered.', {
        resource: 'idempotency_key',
        id: key.slice(0, 255),
      });
    },
  }),
];
