import { MAX_CENTS, sum } from '../../../kernel/money.ts';
import { compare, parseDecimal, rational } from '../../../kernel/rational.ts';
import { FEE_CATEGORIES } from '../../fee-category.ts';
import { invalidField } from '../../../kernel/field-error.ts';
import { fieldErrors } from '../../field-errors.ts';
import { discountOf, type Charge } from '../../invoice/invoice-line.ts';
import type { Student } from '../../student/student.ts';

const PERCENT = /^\d{1,3}(\.\d{1,6})?$/;

/**
 * Checks the charges of an invoice: at least one, each with an amount above zero and a discount of at most it.
 * @param field the field of the command that carries them, for the refusal
 * @throws DomainError validation_failed (invalid)
 */
export function checkCharges(charges: readonly Charge[], field = 'lines'): void {
  const errors = fieldErrors();
  errors.require(charges.length >= 1 && charges.length <= 200, field, 'length', 'Send 1 to 200 lines.');
  charges.forEach((charge, index) => {
    const path = `${field}.${index}`;
    const described = charge.description.trim() !== '' && charge.description.length <= 200;
    errors.require(described, `${path}.description`, 'length', 'Send 1 to 200 characters.');
    errors.require(
      FEE_CATEGORIES.includes(charge.feeCategory),
      `${path}.fee_category`,
      'unknown',
      'Send a known category.',
    );
    const priced = charge.amount > 0n && charge.amount <= MAX_CENTS;
    errors.require(priced, `${path}.amount`, 'range', 'Send a positive integer of minor units.');
    const { discount, priority } = charge;
    const readable = 'cents' in discount || isPercent(discount.percent);
    errors.require(readable, `${path}.discount_percent`, 'range', 'Send a decimal string from "0" to "100".');
    const cents = readable ? discountOf(charge) : 0n;
    errors.require(
      cents >= 0n && cents <= charge.amount,
      `${path}.discount`,
      'range',
      'A discount is at most the amount.',
    );
    const ranked = priority === null || (Number.isInteger(priority) && priority >= 0 && priority <= 1000);
    errors.require(ranked, `${path}.priority`, 'range', 'Send a whole number from 0 to 1000, or null.');
  });
  errors.require(sum(charges.map((charge) => charge.amount)) <= MAX_CENTS, field, 'range', 'The total is too large.');
  errors.settle();
}

/** Refuses charges to a student who has left permanently. */
export function requireInvoiceable(student: Student): void {
  const gone = student.erased || ['withdrawn', 'discontinued', 'deceased'].includes(student.state);
  if (gone) throw invalidField('student_id', 'not_invoiceable', `A student who is ${student.state} is not invoiced.`);
}

function isPercent(text: string): boolean {
  return PERCENT.test(text) && compare(parseDecimal(text), rational(100n)) <= 0;
}
