import { loanProductLifecycle } from '#core/lending/product/lifecycle.ts';
import { chargeFrom, type LoanConditions } from '#core/lending/agreement.ts';
import { availableActions } from '#core/kernel/lifecycle.ts';
import { disbursementLifecycle } from '#core/lending/disbursement/lifecycle.ts';
import { floatTopUpLifecycle } from '#core/lending/float-top-up/lifecycle.ts';
import { incidentLifecycle } from '#core/payments/incident/lifecycle.ts';
import { guaranteeLifecycle } from '#core/lending/guarantee/lifecycle.ts';
import { repaymentLifecycle, type RepaymentState } from '#core/lending/repayment/lifecycle.ts';
import { memberLifecycle } from '#core/membership/member/lifecycle.ts';
import type { Nominee } from '#core/membership/nominees.ts';
import type { Kyc } from '#core/membership/member/member-record.ts';
import type { Evidence } from '#core/payments/evidence.ts';
import type { View } from '#platform/app/views.ts';
import { connection, type ConnectionArguments } from '../../connections.ts';
import type { Resolvers } from '../../schema.ts';
import type { LendingContext } from '../context.ts';
import type { NamedRecord } from './named-records.ts';

/** In the graph a record is known by its uuid alone. */
const id = ({ uuid }: { readonly uuid: string }) => uuid;

type Reference = { readonly id: string };
type MemberReference = { readonly id: string } | { readonly memberNo: string };

/** Terms as the graph shows them: what a product sets, or a loan started with. */
function termsShown({ schedule, policies, prepayment, calendar, ...rest }: LoanConditions) {
  return {
    ...schedule,
    ...policies,
    ...rest,
    calendar: { ...calendar, holidays: calendar.holidays.map((day) => Temporal.PlainDate.from(day)) },
    prepayment: prepayment?.prepayment ?? null,
    earlyPayment: prepayment?.earlyPayment ?? null,
    lateAccrues: prepayment?.lateAccrues ?? null,
    fees: rest.fees.map(({ charge, ...fee }) => ({ ...fee, ...chargeFrom(charge) })),
    penalty: rest.penalty && { ...rest.penalty, ...chargeFrom(rest.penalty.charge) },
  };
}

export const records: Resolvers<LendingContext> = {
  Branch: { id: (branch: View<'branches', 'byUuids'>) => id(branch) },

  Member: {
    __resolveReference: (reference: MemberReference, { loaders }) =>
      'id' in reference ? loaders.members.byUuid.load(reference.id) : loaders.membersByNumber.load(reference.memberNo),
    id,
    branch: ({ branchId }: View<'members'>, _, { loaders }) => loaders.branches.byId.load(branchId),
    availableActions: ({ state, erased }: View<'members'>) => (erased ? [] : availableActions(memberLifecycle, state)),
    guarantees: (member: View<'members'>, _, { loaders }) => loaders.liveGuaranteesOfMember.load(member.id),
    loans: (member: View<'members'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('loans', args, cursors, {
        slice: (slice) => loaders.loansOfMember(member.id, slice),
        count: () => loaders.loanCountOfMember.load(member.id),
      }),
  },
  Nominee: {
    shareBasisPoints: (nominee: Nominee) => nominee.share_basis_points,
    dateOfBirth: (nominee: Nominee) =>
      nominee.date_of_birth === null ? null : Temporal.PlainDate.from(nominee.date_of_birth),
    idNumber: (nominee: Nominee) => nominee.id_number,
  },
  Kyc: {
    idType: (kyc: Kyc) => kyc.id_type,
    idNumber: (kyc: Kyc) => kyc.id_number,
    dateOfBirth: (kyc: Kyc) => Temporal.PlainDate.from(kyc.date_of_birth),
  },

  LoanProduct: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.products.byUuid.load(reference.id),
    id: (product: View<'products'>) => id(product),
    terms: ({ conditions }: View<'products'>) => termsShown(conditions),
    availableActions: ({ state }: View<'products'>) => availableActions(loanProductLifecycle, state),
  },

  Loan: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.loans.byUuid.load(reference.id),
    id,
    member: ({ memberId }: View<'loans'>, _, { loaders }) => loaders.members.byId.load(memberId),
    product: ({ productId }: View<'loans'>, _, { loaders }) => loaders.products.byId.load(productId),
    schedule: (loan: View<'loans'>, _, { loaders }) => loaders.scheduleOfLoan.load(loan.id),
    disbursements: (loan: View<'loans'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('disbursements', args, cursors, {
        slice: (slice) => loaders.disbursementsOfLoan(loan.id, slice),
        count: () => loaders.disbursementCountOfLoan.load(loan.id),
      }),
    repayments: (loan: View<'loans'>, args: ConnectionArguments, { loaders, cursors }) =>
      connection('repayments', args, cursors, {
        slice: (slice) => loaders.repaymentsOfLoan(loan.id, slice),
        count: () => loaders.repaymentCountOfLoan.load(loan.id),
      }),
    terms: ({ conditions }: View<'loans'>) => termsShown(conditions),
    guarantees: (loan: View<'loans'>, _, { loaders }) => loaders.guaranteesOfLoan.load(loan.id),
    settlementQuote: async (loan: View<'loans'>, { on }: { on?: Temporal.PlainDate | null }, { loaders }) => {
      const quoteOn = loan.state === 'active' ? await loaders.quotesOfLoan.load(loan.id) : null;
      return quoteOn && quoteOn(on ?? null);
    },
    refinancedBy: ({ refinancedBy }: View<'loans'>, _, { loaders }) =>
      refinancedBy && loaders.loans.byId.load(refinancedBy.id),
    refinances: ({ refinances }: View<'loans'>, _, { loaders }) => refinances && loaders.loans.byId.load(refinances.id),
  },

  Disbursement: {
    __resolveReference: (reference: Reference, { loaders }) => loaders.disbursements.load(reference.id),
    id,
    loan: ({ loanId }: View<'disbursements'>, _, { loaders }) => loaders.loans.byId.load(loanId),
    agent: ({ agentNo }: View<'disbursements'>, _, { loaders }) =>
      agentNo === null ? null : loaders.agentsByNumber.load(agentNo),
    availableActions: ({ state }: View<'disbursements'>) => availableActions(disbursementLifecycle, state),
    proposal: ({ proposal }: View<'disbursements'>) =>
      proposal && {
        ...proposal,
        paidAt: proposal.paidAt === null ? null : Temporal.Instant.from(proposal.paidAt),
        amount: proposal.amount === null ? null : BigInt(proposal.amount),
        proposedBy: proposal.by,
        proposedAt: Temporal.Instant.from(proposal.at),
      },
    evidence: ({ evidence }: View<'disbursements'>) => evidence.map(evidenceShown),
  },

  Incident: {
    id,
    disbursement: ({ disbursement }: View<'incidents'>, _, { loaders }) =>
      disbursement && loaders.disbursements.load(disbursement.uuid),
    subjectId: ({ subjectUuid }: View<'incidents'>) => subjectUuid,
    subject: ({ disbursement, subjectType: type, subjectUuid: uuid }: View<'incidents'>): NamedRecord | null => {
      if (disbursement) return { type: 'disbursement', uuid: disbursement.uuid };
      return type === null || uuid === null ? null : { type, uuid };
    },
    availableActions: ({ state }: View<'incidents'>) => availableActions(incidentLifecycle, state),
  },

  Repayment: {
    movedFrom: ({ movedFrom }: View<'repayments'>, _, { loaders }) => movedFrom && loaders.repayments.load(movedFrom),
    __resolveReference: (reference: Reference, { loaders }) => loaders.repayments.load(reference.id),
    id,
    loan: ({ loanId }: View<'repayments'>, _, { loaders }) => loaders.loans.byId.load(loanId),
    // The database checks that a state is one of the lifecycle's.
    availableActions: ({ state }: View<'repayments'>) => availableActions(repaymentLifecycle, state as RepaymentState),
  },

  Guarantee: {
    id,
    loan: ({ loanId }: View<'guarantees'>, _, { loaders }) => loaders.loans.byId.load(loanId),
    guarantor: ({ memberId }: View<'guarantees'>, _, { loaders }) => loaders.members.byId.load(memberId),
    availableActions: ({ state }: View<'guarantees'>) => availableActions(guaranteeLifecycle, state),
  },

  FloatTopUp: {
    id,
    agent: ({ agentNo }: View<'floatTopUps'>, _, { loaders }) => loaders.agentsByNumber.load(agentNo),
    evidence: ({ evidence }: View<'floatTopUps'>) => evidence.map(evidenceShown),
    availableActions: ({ state }: View<'floatTopUps'>) => availableActions(floatTopUpLifecycle, state),
  },

  Agent: {
    id,
    floatAt: ({ provider }: View<'agents', 'byUuids'>) => provider,
    branch: ({ branchId }: View<'agents', 'byUuids'>, _, { loaders }) => loaders.branches.byId.load(branchId),
  },
};

/** What a provider reported, with its amount and time as the graph shows them. */
export const evidenceShown = ({ amount, at, receipt_no: receiptNo, ...reported }: Evidence) => ({
  ...reported,
  receiptNo,
  amount: amount === null ? null : BigInt(amount),
  at: Temporal.Instant.from(at),
});
