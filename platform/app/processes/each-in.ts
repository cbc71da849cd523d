import type { Caller } from '../../auth/caller.ts';
import type { Internals } from '../internals.ts';

export type ForEach = ReturnType<typeof eachIn>;

/** False once the process is to end: what is left of a round is done by the next one, here or in another process. */
export type GoesOn = () => boolean;
export const always: GoesOn = () => true;

/** Does the work of each row as a job of its tenant, and logs what fails. */
export function eachIn({ jobCaller, log }: Internals) {
  return async <Row extends { readonly tenantId: number }>(
    rows: readonly Row[],
    { role, problem, goesOn }: { readonly role: string; readonly problem: string; readonly goesOn: GoesOn },
    work: (caller: Caller, row: Row) => Promise<unknown>,
  ): Promise<void> => {
    for (const row of rows) {
      if (!goesOn()) return;
      const { tenantId, ...rest } = row;
      try {
        await work(await jobCaller(tenantId, role), row);
      } catch (error) {
        const about: object = { error, tenant_id: tenantId, ...rest };
        log.error(about, `${problem}; it is tried again.`);
      }
    }
  };
}
