import { boxesUnder } from '../../../outbound/secret-box.ts';
import type { Keys } from '../../../auth/keys.ts';

/**
 * How the signing secrets of webhooks are stored. A box belongs to the client: a webhook's own id isn't known yet when
 * its secret is sealed, and what matters is that one partner's box is of no use in another's row.
 */
export type SigningSecrets = {
  readonly seal: (secret: string, clientId: number) => string;
  readonly unseal: (ciphertext: string, clientId: number) => string;
  /** True where it was sealed under the secret in use. */
  readonly isCurrent: (ciphertext: string) => boolean;
};

export function signingSecrets(keys: Pick<Keys, 'webhookBox'>): SigningSecrets {
  const boxes = boxesUnder(keys.webhookBox);
  const owner = (clientId: number) => `client ${clientId}`;
  return {
    seal: (secret, clientId) => boxes.seal(secret, owner(clientId)),
    unseal: (ciphertext, clientId) => boxes.unseal(ciphertext, owner(clientId)),
    isCurrent: boxes.isCurrent,
  };
}
