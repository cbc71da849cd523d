import { fault, type Fault } from './fault.ts';
import { faultsOfCorrections } from './faults-of-corrections.ts';
import { faultsOfFloors } from './faults-of-floors.ts';
import { faultsOfPeople } from './faults-of-people.ts';
import { faultsOfSurfaces } from './faults-of-surfaces.ts';
import { faultsOfTime } from './faults-of-time.ts';

/** Mistakes of the kind that get through a review, on all floors. */
export const faults: readonly Fault[] = [
  // Money that is promised and on its way.
  fault(
    'skip a hold of float',
    'core/lending/agent/agent.ts',
    '    this.partOf(payment).held += amount;\n    this.spread(available - amount);',
    '',
  ),
  fault(
    'let float leave twice',
    'core/lending/agent/agent.ts',
    '    this.takeHeld(amount, payment);\n    this.spread(available);',
    '    this.takeHeld(amount, payment);\n    this.spread(available - amount);',
  ),
  fault('skip a hold of an app', 'core/payment-bridge/account/app-account.ts', '    this.held += amount;', ''),
  fault(
    'lose what an app has in transit',
    'core/payment-bridge/account/app-account.ts',
    '    this.inTransit += amount;',
    '',
  ),
  fault(
    'book an app’s payment past its balance',
    'core/payment-bridge/account/app-account.ts',
    '    this.balance += amount;',
    '    this.balance += amount > 0n ? amount : 0n;',
  ),
  fault(
    'lend more than was approved',
    'core/lending/use-cases/request-disbursement.ts',
    '  if (command.amount > remaining) {',
    '  if (command.amount > remaining * 2n) {',
  ),
  fault(
    'lend to who is no active member',
    'core/lending/use-cases/decide-loan.ts',
    "  if (borrower.state === 'active') return borrower;",
    '  if (borrower.state) return borrower;',
  ),
  // Receipts and time.
  fault('compare receipts as they are spelt', 'core/payments/payment-receipt.ts', '    .toUpperCase()\n', ''),
  fault(
    'book a receipt twice',
    'core/payments/receipt-registry.ts',
    '  const claimed = own ? claimKnown(claim, own, ports) : bookedBy(() => register(claim, key, ports));',
    '  const claimed = bookedBy(() => (own ? [] : register(claim, key, ports)));',
  ),
  fault(
    'forget to register a receipt’s use',
    'core/payments/receipt-registry.ts',
    '  receipts.use(useOf(claim, key));',
    '',
  ),
  fault(
    'take payments from the future',
    'core/payments/payment-time.ts',
    'const CLOCK_TOLERANCE = { minutes: 10 };',
    'const CLOCK_TOLERANCE = { minutes: 100 };',
  ),
  fault(
    'take payments from before the loan',
    'core/payments/payment-time.ts',
    '  return Temporal.Instant.compare(at, earliest) >= 0 &&',
    '  return Temporal.Instant.compare(at, earliest) >= -1 &&',
  ),
  // Schedules and repayments.
  fault(
    'round every half up',
    'core/kernel/rational.ts',
    '      return quotient % 2n === 0n ? quotient : away;',
    '      return away;',
  ),
  fault(
    'lose a rounding cent',
    'core/lending/schedule/amortization/plan.ts',
    '  return total - charged;',
    '  return total - charged - 1n;',
  ),
  fault(
    'count flat interest of another row',
    'core/lending/schedule/amortization/plan.ts',
    'roundedAmount(terms, flat.charges[index]!)',
    'roundedAmount(terms, flat.charges[0]!) + 1n',
  ),
  fault(
    'begin grace a row late',
    'core/lending/schedule/amortization/plan.ts',
    '  if (index < graceOnPrincipal) return 0n;',
    '  if (index < graceOnPrincipal - 1) return 0n;',
  ),
  fault(
    'pay principal before interest',
    'core/lending/schedule/servicing/allocation.ts',
    "const COMPONENTS = ['penalty', 'fee', 'interest', 'principal'] as const;",
    "const COMPONENTS = ['principal', 'penalty', 'fee', 'interest'] as const;",
  ),
  fault(
    'give what is paid ahead to the last row',
    'core/lending/schedule/servicing/allocation.ts',
    "rules.future === 'last') chosen.reverse();",
    "rules.future === 'next') chosen.reverse();",
  ),
  fault(
    'keep the first due date for ever',
    'core/lending/use-cases/account/store-account.ts',
    'account.rows.find(({ paidOn }) => paidOn === null)?.dueDate ?? null',
    'account.rows[0]?.dueDate ?? null',
  ),
  // The books.
  fault(
    'swap the sides of a deposit',
    'core/ledger/posting-rules.ts',
    '      return [...debit(fundSource(f), amount), ...credit(saved, amount)];',
    '      return [...debit(saved, amount), ...credit(fundSource(f), amount)];',
  ),
  fault(
    'forget to link a reversal',
    'platform/app/record.ts',
    'x.event_type = j.reverses)',
    "x.event_type = 'savings_transaction.requested')",
  ),
  fault(
    'commit before the outbox',
    'platform/app/record.ts',
    'insert into outbox (event_id) select id from emitted)',
    'insert into outbox (event_id) select id from emitted where id % 7 <> 0)',
  ),
  fault(
    'forget the audit trail of some',
    'platform/app/record.ts',
    '         from t order by t.n`;\nconst EMIT =',
    '         from t where t.n < 1 order by t.n`;\nconst EMIT =',
  ),
  fault(
    'skip a delivery’s number',
    'core/partners/webhook-endpoint/webhook-endpoint.ts',
    '    this.lastSequence += 1;',
    '    this.lastSequence += this.lastSequence === 9 ? 2 : 1;',
  ),
  fault(
    'approve what was withdrawn',
    'core/lending/loan/lifecycle.ts',
    "      from: ['draft'],\n      to: 'ready_to_disburse',",
    "      from: ['draft', 'ready_to_disburse', 'withdrawn', 'rejected'],\n      to: 'ready_to_disburse',",
  ),
  // Savings.
  fault(
    'pay out without taking it off',
    'core/savings/account/savings-account.ts',
    '    requireAvailable(this, amount);\n    this.moveBalance(-amount, today);\n    this.movedOn(on);',
    '    requireAvailable(this, amount);\n    this.movedOn(on);',
  ),
  fault(
    'credit a cent too much',
    'core/savings/account/savings-account.ts',
    '    this.moveBalance(amount, today);',
    '    this.moveBalance(amount + 1n, today);',
  ),
  fault(
    'leave out who has left',
    'core/savings/use-cases/payouts-allowed.ts',
    "  if (saver?.state !== 'exited') return;",
    "  if (saver?.state !== 'gone') return;",
  ),
  fault(
    'count interest of another year',
    'core/savings/interest.ts',
    "dayCount === 'actual_365' ? 365n : 360n",
    "dayCount === 'actual_365' ? 360n : 365n",
  ),
  fault(
    'withhold a cent too little',
    'core/savings/interest.ts',
    "return round({ num: interest * num, den: den * 100n }, 'half_even');",
    "return round({ num: interest * num, den: den * 100n }, 'half_even') - 1n;",
  ),
  // The school.
  fault(
    'forget a discount',
    'core/education/invoice/invoice.ts',
    '    this.total = this.subtotal - this.discountTotal;',
    '    this.total = this.subtotal;',
  ),
  fault(
    'keep what a reversed payment paid',
    'core/education/invoice/invoice.ts',
    '    const rest = this.paid - amount;',
    '    const rest = this.paid - 1n;',
  ),
  fault(
    'forget what was allocated',
    'core/education/payment/payment.ts',
    '    this.allocated += amount;',
    '    this.allocated = amount;',
  ),
  fault(
    'skip numbers of invoices',
    'core/education/invoice/numbering.ts',
    "  return `INV-${year}-${String(sequence).padStart(6, '0')}`;",
    "  return `INV-${year}-${String(sequence + (sequence > 12 ? 1 : 0)).padStart(6, '0')}`;",
  ),
  fault(
    'add credit notes up wrongly',
    'core/education/invoice/invoice.ts',
    '    this.credited += amount;',
    '    this.credited += amount - 1n;',
  ),
  fault(
    'cut marks off',
    'core/education/grading/assess.ts',
    '`${formatDecimal(mark, 0)}.00` : formatDecimal(mark, 2);',
    "`${formatDecimal(mark, 0)}.00` : formatDecimal(mark, 2, 'floor');",
  ),
  fault(
    'ask for more than the mark',
    'core/education/grading/assess.ts',
    'compare(parseDecimal(mark), parseDecimal(least)) >= 0;',
    'compare(parseDecimal(mark), parseDecimal(least)) > 0;',
  ),
  // What came later: what comes back, recoveries, estates.
  fault(
    'forget what came back of a disbursement',
    'core/lending/disbursement/disbursement.ts',
    '    this.returned += amount;',
    '',
  ),
  fault('forget what was recovered', 'core/lending/loan/loan.ts', '    this.recovered += amount;', ''),
  fault(
    'close what is overpaid without giving it back',
    'core/lending/loan/loan.ts',
    '    else this.take(figures);\n  }\n\n  /** Payments that count',
    '  }\n\n  /** Payments that count',
  ),
  fault(
    'use a part of a receipt up whole',
    'core/payments/receipt-registry.ts',
    '      if (rest > 0n) ports.receipts.use(left.ofRest(rest));',
    '',
  ),
  fault(
    'be late with a row that asks for nothing',
    'core/lending/use-cases/account/rows.ts',
    '  const paidOn = totalOf(row) === 0n ? on : null;',
    '  const paidOn = null;',
  ),
  fault(
    'take a row for paid with its first cent',
    'core/lending/use-cases/account/rows.ts',
    '  return { ...row, paid, paidOn: totalOf(open) === 0n ? (row.paidOn ?? on) : null };',
    '  return { ...row, paid, paidOn: row.paidOn ?? on };',
  ),
  fault(
    'give the rest of an estate to no heir',
    'core/membership/death-claim/shares.ts',
    '(served.has(index) ? floor + 1n : floor)',
    '(served.has(index) ? floor : floor)',
  ),
  fault(
    'write an invoice off and keep what it owes',
    'core/education/invoice/invoice.ts',
    "    return this.emit('write_off', { amount: balanceOf(this) });",
    "    return this.emit('write_off', { amount: balanceOf(this) + 1n });",
  ),
  // What clients see.
  fault(
    'replay another status',
    'platform/app/idempotency.ts',
    "    return { kind: 'replay', response:",
    "    return { kind: 'execute', response:",
  ),
  ...faultsOfPeople,
  ...faultsOfTime,
  ...faultsOfSurfaces,
  ...faultsOfCorrections,
  ...faultsOfFloors,
];
