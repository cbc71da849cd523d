import { fact, type EventFacts } from '../kernel/event-facts.ts';
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
];
