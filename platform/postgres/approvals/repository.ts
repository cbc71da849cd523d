import type { ApprovalPorts } from '#core/approvals/ports.ts';
import { Proposal } from '#core/approvals/proposal/proposal.ts';
import type { TenantTransaction } from '../database.ts';

/** Proposals, stored in Postgres. */
export function approvalPorts(tx: TenantTransaction): Pick<ApprovalPorts, 'proposals'> {
  const proposals = tx.of(Proposal);
  return {
    proposals: {
      get: proposals.get,
      lock: proposals.lock,
      lockOpen: ({ command, subjectUuid, paymentKey }) =>
        proposals.lockFirst(`subject_uuid = $1 and command = $2 and payment_key = $3 and state = 'proposed'`, [
          subjectUuid,
          command,
          paymentKey,
        ]),
      add: proposals.add,
    },
  };
}
