import type { StoredValue } from '#core/approvals/proposal/proposal.ts';
import { proposalDetails, type ProposalDetail } from '#platform/app/compose/proposal-details.ts';
import { mayUse } from '#platform/auth/caller.ts';
import type { LendingContext } from '../context.ts';

type Name = string | null;

/** Records that a command names beside the one that it changes: who may read them, and what people call them. */
const RECORDS: { readonly [kind: string]: { readonly scope: string; readonly called: Called } } = {
  loan: {
    scope: 'loans:read',
    called: async (id, { loans }) => (await loans.byId.load(id))?.loanNo,
  },
  member: {
    scope: 'members:read',
    called: async (id, { members }) => {
      const member = await members.byId.load(id);
      return member && `${member.name}, ${member.memberNo}`;
    },
  },
  product: {
    scope: 'loans:read',
    called: async (id, { products }) => (await products.byId.load(id))?.name,
  },
  savings_account: {
    scope: 'savings_accounts:read',
    called: async (id, { savingsAccountsById }) => (await savingsAccountsById.load(id))?.accountNo,
  },
  branch: { scope: 'members:read', called: async (id, { branches }) => (await branches.byId.load(id))?.name },
};
type Called = (id: number, loaders: LendingContext['loaders']) => Promise<Name | undefined>;

/** All that a command takes, in the words of who approves it. What no name is known of is left to the record that is changed. */
export async function shownDetails(input: StoredValue, context: LendingContext) {
  const named = proposalDetails(input).map(async (detail) => ({ ...detail, ...(await valueOf(detail, context)) }));
  return (await Promise.all(named)).filter(({ kind, isNamed }) => kind !== 'record' || isNamed);
}

async function valueOf({ path, kind, value }: ProposalDetail, { caller, loaders }: LendingContext) {
  if (kind === 'money') return { cents: BigInt(value ?? 0), text: null, isNamed: true };
  if (kind !== 'record') return { cents: null, text: value, isNamed: true };
  // `to_loan_id` is a loan.
  const name = (path.at(-1) ?? '').replace(/_id$/, '');
  const record = Object.entries(RECORDS).find(([each]) => name === each || name.endsWith(`_${each}`))?.[1];
  if (record === undefined) return { cents: null, text: null, isNamed: false };
  const isReadable = mayUse(caller, record.scope);
  return {
    cents: null,
    text: isReadable ? ((await record.called(Number(value), loaders)) ?? null) : null,
    isNamed: true,
  };
}
