import { outcome } from '#core/kernel/outcome.ts';
import { isUuid } from '../../runtime/is-uuid.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { institutionEvent } from '../institution-events.ts';
import { inTenant, print, program, Refused } from '../program.ts';

type Unprocessed = {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly received_at: string;
  readonly times: number;
  readonly tries: number;
  /** When the workers try again; null: they gave it up. */
  readonly due_at: string | null;
};

/** Shown at a time, the oldest first. */
const SHOWN = 100;

program
  .command('notifications')
  .description('notifications of providers that are not processed; those that were given up are tried no more')
  .option('--retry <id>', 'have the workers try this one again now')
  .action(({ retry }: { retry?: string }) =>
    inTenant(async (platform, operator) => {
      const retried =
        retry === undefined
          ? null
          : await platform.internals.transact.run('retryNotification', operator, async ({ sql }, { tenant }) => {
              const notification = await tryAgain(sql, retry, platform.clock());
              return outcome(notification, institutionEvent('notification_retried', tenant, { notification }));
            });
      const unprocessed = await platform.store.read(operator.tenantId, ({ sql }) =>
        sql<Unprocessed>(
          `select uuid::text as id, kind, subject, received_at::text as received_at, times, tries, due_at::text as due_at
             from callback where processed_at is null order by received_at, id limit ${SHOWN}`,
        ),
      );
      const lines = unprocessed.map(
        ({ id, kind, subject, received_at, tries, due_at }) =>
          `${id}  ${kind} of ${subject}, received ${received_at}, tried ${tries} times: ${due_at === null ? 'given up' : `next try ${due_at}`}`,
      );
      const sentences = retried === null ? [] : [`${retried} is tried again now; the workers’ log says how it ends.`];
      print(
        { unprocessed, retried },
        unprocessed.length === 0 ? 'All are processed.' : [...lines, ...sentences].join('\n'),
      );
    }),
  );

/** It is due now, with all its tries before it. @throws Refused where none of that id waits */
async function tryAgain(sql: TenantTransaction['sql'], id: string, now: Temporal.Instant): Promise<string> {
  const [found] = isUuid(id)
    ? await sql<{ id: string }>(
        'update callback set due_at = $2, tries = 0 where uuid = $1 and processed_at is null returning uuid::text as id',
        [id, now.toString()],
      )
    : [];
  if (!found)
    throw new Refused(`No notification ${id} waits to be processed. \`umoja notifications\` lists those that do.`);
  return found.id;
}
