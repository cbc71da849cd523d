import { Proposal } from '#core/approvals/proposal/proposal.ts';
import { mapRecord } from '../mapping/mapping.ts';
import { cents, instant, json, jsonWithNumbers, ref, text, uuid } from '../mapping/types.ts';

export const approvalMappings = [
  mapRecord(Proposal, 'proposal', {
    command: text(),
    input: jsonWithNumbers(),
    subjectType: text(),
    subjectId: ref(),
    subjectUuid: uuid(),
    paymentKey: text(),
    rule: text(),
    amount: cents({ nullable: true }),
    reason: text({ nullable: true }),
    evidence: json(),
    state: text(),
    proposedBy: text(),
    proposedFor: text(),
    expiresAt: instant(),
    decidedBy: text({ nullable: true }),
    decidedAt: instant({ nullable: true }),
    decisionReason: text({ nullable: true }),
  }),
];
