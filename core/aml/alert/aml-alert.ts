import { invalidField } from '../../kernel/field-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireAllowed, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import { amlAlertLifecycle, type AmlAlertAction, type AmlAlertState } from './lifecycle.ts';

/**
 * Who is looked at: a member, a phone number that belongs to none, a number by all whose money it moves, an agent, a
 * nominee of a member, or a person whom an app pays.
 * `key` is unique to each.
 */
export type Subject = {
  readonly kind: 'member' | 'msisdn' | 'number' | 'agent' | 'nominee' | 'payee';
  readonly key: string;
  readonly memberId: number | null;
  readonly msisdn: string | null;
  readonly agentId: number | null;
};

const NO_SUBJECT = { memberId: null, msisdn: null, agentId: null };

export const memberSubject = (memberId: number): Subject => {
  return { ...NO_SUBJECT, kind: 'member', key: `member:${memberId}`, memberId };
};
export const msisdnSubject = (msisdn: string): Subject => {
  return { ...NO_SUBJECT, kind: 'msisdn', key: `msisdn:${msisdn}`, msisdn };
};
export const numberSubject = (msisdn: string): Subject => {
  return { ...NO_SUBJECT, kind: 'number', key: `number:${msisdn}`, msisdn };
};
export const agentSubject = (agentId: number): Subject => {
  return { ...NO_SUBJECT, kind: 'agent', key: `agent:${agentId}`, agentId };
};

/** Who receives what a member leaves. It is no member's money yet, so that no member's money is held for it. */
export const nomineeSubject = (memberId: number, nameKey: string): Subject => {
  return { ...NO_SUBJECT, kind: 'nominee', key: `nominee:${memberId}:${nameKey}` };
};

/** Whom an app pays, by the number and the name that is known of it: another name under the number is another person. */
export const payeeSubject = (msisdn: string, nameKey: string): Subject => {
  return { ...NO_SUBJECT, kind: 'payee', key: `payee:${msisdn}:${nameKey}`, msisdn };
};

/** How a person agrees with an entry of a list. The same pair raises one alert, until either of them changes. */
export type ListMatch = {
  readonly entryId: number;
  readonly entryRevision: number;
  /** The particulars that were compared, in the form in which they are compared. */
  readonly comparedAs: string;
  /** Whole per cent. */
  readonly score: number;
  readonly kind: 'sanction' | 'pep';
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
  /** The entry of a list that the person agrees with; null where the rule is about money, and so are the four below. */
  watchlistEntryId!: number | null;
  watchlistRevision!: number | null;
  watchlistKind!: 'sanction' | 'pep' | null;
  comparedAs!: string | null;
  /** How far they agree, whole per cent. */
  matchScore!: number | null;
  /** What the movements come to, minor units; zero where the rule is about a name, and so is the threshold. */
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

  /** Money moved in the pattern of a rule. */
  static raise(
    fields: Found & Pick<AmlAlert, 'windowStart' | 'windowEnd' | 'amount' | 'threshold' | 'exchangeRate'>,
    subject: Subject,
    now: Temporal.Instant,
  ): { alert: AmlAlert; event: DomainEvent } {
    const noMatch = {
      watchlistEntryId: null,
      watchlistRevision: null,
      watchlistKind: null,
      comparedAs: null,
      matchScore: null,
    };
    return opened(Object.assign(new AmlAlert(), fields, noMatch), subject, now);
  }

  /** A person agrees with an entry of a list. @param today the business date */
  static raiseMatch(
    fields: Found,
    { entryId, entryRevision, comparedAs, score, kind }: ListMatch,
    subject: Subject,
    { now, today }: { readonly now: Temporal.Instant; readonly today: Temporal.PlainDate },
  ): { alert: AmlAlert; event: DomainEvent } {
    const match = {
      watchlistEntryId: entryId,
      watchlistRevision: entryRevision,
      watchlistKind: kind,
      comparedAs,
      matchScore: score,
    };
    const noMoney = { windowStart: today, windowEnd: today, amount: 0n, threshold: 0n, exchangeRate: null };
    return opened(Object.assign(new AmlAlert(), fields, noMoney, match), subject, now);
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

  /** The report went to the authority. @throws DomainError invalid_state_transition (conflict) */
  fileSar(by: string, reference: string | null): DomainEvent {
    this.state = advance(amlAlertLifecycle, this.state, 'file_sar');
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
  emit(action: AmlAlertAction): DomainEvent {
    return event(amlAlertLifecycle.verbs[action].emits, 'aml_alert', this, {
      rule_id: this.ruleId,
      severity: this.severity,
      state: this.state,
    });
  }
}

type Found = Pick<AmlAlert, 'uuid' | 'ruleId' | 'ruleVersion' | 'severity' | 'evidence' | 'holds'>;

function opened(alert: AmlAlert, subject: Subject, now: Temporal.Instant): { alert: AmlAlert; event: DomainEvent } {
  Object.assign(alert, {
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

function requireAssignee(assignee: string | null): string {
  if (assignee !== null && assignee.trim() !== '') return assignee;
  throw invalidField(
    'assignee',
    'required',
    'Name the person who looks into the alert.',
    'A review needs a person who carries it out. Name one in assignee.',
  );
}
