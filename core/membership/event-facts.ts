import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { CLAIM_DOCUMENT_KINDS } from './death-claim/documents.ts';
import { deathClaimLifecycle } from './death-claim/lifecycle.ts';
import { memberLifecycle } from './member/lifecycle.ts';

/** What events about members carry. Particulars of the person are read over the API. */
export const membershipFacts: readonly EventFacts[] = [
  {
    lifecycle: memberLifecycle,
    others: { 'member.updated': 'Particulars of the member were changed.' },
    subjectType: 'member',
    always: { member_no: fact.text('The number of the member.'), state: fact.state(memberLifecycle) },
    sometimes: { reason: fact.text('Why, where a reason was stated.') },
  },
  {
    lifecycle: deathClaimLifecycle,
    subjectType: 'death_claim',
    always: {
      claim_no: fact.text('The number of the claim.'),
      member_id: fact.id('member', 'The member who died.'),
      state: fact.state(deathClaimLifecycle),
    },
    sometimes: {
      document: fact.oneOf(CLAIM_DOCUMENT_KINDS, 'The document that was added.'),
      amount: fact.money('Of the part that was booked or undone, minor units.'),
      part: fact.count('The number of the part.'),
      channel: fact.nullable(fact.text('Where the money came from or went.')),
      reason: fact.text('Why, where a reason was stated.'),
    },
  },
];
