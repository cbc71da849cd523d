import { payProviderCharges, topUpFloat } from '#core/lending/use-cases/agents/float.ts';
import {
  reverseFloatTopUp,
  settleFloatTopUp,
  topUpFromPaybill,
} from '#core/lending/use-cases/agents/paybill-top-ups.ts';
import { returnPartOfDisbursement, reverseDisbursement } from '#core/lending/use-cases/disbursing/returns.ts';
import { dischargeGuarantor, substituteGuarantor } from '#core/lending/use-cases/guarantees.ts';
import type { Repayment } from '#core/lending/repayment/repayment.ts';
import { reallocateRepayment, type ReallocateRepayment } from '#core/lending/use-cases/reallocate-repayment.ts';
import { recordRepayment, settleLoan } from '#core/lending/use-cases/record-repayment.ts';
import { reverseRepayment, type ReverseRepayment } from '#core/lending/use-cases/reverse-repayment.ts';
import { chargeLoan, waiveCharge } from '#core/lending/use-cases/servicing/charge-loan.ts';
import { chargeOffLoan, undoWriteOff, writeOffLoan } from '#core/lending/use-cases/servicing/give-up-loan.ts';
import { refinanceLoan } from '#core/lending/use-cases/servicing/refinance-loan.ts';
import { rescheduleLoan } from '#core/lending/use-cases/servicing/reschedule-loan.ts';
import { undoDisbursement } from '#core/lending/use-cases/servicing/undo-disbursement.ts';
import { recordPayment } from '#core/education/use-cases/payment/record-payment.ts';
import { reversePayment, type ReversePayment } from '#core/education/use-cases/payment/reverse-payment.ts';
import { issueCreditNote } from '#core/education/use-cases/invoice/issue-credit-note.ts';
import { voidInvoice, writeOffInvoice } from '#core/education/use-cases/invoice/void-invoice.ts';
import { eraseStudent } from '#core/education/use-cases/student/erase-student.ts';
import type { DomainEvent } from '#core/kernel/event.ts';
import { outcome, type Outcome } from '#core/kernel/outcome.ts';
import { distributeEstate } from '#core/membership/use-cases/death-claim/distribute.ts';
import { payBeneficiary, type PayBeneficiary } from '#core/membership/use-cases/death-claim/pay-beneficiary.ts';
import { reverseClaimPart } from '#core/membership/use-cases/death-claim/reverse-part.ts';
import { settleClaimLoan } from '#core/membership/use-cases/death-claim/settle-loan.ts';
import { eraseMember } from '#core/membership/use-cases/erase-member.ts';
import { correctMemberDeath } from '#core/membership/use-cases/move-member.ts';
import { followReallocation, returnToSuspense } from '#core/mobile-money/use-cases/allocate.ts';
import { correctMobileMoney } from '#core/mobile-money/use-cases/correct-entry.ts';
import { reversePayout } from '#core/payment-bridge/use-cases/review-payout.ts';
import { reverseCollection, reverseTopup } from '#core/payment-bridge/use-cases/reverse-received.ts';
import { confirmTopup, topUpAppFloat } from '#core/payment-bridge/use-cases/top-up.ts';
import { bookBankCharge } from '#core/reconciliation/use-cases/book-bank-charge.ts';
import { changePolicies, changeRoleLimit } from '#core/people/use-cases/change-policies.ts';
import { confirmWallet } from '#core/payments/wallet.ts';
import type { ReversalCause } from '#core/payments/payment-receipt.ts';
import {
  depositSavings,
  withdrawSavings,
  type DepositSavings,
  type WithdrawSavings,
} from '#core/savings/use-cases/move-savings.ts';
import { reverseSavingsTransaction } from '#core/savings/use-cases/reverse-savings.ts';
import type { TenantTransaction } from '../../postgres/database.ts';
import type { Internals } from '../internals.ts';
import { notRepeated } from '../processes/receipts/not-repeated.ts';
import { paidToBeneficiary } from '../processes/leaving-money.ts';
import type { Requested, Screen, ScreenAll } from '../processes/screening.ts';
import type { CommandContext, Transact } from '../transact.ts';
import { approvals, bindApprovals, type Approvables } from './approvals.ts';
import type { PortsOf } from './bindings.ts';
import { claimPorts } from './death-claims.ts';
import { requireSplitScopes, splitReversal } from './receipts.ts';

type Ports = Internals['ports'];
type Screening = { readonly screen: Screen; readonly screenAll: ScreenAll };

/** The commands that may take two people: who may approve each, and how it is carried out. */
function approvablesOf(transact: Transact, ports: Ports, { screen, screenAll }: Screening) {
  const { lending, education, bridge } = ports;
  const claims = claimPorts(ports);
  const reversing = afterReversal(ports);
  const saving = savingCommands(ports, screen);
  return {
    correct_death: { carryOut: withPorts(correctMemberDeath, ports.membership) },
    erase_member: { carryOut: withPorts(eraseMember, ports.membership) },
    erase_student: { carryOut: withPorts(eraseStudent, education) },
    settle_claim_loan: { carryOut: withPorts(settleClaimLoan, claims) },
    distribute_estate: { carryOut: withPorts(distributeEstate, claims) },
    pay_beneficiary: {
      carryOut: withPorts(payBeneficiary, claims),
      before: (request: Requested, command: PayBeneficiary) =>
        screenAll(request, (tx) => paidToBeneficiary(command, tx)),
    },
    reverse_claim_part: { carryOut: withPorts(reverseClaimPart, claims) },
    reverse_repayment: {
      carryOut: reversing((command: ReverseRepayment, tx, context) => reverseRepayment(command, lending(tx, context))),
    },
    reallocate_repayment: { carryOut: reallocation(ports) },
    record_repayment: { carryOut: withPorts(recordRepayment, lending) },
    settle_loan: { carryOut: withPorts(settleLoan, lending) },
    substitute_guarantor: { carryOut: withPorts(substituteGuarantor, lending) },
    discharge_guarantor: { carryOut: withPorts(dischargeGuarantor, lending) },
    charge_loan: { carryOut: withPorts(chargeLoan, lending) },
    waive_charge: { carryOut: withPorts(waiveCharge, lending) },
    reschedule_loan: { carryOut: withPorts(rescheduleLoan, lending) },
    refinance_loan: { carryOut: withPorts(refinanceLoan, lending) },
    charge_off_loan: { carryOut: withPorts(chargeOffLoan, lending) },
    write_off_loan: { carryOut: withPorts(writeOffLoan, lending) },
    undo_write_off: { carryOut: withPorts(undoWriteOff, lending) },
    undo_disbursement: { carryOut: withPorts(undoDisbursement, lending) },
    reverse_disbursement: { carryOut: withPorts(reverseDisbursement, lending) },
    return_part_of_disbursement: {
      carryOut: withPorts(returnPartOfDisbursement, lending),
    },
    top_up_float: { carryOut: withPorts(topUpFloat, lending) },
    top_up_from_paybill: { carryOut: withPorts(topUpFromPaybill, lending) },
    settle_float_top_up: { carryOut: withPorts(settleFloatTopUp, lending) },
    reverse_float_top_up: { carryOut: withPorts(reverseFloatTopUp, lending) },
    pay_provider_charges: { carryOut: withPorts(payProviderCharges, lending) },
    correct_mobile_money: { carryOut: withPorts(correctMobileMoney, ports.mobileMoney) },
    book_bank_charge: { carryOut: withPorts(bookBankCharge, ports.reconciliation) },
    confirm_wallet: { carryOut: withPorts(confirmWallet, ports.mobileMoney) },
    ...saving,
    reverse_split: { carryOut: splitReversal(ports), before: requireSplitScopes(transact) },
    record_payment: { carryOut: withPorts(recordPayment, education) },
    reverse_payment: {
      carryOut: reversing((command: ReversePayment, tx, context) => reversePayment(command, education(tx, context))),
    },
    credit_invoice: { carryOut: withPorts(issueCreditNote, education) },
    void_invoice: { carryOut: withPorts(voidInvoice, education) },
    write_off_invoice: { carryOut: withPorts(writeOffInvoice, education) },
    confirm_topup: { carryOut: withPorts(confirmTopup, bridge) },
    top_up_app_float: { carryOut: withPorts(topUpAppFloat, bridge) },
    change_policies: { carryOut: withPorts(changePolicies, ports.people) },
    change_role_limit: { carryOut: withPorts(changeRoleLimit, ports.people) },
    reverse_payout: { carryOut: withPorts(reversePayout, bridge) },
    reverse_collection: { carryOut: withPorts(reverseCollection, bridge) },
    reverse_topup: { carryOut: withPorts(reverseTopup, bridge) },
  } as const satisfies Approvables;
}

/** Savings, where compliance looks at money before it moves. */
function savingCommands({ savings, ...ports }: Ports, screen: Screen) {
  const saverOf =
    (direction: 'in' | 'out', movement: DepositSavings | WithdrawSavings) =>
    async (tx: TenantTransaction, context: CommandContext) => {
      const named = { ...movement, type: 'savings_account', id: movement.savingsAccountId } as const;
      if ((await notRepeated(tx, direction, [named])).length === 0) return null;
      const account = await savings(tx, context).savingsAccounts.get(movement.savingsAccountId);
      return account?.state === 'active' ? account.memberId : null;
    };
  const screened =
    (direction: 'in' | 'out') =>
    (request: Requested, command: DepositSavings | WithdrawSavings): Promise<void> =>
      screen(request, { ...command, direction }, saverOf(direction, command));
  return {
    deposit_savings: {
      carryOut: withPorts(depositSavings, savings),
      before: screened('in'),
    },
    withdraw_savings: {
      carryOut: withPorts(withdrawSavings, savings),
      before: screened('out'),
    },
    reverse_savings_transaction: {
      carryOut: afterReversal(ports)((command: Parameters<typeof reverseSavingsTransaction>[0], tx, context) =>
        reverseSavingsTransaction(command, savings(tx, context)),
      ),
    },
  } as const;
}

type CarryOut<Command, Result> = (
  command: Command,
  tx: TenantTransaction,
  context: CommandContext,
) => Promise<Outcome<Result>>;

/** A use case with the ports of its context. */
function withPorts<Command, Context, Result>(
  useCase: (command: Command, ports: Context) => Promise<Outcome<Result>>,
  portsOf: PortsOf<Context>,
): CarryOut<Command, Result> {
  return (command, tx, context) => useCase(command, portsOf(tx, context));
}

/** Undoes a booking. Money that came by mobile money goes back into suspense, in the same transaction. */
function afterReversal({ mobileMoney }: Pick<Ports, 'mobileMoney'>) {
  type Reversal = { readonly reason?: string | null; readonly cause?: ReversalCause | undefined };
  return <Command extends Reversal, Result extends { readonly uuid: string }>(
      reverse: CarryOut<Command, Result>,
    ): CarryOut<Command, Result> =>
    async (command, tx, context) => {
      const { result, events }: { result: Result; events: readonly DomainEvent[] } = await reverse(
        command,
        tx,
        context,
      );
      const undone = { bookedUuid: result.uuid, reason: command.reason ?? '', cause: command.cause, undone: events };
      const returned = await returnToSuspense(undone, mobileMoney(tx, context));
      return outcome(result, ...returned.events);
    };
}

/** Moves a repayment to another loan. Mobile money that it is of follows, in the same transaction. */
function reallocation({ lending, mobileMoney }: Ports): CarryOut<ReallocateRepayment, Repayment> {
  return async (command, tx, context) => {
    const loans = lending(tx, context);
    const { result, events } = await reallocateRepayment(command, loans);
    const { repayment, from } = result;
    const loan = await loans.loans.get(repayment.loanId);
    if (!loan) throw new Error(`Repayment ${repayment.uuid} has lost its loan.`);
    const destination = { type: 'loan', id: loan.id, uuid: loan.uuid } as const;
    const booking = { type: 'repayment', uuid: repayment.uuid };
    const moved = { bookedUuid: from.uuid, destination, booking, moved: events };
    const followed = await followReallocation(moved, mobileMoney(tx, context));
    return outcome(repayment, ...followed.events);
  };
}

/** What people propose about loans, and the float that they are paid from. */
function lendingCommands(
  { handle }: Pick<ReturnType<typeof approvals>, 'handle'>,
  all: ReturnType<typeof approvablesOf>,
) {
  return {
    reverseRepayment: handle('reverse_repayment', 'reverseRepayment', all.reverse_repayment),
    reallocateRepayment: handle('reallocate_repayment', 'reallocateRepayment', all.reallocate_repayment),
    recordRepayment: handle('record_repayment', 'recordRepayment', all.record_repayment),
    settleLoan: handle('settle_loan', 'settleLoan', all.settle_loan),
    substituteGuarantor: handle('substitute_guarantor', 'substituteGuarantor', all.substitute_guarantor),
    dischargeGuarantor: handle('discharge_guarantor', 'dischargeGuarantor', all.discharge_guarantor),
    chargeLoan: handle('charge_loan', 'chargeLoan', all.charge_loan),
    waiveLoanCharge: handle('waive_charge', 'waiveLoanCharge', all.waive_charge),
    rescheduleLoan: handle('reschedule_loan', 'rescheduleLoan', all.reschedule_loan),
    refinanceLoan: handle('refinance_loan', 'refinanceLoan', all.refinance_loan),
    chargeOffLoan: handle('charge_off_loan', 'chargeOffLoan', all.charge_off_loan),
    writeOffLoan: handle('write_off_loan', 'writeOffLoan', all.write_off_loan),
    undoLoanWriteOff: handle('undo_write_off', 'undoLoanWriteOff', all.undo_write_off),
    undoLoanDisbursement: handle('undo_disbursement', 'undoLoanDisbursement', all.undo_disbursement),
    reverseDisbursement: handle('reverse_disbursement', 'reverseDisbursement', all.reverse_disbursement),
    returnPartOfDisbursement: handle(
      'return_part_of_disbursement',
      'returnPartOfDisbursement',
      all.return_part_of_disbursement,
    ),
    topUpFloat: handle('top_up_float', 'topUpFloat', all.top_up_float),
    topUpFromPaybill: handle('top_up_from_paybill', 'topUpFromPaybill', all.top_up_from_paybill),
    settleFloatTopUp: handle('settle_float_top_up', 'settleFloatTopUp', all.settle_float_top_up),
    reverseFloatTopUp: handle('reverse_float_top_up', 'reverseFloatTopUp', all.reverse_float_top_up),
  };
}

/** The commands that may take two people, bound: those of clients, of operators, and what is decided about them. */
export function bindApprovables(transact: Transact, ports: Ports, screening: Screening) {
  const all = approvablesOf(transact, ports, screening);
  const { handle, run } = approvals(transact, ports.approvals);
  return {
    deciding: bindApprovals(transact, ports.approvals, all),
    deathClaims: {
      settleClaimLoan: handle('settle_claim_loan', 'settleClaimLoan', all.settle_claim_loan),
      distributeEstate: handle('distribute_estate', 'distributeEstate', all.distribute_estate),
      payBeneficiary: handle('pay_beneficiary', 'payBeneficiary', all.pay_beneficiary),
      reverseClaimPart: handle('reverse_claim_part', 'reverseClaimPart', all.reverse_claim_part),
    },
    membership: {
      correctMemberDeath: handle('correct_death', 'correctMemberDeath', all.correct_death),
      eraseMember: handle('erase_member', 'eraseMember', all.erase_member),
    },
    lending: lendingCommands({ handle }, all),
    savings: {
      depositSavings: handle('deposit_savings', 'depositSavings', all.deposit_savings),
      withdrawSavings: handle('withdraw_savings', 'withdrawSavings', all.withdraw_savings),
      reverseSavingsTransaction: handle(
        'reverse_savings_transaction',
        'reverseSavingsTransaction',
        all.reverse_savings_transaction,
      ),
    },
    education: {
      eraseStudent: handle('erase_student', 'eraseStudent', all.erase_student),
      recordPayment: handle('record_payment', 'recordPayment', all.record_payment),
      reversePayment: handle('reverse_payment', 'reversePayment', all.reverse_payment),
      issueCreditNote: handle('credit_invoice', 'issueCreditNote', all.credit_invoice),
      voidInvoice: handle('void_invoice', 'voidInvoice', all.void_invoice),
      writeOffInvoice: handle('write_off_invoice', 'writeOffInvoice', all.write_off_invoice),
    },
    people: {
      changePolicies: handle('change_policies', 'changePolicies', all.change_policies),
      changeRoleLimit: handle('change_role_limit', 'changeRoleLimit', all.change_role_limit),
    },
    mobileMoney: {
      correctMobileMoney: handle('correct_mobile_money', 'correctMobileMoney', all.correct_mobile_money),
    },
    receipts: { reverseSplit: handle('reverse_split', 'reverseSplit', all.reverse_split) },
    forOperators: forOperators(run, all),
  };
}

/** What operators do on the command line: where it takes two people, they propose it. */
function forOperators(run: ReturnType<typeof approvals>['run'], all: ReturnType<typeof approvablesOf>) {
  return {
    topUpFloat: run('top_up_float', 'topUpFloat', all.top_up_float),
    topUpFromPaybill: run('top_up_from_paybill', 'topUpFromPaybill', all.top_up_from_paybill),
    payProviderCharges: run('pay_provider_charges', 'payProviderCharges', all.pay_provider_charges),
    bookBankCharge: run('book_bank_charge', 'bookBankCharge', all.book_bank_charge),
    confirmWallet: run('confirm_wallet', 'confirmWallet', all.confirm_wallet),
    confirmTopup: run('confirm_topup', 'confirmTopup', all.confirm_topup),
    topUpAppFloat: run('top_up_app_float', 'topUpAppFloat', all.top_up_app_float),
    reversePayout: run('reverse_payout', 'reversePayout', all.reverse_payout),
    reverseCollection: run('reverse_collection', 'reverseCollection', all.reverse_collection),
    reverseTopup: run('reverse_topup', 'reverseTopup', all.reverse_topup),
  };
}
