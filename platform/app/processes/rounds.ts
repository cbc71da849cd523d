import { reviewWebhook } from '#core/partners/use-cases/deliver.ts';
import { DISABLING } from '#core/partners/webhook-endpoint/disabling.ts';
import type { Reconcile, Reconciled } from '#core/reconciliation/use-cases/reconcile.ts';
import type { Caller } from '../../auth/caller.ts';
import { writeArchive } from '../../postgres/archive/archive.ts';
import { MOST_ROWS, sealAll } from '../../postgres/archive/seal.ts';
import { stampNext } from '../../postgres/pending-stamps.ts';
import { repeatErasure } from '../../postgres/privacy/second-pass.ts';
import type { Internals } from '../internals.ts';
import type { Closer } from './close-of-business/close.ts';
import { always, eachIn, type ForEach, type GoesOn } from './each-in.ts';
import { dailyProof } from './proofs.ts';
import { reportHungReturns } from './collection/hung-returns.ts';
import type { PulledRange } from './reconciliation/pull-progress.ts';
import { pullInItsTime, type PullPorts } from './reconciliation/reconcile-pulled.ts';
import { CLOSER } from '#core/lending/use-cases/close-of-business/closer.ts';

/** Records or tenants of one round. */
const CAP = 500;
const FLOATS = 100;
const PAYBILLS = 20;
/** Changed names of one round, and how many of the records that show one are stamped in one transaction. */
const RENAMED = 100;
const STAMPED = 200;
/** Tenants whose members one round screens. */
const SCREENED = 100;
/** Erasures that one round repeats, and how many of one tenant: each reads all that names people. */
const ERASED = 50;
const ERASED_OF_EACH = 5;
/** Tenants whose books one round proves. */
const PROVEN = 100;
/** Tenants whose rows one round seals. */
const SEALED = 10_000;
/** Rows of each kind that one transaction removes: it holds their locks for a fraction of a second. */
const DISCARD_CAP = 5_000;
/** Invoices of one transaction, and transactions of one school: the rest comes with the next round. */
const OVERDUE_BATCH = 200;
const OVERDUE_BATCHES = 50;

/** Use cases of the application that rounds carry out. */
type UseCases = {
  readonly expireProposal: (caller: Caller, command: { readonly proposalId: number }) => Promise<unknown>;
  readonly expireHold: (caller: Caller, command: { readonly savingsTransactionId: number }) => Promise<unknown>;
  readonly markOverdueInvoices: (caller: Caller, command: { readonly limit: number }) => Promise<readonly unknown[]>;
  readonly forgetTombstones: (caller: Caller) => Promise<unknown>;
  readonly closeOfBusiness: Closer;
  readonly screenBatch: (caller: Caller) => Promise<boolean>;
  readonly requestFloat: (caller: Caller) => Promise<unknown>;
  readonly askAgain: (caller: Caller) => Promise<void>;
  readonly reconcile: (caller: Caller, command: Reconcile, pulled: PulledRange) => Promise<Reconciled>;
};

/**
 * Work that no request causes: each function does what is due now, of every tenant. What fails is logged and tried again
 * in the next round; it keeps none of the others from its turn.
 */
export function rounds(internals: Internals, useCases: UseCases) {
  const { due, clock, transact, ports, log } = internals;
  const forEach = eachIn(internals);

  return {
    /** Webhooks that have failed for long: their notices are due by the hour, not by attempts. */
    reviewWebhooks: async (goesOn: GoesOn = always) =>
      forEach(
        await due.webhooksToReview(clock(), CAP, DISABLING.noticeHours),
        { role: 'review-webhooks', problem: 'A failing webhook could not be reviewed', goesOn },
        (caller, { id }) =>
          transact.run('reviewWebhook', caller, (tx, context) =>
            reviewWebhook({ webhookId: id }, ports.partners(tx, context)),
          ),
      ),

    /** Where no float is split any more, earlier versions may start again: a command that ended in the middle did not say so. */
    serveWholeFloats: () => due.serveWholeFloats(),

    ...ofRetention(internals, forEach),
    ...whatExpires(internals, useCases, forEach),
    ...ofBooks(internals, forEach),

    ...ofSchools(internals, useCases, forEach),
    ...withProviders(internals, useCases, forEach),
    ...ofCompliance(internals, useCases, forEach),

    /**
     * Closes the business of every tenant's days once they are over in its own zone, and those that were missed. Where it
     * is ended in the middle, the next round continues: what is closed is committed batch by batch.
     */
    closeBusiness: async (goesOn: GoesOn) =>
      forEach(
        await due.businessToClose(clock(), CAP),
        { role: 'close-of-business', problem: 'A day could not be closed', goesOn },
        async (caller, { tenantId, through }) => {
          await useCases.closeOfBusiness(
            { ...caller, clientKey: CLOSER },
            {
              through,
              goesOn,
              onProgress: ({ date, loansDone, finished }) => {
                if (finished)
                  log.info({ tenant_id: tenantId, date: String(date), loans: loansDone }, 'A day is closed.');
              },
            },
          );
        },
      ),
  };
}

/** What schools need day by day. */
export type SchoolCases = Pick<UseCases, 'markOverdueInvoices' | 'forgetTombstones'>;

export async function maintainSchool(caller: Caller, useCases: SchoolCases): Promise<void> {
  for (let batch = 0; batch < OVERDUE_BATCHES; batch++) {
    const marked = await useCases.markOverdueInvoices(caller, { limit: OVERDUE_BATCH });
    if (marked.length < OVERDUE_BATCH) break;
  }
  await useCases.forgetTombstones(caller);
}

/** What shows that the books are right. */
function ofBooks(internals: Internals, forEach: ForEach) {
  let unwritten = 0;
  return {
    /** Institutions whose sealed rows could not be written in the last round of this process. */
    unwrittenArchives: () => unwritten,

    /** Proves the books of each institution once a day, and says in the log where something is wrong. */
    proveBooks: async (goesOn: GoesOn) => {
      const prove = dailyProof(internals);
      await forEach(
        (await internals.due.booksToProve(PROVEN)).map((tenantId) => ({ tenantId })),
        { role: 'prove-books', problem: 'The books could not be proven', goesOn },
        prove,
      );
    },

    /** Seals what is to be kept, and writes it to the folder of this process where one is named. */
    sealArchives: async (goesOn: GoesOn, folder: string | null) => {
      const { due, database, transact } = internals;
      await forEach(
        (await due.archivesToSeal(SEALED, MOST_ROWS)).map((tenantId) => ({ tenantId })),
        { role: 'seal-archives', problem: 'Rows that are to be kept could not be sealed', goesOn },
        (_, { tenantId }) => sealAll(transact.write, tenantId, goesOn),
      );
      if (folder === null) return;
      let failed = 0;
      await forEach(
        (await due.archivedTenants()).map((tenantId) => ({ tenantId })),
        { role: 'seal-archives', problem: 'Sealed rows could not be written to the archive', goesOn },
        async (_, { tenantId }) => {
          failed += 1;
          await writeArchive(database, { tenantId, folder }, goesOn);
          failed -= 1;
        },
      );
      if (goesOn()) unwritten = failed;
    },
  };
}

/** What the institution has to look at again because a list has changed. */
function ofCompliance({ due }: Internals, useCases: UseCases, forEach: ForEach) {
  return {
    /** Members of tenants whose lists of sanctions or exposed persons have changed: batch by batch, from where it ended. */
    screenWatchlists: async (goesOn: GoesOn) =>
      forEach(
        (await due.watchlistsToScreen(SCREENED)).map((tenantId) => ({ tenantId })),
        { role: 'screen-watchlists', problem: 'Members could not be screened', goesOn },
        async (caller) => {
          while (goesOn() && (await useCases.screenBatch(caller)));
        },
      ),
  };
}

/** What schools need, and who follows their changes. */
function ofSchools({ due, clock, transact }: Internals, useCases: UseCases, forEach: ForEach) {
  return {
    /** Invoices that are overdue, and tombstones that readers who sync have had time to read. */
    maintainSchools: async (goesOn: GoesOn = always) =>
      forEach(
        (await due.schoolsToMaintain(clock(), CAP)).map((tenantId) => ({ tenantId })),
        { role: 'maintain-schools', problem: 'A school could not be maintained', goesOn },
        (caller) => maintainSchool(caller, useCases),
      ),

    /** Stamps records that show a changed name, so that readers who sync fetch them: batch by batch, from where it ended. */
    setStamps: async (goesOn: GoesOn) =>
      forEach(
        await due.stampsToSet(RENAMED),
        { role: 'set-stamps', problem: 'Records that show a changed name could not be stamped', goesOn },
        async (_, pending) => {
          while (goesOn() && (await transact.write(pending.tenantId, (tx) => stampNext(tx, pending, STAMPED))));
        },
      ),
  };
}

/** What is removed when its retention is over. */
function ofRetention({ due, clock, transact, log }: Internals, forEach: ForEach) {
  return {
    /** What still named people when they were erased, because it was on its way or not written yet. */
    repeatErasures: async (goesOn: GoesOn) =>
      forEach(
        await due.erasuresToRepeat(ERASED, ERASED_OF_EACH),
        { role: 'repeat-erasures', problem: 'An erasure could not be repeated', goesOn },
        (_, erasure) => repeatErasure(transact.write, erasure),
      ),

    /** Keys, tokens, sessions and logs whose retention is over, until none is left. */
    discardExpired: async (goesOn: GoesOn = always) => {
      const kinds = [
        () => due.discardExpired(clock(), DISCARD_CAP),
        () => due.discardOperations(DISCARD_CAP),
        () => due.discardReadings(DISCARD_CAP),
        () => due.discardSessions(DISCARD_CAP),
        () => due.discardProofs(DISCARD_CAP),
      ];
      // In turns, so that what is long overdue of one kind leaves room for the others.
      for (let left = kinds; left.length > 0 && goesOn();) {
        const full: typeof kinds = [];
        for (const discard of left) if ((await discard()) >= DISCARD_CAP) full.push(discard);
        left = full;
      }
    },

    /** Partitions of what grows for ever: the next one is there before it is needed, and goes as a whole when its time is over. */
    advancePartitions: async (goesOn: GoesOn = always) => {
      for (let done; goesOn() && (done = await due.advancePartitions()) !== null;)
        log.info({ partition: done }, 'Partitions advance.');
    },
  };
}

/** What ends when its time is over. */
function whatExpires({ due, clock }: Internals, useCases: UseCases, forEach: ForEach) {
  return {
    /** Money that is held on savings accounts beyond its time. */
    expireHolds: async (goesOn: GoesOn = always) =>
      forEach(
        await due.holdsToExpire(clock(), CAP),
        { role: 'expire-holds', problem: 'A hold could not be ended', goesOn },
        (caller, { id }) => useCases.expireHold(caller, { savingsTransactionId: id }),
      ),

    /** Proposals that were not decided in their time. */
    expireProposals: async (goesOn: GoesOn = always) =>
      forEach(
        await due.proposalsToExpire(clock(), CAP),
        { role: 'expire-proposals', problem: 'A proposal could not be ended', goesOn },
        (caller, { id }) => useCases.expireProposal(caller, { proposalId: id }),
      ),
  };
}

/** What is compared with a provider's own records. */
function withProviders(
  { due, clock, database, transact, ports, log }: Internals,
  useCases: UseCases,
  forEach: ForEach,
) {
  return {
    /**
     * Requests each tenant's balance of its provider once an hour, to compare it with the float of the books, and finds the
     * returns that the provider says nothing of.
     */
    checkFloats: async (goesOn: GoesOn = always) =>
      forEach(
        [...new Set(await due.floatsToCheck(clock(), FLOATS))].map((tenantId) => ({ tenantId })),
        { role: 'check-float', problem: 'A balance could not be requested', goesOn },
        async (caller) => {
          await reportHungReturns({ database, clock, transact, ports }, caller);
          // The balance first: what it finds of the provider keeps the others back. Declined, it keeps them from nothing.
          await useCases.requestFloat(caller).finally(() => useCases.askAgain(caller));
        },
      ),

    /** Pulls once a day what each tenant's paybill collected, and compares it with the books. */
    pullPaybills: async (rails: PullPorts['rails'], goesOn: GoesOn = always) =>
      forEach(
        (await due.paybillsToPull(clock(), PAYBILLS)).map((tenantId) => ({ tenantId })),
        { role: 'pull-paybills', problem: 'A paybill’s list could not be compared', goesOn },
        async (caller, about) => {
          const pulled = await pullInItsTime(
            { app: { reconciliation: useCases, clock }, internals: { database, transact }, rails },
            caller,
          );
          if (pulled?.kind === 'refused') {
            log.warn({ ...about, why: pulled.why }, 'A paybill’s list can’t be pulled; it is tried again.');
          } else if (pulled && (pulled.done.fresh > 0 || pulled.unreadable > 0)) {
            const { done, unreadable } = pulled;
            log.warn({ ...about, breaks: done.fresh, unreadable }, 'A paybill’s list disagrees with the books.');
          }
        },
      ),
  };
}
