import { refuse } from '../../kernel/domain-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import type { PartnersPorts } from '../ports.ts';
import type { WebhookEndpoint } from '../webhook-endpoint/webhook-endpoint.ts';

/** A command about one webhook of the calling client. */
export type WebhookCommand = { readonly clientId: number; readonly webhookId: number; readonly version?: number };

/** A command that decides what a webhook is sent. */
export type EntitledCommand = WebhookCommand & {
  /** The scopes of the token that commands it: it sends nothing that the token could not read. */
  readonly tokenScopes: readonly string[];
};

/**
 * Who decides where a webhook leads and what it is sent: a client, with the scopes of its token, or a person who maintains the
 * client. A person may not read what the client may, and is not the client: what they point somewhere reads nothing there until
 * the client confirms the address with its own token.
 */
export type SetUpBy = 'client' | 'person';

/**
 * The client's own webhook. Another client's is not there, and neither is a deleted one.
 * @throws DomainError not_found (missing)
 */
export async function findWebhook(
  command: WebhookCommand,
  ports: Pick<PartnersPorts, 'webhookEndpoints'>,
): Promise<WebhookEndpoint> {
  const endpoint = await ports.webhookEndpoints.get(command.webhookId);
  if (endpoint !== null && endpoint.clientId === command.clientId && endpoint.state !== 'deleted') return endpoint;
  throw refuse(
    kernelRefusals.not_found,
    `There is no webhook ${command.webhookId}. List your webhooks to see which exist.`,
    {
      resource: 'webhook',
      id: command.webhookId,
    },
  );
}
