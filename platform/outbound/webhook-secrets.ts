import { keyRing, seal, type KeyRing } from './secret-box.ts';
import { newSigningSecret } from './signature.ts';

/** The same boxes as those of platform/webhooks/signing-secrets.ts, for callers that hold a ring of keys. */
export function webhookKeyRing(key: Uint8Array): KeyRing {
  return keyRing('1', new Map([['1', key]]));
}

export const makeWebhookSecret = newSigningSecret;

export function sealWebhookSecret(secret: string, clientId: number, ring: KeyRing): string {
  return seal(secret, `client ${clientId}`, ring);
}
