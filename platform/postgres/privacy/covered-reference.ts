import { identifierKey } from '#core/kernel/text.ts';
import type { Sealing } from './keys/tenant-keys.ts';

/**
 * What stands in the place of a reference that named an erased person: a client that knows the reference finds the record by it,
 * and nothing else says what it was.
 */
export const coveredReference = ({ hashOf }: Pick<Sealing, 'hashOf'>, reference: string): string =>
  `erased-${hashOf('text', `reference ${identifierKey(reference)}`)}`;

/** A reference as it may stand in a row: as it was written, and as an erasure has left it. */
export const formsOfReference = (sealing: Pick<Sealing, 'hashOf'>, reference: string): readonly string[] => [
  identifierKey(reference),
  identifierKey(coveredReference(sealing, reference)),
];

/** The same for the keys by which clients make their requests repeatable, which differ by any letter. */
export const formsOfKey = (sealing: Pick<Sealing, 'hashOf'>, key: string): readonly [string, string] => [
  key,
  `erased-${sealing.hashOf('text', `idempotency key ${key}`)}`,
];
