import type { Actor } from '../kernel/two-people.ts';
import type { AmlAlert, ListMatch, Subject } from './alert/aml-alert.ts';
import type { Incident, IncidentKind } from '../payments/incident/incident.ts';
import type { ScreenedPerson, WatchlistEntry } from './watchlist/watchlist.ts';
import type { WatchlistRule } from './rule/watchlist-rules.ts';
import type { AmlRule, DayTotal, Fact, Window } from './rule/rule.ts';

/** A record of another context that moved money, by its id. */
const SOURCE_TYPES = [
  'savings_transaction',
  'repayment',
  'mobile_money_transaction',
  'disbursement',
  /** What was paid too much on it has gone back. */
  'loan',
  /** A beneficiary was paid of it. */
  'death_claim',
] as const;
export type Source = { readonly type: (typeof SOURCE_TYPES)[number]; readonly id: number };

/** What the use cases of money laundering control need from outside. */
export type AmlPorts = Actor & {
  readonly now: Temporal.Instant;
  readonly today: Temporal.PlainDate;
  readonly newUuid: () => string;
  /** The tenant's own currency, in which its money moves. */
  readonly currency: string;
  readonly amlRules: {
    /** The usual rules; the newest version of a rule of the tenant stands in the place of the usual one of its id. */
    inForce(): Promise<readonly AmlRule[]>;
    /** The same of the rules about names. */
    aboutNames(): Promise<readonly WatchlistRule[]>;
  };
  readonly watchlists: {
    /** For each of the people the entries in force that share words with the name, at most a hundred, the nearest first. */
    candidatesFor(people: readonly ScreenedPerson[]): Promise<readonly (readonly WatchlistEntry[])[]>;
    /** Says of matches of these subjects whether an alert stands for them already. */
    knownMatches(subjects: readonly Subject[]): Promise<(match: KnownMatch) => boolean>;
  };
  readonly exchangeRates: {
    /** What one unit of a currency costs on a day, a decimal string; null where it is unknown. */
    on(currency: string, day: Temporal.PlainDate): Promise<string | null>;
    /** The earliest known cost of a currency, for days before it; null where none is known. */
    earliest(currency: string): Promise<string | null>;
  };
  readonly incidents: {
    /** True where an open incident of the kind says just this. */
    isOpen(kind: IncidentKind, summary: string): Promise<boolean>;
    add(incident: Incident): void;
  };
  readonly activity: {
    /** Who is to be looked at for a record, and the day of its money; none where it is gone or moved none. */
    subjectsOf(
      source: Source,
    ): Promise<{ readonly subjects: readonly Subject[]; readonly on: Temporal.PlainDate } | null>;
    /** Everything that a subject moved in these days, over all branches, accounts and numbers. */
    of(subject: Subject, within: Window): Promise<readonly Fact[]>;
    /** What it moved a day in these days, one row each, and on the last day before them. */
    historyOf(subject: Subject, within: Window): Promise<readonly DayTotal[]>;
  };
  readonly amlAlerts: {
    lock(id: number): Promise<AmlAlert | null>;
    /** The windows of a rule's alerts on a subject that touch these days. */
    windowsOf(ruleId: string, subject: Subject, touching: Window): Promise<readonly Window[]>;
    add(alert: AmlAlert): void;
  };
};

/** A match for which there is an alert, whatever was decided about it. */
export type KnownMatch = Pick<ListMatch, 'entryId' | 'entryRevision' | 'comparedAs'> & { readonly subjectKey: string };
