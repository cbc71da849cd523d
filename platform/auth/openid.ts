import type { Configuration } from 'openid-client';

/** The identity provider of the institution, as the operator has set it. */
export type OpenidSettings = {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
};

/** What the browser holds between leaving for the provider and coming back. */
export type OpenidFlow = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The secret of the invitation that is accepted; null where none is. */
  readonly invitation: string | null;
  /** The session in which the person shows again who they are; null where it is to be opened. */
  readonly sessionId: number | null;
};

/** Who came back: as the provider names them, and when they showed it who they are. */
export type OpenidSubject = { readonly openid: string; readonly at: Temporal.Instant };

export type Openid = ReturnType<typeof openidAt>;

const SCOPE = 'openid';
/** Who shows again who they are has done it within so many seconds of coming back. */
const FRESH_SECONDS = 300;

/** Who signed in at the provider so long ago does it again: with it, the provider has to say when they did. */
const MOST_AGE_SECONDS = 12 * 3_600;

const library = () => import('openid-client');

/**
 * OpenID Connect with a code and PKCE, by a library. The provider is looked up with the first person who signs in, and
 * again where that failed.
 * @param origin where people reach the gateway
 */
export function openidAt(origin: string, { issuer, clientId, clientSecret }: OpenidSettings) {
  let found: Promise<Configuration> | null = null;
  const configuration = (): Promise<Configuration> => {
    found ??= discover().catch((error: unknown) => {
      found = null;
      throw error;
    });
    return found;
  };
  const discover = async (): Promise<Configuration> => {
    const { discovery, allowInsecureRequests } = await library();
    const server = new URL(issuer);
    // The machine itself needs no TLS.
    const isLocal = server.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(server.hostname);
    const options = isLocal ? { execute: [allowInsecureRequests], timeout: 10 } : { timeout: 10 };
    return discovery(server, clientId, clientSecret ?? undefined, undefined, options);
  };
  const redirect = `${origin}/auth/openid/callback`;

  return {
    /** Where the browser goes, and what it holds meanwhile. @param state what comes back unchanged */
    leave: async (
      state: string,
      { invitation, sessionId }: Pick<OpenidFlow, 'invitation' | 'sessionId'>,
    ): Promise<{ readonly url: string; readonly flow: OpenidFlow }> => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
        await library();
      const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirect,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(sessionId === null ? { max_age: String(MOST_AGE_SECONDS) } : { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, flow: { state, nonce, verifier, invitation, sessionId } };
    },

    /** Who came back with this address; null where the provider, or the browser, says otherwise. */
    arrive: async (query: string, flow: OpenidFlow): Promise<OpenidSubject | null> => {
      const { authorizationCodeGrant, AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
      try {
        const tokens = await authorizationCodeGrant(await configuration(), new URL(`${redirect}?${query}`), {
          pkceCodeVerifier: flow.verifier,
          expectedNonce: flow.nonce,
          expectedState: flow.state,
          idTokenExpected: true,
          ...(flow.sessionId === null ? {} : { maxAge: FRESH_SECONDS }),
        });
        const claims = tokens.claims();
        if (claims === undefined) return null;
        // When the token was made says nothing: a provider makes one for who showed themselves hours ago.
        const seconds = claims.auth_time ?? 0;
        return {
          openid: `${claims.iss} ${claims.sub}`,
          at: Temporal.Instant.fromEpochMilliseconds(seconds * 1_000),
        };
      } catch (error) {
        const isRefusal = [AuthorizationResponseError, ClientError, ResponseBodyError].some(
          (kind) => error instanceof kind,
        );
        if (isRefusal) return null;
        throw error;
      }
    },
  };
}
