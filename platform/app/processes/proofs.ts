import { randomUUIDv7 } from 'node:crypto';
import { outcome } from '#core/kernel/outcome.ts';
import type { Caller } from '../../auth/caller.ts';
import type { Verified } from '../../postgres/ledger/verify.ts';
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
