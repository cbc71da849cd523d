import { refuse } from '../../kernel/domain-error.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { amlAlertLifecycle, type AmlAlertAction, type AmlAlertState } from './lifecycle.ts';

/**
 * Who is looked at: a member, a phone number that belongs to none, a number by all whose money it moves, or an agent.
 * `key` is unique to each.
 */
export type Subject = {
  readonly kind: 'member' | 'msisdn' | 'number' | 'agent';
  readonly key: string;
  readonly memberId: number | null;
  readonly msisdn: string | null;
  readonly agentId: number | null;
};

const NOBODY = { memberId: null, msisdn: null, agentId: null };

export const memberSubject = (memberId: number): Subject => {
  return { ...NOBODY, kind: 'member', key: `member:${memberId}`, memberId };
};
export const msisdnSubject = (msisdn: string): Subject => {
  return { ...NOBODY, kind: 'msisdn', key: `msisdn:${msisdn}`, msisdn };
};
export const numberSubject = (msisdn: string): Subject => {
  return { ...NOBODY, kind: 'number', key: `number:${msisdn}`, msisdn };
};
export const agentSubject = (agentId: number): Subject => {
  return { ...NOBODY, kind: 'agent', key: `agent:${agentId}`, agentId };
};

/** How long a suspicion may stand undecided. */
const SUSPICION_CLOCK = { hours: 48 };

/** What a rule found about a person, and what people decide about it. */
export class AmlAlert {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  ruleId!: string;
  ruleVersion!: number;
  severity!: 'low' | 'medium' | 'high';
  subjectKey!: string;
  memberId!: number | null;
  msisdn!: string | null;
  windowStart!: Temporal.PlainDate;
  windowEnd!: Temporal.PlainDate;
  /** What the movements come to, minor units. */
  amount!: Cents;
  /** The threshold in the tenant's currency, minor units, as it was that day. */
  threshold!: Cents;
  /** The rate by which the threshold was converted; null where the law states it in the tenant's currency. */
  exchangeRate!: string | null;
  /** The movements that the rule found: `savings_transaction:<uuid>`. */
  evidence!: readonly string[];
  /** Money of the member does not move while this is undecided. */
  holds!: boolean;
  state!: AmlAlertState;
  stateReason!: string | null;
  assignee!: string | null;
  escalatedBy!: string | null;
  filedBy!: string | null;
  /** The authority's reference of the report. */
  reportReference!: string | null;
  /** Until when it has to be decided. */
  dueAt!: Temporal.Instant;

  static raise(
    fields: Pick<
      AmlAlert,
      | 'uuid'
      | 'ruleId'
      | 'ruleVersion'
      | 'severity'
      | 'windowStart'
      | 'windowEnd'
      | 'amount'
      | 'threshold'
      | 'exchangeRate'
      | 'evidence'
      | 'holds'
    >,
    subject: Subject,
    now: Temporal.Instant,
  ): { alert: AmlAlert; event: DomainEvent } {
    const alert = Object.assign(new AmlAlert(), fields, {
      subjectKey: subject.key,
      memberId: subject.memberId,
      msisdn: subject.msisdn,
      state: 'open' as const,
      stateReason: null,
      assignee: null,
      escalatedBy: null,
      filedBy: null,
      reportReference: null,
      dueAt: now.add(SUSPICION_CLOCK),
    });
    return { alert, event: alert.emit('raise') };
  }

  /** A person looks into it. @throws DomainError invalid_state_transition, validation_failed without an assignee */
  assign(assignee: string | null): DomainEvent {
    const state = advance(amlAlertLifecycle, this.state, 'assign');
    this.assignee = requireAssignee(assignee);
    this.state = state;
    return this.emit('assign');
  }

  /** @param by who gives the command; another person files the report */
  escalate(by: string, reason: string | null): DomainEvent {
    this.decide('escalate', reason);
    this.escalatedBy = by;
    return this.emit('escalate');
  }

  /** The report went to the authority. @throws DomainError invalid_state_transition, four_eyes_required (conflict) */
  fileSar(by: string, reference: string | null): DomainEvent {
    const state = advance(amlAlertLifecycle, this.state, 'file_sar');
    if (by === this.escalatedBy) {
      throw refuse(
        kernelRefusals.four_eyes_required,
        'The client that escalated an alert does not file its report. Let another client file it.',
        { alert_id: this.id, action: 'file_sar' },
      );
    }
    this.state = state;
    this.filedBy = by;
    this.reportReference = reference;
    return this.emit('file_sar');
  }

  /** Ends without a report. */
  dismiss(action: 'close' | 'mark_false_positive', reason: string | null): DomainEvent {
    this.decide(action, reason);
    return this.emit(action);
  }

  /** Something new came up: it is reviewed again, and its time restarts. */
  reopen(reason: string | null, assignee: string | null, now: Temporal.Instant): DomainEvent {
    requireAllowed(amlAlertLifecycle, this.state, 'reopen');
    requireReason(amlAlertLifecycle, 'reopen', reason);
    this.assignee = requireAssignee(assignee ?? this.assignee);
    this.decide('reopen', reason);
    this.escalatedBy = null;
    this.dueAt = now.add(SUSPICION_CLOCK);
    return this.emit('reopen');
  }

  private decide(action: AmlAlertAction, reason: string | null): void {
    const state = advance(amlAlertLifecycle, this.state, action);
    requireReason(amlAlertLifecycle, action, reason);
    this.state = state;
    this.stateReason = reason;
  }

  // The event never says whom it is about.
  private emit(action: AmlAlertAction): DomainEvent {
    return event(amlAlertLifecycle.verbs[action].emits, 'aml_alert', this, {
      rule_id: this.ruleId,
      severity: this.severity,
      state: this.state,
    });
  }
}

function requireAssignee(assignee: string | null): string {
  if (assignee !== null && assignee.trim() !== '') return assignee;
  throw invalidField(
    'assignee',
    'required',
    'Name the person who looks into the alert.',
    'A review needs a person who carries it out. Name one in assignee.',
  );
}
