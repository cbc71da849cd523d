import { refusals } from '../kernel/domain-error.ts';

export const approvalRefusals = refusals({
  already_proposed: {
    kind: 'conflict',
    title: 'The same waits for a second person already',
    remedy: 'Approve, reject or withdraw the proposal named by existing_id.',
  },
  proposal_expired: {
    kind: 'conflict',
    title: 'The proposal was not decided in its time',
    remedy: 'Make the request again: it becomes a new proposal.',
  },
  responsible_person_missing: {
    kind: 'conflict',
    title: 'No person is named as responsible for the client',
    remedy: 'Have an operator name the person who answers for the client named by client_id.',
  },
});
