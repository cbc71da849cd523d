import type { DomainEvent } from '../../kernel/event.ts';
import type { Cents } from '../../kernel/money.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { AmlAlert, memberSubject, type Subject } from '../alert/aml-alert.ts';
import { Incident } from '../../payments/incident/incident.ts';
import type { AmlPorts, Source } from '../ports.ts';
import { convertThreshold, evaluate } from '../rule/evaluate.ts';
import { aboutOf, lookback, type AmlRule, type Direction, type Fact, type Hit, type Window } from '../rule/rule.ts';

type ScreeningPorts = Pick<
  AmlPorts,
  'amlRules' | 'exchangeRates' | 'incidents' | 'activity' | 'amlAlerts' | 'currency' | 'now' | 'newUuid'
>;

/**
 * Money moved: every rule looks at what its owner moved around that day. Called twice for the same movement, or about
 * two of the same window, there is one alert.
 */
export async function screenActivity(command: Source, ports: ScreeningPorts): Promise<Outcome<readonly AmlAlert[]>> {
  const moved = await ports.activity.subjectsOf(command);
  if (!moved) return outcome([]);
  const rules = await ports.amlRules.inForce();
  const alerts: AmlAlert[] = [];
  const events: DomainEvent[] = [];
  for (const subject of moved.subjects) {
    const about = rules.filter((rule) => ABOUT[subject.kind] === aboutOf(rule));
    const found = await judge(about, subject, moved.on, [], ports);
    alerts.push(...found.result);
    events.push(...found.events);
  }
  return outcome(alerts, ...events);
}

const ABOUT = {
  member: 'owner',
  nominee: 'owner',
  payee: 'owner',
  msisdn: 'owner',
  number: 'number',
  agent: 'agent',
} as const;

/** Money that is about to move. */
export type ProposedMovement = {
  readonly memberId: number;
  /** Minor units: of one movement, as it will be booked. Patterns are made of movements, and not of their sum. */
  readonly amount: Cents;
  readonly direction: Direction;
  readonly channel: string;
};

/**
 * Money is about to move: the rules that hold money look at it as if it had, at all that one command moves for a member
 * together. An alert that is raised here stands whatever becomes of the movements, which it stops.
 */
export async function screenProposed(
  movements: readonly ProposedMovement[],
  ports: ScreeningPorts & Pick<AmlPorts, 'today'>,
): Promise<Outcome<readonly AmlAlert[]>> {
  const rules = (await ports.amlRules.inForce()).filter((rule) => rule.holds && aboutOf(rule) === 'owner');
  const alerts: AmlAlert[] = [];
  const events: DomainEvent[] = [];
  for (const [memberId, ofMember] of Map.groupBy(movements, (each) => each.memberId)) {
    const proposed = ofMember.map((each) => asFact(each, ports));
    const found = await judge(rules, memberSubject(memberId), ports.today, proposed, ports);
    alerts.push(...found.result);
    events.push(...found.events);
  }
  return outcome(alerts, ...events);
}

function asFact(
  { memberId, amount, direction, channel }: ProposedMovement,
  { newUuid, today, now }: Pick<AmlPorts, 'newUuid' | 'today' | 'now'>,
): Fact {
  const ref = `proposed:${newUuid()}`;
  return { ref, on: today, at: now, amount, direction, channel, accountOpenedOn: null, memberId, repays: null };
}

async function judge(
  rules: readonly AmlRule[],
  subject: Subject,
  on: Temporal.PlainDate,
  proposed: readonly Fact[],
  ports: ScreeningPorts,
): Promise<Outcome<readonly AmlAlert[]>> {
  if (rules.length === 0) return outcome([]);
  const reach = around(on, longest(rules));
  const facts = [...(await ports.activity.of(subject, reach)), ...proposed];
  const days = Math.max(...rules.map(lookback));
  const before = { start: reach.start.subtract({ days }), end: reach.end };
  const history = days === 0 ? [] : await ports.activity.historyOf(subject, before);
  const alerts: AmlAlert[] = [];
  const events: DomainEvent[] = [];
  for (const rule of rules) {
    const { rate, threshold, raised } = await thresholdOn(rule, on, ports);
    events.push(...raised);
    if (threshold === null) continue;
    const near = around(on, rule.windowDays);
    const covered = await ports.amlAlerts.windowsOf(rule.id, subject, near);
    for (const hit of evaluate(rule, threshold, { facts: facts.filter(isIn(near)), history }, covered)) {
      const { alert, event } = AmlAlert.raise(found(rule, hit, threshold, rate, ports.newUuid()), subject, ports.now);
      ports.amlAlerts.add(alert);
      alerts.push(alert);
      events.push(event);
    }
  }
  return outcome(alerts, ...events);
}

/** The days that a window with this day in it can touch. */
function around(day: Temporal.PlainDate, windowDays: number): Window {
  const reach = { days: windowDays - 1 };
  return { start: day.subtract(reach), end: day.add(reach) };
}

const longest = (rules: readonly AmlRule[]) => Math.max(...rules.map(({ windowDays }) => windowDays));

const isIn =
  ({ start, end }: Window) =>
  ({ on }: Fact) =>
    Temporal.PlainDate.compare(start, on) <= 0 && Temporal.PlainDate.compare(on, end) <= 0;

type Threshold = {
  /** Null for the tenant's own currency. */
  readonly rate: string | null;
  /** Minor units of the tenant's currency; null where no rate is known at all. */
  readonly threshold: Cents | null;
  readonly raised: readonly DomainEvent[];
};

/**
 * The threshold of a rule on a day. A rule that can't be judged by the rate of the day must not look like one that found
 * nothing: that is an incident of the tenant, and money of days before the first known rate is judged by that one.
 */
async function thresholdOn(rule: AmlRule, on: Temporal.PlainDate, ports: ScreeningPorts): Promise<Threshold> {
  const { amount, currency } = rule.threshold;
  if (currency === ports.currency) return { rate: null, threshold: amount, raised: [] };
  const ofDay = await ports.exchangeRates.on(currency, on);
  const rate = ofDay ?? (await ports.exchangeRates.earliest(currency));
  const raised = ofDay === null ? await raiseMissingRate(currency, ports) : [];
  return { rate, threshold: rate === null ? null : convertThreshold(amount, rate), raised };
}

/** One open incident for each currency, however much money there is of such days. */
async function raiseMissingRate(
  currency: string,
  ports: Pick<AmlPorts, 'incidents' | 'newUuid'>,
): Promise<readonly DomainEvent[]> {
  const summary = `Money moved on a day without a rate of exchange for ${currency}. Thresholds in ${currency} were not judged by the rate of the day.`;
  if (await ports.incidents.isOpen('exchange_rate_missing', summary)) return [];
  const kind = 'exchange_rate_missing' as const;
  const { incident, event } = Incident.open({
    uuid: ports.newUuid(),
    kind,
    disbursementId: null,
    amount: null,
    summary,
  });
  ports.incidents.add(incident);
  return [event];
}

function found(rule: AmlRule, hit: Hit, threshold: Cents, exchangeRate: string | null, uuid: string) {
  return {
    uuid,
    ruleId: rule.id,
    ruleVersion: rule.version,
    severity: rule.severity,
    windowStart: hit.window.start,
    windowEnd: hit.window.end,
    amount: hit.amount,
    threshold,
    exchangeRate,
    evidence: hit.facts.map(({ ref }) => ref),
    holds: rule.holds,
  };
}
