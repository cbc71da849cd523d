import type { Acting } from '../kernel/two-people.ts';
import type { ProposedCommand } from './commands.ts';
import type { Proposal } from './proposal/proposal.ts';

/** What proposals need from outside. `lock` reads a row that no other transaction may change until commit. */
export type ApprovalPorts = Acting & {
  readonly now: Temporal.Instant;
  /** The business date of an instant in the tenant's zone. */
  readonly businessDate: (at: Temporal.Instant) => Temporal.PlainDate;
  readonly newUuid: () => string;
  /** Policy of the tenant: after so many days a proposal can’t be approved any more. */
  readonly proposalDays: number;
  /** A person has to be named as responsible for each of the two clients. */
  readonly namedPeopleOnly: boolean;
  /** The person who answers for a client; null where none is named. */
  readonly namedFor: (actor: string) => Promise<string | null>;
  readonly proposals: {
    get(id: number): Promise<Proposal | null>;
    lock(id: number): Promise<Proposal | null>;
    /** The one of the command on the record that waits for a decision. */
    lockOpen(of: {
      readonly command: ProposedCommand;
      readonly subjectUuid: string;
      readonly paymentKey: string;
    }): Promise<Proposal | null>;
    add(proposal: Proposal): void;
  };
};
