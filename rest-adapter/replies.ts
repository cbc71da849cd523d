import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import type { Log } from '#platform/runtime/log.ts';
import { outageOf, type Outage } from '#platform/runtime/outage.ts';
import { isLogged } from './requests/record.ts';
import { hasWeakTag } from './headers.ts';
import { MAX_BODY_BYTES } from './json-body.ts';
import { problemOf, TransportError } from './problems.ts';
import { codeOf } from '#platform/runtime/thrown.ts';

/** Any thrown value, as a reply. What is not a refusal is a fault: it is logged in full, and the reply shows only its id. */
export function replyTo(
  error: unknown,
  request: FastifyRequest,
  { log, baseUrl }: { log: Log; baseUrl: string },
): CommandResponse {
  const occasion = occasionOf(request, baseUrl);
  const refusal = refusalIn(error, request);
  if (refusal) return problemOf(refusal, occasion);
  const route = request.routeOptions.url ?? null;
  const outage = outageOf(error);
  if (outage) {
    log.warn({ error, request_id: request.id, method: request.method, route }, 'A request met an outage.');
    return problemOf(unavailable(outage, request), occasion);
  }
  log.error({ error, request_id: request.id, method: request.method, route }, 'A request failed.');
  return problemOf(
    new TransportError(
      'internal_error',
      'Something broke on our side. It was logged under request_id. A write may have been carried out or not: repeat it with the same Idempotency-Key.',
    ),
    occasion,
  );
}

/** What a write did before the outage is not known here: the key makes its repetition safe. */
function unavailable({ retryAfter, reason }: Outage, { method }: FastifyRequest): DomainError {
  const again = method === 'GET' || method === 'HEAD' ? 'Try again' : 'Repeat it with the same Idempotency-Key';
  const what = reason ?? 'The request could not be carried out for now.';
  const message = `${what} ${again} in ${retryAfter} seconds.`;
  return refuse(kernelRefusals.service_unavailable, message, { retry_after: retryAfter });
}

/** The refusal that an error is; null for a fault. @param request the one that met it: what it may send is its row's */
export function refusalIn(
  error: unknown,
  { routeOptions }: Pick<FastifyRequest, 'routeOptions'>,
): DomainError | TransportError | null {
  if (error instanceof DomainError || error instanceof TransportError) return error;
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge(routeOptions.bodyLimit ?? MAX_BODY_BYTES);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new TransportError('unsupported_media_type', 'The body has to be application/json.', {
        supported: ['application/json'],
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('malformed', 'malformed_json', 'The body is not as long as it was said to be.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new DomainError('malformed', 'invalid_parameter', 'The address can’t be read.', { parameter: 'path' });
    default:
      return null;
  }
}

const tooLarge = (most: number) =>
  new TransportError('payload_too_large', `The body has more than ${most} bytes.`, { max_bytes: most });

/** Sends a reply as it was made, byte for byte. */
export function send(reply: FastifyReply, { status, headers, body }: CommandResponse): FastifyReply {
  reply.code(status).headers(headers);
  if (body === '') return reply.send();
  // The bodies of reads that succeed are not logged.
  if (status >= 400 || reply.request.method !== 'GET') reply.request.sentBody = body;
  // As a text it leaves in one piece with the headers; to a media type without a charset the server would add one.
  return reply.send(CHARSET.test(headers['content-type'] ?? '') ? body : Buffer.from(body, 'utf8'));
}
const CHARSET = /;\s*charset=/;

export function occasionOf(request: FastifyRequest, baseUrl: string) {
  return {
    baseUrl,
    path: pathOf(request),
    requestId: request.id,
    ...(isLogged(request) ? { requestLogUrl: `${baseUrl}/api/v1/requests/${encodeURIComponent(request.id)}` } : {}),
    ...(hasWeakTag(request.headers['if-match']) ? { hasWeakTag: true } : {}),
  };
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
