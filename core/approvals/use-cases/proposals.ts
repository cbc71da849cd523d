import { refuse, type DomainError } from '../../kernel/domain-error.ts';
import { requireAllowed } from '../../kernel/lifecycle.ts';
import { invalidField } from '../../kernel/field-error.ts';
import { outcome, type Outcome } from '../../kernel/outcome.ts';
import { kernelRefusals } from '../../kernel/refusals.ts';
import { optionalReason, text } from '../../kernel/step-fields.ts';
import { stepOn, type Steps } from '../../kernel/steps.ts';
import { isSamePerson, requireOtherThan, requireSecondPerson, type Demand } from '../../kernel/two-people.ts';
import { requireVersion } from '../../kernel/version.ts';
import { proposalLifecycle } from '../proposal/lifecycle.ts';
import { Proposal, type StoredValue } from '../proposal/proposal.ts';
import type { ApprovalPorts } from '../ports.ts';
import type { ProposedCommand } from '../commands.ts';
import { approvalRefusals } from '../refusals.ts';

export type OnProposal = { readonly proposalId: number; readonly version?: number | undefined };
type Deciding = OnProposal & { readonly reason: string | null };

export type Propose = {
  readonly command: ProposedCommand;
  readonly input: StoredValue;
  readonly demand: Demand;
  readonly reason: string | null;
  readonly evidence: string | null;
  /** Who proposes it on a command line; otherwise the client that does. */
  readonly by: string | null;
};

/**
 * A command that takes two people waits for the second one. The same of the same record waits once.
 * @throws DomainError already_proposed (conflict) with existing_id
 */
export async function propose(command: Propose, ports: ApprovalPorts): Promise<Outcome<Proposal>> {
  const { demand, input, reason } = command;
  const { subject, paymentKey = '' } = demand;
  const open = await ports.proposals.lockOpen({ command: command.command, subjectUuid: subject.uuid, paymentKey });
  if (open && !open.isOver(ports.now)) {
    throw refuse(
      approvalRefusals.already_proposed,
      `${open.proposedBy} has proposed this on ${ports.businessDate(open.createdAt).toString()}; it waits for a decision.`,
      { existing_id: open.id, action: command.command },
    );
  }
  const over = open ? [open.expire(ports.now)] : [];
  const by = command.by ?? ports.actor;
  const evidence = command.evidence === null ? [] : [{ text: command.evidence, by, at: ports.now.toString() }];
  const maker = { proposedBy: by, proposedFor: await ports.responsibleFor(by) };
  const fields = { uuid: ports.newUuid(), command: command.command, input, reason, evidence, ...maker };
  const expiresAt = ports.now.add({ hours: 24 * ports.proposalDays });
  const { proposal, event } = Proposal.make({ ...fields, expiresAt }, demand);
  ports.proposals.add(proposal);
  return outcome(proposal, ...over, event);
}

/**
 * The proposal, where the person who acts may approve it.
 * @throws DomainError invalid_state_transition, proposal_expired, four_eyes_required, approval_needs_client,
 *   responsible_person_missing (conflict), not_found, precondition_failed
 */
export async function requireApprovable(command: OnProposal, ports: ApprovalPorts): Promise<Proposal> {
  const proposal = await findProposal(command, ports);
  requireAllowed(proposalLifecycle, proposal.state, 'approve');
  requireInTime(proposal, ports);
  const step = { proposal_id: proposal.id, action: 'approve' };
  await requireSecondPerson(proposal.proposedBy, ports, step);
  await requireOtherThan(proposal.proposedFor, ports, step);
  if (ports.namedPeopleOnly) for (const each of [proposal.proposedBy, ports.actor]) await requireNamed(each, ports);
  return proposal;
}

/** Two clients for which no person is named may be one person’s. @throws DomainError responsible_person_missing (conflict) */
async function requireNamed(actor: string, ports: ApprovalPorts): Promise<void> {
  if ((await ports.namedFor(actor)) !== null) return;
  throw refuse(
    approvalRefusals.responsible_person_missing,
    `No person is named as responsible for ${actor}, so it can’t count as one of two people.`,
    { client_id: actor },
  );
}

function requireInTime(proposal: Proposal, { now }: Pick<ApprovalPorts, 'now'>): void {
  if (!proposal.isOver(now)) return;
  throw refuse(
    approvalRefusals.proposal_expired,
    `The proposal could be approved until ${proposal.expiresAt.toString()}. Propose it again.`,
    { proposal_id: proposal.id, expires_at: proposal.expiresAt.toString() },
  );
}

/** It was carried out. */
export function approved(proposal: Proposal, { actor, now }: Pick<ApprovalPorts, 'actor' | 'now'>) {
  return proposal.approve(actor, now);
}

/** It was approved, and refused by what it is about: it is closed with that. */
export async function failProposal(
  command: OnProposal & { readonly refusal: DomainError },
  ports: ApprovalPorts,
): Promise<Outcome<Proposal>> {
  const proposal = await findProposal(command, ports);
  return outcome(proposal, proposal.fail(ports.actor, ports.now, command.refusal));
}

/** Another person says no. @throws DomainError invalid_state_transition (conflict), validation_failed, not_found */
async function rejectProposal(command: Deciding, ports: ApprovalPorts): Promise<Outcome<Proposal>> {
  const proposal = await findProposal(command, ports);
  const decision = { by: ports.actor, at: ports.now, reason: command.reason };
  return outcome(proposal, proposal.drop('reject', decision));
}

/**
 * The person who proposed it takes it back, with whichever client.
 * @throws DomainError proposal_of_another, invalid_state_transition (conflict), not_found
 */
async function withdrawProposal(command: Deciding, ports: ApprovalPorts): Promise<Outcome<Proposal>> {
  const proposal = await findProposal(command, ports);
  requireAllowed(proposalLifecycle, proposal.state, 'withdraw');
  if (!(await isSamePerson(proposal.proposedBy, ports))) {
    throw refuse(
      kernelRefusals.four_eyes_required,
      `${proposal.proposedBy} has proposed this and alone can withdraw it. Reject it, and say why.`,
      { proposal_id: proposal.id, action: 'withdraw' },
    );
  }
  const decision = { by: ports.actor, at: ports.now, reason: command.reason };
  return outcome(proposal, proposal.drop('withdraw', decision));
}

/** Anyone who may decide adds what they have seen. @throws DomainError invalid_state_transition (conflict), validation_failed */
async function addProposalEvidence(
  command: OnProposal & { readonly evidence: string | null },
  ports: ApprovalPorts,
): Promise<Outcome<Proposal>> {
  const proposal = await findProposal(command, ports);
  const text = command.evidence?.trim() ?? '';
  if (text === '') throw invalidField('evidence', 'required', 'Say where it is seen: a statement, a letter.');
  if (proposal.evidence.length >= MOST_EVIDENCE) {
    throw invalidField('evidence', 'too_many', `A proposal takes ${MOST_EVIDENCE} pieces of evidence.`);
  }
  return outcome(proposal, proposal.addEvidence({ text, by: ports.actor, at: ports.now.toString() }));
}

const MOST_EVIDENCE = 50;

/** For the sweep: its time is over. One that was decided meanwhile is left as it is. */
export async function expireProposal(command: OnProposal, ports: ApprovalPorts): Promise<Outcome<Proposal>> {
  const proposal = await findProposal(command, ports);
  if (proposal.state !== 'proposed' || !proposal.isOver(ports.now)) return outcome(proposal);
  return outcome(proposal, proposal.expire(ports.now));
}

async function findProposal(command: OnProposal, ports: Pick<ApprovalPorts, 'proposals'>): Promise<Proposal> {
  const proposal = await ports.proposals.lock(command.proposalId);
  if (!proposal) throw noProposal(command.proposalId);
  requireVersion(proposal, command.version);
  return proposal;
}

/** What is said where there is none, or none that the caller may see. */
export const noProposal = (id: number): DomainError =>
  refuse(kernelRefusals.not_found, `There is no proposal ${id}.`, { resource: 'proposal', id: String(id) });

const step = stepOn<'proposalId'>();

/** What people decide about a proposal. Approving carries the proposed command out, which is bound by hand. */
export const proposalSteps = {
  approve: {
    name: 'approveProposal',
    means: 'Carries the command out as it was proposed. It takes another person than the one who proposed it.',
    fields: {},
  },
  reject: step({ name: 'rejectProposal', means: 'Declines a proposal.', run: rejectProposal, fields: {} }),
  withdraw: step({
    name: 'withdrawProposal',
    means: 'Takes a proposal back; only the person who proposed it does.',
    run: withdrawProposal,
    fields: { reason: optionalReason },
  }),
  add_evidence: step({
    name: 'addProposalEvidence',
    means: 'Adds evidence to a proposal.',
    run: addProposalEvidence,
    fields: { evidence: text(500, 'Where it is seen: a statement, a letter.') },
  }),
} as const satisfies Steps<typeof proposalLifecycle>;
