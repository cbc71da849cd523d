import { refuse } from '#core/kernel/domain-error.ts';
import { isIP } from 'node:net';
import type { ClientQuotas } from '#core/partners/quotas.ts';
import { ApiSecret } from '#core/partners/api-client/api-secret.ts';
import { formatScopes, notGranted } from '#core/partners/scopes.ts';
import type { Store } from '../postgres/database.ts';
import { readInstant } from '../postgres/mapping/types.ts';
import type { Ring } from '../runtime/ring.ts';
import type { Caller } from './caller.ts';
import {
  hashToken,
  looksLikeToken,
  makeToken,
  hashesOfSecret,
  matchingSecret,
  prefixesAgree,
  replacementOf,
  TOKEN_LIFETIME_SECONDS,
} from './credentials.ts';
import { authRefusals } from './auth-refusals.ts';
import { looksLikePersonToken } from './person-tokens.ts';
import type { TokenHolders } from './sessions.ts';
import { useNotes } from './use-notes.ts';

/** A minted token: what the two token endpoints answer with. */
export type MintedToken = {
  readonly accessToken: string;
  readonly expiresIn: number;
  readonly scope: string;
  readonly sandbox: boolean;
};

type Credentials = {
  readonly clientKey: string;
  readonly secret: string;
  /** From where the request came; clients with a list of addresses need it. */
  readonly address?: string;
};

export type Authenticator = {
  /**
   * Exchanges a client's credentials for a token. `scope`: names separated by spaces; null for all that are granted.
   * @throws DomainError invalid_client, invalid_scope, address_not_allowed
   */
  readonly mint: (request: Credentials & { scope: string | null }) => Promise<MintedToken>;
  /**
   * The caller that sends this Authorization header. The token is looked up at every call, so a rotation takes effect immediately.
   * @throws DomainError unauthenticated (no header), invalid_token, address_not_allowed
   */
  readonly identify: (
    authorization: string | undefined,
    request: { requestId: string; traceparent: string | null; address?: string },
  ) => Promise<Caller>;
  /**
   * The facts of a valid token of this client; null for any other text.
   * @throws DomainError invalid_client
   */
  readonly inspect: (request: Credentials & { token: string }) => Promise<TokenFacts | null>;
  /** Revokes a token of this client; any other text is ignored. @throws DomainError invalid_client */
  readonly revoke: (request: Credentials & { token: string }) => Promise<void>;
  /** How many uses of clients could not be recorded since this process started. */
  readonly droppedUses: () => number;
};

/** What introspection returns about a token. */
export type TokenFacts = {
  readonly clientKey: string;
  readonly scope: string;
  readonly sandbox: boolean;
  readonly expiresAt: Temporal.Instant;
};

export type TokenStore = Pick<Store, 'query' | 'write'>;

type ClientRow = {
  tenant_id: string;
  mode: 'sandbox' | 'live';
  client_id: string;
  scopes: string[];
  state: string;
  epoch: number;
  secret_hash: string;
  secret_id: string;
  admitted: boolean;
};

export type TokenRow = {
  tenant_id: string;
  mode: 'sandbox' | 'live';
  client_id: string;
  client_key: string;
  /** With a space between them: an array would be taken apart character by character. */
  scopes: string;
  pii: boolean;
  id_format: Caller['idFormat'];
  quotas: ClientQuotas;
  state: string;
  fresh: boolean;
  expired: boolean;
  expires_at: unknown;
  seen_at: unknown;
  unused_for: number | null;
  key_unused_for: number | null;
  secret_id: string;
  admitted: boolean;
  resets: number;
};

/** The format of a client's key: other text is not looked up. */
const CLIENT_KEY = /^pk_(test|live)_[\x21-\x7e]{1,190}$/;

/** Credentials are checked against Postgres and nothing else: if other services fail, this stays strict. */
export function authenticator(store: TokenStore, pepper: Ring, people: TokenHolders): Authenticator {
  const clientBy = (credentials: Credentials) => clientOf(store, pepper, credentials);
  const uses = useNotes(store);
  return {
    mint: async ({ scope, ...credentials }) => {
      const client = await clientBy(credentials);
      const scopes = scope === null ? client.scopes : requested(scope, client.scopes);
      return {
        accessToken: await storedToken(store, client, {
          scopes,
          newHash: replacementOf(client.secret_hash, credentials.secret, pepper),
        }),
        expiresIn: TOKEN_LIFETIME_SECONDS,
        scope: formatScopes(scopes),
        sandbox: client.mode === 'sandbox',
      };
    },

    identify: async (authorization, { requestId, traceparent, address }) => {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
      if (looksLikePersonToken(token)) {
        const person = await people.byToken(token);
        if (person === null) throw invalidToken('expired');
        return { ...person, requestId, traceparent };
      }
      const row = await bearerOf(store, authorization, address);
      uses.note(row);
      return {
        tenantId: Number(row.tenant_id),
        mode: row.mode,
        clientId: Number(row.client_id),
        clientKey: row.client_key,
        scopes: row.scopes === '' ? [] : row.scopes.split(' '),
        pii: row.pii,
        idFormat: row.id_format,
        quotas: row.quotas,
        resets: row.resets,
        requestId,
        traceparent,
      };
    },

    inspect: async ({ token, ...credentials }) => {
      const row = await tokenOf(store, await clientBy(credentials), token);
      return (
        row && {
          clientKey: row.client_key,
          scope: row.scopes,
          sandbox: row.mode === 'sandbox',
          expiresAt: readInstant(row.expires_at),
        }
      );
    },

    revoke: async ({ token, ...credentials }) => {
      const client = await clientBy(credentials);
      if (!(await tokenOf(store, client, token))) return;
      const hash = hashToken(token);
      await store.write(Number(client.tenant_id), async ({ later }) => {
        later('delete from access_token where token_hash = $1 and client_id = $2', [hash, client.client_id]);
        later('delete from token_route where token_hash = $1', [hash]);
      });
    },

    droppedUses: uses.dropped,
  };
}

/** The client of these credentials. @throws DomainError invalid_client (forbidden) */
async function clientOf(
  store: TokenStore,
  pepper: Ring,
  { clientKey, secret, address }: Credentials,
): Promise<ClientRow> {
  const [client] = CLIENT_KEY.test(clientKey)
    ? await store.query<ClientRow>('select * from credential_of_client_by_hashes($1, $2, $3)', [
        clientKey,
        hashesOfSecret(secret, pepper),
        addressOf(address),
      ])
    : [];
  const match = matchingSecret(secret, client ? [client.secret_hash] : [], pepper);
  // One refusal for an unknown client, a wrong secret and a disabled client: it doesn't show which clients exist.
  if (client && match !== null && client.state === 'active' && prefixesAgree(clientKey, secret)) {
    if (!client.admitted) throw notFrom(address);
    return client;
  }
  throw refuse(authRefusals.invalid_client, 'The client_id or the client_secret is wrong.');
}

/** A token by its hash, and whether its client may call from an address. */
const LOOK_UP = `
  select tenant_id, mode, client_id, client_key, array_to_string(scopes, ' ') as scopes, pii, id_format, quotas, state, fresh,
         expires_at, expired, secret_id, admitted, resets, now() as seen_at,
         extract(epoch from now() - last_used_at)::int as unused_for,
         extract(epoch from now() - key_last_used_at)::int as key_unused_for
    from credential_of_token($1, $2)`;

/** A token in force of this client; null for any other text. */
async function tokenOf(store: TokenStore, client: ClientRow, token: string): Promise<TokenRow | null> {
  if (!looksLikeToken(token)) return null;
  const [row] = await store.query<TokenRow>(LOOK_UP, [hashToken(token), null]);
  const inForce = row && row.client_id === client.client_id && row.fresh && !row.expired && row.state === 'active';
  return inForce ? row : null;
}

/** Makes a token of a client and stores its hash. @param newHash replaces that of the secret */
async function storedToken(
  store: TokenStore,
  client: ClientRow,
  { scopes, newHash }: { readonly scopes: readonly string[]; readonly newHash: string | null },
): Promise<string> {
  const token = makeToken();
  const hash = hashToken(token);
  await store.write(Number(client.tenant_id), async ({ later, of, flush }) => {
    if (newHash !== null) {
      const secret = await of(ApiSecret).lock(Number(client.secret_id));
      secret?.replaceHash(client.secret_hash, newHash);
      await flush();
    }
    later(
      `insert into access_token (token_hash, client_id, secret_id, epoch, scopes, expires_at)
       values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [hash, client.client_id, client.secret_id, client.epoch, scopes, TOKEN_LIFETIME_SECONDS],
    );
    later('insert into token_route (token_hash) values ($1)', [hash]);
  });
  return token;
}

/**
 * The token of an Authorization header.
 * @throws DomainError unauthenticated, invalid_token, address_not_allowed (forbidden)
 */
async function bearerOf(
  store: TokenStore,
  authorization: string | undefined,
  address: string | undefined,
): Promise<TokenRow> {
  if (authorization === undefined || authorization === '') {
    throw refuse(authRefusals.unauthenticated, 'This call needs a bearer token.');
  }
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined || !looksLikeToken(token)) throw invalidToken('unknown');
  const [row] = await store.query<TokenRow>(LOOK_UP, [hashToken(token), addressOf(address)]);
  if (!row) throw invalidToken('unknown');
  if (!row.fresh || row.state !== 'active') throw invalidToken('revoked');
  if (row.expired) throw invalidToken('expired');
  if (!row.admitted) throw notFrom(address);
  return row;
}

/** An address as the database compares it: an IPv4 peer may show up as mapped into IPv6. Null for what is none. */
function addressOf(address: string | undefined): string | null {
  const plain = address?.replace(/^::ffff:(?=[\d.]+$)/i, '') ?? '';
  return isIP(plain) === 0 || plain.includes('%') ? null : plain;
}

function notFrom(address: string | undefined) {
  const from = addressOf(address);
  const words = from === null ? 'this call came from no address that is known' : `${from} is not on it`;
  return refuse(authRefusals.address_not_allowed, `The client has a list of addresses that it calls from; ${words}.`, {
    address: from,
  });
}

function requested(scope: string, granted: readonly string[]): string[] {
  const wanted = [...new Set(scope.split(' ').filter((name) => name !== ''))];
  const refused = notGranted(wanted, granted);
  if (wanted.length > 0 && refused.length === 0) return wanted;
  throw refuse(
    authRefusals.invalid_scope,
    refused.length > 0 ? `Not granted to this client: ${refused.join(' ').slice(0, 500)}.` : 'scope names nothing.',
    { granted_scopes: [...granted] },
  );
}

function invalidToken(reason: 'unknown' | 'expired' | 'revoked') {
  return refuse(authRefusals.invalid_token, `The access token is ${reason}; fetch a new one and retry once.`, {
    reason,
  });
}
