import Type from 'typebox';
import { pageOfRows, type List } from '#platform/app/lists.ts';
import { listRoute } from '../lists/list-route.ts';
import { anyId, object } from '../shapes.ts';

const BranchSchema = object(
  {
    id: anyId('Stable id; branch_id of members and agents.'),
    uuid: Type.String({ format: 'uuid' }),
    code: Type.String({ description: 'Short name, unique in the society.', examples: ['NBO'] }),
    name: Type.String({ description: 'What people call it.', examples: ['Nairobi'] }),
  },
  { $id: 'Branch' },
);

/** A society has a few branches: the page is cut from all of them. */
const branchList: List = {
  table: 'branch',
  order: 'oldest_first',
  fields: { code: { type: 'text', column: 'code', sortable: true } },
};

export const branchRoutes = [
  listRoute({
    path: '/api/v1/branches',
    surface: 'lending',
    operation: 'listBranches',
    summary: 'The branches of the society, by code',
    tag: 'Members',
    scope: 'members:read',
    bucket: 'B.read',
    list: branchList,
    schema: BranchSchema,
    read: async (views, query) => pageOfRows(await views.branches.all(), query, ({ code }) => code),
    show: (branch, ids) => ({ ...branch, id: ids(branch) }),
  }),
];
