import { randomUUID } from 'node:crypto';
import type { Keys } from '../auth/keys.ts';
import { keyRing, seal, unseal } from '../outbound/secret-box.ts';
import type { Store } from '../postgres/database.ts';
import { darajaSettings, type DarajaAccount, type DarajaSettings } from './daraja/settings.ts';

/** How the secrets of a rail are kept: a box opens for its own institution alone. */
export type RailSecrets = {
  readonly seal: (secret: string, tenantId: number) => string;
  readonly unseal: (box: string, tenantId: number) => string;
};

export function railSecrets({ railBox }: Pick<Keys, 'railBox'>): RailSecrets {
  const ring = keyRing('1', new Map([['1', railBox]]));
  const owner = (tenantId: number) => `rail of tenant ${tenantId}`;
  return {
    seal: (secret, tenantId) => seal(secret, owner(tenantId), ring),
    unseal: (box, tenantId) => unseal(box, owner(tenantId), ring),
  };
}

/** What an operator says of a Daraja app: the file that `umoja rails set` reads. Amounts and limits have defaults. */
export type DarajaFile = Omit<DarajaAccount, 'limits' | 'charges' | 'certificate'> & { readonly certificate: string };

/** The rail of an institution as it was set up. */
export type ChosenRail = {
  readonly uuid: string;
  /** Counts how often it was set up anew. */
  readonly version: number;
  readonly settings: DarajaSettings;
};

type RailRow = {
  readonly uuid: string;
  readonly version: number;
  readonly settings: Omit<DarajaFile, 'consumerKey' | 'consumerSecret' | 'initiator' | 'stk'> & {
    readonly initiatorName: string;
    readonly stk: Omit<NonNullable<DarajaFile['stk']>, 'passkey'> | null;
  };
  readonly secrets: string;
};
type Secrets = {
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly password: string;
  readonly passkey: string | null;
};

/** The rail that was chosen for an institution; null where none was. */
export async function readRail(
  store: Pick<Store, 'read'>,
  secrets: RailSecrets,
  tenantId: number,
): Promise<ChosenRail | null> {
  const [row] = await store.read(tenantId, ({ sql }) =>
    sql<RailRow>('select uuid, version, settings, secrets from rail'),
  );
  if (!row) return null;
  const { initiatorName, stk, ...open } = row.settings;
  const hidden = JSON.parse(secrets.unseal(row.secrets, tenantId)) as Secrets;
  const { consumerKey, consumerSecret, password, passkey } = hidden;
  const settings = darajaSettings({
    ...open,
    consumerKey,
    consumerSecret,
    initiator: { name: initiatorName, password },
    stk: stk === null ? null : { ...stk, passkey: passkey ?? '' },
  });
  return { uuid: row.uuid, version: Number(row.version), settings };
}

/**
 * Sets an institution's rail up, or anew. What can't work is refused before anything is kept.
 * @throws RangeError, TypeError naming the setting, never its value
 */
export async function chooseDaraja(
  store: Pick<Store, 'write'>,
  secrets: RailSecrets,
  tenantId: number,
  file: DarajaFile,
): Promise<void> {
  darajaSettings(file);
  const { consumerKey, consumerSecret, initiator, stk, ...open } = file;
  const { passkey = null, ...openStk } = stk ?? {};
  const settings = { ...open, initiatorName: initiator.name, stk: stk === null ? null : openStk };
  const hidden: Secrets = { consumerKey, consumerSecret, password: initiator.password, passkey };
  await store.write(tenantId, ({ sql }) =>
    sql(
      `insert into rail (uuid, kind, settings, secrets) values ($1, 'daraja', $2, $3)
       on conflict (tenant_id) do update set settings = excluded.settings, secrets = excluded.secrets,
         version = rail.version + 1, token = null, token_fresh_until = null, circuit = null`,
      [randomUUID(), JSON.stringify(settings), secrets.seal(JSON.stringify(hidden), tenantId)],
    ),
  );
}
