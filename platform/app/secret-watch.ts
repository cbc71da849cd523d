import { fingerprintOf, idOfSecret, keysOf, type SecretInUse } from '../auth/keys.ts';
import type { Database } from '../postgres/database.ts';
import type { InstalledSecret } from '../postgres/migrations/secret-in-use.ts';
import { masterIdOf, masterKeysOf } from '../postgres/privacy/keys/master-keys.ts';
import type { Config } from '../runtime/config.ts';
import type { Log } from '../runtime/log.ts';

/**
 * Which secret is in use. While this process has several it looks every two seconds: a rotation changes it, and what is sealed or
 * signed from then on is under the next one. `umoja secret rotate` waits for that before it seals the rest again.
 */
const LOOKED_EVERY_MS = 2_000;
/** A look that the database does not answer keeps no other from its turn, and few wait for it together. */
const MOST_LOOKING = 4;
/** After so long, every process that can write has looked. */
export const NOTICED_AFTER_MS = 4 * LOOKED_EVERY_MS;

export type SecretState = {
  readonly now: () => SecretInUse;
  /** What the database says. One that this process has not is no change: it would have been refused. */
  readonly learn: (installed: Pick<InstalledSecret, 'fingerprint' | 'since'>) => void;
};

/** @param fingerprints of the secrets of this process: the first is in use where the database has none yet */
function secretState(fingerprints: readonly string[]): SecretState {
  let state: SecretInUse = { fingerprint: fingerprints[0] ?? '', wasReplaced: false };
  return {
    now: () => state,
    learn: ({ fingerprint, since }) => {
      if (fingerprint !== null && fingerprints.includes(fingerprint))
        state = { fingerprint, wasReplaced: since !== null };
    },
  };
}

/** What this process has of secrets: UMOJA_SECRET, the former ones, and those of personal data. */
export function secretsHeld(
  secret: string,
  { formerSecrets, dataSecrets }: Pick<Config, 'formerSecrets' | 'dataSecrets'>,
) {
  const secrets = [...new Set([secret, ...formerSecrets])];
  const state = secretState(secrets.map(fingerprintOf));
  const keys = keysOf(secrets, state.now);
  return {
    state,
    keys,
    masterKeys: masterKeysOf({ dataSecrets, secrets }, () => keys.fingerprints.indexOf(keys.fingerprint)),
    masterOfSecret: masterIdOf(secret),
    /** One secret can't be replaced while this process runs: the rotation is refused. */
    watch: (database: Pick<Database, 'query'>, log: Log): SecretWatch =>
      secrets.length > 1 ? watchSecret(database, state, log) : { look: async () => undefined, close: () => undefined },
  };
}

type SecretWatch = { readonly look: () => Promise<void>; readonly close: () => void };

/** Looks again and again, until it is closed. */
function watchSecret({ query }: Pick<Database, 'query'>, { now, learn }: SecretState, log: Log): SecretWatch {
  let [begun, learnt] = [0, 0];
  const look = async (): Promise<void> => {
    const turn = ++begun;
    const [found] = await query<Pick<InstalledSecret, 'fingerprint' | 'since'>>(
      'select fingerprint, since from secret_in_use()',
    );
    // What an earlier look has seen is older than what was learnt since, whenever it arrives.
    if (!found || turn < learnt) return;
    learnt = turn;
    const before = now().fingerprint;
    learn(found);
    if (now().fingerprint !== before)
      log.warn(
        { in_use: idOfSecret(now().fingerprint) },
        'The secret was replaced: this process goes on with the new one.',
      );
  };
  let looking = 0;
  const timer = setInterval(() => {
    if (looking >= MOST_LOOKING) return;
    looking += 1;
    // Where the database can't be read now, nothing is written either.
    void look()
      .catch(() => undefined)
      .finally(() => (looking -= 1));
  }, LOOKED_EVERY_MS);
  timer.unref();
  return { look, close: () => clearInterval(timer) };
}
