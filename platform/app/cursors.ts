import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Ring, RingKey } from '../runtime/ring.ts';
import type { Boundary } from './lists.ts';

/**
 * Where a walk over a list goes on, sealed: it can’t be forged, nor a value read in it, and it opens only for the very
 * list that it was made for. It carries the values by which its record was in order: what has become of the record since makes no
 * difference. A place has one cursor, however often it is shown.
 */
export type Cursors = {
  readonly seal: (boundary: Boundary, list: SealedFor) => string;
  /**
   * Null where the cursor is not ours, or another list's.
   * @throws DomainError sandbox_was_reset (gone) where what it walked over is gone
   */
  readonly open: (cursor: string, list: SealedFor) => Boundary | null;
  /** The same, whichever generation of the records it is of: `ofGeneration` says whether they are still there. */
  readonly openOfAny: (cursor: string, bound: string) => Opened | null;
};

/** The list that a cursor is made for, and how often its sandbox has been reset. */
export type SealedFor = { readonly bound: string; readonly generation: number };

/** A cursor's content: where a page begins, of the records after so many resets. */
export type Opened = Boundary & { readonly generation: number };

type Content = [direction: Boundary['direction'], asOf: string | null, generation: number, ...values: string[]];

/**
 * A cursor of the records as they are now.
 * @throws DomainError sandbox_was_reset (gone) where what it walked over is gone
 */
export function ofGeneration({ generation, ...boundary }: Opened, present: number): Boundary {
  if (generation === present) return boundary;
  throw refuse(
    partnerRefusals.sandbox_was_reset,
    'The sandbox was reset since: read the list again from the beginning.',
  );
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MOST_CHARACTERS = 4_000;

/** @param ring keys of 32 bytes */
export function cursorsWith(ring: Ring): Cursors {
  const nonceKeys = new Map(
    ring.keys.map(({ id, key }) => [id, createHmac('sha256', key).update('nonces').digest()] as const),
  );
  /** It follows from what is sealed, so that two contents don’t meet under one nonce, and one content is one cursor. */
  const nonceOf = (bound: string, content: string, { id }: RingKey) =>
    createHmac('sha256', nonceKeys.get(id) ?? '')
      .update(JSON.stringify([bound, content]))
      .digest()
      .subarray(0, NONCE_BYTES);
  const openOfAny = (cursor: string, bound: string): Opened | null => {
    const content = contentOf(cursor, bound, ring);
    if (content === null) return null;
    // The seal holds: it is what was written below.
    const [direction, asOf, generation, ...values] = JSON.parse(content) as Content;
    return { direction, values, asOf: asOf === null ? null : Temporal.Instant.from(asOf), generation };
  };
  return {
    seal: ({ direction, values, asOf }, { bound, generation }) => {
      const content = JSON.stringify([direction, asOf, generation, ...values]);
      const { current } = ring;
      const nonce = nonceOf(bound, content, current);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce).setAAD(Buffer.from(bound, 'utf8'));
      const sealed = Buffer.concat([nonce, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64url');
    },
    open: (cursor, { bound, generation }) => {
      const opened = openOfAny(cursor, bound);
      return opened && ofGeneration(opened, generation);
    },
    openOfAny,
  };
}

/** What was sealed; null where the seal does not hold. */
function contentOf(cursor: string, bound: string, { keys }: Ring): string | null {
  const bytes = Buffer.from(cursor, 'base64url');
  if (cursor.length > MOST_CHARACTERS || bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
  // Letters that base64url does not have, or bits that it leaves over, would make many cursors of one.
  if (bytes.toString('base64url') !== cursor) return null;
  for (const { key } of keys) {
    const content = openedWith(key, bytes, bound);
    if (content !== null) return content;
  }
  return null;
}

function openedWith(key: Uint8Array, bytes: Buffer, bound: string): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound, 'utf8')).setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    // Whatever this is, it is no cursor of this list.
    return null;
  }
}
