import { hkdfSync } from 'node:crypto';
import { FIRST_LABEL, type Ring, type RingKey } from '../runtime/ring.ts';

/** Keys for each purpose, all derived from one master secret, so that an operator stores a single secret. */
export type Keys = {
  /** Peppers the hashes of client secrets. */
  readonly pepper: Ring;
  /** Encrypts the signing secrets of webhooks. */
  readonly webhookBox: Ring;
  /** Encrypts the credentials of institutions at their payment providers. */
  readonly railBox: Ring;
  /** Signs the identity that the gateway hands to subgraphs. */
  readonly identity: Ring;
  /** Signs the addresses at which providers call back. */
  readonly callback: Ring;
  /** Signs what people sign to show who they are. */
  readonly challenge: Ring;
  /** Seals cursors. */
  readonly cursor: Ring;
  /** The password of the application's database role. */
  readonly databasePassword: string;
  /** Those that it may have while the secret is being replaced, that one among them. */
  readonly databasePasswords: readonly string[];
  /** Distinguishes one secret from another, and reveals nothing about it: the database stores it. */
  readonly fingerprint: string;
  /** Those of all secrets of this process: the one of UMOJA_SECRET, then the former ones. */
  readonly fingerprints: readonly string[];
};

/** Which secret of an installation is in use; the database says it, so that all processes agree. */
export type SecretInUse = { readonly fingerprint: string; readonly wasReplaced: boolean };

/** The id of a secret: it stands beside what its keys have made. */
export const idOfSecret = (fingerprint: string): string => fingerprint.slice(0, 12);

const keyOf = (secret: string, purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'umoja', purpose, 32));
export const fingerprintOf = (secret: string): string => keyOf(secret, 'fingerprint').toString('base64url');
const databasePasswordOf = (secret: string) => keyOf(secret, 'database password').toString('base64url');

/** Derives every key (HKDF-SHA-256, RFC 5869). The same secret gives the same keys in every process. */
export function deriveKeys(secret: string): Keys {
  const fingerprint = fingerprintOf(secret);
  return keysOf([secret], () => ({ fingerprint, wasReplaced: false }));
}

/**
 * The keys of several secrets: that of UMOJA_SECRET first, then the former ones.
 * @param inUse which of them is in use at this moment
 */
export function keysOf(secrets: readonly string[], inUse: () => SecretInUse): Keys {
  const distinct = [...new Set(secrets)];
  const fingerprints = distinct.map(fingerprintOf);
  const passwords = distinct.map(databasePasswordOf);
  const at = () => Math.max(0, fingerprints.indexOf(inUse().fingerprint));
  const ring = (purpose: string): Ring => {
    const keys = distinct.map((secret, index): RingKey => {
      return { id: idOfSecret(fingerprints[index] ?? ''), key: keyOf(secret, purpose) };
    });
    const current = () => keys[at()] ?? failWithoutSecret();
    return {
      keys,
      get current() {
        return current();
      },
      get label() {
        return inUse().wasReplaced ? current().id : FIRST_LABEL;
      },
    };
  };
  return {
    pepper: ring('client secrets'),
    webhookBox: ring('webhook secrets'),
    railBox: ring('rail secrets'),
    identity: ring('internal identity'),
    callback: ring('provider callbacks'),
    challenge: ring('sign-in challenges'),
    cursor: ring('cursors'),
    get databasePassword() {
      return passwords[at()] ?? failWithoutSecret();
    },
    databasePasswords: passwords,
    get fingerprint() {
      return fingerprints[at()] ?? failWithoutSecret();
    },
    fingerprints,
  };
}

function failWithoutSecret(): never {
  throw new Error('Keys are derived from one secret at least.');
}
