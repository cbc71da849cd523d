import { randomUUID } from 'node:crypto';
import type { Keys } from '../auth/keys.ts';
import { boxesUnder } from '../outbound/secret-box.ts';
import type { Store, TenantTransaction } from '../postgres/database.ts';

/** How the secrets of a rail are stored: a box opens for its own institution alone. */
export type RailSecrets = {
  readonly seal: (secret: string, tenantId: number) => string;
  readonly unseal: (box: string, tenantId: number) => string;
  /** True where it was sealed under the secret in use. */
  readonly isCurrent: (box: string) => boolean;
};

export function railSecrets({ railBox }: Pick<Keys, 'railBox'>): RailSecrets {
  const boxes = boxesUnder(railBox);
  const owner = (tenantId: number) => `rail of tenant ${tenantId}`;
  return {
    seal: (secret, tenantId) => boxes.seal(secret, owner(tenantId)),
    unseal: (box, tenantId) => boxes.unseal(box, owner(tenantId)),
    isCurrent: boxes.isCurrent,
  };
}

/** The rail that was set up for an institution. Its provider knows the form of the settings and of the secrets. */
export type StoredRail = {
  readonly uuid: string;
  /** Counts how often it was set up. */
  readonly version: number;
  readonly kind: string;
  readonly settings: unknown;
  readonly secrets: unknown;
};

/** The rails that were set up for an institution, one of a kind. */
export async function readRails(
  store: Pick<Store, 'read'>,
  secrets: RailSecrets,
  tenantId: number,
): Promise<readonly StoredRail[]> {
  const rows = await store.read(tenantId, ({ sql }) =>
    sql<Omit<StoredRail, 'secrets'> & { readonly secrets: string }>(
      'select uuid, version, kind, settings, secrets from rail order by kind',
    ),
  );
  return rows.map(({ uuid, kind, settings, ...row }) => {
    const hidden: unknown = JSON.parse(secrets.unseal(row.secrets, tenantId));
    return { uuid, version: Number(row.version), kind, settings, secrets: hidden };
  });
}

/** Stores a rail of an institution, in place of its former one of this kind. */
export async function storeRail(
  store: Pick<Store, 'write'>,
  secrets: RailSecrets,
  tenantId: number,
  rail: NewRail,
): Promise<void> {
  await store.write(tenantId, (tx) => writeRail(tx, secrets, tenantId, rail));
}

type NewRail = Pick<StoredRail, 'kind' | 'settings' | 'secrets'>;

/** The same within a transaction. It begins from nothing: what was requested under other settings is no request that goes unanswered. */
export async function writeRail(
  { sql }: Pick<TenantTransaction, 'sql'>,
  secrets: RailSecrets,
  tenantId: number,
  rail: NewRail,
): Promise<void> {
  await sql(
    `insert into rail (uuid, kind, settings, secrets) values ($1, $2, $3, $4)
     on conflict (tenant_id, kind) do update set settings = excluded.settings,
       secrets = excluded.secrets, version = rail.version + 1, token = null, token_fresh_until = null, circuit = null,
       credential_refused_at = null, accounts = null, balance_requested_at = null, paybill_balance_at = null`,
    [randomUUID(), rail.kind, JSON.stringify(rail.settings), secrets.seal(JSON.stringify(rail.secrets), tenantId)],
  );
}
