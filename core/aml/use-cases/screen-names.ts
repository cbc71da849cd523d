import type { DomainEvent } from '../../kernel/event.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { documentKey } from '../../kernel/text.ts';
import { AmlAlert, type ListMatch, type Subject } from '../alert/aml-alert.ts';
import type { AmlPorts, KnownMatch } from '../ports.ts';
import type { WatchlistRule } from '../rule/watchlist-rules.ts';
import { matchOf, type Match } from '../watchlist/match.ts';
import { nameKey } from '../watchlist/names.ts';
import type { ScreenedPerson, WatchlistEntry } from '../watchlist/watchlist.ts';

/** A person who is looked for on the lists, and whom an alert would be about. */
export type NamedSubject = {
  readonly subject: Subject;
  readonly person: ScreenedPerson;
  /** Other records that the alert names: the member whose nominee it is. */
  readonly evidence?: readonly string[];
};

type Ports = Pick<AmlPorts, 'amlRules' | 'watchlists' | 'amlAlerts' | 'now' | 'today' | 'newUuid'>;

/**
 * Looks for people on the lists of sanctions and of exposed persons. Each entry that a person agrees with is an alert of
 * its own; a pair that was looked at before is none, until the entry or the person's particulars change.
 */
export async function screenNames(
  people: readonly NamedSubject[],
  ports: Ports,
): Promise<Outcome<readonly AmlAlert[]>> {
  const rules = await ports.amlRules.aboutNames();
  if (people.length === 0 || rules.length === 0) return outcome([]);
  const candidates = await ports.watchlists.candidatesFor(people.map(({ person }) => person));
  const isKnown = await knownAmong(people, candidates, ports);
  const raised = new Set<string>();
  const alerts: AmlAlert[] = [];
  const events: DomainEvent[] = [];
  for (const [at, { subject, person, evidence = [] }] of people.entries()) {
    for (const entry of candidates[at] ?? []) {
      const match = matchOf(person, entry);
      const rule = ruleFor(entry, match, rules);
      const found = toListMatch(entry, match, person);
      const pair = { ...found, subjectKey: subject.key };
      // Two nominees of one name are one subject: the second is the pair of before.
      if (!rule || raised.has(keyOf(pair)) || isKnown(pair)) continue;
      raised.add(keyOf(pair));
      const { alert, event } = AmlAlert.raiseMatch(alertOf(rule, evidence, ports.newUuid()), found, subject, ports);
      ports.amlAlerts.add(alert);
      alerts.push(alert);
      events.push(event);
    }
  }
  return outcome(alerts, ...events);
}

/** An exact match is judged by the rule for exact ones; where the tenant has retired that, by the other one. */
function ruleFor(entry: WatchlistEntry, match: Match, rules: readonly WatchlistRule[]): WatchlistRule | null {
  const isClose = ({ fromPercent }: WatchlistRule) => match.isExact || match.score >= fromPercent;
  const of = (kind: WatchlistRule['kind']) => rules.find((rule) => rule.kind === kind && isClose(rule)) ?? null;
  if (entry.kind === 'pep') return of('pep');
  return (match.isExact ? of('sanction_exact') : null) ?? of('sanction_fuzzy');
}

function alertOf(rule: WatchlistRule, evidence: readonly string[], uuid: string) {
  return {
    uuid,
    ruleId: rule.id,
    ruleVersion: rule.version,
    severity: rule.severity,
    evidence,
    holds: rule.holds,
  };
}

function toListMatch(entry: WatchlistEntry, { score }: Match, person: ScreenedPerson): ListMatch {
  const { name, born, idNumber } = person;
  const comparedAs = [nameKey(name), born ?? '', idNumber === null ? '' : documentKey(idNumber)].join('|');
  return { entryId: entry.id, entryRevision: entry.revision, comparedAs, score, kind: entry.kind };
}

async function knownAmong(
  people: readonly NamedSubject[],
  candidates: readonly (readonly WatchlistEntry[])[],
  ports: Ports,
): Promise<(match: KnownMatch) => boolean> {
  const near = people.filter((_, at) => (candidates[at]?.length ?? 0) > 0).map(({ subject }) => subject);
  return near.length === 0 ? () => false : ports.watchlists.knownMatches(near);
}

const keyOf = ({ subjectKey, entryId, entryRevision, comparedAs }: KnownMatch): string =>
  JSON.stringify([subjectKey, entryId, entryRevision, comparedAs]);
