import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keysLabelled, type Ring, type RingKey } from '../runtime/ring.ts';

/** Keys of 32 bytes by id. New boxes are sealed with `current`; the others still open what they sealed. */
export type KeyRing = { readonly current: string; readonly keys: ReadonlyMap<string, Uint8Array> };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Checks a key ring when the configuration is read, not when the first secret is sealed. */
export function keyRing(current: string, keys: ReadonlyMap<string, Uint8Array>): KeyRing {
  for (const [id, key] of keys) {
    if (!/^[A-Za-z0-9_-]{1,32}$/.test(id))
      throw new RangeError(`"${id}" is no key id: letters, digits, - and _, at most 32.`);
    if (key.length !== 32) throw new RangeError(`The key ${id} has ${key.length} bytes; AES-256 needs 32.`);
  }
  if (!keys.has(current)) throw new RangeError(`The current key ${current} is not among the keys.`);
  return { current, keys };
}

/**
 * Encrypts a secret with AES-256-GCM: `v1.<key id>.<base64url of nonce, ciphertext and tag>`.
 * @param owner what the secret belongs to, such as the webhook's uuid: a box moved to another owner's row can't be opened
 */
export function seal(secret: string, owner: string, ring: KeyRing): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyNamed(ring.current, ring), nonce).setAAD(Buffer.from(owner, 'utf8'));
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${ring.current}.${sealed.toString('base64url')}`;
}

/** The secret in a box. Throws where the box was altered, belongs to another owner, or its key is gone. */
export function unseal(box: string, owner: string, ring: KeyRing): string {
  const [version, keyId = '', content = '', ...more] = box.split('.');
  const bytes = Buffer.from(content, 'base64url');
  if (version !== 'v1' || more.length > 0 || bytes.length < NONCE_BYTES + TAG_BYTES) {
    throw new Error('This is no box of a secret.');
  }
  const decipher = createDecipheriv('aes-256-gcm', keyNamed(keyId, ring), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner, 'utf8')).setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  return opened.toString('utf8');
}

function keyNamed(id: string, ring: KeyRing): Uint8Array {
  const key = ring.keys.get(id);
  if (key === undefined) throw new Error(`The key ${id} is not in the key ring.`);
  return key;
}

/** Boxes under the keys of a ring: sealed with the current one, and opened with the one that sealed them. */
export type Boxes = {
  readonly seal: (secret: string, owner: string) => string;
  readonly unseal: (box: string, owner: string) => string;
  /** True for a box that the current key has sealed. */
  readonly isCurrent: (box: string) => boolean;
};

export function boxesUnder(ring: Ring): Boxes {
  const ringOf = (label: string, { key }: RingKey) => keyRing(label, new Map([[label, key]]));
  const labelOf = (box: string) => box.split('.')[1] ?? '';
  return {
    seal: (secret, owner) => seal(secret, owner, ringOf(ring.label, ring.current)),
    unseal: (box, owner) => {
      const label = labelOf(box);
      const [first, ...others] = keysLabelled(ring, label);
      if (first === undefined) throw new Error(`The key ${label} is not in the key ring.`);
      for (const key of [...others].reverse()) {
        const opened = opens(box, owner, ringOf(label, key));
        if (opened !== null) return opened;
      }
      return unseal(box, owner, ringOf(label, first));
    },
    isCurrent: (box) => labelOf(box) === ring.label,
  };
}

/** Null where another key has sealed it, or it was altered: that shows when the last key is tried. */
function opens(box: string, owner: string, ring: KeyRing): string | null {
  try {
    return unseal(box, owner, ring);
  } catch {
    return null;
  }
}
