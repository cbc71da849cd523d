import { randomBytes } from 'node:crypto';
import { keyRing, seal, unseal, type KeyRing } from './secret-box.ts';

/** The ring of keys for signing secrets of webhooks. @param key 32 bytes */
export function webhookKeyRing(key: Uint8Array): KeyRing {
  return keyRing('k1', new Map([['k1', key]]));
}

/** A new signing secret, in the form of Standard Webhooks. */
export function makeWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

// The box is bound to the client: the webhook itself has no name yet when its secret is sealed.
const owner = (clientId: number) => `webhooks of client ${clientId}`;

/** What is stored of a signing secret. */
export function sealWebhookSecret(secret: string, clientId: number, ring: KeyRing): string {
  return seal(secret, owner(clientId), ring);
}

/** The signing secret in a stored box. Throws where the box is another client's, was altered, or its key is gone. */
export function openWebhookSecret(ciphertext: string, clientId: number, ring: KeyRing): string {
  return unseal(ciphertext, owner(clientId), ring);
}
