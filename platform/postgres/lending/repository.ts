import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { ALIVE } from '#core/lending/disbursement/lifecycle.ts';
import { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import { OPEN } from '#core/lending/float-top-up/lifecycle.ts';
import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Incident } from '#core/payments/incident/incident.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { Instalment } from '#core/lending/loan/instalment.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import type { Borrower, Brought, LendingPorts } from '#core/lending/ports.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { Repayment } from '#core/lending/repayment/repayment.ts';
import { Member } from '#core/membership/member/member.ts';
import type { TenantTransaction } from '../database.ts';
import { lockChargesOwed } from '../payments/provider-accounts.ts';
import { walletsIn } from '../payments/wallets.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import { readDate } from '../mapping/types.ts';
import { agentsIn, type Attempted } from './agents.ts';
import { nextNumber } from '../numbers/numbers.ts';
import { formsOfReference } from '../privacy/covered-reference.ts';

type Ports = Pick<
  LendingPorts,
  | 'bankRail'
  | 'borrowers'
  | 'products'
  | 'loans'
  | 'instalments'
  | 'entries'
  | 'closes'
  | 'deposits'
  | 'guarantees'
  | 'agents'
  | 'floatTopUps'
  | 'providerCharges'
  | 'disbursements'
  | 'incidents'
  | 'complianceHolds'
  | 'wallets'
  | 'schools'
  | 'repayments'
>;

function borrowerOf(member: Member | null): Borrower | null {
  if (!member) return null;
  const { id, memberNo, name, state, branchId, phone, bankAccount } = member;
  return {
    id,
    memberNo,
    name,
    state,
    branchId,
    phone,
    bankAccount,
    phoneChanged: changedBy(member.phoneChangedBy, member.phoneChangedAt),
    bankAccountChanged: changedBy(member.bankAccountChangedBy, member.bankAccountChangedAt),
    missing: member.missingKyc(),
  };
}

const changedBy = (by: string | null, at: Temporal.Instant | null) => (by === null || at === null ? null : { by, at });

/**
 * Who has entered the money of a repayment ($1) in suspense, or has asked the payer for it, and no one where its provider has
 * notified it; whether that was for this loan.
 */
const BROUGHT_BY = `
  select case when exists (
                select from payment_receipt_use u
                  join payment_receipt r on r.receipt_key = u.receipt_key and r.account = u.account and r.direction = u.direction
                 where u.record_uuid = $1 and u.state <> 'corrected' and r.direction = 'in' and r.reported_by = 'provider')
              then '{}' else array_remove(array[m.recorded_by, m.entered_by], null) end as by,
         m.reported_at is not null and m.reference_key = l.loan_no as "isNamed"
    from mobile_money_transaction m join repayment p on p.uuid = m.booked_uuid join loan l on l.id = p.loan_id
   where m.booked_uuid = $1`;

/** What was reversed on a loan ($1) since a time ($2), but for what stands on another one since. */
const REVERSED_SINCE = `
  select coalesce(sum(r.amount), 0)::text as amount
    from repayment r
   where r.loan_id = $1 and r.state = 'reversed' and r.reversed_at >= $2
     and not exists (select from repayment m where m.moved_from = r.uuid)`;

/** Lending's collections, stored in Postgres. */
export function lendingPorts(tx: TenantTransaction, attempted: Attempted = { attempt: 1 }): Ports {
  const { sql } = tx;
  const loans = tx.of(Loan);
  const members = tx.of(Member);
  const products = tx.of(LoanProduct);
  const guarantees = tx.of(Guarantee);
  return {
    bankRail: {
      isSetUp: async () => (await sql(`select from rail where kind = 'bank_file'`, [])).length > 0,
    },
    borrowers: {
      get: async (id) => borrowerOf(await members.get(id)),
      lock: async (id) => borrowerOf(await members.lock(id)),
      share: async (id) => borrowerOf(await members.share(id)),
    },
    products: {
      get: products.get,
      findByCode: (code) => products.first('code_key = identifier_key($1)', [code]),
      add: products.add,
    },
    loans: {
      get: loans.get,
      byIds: (ids) => loans.find('id = any($1)', [ids]),
      lock: loans.lock,
      ofMember: (memberId) =>
        loans.find(`member_id = $1 and state in ('ready_to_disburse', 'active') order by id`, [memberId]),
      findByClientReference: (clientReference) =>
        loans.first('client_reference_key = any($1)', [formsOfReference(tx.sealing, clientReference)]),
      nextNumber: () => loans.withId(nextNumber(sql, 'loan')),
      add: loans.add,
      addNow: loans.addWithId,
    },
    ...accountsIn(tx),
    closes: { of: (loanId) => closesOf(tx, loanId) },
    deposits: {
      of: async (memberId) => {
        const [row] = await sql<{ saved: string }>(
          `select coalesce(sum(balance), 0)::text as saved from savings_account
            where member_id = $1::bigint and kind <> 'shares' and state not in ('closed', 'rejected')`,
          [memberId],
        );
        return BigInt(row?.saved ?? 0);
      },
    },
    guarantees: {
      of: (loanId) => guarantees.find('loan_id = $1 order by id', [loanId]),
      add: guarantees.add,
    },
    ...paymentPorts(tx),
    agents: agentsIn(tx, attempted),
    complianceHolds: complianceHolds(tx),
    wallets: walletsIn(tx),
    schools: schoolsIn(tx),
    providerCharges: { lockOwed: (provider) => lockChargesOwed(tx, provider) },
  };
}

/** The entries of loans, and the rows that follow from them. One command may book on a loan twice: what it added is no row yet. */
function accountsIn(tx: TenantTransaction): Pick<Ports, 'entries' | 'instalments'> {
  const entries = tx.of(LoanEntry);
  const instalments = tx.of(Instalment);
  return {
    entries: {
      of: async (loanId) => {
        const booked = await entries.find('loan_id = $1 order by number', [loanId]);
        return [...booked, ...entries.added().filter((entry) => entry.loanId === loanId)];
      },
      ofLoans: (loanIds) => entries.find('loan_id = any($1) order by loan_id, number', [loanIds]),
      add: entries.add,
    },
    instalments: {
      of: async (loanId, scheduleVersion) => {
        const added = instalments
          .added()
          .filter((row) => row.loanId === loanId && row.scheduleVersion === scheduleVersion);
        if (added.length > 0) return added;
        return instalments.find('loan_id = $1 and schedule_version = $2 order by number', [loanId, scheduleVersion]);
      },
      addAll: (rows) => instalments.add(...rows),
    },
  };
}

/** The schools that loans pay. */
function schoolsIn({ sql }: TenantTransaction): Ports['schools'] {
  return {
    payee: async (invoiceId) => {
      const [row] = await sql<{ paybill: string | null; payCode: string | null }>(
        `select t.school_paybill as paybill, i.pay_code as "payCode"
           from tenant t left join invoice i on i.id = $1 where t.id = current_setting('app.tenant')::bigint`,
        [invoiceId],
      );
      return row ?? { paybill: null, payCode: null };
    },
  };
}

const CLOSED_FOR_LOAN = `c.state = 'done' or c.step <> 'loans'
  or exists (select from close_of_business_range r
              where r.close_id = c.id and r.step = 'loans' and r.after_id < $1 and r.last_id >= $1)`;

/** The first and the last day that close of business has counted for a loan; null where it has counted none. */
async function closesOf({ sql }: TenantTransaction, loanId: number): ReturnType<Ports['closes']['of']> {
  const [row] = await sql<{ first: string | null; last: string | null; in_duplum: boolean }>(
    `select (select coalesce(in_duplum, mode = 'live') from tenant
            where id = current_setting('app.tenant')::bigint) as in_duplum,
          min(business_date)::text as first,
            max(business_date) filter (where ${CLOSED_FOR_LOAN})::text as last
       from close_of_business c`,
    [loanId],
  );
  if (row?.first == null || row.last === null) return null;
  return { first: readDate(row.first), last: readDate(row.last), inDuplum: row.in_duplum };
}

/** The collections that paying out and repaying need. */
function paymentPorts(
  tx: TenantTransaction,
): Pick<Ports, 'floatTopUps' | 'disbursements' | 'incidents' | 'repayments'> {
  const { sql } = tx;
  const disbursements = tx.of(Disbursement);
  const floatTopUps = tx.of(FloatTopUp);
  const incidents = tx.of(Incident);
  const repayments = tx.of(Repayment);
  return {
    floatTopUps: {
      lock: floatTopUps.lock,
      lockByOriginator: (originatorId) => floatTopUps.lockFirst('originator_id = $1', [originatorId]),
      openOf: (agentId) => floatTopUps.first('agent_id = $1 and state = any($2)', [agentId, [...OPEN]]),
      add: floatTopUps.add,
    },
    disbursements: {
      lock: disbursements.lock,
      lockByOriginator: (originatorId) => disbursements.lockFirst('originator_id = $1', [originatorId]),
      alive: (loanId) => disbursements.find('loan_id = $1 and state = any($2) order by id', [loanId, ALIVE]),
      paidSince: async (agentId, since) => {
        const [row] = await sql<{ paid: string }>(
          `select coalesce(sum(amount - netted - returned), 0)::text as paid from disbursement
            where agent_id = $1 and created_at >= $2 and state = any($3)`,
          [agentId, since.toString(), [...ALIVE]],
        );
        return BigInt(row?.paid ?? 0);
      },
      inRecovery: (loanId, tranche) =>
        disbursements.lockAll(`loan_id = $1 and tranche = $2 and state = 'in_recovery' order by id`, [loanId, tranche]),
      findByBankReference: (providerRef) =>
        disbursements.first(`channel = 'bank' and provider_ref = $1`, [providerRef]),
      nextId: disbursements.nextId,
      add: disbursements.add,
    },
    incidents: {
      lock: incidents.lock,
      openOn: (disbursementId) =>
        incidents.lockAll(`disbursement_id = $1 and state = 'open' order by id`, [disbursementId]),
      wasRaised: async (disbursementId, kind) =>
        (await incidents.first('disbursement_id = $1 and kind = $2', [disbursementId, kind])) !== null,
      add: incidents.add,
    },
    repayments: {
      lock: repayments.lock,
      booked: (loanId) => repayments.find(`loan_id = $1 and state = 'booked' order by id`, [loanId]),
      reversedSince: async (loanId, since) =>
        BigInt((await sql<{ amount: string }>(REVERSED_SINCE, [loanId, since]))[0]?.amount ?? 0),
      nextReceiptNo: () => nextNumber(sql, 'receipt'),
      byUuid: (uuid) => repayments.first('uuid = $1', [uuid]),
      broughtBy: async (uuid) => (await sql<Brought>(BROUGHT_BY, [uuid]))[0] ?? null,
      add: repayments.add,
    },
  };
}
