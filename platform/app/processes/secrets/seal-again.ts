import { WebhookSecret } from '#core/partners/webhook-endpoint/webhook-secret.ts';
import type { Keys } from '../../../auth/keys.ts';
import type { Store } from '../../../postgres/database.ts';
import type { MasterKeys } from '../../../postgres/privacy/keys/master-keys.ts';
import { railSecrets } from '../../../rails/rail-settings.ts';
import { signingSecrets } from '../delivery/signing-secrets.ts';

/**
 * What an institution has under former secrets of the installation. Each step is a transaction of its own and finds what is
 * left, so that one that was cut off goes on, and two at the same time share the work.
 */
export type UnderFormer = {
  /** Signing secrets of webhooks, and credentials at providers with their tokens: they are sealed again. */
  readonly webhooks: number;
  readonly rails: number;
  /** Keys of the institution's personal data. */
  readonly institutionKeys: number;
  /** Secrets of active clients in force, which are hashed again when they are next used. */
  readonly clientSecrets: number;
  /** Stored responses that have a secret in them: they expire within a day. */
  readonly responses: number;
};

type Parts = { readonly store: Pick<Store, 'read' | 'write'>; readonly keys: Keys; readonly tenantId: number };

const boxOf = (label: string) => `v1.${label}.%`;

/** Seals some signing secrets of webhooks again. @returns how many; none where none is left */
export async function sealWebhooksAgain({ store, keys, tenantId }: Parts, limit: number): Promise<number> {
  const secrets = signingSecrets(keys);
  return store.write(tenantId, async ({ of, sql, flush }) => {
    const condition = 'ciphertext not like $1 order by id limit $2';
    const found = await of(WebhookSecret).lockFree(condition, [boxOf(keys.webhookBox.label), limit]);
    const owners = await sql<{ id: string; client_id: string }>(
      'select id::text, client_id::text from webhook where id = any($1)',
      [found.map(({ endpointId }) => endpointId)],
    );
    const clientOf = new Map(owners.map((owner) => [Number(owner.id), Number(owner.client_id)]));
    for (const secret of found) {
      const client = clientOf.get(secret.endpointId);
      if (client === undefined) throw new Error(`Webhook ${secret.endpointId} of secret ${secret.id} is gone.`);
      secret.sealAgain(secrets.seal(secrets.unseal(secret.ciphertext, client), client));
    }
    await flush();
    return found.length;
  });
}

/** Seals the credentials at providers again, which are a few. @returns how many were */
export async function sealRailsAgain({ store, keys, tenantId }: Parts): Promise<number> {
  const secrets = railSecrets(keys);
  const again = (box: string) => (secrets.isCurrent(box) ? box : secrets.seal(secrets.unseal(box, tenantId), tenantId));
  return store.write(tenantId, async ({ sql }) => {
    const rails = await sql<{ id: string; secrets: string; token: string | null }>(
      'select id::text, secrets, token from rail where secrets not like $1 or token not like $1 order by rail.id for update',
      [boxOf(keys.railBox.label)],
    );
    for (const rail of rails) {
      await sql('update rail set secrets = $2, token = $3 where id = $1', [
        rail.id,
        again(rail.secrets),
        rail.token && again(rail.token),
      ]);
    }
    return rails.length;
  });
}

/** @param since when the present secret came; responses from before may be under a former one */
export async function underFormer(
  { store, keys, tenantId }: Parts,
  { master, since }: { readonly master: MasterKeys; readonly since: Temporal.Instant },
): Promise<UnderFormer> {
  const [found] = await store.read(tenantId, ({ sql }) =>
    sql<{ webhooks: string; rails: string; keys: string; clients: string; responses: string }>(
      `select (select count(*) from webhook_secret where ciphertext not like $1) as webhooks,
              (select count(*) from rail where secrets not like $2 or token not like $2) as rails,
              (select count(*) from sealing_key where split_part(sealed, '.', 2) <> $3) as keys,
              (select count(*) from api_secret s
                where s.hash not like $4 and s.revoked_at is null
                  and (s.valid_until is null or s.valid_until > now())) as clients,
              (select count(*) from idempotency_key
                where response ? 'sealed' and created_at < $5::timestamptz and expires_at > now()) as responses`,
      [
        boxOf(keys.webhookBox.label),
        boxOf(keys.railBox.label),
        master.current,
        `${keys.pepper.label}.%`,
        since.toString(),
      ],
    ),
  );
  return {
    webhooks: Number(found?.webhooks),
    rails: Number(found?.rails),
    institutionKeys: Number(found?.keys),
    clientSecrets: Number(found?.clients),
    responses: Number(found?.responses),
  };
}
