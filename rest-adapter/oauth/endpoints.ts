import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import { SCOPES } from '#core/partners/scopes.ts';
import type { MintedToken, TokenFacts } from '#platform/auth/authenticate.ts';
import type { CommandResponse } from '#platform/app/idempotency.ts';
import { jsonResponse } from '../responses.ts';
import { TransportError } from '../problems.ts';
import { restRefusals } from '../refusals.ts';
import { authorizationOf, requirePlainUtf8 } from '../headers.ts';
import { replyTo, occasionOf, refusalIn, send } from '../replies.ts';
import type { RestDependencies } from '../dependencies.ts';
import { oauthProblem } from './oauth-problem.ts';
import { slowDown } from './slow-down.ts';
import { credentialsIn, readForm, readObject, requiredField, type Credentials, type Fields } from './token-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const MAX_BYTES = 16 * 1024;
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

const WRONG_TYPE = new TransportError('unsupported_media_type', 'Send JSON or a form.', {
  supported: ['application/json', FORM],
});

type OAuthRequest = {
  readonly fields: Fields;
  readonly isForm: boolean;
  readonly credentials: () => Credentials & { readonly address: string };
};

/** The endpoints that need no token: they issue, introspect and revoke tokens (RFC 6749, 7662, 7009, 8414). */
export function oauthEndpoints(server: FastifyInstance, dependencies: RestDependencies): void {
  const { auth, baseUrl } = dependencies;
  const slow = slowDown(() => performance.now());

  void server.register(async (endpoints) => {
    endpoints.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      async ({ raw }: FastifyRequest, text: string) => {
        requirePlainUtf8(raw);
        return readForm(text);
      },
    );
    endpoints.setErrorHandler(async (error, request, reply) => {
      const refusal = refusalIn(error, request);
      if (!refusal) return send(reply, replyTo(error, request, dependencies));
      const shown = refusal.code === 'unsupported_media_type' ? WRONG_TYPE : refusal;
      return send(reply, oauthProblem(shown, occasionOf(request, baseUrl), { plainJson: wantsPlainJson(request) }));
    });

    /** An endpoint for requests with client credentials; each wrong attempt is answered more slowly. */
    const open = (paths: readonly string[], respond: (request: OAuthRequest) => Promise<CommandResponse>) => {
      for (const url of paths) {
        endpoints.post(url, { bodyLimit: MAX_BYTES }, async (request, reply) => {
          let tried: Credentials | null = null;
          const isForm = request.body instanceof Map;
          // `readForm` has made the Map.
          const fields = isForm ? (request.body as Fields) : readObject(request.body);
          const credentials = () => {
            const sent = credentialsIn(fields, authorizationOf(request.raw));
            tried = sent;
            return { ...sent, address: request.ip };
          };
          try {
            return send(reply, await respond({ fields, isForm, credentials }));
          } catch (error) {
            const wrong = error instanceof DomainError && error.code === 'invalid_client';
            // It is assigned in a function, which the types don't follow.
            if (wrong && tried) await slow.afterWrongSecret((tried as Credentials).clientKey, request.ip);
            throw error;
          }
        });
      }
    };

    open(['/v1/oauth/token'], async ({ fields, isForm, credentials }) => {
      const grant = fields.get('grant_type');
      if (grant !== undefined) requireGrant(grant);
      const token = await auth.mint({ ...credentials(), scope: fields.get('scope') ?? null });
      return tokenReply(isForm && grant !== undefined ? plain(token) : { data: wrapped(token) });
    });

    open(['/api/v1/oauth/token'], async ({ fields, credentials }) => {
      requireGrant(requiredField(fields, 'grant_type'));
      return tokenReply(plain(await auth.mint({ ...credentials(), scope: fields.get('scope') ?? null })));
    });

    open(['/v1/oauth/introspect', '/api/v1/oauth/introspect'], async ({ fields, credentials }) => {
      const token = await auth.inspect({ ...credentials(), token: requiredField(fields, 'token') });
      return tokenReply(token ? introspected(token, `${baseUrl}/api/v1`) : { active: false });
    });

    open(['/v1/oauth/revoke', '/api/v1/oauth/revoke'], async ({ fields, credentials }) => {
      await auth.revoke({ ...credentials(), token: requiredField(fields, 'token') });
      return { status: 200, headers: NO_STORE, body: '' };
    });

    serveMetadata(endpoints, baseUrl);
  });
}

/** As the payment bridge shows a token. */
const wrapped = ({ accessToken, expiresIn, sandbox }: MintedToken) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresIn,
  sandbox,
});

/** RFC 7662. */
function introspected(token: TokenFacts, issuer: string) {
  return {
    active: true,
    client_id: token.clientKey,
    scope: token.scope,
    token_type: 'Bearer',
    exp: Math.trunc(token.expiresAt.epochMilliseconds / 1000),
    iss: issuer,
    sandbox: token.sandbox,
  };
}

function serveMetadata(endpoints: FastifyInstance, baseUrl: string): void {
  for (const [url, issuer] of [
    ['/.well-known/oauth-authorization-server', baseUrl],
    ['/.well-known/oauth-authorization-server/api/v1', `${baseUrl}/api/v1`],
    ['/api/v1/.well-known/oauth-authorization-server', `${baseUrl}/api/v1`],
  ] as const) {
    endpoints.get(url, async (_, reply) =>
      send(reply, jsonResponse(200, metadata(issuer, baseUrl), { 'cache-control': 'public, max-age=3600' })),
    );
  }
}

/** RFC 8414. */
function metadata(issuer: string, baseUrl: string) {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    token_endpoint: `${baseUrl}/api/v1/oauth/token`,
    token_endpoint_auth_methods_supported: methods,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    scopes_supported: SCOPES,
    introspection_endpoint: `${baseUrl}/api/v1/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: methods,
    revocation_endpoint: `${baseUrl}/api/v1/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: methods,
    service_documentation: `${baseUrl}/docs`,
  };
}

function plain(token: MintedToken) {
  return {
    access_token: token.accessToken,
    token_type: 'Bearer',
    expires_in: token.expiresIn,
    scope: token.scope,
    sandbox: token.sandbox,
  };
}

const tokenReply = (body: unknown): CommandResponse => jsonResponse(200, body, NO_STORE);

function requireGrant(grant: string): void {
  if (grant === 'client_credentials') return;
  throw refuse(restRefusals.unsupported_grant_type, 'Only grant_type client_credentials is offered.', {
    parameter: 'grant_type',
    allowed: ['client_credentials'],
  });
}

function wantsPlainJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  const asksForJson = /application\/json/.test(accept) && !/problem\+json/.test(accept);
  return asksForJson || headers['content-type']?.startsWith(FORM) === true;
}
