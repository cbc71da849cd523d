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
import type { LendingWorld } from '#core/lending/ports.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import { Repayment } from '#core/lending/repayment/repayment.ts';
import { Member } from '#core/membership/member/member.ts';
import type { TenantTransaction } from '../database.ts';
import { complianceHolds } from './compliance-holds.ts';
import { assignId, nextNumber } from './numbers.ts';

type Ports = Pick<
  LendingWorld,
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
export function lendingPorts({ em, sql }: TenantTransaction): Ports {
  return {
    borrowers: {
      get: async (id) => {
        const member = await em.findOne(Member, { id });
        if (!member) return null;
        const { memberNo, state, branchId, phone } = member;
        return { id, memberNo, state, branchId, phone, missing: member.missingKyc() };
      },
    },
    products: {
      get: (id) => em.findOne(LoanProduct, { id }),
      findByCode: (code) => em.findOne(LoanProduct, { code }),
      add: (product) => void em.persist(product),
    },
    loans: {
      get: (id) => em.findOne(Loan, { id }),
      lock: (id) => em.findOne(Loan, { id }, LOCKED),
      findByClientReference: (clientReference) => em.findOne(Loan, { clientReference }),
      nextNumber: () => nextNumber(sql, 'loan', 'L-'),
      add: (loan) => void em.persist(loan),
      addNow: async (loan) => {
        await assignId(sql, 'loan', loan);
        em.persist(loan);
      },
    },
    entries: {
      of: (loanId) => em.find(LoanEntry, { loanId }, { orderBy: { number: 'asc' } }),
      add: (entry) => void em.persist(entry),
    },
    lossProposals: {
      lock: (id) => em.findOne(LossProposal, { id }, LOCKED),
      open: (loanId) => em.findOne(LossProposal, { loanId, state: 'proposed' }),
      add: (proposal) => void em.persist(proposal),
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
      of: (loanId) => em.find(Guarantee, { loanId }, { orderBy: { id: 'asc' } }),
      add: (guarantee) => void em.persist(guarantee),
    },
    instalments: {
      of: (loanId, scheduleVersion) => em.find(Instalment, { loanId, scheduleVersion }, { orderBy: { number: 'asc' } }),
      addAll: (instalments) => void em.persist([...instalments]),
    },
    agents: {
      lock: (id) => em.findOne(Agent, { id }, LOCKED),
      lockByNumber: (agentNo) => em.findOne(Agent, { agentNo }, LOCKED),
      lockForBranch: (branchId) => em.findOne(Agent, { branchId }, { ...LOCKED, orderBy: { id: 'asc' } }),
    },
    disbursements: {
      lock: (id) => em.findOne(Disbursement, { id }, LOCKED),
      lockByOriginator: (originatorId) => em.findOne(Disbursement, { originatorId }, LOCKED),
      alive: (loanId) => em.find(Disbursement, { loanId, state: { $in: [...ALIVE] } }, { orderBy: { id: 'asc' } }),
      paidSince: async (agentId, since) => {
        const [row] = await sql<{ paid: string }>(
          `select coalesce(sum(amount - netted - returned), 0)::text as paid from disbursement
            where agent_id = $1 and created_at >= $2 and state = any($3)`,
          [agentId, since.toString(), [...ALIVE]],
        );
        return BigInt(row?.paid ?? 0);
      },
      inRecovery: (loanId, tranche) =>
        em.find(Disbursement, { loanId, tranche, state: 'in_recovery' }, { ...LOCKED, orderBy: { id: 'asc' } }),
      findByBankReference: (providerRef) => em.findOne(Disbursement, { channel: 'bank', providerRef }),
      add: (disbursement) => void em.persist(disbursement),
    },
    incidents: {
      lock: (id) => em.findOne(Incident, { id }, LOCKED),
      openOn: (disbursementId) =>
        em.find(Incident, { disbursementId, state: 'open' }, { ...LOCKED, orderBy: { id: 'asc' } }),
      wasRaised: async (disbursementId, kind) => (await em.findOne(Incident, { disbursementId, kind })) !== null,
      add: (incident) => void em.persist(incident),
    },
    complianceHolds: complianceHolds(em),
    repayments: {
      lock: (id) => em.findOne(Repayment, { id }, LOCKED),
      booked: (loanId) => em.find(Repayment, { loanId, state: 'booked' }, { orderBy: { id: 'asc' } }),
      nextReceiptNo: () => nextNumber(sql, 'receipt', 'R-'),
      findByReference: (channel, reference) =>
        em.findOne(Repayment, { channel: channel as Repayment['channel'], reference }),
      add: (repayment) => void em.persist(repayment),
    },
  };
}
