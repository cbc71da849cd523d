import { mayReceive } from '#core/partners/event-types.ts';
import { outcome } from '#core/kernel/outcome.ts';
import { changeWebhook } from '#core/partners/use-cases/change-webhook.ts';
import { registerWebhook } from '#core/partners/use-cases/register-webhook.ts';
import type { Caller } from '../auth/caller.ts';
import type { Keys } from '../auth/keys.ts';
import type { Internals } from '../app/internals.ts';
import { signingSecrets } from '../app/processes/delivery/signing-secrets.ts';
import { newSigningSecret } from '../outbound/signature.ts';
import type { TenantTransaction } from '../postgres/database.ts';
import type { Credentials } from './demo.ts';

/** Where REST serves the receiver of the demo. */
export const RECEIVER_PATH = '/demo/receiver';

/** By these the webhook is found again, whatever a visitor has made of it. */
const PLANTED = { planted_by: 'demo' };
/** What a visitor does with a loan, and what its money does. */
const EVENTS = ['loan.*', 'disbursement.*', 'repayment.*'];
const WEBHOOK = {
  description: 'The demo receives its own events here.',
  ordered: false,
  rateLimitPerSecond: null,
  metadata: PLANTED,
  payloadStyle: 'full',
  batch: null,
} as const;

type Receiving = {
  readonly internals: Internals;
  readonly keys: Pick<Keys, 'webhookBox'>;
  /** Where the demo is received; null where this process does not both send and receive it. */
  readonly url: string | null;
};

/**
 * Gives a client of the demo a webhook that is received: visitors see an event leave, and its dot turn green, without a server
 * of their own. It is registered as the client itself would (decision 80). Done once: what a visitor changes, disables or
 * deletes stays so. Where the demo is received at another port than last time, it leads there.
 */
export async function plantReceiver(
  { internals, keys, url }: Receiving,
  operator: Caller,
  { client_id: clientKey, scopes: tokenScopes }: Pick<Credentials, 'client_id' | 'scopes'>,
): Promise<void> {
  if (url === null) return;
  const events = EVENTS.filter((pattern) => mayReceive(pattern, tokenScopes));
  if (events.length === 0) return;
  await internals.transact.run<unknown>('plantDemoWebhook', operator, async (tx, context) => {
    const { clientId, webhook } = await plantedIn(tx, clientKey);
    const shared = { clientId, tokenScopes, setUpBy: 'client', destination: { kind: 'fine' } } as const;
    const ports = internals.ports.partners(tx, context);
    if (webhook === null) {
      const secretCiphertext = signingSecrets(keys).seal(newSigningSecret(), clientId);
      return registerWebhook({ ...shared, ...WEBHOOK, url, events, secretCiphertext }, ports);
    }
    const hasMoved = webhook.url !== url && webhook.url.endsWith(RECEIVER_PATH);
    if (webhook.state === 'deleted' || !hasMoved) return outcome(null);
    return changeWebhook({ ...shared, webhookId: webhook.id, changes: { url } }, ports);
  });
}

/** The client of a key, and the webhook that was planted for it. */
async function plantedIn({ sql }: TenantTransaction, clientKey: string) {
  const [row] = await sql<{ client_id: string; id: string | null; url: string; state: string }>(
    `select c.id as client_id, w.id, w.url, w.state
       from api_client c left join webhook w on w.client_id = c.id and w.metadata @> $2
      where c.client_key = $1 order by w.id limit 1`,
    [clientKey, JSON.stringify(PLANTED)],
  );
  if (!row) throw new Error(`There is no client ${clientKey}.`);
  const { client_id: clientId, id, url, state } = row;
  return { clientId: Number(clientId), webhook: id === null ? null : { id: Number(id), url, state } };
}
