import { amlAlertLifecycle, UNDECIDED, type AmlAlertState } from '#core/aml/alert/lifecycle.ts';
import { SEVERITIES } from '#core/aml/rule/rule.ts';
import { readDate, readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { recordOf, type RecordFields } from '../../views/record.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

export type AmlAlertView = RecordFields & {
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly severity: string;
  readonly member: { readonly id: number; readonly uuid: string } | null;
  readonly msisdn: string | null;
  readonly windowStart: Temporal.PlainDate;
  readonly windowEnd: Temporal.PlainDate;
  readonly amount: bigint;
  readonly threshold: bigint;
  readonly exchangeRate: string | null;
  readonly evidence: readonly string[];
  readonly holds: boolean;
  readonly state: AmlAlertState;
  readonly stateReason: string | null;
  readonly assignee: string | null;
  readonly escalatedBy: string | null;
  readonly filedBy: string | null;
  readonly reportReference: string | null;
  readonly dueAt: Temporal.Instant;
  /** Undecided although the clock has run out. */
  readonly overdue: boolean;
};

/** What partners may ask of the list of alerts. */
export const amlAlertList: List = {
  table: 'aml_alert',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'aml_alert', sortable: true },
    rule_id: { type: 'text', column: 'rule_id', sortable: true },
    severity: { type: 'choice', column: 'severity', choices: SEVERITIES, sortable: true },
    state: { type: 'choice', column: 'state', choices: amlAlertLifecycle.states, sortable: true },
    member_id: { type: 'id', column: 'member_id', of: 'member', nullable: true },
    amount: { type: 'cents', column: 'amount', sortable: true },
    assignee: { type: 'text', column: 'assignee', nullable: true },
    holds: { type: 'flag', column: 'holds', sortable: true },
    window_start: { type: 'date', column: 'window_start', sortable: true },
    due_at: { type: 'instant', column: 'due_at', sortable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

const WAITING = UNDECIDED.map((state) => `'${state}'`).join(', ');

const select = (alerts: string) => `
  select l.*, m.uuid as member_uuid, l.due_at < now() and l.state in (${WAITING}) as overdue
    from ${alerts} l left join member m on m.id = l.member_id`;

export function amlAlertViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${select('aml_alert')} ${clause}`, params)).map(alertOf);
  return {
    /** An alert by id or uuid, or null. */
    one: async (id: RecordId): Promise<AmlAlertView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** Part of the alerts in one of these states, newest first; of all where it is left out. */
    slice: async (states: readonly string[] | undefined, slice: Slice) => {
      const { clause, params } = where(inStates(states), ...within('aml_alert', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (states: readonly string[] | undefined): Promise<number> => {
      const { clause, params } = where(inStates(states));
      const [row] = await sql(`select count(*) as count from aml_alert l ${clause}`, params);
      return Number(row?.['count']);
    },
    /** One page of what a partner asks for. */
    list: (query: ListQuery) => readPage(sql, amlAlertList, query, { select, show: alertOf }),
  };
}

const inStates = (states: readonly string[] | undefined): Condition => ['l.state = any(?::text[])', states];

function alertOf(row: Record<string, unknown>): AmlAlertView {
  const text = (name: string) => row[name] as string | null;
  return {
    ...recordOf(row),
    ruleId: String(row['rule_id']),
    ruleVersion: Number(row['rule_version']),
    severity: String(row['severity']),
    member: row['member_id'] === null ? null : { id: Number(row['member_id']), uuid: String(row['member_uuid']) },
    msisdn: text('msisdn'),
    windowStart: readDate(row['window_start']),
    windowEnd: readDate(row['window_end']),
    amount: BigInt(String(row['amount'])),
    threshold: BigInt(String(row['threshold'])),
    exchangeRate: text('exchange_rate'),
    evidence: row['evidence'] as readonly string[],
    holds: Boolean(row['holds']),
    state: row['state'] as AmlAlertState,
    stateReason: text('state_reason'),
    assignee: text('assignee'),
    escalatedBy: text('escalated_by'),
    filedBy: text('filed_by'),
    reportReference: text('report_reference'),
    dueAt: readInstant(row['due_at']),
    overdue: Boolean(row['overdue']),
  };
}
