import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new signing secret: `whsec_` and the base64 of 32 random bytes. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/**
 * The three headers of Standard Webhooks for one attempt. The signature covers id, timestamp and body, so a receiver
 * can refuse both forged and replayed messages.
 * @param timestamp of the attempt, not of the event: receivers refuse what is older than five minutes
 * @param secrets `whsec_...` that are valid now, newest first; each gives a signature
 */
export function signatureHeaders(
  eventId: string,
  timestamp: Temporal.Instant,
  body: string,
  secrets: readonly string[],
): { 'webhook-id': string; 'webhook-timestamp': string; 'webhook-signature': string } {
  if (secrets.length === 0) throw new Error('A delivery can not be signed without a secret.');
  // A dot separates what is signed; an id with one would let two messages share a signature.
  if (eventId.includes('.')) throw new Error('The id of an event has no dot.');
  const seconds = String(Math.floor(timestamp.epochMilliseconds / 1000));
  const signed = `${eventId}.${seconds}.${body}`;
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', keyOf(secret)).update(signed, 'utf8').digest('base64')}`;
  });
  return { 'webhook-id': eventId, 'webhook-timestamp': seconds, 'webhook-signature': signatures.join(' ') };
}

function keyOf(secret: string): Buffer {
  const key = secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.alloc(0);
  if (key.length < 24) throw new Error('A signing secret is whsec_ and the base64 of at least 24 bytes.');
  return key;
}
