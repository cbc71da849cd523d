import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/auth/caller.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { ifMatchOf, type NamedVersion } from './headers.ts';
import { hasEtag } from './openapi/problems.ts';
import type { RestDependencies } from './dependencies.ts';
import type { Route } from './route.ts';

/**
 * The tag of a record in a sandbox that was reset so often: `"v7.2-…"`. The records of a fixture have the same ids and versions each
 * time; a tag of before the reset is not one of the record that stands there now.
 */
export const tagOfGeneration = (tag: string, generation: number): string =>
  generation === 0 ? tag : tag.replace(/^"v(\d+)-/, `"v$1.${generation}-`);

/** The versions that If-Match names of the records that stand there now: a sandbox may have been reset since. */
export async function versionsOf(
  request: FastifyRequest,
  caller: Caller,
  app: RestDependencies['app'],
): Promise<readonly number[] | undefined> {
  const named = ifMatchOf(request.headers['if-match']);
  if (named === undefined || named.every(({ generation }) => generation === 'any')) return versionsIn(named);
  const present = await app.generation(caller);
  return versionsIn(named.filter(({ generation }) => generation === 'any' || generation === present));
}

const versionsIn = (named: readonly NamedVersion[] | undefined) => named?.map(({ version }) => version);

/**
 * How often the sandbox was reset, where replies of the row have the tag of a record. It is read before the record, with the token: where a reset comes between the
 * two, the tag is of the generation before and decides on nothing; read afterwards, a record of before would have the tag of the one
 * that stands in its place.
 */
export const generationBefore = async (row: Route, caller: Caller, app: RestDependencies['app']): Promise<number> =>
  row.subject !== undefined || (row.method !== 'GET' && hasEtag(row)) ? (caller.resets ?? app.generation(caller)) : 0;

export function inGeneration(response: CommandResponse, generation: number): CommandResponse {
  const { etag } = response.headers;
  if (etag === undefined || generation === 0) return response;
  return { ...response, headers: { ...response.headers, etag: tagOfGeneration(etag, generation) } };
}
