/** A key of one secret, by the id of that secret. */
export type RingKey = { readonly id: string; readonly key: Uint8Array };

/**
 * The keys of one purpose, one of each secret that this process has. While a secret is being replaced there are several:
 * what is made now is made with the current one, what any of them has made is accepted.
 */
export type Ring = {
  readonly keys: readonly RingKey[];
  /** That of the secret in use: another one, once the secret was replaced. */
  readonly current: RingKey;
  /** What is written beside that which the current key has made. */
  readonly label: string;
};

/**
 * What stands beside all that was made before the secret was replaced for the first time: versions of before know of no
 * other. It may be of any key.
 */
export const FIRST_LABEL = '1';

/** A ring of one key, which was never replaced. */
export function ringOf(key: Uint8Array): Ring {
  const only = { id: FIRST_LABEL, key };
  return { keys: [only], current: only, label: FIRST_LABEL };
}

/** The keys that may have made what has this label. */
export const keysLabelled = ({ keys }: Ring, label: string): readonly RingKey[] =>
  label === FIRST_LABEL ? keys : keys.filter(({ id }) => id === label);
