import type { FastifyRequest } from 'fastify';
import { refuse } from '#core/kernel/domain-error.ts';
import { kernelRefusals } from '#core/kernel/refusals.ts';
import type { Route } from './route.ts';

/** What a request has in the place of the parameters of its path. The server gives text for each; none is a wildcard. */
export function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  // See above; the type of requests leaves them open.
  return request.params as Readonly<Record<string, string>>;
}

/**
 * No record has a name with a NUL, which no text of the database holds: it is not looked for. The subject of a row says of its
 * id itself that there is no such record.
 * @throws DomainError not_found (missing)
 */
export function requireNames({ subject }: Pick<Route, 'subject'>, params: Readonly<Record<string, string>>): void {
  const names = Object.entries(params).filter(([name]) => subject === undefined || name !== 'id');
  if (!names.some(([, value]) => value.includes('\u0000'))) return;
  throw refuse(kernelRefusals.not_found, 'No record has a name with a NUL character.', { resource: 'route' });
}
