import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import type { Sealing } from '../privacy/keys/tenant-keys.ts';

/** The chain of what is kept: how a segment is written down, and what its hash covers. It is the same in every version. */

export const STREAMS = ['audit', 'journal'] as const;
export type Stream = (typeof STREAMS)[number];

/** What a segment says of itself; `hash` covers the rest of it and all of its rows. */
export type Segment = {
  readonly tenant: number;
  readonly stream: Stream;
  readonly number: number;
  readonly firstId: string;
  readonly lastId: string;
  readonly rows: number;
  /** The hash of the segment before. */
  readonly previous: string;
  readonly hash: string;
};

export const BEFORE_THE_FIRST = '0'.repeat(64);
const FORMAT = 'umoja archive 1';

/** The hash that each row has in a chain: of all that is before it, and of itself. */
export function chainFrom({ tenant, stream, number, firstId, lastId, rows, previous }: Omit<Segment, 'hash'>) {
  const about = JSON.stringify([FORMAT, tenant, stream, number, firstId, lastId, rows, previous]);
  let hash = sha256(about);
  return {
    /** @returns the beginning of its hash, by which a file says where it was changed */
    add: (row: string): string => {
      hash = createHash('sha256').update(hash).update(row).digest();
      return hash.toString('base64url').slice(0, 12);
    },
    end: (): string => hash.toString('hex'),
  };
}

const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();
export const hexOf = (content: string | Buffer): string => sha256(content).toString('hex');

/** Names of requests of the shape of ours. */
const OF_OUR_SHAPE = /^(job_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Clients that make such names themselves may put a telephone number or that of a document into them. Of ours, one in eight looks so. */
const MAY_BE_A_NUMBER = /[0-9](-?[0-9]){9}|^(job_)?[0-9a-f][0-9]{7}-/;
/** True for a name that no person is found by. An erasure leaves the same ones (`is_without_meaning`, SQL): the chain has them as they are. */
export const isWithoutMeaning = (requestId: string): boolean =>
  OF_OUR_SHAPE.test(requestId) && !MAY_BE_A_NUMBER.test(requestId);

/** One text under a key of its own: no other text is ever sealed with it, so that it needs no nonce. */
const NO_NONCE = Buffer.alloc(12);
const TAG_BYTES = 16;
const keyOf = ({ hashOf }: Pick<Sealing, 'hashOf'>, salt: string): Buffer =>
  Buffer.from(hashOf('text', `archived text ${salt}`), 'base64url');

export function sealedOnce(text: string, salt: string, sealing: Pick<Sealing, 'hashOf'>): Buffer {
  const cipher = createCipheriv('aes-256-gcm', keyOf(sealing, salt), NO_NONCE);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error where it was altered */
export function openedOnce(content: Buffer, salt: string, sealing: Pick<Sealing, 'hashOf'>): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(sealing, salt), NO_NONCE);
  decipher.setAuthTag(content.subarray(-TAG_BYTES));
  return decipher.update(content.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
