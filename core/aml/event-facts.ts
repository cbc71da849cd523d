import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { amlAlertLifecycle } from './alert/lifecycle.ts';
import { SEVERITIES } from './rule/rule.ts';

/** What events of alerts carry within the system. Nothing of it leaves: deliveries of these are always thin. */
export const amlFacts: readonly EventFacts[] = [
  {
    lifecycle: amlAlertLifecycle,
    subjectType: 'aml_alert',
    always: {
      rule_id: fact.text('The rule that found its pattern.'),
      severity: fact.oneOf(SEVERITIES, 'How grave the rule is.'),
      state: fact.state(amlAlertLifecycle),
    },
  },
];
