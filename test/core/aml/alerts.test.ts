import { describe, expect, it } from 'vitest';
import { memberSubject, msisdnSubject } from '#core/aml/alert/aml-alert.ts';
import { amlAlertLifecycle, UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import { USUAL_RULES } from '#core/aml/rule/usual-rules.ts';
import {
  assignAmlAlert,
  closeAmlAlert,
  escalateAmlAlert,
  fileAmlAlertSar,
  markAmlAlertFalsePositive,
  reopenAmlAlert,
} from '#core/aml/use-cases/review-alert.ts';
import { screenActivity, screenProposed } from '#core/aml/use-cases/screen.ts';
import { allows, availableActions } from '#core/kernel/lifecycle.ts';
import { AML_NOON, amlInMemory } from '../../support/aml-ports.ts';
import { refusalOf } from '../../support/refused.ts';

const review = {
  assign: assignAmlAlert,
  escalate: escalateAmlAlert,
  file_sar: fileAmlAlertSar,
  close: closeAmlAlert,
  mark_false_positive: markAmlAlertFalsePositive,
  reopen: reopenAmlAlert,
};
const ACTIONS = Object.keys(review) as (keyof typeof review)[];

/** USD 15,000 at the rate of the tests: KES 1,500,000.00. */
const T = 150_000_000n;

describe('Screening a movement', () => {
  it('raises an alert that says which rule, whose money, which days, and by what rate', async () => {
    const { ports, alerts, move } = amlInMemory();
    const { events } = await screenActivity(move(T), ports);
    expect(alerts).toMatchObject([
      {
        ruleId: 'daily_cash',
        ruleVersion: 1,
        severity: 'medium',
        subjectKey: 'member:1',
        memberId: 1,
        msisdn: null,
        amount: T,
        threshold: T,
        exchangeRate: '100',
        evidence: ['savings_transaction:0001'],
        holds: false,
        state: 'open',
        assignee: null,
      },
    ]);
    expect(alerts[0]?.windowStart.toString()).toBe('2026-03-10');
    expect(alerts[0]?.dueAt.toString()).toBe('2026-03-12T09:00:00Z');
    expect(events).toMatchObject([{ type: 'aml_alert.raised', data: { rule_id: 'daily_cash', severity: 'medium' } }]);
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('member');
  });

  it('finds nothing in ordinary money', async () => {
    const { ports, alerts, move } = amlInMemory();
    move(T / 2n);
    await screenActivity(move(T / 3n, { on: '2026-03-09' }), ports);
    expect(alerts).toEqual([]);
  });

  it('raises one alert however many movements lead to it, and however often it is asked', async () => {
    const { ports, alerts, move } = amlInMemory();
    const sources = [move((T * 9n) / 10n), move((T * 9n) / 10n), move((T * 9n) / 10n)];
    for (const source of [...sources, ...sources]) await screenActivity(source, ports);
    expect(alerts.map(({ ruleId }) => ruleId)).toEqual(['daily_cash', 'structuring']);
    await screenActivity(move((T * 9n) / 10n, { on: '2026-03-16' }), ports);
    expect(alerts.length).toBe(2);
  });

  it('puts what different people moved apart', async () => {
    const { ports, alerts, move } = amlInMemory();
    move((T * 6n) / 10n, { subject: memberSubject(2) });
    await screenActivity(move((T * 6n) / 10n), ports);
    expect(alerts).toEqual([]);
    await screenActivity(move(T, { subject: msisdnSubject('+254712345678') }), ports);
    expect(alerts).toMatchObject([{ subjectKey: 'msisdn:+254712345678', memberId: null, msisdn: '+254712345678' }]);
  });

  it('of money that came late looks at the days around it, before and after', async () => {
    const { ports, alerts, move } = amlInMemory();
    const near = { channel: 'bank' };
    move((T * 9n) / 10n, { ...near, on: '2026-03-04' });
    move((T * 9n) / 10n, { ...near, on: '2026-03-09' });
    await screenActivity(move((T * 9n) / 10n, { ...near, on: '2026-03-06' }), ports);
    expect(alerts).toMatchObject([{ ruleId: 'structuring' }]);
    expect(alerts[0]?.windowStart.toString()).toBe('2026-03-04');
  });

  it('of something that is gone finds nothing', async () => {
    const { ports } = amlInMemory();
    expect(await screenActivity({ type: 'repayment', id: 9 }, ports)).toEqual({ result: [], events: [] });
  });

  it('uses the tenant’s own currency without a rate', async () => {
    const inKes = USUAL_RULES.map((rule) => ({ ...rule, threshold: { amount: 1_000n, currency: 'KES' } }));
    const own = amlInMemory({}, inKes);
    await screenActivity(own.move(1_000n), own.ports);
    expect(own.alerts).toMatchObject([{ threshold: 1_000n, exchangeRate: null }]);
  });

  it('of a day without a rate is an incident, once for a currency (finding: it was skipped silently)', async () => {
    const inEuro = USUAL_RULES.map((rule) => ({ ...rule, threshold: { amount: 1_000n, currency: 'EUR' } }));
    const foreign = amlInMemory({}, inEuro);
    const { events } = await screenActivity(foreign.move(1n), foreign.ports);
    expect(events.map(({ type }) => type)).toEqual(['incident.opened']);
    await screenActivity(foreign.move(1n), foreign.ports);
    expect(foreign.incidents).toMatchObject([{ kind: 'exchange_rate_missing', summary: expect.stringMatching(/EUR/) }]);
    expect(foreign.alerts).toEqual([]);
  });

  it('of a day before the first rate is judged by that rate, and an incident says so', async () => {
    const { ports, alerts, incidents, move } = amlInMemory();
    await screenActivity(move(T, { on: '2024-03-10' }), ports);
    expect(alerts).toMatchObject([{ ruleId: 'daily_cash', exchangeRate: '100' }]);
    expect(incidents).toHaveLength(1);
  });
});

describe('Screening money that is about to move', () => {
  const proposal = { memberId: 1, amount: T / 2n, direction: 'in', channel: 'cash' } as const;

  it('asks only the rules that hold money', async () => {
    const { ports, alerts, move } = amlInMemory();
    move(T);
    expect((await screenProposed([proposal], ports)).result).toEqual([]);
    expect(alerts).toEqual([]);
  });

  it('raises a holding alert where the movement would complete the pattern', async () => {
    const rules = USUAL_RULES.map((rule) => ({ ...rule, holds: rule.id === 'daily_cash' }));
    const { ports, alerts, move } = amlInMemory({}, rules);
    await screenProposed([proposal], ports);
    expect(alerts).toEqual([]);
    move(T / 2n);
    await screenProposed([proposal], ports);
    expect(alerts).toMatchObject([{ ruleId: 'daily_cash', holds: true, amount: T, memberId: 1 }]);
    expect(alerts[0]?.evidence[0]).toMatch(/^proposed:/);
    await screenProposed([proposal], ports);
    expect(alerts.length).toBe(1);
  });
});

type Step = {
  readonly action: keyof typeof review;
  readonly version?: number;
  readonly reason?: string | null;
  readonly assignee?: string | null;
  readonly reportReference?: string | null;
};

async function anAlert() {
  const testApp = amlInMemory();
  await screenActivity(testApp.move(T), testApp.ports);
  const [alert] = testApp.alerts;
  if (!alert) throw new Error('No alert.');
  const decide = ({ action, ...command }: Step, actor = 'pk_test_analyst', now = AML_NOON) =>
    review[action]({ alertId: 1, ...command }, { ...testApp.ports, actor, now });
  return { ...testApp, alert, decide };
}

describe('An alert', () => {
  it('goes from review over escalation to a report that another person files', async () => {
    const { alert, decide } = await anAlert();
    const emitted: string[] = [];
    const step = async (...parameters: Parameters<typeof decide>) =>
      emitted.push(...(await decide(...parameters)).events.map((e) => e.type));
    await step({ action: 'assign', assignee: 'Asha' });
    expect(alert).toMatchObject({ state: 'under_review', assignee: 'Asha' });
    await step({ action: 'assign', assignee: 'Juma' });
    await step({ action: 'escalate', reason: 'No source of funds' }, 'pk_test_analyst');
    expect(alert).toMatchObject({
      state: 'escalated',
      escalatedBy: 'pk_test_analyst',
      stateReason: 'No source of funds',
    });
    expect(await refusalOf(decide({ action: 'file_sar' }, 'pk_test_analyst'))).toMatchObject({
      code: 'four_eyes_required',
      details: { alert_id: 1, action: 'file_sar' },
    });
    await step({ action: 'file_sar', reportReference: 'FRC-77' }, 'pk_test_officer');
    expect(alert).toMatchObject({ state: 'sar_filed', filedBy: 'pk_test_officer', reportReference: 'FRC-77' });
    expect(emitted).toEqual(['aml_alert.assigned', 'aml_alert.assigned', 'aml_alert.escalated', 'aml_alert.sar_filed']);
  });

  it.each([null, '', '  '])('is not reviewed by nobody (%j)', async (assignee) => {
    const { alert, decide } = await anAlert();
    expect(await refusalOf(decide({ action: 'assign', assignee }))).toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ field: 'assignee' }] },
    });
    expect(alert).toMatchObject({ state: 'open', assignee: null });
  });

  it('that was explained is reopened with a reason and a reviewer, and its clock restarts', async () => {
    const { alert, decide } = await anAlert();
    await decide({ action: 'mark_false_positive', reason: 'Sale of a cow' });
    const later = AML_NOON.add({ hours: 100 });
    const reopen = { action: 'reopen', reason: 'There was no cow' } as const;
    expect((await refusalOf(decide({ ...reopen, reason: null }, 'x', later))).code).toBe('validation_failed');
    expect(await refusalOf(decide(reopen, 'x', later))).toMatchObject({
      details: { errors: [{ field: 'assignee' }] },
    });
    expect(alert.state).toBe('false_positive');
    await decide({ ...reopen, assignee: 'Asha' }, 'x', later);
    expect(alert).toMatchObject({ state: 'under_review', assignee: 'Asha', stateReason: 'There was no cow' });
    expect(alert.dueAt.toString()).toBe(later.add({ hours: 48 }).toString());
  });

  it('that was closed after escalation is reopened for the earlier reviewer, and escalated by those who may', async () => {
    const { alert, decide } = await anAlert();
    await decide({ action: 'assign', assignee: 'Asha' });
    await decide({ action: 'escalate', reason: 'Odd' });
    await decide({ action: 'close', reason: 'Explained' });
    await decide({ action: 'reopen', reason: 'Odder' });
    expect(alert).toMatchObject({ state: 'under_review', assignee: 'Asha', escalatedBy: null });
  });

  it.each(['escalate', 'close', 'mark_false_positive'] as const)('takes %s only with a reason', async (action) => {
    const { alert, decide } = await anAlert();
    await decide({ action: 'assign', assignee: 'Asha' });
    if (action === 'close') await decide({ action: 'escalate', reason: 'Odd' });
    const before = alert.state;
    expect(await refusalOf(decide({ action, reason: ' ' }))).toMatchObject({
      details: { errors: [{ field: 'reason' }] },
    });
    expect(alert.state).toBe(before);
  });

  it('decided on an older version, or that is not there, is refused', async () => {
    const { decide, ports } = await anAlert();
    expect((await refusalOf(decide({ action: 'assign', assignee: 'Asha', version: 9 }))).kind).toBe('stale');
    expect((await refusalOf(assignAmlAlert({ alertId: 9 }, ports))).code).toBe('not_found');
  });

  it.each(amlAlertLifecycle.states.flatMap((state) => ACTIONS.map((action) => [state, action] as const)))(
    'that is %s takes %s exactly where its lifecycle says so',
    async (state, action) => {
      const { alert, decide } = await anAlert();
      alert.state = state;
      const work = decide({ action, reason: 'Because', assignee: 'Asha' });
      if (allows(amlAlertLifecycle, state, action)) {
        expect((await work).result.state).toBe(amlAlertLifecycle.verbs[action].to);
      } else {
        expect(await refusalOf(work)).toMatchObject({
          code: 'invalid_state_transition',
          details: { current_state: state, allowed_actions: availableActions(amlAlertLifecycle, state) },
        });
      }
    },
  );

  it('waits for a decision until it is reported, closed or explained', () => {
    expect(amlAlertLifecycle.states.filter((state) => !UNDECIDED.includes(state))).toEqual([
      'sar_filed',
      'closed',
      'false_positive',
    ]);
  });
});
