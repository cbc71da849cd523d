import type { Kyc } from '#core/membership/member/member.ts';
import type { MemberState } from '#core/membership/member/lifecycle.ts';
import { readInstant } from '../persistence/types.ts';
import { idCondition, where, type Page, type RecordId, type ViewContext } from './view.ts';

export type MemberView = {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
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
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant;
};

export type MemberFilter = {
  readonly states?: readonly string[] | undefined;
  readonly branchIds?: readonly number[] | undefined;
  readonly phones?: readonly string[] | undefined;
  readonly memberNos?: readonly string[] | undefined;
};

const SELECT = `select m.*, b.uuid as branch_uuid from member m join branch b on b.id = m.branch_id`;

export function memberViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`${SELECT} ${clause}`, params)).map(memberOf);
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
    /** One page, newest first. */
    page: (filter: MemberFilter, { after, limit }: Page): Promise<MemberView[]> => {
      const { clause, params } = where(
        ['m.state = any(?::text[])', filter.states],
        ['m.branch_id = any(?::bigint[])', filter.branchIds],
        ['m.phone = any(?::text[])', filter.phones],
        ['m.member_no = any(?::text[])', filter.memberNos],
        ['m.id < ?::bigint', after ?? undefined],
      );
      return find(`${clause} order by m.id desc limit ${limit}`, params);
    },
  };
}

function memberOf(row: Record<string, unknown>): MemberView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    version: Number(row['version']),
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
    createdAt: readInstant(row['created_at']),
    updatedAt: readInstant(row['updated_at']),
  };
}
