import { trialBalanceOf, type TrialBalance } from '#core/ledger/trial-balance.ts';
import { turnoversBy } from '../balances.ts';
import { expression, orNull, selection, unmapped } from '../../views/columns.ts';
import type { ViewContext } from '../../views/view.ts';

/** The report as it is stored and shown: amounts in minor units, PAR in percent with two decimals. */
export type ParReport = {
  readonly gross: number;
  readonly par: readonly { readonly days: number; readonly principal: number; readonly percent: string }[];
  readonly bands: readonly {
    readonly name: string;
    readonly loans: number;
    readonly principal: number;
    readonly provision: number;
  }[];
};

/** A close of business, as it is stored. */
export const closes = selection({
  ...unmapped('l', { uuid: 'text', businessDate: 'date', loansDone: 'integer', loansTotal: 'integer' }),
  ...unmapped('l', { interest: 'cents', fees: 'cents', penalties: 'cents', provisioned: 'cents' }),
  ...unmapped('l', { fellOverdue: 'integer', savingsDone: 'integer', savingsInterest: 'cents' }),
  ...unmapped('l', { interestPosted: 'cents', taxWithheld: 'cents' }),
  finished: expression.flag(`l.state = 'done'`),
  startedAt: expression.instant('l.created_at'),
  finishedAt: orNull(expression.instant('l.finished_at')),
  portfolio: orNull(expression.json<ParReport>('l.portfolio')),
});
/** A proof of the books, as it is stored. */
const proofs = selection({
  ...unmapped('l', { uuid: 'text', provenBy: 'text' }),
  provenAt: expression.instant('l.created_at'),
  provenByPerson: orNull(expression.text(`(select p.name from person p where 'person:' || p.uuid = l.proven_by)`)),
  checks: expression.json<readonly LedgerCheck[]>('l.checks'),
});
/** Whose a sub-account is: an agent's by its number, an app's by its id. */
const holders = selection({ of: expression.text('l.held_by'), name: expression.text('l.name') });
type LedgerCheck = { readonly name: string; readonly means: string; readonly violations: number };
type LedgerProofView = ReturnType<typeof proofs.read>;

type CloseOfBusinessView = ReturnType<typeof closes.read>;

const isAppId = (subAccount: string): boolean => /^[1-9]\d{0,15}$/.test(subAccount);

export function ledgerViews({ sql, today }: ViewContext) {
  return {
    /** The last closes of business up to a day, the newest first; one that runs shows how far it has come. */
    closesOfBusiness: async (
      limit: number,
      through: Temporal.PlainDate | null = null,
    ): Promise<CloseOfBusinessView[]> => {
      const text = `select ${closes.list} from close_of_business l
        where l.business_date <= $2::date order by l.business_date desc limit $1`;
      return (await sql(text, [limit, through?.toString() ?? 'infinity'])).map(closes.read);
    },
    /** The proofs of the books, the newest first; behind one, or from the last. An unknown one has none behind it. */
    proofs: async (limit: number, behind: string | null = null): Promise<LedgerProofView[]> => {
      const text = `select ${proofs.list} from ledger_proof l
        where $2::uuid is null or l.id < (select b.id from ledger_proof b where b.uuid = $2::uuid)
        order by l.id desc limit $1`;
      return (await sql(text, [limit, behind])).map(proofs.read);
    },
    /** What every account holds at the end of a day, by default the present one. */
    trialBalance: async (on: Temporal.PlainDate = today): Promise<TrialBalance & { on: Temporal.PlainDate }> => ({
      on,
      ...trialBalanceOf(await turnoversBy(sql, on)),
    }),
    /** The agents and the apps that have these sub-accounts. */
    holdersOf: async (subAccounts: readonly string[]) => {
      const text = `select ${holders.list} from (
        select a.agent_no as held_by, a.name from agent a where a.agent_no = any($1::text[])
        union all
        select c.id::text, c.name from api_client c where c.id = any($2::bigint[])) l`;
      return (await sql(text, [subAccounts, subAccounts.filter(isAppId)])).map(holders.read);
    },
  };
}
