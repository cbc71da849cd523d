import type { DomainError } from '../../kernel/domain-error.ts';
import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import type { Cents } from '../../kernel/money.ts';
import type { Demand } from '../../kernel/two-people.ts';
import type { ProposedCommand } from '../commands.ts';
import { proposalLifecycle, type ProposalAction, type ProposalState } from './lifecycle.ts';

/** Where a person has seen that a command is right, or wrong. */
export type Evidence = { readonly text: string; readonly by: string; readonly at: string };

/** A value of a stored command: what JSON has no words for is named (`{ $cents: '100' }`). */
export type StoredValue =
  string | number | boolean | null | readonly StoredValue[] | { readonly [member: string]: StoredValue };

/**
 * A command that takes two people. One has proposed it, and the use case that it is for has checked it; another approves
 * it, and it is carried out as it stands here, even where the rule is another one by then.
 */
export class Proposal {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  /** What is carried out. */
  command!: ProposedCommand;
  /** What the use case receives. */
  input!: StoredValue;
  /** The record that it changes. */
  subjectType!: string;
  subjectId!: number;
  subjectUuid!: string;
  /** Which payment, where several to the record may wait beside each other; else empty. */
  paymentKey!: string;
  /** Why it takes two people. */
  rule!: string;
  /** What moves, as far as the roles of who approves limit it: minor units; null where no amount decides. */
  amount!: Cents | null;
  /** Why it should be carried out; null where the command takes no reason. */
  reason!: string | null;
  evidence!: readonly Evidence[];
  state!: ProposalState;
  proposedBy!: string;
  /** The person who answered for who proposed it, at that time. */
  proposedFor!: string;
  /** After this it can’t be approved. */
  expiresAt!: Temporal.Instant;
  decidedBy!: string | null;
  decidedAt!: Temporal.Instant | null;
  /** Why it was rejected or withdrawn, or what refused it. */
  decisionReason!: string | null;

  static make(
    fields: Pick<
      Proposal,
      'uuid' | 'command' | 'input' | 'reason' | 'evidence' | 'proposedBy' | 'proposedFor' | 'expiresAt'
    >,
    { subject, rule, amount, paymentKey = '' }: Demand,
  ): { proposal: Proposal; event: DomainEvent } {
    const undecided = { state: 'proposed' as const, decidedBy: null, decidedAt: null, decisionReason: null };
    const about = {
      subjectType: subject.type,
      subjectId: subject.id,
      subjectUuid: subject.uuid,
      rule,
      amount,
      paymentKey,
    };
    const proposal = Object.assign(new Proposal(), { ...fields, ...about, ...undecided });
    return { proposal, event: proposal.emit('propose') };
  }

  /** True once its time is over, whether that is recorded or not. */
  isOver(now: Temporal.Instant): boolean {
    return Temporal.Instant.compare(this.expiresAt, now) <= 0;
  }

  /** @throws DomainError invalid_state_transition (conflict) */
  addEvidence(evidence: Evidence): DomainEvent {
    this.state = advance(proposalLifecycle, this.state, 'add_evidence');
    this.evidence = [...this.evidence, evidence];
    return this.emit('add_evidence');
  }

  /** Another person agrees; that it is another one, the use case has made sure of. */
  approve(by: string, at: Temporal.Instant): DomainEvent {
    return this.decide('approve', { by, at, reason: null });
  }

  /** It is not carried out. @throws DomainError invalid_state_transition (conflict), validation_failed without a reason to reject */
  drop(
    action: 'reject' | 'withdraw',
    decision: { readonly by: string; readonly at: Temporal.Instant; readonly reason: string | null },
  ): DomainEvent {
    return this.decide(action, decision);
  }

  /** What it is about has changed: the use case refuses it by now. */
  fail(by: string, at: Temporal.Instant, { code, message }: Pick<DomainError, 'code' | 'message'>): DomainEvent {
    return this.decide('fail', { by, at, reason: `${code}: ${message}` });
  }

  /** Its time is over. @throws DomainError invalid_state_transition (conflict) */
  expire(at: Temporal.Instant): DomainEvent {
    return this.decide('expire', { by: null, at, reason: null });
  }

  private decide(
    action: Exclude<ProposalAction, 'propose' | 'add_evidence'>,
    { by, at, reason }: { readonly by: string | null; readonly at: Temporal.Instant; readonly reason: string | null },
  ): DomainEvent {
    const state = advance(proposalLifecycle, this.state, action);
    requireReason(proposalLifecycle, action, reason);
    this.state = state;
    this.decidedBy = by;
    this.decidedAt = at;
    this.decisionReason = reason;
    return this.emit(action);
  }

  private emit(action: ProposalAction): DomainEvent {
    return event(proposalLifecycle.verbs[action].emits, 'proposal', this, {
      command: this.command,
      about: { type: this.subjectType, id: this.subjectId, uuid: this.subjectUuid },
      state: this.state,
      proposed_by: this.proposedBy,
      decided_by: this.decidedBy,
      ...(this.decisionReason === null ? {} : { reason: this.decisionReason }),
    });
  }
}
