import { memberSubject, type AmlAlert, type Subject } from '#core/aml/alert/aml-alert.ts';
import type { AmlPorts } from '#core/aml/ports.ts';
import type { Incident } from '#core/payments/incident/incident.ts';
import type { AmlRule, Fact } from '#core/aml/rule/rule.ts';
import { USUAL_WATCHLIST_RULES } from '#core/aml/rule/watchlist-rules.ts';
import type { WatchlistEntry } from '#core/aml/watchlist/watchlist.ts';
import { USUAL_RULES } from '#core/aml/rule/usual-rules.ts';

export const AML_NOON = Temporal.Instant.from('2026-03-10T09:00:00Z');

/** Money laundering control in memory: movements are a list, each of one subject. */
export function amlInMemory(overrides: Partial<AmlPorts> = {}, rules: readonly AmlRule[] = USUAL_RULES) {
  const alerts: AmlAlert[] = [];
  const moved: { id: number; subject: Subject; fact: Fact }[] = [];
  const incidents: Incident[] = [];
  /** Every name is compared with all of these. */
  const entries: WatchlistEntry[] = [];
  let uuids = 0;
  const ports: AmlPorts = {
    now: AML_NOON,
    today: Temporal.PlainDate.from('2026-03-10'),
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    actor: 'pk_test_analyst',
    responsibleFor: async (client) => client,
    peopleBehind: async (client) => [client],
    introductionsOf: async () => [],
    currency: 'KES',
    amlRules: { inForce: async () => rules, aboutNames: async () => USUAL_WATCHLIST_RULES },
    watchlists: {
      candidatesFor: async (people) => people.map(() => entries),
      knownMatches: async () => (match) =>
        alerts.some(
          (alert) =>
            alert.subjectKey === match.subjectKey &&
            alert.watchlistEntryId === match.entryId &&
            alert.watchlistRevision === match.entryRevision &&
            alert.comparedAs === match.comparedAs,
        ),
    },
    exchangeRates: {
      on: async (currency, day) => (currency === 'USD' && day.year >= 2025 ? '100' : null),
      earliest: async (currency) => (currency === 'USD' ? '100' : null),
    },
    incidents: {
      isOpen: async (kind, summary) => incidents.some((each) => each.kind === kind && each.summary === summary),
      add: (incident) => void incidents.push(incident),
    },
    activity: {
      subjectsOf: async ({ id }) => {
        const found = moved.find((row) => row.id === id);
        return found ? { subjects: [found.subject], on: found.fact.on } : null;
      },
      of: async (subject, { start, end }) =>
        moved
          .filter(({ subject: owner, fact }) => {
            const after = Temporal.PlainDate.compare(start, fact.on) <= 0;
            return owner.key === subject.key && after && Temporal.PlainDate.compare(fact.on, end) <= 0;
          })
          .map(({ fact }) => fact),
      historyOf: async (subject, { end }) =>
        moved
          .filter(({ subject: owner, fact }) => {
            return owner.key === subject.key && Temporal.PlainDate.compare(fact.on, end) <= 0;
          })
          .map(({ fact: { on, amount, direction } }) => ({ on, in: 0n, out: 0n, [direction]: amount })),
    },
    amlAlerts: {
      lock: async (id) => alerts.find((alert) => alert.id === id) ?? null,
      windowsOf: async (ruleId, subject, { start, end }) =>
        alerts
          .filter(
            (alert) =>
              alert.ruleId === ruleId &&
              alert.subjectKey === subject.key &&
              Temporal.PlainDate.compare(alert.windowEnd, start) >= 0 &&
              Temporal.PlainDate.compare(alert.windowStart, end) <= 0,
          )
          .map((alert) => ({ start: alert.windowStart, end: alert.windowEnd })),
      add: (alert) => {
        alert.id = alerts.length + 1;
        alert.version = 1;
        alerts.push(alert);
      },
    },
    ...overrides,
  };
  /** Something that happened; in on 2026-03-10 by cash unless said otherwise. */
  const move = (amount: bigint, change: Partial<Omit<Fact, 'on'>> & { on?: string; subject?: Subject } = {}) => {
    const { on = '2026-03-10', subject = memberSubject(1), ...rest } = change;
    const id = moved.length + 1;
    const ref = `savings_transaction:${String(id).padStart(4, '0')}`;
    const fact: Fact = {
      ref,
      on: Temporal.PlainDate.from(on),
      at: Temporal.Instant.from(`${on}T09:00:00Z`),
      amount,
      direction: 'in',
      channel: 'cash',
      accountOpenedOn: null,
      memberId: subject.memberId,
      repays: null,
      ...rest,
    };
    moved.push({ id, subject, fact });
    return { type: 'savings_transaction', id } as const;
  };
  return { ports, alerts, incidents, entries, move };
}
