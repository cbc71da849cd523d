import type { TrialBalanceRow } from '#core/ledger/trial-balance.ts';
import type { View } from '#platform/app/views.ts';
import { isUuid } from '#platform/runtime/is-uuid.ts';
import type { Resolvers, TypeResolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';

type ParReport = NonNullable<View<'ledger', 'closesOfBusiness'>['portfolio']>;

type Proof = View<'ledger', 'proofs'>;
type ProofsWanted = { readonly last?: number | null; readonly behind?: string | null };
const isHeld = ({ violations }: Proof['checks'][number]): boolean => violations === 0;

type ClosesWanted = { readonly last?: number | null; readonly through?: Temporal.PlainDate | null };

/** Closes that are shown where no number is requested, and at most. */
const USUAL = 7;
const MOST = 31;

export const ledgerQuery: TypeResolvers<LendingContext> = {
  closesOfBusiness: (_, { last, through }: ClosesWanted, { read }) =>
    read((views) => views.ledger.closesOfBusiness(Math.min(Math.max(last ?? USUAL, 0), MOST), through ?? null)),
  ledgerProofs: async (_, { last, behind }: ProofsWanted, { read }) => {
    // What is no id stands behind no proof.
    if (behind != null && !isUuid(behind)) return [];
    return read((views) => views.ledger.proofs(Math.min(Math.max(last ?? USUAL, 0), MOST), behind ?? null));
  },
  trialBalance: async (_, { on }: { on?: Temporal.PlainDate | null }, { read }) => {
    const { rows, ...balance } = await read((views) => views.ledger.trialBalance(on ?? undefined));
    return { ...balance, accounts: rows };
  },
  agentFloat: async (_, { agentNo }: { agentNo: string }, { read, loaders }) => {
    const agent = await loaders.agentsByNumber.load(agentNo);
    return agent && read((views) => views.agents.float(agent.agentNo));
  },
};

/** For people: which apps and agents an institution has besides itself is no business of a partner. */
export async function subAccountName(
  { of }: { readonly of: string | null },
  _: unknown,
  { loaders, caller }: LendingContext,
): Promise<string | null> {
  if (of === null || !caller.person) return null;
  return (await loaders.holdersOfSubAccount.load(of))?.name ?? null;
}

export const ledgerRecords: Resolvers<LendingContext> = {
  CloseOfBusiness: { id: ({ uuid }: View<'ledger', 'closesOfBusiness'>) => uuid },
  LedgerProof: {
    id: ({ uuid }: Proof) => uuid,
    isSound: ({ checks }: Proof) => checks.every(isHeld),
    checkCount: ({ checks }: Proof) => checks.length,
    brokenCount: ({ checks }: Proof) => checks.filter((check) => !isHeld(check)).length,
  },
  // The report is stored as JSON; amounts of the graph are whole numbers without bounds.
  PortfolioAtRisk: { gross: ({ gross }: ParReport) => BigInt(gross) },
  ParFigure: { principal: ({ principal }: ParReport['par'][number]) => BigInt(principal) },
  ArrearsBand: {
    principal: ({ principal }: ParReport['bands'][number]) => BigInt(principal),
    provision: ({ provision }: ParReport['bands'][number]) => BigInt(provision),
  },
  AgentFloat: {
    agent: (float: View<'agents', 'float'>) => float,
    provider: ({ atProvider }: View<'agents', 'float'>) => atProvider,
    isLow: ({ lowFloat, available }: View<'agents', 'float'>) => lowFloat !== null && available < lowFloat,
    statement: ({ agentNo }: View<'agents', 'float'>, { on }: { on?: Temporal.PlainDate | null }, { read }) =>
      read((views) => views.agents.statement(agentNo, on ?? undefined)),
  },
  FloatStatement: {
    in: ({ movements }: View<'agents', 'statement'>) => movements.reduce((sum, each) => sum + each.in, 0n),
    out: ({ movements }: View<'agents', 'statement'>) => movements.reduce((sum, each) => sum + each.out, 0n),
  },
  TrialBalanceAccount: { subAccount: ({ of }: TrialBalanceRow) => of, subAccountName },
};
