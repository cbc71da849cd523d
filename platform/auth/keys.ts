import { hkdfSync } from 'node:crypto';

/** Keys for each purpose, all derived from one master secret, so that an operator stores a single secret. */
export type Keys = {
  /** Peppers the hashes of client secrets. */
  readonly pepper: Buffer;
  /** Encrypts the signing secrets of webhooks. */
  readonly webhookBox: Buffer;
  /** Encrypts the credentials of institutions at their payment providers. */
  readonly railBox: Buffer;
  /** Signs the identity that the gateway hands to subgraphs. */
  readonly identity: Buffer;
  /** Signs the addresses at which providers call back. */
  readonly callback: Buffer;
  /** Signs what people sign to show who they are. */
  readonly challenge: Buffer;
  /** Seals cursors. */
  readonly cursor: Buffer;
  /** The password of the application's database role. */
  readonly databasePassword: string;
  /** Distinguishes one secret from another, and reveals nothing about it: the database stores it. */
  readonly fingerprint: string;
};

/** Derives every key (HKDF-SHA-256, RFC 5869). The same secret gives the same keys in every process. */
export function deriveKeys(secret: string): Keys {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'umoja', purpose, 32));
  return {
    pepper: key('client secrets'),
    webhookBox: key('webhook secrets'),
    railBox: key('rail secrets'),
    identity: key('internal identity'),
    callback: key('provider callbacks'),
    challenge: key('sign-in challenges'),
    cursor: key('cursors'),
    databasePassword: key('database password').toString('base64url'),
    fingerprint: key('fingerprint').toString('base64url'),
  };
}
