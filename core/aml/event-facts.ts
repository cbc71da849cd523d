import { fact, type EventFacts } from '../kernel/event-facts.ts';
import { amlAlertLifecycle } from './alert/lifecycle.ts';
import { SEVERITIES } from './rule/rule.ts';
import { WATCHLIST_KINDS } from './watchlist/watchlist.ts';

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
  {
    others: { 'watchlist.imported': 'Members are compared with another version of a list from now on.' },
    subjectType: 'watchlist',
    always: {
      list: fact.text('The name of the list.'),
      kind: fact.oneOf(WATCHLIST_KINDS, 'What those on it are.'),
      dated: fact.date('The day of which the version is.'),
      entries: fact.count('How many entries it has.'),
      changed: fact.count('How many of them are new or changed.'),
      ended: fact.count('How many of the version before are on it no more.'),
    },
  },
];
