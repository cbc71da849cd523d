import { AmlAlert } from '#core/aml/alert/aml-alert.ts';
import { amlAlertLifecycle, UNDECIDED } from '#core/aml/alert/lifecycle.ts';
import { SEVERITIES } from '#core/aml/rule/rule.ts';
import { WATCHLIST_KINDS } from '#core/aml/watchlist/watchlist.ts';
import { Member } from '#core/membership/member/member.ts';
import { oneOrNone } from '../../views/beside.ts';
import { collectionOf } from '../../views/collection.ts';
import { columnsOf, expression, pick, record, reference, together, unmapped } from '../../views/columns.ts';
import { idOf, listOf, stamps } from '../../views/list.ts';
import { view, type ViewContext } from '../../views/view.ts';

const l = columnsOf(AmlAlert);
const m = columnsOf(Member, 'm');
const e = unmapped('e', { id: 'id', source_id: 'text' });
const w = unmapped('w', { id: 'id', name: 'text' });
const WAITING = UNDECIDED.map((state) => `'${state}'`).join(', ');

export const amlAlerts = view(AmlAlert, {
  columns: {
    ...record(l),
    ...pick(l, 'ruleId', 'ruleVersion', 'severity', 'msisdn', 'windowStart', 'windowEnd', 'amount', 'threshold'),
    ...pick(l, 'exchangeRate', 'evidence', 'holds', 'state', 'stateReason', 'assignee', 'escalatedBy', 'filedBy'),
    ...pick(l, 'reportReference', 'dueAt'),
    /** The entry of a list as it is now, where the alert is about a name. */
    match: together(l.watchlistEntryId, {
      kind: expression.choice(`${l.watchlistKind}`, WATCHLIST_KINDS),
      list: w.name,
      sourceId: e.source_id,
      name: expression.text('e.names[1]'),
      score: l.matchScore,
    }),
    member: reference(l.memberId, m.uuid),
    /** Undecided although the clock has run out. */
    overdue: expression.flag(`${l.dueAt} < business_now() and ${l.state} in (${WAITING})`),
  },
  joins: `${oneOrNone('member m', `${m.id} = ${l.memberId}`)}
          ${oneOrNone('watchlist_entry e', `${e.id} = ${l.watchlistEntryId}`)} ${oneOrNone('watchlist w', `${w.id} = e.list_id`)}`,
});

/** What the list of alerts is filtered and sorted by. */
export const amlAlertList = listOf(AmlAlert, 'newest_first', {
  id: idOf('aml_alert'),
  rule_id: { type: 'text', sortable: true },
  severity: { type: 'choice', choices: SEVERITIES, sortable: true },
  state: { type: 'choice', choices: amlAlertLifecycle.states, sortable: true },
  member_id: { type: 'id', of: 'member', nullable: true },
  amount: { type: 'cents', sortable: true },
  assignee: { type: 'text', nullable: true },
  holds: { type: 'flag', sortable: true },
  window_start: { type: 'date', sortable: true },
  due_at: { type: 'instant', sortable: true },
  ...stamps,
});

export const amlAlertViews = (context: ViewContext) => collectionOf(context, amlAlerts, amlAlertList);
