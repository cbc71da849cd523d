import { keyRing, seal, unseal, type KeyRing } from '../../../outbound/secret-box.ts';
import type { Keys } from '../../../auth/keys.ts';

/**
 * How the signing secrets of webhooks are stored. A box belongs to the client: a webhook's own id isn't known yet when
 * its secret is sealed, and what matters is that one partner's box is of no use in another's row.
 */
export type SigningSecrets = {
  readonly seal: (secret: string, clientId: number) => string;
  readonly unseal: (ciphertext: string, clientId: number) => string;
};

export function signingSecrets(keys: Pick<Keys, 'webhookBox'>): SigningSecrets {
  const ring: KeyRing = keyRing('1', new Map([['1', keys.webhookBox]]));
  const owner = (clientId: number) => `client ${clientId}`;
  return {
    seal: (secret, clientId) => seal(secret, owner(clientId), ring),
    unseal: (ciphertext, clientId) => unseal(ciphertext, owner(clientId), ring),
  };
}
