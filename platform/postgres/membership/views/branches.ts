import { where, type ViewContext } from '../../views/view.ts';

export type BranchView = {
  readonly id: number;
  readonly uuid: string;
  readonly code: string;
  readonly name: string;
};

/** A society has a few branches; whoever has more than this many pages through something else. */
const MOST_BRANCHES = 500;

export function branchViews({ sql }: ViewContext) {
  const find = async (clause: string, params: readonly unknown[]) =>
    (await sql(`select b.id, b.uuid, b.code, b.name from branch b ${clause}`, params)).map(branchOf);
  return {
    byUuids: (uuids: readonly string[]) => find('where b.uuid = any($1::uuid[])', [uuids]),
    byIds: (ids: readonly number[]) => find('where b.id = any($1::bigint[])', [ids]),
    /** All of them, by code. */
    all: () => {
      const { clause, params } = where();
      return find(`${clause} order by b.code limit ${MOST_BRANCHES}`, params);
    },
  };
}

function branchOf(row: Readonly<Record<string, unknown>>): BranchView {
  return {
    id: Number(row['id']),
    uuid: String(row['uuid']),
    code: String(row['code']),
    name: String(row['name']),
  };
}
