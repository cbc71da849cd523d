import { ClaimPart } from '#core/membership/death-claim/claim-part.ts';
import { DeathClaim } from '#core/membership/death-claim/death-claim.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { Member } from '#core/membership/member/member.ts';
import type { MembershipPorts } from '#core/membership/ports.ts';
import { leftOn } from '#core/savings/account/leaving.ts';
import { SavingsAccount } from '#core/savings/account/savings-account.ts';
import { earningOpenDay } from '#core/savings/closed-days.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import type { TenantTransaction } from '../database.ts';
import { personalCopiesOf } from '../privacy/forget.ts';
import { nextNumber } from '../numbers/numbers.ts';
import { closedDaysOf } from '../savings/closed-days.ts';

type Ports = Pick<
  MembershipPorts,
  'members' | 'deathClaims' | 'branches' | 'obligations' | 'complianceHolds' | 'personalCopies'
>;

/** Membership's collections, stored in Postgres. */
export function membershipPorts(tx: TenantTransaction): Ports {
  const { of, sql, sealing } = tx;
  const members = of(Member);
  const claims = of(DeathClaim);
  const parts = of(ClaimPart);
  return {
    members: {
      get: members.get,
      lock: members.lock,
      byUuid: (uuid) => members.first('uuid = $1', [uuid]),
      findByNationalId: (nationalId) => members.first('national_id_key = $1', [sealing.hashOf('document', nationalId)]),
      findByClientReference: (clientReference) =>
        members.first('client_reference_key = identifier_key($1)', [clientReference]),
      nextNumber: () => members.withId(nextNumber(sql, 'member')),
      add: members.add,
    },
    deathClaims: {
      byIds: (ids) => claims.find('id = any($1)', [ids]),
      lock: claims.lock,
      lockOf: (memberId) => claims.lockFirst(`member_id = $1 and state <> 'cancelled'`, [memberId]),
      partsOf: (claimId) => parts.find('claim_id = $1 order by number', [claimId]),
      nextNumber: () => nextNumber(sql, 'death_claim'),
      add: claims.add,
      addPart: (part) => parts.add(part),
    },
    branches: {
      exists: async (id) => (await sql('select from branch where id = $1', [id], 'once')).length > 0,
    },
    complianceHolds: complianceHolds(tx),
    personalCopies: personalCopiesOf(tx),
    obligations: {
      of: async (memberId, today) => [...(await debtsOf(tx, memberId)), ...(await savedBy(tx, memberId, today))],
    },
  };
}

/**
 * What a member owes or is owed of loans, in sentences; what came twice is owed, and what was written off is a debt as far as it was not recovered. Ten of a kind at most. Read
 * as records, so that it is known which of them a refusal may name.
 */
export async function debtsOf({ of }: TenantTransaction, memberId: number): Promise<string[]> {
  const loans = of(Loan);
  const own = await loans.find(
    `member_id = $1 and (state in ('ready_to_disburse', 'active', 'overpaid') or state = 'written_off' and (recovered < written_off or overpaid > 0))
      order by id limit 20`,
    [memberId],
  );
  const guaranteed = await loans.find(
    `id in (select g.loan_id from guarantee g where g.member_id = $1 and g.state = 'live' order by g.id limit 10) order by id`,
    [memberId],
  );
  // What was paid twice is owed whatever became of the loan.
  const paidTwice = await loans.find(
    `member_id = $1 and exists (select from disbursement d where d.loan_id = loan.id and d.state = 'in_recovery')
      order by id limit 10`,
    [memberId],
  );
  return [
    ...own.map(debtIn),
    ...paidTwice.map(({ loanNo }) => `loan ${loanNo} was paid out twice: what came twice is owed`),
    ...guaranteed.map(({ loanNo }) => `the member stands for loan ${loanNo}`),
  ];
}

function debtIn({ loanNo, state, recovered, writtenOff, overpaid }: Loan): string {
  if (state !== 'written_off') return `loan ${loanNo} is open`;
  return recovered < writtenOff
    ? `loan ${loanNo} was written off and is owed`
    : `loan ${loanNo} was paid ${overpaid} too much: give it back`;
}

/** What a member has saved or earned, in sentences. No money comes in until it is decided what follows from it. */
async function savedBy(tx: TenantTransaction, memberId: number, today: Temporal.PlainDate): Promise<string[]> {
  const accounts = await tx.of(SavingsAccount).lockAll('member_id = $1 order by id', [memberId]);
  const left: string[] = [];
  for (const account of accounts) {
    const isEarning = account.interest !== null && account.earlierBalances.length > 0;
    const closed = isEarning ? await closedDaysOf(tx, account.id) : null;
    const what = leftOn(account, isEarning ? earningOpenDay(account, closed, today) : null);
    if (what !== null) left.push(what);
  }
  return left.slice(0, 10);
}
