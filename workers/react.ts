import type { Source } from '#core/aml/ports.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import type { Outcome } from '#core/kernel/outcome.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';
import type { App } from '#platform/app/compose.ts';
import type { TenantTransaction } from '#platform/postgres/database.ts';
import type { Handler as JobHandler } from '#platform/queue/queues.ts';
import type { Handler } from '#platform/app/reactions.ts';
import type { CommandContext } from '#platform/app/transact.ts';
import { recoverBatch, type RecoveryOrder } from '#platform/app/processes/delivery/recover.ts';
import { jobCaller, type WorkerContext } from './job.ts';

/** What a reaction is about, and how far it has come. */
type Told = {
  readonly subjectId: number;
  readonly data: { readonly [member: string]: unknown };
  readonly progress: number | null;
};
/** A reaction whose result is a number has done a part of its work, up to there, and goes on in a new transaction. */
type React = (app: App, told: Told, tx: TenantTransaction, context: CommandContext) => Promise<Outcome<number | null>>;

const handlers: { readonly [Name in Handler]: React } = {
  'screen-member': async (app, { subjectId }, tx, context) => {
    const { events } = await screenMember({ memberId: subjectId }, app.allPorts.membership(tx, context));
    return { result: null, events };
  },
  'screen-savings-transaction': screens('savings_transaction'),
  'screen-repayment': screens('repayment'),
  'screen-mobile-money': screens('mobile_money_transaction'),
  'pay-school-fees': async (app, told, tx, context) => app.schoolFees.pay(told, tx, context),
  'reverse-school-fees': async (app, told, tx, context) => app.schoolFees.reverse(told, tx, context),
  'return-fee-surplus': async (app, told, tx, context) => app.schoolFees.returnSurplus(told, tx, context),
  'recover-webhook': async (_app, { subjectId, data, progress }, tx, context) => {
    const order: RecoveryOrder = {
      endpointId: subjectId,
      since: Temporal.Instant.from(String(data['since'])),
      until: Temporal.Instant.from(String(data['until'])),
      only: data['only'] as RecoveryOrder['only'],
      after: progress,
    };
    return { result: await recoverBatch(tx, order, context.now), events: [] };
  },
};

/** Money of one kind moved: the rules of money laundering control look at it. */
function screens(type: Source['type']): React {
  return async (app, { subjectId }, tx, context) => {
    const { events } = await screenActivity({ type, id: subjectId }, app.allPorts.aml(tx, context));
    return { result: null, events };
  };
}

type ReactionRow = { handler: Handler; progress: string | null; subject_id: string; data: Told['data'] };

/** Tries of a reaction; then it stays listed, with its problem and no time. */
export const MOST_ATTEMPTS = 8;
const FIRST_BACKOFF_SECONDS = 2;

/**
 * What we do ourselves when something happened. The row goes in the transaction of its effect, so that neither is
 * without the other; where the effect fails, the row is kept, with the reason and a later time.
 */
export function react({ app, log }: WorkerContext): JobHandler {
  return async ({ tenantId, id }) => {
    const caller = await jobCaller(app, tenantId, 'react');
    try {
      const goesOn = await app.transact.run('react', caller, async (tx, context) => {
        const [row] = await tx.sql<ReactionRow>(
          `select r.handler, r.progress, e.subject_id, e.data from reaction r join event e on e.id = r.event_id
            where r.id = $1 and r.due_at <= $2 for update of r skip locked`,
          [id, context.now.toString()],
        );
        if (!row) return { result: false, events: [] };
        const progress = row.progress === null ? null : Number(row.progress);
        const told: Told = { subjectId: Number(row.subject_id), data: row.data, progress };
        const { result: upTo, events } = await handlers[row.handler](app, told, tx, context);
        if (upTo === null) await tx.sql('delete from reaction where id = $1', [id]);
        else await tx.sql('update reaction set progress = $2 where id = $1', [id, upTo]);
        return { result: upTo !== null, events };
      });
      return goesOn ? { againInMs: 0 } : undefined;
    } catch (error) {
      log.error({ error, tenant_id: tenantId, reaction_id: id }, 'A reaction failed; it is tried again.');
      const problem = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      await app.transact.run('postponeReaction', caller, async (tx, context) => {
        await tx.sql(
          `update reaction set attempts = attempts + 1, problem = left($2, 500),
                  due_at = case when attempts + 1 >= $3::int then null
                                else $4::timestamptz + make_interval(secs => $5::int * 2 ^ attempts) end
            where id = $1`,
          [id, problem, MOST_ATTEMPTS, context.now.toString(), FIRST_BACKOFF_SECONDS],
        );
        return { result: null, events: [] };
      });
      return undefined;
    }
  };
}
