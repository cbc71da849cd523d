import { randomUUIDv7 } from 'node:crypto';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import { verifyLedger, type Verified } from '../../postgres/ledger/verify.ts';
import type { Internals } from '../internals.ts';
import type { Transact } from '../transact.ts';

/** Writes down what a proof of the books has found: also where it is that they are wrong. */
export function proofRecorder(transact: Transact) {
  return (caller: Caller, { checks }: Pick<Verified, 'checks'>): Promise<{ readonly uuid: string }> =>
    transact.run('recordLedgerProof', caller, async ({ sql }, { actor }) => {
      const uuid = randomUUIDv7();
      await sql('insert into ledger_proof (uuid, proven_by, checks) values ($1, $2, $3::jsonb)', [
        uuid,
        actor,
        JSON.stringify(checks),
      ]);
      return outcome({ uuid });
    });
}

/** Of a tenant: the process that proves its books holds it, and others leave them to it. */
const PROOF_LOCK = 4_710_007;

/**
 * Proves the books of an institution as `umoja ledger verify` does, and writes down what was found. Where another process does it, or
 * has done it meanwhile, nothing happens.
 */
export function dailyProof({ database, transact, log }: Pick<Internals, 'database' | 'transact' | 'log'>) {
  const record = proofRecorder(transact);
  return (caller: Caller): Promise<void> =>
    database.report(caller.tenantId, async ({ sql }) => {
      const [lock] = await sql<{ taken: boolean }>('select pg_try_advisory_xact_lock($1, $2) as taken', [
        PROOF_LOCK,
        caller.tenantId,
      ]);
      if (!lock?.taken || !(await isDue(sql))) return;
      const { checks } = await verifyLedger(sql);
      await record(caller, { checks });
      const broken = checks.filter(({ violations }) => violations > 0).map(({ name }) => name);
      if (broken.length > 0) {
        const about: object = { tenant_id: caller.tenantId, checks: broken };
        log.error(about, 'The books of an institution are wrong. See `umoja ledger verify`.');
      }
    });
}

type Sql = Parameters<typeof verifyLedger>[0];

async function isDue(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ due: boolean }>(
    `select not exists(select from ledger_proof where created_at > business_now() - interval '1 day') as due`,
  );
  return row?.due ?? false;
}
