import { selection, unmapped } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

export const branchColumns = unmapped('b', { id: 'id', uuid: 'text', code: 'text', name: 'text' });
const branches = selection(branchColumns);
type BranchView = ReturnType<typeof branches.read>;

/** A society has a few branches; where there are more than this, they need pages. */
const MOST_BRANCHES = 500;

export function branchViews({ sql }: ViewContext) {
  const find = async (ending: string, ...params: readonly unknown[]): Promise<BranchView[]> =>
    (await sql(`select ${branches.list} from branch b ${ending}`, params)).map(branches.read);
  return {
    byUuids: (uuids: readonly string[]) => find('where b.uuid = any($1::uuid[])', uuids),
    byIds: (ids: readonly number[]) => find('where b.id = any($1::bigint[])', ids),
    /** All of them, by code. */
    all: () => find(`order by b.code limit ${MOST_BRANCHES}`),
  };
}
