import { INCIDENT_KINDS, type IncidentKind } from '#core/lending/incident/incident.ts';
import { incidentLifecycle, type IncidentState } from '#core/lending/incident/lifecycle.ts';
import { readInstant } from '../../mapping/types.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { idCondition, where, type Condition, type RecordId, type ViewContext } from '../../views/view.ts';

/** Something about money on its way that somebody has to look at. Money in minor units. */
export type IncidentView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly kind: IncidentKind;
  readonly state: IncidentState;
  readonly disbursement: { readonly id: number; readonly uuid: string } | null;
  readonly loan: { readonly id: number; readonly uuid: string } | null;
  readonly amount: bigint | null;
  readonly summary: string;
  readonly assignee: string | null;
  readonly resolution: string | null;
  readonly resolvedBy: string | null;
  readonly resolvedAt: Temporal.Instant | null;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type IncidentFilter = {
  readonly states?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
};

/** What partners may ask of the work list. */
export const incidentList: List = {
  table: 'incident',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'incident', sortable: true },
    kind: { type: 'choice', column: 'kind', choices: INCIDENT_KINDS, sortable: true },
    state: { type: 'choice', column: 'state', choices: incidentLifecycle.states, sortable: true },
    disbursement_id: { type: 'id', column: 'disbursement_id', of: 'disbursement', nullable: true },
    assignee: { type: 'text', column: 'assignee', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

const select = (incidents: string) => `
  select l.*, d.uuid as disbursement_uuid, d.loan_id, x.uuid as loan_uuid
    from ${incidents} l left join disbursement d on d.id = l.disbursement_id left join loan x on x.id = d.loan_id`;

const conditions = ({ states, kinds }: IncidentFilter): Condition[] => [
  ['l.state = any(?::text[])', states],
  ['l.kind = any(?::text[])', kinds],
];

export function incidentViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${select('incident')} ${clause}`, params)).map(incidentOf);
  return {
    /** An incident by id or uuid, or null. */
    one: async (id: RecordId): Promise<IncidentView | null> => {
      const { clause, params } = where(idCondition('l', id));
      return (await find(clause, params))[0] ?? null;
    },
    byUuids: (uuids: readonly string[]) => find('where l.uuid = any($1::uuid[])', [uuids]),
    /** One page of what a partner asks for. */
    list: (query: ListQuery) => readPage(sql, incidentList, query, { select, show: incidentOf }),
    /** Part of the list, newest first. */
    slice: async (filter: IncidentFilter, slice: Slice) => {
      const { clause, params } = where(...conditions(filter), ...within('incident', 'l', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('l', 'newest', slice)}`, params), slice);
    },
    count: async (filter: IncidentFilter): Promise<number> => {
      const { clause, params } = where(...conditions(filter));
      const [row] = await sql(`select count(*) as count from incident l ${clause}`, params);
      return Number(row?.['count']);
    },
  };
}

function incidentOf(row: Record<string, unknown>): IncidentView {
  const text = (name: string) => row[name] as string | null;
  const record = (id: string, uuid: string) =>
    row[id] === null ? null : { id: Number(row[id]), uuid: String(row[uuid]) };
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
    kind: row['kind'] as IncidentKind,
    state: row['state'] as IncidentState,
    disbursement: record('disbursement_id', 'disbursement_uuid'),
    loan: record('loan_id', 'loan_uuid'),
    amount: row['amount'] === null ? null : BigInt(String(row['amount'])),
    summary: String(row['summary']),
    assignee: text('assignee'),
    resolution: text('resolution'),
    resolvedBy: text('resolved_by'),
    resolvedAt: row['resolved_at'] === null ? null : readInstant(row['resolved_at']),
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
