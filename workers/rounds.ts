import type { App } from '#platform/app/compose.ts';
import type { Rails } from '#platform/rails/rails.ts';
import type { WorkerContext } from './job.ts';
import { repeat, type Loop } from './loop.ts';

type Providers = {
  readonly rails: Rails;
  /** Where sealed rows are written; null: nowhere. */
  readonly archiveDir: string | null;
};
type Round = {
  readonly everyMs: number;
  readonly run: (rounds: App['rounds'], goesOn: () => boolean, providers: Providers) => Promise<void>;
};

/** What is done over and over, by the name of its role. */
const ROUNDS: { readonly [role: string]: Round } = {
  'review-webhooks': { everyMs: 60_000, run: (rounds, goesOn) => rounds.reviewWebhooks(goesOn) },
  'discard-expired': { everyMs: 60_000, run: (rounds, goesOn) => rounds.discardExpired(goesOn) },
  'repeat-erasures': { everyMs: 15_000, run: (rounds, goesOn) => rounds.repeatErasures(goesOn) },
  'advance-partitions': { everyMs: 5_000, run: (rounds, goesOn) => rounds.advancePartitions(goesOn) },
  'expire-holds': { everyMs: 5_000, run: (rounds, goesOn) => rounds.expireHolds(goesOn) },
  'expire-proposals': { everyMs: 60_000, run: (rounds, goesOn) => rounds.expireProposals(goesOn) },
  // Every hour is midnight in some zone: days that are over are looked for all the time.
  'close-of-business': { everyMs: 30_000, run: (rounds, goesOn) => rounds.closeBusiness(goesOn) },
  'screen-watchlists': { everyMs: 5_000, run: (rounds, goesOn) => rounds.screenWatchlists(goesOn) },
  'set-stamps': { everyMs: 1_000, run: (rounds, goesOn) => rounds.setStamps(goesOn) },
  'maintain-schools': { everyMs: 30_000, run: (rounds, goesOn) => rounds.maintainSchools(goesOn) },
  'prove-books': { everyMs: 300_000, run: (rounds, goesOn) => rounds.proveBooks(goesOn) },
  'seal-archives': {
    everyMs: 60_000,
    run: (rounds, goesOn, { archiveDir }) => rounds.sealArchives(goesOn, archiveDir),
  },
  'serve-whole-floats': { everyMs: 60_000, run: (rounds) => rounds.serveWholeFloats() },
  'check-float': { everyMs: 60_000, run: (rounds, goesOn) => rounds.checkFloats(goesOn) },
  'pull-paybills': { everyMs: 60_000, run: (rounds, goesOn, { rails }) => rounds.pullPaybills(rails, goesOn) },
};

/** Starts all rounds. */
export function startRounds({ app, log }: WorkerContext, providers: Providers): Loop[] {
  return Object.entries(ROUNDS).map(([role, { everyMs, run }]) =>
    repeat(role, everyMs, { app, log }, (goesOn) => run(app.rounds, goesOn, providers)),
  );
}
