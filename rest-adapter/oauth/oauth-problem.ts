import type { DomainError } from '#core/kernel/domain-error.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { problemOf, PROBLEM_TYPE, type Occasion, type TransportError } from '../problems.ts';

/** The codes that RFC 6749 knows; any other refusal of these endpoints is its `invalid_request`. */
const OAUTH_CODES: readonly string[] = ['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type'];

/**
 * An error reply that an OAuth library and a reader of problem details both understand (RFC 6749, 5.2). A library that
 * asks for application/json, or sends a form as RFC 6749 has it, gets it under that name.
 */
export function oauthProblem(
  error: DomainError | TransportError,
  occasion: Occasion,
  { plainJson }: { readonly plainJson: boolean },
): CommandResponse {
  const problem = problemOf(error, occasion);
  // Every problem has these two.
  const members = JSON.parse(problem.body) as { status: number; detail: string };
  const known = OAUTH_CODES.includes(error.code) || members.status >= 500;
  const code = known ? error.code : members.status === 403 ? 'unauthorized_client' : 'invalid_request';
  return {
    status: problem.status,
    headers: {
      ...problem.headers,
      'content-type': plainJson ? 'application/json' : PROBLEM_TYPE,
      'cache-control': 'no-store',
      pragma: 'no-cache',
    },
    body: JSON.stringify({
      error: members.status >= 500 ? 'server_error' : code,
      error_description: members.detail.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
      ...members,
    }),
  };
}
