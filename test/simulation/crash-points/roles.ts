import '#platform/cli/run.ts';
import { program } from '#platform/cli/program.ts';
import { ROLES_NOT_TRIED } from './not-tried.ts';
import type { Noted } from './watch.ts';

/**
 * Jobs and rounds of the workers, with the calls of the application of which they are made. What a provider of the sandbox does is
 * no command of ours, and a sweep reads.
 */
export const JOBS: { readonly [job: string]: readonly string[] } = {
  'deliver-webhook': ['delivery.open', 'delivery.record'],
  react: ['react'],
  'check-disbursement': ['lending.checkDisbursement'],
  'check-payout': ['bridge.checkPayout'],
  'check-collection': ['collections.0.check', 'collections.1.check'],
  'sandbox-callback': [],
  'sandbox-prompt': [],
  'relay-outbox': ['delivery.relay'],
  'take-callbacks': ['inbox.retry'],
  'advance-clocks': [
    'testClock.lease',
    'testClock.business',
    'testClock.moveOn',
    'testClock.arrive',
    'testClock.release',
  ],
  'reset-sandboxes': ['testReset.perform'],
  reviewWebhooks: ['rounds.reviewWebhooks'],
  serveWholeFloats: ['rounds.serveWholeFloats'],
  repeatErasures: ['rounds.repeatErasures'],
  discardExpired: ['rounds.discardExpired'],
  advancePartitions: ['rounds.advancePartitions'],
  expireHolds: ['savings.expireSavingsHold'],
  expireProposals: ['rounds.expireProposals'],
  unwrittenArchives: [],
  proveBooks: ['rounds.proveBooks'],
  sealArchives: ['rounds.sealArchives'],
  maintainSchools: ['rounds.maintainSchools'],
  setStamps: ['rounds.setStamps'],
  checkFloats: ['rounds.checkFloats'],
  pullPaybills: ['rounds.pullPaybills'],
  screenWatchlists: ['rounds.screenWatchlists'],
  closeBusiness: ['closeOfBusiness'],
};

/** Provider notifications, from what is stored to what is booked: `callback collection`. */
export const CALLBACKS: readonly string[] = [
  'payout',
  'payout_timeout',
  'payout_status',
  'payout_status_timeout',
  'collection',
  'notification',
  'balance',
  'balance_timeout',
  'paybill_balance',
  'reversal',
  'reversal_timeout',
  'arrival_status',
  'arrival_status_timeout',
  'paybill_confirmation',
];

type Command = { readonly name: () => string; readonly commands: readonly Command[] };
const wordsOf = ({ commands }: Pick<Command, 'commands'>, before: readonly string[]): string[] =>
  commands.length === 0 ? [before.join(' ')] : commands.flatMap((each) => wordsOf(each, [...before, each.name()]));

/** What operators may type behind `umoja`, without the arguments. */
export const commandsOfOperators = (): string[] =>
  program.commands.flatMap((each) => wordsOf(each as Command, [each.name()]));

/** The words of a command among what was typed; null where it is none. */
export function commandIn(typed: readonly string[]): string | null {
  const words = typed.filter((word) => !word.startsWith('-'));
  const known = commandsOfOperators().toSorted((a, b) => b.length - a.length);
  return known.find((each) => ` ${words.join(' ')} `.includes(` ${each} `)) ?? null;
}

export type RoleCovered = {
  readonly role: string;
  readonly covered: readonly string[];
  readonly missing: readonly string[];
};

/** Which jobs, callbacks and commands of operators have died everywhere. What an operator only reads changes nothing, and counts. */
export function rolesCovered(noted: readonly Noted[]): readonly RoleCovered[] {
  const died = new Set(noted.flatMap((one) => (one.kind === 'crashed' ? [one.command] : [])));
  const reads = new Set(noted.flatMap((one) => (one.kind === 'reads' ? [one.command] : [])));
  const of = (role: string, all: readonly string[]): RoleCovered => {
    const names = all.filter((name) => !(name in ROLES_NOT_TRIED));
    return {
      role,
      covered: names.filter((name) => died.has(name) || reads.has(name)),
      missing: names.filter((name) => !died.has(name) && !reads.has(name)),
    };
  };
  return [
    of('Jobs', [...new Set(Object.values(JOBS).flat())]),
    of(
      'Callbacks',
      CALLBACKS.map((kind) => `callback ${kind}`),
    ),
    of(
      'Commands of operators',
      commandsOfOperators().map((words) => `umoja ${words}`),
    ),
  ];
}
