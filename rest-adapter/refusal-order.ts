import type { FastifyRequest } from 'fastify';
import { refuse, type DomainError } from '#core/kernel/domain-error.ts';
import { requireVersion } from '#core/kernel/version.ts';
import { readerOfOwnRequests } from '#platform/auth/caller.ts';
import { platformRefusals } from '#platform/runtime/refusals.ts';
import { versionsOf } from './generations.ts';
import { idempotencyKeyOf } from './headers.ts';
import { problemCatalogue, type TransportError } from './problems.ts';
import type { Route } from './route.ts';
import { fingerprintOfRequest, queryCheck, queryOf } from './serve-row.ts';
import { refusalIn } from './replies.ts';
import type { RestDependencies } from './dependencies.ts';
import { paramsOf, requireNames } from './path-parameters.ts';

type AnyRefusal = DomainError | TransportError;

/** Which refusal a request gets that is wrong in several ways. */
const BEFORE_THE_RECORD: readonly number[] = [401, 403, 404, 405, 406, 410, 429];

/**
 * The refusal that comes before another, where a request deserves both: 404 of the record, then 400, 415, the
 * Idempotency-Key, 412, 422. Called only when something is refused, so that a good request pays nothing for the order.
 * @returns null where the refusal stands
 */
export async function earlierRefusal(
  refusal: AnyRefusal,
  request: FastifyRequest,
  { app }: RestDependencies,
): Promise<AnyRefusal | null> {
  const { row } = request.routeOptions.config;
  const { caller } = request;
  const status = problemCatalogue.get(refusal.code)?.status ?? 500;
  if (!row || !caller || BEFORE_THE_RECORD.includes(status) || status >= 500) return null;
  const params = paramsOf(request);
  try {
    requireNames(row, params);
    const subject = row.subject && (await app.read(caller, (views) => row.subject!.require(views, { caller, params })));
    if (status === 400) return null;
    if (!row.list) queryCheck(row)(queryOf(request));
    const key = keyOf(request, row);
    const versions = row.method === 'GET' ? undefined : await versionsOf(request, caller, app);
    // What the use case refused, it refused after the key and the version were looked at.
    if (status !== 422) return null;
    if (key !== null) {
      const stored = await app.read(readerOfOwnRequests(caller), (views) =>
        views.idempotencyKeys.one(caller.clientId, key),
      );
      const live = stored !== null && Temporal.Instant.compare(stored.expiresAt, app.clock()) > 0;
      if (live && !stored.isOf(fingerprintOfRequest(request))) {
        return refuse(
          platformRefusals.idempotency_key_reused,
          'This Idempotency-Key was used for a different request. A new request needs a new key.',
          { original_request_id: stored.requestId },
        );
      }
    }
    if (subject && versions && !versions.includes(subject.version)) requireVersion(subject, versions[0] ?? -1);
    return null;
  } catch (error) {
    const earlier = refusalIn(error, request);
    if (earlier) return earlier;
    throw error;
  }
}

function keyOf(request: FastifyRequest, row: Route): string | null {
  return row.method === 'GET' ? null : idempotencyKeyOf(request.raw);
}
