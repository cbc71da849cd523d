import { reviewWebhook } from '#core/partners/use-cases/deliver.ts';
import { DISABLING } from '#core/partners/webhook-endpoint/disabling.ts';
import type { Database } from '#platform/postgres/database.ts';
import { QUEUES, type QueueName, type TimedJob } from '#platform/queue/queues.ts';
import { jobCaller, type WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

const EVERY_MS = 1_000;
/** Rows of each kind that one round enqueues. */
const CAP = 500;
/** A queue that has so much to do is not given the same again. */
const ENOUGH_WAITING = 1_000;
const REVIEW_EVERY_MS = 60_000;
const DISCARD_EVERY_MS = 600_000;
const DISCARD_CAP = 1_000;
/** So that a long overdue clean-up leaves room for everybody else. */
const DISCARD_ROUNDS = 20;

type Due = { queue: QueueName; tenant_id: string; id: string };

/** Enqueues what is due, for whatever reason it is not enqueued yet: this is why no job has to be kept safe. */
export function sweep({ app, queues, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('sweep', EVERY_MS, log, async () => {
    const due = await database.ask<Due>('select queue, tenant_id, id from due_jobs($1, $2)', [
      app.clock().toString(),
      CAP,
    ]);
    const jobs = new Map<QueueName, TimedJob[]>();
    for (const { queue, tenant_id, id } of due) {
      jobs.set(queue, [...(jobs.get(queue) ?? []), { tenantId: Number(tenant_id), id }]);
    }
    for (const queue of QUEUES) {
      const found = jobs.get(queue);
      if (found && (await queues.waiting(queue)) < ENOUGH_WAITING) await queues.enqueueAll(queue, found);
    }
  });
}

/** Looks after webhooks that have failed for long: their notices are due by the hour, not by attempts. */
export function reviewWebhooks({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('review-webhooks', REVIEW_EVERY_MS, log, async () => {
    const failing = await database.ask<{ tenant_id: string; id: string }>(
      'select tenant_id, id from webhooks_to_review($1, $2, $3)',
      [app.clock().toString(), [...DISABLING.noticeHours], CAP],
    );
    for (const { tenant_id, id } of failing) {
      try {
        const caller = await jobCaller(app, Number(tenant_id), 'review-webhooks');
        await app.transact.run('reviewWebhook', caller, (tx, given) =>
          reviewWebhook({ webhookId: Number(id) }, app.allPorts.partners(tx, given)),
        );
      } catch (error) {
        // The next round begins with this one again: it must not keep the others from their turn.
        log.error({ error, tenant_id, webhook_id: id }, 'A failing webhook could not be reviewed; it is tried again.');
      }
    }
  });
}

/** Removes what has had its time: keys, tokens, events and deliveries of more than 30 days. */
export function discardExpired({ app, log }: WorkerContext, database: Pick<Database, 'ask'>): Loop {
  return repeat('discard-expired', DISCARD_EVERY_MS, log, async () => {
    for (let round = 0; round < DISCARD_ROUNDS; round++) {
      const [row] = await database.ask<{ gone: string }>('select discard_expired($1, $2) as gone', [
        app.clock().toString(),
        DISCARD_CAP,
      ]);
      if (Number(row?.gone ?? 0) < DISCARD_CAP) break;
    }
  });
}
