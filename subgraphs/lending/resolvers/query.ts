import { connection, listed, type ConnectionArguments } from '../../connections.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import { lendingLists } from '../lists.ts';

type One = { readonly id: string };
const { Member, Loan, LoanProduct, Disbursement, Repayment, Incident, FloatTopUp } = lendingLists;
const ALL = { filters: [], sort: [] };

export const Query: TypeResolvers<LendingContext> = {
  member: (_, { id }: One, { loaders }) => loaders.members.byUuid.load(id),
  memberByNumber: (_, { memberNo }: { memberNo: string }, { loaders }) => loaders.membersByNumber.load(memberNo),
  members: listed('members', Member, (views) => views.members),
  branches: (_, __, { read }) => read((views) => views.branches.all()),

  loan: (_, { id }: One, { loaders }) => loaders.loans.byUuid.load(id),
  loanByNumber: (_, { loanNo }: { loanNo: string }, { loaders }) => loaders.loansByNumber.load(loanNo),
  loans: listed('loans', Loan, (views) => views.loans),
  loanProduct: (_, { id }: One, { loaders }) => loaders.products.byUuid.load(id),
  loanProducts: listed('loanProducts', LoanProduct, (views) => views.products),

  disbursement: (_, { id }: One, { loaders }) => loaders.disbursements.load(id),
  disbursements: listed('allDisbursements', Disbursement, (views) => views.disbursements),
  incident: (_, { id }: One, { loaders }) => loaders.incidents.load(id),
  incidents: listed('incidents', Incident, (views) => views.incidents),
  floatTopUp: (_, { id }: One, { loaders }) => loaders.floatTopUps.load(id),
  floatTopUps: listed('floatTopUps', FloatTopUp, (views) => views.floatTopUps),
  repayment: (_, { id }: One, { loaders }) => loaders.repayments.load(id),
  repayments: listed('allRepayments', Repayment, (views) => views.repayments),
  agent: (_, { agentNo }: { agentNo: string }, { loaders }) => loaders.agentsByNumber.load(agentNo),
  agents: (_, args: ConnectionArguments, { read, cursors }) =>
    connection('agents', args, cursors, {
      slice: (slice) => read((views) => views.agents.slice(ALL, slice)),
      count: () => read((views) => views.agents.count(ALL)),
    }),
};
