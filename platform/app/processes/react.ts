import type { Source } from '#core/aml/ports.ts';
import { screenNames } from '#core/aml/use-cases/screen-names.ts';
import { screenActivity } from '#core/aml/use-cases/screen.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { screenMember } from '#core/membership/use-cases/verify-kyc.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import { memberToScreen } from '../../postgres/aml/people.ts';
import {
  moveReaction,
  postponeReaction,
  takeReaction,
  type ReactionRow,
} from '../../postgres/partners/reaction-rows.ts';
import { describeError } from '../../runtime/log.ts';
import type { Internals } from '../internals.ts';
import type { Handler } from '../reactions.ts';
import type { CommandContext } from '../transact.ts';
import { recoverBatch, type RecoveryOrder } from './delivery/recover.ts';
import type { SchoolFees } from './school-fee/school-fees.ts';

/** Carries out a reaction. A result that is a number says how far it has come: it continues in a new transaction. */
type React = (reaction: ReactionRow, tx: TenantTransaction, context: CommandContext) => Promise<Outcome<number | null>>;

/** Tries of a reaction; then it stays listed, with its problem and no time. */
export const MOST_ATTEMPTS = 8;
const FIRST_BACKOFF_SECONDS = 2;
const GIVEN_UP =
  'A reaction was given up. `umoja reactions` lists it with its reason; once that is gone, --retry has it tried again.';

/**
 * Carries out our own reactions to events. The row of a reaction is removed in the transaction of its effect, so that
 * neither is without the other; where the effect fails, the row stays, with the reason and a later time.
 * @returns whether the reaction continues in a new transaction
 */
export function reactor({ transact, ports, jobCaller, log }: Internals, schoolFees: SchoolFees) {
  /** Money of one kind moved: the rules of money laundering control check it. */
  const screens =
    (type: Source['type']): React =>
    async ({ subjectId }, tx, context) => {
      const { events } = await screenActivity({ type, id: subjectId }, ports.aml(tx, context));
      return outcome(null, ...events);
    };
  const screenOnLists = async (memberId: number, tx: TenantTransaction, context: CommandContext) => {
    return screenNames(await memberToScreen(tx, memberId), ports.aml(tx, context));
  };
  const handlers: { readonly [Name in Handler]: React } = {
    // The lists come first: who may be on one of sanctions is not confirmed automatically.
    'screen-member': async ({ subjectId }, tx, context) => {
      const named = await screenOnLists(subjectId, tx, context);
      if (named.result.some(({ holds, memberId }) => holds && memberId !== null)) return outcome(null, ...named.events);
      const { events } = await screenMember({ memberId: subjectId }, ports.membership(tx, context));
      return outcome(null, ...named.events, ...events);
    },
    'screen-names': async ({ subjectId }, tx, context) => {
      const { events } = await screenOnLists(subjectId, tx, context);
      return outcome(null, ...events);
    },
    'screen-savings-transaction': screens('savings_transaction'),
    'screen-repayment': screens('repayment'),
    'screen-mobile-money': screens('mobile_money_transaction'),
    'screen-disbursement': screens('disbursement'),
    'screen-refund': screens('loan'),
    'screen-death-claim': screens('death_claim'),
    'pay-school-fees': schoolFees.pay,
    'reverse-school-fees': schoolFees.reverse,
    'return-fee-surplus': schoolFees.returnSurplus,
    'recover-webhook': async ({ subjectId, data, progress }, tx, { realTime }) => {
      const order: RecoveryOrder = {
        endpointId: subjectId,
        since: Temporal.Instant.from(String(data['since'])),
        until: Temporal.Instant.from(String(data['until'])),
        // Both as the step that ordered the recovery stored them.
        only: data['only'] as RecoveryOrder['only'],
        scopes: data['scopes'] as RecoveryOrder['scopes'],
        // Those that were requested before there were types have none: they bring all.
        types: (data['types'] as RecoveryOrder['types'] | undefined) ?? ['*'],
        errorClasses: (data['error_classes'] as RecoveryOrder['errorClasses'] | undefined) ?? null,
        after: progress,
      };
      return outcome(await recoverBatch(tx, order, realTime));
    },
  };

  const postpone = postponing({ transact, log });
  return async (tenantId: number, id: string): Promise<boolean> => {
    const caller = await jobCaller(tenantId, 'react');
    try {
      return await transact.run('react', caller, async (tx, context) => {
        const reaction = await takeReaction(tx, id, context.realTime);
        if (reaction === null) return outcome(false);
        // Reactions are stored with the names of handlers.
        const { result: upTo, events } = await handlers[reaction.handler as Handler](reaction, tx, context);
        await moveReaction(tx, id, upTo);
        return outcome(upTo !== null, ...events);
      });
    } catch (error) {
      await postpone(tenantId, id, caller, error);
      return false;
    }
  };
}

/** Why it failed, for who operates: of what the database refuses the kind, and nothing of a statement or its values. */
function problemOf(error: unknown): string {
  const { name, message, code } = describeError(error);
  return `${name}: ${message}${code === undefined ? '' : ` (${code})`}`;
}

/** Has a reaction that failed tried again later, and says so where it was the last try. */
function postponing({ transact, log }: Pick<Internals, 'transact' | 'log'>) {
  return async (tenantId: number, id: string, caller: Caller, error: unknown): Promise<void> => {
    const about = { tenant_id: tenantId, reaction_id: id };
    log.error({ ...about, error }, 'A reaction failed.');
    const failure = { problem: problemOf(error), most: MOST_ATTEMPTS, backoffSeconds: FIRST_BACKOFF_SECONDS };
    const isGivenUp = await transact.run('postponeReaction', caller, async (tx, { realTime: now }) =>
      outcome(await postponeReaction(tx, id, { ...failure, now })),
    );
    if (isGivenUp) log.error(about, GIVEN_UP);
  };
}
