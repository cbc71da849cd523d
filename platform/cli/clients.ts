import { randomUUID } from 'node:crypto';
import type { Caller } from '../auth/caller.ts';
import { hashSecret, makeClientCredentials, makeSecret } from '../auth/credentials.ts';
import { systemCaller } from '../auth/system-caller.ts';
import type { App } from '../app/compose.ts';
import type { Ring } from '../runtime/ring.ts';
import type { Database } from '../postgres/database.ts';

/** Registers an api client. The secret is in the reply and nowhere else. */
export async function createApiClient(
  app: App,
  pepper: Ring,
  operator: Caller,
  client: {
    name: string;
    scopes: readonly string[];
    pii: boolean;
    idFormat?: 'integer' | 'uuid';
    /** The person who answers for it. */
    responsible?: string | null;
  },
): Promise<{ id: number; clientKey: string; secret: string; scopes: readonly string[] }> {
  const { clientKey, secret } = makeClientCredentials(operator.mode);
  const { id, scopes } = await app.partners.operators.createClient(operator, {
    clientKey,
    name: client.name,
    responsible: client.responsible ?? null,
    sandbox: operator.mode === 'sandbox',
    scopes: client.scopes,
    pii: client.pii,
    idFormat: client.idFormat ?? 'integer',
    secretHash: hashSecret(secret, pepper),
  });
  return { id, clientKey, secret, scopes };
}

/** The client behind a public key, and who acts on it in its tenant; null where there is none. */
export async function clientByKey(
  database: Pick<Database, 'find'>,
  clientKey: string,
): Promise<{ id: number; operator: Caller } | null> {
  const [row] = await database.find<{ tenant_id: string; mode: 'sandbox' | 'live'; client_id: string }>(
    'select tenant_id, mode, client_id from client_by_key($1)',
    [clientKey],
  );
  if (!row) return null;
  const operator = systemCaller({ id: Number(row.tenant_id), mode: row.mode }, 'operator', randomUUID());
  return { id: Number(row.client_id), operator };
}

/** Gives a client a further key; the secret is in the reply and nowhere else. */
export async function addKey(
  app: App,
  pepper: Ring,
  operator: Caller,
  key: { readonly clientId: number; readonly name: string; readonly expiresAt: Temporal.Instant | null },
): Promise<{ secret: string }> {
  const secret = makeSecret(operator.mode);
  await app.partners.operators.addClientKey(operator, { ...key, secretHash: hashSecret(secret, pepper) });
  return { secret };
}

/** Gives a client a new secret; every token of the old one is void with the commit. */
export async function rotateSecret(
  app: App,
  pepper: Ring,
  operator: Caller,
  client: { id: number; overlapSeconds?: number },
): Promise<{ secret: string }> {
  const secret = makeSecret(operator.mode);
  await app.partners.operators.rotateClientSecret(operator, {
    clientId: client.id,
    secretHash: hashSecret(secret, pepper),
    overlapSeconds: client.overlapSeconds ?? 0,
  });
  return { secret };
}
