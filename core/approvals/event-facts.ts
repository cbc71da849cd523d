import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { PROPOSED_COMMANDS } from './commands.ts';
import { proposalLifecycle } from './proposal/lifecycle.ts';

/** What the events of approvals carry. */
export const approvalFacts: readonly EventFacts[] = [
  {
    lifecycle: proposalLifecycle,
    subjectType: 'proposal',
    always: {
      command: fact.oneOf(PROPOSED_COMMANDS, 'What is carried out once another person has approved it.'),
      about: fact.object(
        {
          type: fact.text('The kind of record.'),
          id: fact.idBeside('Its id.'),
          uuid: fact.uuid('Its uuid.'),
        },
        'The record that it changes.',
      ),
      state: fact.state(proposalLifecycle),
      proposed_by: fact.text('The client or operator who proposed it.'),
      decided_by: fact.nullable(fact.text('The client that decided; null before, and where its time ran out.')),
    },
    sometimes: { reason: fact.text('Why it was rejected or withdrawn, or what refused it.') },
  },
];
