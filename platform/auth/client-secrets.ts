import type { Caller } from './caller.ts';
import { hashSecret, makeClientCredentials, makeSecret } from './credentials.ts';
import type { Keys } from './keys.ts';

/** A secret that is shown once, and what is stored of it. */
type MadeSecret = { readonly secret: string; readonly secretHash: string };

/** Makes the credentials of clients; the pepper stays inside. */
export type ClientSecrets = {
  readonly newClient: (mode: Caller['mode']) => MadeSecret & { readonly clientKey: string };
  readonly newSecret: (mode: Caller['mode']) => MadeSecret;
};

export function clientSecrets({ pepper }: Pick<Keys, 'pepper'>): ClientSecrets {
  const withHash = (secret: string): MadeSecret => ({ secret, secretHash: hashSecret(secret, pepper) });
  return {
    newClient: (mode) => {
      const { clientKey, secret } = makeClientCredentials(mode);
      return { clientKey, ...withHash(secret) };
    },
    newSecret: (mode) => withHash(makeSecret(mode)),
  };
}
