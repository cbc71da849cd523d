import { LockMode } from '@mikro-orm/core';
import { Agent } from '#core/lending/agent/agent.ts';
import { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { ALIVE } from '#core/lending/disbursement/lifecycle.ts';
import { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import { Incident } from '#core/lending/incident/incident.ts';
import { LoanEntry } from '#core/lending/loan/entry.ts';
import { Instalment } from '#core/lending/loan/instalment.ts';
import { Loan } from '#core/lending/loan/loan.ts';
import { LossProposal } from '#core/lending/loss-proposal/loss-proposal.ts';
import type { LendingPorts } from '#core/lending/ports.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { Repayment } from '#core/lending/repayment/repayment.ts';
import { Member } from '#core/membership/member/member.ts';
import type { TenantTransaction } from '../database.ts';
import { complianceHolds } from '../aml/compliance-holds.ts';
import { assignId, nextId, nextNumber } from '../numbers/numbers.ts';

type Ports = Pick<
  LendingPorts,
  | 'borrowers'
  | 'products'
  | 'loans'
  | 'instalments'
  | 'entries'
  | 'lossProposals'
  | 'deposits'
  | 'guarantees'
  | 'agents'
  | 'disbursements'
  | 'incidents'
  | 'complianceHolds'
  | 'repayments'
>;

const LOCKED = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;

/** Lending's collections, kept in Postgres. */
export function lendingPorts(tx: TenantTransaction): Ports {
  const { sql } = tx;
  const loans = tx.of(Loan);
  const agents = tx.of(Agent);
  const disbursements = tx.of(Disbursement);
  const members = tx.of(Member);
  return {
    borrowers: {
      get: async (id) => {
        const member = await members.get(id);
        if (!member) return null;
        const { memberNo, state, branchId, phone } = member;
        return { id, memberNo, state, branchId, phone, missing: member.missingKyc() };
      },
    },
    products: {
      get: (id) => tx.em.findOne(LoanProduct, { id }),
      findByCode: (code) => tx.em.findOne(LoanProduct, { code }),
      add: (product) => void tx.em.persist(product),
    },
    loans: {
      get: loans.get,
      lock: loans.lock,
      findByClientReference: (clientReference) => loans.first('client_reference = $1', [clientReference]),
      nextNumber: () => nextNumber(sql, 'loan', 'L-'),
      add: loans.add,
      addNow: async (loan) => {
        await assignId(sql, 'loan', loan);
        loans.add(loan);
      },
    },
    entries: {
      of: (loanId) => tx.em.find(LoanEntry, { loanId }, { orderBy: { number: 'asc' } }),
      add: (entry) => void tx.em.persist(entry),
    },
    lossProposals: {
      lock: (id) => tx.em.findOne(LossProposal, { id }, LOCKED),
      open: (loanId) => tx.em.findOne(LossProposal, { loanId, state: 'proposed' }),
      add: (proposal) => void tx.em.persist(proposal),
    },
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
      of: (loanId) => tx.em.find(Guarantee, { loanId }, { orderBy: { id: 'asc' } }),
      add: (guarantee) => void tx.em.persist(guarantee),
    },
    instalments: {
      of: (loanId, scheduleVersion) =>
        tx.em.find(Instalment, { loanId, scheduleVersion }, { orderBy: { number: 'asc' } }),
      addAll: (instalments) => void tx.em.persist([...instalments]),
    },
    agents: {
      lock: agents.lock,
      lockByNumber: (agentNo) => agents.lockFirst('agent_no = $1', [agentNo]),
      lockForBranch: (branchId) => agents.lockFirst('branch_id = $1 order by id', [branchId]),
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
      nextId: () => nextId(tx, 'disbursement'),
      add: disbursements.add,
    },
    incidents: {
      lock: (id) => tx.em.findOne(Incident, { id }, LOCKED),
      openOn: (disbursementId) =>
        tx.em.find(Incident, { disbursementId, state: 'open' }, { ...LOCKED, orderBy: { id: 'asc' } }),
      wasRaised: async (disbursementId, kind) => (await tx.em.findOne(Incident, { disbursementId, kind })) !== null,
      add: (incident) => void tx.em.persist(incident),
    },
    complianceHolds: complianceHolds(tx),
    repayments: {
      lock: (id) => tx.em.findOne(Repayment, { id }, LOCKED),
      booked: (loanId) => tx.em.find(Repayment, { loanId, state: 'booked' }, { orderBy: { id: 'asc' } }),
      nextReceiptNo: () => nextNumber(sql, 'receipt', 'R-'),
      findByReference: (channel, reference) =>
        tx.em.findOne(Repayment, { channel: channel as Repayment['channel'], reference }),
      add: (repayment) => void tx.em.persist(repayment),
    },
  };
}
