import { refuse } from '../../kernel/domain-error.ts';
import type { FieldError } from '../../kernel/field-error.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { ApiSecret } from '../api-client/api-secret.ts';
import type { PartnersPorts } from '../ports.ts';
import { partnerRefusals } from '../refusals.ts';
import { invalid } from '../validation.ts';
import { findClient, lockClient, type ClientCommand } from './manage-client.ts';

type ClientsAndSecrets = Pick<PartnersPorts, 'apiClients' | 'apiSecrets' | 'now' | 'actor'>;

/** Keys that a client may have at the same time. */
const MOST_KEYS = 10;
const KEY_NAME = /^[a-z0-9][a-z0-9._-]{0,62}$/;

export type AddClientKey = ClientCommand & {
  /** What people know it by: one name, one key. */
  readonly name: string;
  readonly secretHash: string;
  readonly expiresAt: Temporal.Instant | null;
};

/**
 * Gives a client a further key, beside those that it has: nothing of theirs is void.
 * @throws DomainError validation_failed (invalid), key_exists, key_limit_reached (conflict), not_found
 */
export async function addClientKey(command: AddClientKey, ports: ClientsAndSecrets): Promise<Outcome<ApiClient>> {
  const { name, expiresAt } = command;
  const isOver = expiresAt !== null && Temporal.Instant.compare(expiresAt, ports.now) <= 0;
  const errors: FieldError[] = [
    ...(KEY_NAME.test(name)
      ? []
      : [
          {
            field: 'name',
            code: 'format',
            detail: 'A key is named by small letters, digits, dots and hyphens, at most 63.',
          },
        ]),
    ...(isOver ? [{ field: 'expires_at', code: 'range', detail: 'A key expires in the future.' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  // Two that are added at the same moment count each other.
  const client = await lockClient(command, ports);
  const live = (await ports.apiSecrets.ofClient(client.id)).filter((key) => isHeld(key, ports.now));
  if (live.some((key) => key.name === name)) {
    throw refuse(
      partnerRefusals.key_exists,
      `The client has a key ${name} already. Revoke it, or choose another name.`,
      {
        name,
      },
    );
  }
  if (live.length >= MOST_KEYS) {
    throw refuse(partnerRefusals.key_limit_reached, `A client has at most ${MOST_KEYS} keys. Revoke one first.`, {
      limit: MOST_KEYS,
    });
  }
  ports.apiSecrets.add(
    ApiSecret.of(client.id, command.secretHash, ports.now, { name, expiresAt, shownTo: ports.actor }),
  );
  return outcome(client, client.addKey(name, expiresAt));
}

/**
 * Ends one key of a client, and every token that it minted, in every process.
 * @throws DomainError not_found where the client has no such key, or it is revoked already
 */
export async function revokeClientKey(
  command: ClientCommand & { readonly name: string },
  ports: ClientsAndSecrets,
): Promise<Outcome<ApiClient>> {
  const client = await findClient(command, ports);
  const keys = (await ports.apiSecrets.ofClient(client.id)).filter(
    ({ name, revokedAt }) => name === command.name && revokedAt === null,
  );
  if (keys.length === 0) {
    throw refuse(
      kernelRefusals.not_found,
      `The client has no key ${command.name.slice(0, 100)} that could be revoked.`,
      {
        resource: 'key',
        id: command.name.slice(0, 100),
      },
    );
  }
  for (const key of keys) key.revoke(ports.now);
  return outcome(client, client.revokeKey(command.name));
}

/** Whether a key still has its name: it mints, or would if it had begun. */
function isHeld({ validUntil, revokedAt }: ApiSecret, now: Temporal.Instant): boolean {
  return revokedAt === null && (validUntil === null || Temporal.Instant.compare(now, validUntil) < 0);
}
