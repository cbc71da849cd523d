import { onPlatform, operatorOf, program, tell, whole } from '../program.ts';

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
  .description('what was to follow from an event and could not be done, with the reason; --retry tries all of it anew')
  .option('--retry', 'let the workers try again, now')
  .option('--tenant <id>', 'the institution', whole)
  .action(({ tenant, retry = false }: { retry?: boolean; tenant?: number }) =>
    onPlatform(async (platform) => {
      const { tenantId } = await operatorOf(platform, tenant);
      const { stuck, retried } = await platform.database.write(tenantId, async ({ sql }) => ({
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
          `${handler} after ${type} of ${subject}, ${attempts} tries: ${problem ?? 'no reason was kept'}`,
      );
      const said = retried.length > 0 ? [`${retried.length} are tried again.`] : [];
      tell(
        { stuck, retried: retried.length },
        stuck.length === 0 ? 'Nothing is stuck.' : [...lines, ...said].join('\n'),
      );
    }),
  );
