import { outcome } from '#core/kernel/outcome.ts';
import type { Platform } from '../../app/open-platform.ts';
import type { Caller } from '../../auth/caller.ts';
import { institutionEvent } from '../institution-events.ts';
import { inTenant, print, program } from '../program.ts';

type Stuck = {
  readonly id: string;
  readonly handler: string;
  readonly attempts: number;
  readonly problem: string | null;
  readonly type: string;
  readonly subject: string;
  readonly occurred_at: string;
};

/** Shown at a time, the oldest first. */
const SHOWN = 100;

program
  .command('reactions')
  .description('reactions to events that failed for good, with the reason')
  .option('--retry', 'have the workers try all of them again now')
  .action(({ retry = false }: { retry?: boolean }) =>
    inTenant(async (platform, operator) => {
      // As they are found, and with the reason: what is tried again may be stuck no more.
      const stuck = await platform.store.read(operator.tenantId, ({ sql }) =>
        sql<Stuck>(
          `select r.id::text as id, r.handler, r.attempts, r.problem, e.type,
                  e.subject_type || ' ' || e.subject_id as subject, e.occurred_at::text as occurred_at
             from reaction r join event e on e.id = r.event_id
            where r.due_at is null order by r.id limit ${SHOWN}`,
        ),
      );
      const retried = retry ? await tryAgain(platform, operator) : 0;
      const lines = stuck.map(
        ({ handler, type, subject, attempts, problem }) =>
          `${handler} after ${type} of ${subject}, ${attempts} tries: ${problem ?? 'no reason was recorded'}`,
      );
      const sentences = retried > 0 ? [`${retried} are tried again.`] : [];
      print({ stuck, retried }, stuck.length === 0 ? 'Nothing is stuck.' : [...lines, ...sentences].join('\n'));
    }),
  );

/** All of them are due now, with all their tries before them. @returns how many */
function tryAgain({ internals }: Platform, operator: Caller): Promise<number> {
  return internals.transact.run('retryReactions', operator, async ({ sql }, { tenant }) => {
    const { length: count } = await sql(
      'update reaction set due_at = now(), attempts = 0 where due_at is null returning id',
    );
    return outcome(
      count,
      ...(count === 0 ? [] : [institutionEvent('reactions_retried', tenant, { reactions: count })]),
    );
  });
}
