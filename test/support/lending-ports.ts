import type { ClosedDays } from '#core/lending/loan/closed-days.ts';
import { Agent } from '#core/lending/agent/agent.ts';
import type { Disbursement } from '#core/lending/disbursement/disbursement.ts';
import { ALIVE } from '#core/lending/disbursement/lifecycle.ts';
import type { FloatTopUp } from '#core/lending/float-top-up/float-top-up.ts';
import { OPEN } from '#core/lending/float-top-up/lifecycle.ts';
import type { Guarantee } from '#core/lending/guarantee/guarantee.ts';
import type { Incident } from '#core/payments/incident/incident.ts';
import type { LoanEntry } from '#core/lending/loan/entry.ts';
import type { Instalment } from '#core/lending/loan/instalment.ts';
import type { Loan } from '#core/lending/loan/loan.ts';
import type { Borrower, LendingPorts } from '#core/lending/ports.ts';
import { LoanProduct } from '#core/lending/product/loan-product.ts';
import type { Repayment } from '#core/lending/repayment/repayment.ts';
import { receiptsInMemory } from './receipts-in-memory.ts';
import { nairobi } from './payment-clock.ts';
import { walletsInMemory } from './wallets.ts';

export const NOON = Temporal.Instant.from('2026-03-02T09:00:00Z');

/** A lender in memory: every collection is a list, ids count from 1, nothing is locked because there is no other process. */
export function lenderInMemory(overrides: Partial<LendingPorts> = {}) {
  const borrowers: Borrower[] = [
    {
      id: 1,
      memberNo: 'M-000001',
      name: 'Member 1',
      state: 'active',
      branchId: 1,
      phone: '+254712345678',
      phoneChanged: null,
      bankAccount: null,
      bankAccountChanged: null,
      missing: [],
    },
    {
      id: 2,
      memberNo: 'M-000002',
      name: 'Member 2',
      state: 'pending_kyc',
      branchId: 1,
      phone: '+254712345679',
      phoneChanged: null,
      bankAccount: null,
      bankAccountChanged: null,
      missing: ['kyc.address'],
    },
    {
      id: 3,
      memberNo: 'M-000003',
      name: 'Member 3',
      state: 'suspended',
      branchId: 1,
      phone: '+254712345680',
      phoneChanged: null,
      bankAccount: null,
      bankAccountChanged: null,
      missing: [],
    },
    {
      id: 4,
      memberNo: 'M-000004',
      name: 'Member 4',
      state: 'active',
      branchId: 9,
      phone: '+254712345681',
      phoneChanged: null,
      bankAccount: null,
      bankAccountChanged: null,
      missing: [],
    },
  ];
  const product = Object.assign(
    LoanProduct.offer({
      uuid: 'product',
      code: 'DEV',
      name: 'Development',
      method: 'declining_equal_instalments',
      annualRate: '12',
      minPrincipal: 10_000n,
      maxPrincipal: 100_000_000n,
      minTermMonths: 1,
      maxTermMonths: 60,
    }),
    { id: 1, version: 1 },
  );
  const agent = Object.assign(
    Agent.appoint({ uuid: 'agent', agentNo: 'AG-000001', name: 'Nairobi', branchId: 1, provider: 'mpesa' }),
    {
      id: 1,
      version: 1,
      float: 1_000_000n,
    },
  );
  const agents: Agent[] = [agent];
  const products: LoanProduct[] = [product];
  const loans: Loan[] = [];
  const instalments: Instalment[] = [];
  const floatTopUps: FloatTopUp[] = [];
  const disbursements: Disbursement[] = [];
  const repayments: Repayment[] = [];
  const entries: LoanEntry[] = [];
  const guarantees: Guarantee[] = [];
  const deposits = new Map<number, bigint>();
  const incidents: Incident[] = [];
  /** What closes of business have closed. */
  const closedDays: { value: ClosedDays | null } = { value: null };
  /** Members whose money compliance holds, with the alert. */
  const held = new Map<number, number>();
  const add =
    <T extends { id: number; version: number }>(list: T[]) =>
    (record: T) => {
      record.id = list.length + 1;
      record.version = 1;
      Object.assign(record, { createdAt: NOON });
      list.push(record);
    };
  let uuids = 0;
  const byId =
    <T extends { id: number }>(list: T[]) =>
    async (id: number) =>
      list.find((record) => record.id === id) ?? null;
  const businessDate = (at: Temporal.Instant) => at.toZonedDateTimeISO('Africa/Nairobi').toPlainDate();
  const ports: LendingPorts = {
    wallets: walletsInMemory(),
    schools: { payee: async () => ({ paybill: null, payCode: 'P7K2M' }) },
    now: NOON,
    today: businessDate(NOON),
    ...nairobi,
    endOfDay: (on) => on.add({ days: 1 }).toZonedDateTime('Africa/Nairobi').toInstant(),
    newUuid: () => `00000000-0000-4000-8000-${String(++uuids).padStart(12, '0')}`,
    actor: 'pk_test_maker',
    mayApprove: true,
    responsibleFor: async (actor) => actor,
    peopleBehind: async (actor) => [actor],
    introductionsOf: async () => [],
    agreement: 'none',
    proposedBy: null,
    proposedKey: null,
    personalLimits: null,
    alone: { reversal: null, charges: null, waivers: null, reschedules: 'one_person', bankCharges: null },
    fourEyes: false,
    verifiedNumbersOnly: false,
    phoneChangeDays: 30,
    // What is taken at most is tested over the interfaces; the properties of money hold for any amount.
    limits: { overpayment: 10n ** 15n, chargePercent: 1_000, inDuplum: false },
    bankRail: { isSetUp: async () => false },
    borrowers: { get: byId(borrowers), lock: byId(borrowers), share: byId(borrowers) },
    products: {
      get: byId(products),
      findByCode: async (code) => products.find((each) => each.code === code) ?? null,
      add: add(products),
    },
    loans: {
      get: byId(loans),
      byIds: async (ids) => loans.filter(({ id }) => ids.includes(id)),
      lock: byId(loans),
      ofMember: async (memberId) =>
        loans.filter((each) => each.memberId === memberId && ['ready_to_disburse', 'active'].includes(each.state)),
      findByClientReference: async (reference) =>
        loans.find(({ clientReference }) => clientReference === reference) ?? null,
      nextNumber: async () => `L-${String(loans.length + 1).padStart(6, '0')}`,
      add: add(loans),
      addNow: async (loan) => add(loans)(loan),
    },
    entries: {
      of: async (loanId) => entries.filter((entry) => entry.loanId === loanId),
      ofLoans: async (loanIds) => entries.filter(({ loanId }) => loanIds.includes(loanId)),
      add: add(entries),
    },
    closes: { of: async () => closedDays.value },
    deposits: { of: async (memberId) => deposits.get(memberId) ?? 0n },
    guarantees: {
      of: async (loanId) => guarantees.filter((guarantee) => guarantee.loanId === loanId),
      add: add(guarantees),
    },
    instalments: {
      of: async (loanId, version) =>
        instalments
          .filter((row) => row.loanId === loanId && row.scheduleVersion === version)
          .toSorted((a, b) => a.number - b.number),
      addAll: (rows) => rows.forEach(add(instalments)),
    },
    agents: {
      lock: byId(agents),
      lockByNumber: async (agentNo) => agents.find((each) => each.agentNo === agentNo) ?? null,
      toPay: byId(agents),
      toPayByNumber: async (agentNo) => agents.find((each) => each.agentNo === agentNo) ?? null,
      toPayForBranch: async (branchId, provider) =>
        agents.find((each) => each.branchId === branchId && each.provider === provider) ?? null,
      // There is one caller: what is split is always whole.
      lockStripe: async () => null,
      lockToSplit: async (agentNo) => agents.find((each) => each.agentNo === agentNo) ?? null,
      addStripes: () => undefined,
    },
    providerCharges: { lockOwed: async () => 10n ** 15n },
    floatTopUps: {
      lock: byId(floatTopUps),
      lockByOriginator: async (id) => floatTopUps.find(({ originatorId }) => originatorId === id) ?? null,
      openOf: async (id) => floatTopUps.find(({ agentId, state }) => agentId === id && OPEN.includes(state)) ?? null,
      add: add(floatTopUps),
    },
    disbursements: {
      lock: byId(disbursements),
      lockByOriginator: async (originatorId) => disbursements.find((row) => row.originatorId === originatorId) ?? null,
      alive: async (loanId) => disbursements.filter((row) => row.loanId === loanId && ALIVE.includes(row.state)),
      paidSince: async (agentId) =>
        disbursements
          .filter((row) => row.agentId === agentId && ALIVE.includes(row.state))
          .reduce((sum, row) => sum + row.payout(), 0n),
      inRecovery: async (loanId, tranche) =>
        disbursements.filter((row) => row.loanId === loanId && row.tranche === tranche && row.state === 'in_recovery'),
      findByBankReference: async (reference) =>
        disbursements.find(({ channel, providerRef }) => channel === 'bank' && providerRef === reference) ?? null,
      nextId: async () => disbursements.length + 1,
      add: add(disbursements),
    },
    incidents: {
      lock: byId(incidents),
      openOn: async (id) => incidents.filter((row) => row.disbursementId === id && row.state === 'open'),
      wasRaised: async (id, kind) => incidents.some((row) => row.disbursementId === id && row.kind === kind),
      add: add(incidents),
    },
    complianceHolds: { on: async (memberId) => held.get(memberId) ?? null },
    repayments: {
      lock: byId(repayments),
      booked: async (loanId) => repayments.filter((row) => row.loanId === loanId && row.state === 'booked'),
      reversedSince: async (loanId) =>
        repayments
          .filter((row) => row.loanId === loanId && row.state === 'reversed')
          .reduce((total, { amount }) => total + amount, 0n),
      nextReceiptNo: async () => `R-${String(repayments.length + 1).padStart(6, '0')}`,
      byUuid: async (uuid) => repayments.find((row) => row.uuid === uuid) ?? null,
      broughtBy: async () => null,
      add: add(repayments),
    },
    ...receiptsInMemory(),
    ...overrides,
  };
  return {
    ports,
    loans,
    instalments,
    entries,
    guarantees,
    deposits,
    disbursements,
    incidents,
    held,
    repayments,
    closedDays,
    agent,
    agents,
    product,
  };
}
