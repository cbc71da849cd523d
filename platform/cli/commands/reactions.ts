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
    inTenant(async (platform, { tenantId }) => {
      const { stuck, retried } = await platform.store.write(tenantId, async ({ sql }) => ({
        stuck: await sql<Stuck>(
          `select r.id::text as id, r.handler, r.attempts, r.problem, e.type,
                  e.subject_type || ' ' || e.subject_id as subject, e.occurred_at::text as occurred_at
             from reaction r join event e on e.id = r.event_id
            where r.due_at is null order by r.id limit ${SHOWN}`,
        ),
        retried: retry
          ? await sql('update reaction set due_at = now(), attempts = 0 where due_at is null returning id')
          : [],
      }));
      const lines = stuck.map(
        ({ handler, type, subject, attempts, problem }) =>
          `${handler} after ${type} of ${subject}, ${attempts} tries: ${problem ?? 'no reason was recorded'}`,
      );
      const sentences = retried.length > 0 ? [`${retried.length} are tried again.`] : [];
      print(
        { stuck, retried: retried.length },
        stuck.length === 0 ? 'Nothing is stuck.' : [...lines, ...sentences].join('\n'),
      );
    }),
  );
