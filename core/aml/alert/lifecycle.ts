import { lifecycle, type ActionOf, type StateOf } from '../../kernel/lifecycle.ts';

export const amlAlertLifecycle = lifecycle(
  'aml_alert',
  ['open', 'under_review', 'escalated', 'sar_filed', 'closed', 'false_positive'],
  {
    raise: { from: [], to: 'open', emits: 'aml_alert.raised', by: 'system', means: 'A rule found its pattern.' },
    assign: {
      from: ['open', 'under_review'],
      to: 'under_review',
      emits: 'aml_alert.assigned',
      means: 'A person looks into it.',
    },
    escalate: {
      from: ['under_review'],
      to: 'escalated',
      emits: 'aml_alert.escalated',
      needsReason: true,
      means: 'The suspicion stands; the reporting officer decides.',
    },
    file_sar: {
      from: ['escalated'],
      to: 'sar_filed',
      emits: 'aml_alert.sar_filed',
      means: 'A suspicious activity report went to the authority; another person than the one who escalated files it.',
    },
    close: {
      from: ['escalated'],
      to: 'closed',
      emits: 'aml_alert.closed',
      needsReason: true,
      means: 'The suspicion was cleared up.',
    },
    mark_false_positive: {
      from: ['open', 'under_review'],
      to: 'false_positive',
      emits: 'aml_alert.marked_false_positive',
      needsReason: true,
      means: 'The pattern has an ordinary explanation.',
    },
    reopen: {
      from: ['closed', 'false_positive'],
      to: 'under_review',
      emits: 'aml_alert.reopened',
      needsReason: true,
      means: 'Something new puts it in doubt again.',
    },
  },
);

export type AmlAlertState = StateOf<typeof amlAlertLifecycle>;
export type AmlAlertAction = ActionOf<typeof amlAlertLifecycle>;

/** The states in which an alert waits for a decision: its clock runs, and where its rule says so, money is held. */
export const UNDECIDED: readonly AmlAlertState[] = ['open', 'under_review', 'escalated'];

/** The states in which nothing is paid to a person who was found on a list: a filed report does not clear the person. */
export const STOPS_PAYMENTS_TO: readonly AmlAlertState[] = [...UNDECIDED, 'sar_filed'];
