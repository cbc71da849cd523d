import { refuse } from '#core/kernel/domain-error.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import type { Boundary } from '#platform/app/lists.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Where a walk over a list goes on, sealed: it can’t be forged, nor a value read in it, and it opens only for the very
 * list (path, filter, sort, client) that it was made for.
 */
export type Cursors = {
  readonly seal: (boundary: Boundary, list: SealedFor) => string;
  /**
   * Null where the cursor is not ours, or another list's.
   * @throws DomainError sandbox_was_reset (gone) where what it walked over is gone
   */
  readonly open: (cursor: string, list: SealedFor) => Boundary | null;
};

/** The list that a cursor is made for, and how often its sandbox has been reset. */
export type SealedFor = { readonly bound: string; readonly generation: number };

type Content = [direction: Boundary['direction'], asOf: string | null, generation: number, ...values: string[]];

const wasReset = () =>
  refuse(partnerRefusals.sandbox_was_reset, 'The sandbox was reset since: read the list again from the beginning.');

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MOST_CHARACTERS = 4_000;

/** @param key 32 bytes */
export function cursorsWith(key: Uint8Array): Cursors {
  return {
    seal: ({ direction, values, asOf }, { bound, generation }) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound, 'utf8'));
      const content = JSON.stringify([direction, asOf, generation, ...values]);
      const sealed = Buffer.concat([nonce, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64url');
    },
    open: (cursor, { bound, generation }) => {
      const bytes = Buffer.from(cursor, 'base64url');
      if (cursor.length > MOST_CHARACTERS || bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
      // Letters that base64url does not have, or bits that it leaves over, would make many cursors of one.
      if (bytes.toString('base64url') !== cursor) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(bound, 'utf8')).setAuthTag(bytes.subarray(-TAG_BYTES));
      let opened: string;
      try {
        opened = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        // The seal does not hold: whatever this is, it is no cursor of this list.
        return null;
      }
      // The seal holds: it is what was written above.
      const [direction, asOf, of, ...values] = JSON.parse(opened) as Content;
      if (of !== generation) throw wasReset();
      return { direction, values, asOf: asOf === null ? null : Temporal.Instant.from(asOf) };
    },
  };
}
