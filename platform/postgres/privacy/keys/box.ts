import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/**
 * What is sealed with a key (AES-256-GCM): `<form>.<id of the key>.<base64url of nonce, ciphertext and tag>`, or without an id where
 * only one key can have sealed it. It opens where it was sealed alone: `place` is authenticated with it.
 */

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES = 32;

export const newKey = (): KeyObject => createSecretKey(randomBytes(KEY_BYTES));

export const sealed = (plain: string | Buffer, key: KeyObject, place: string): string =>
  sealedWith(randomBytes(NONCE_BYTES), plain, { key, place });

/**
 * The same text gives the same ciphertext, so that it is found and compared without being opened. Its nonce is a keyed hash of
 * the text: no two texts share one.
 */
export const sealedAlike = (text: string, key: KeyObject, place: string): string =>
  sealedWith(createHmac('sha256', key).update(text).digest().subarray(0, NONCE_BYTES), text, { key, place });

function sealedWith(
  nonce: Buffer,
  plain: string | Buffer,
  { key, place }: { readonly key: KeyObject; readonly place: string },
): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
  const content = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, content, cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @throws Error where it was altered, moved from its place, or sealed with another key */
export function openedText(content: string, key: KeyObject, place: string): string {
  const bytes = Buffer.from(content, 'base64url');
  const decipher = decipherOf(bytes, key, place);
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
  return text + decipher.final('utf8');
}

/** The same of a key. */
export function openedKey(content: string, key: KeyObject, place: string): KeyObject {
  const bytes = Buffer.from(content, 'base64url');
  const decipher = decipherOf(bytes, key, place);
  return createSecretKey(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
}

function decipherOf(bytes: Buffer, key: KeyObject, place: string) {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('This is nothing that was sealed.');
  return createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
}
