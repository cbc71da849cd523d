import { AmlAlert, type Subject } from '#core/aml/alert/aml-alert.ts';
import { Incident } from '#core/payments/incident/incident.ts';
import type { AmlPorts } from '#core/aml/ports.ts';
import {
  PATTERNS,
  type AmlRule,
  type Direction,
  type PatternKind,
  type Severity,
  type Window,
} from '#core/aml/rule/rule.ts';
import { USUAL_RATES, USUAL_RULES } from '#core/aml/rule/usual-rules.ts';
import { USUAL_WATCHLIST_RULES, type WatchlistPattern, type WatchlistRule } from '#core/aml/rule/watchlist-rules.ts';
import type { TenantTransaction } from '../database.ts';
import { numbersInText } from '../privacy/keys/numbers-in.ts';
import { readDate } from '../mapping/types.ts';
import { activityOf } from './activity.ts';
import { watchlistsOf } from './watchlists.ts';

type Ports = Pick<AmlPorts, 'amlRules' | 'exchangeRates' | 'incidents' | 'activity' | 'watchlists' | 'amlAlerts'>;

/** Money laundering control's collections, stored in Postgres. @param timeZone in which business dates are counted */
export function amlPorts(tx: TenantTransaction, timeZone: string): Ports {
  const { of, sql } = tx;
  return {
    amlRules: {
      inForce: async () => {
        const rows = (await newestRules(sql)).filter(({ kind }) => kind in PATTERNS);
        return inPlaceOfUsual(USUAL_RULES, rows, ruleOf);
      },
      aboutNames: async () => {
        const rows = (await newestRules(sql)).filter(({ kind }) => !(kind in PATTERNS));
        return inPlaceOfUsual(USUAL_WATCHLIST_RULES, rows, watchlistRuleOf);
      },
    },
    exchangeRates: {
      on: async (currency, day) => {
        const [row] = await sql<{ rate: string }>(
          `select rate from exchange_rate where currency = $1 and valid_from <= $2::date order by valid_from desc limit 1`,
          [currency, day.toString()],
        );
        return row?.rate ?? usualRate(currency, day);
      },
      earliest: async (currency) => {
        const [row] = await sql<{ rate: string }>(
          `select rate from exchange_rate where currency = $1 order by valid_from limit 1`,
          [currency],
        );
        return row?.rate ?? USUAL_RATES.find((known) => known.currency === currency)?.rate ?? null;
      },
    },
    incidents: {
      isOpen: async (kind, summary) => {
        const incidents = of(Incident);
        if (incidents.added().some((incident) => incident.kind === kind && incident.summary === summary)) return true;
        return (await incidents.first(`kind = $1 and state = 'open' and summary = $2`, [kind, summary])) !== null;
      },
      add: of(Incident).add,
    },
    activity: activityOf(tx, timeZone),
    watchlists: watchlistsOf(tx),
    amlAlerts: {
      lock: of(AmlAlert).lock,
      windowsOf: (ruleId, subject, touching) => windowsOf(tx, ruleId, subject, touching),
      add: of(AmlAlert).add,
    },
  };
}

async function windowsOf(
  { sql, sealing }: TenantTransaction,
  ruleId: string,
  subject: Subject,
  touching: Window,
): Promise<readonly Window[]> {
  const rows = await sql<{ window_start: unknown; window_end: unknown }>(
    `select window_start, window_end from aml_alert
      where rule_id = $1 and subject_key = $2 and window_end >= $3::date and window_start <= $4::date`,
    [ruleId, numbersInText.sealed(subject.key, sealing.sealAlike), touching.start.toString(), touching.end.toString()],
  );
  return rows.map((row) => ({ start: readDate(row.window_start), end: readDate(row.window_end) }));
}

type RuleRow = {
  readonly rule_id: string;
  readonly rule_version: number;
  readonly kind: PatternKind | WatchlistPattern;
  readonly severity: Severity;
  /** What rules about money have, and rules about names have not. */
  readonly threshold_amount: string;
  readonly threshold_currency: string;
  readonly window_days: number;
  readonly channels: readonly string[] | null;
  readonly directions: readonly Direction[];
  readonly holds: boolean;
  readonly parameters: { readonly [name: string]: unknown };
  readonly retired: boolean;
};

const newestRules = (sql: TenantTransaction['sql']): Promise<RuleRow[]> =>
  sql<RuleRow>(`select distinct on (rule_id) * from aml_rule order by rule_id, rule_version desc`);

/** A tenant's rule stands in the place of the usual one of its id, and where it is retired there is none. */
function inPlaceOfUsual<Rule extends { readonly id: string }>(
  usual: readonly Rule[],
  rows: readonly RuleRow[],
  read: (row: RuleRow) => Rule,
): readonly Rule[] {
  const own = new Set(rows.map(({ rule_id }) => rule_id));
  return [...usual.filter(({ id }) => !own.has(id)), ...rows.filter(({ retired }) => !retired).map(read)];
}

function ruleOf(row: RuleRow): AmlRule {
  const common = {
    id: row.rule_id,
    version: row.rule_version,
    severity: row.severity,
    threshold: { amount: BigInt(row.threshold_amount), currency: row.threshold_currency },
    windowDays: row.window_days,
    channels: row.channels,
    directions: row.directions,
    holds: row.holds,
  };
  // `amlRules.inForce` reads these kinds alone.
  const kind = row.kind as PatternKind;
  // What a kind is set by is listed in one place, by which this is checked: the union can't be followed by the types.
  return { ...common, kind, ...parametersOf(row, PATTERNS[kind]) } as AmlRule;
}

function watchlistRuleOf(row: RuleRow): WatchlistRule {
  const { fromPercent = 0 } = parametersOf(row, ['fromPercent']);
  const { rule_id: id, rule_version: version, severity, holds } = row;
  // `amlRules.aboutNames` reads these kinds alone.
  return { id, version, kind: row.kind as WatchlistPattern, severity, holds, fromPercent };
}

function parametersOf({ rule_id, parameters }: RuleRow, names: readonly string[]): { readonly [name: string]: number } {
  const named = names.map((name): [string, number] => {
    const value = parameters[name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)];
    if (!Number.isSafeInteger(value) || Number(value) <= 0) throw new Error(`Rule ${rule_id} is not whole: ${name}.`);
    return [name, Number(value)];
  });
  return Object.fromEntries(named);
}

function usualRate(currency: string, day: Temporal.PlainDate): string | null {
  const known = USUAL_RATES.filter((rate) => rate.currency === currency && rate.from <= day.toString());
  return known.toSorted((a, b) => (a.from < b.from ? -1 : 1)).at(-1)?.rate ?? null;
}
