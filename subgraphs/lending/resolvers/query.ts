import type { ViewFilter } from '#platform/app/views.ts';
import { connection, nothing, type ConnectionArguments } from '../../connections.ts';
import type { TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type One = { readonly id: string };
type List<Filter> = ConnectionArguments & { readonly filter?: Filter | null };

type MembersArguments = {
  readonly states?: readonly string[] | null;
  readonly branchId?: string | null;
  readonly phone?: string | null;
  readonly memberNos?: readonly string[] | null;
};
type LoansArguments = {
  readonly states?: readonly string[] | null;
  readonly memberId?: string | null;
  readonly productId?: string | null;
  readonly loanNos?: readonly string[] | null;
};
type IncidentsArguments = {
  readonly states?: readonly string[] | null;
  readonly kinds?: readonly string[] | null;
};
type ProductsArguments = { readonly states?: readonly string[] | null };

export const Query: TypeResolvers<LendingContext> = {
  member: (_, { id }: One, { loaders }) => loaders.members.byUuid.load(id),
  memberByNumber: (_, { memberNo }: { memberNo: string }, { loaders }) => loaders.membersByNumber.load(memberNo),
  members: async (_, { filter, ...args }: List<MembersArguments>, context) => {
    const chosen = await memberFilter(filter ?? {}, context);
    if (chosen === null) return connection('members', args, nothing);
    return connection('members', args, {
      slice: (slice) => context.read((views) => views.members.slice(chosen, slice)),
      count: () => context.read((views) => views.members.count(chosen)),
    });
  },
  branches: (_, __, { read }) => read((views) => views.branches.all()),

  loan: (_, { id }: One, { loaders }) => loaders.loans.byUuid.load(id),
  loanByNumber: (_, { loanNo }: { loanNo: string }, { loaders }) => loaders.loansByNumber.load(loanNo),
  loans: async (_, { filter, ...args }: List<LoansArguments>, context) => {
    const chosen = await loanFilter(filter ?? {}, context);
    if (chosen === null) return connection('loans', args, nothing);
    return connection('loans', args, {
      slice: (slice) => context.read((views) => views.loans.slice(chosen, slice)),
      count: () => context.read((views) => views.loans.count(chosen)),
    });
  },
  loanProduct: (_, { id }: One, { loaders }) => loaders.products.byUuid.load(id),
  loanProducts: (_, { filter, ...args }: List<ProductsArguments>, { read }) => {
    const chosen = { states: filter?.states ?? undefined };
    return connection('loanProducts', args, {
      slice: (slice) => read((views) => views.products.slice(chosen, slice)),
      count: () => read((views) => views.products.count(chosen)),
    });
  },

  disbursement: (_, { id }: One, { loaders }) => loaders.disbursements.load(id),
  incident: (_, { id }: One, { loaders }) => loaders.incidents.load(id),
  incidents: (_, { filter, ...args }: List<IncidentsArguments>, { read }) => {
    const chosen = { states: filter?.states ?? undefined, kinds: filter?.kinds ?? undefined };
    return connection('incidents', args, {
      slice: (slice) => read((views) => views.incidents.slice(chosen, slice)),
      count: () => read((views) => views.incidents.count(chosen)),
    });
  },
  repayment: (_, { id }: One, { loaders }) => loaders.repayments.load(id),
  agent: (_, { agentNo }: { agentNo: string }, { loaders }) => loaders.agentsByNumber.load(agentNo),
  agents: (_, args: ConnectionArguments, { read }) =>
    connection('agents', args, {
      slice: (slice) => read((views) => views.agents.slice(slice)),
      count: () => read((views) => views.agents.count()),
    }),
};

/** The filter with the ids of records in place of their uuids; null where one names nothing, for nothing meets that. */
async function memberFilter(
  request: MembersArguments,
  { loaders }: LendingContext,
): Promise<ViewFilter<'members'> | null> {
  const branch = request.branchId == null ? undefined : await loaders.branches.byUuid.load(request.branchId);
  if (branch === null) return null;
  return {
    states: request.states ?? undefined,
    branchIds: branch && [branch.id],
    phones: request.phone == null ? undefined : [request.phone],
    memberNos: storable(request.memberNos),
  };
}

async function loanFilter(request: LoansArguments, { loaders }: LendingContext): Promise<ViewFilter<'loans'> | null> {
  const [member, product] = await Promise.all([
    request.memberId == null ? undefined : loaders.members.byUuid.load(request.memberId),
    request.productId == null ? undefined : loaders.products.byUuid.load(request.productId),
  ]);
  if (member === null || product === null) return null;
  return {
    states: request.states ?? undefined,
    memberIds: member && [member.id],
    productIds: product && [product.id],
    loanNos: storable(request.loanNos),
  };
}

/** Without what no record can hold: PostgreSQL refuses to look for text with a NUL in it. */
function storable(texts: readonly string[] | null | undefined): readonly string[] | undefined {
  return texts?.filter((text) => !text.includes('\0'));
}
