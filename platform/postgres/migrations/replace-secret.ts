import type pg from 'pg';
import { codeOf } from '../../runtime/thrown.ts';
import { EPOCH, OF_REPLACED_SECRETS } from '../epoch.ts';
import { findingRole, type DatabaseSettings } from '../logins.ts';
import { paddedKeys } from '../tenant-proof.ts';
import { queueRole } from './queue-schema.ts';
import { scramVerifier } from './roles.ts';

/** What another secret takes the place of: the row of the installation, the proofs of tenants, the passwords of our roles. */
export type Replacement = {
  /** Fingerprints. */
  readonly from: string;
  readonly to: string;
  /** What passwords and proofs follow from, before and after. */
  readonly formerPassword: string;
  readonly password: string;
};

/** From now on no process starts that lacks the secret that comes next. */
export async function announceSecret(owner: pg.Client, next: string): Promise<void> {
  await owner.query('update installation set next_fingerprint = $1 where secret_fingerprint <> $1', [next]);
}

/** They may start again. */
export async function withdrawSecret(owner: pg.Client, next: string): Promise<void> {
  await owner.query('update installation set next_fingerprint = null where next_fingerprint = $1', [next]);
}

/**
 * Puts another secret in use, in one transaction: what is made from now on is under it. What is under the former one is still
 * accepted; a connection that is open stays.
 */
export async function putSecretInUse(
  owner: pg.Client,
  { appRole, rolesOf }: Pick<DatabaseSettings, 'appRole' | 'rolesOf'>,
  replacement: Replacement,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    await owner.query('begin');
    try {
      await replace(owner, replacement);
      // An operator who names the roles gives them their passwords.
      for (const role of rolesOf === 'operator' ? [] : rolesOfApp(appRole)) {
        const verifier = owner.escapeLiteral(scramVerifier(replacement.password));
        await owner.query(`alter role ${owner.escapeIdentifier(role)} password ${verifier}`);
      }
      await owner.query('commit');
      return;
    } catch (error) {
      await owner.query('rollback');
      // "tuple concurrently updated": another database of this server alters a role in the same instant.
      if (tries >= MOST_TRIES || codeOf(error) !== 'XX000') throw error;
    }
  }
}

const MOST_TRIES = 10;

const rolesOfApp = (appRole: string) => [appRole, findingRole({ appRole }), queueRole({ appRole })];

async function replace(owner: pg.Client, { from, to, formerPassword, password }: Replacement): Promise<void> {
  const { rowCount } = await owner.query(
    `update installation
        set secret_fingerprint = $2, next_fingerprint = null, secret_since = now(),
            former_fingerprints = array_append(array_remove(array_remove(former_fingerprints, $2), $1), $1),
            epoch = greatest(epoch, $3), serves_from = greatest(serves_from, $4)
      where secret_fingerprint = $1`,
    [from, to, EPOCH, OF_REPLACED_SECRETS],
  );
  if (!rowCount) throw new Error('The secret of the database was replaced by another command.');
  const [before, now] = [formerPassword, password].map((appPassword) => paddedKeys({ appPassword }));
  await owner.query(
    `update guard.tenant_key set former_inner_key = inner_key, former_outer_key = outer_key, inner_key = $2, outer_key = $3
      where inner_key = $1`,
    [before?.inner, now?.inner, now?.outer],
  );
  await forgetPlans(owner);
}

/** Ends what former secrets still do: from now on a process needs them no more. */
export async function retireSecrets(owner: pg.Client): Promise<void> {
  await owner.query('begin');
  try {
    await owner.query(`update installation set former_fingerprints = '{}' where former_fingerprints <> '{}'`);
    await owner.query('update guard.tenant_key set former_inner_key = null, former_outer_key = null');
    await forgetPlans(owner);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    throw error;
  }
}

/** Sessions that run know the keys of before as constants: they plan the function again. */
const forgetPlans = (owner: pg.Client) => owner.query('alter function proven_tenant() stable');
