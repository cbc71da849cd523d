import { event, type DomainEvent } from '../../kernel/event.ts';
import { advance, requireReason } from '../../kernel/lifecycle.ts';
import { lossProposalLifecycle, type LossProposalAction, type LossProposalState } from './lifecycle.ts';

/** Ways in which the loss of a loan is taken. */
export const LOSSES = ['charge_off', 'write_off'] as const;
export type Loss = (typeof LOSSES)[number];

/** What one person proposes and another approves: that the loss of a loan is taken. */
export class LossProposal {
  id!: number;
  uuid!: string;
  version!: number;
  createdAt!: Temporal.Instant;
  updatedAt!: Temporal.Instant;
  loanId!: number;
  loss!: Loss;
  state!: LossProposalState;
  /** Why the loss should be taken. */
  reason!: string;
  proposedBy!: string;
  decidedBy!: string | null;
  /** Why it was rejected or withdrawn. */
  decisionReason!: string | null;

  static propose(
    fields: Pick<LossProposal, 'uuid' | 'loanId' | 'loss' | 'proposedBy'> & { readonly reason: string | null },
  ): { proposal: LossProposal; event: DomainEvent } {
    requireReason(lossProposalLifecycle, 'propose', fields.reason);
    const undecided = { state: 'proposed' as const, decidedBy: null, decisionReason: null };
    const proposal = Object.assign(new LossProposal(), { ...fields, reason: fields.reason ?? '' }, undecided);
    return { proposal, event: proposal.emit('propose') };
  }

  /**
   * A second person agrees; that it is one, the use case has made sure of.
   * @throws DomainError invalid_state_transition (conflict)
   */
  approve(by: string): DomainEvent {
    this.state = advance(lossProposalLifecycle, this.state, 'approve');
    this.decidedBy = by;
    return this.emit('approve');
  }

  /** The loss is not taken. @throws DomainError invalid_state_transition, validation_failed without a reason to reject */
  drop(action: 'reject' | 'withdraw', by: string, reason: string | null): DomainEvent {
    const state = advance(lossProposalLifecycle, this.state, action);
    requireReason(lossProposalLifecycle, action, reason);
    this.state = state;
    this.decidedBy = by;
    this.decisionReason = reason;
    return this.emit(action);
  }

  private emit(action: LossProposalAction): DomainEvent {
    return event(lossProposalLifecycle.verbs[action].emits, 'loss_proposal', this, {
      loan_id: this.loanId,
      loss: this.loss,
      state: this.state,
      reason: this.decisionReason ?? this.reason,
    });
  }
}
