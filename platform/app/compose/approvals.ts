import { PROPOSED, type ProposedCommand } from '#core/approvals/commands.ts';
import type { ApprovalPorts } from '#core/approvals/ports.ts';
import type { Proposal } from '#core/approvals/proposal/proposal.ts';
import {
  approved,
  expireProposal,
  failProposal,
  proposalSteps,
  propose,
  noProposal,
  requireApprovable,
} from '#core/approvals/use-cases/proposals.ts';
import { DomainError, refuse } from '#core/kernel/domain-error.ts';
import {
  DECIDING_SCOPES,
  obstacleTo,
  seenApprovals,
  seenByClient,
  type Awaiting,
  type Obstacle,
  type SeenApprovals,
} from '#core/approvals/waiting.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { SecondPersonRequired } from '#core/kernel/two-people.ts';
import { partnerRefusals } from '#core/partners/refusals.ts';
import { mayUse, type Caller } from '../../auth/caller.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { CommandContext, CommandRequest, Handled, ProposableRequest, Transact, Work } from '../transact.ts';
import type { Requested } from '../processes/screening.ts';
import { bindings, runIn, type PortsOf } from './bindings.ts';
import { readInput, storedInput } from './stored-input.ts';

type CarryOut<Command, Result> = (
  command: Command,
  tx: TenantTransaction,
  context: CommandContext,
) => Promise<Outcome<Result>>;

/** A command that may take two people. */
type Approvable<Command, Result> = {
  readonly carryOut: CarryOut<Command, Result>;
  /** Before the transaction: compliance looks at the money. */
  readonly before?: (request: Requested, command: Command) => Promise<void>;
};

/** Commands that may take two people, by the words of the core. */
export type Approvables = { readonly [C in ProposedCommand]: Approvable<never, unknown> };

/** What an operator proposes on the command line. */
export type Proposed = { readonly by: string | null; readonly evidence?: string | null };

type Ended<Result> =
  { readonly kind: 'done'; readonly result: Result } | { readonly kind: 'proposed'; readonly proposal: Proposal };

/** Carries commands out that may take two people: they are proposed where they do, and done where another agrees. */
export function approvals(transact: Transact, portsOf: PortsOf<ApprovalPorts>) {
  /** The command in its transaction; where it takes two people, it is a proposal instead. */
  const tried =
    <Command, Result>(
      name: ProposedCommand,
      carryOut: CarryOut<Command, Result>,
      command: Command,
      proposed: Proposed = { by: null },
    ): Work<Ended<Result>> =>
    async (tx, context) => {
      try {
        const done = await carryOut(command, tx, { ...context, agreement: 'awaited' });
        return { ...done, result: { kind: 'done', result: done.result } };
      } catch (error) {
        if (!(error instanceof SecondPersonRequired)) throw error;
        await tx.requireSeen();
        // Use cases write through the unit of work alone, which was not flushed: nothing of the command stays.
        tx.forget();
        const { by, evidence = null } = proposed;
        // Every command that takes two people has its reason under this name, where it has one.
        const { reason = null, ...input } = storedInput(command) as { readonly reason?: string | null };
        const { demand } = error;
        const stored = { ...input, reason, ...(storedInput(demand.settled ?? {}) as object) };
        const made = { command: name, input: stored, demand, reason, evidence, by };
        const { result: proposal, events } = await propose(made, portsOf(tx, context));
        return outcome({ kind: 'proposed', proposal }, ...events);
      }
    };

  return {
    /** For a client: the reply is that of the command, or the proposal. */
    handle:
      <Command, Result>(name: ProposedCommand, useCase: string, { carryOut, before }: Approvable<Command, Result>) =>
      async (request: ProposableRequest<Result>, command: Command): Promise<Handled> => {
        await before?.(request, command);
        const present: CommandRequest<Ended<Result>>['present'] = async (ended, views) =>
          ended.kind === 'done' ? request.present(ended.result, views) : request.proposed(ended.proposal, views);
        return transact.handle(useCase, { ...request, present }, tried(name, carryOut, command));
      },

    /** For an operator, who proposes and does not approve. */
    run:
      <Command, Result>(name: ProposedCommand, useCase: string, { carryOut }: Approvable<Command, Result>) =>
      (caller: Caller, command: Command, proposed?: Proposed): Promise<Ended<Result>> =>
        transact.run(useCase, caller, tried(name, carryOut, command, proposed)),
  };
}

/** What the caller sees of what waits: a client with `approvals:read` nearly all of it, a person what their roles read. */
export function approvalsSeenBy({
  person,
  scopes = [],
}: Partial<Pick<Caller, 'person' | 'scopes'>>): SeenApprovals | null {
  return person === undefined ? seenByClient(scopes) : seenApprovals(scopes);
}

type ObstacleParts = {
  readonly transact: Transact;
  readonly portsOf: PortsOf<ApprovalPorts>;
};
type Waiting = Awaiting & { readonly command: ProposedCommand | null };

/** The same question of one transaction has one answer. */
function readOnce<Key extends string | readonly string[], Found>(read: (key: Key) => Promise<Found>) {
  const known = new Map<string, Promise<Found>>();
  return (key: Key): Promise<Found> => {
    const name = JSON.stringify(key);
    const found = known.get(name) ?? read(key);
    known.set(name, found);
    return found;
  };
}

/** Why the caller can't agree to each of what waits; null where they can. */
const obstaclesFor =
  ({ transact, portsOf }: ObstacleParts) =>
  (caller: Caller, waiting: readonly Waiting[]): Promise<readonly (Obstacle | null)[]> =>
    transact.look(caller, async (tx, context) => {
      const { fourEyes, mode, education } = context.tenant;
      const ports = portsOf(tx, context);
      const viewer = {
        ...ports,
        // A page of rows asks much of the same people: who looks, and who has made most of it.
        responsibleFor: readOnce(ports.responsibleFor),
        peopleBehind: readOnce(ports.peopleBehind),
        introductionsOf: readOnce(ports.introductionsOf),
        namedFor: readOnce(ports.namedFor),
        scopes: caller.scopes,
        personalLimits: context.personalLimits,
        twoPeople: fourEyes || mode === 'live',
        twoPeopleOnResults: education.fourEyesOnResults,
        isLecturer: context.roles?.includes('lecturer') ?? false,
      };
      const obstacles: (Obstacle | null)[] = [];
      for (const each of waiting) {
        const ofCommand = each.command === null ? [] : PROPOSED[each.command].scopes;
        obstacles.push(await obstacleTo(each, [DECIDING_SCOPES[each.kind], ...ofCommand], viewer));
      }
      return obstacles;
    });

type Decide = { readonly proposalId: number; readonly version?: number | undefined };

/** What people decide about proposals, bound. */
export function bindApprovals(transact: Transact, portsOf: PortsOf<ApprovalPorts>, approvables: Approvables) {
  const { handling, running } = bindings(transact, portsOf);
  const deciding = handling(runIn(proposalSteps));
  const waitingFor = waitingIn(transact, portsOf);

  return {
    rejectProposal: ofSeen(deciding.rejectProposal),
    withdrawProposal: ofSeen(deciding.withdrawProposal),
    addProposalEvidence: ofSeen(deciding.addProposalEvidence),
    ...running({ expireProposal }),
    obstaclesTo: obstaclesFor({ transact, portsOf }),
    /**
     * Another person agrees: the command is carried out as it was proposed, once, with everything checked again. Where
     * the record refuses it by now, the reply is that refusal, and the proposal is closed with it.
     */
    approveProposal: async (request: CommandRequest<Proposal>, command: Decide): Promise<Handled> => {
      type Approved = { readonly proposal: Proposal; readonly refusal: DomainError | null };
      await screened(request, command);
      return transact.handle<Approved>(
        'approveProposal',
        {
          ...request,
          present: async ({ proposal, refusal }, views) =>
            refusal === null ? request.present(proposal, views) : request.refused(refusal, views),
        },
        async (tx, context) => {
          const ports = portsOf(tx, context);
          const proposal = await requireApprovable(command, ports);
          const { carryOut } = approvables[proposal.command];
          for (const scope of PROPOSED[proposal.command].scopes) requireScope(request.caller, scope);
          try {
            const { proposedBy, paymentKey: proposedKey } = proposal;
            const agreed = { ...context, agreement: 'reached', proposedBy, proposedKey } as const;
            // The input was stored under the same command's name, which no type follows.
            const done = await carryOut(readInput(proposal.input) as never, tx, agreed);
            return outcome({ proposal, refusal: null }, ...done.events, approved(proposal, ports));
          } catch (error) {
            if (!isFinal(error)) throw error;
            const refusal = await tx.asSeen(error);
            if (refusal.code !== error.code) throw refusal;
            tx.forget();
            const failed = await failProposal({ proposalId: proposal.id, refusal }, portsOf(tx, context));
            return outcome({ proposal: failed.result, refusal }, ...failed.events);
          }
        },
      );
    },
  };

  /** A decision about a proposal that the caller sees. */
  function ofSeen<C extends Decide>(decide: (request: CommandRequest<Proposal>, command: C) => Promise<Handled>) {
    return async (request: CommandRequest<Proposal>, command: C): Promise<Handled> => {
      await waitingFor(request.caller, command);
      return decide(request, command);
    };
  }

  /** Compliance screens money that the command would move, before the transaction that moves it. */
  async function screened(request: Requested, { proposalId }: Decide): Promise<void> {
    const waiting = await waitingFor(request.caller, { proposalId });
    // As for `carryOut`.
    if (waiting?.state === 'proposed')
      await approvables[waiting.command].before?.(request, readInput(waiting.input) as never);
  }
}

/** The proposal; refused as if there were none where the caller sees none like it. */
function waitingIn(transact: Transact, portsOf: PortsOf<ApprovalPorts>) {
  return async (caller: Caller, { proposalId }: Decide): Promise<Proposal | null> => {
    const proposal = await transact.look(caller, (tx, context) => portsOf(tx, context).proposals.get(proposalId));
    const seen = approvalsSeenBy(caller);
    if (proposal && seen !== null && !seen.commands.includes(proposal.command)) throw noProposal(proposalId);
    return proposal;
  };
}

/**
 * What passes, and the proposal waits for it: money comes in, compliance decides, an account is released, another person
 * approves, or the same one by a request of another name.
 */
const PASSING: readonly string[] = [
  'aml_hold',
  'account_frozen',
  'insufficient_funds',
  'insufficient_balance',
  'four_eyes_required',
  'request_names_person',
  'top_up_under_way',
];

/** The record refuses it, and will not be the same again. */
function isFinal(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || PASSING.includes(error.code)) return false;
  return ['conflict', 'invalid', 'missing', 'stale'].includes(error.kind);
}

function requireScope(caller: Caller, scope: string): void {
  if (mayUse(caller, scope)) return;
  throw refuse(partnerRefusals.insufficient_scope, `Approving this needs the scope ${scope} as well.`, {
    required_scopes: [scope],
    granted_scopes: caller.scopes,
  });
}
