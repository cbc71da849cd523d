import type { Kyc } from '#core/membership/member/member.ts';
import { memberLifecycle, type MemberState } from '#core/membership/member/lifecycle.ts';
import { readPage, type List, type ListQuery } from '../../views/list.ts';
import { inListOrder, sliceEnding, within, type Slice } from '../../views/slice.ts';
import { recordOf, type RecordFields } from '../../views/record.ts';
import { idCondition, where, type Condition, type Page, type RecordId, type ViewContext } from '../../views/view.ts';

export type MemberView = RecordFields & {
  readonly memberNo: string;
  readonly name: string;
  readonly nationalId: string;
  readonly phone: string;
  readonly branchId: number;
  readonly branchUuid: string;
  readonly kyc: Kyc | null;
  readonly state: MemberState;
  readonly stateReason: string | null;
  readonly clientReference: string | null;
};

export type MemberFilter = {
  readonly states?: readonly string[] | undefined;
  readonly branchIds?: readonly number[] | undefined;
  readonly phones?: readonly string[] | undefined;
  readonly memberNos?: readonly string[] | undefined;
};

/** What partners may ask of the list of members. */
export const memberList: List = {
  table: 'member',
  order: 'newest_first',
  fields: {
    id: { type: 'id', column: 'id', of: 'member', sortable: true },
    member_no: { type: 'text', column: 'member_no', sortable: true },
    name: { type: 'text', column: 'name', sortable: true },
    national_id: { type: 'text', column: 'national_id' },
    phone: { type: 'text', column: 'phone' },
    branch_id: { type: 'id', column: 'branch_id', of: 'branch' },
    state: { type: 'choice', column: 'state', choices: memberLifecycle.states, sortable: true },
    client_reference: { type: 'text', column: 'client_reference', nullable: true },
    created_at: { type: 'instant', column: 'created_at', sortable: true },
    updated_at: { type: 'instant', column: 'updated_at', sortable: true },
  },
};

const SELECT = `select m.*, b.uuid as branch_uuid from member m join branch b on b.id = m.branch_id`;
/** @param page a derived table of members */
const selectPage = (page: string) =>
  `select l.*, b.uuid as branch_uuid from ${page} l join branch b on b.id = l.branch_id`;

export function memberViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${SELECT} ${clause}`, params)).map(memberOf);
  const chosen = (filter: MemberFilter): Condition[] => [
    ['m.state = any(?::text[])', filter.states],
    ['m.branch_id = any(?::bigint[])', filter.branchIds],
    ['m.phone = any(?::text[])', filter.phones],
    ['m.member_no = any(?::text[])', filter.memberNos],
  ];
  return {
    /** A member by id or uuid, or null. */
    one: async (id: RecordId): Promise<MemberView | null> => {
      const { clause, params } = where(idCondition('m', id));
      return (await find(clause, params))[0] ?? null;
    },
    /** Members by uuid, in no order. */
    byUuids: (uuids: readonly string[]) => find('where m.uuid = any($1::uuid[])', [uuids]),
    /** Members by id, in no order. */
    byIds: (ids: readonly number[]) => find('where m.id = any($1::bigint[])', [ids]),
    /** Members by number, in no order. */
    byNumbers: (numbers: readonly string[]) => find('where m.member_no = any($1::text[])', [numbers]),
    /** One page of what a partner asks for. */
    list: (query: ListQuery) => readPage(sql, memberList, query, { select: selectPage, show: memberOf }),
    /** One page, newest first. */
    page: (filter: MemberFilter, { after, limit }: Page): Promise<MemberView[]> => {
      const { clause, params } = where(...chosen(filter), ['m.id < ?::bigint', after ?? undefined]);
      return find(`${clause} order by m.id desc limit ${limit}`, params);
    },
    /** Part of the list, newest first. */
    slice: async (filter: MemberFilter, slice: Slice) => {
      const { clause, params } = where(...chosen(filter), ...within('member', 'm', 'newest', slice));
      return inListOrder(await find(`${clause} ${sliceEnding('m', 'newest', slice)}`, params), slice);
    },
    count: async (filter: MemberFilter): Promise<number> => {
      const { clause, params } = where(...chosen(filter));
      const [row] = await sql(`select count(*) as count from member m ${clause}`, params);
      return Number(row?.['count']);
    },
  };
}

function memberOf(row: Record<string, unknown>): MemberView {
  return {
    ...recordOf(row),
    memberNo: String(row['member_no']),
    name: String(row['name']),
    nationalId: String(row['national_id']),
    phone: String(row['phone']),
    branchId: Number(row['branch_id']),
    branchUuid: String(row['branch_uuid']),
    kyc: row['kyc'] as Kyc | null,
    state: row['state'] as MemberState,
    stateReason: row['state_reason'] as string | null,
    clientReference: row['client_reference'] as string | null,
  };
}
